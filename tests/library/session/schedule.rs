//! Scheduled events happen automatically: in a round, when half of a side is down, or when the GM calls for them; in
//! every system, with undo, and without revealing secrets.

use affray::compendium::Compendium;
use affray::dice::{Generator, Seed};
use affray::encounter::{Condition, Due, Encounter, Event, Giver, Timing};
use affray::resolver::Answer;
use affray::ron_text::Source;
use affray::rules::{self, Offer, System};
use affray::session::players_view::Players;
use affray::session::{Input, Readers, Session, Waits, markdown, parse};
use affray::setup::{self, Newcomer};
use affray::simulate::{Leader, Standing, simulate};
use affray::store::saves::{read, snapshot};
use affray::systems;
use affray::ui::line::Typing;
use affray::values::{Id, Value};
use expect_test::expect;

use crate::support::fight_file::compendium;
use crate::support::{laws, screen};

const FIGHT: &str = r#"(
    title: "Planned", system: "alternation",
    sides: [(name: "Red", players: true, rolls: Typed), (name: "Blue", rolls: Typed)],
    combatants: [
        (name: "Ada", side: "Red"), (name: "Bel", side: "Red"),
        (from: "Reed goblin", side: "Blue", count: 2),
        (from: "Reed goblin", side: "Blue", count: 2, at: Round(2)),
        (name: "Pony", side: "Blue", at: HalfDown("Blue"), sheet: (kind: "mount")),
        (name: "Cob", side: "Blue", at: HalfDown("Blue"), links: [("riding", "Pony")]),
    ],
    events: [
        (at: Round(2), text: "the torch burns out"),
        (at: Round(2), text: "the spy looks up", hidden: true),
        (at: Manual, text: "the sluice opens"),
    ],
)"#;

fn begun(text: &str) -> (Session, Compendium) {
    let compendium = compendium("alternation");
    let (setup, wrong) = setup::read(&Source::new("fight.ron", text), &[&compendium]);
    assert!(wrong.is_empty(), "{wrong:?}");
    let start = setup.expect("it is read").begin(&compendium, Seed(5));
    let session = Session::new(systems::all(), start.expect("it fits"), Seed(5));
    (session.expect("a session"), compendium)
}

#[track_caller]
fn put_in(session: &mut Session, steps: &[&str]) {
    for step in steps {
        let input = parse(session, step).unwrap_or_else(|why| panic!("{step}: {why:#}"));
        session
            .input(input)
            .unwrap_or_else(|why| panic!("{step}: {why:#}"));
    }
}

fn names(now: &Encounter) -> Vec<&str> {
    now.present().map(|id| now.name(id)).collect()
}

fn down(session: &mut Session, name: &str) {
    let who = session.now().by_name(name).expect("somebody");
    let event = Event::Gained {
        who,
        condition: Condition::named("incapacitated"),
        label: "out".into(),
        replaces: Giver::Any,
    };
    session.input(Input::Correct(vec![event])).expect("ruled");
}

/// Returns the action that Enter chooses.
fn marked(offers: &[Offer]) -> &str {
    let marked = offers.iter().find(|offer| offer.preset);
    marked.map_or("", |offer| &offer.command.action)
}

const FIRST_ROUND: [&str; 4] = [
    "set started=Red",
    "do first Red",
    "do pass Red",
    "do pass Blue",
];

#[test]
fn a_wave_arrives_in_its_round_and_undo_removes_it() {
    let (mut session, _) = begun(FIGHT);
    let at_first = ["Ada", "Bel", "Reed goblin 1", "Reed goblin 2"];
    put_in(&mut session, &FIRST_ROUND[..3]);
    assert_eq!(names(session.now()), at_first);
    put_in(&mut session, &FIRST_ROUND[3..]);
    assert_eq!(session.now().round, 2);
    let with_wave = [&at_first[..], &["Reed goblin 3", "Reed goblin 4"]].concat();
    assert_eq!(names(session.now()), with_wave);
    let told: Vec<&str> = session
        .lines()
        .iter()
        .map(|line| line.text.as_str())
        .collect();
    let from = told
        .iter()
        .position(|text| *text == "Round 2")
        .expect("it is said");
    assert_eq!(
        told[from..],
        [
            "Round 2",
            "Reed goblin 3 joins the fight. Reed goblin 4 joins the fight.",
            "The torch burns out.",
            "The spy looks up.",
        ]
    );
    put_in(&mut session, &["undo"]);
    assert_eq!(
        (session.now().round, names(session.now())),
        (1, at_first.to_vec())
    );
    assert_eq!(session.now().scheduled.len(), 5);
    put_in(&mut session, &["redo"]);
    assert_eq!(names(session.now()), with_wave);
    // The arrivals take part at once.
    put_in(
        &mut session,
        &["do first Blue", "do activate Reed goblin 4"],
    );
    let text = snapshot(&session).expect("a snapshot");
    let again = read(&Source::new("fight.ron", &text), systems::all()).expect("it is read");
    assert_eq!(again.now(), session.now());
}

#[test]
fn reserves_arrive_with_their_links_when_half_a_side_is_down() {
    let (mut session, _) = begun(FIGHT);
    put_in(&mut session, &["set started=Red", "do first Red"]);
    down(&mut session, "Reed goblin 2");
    let now = session.now();
    let (rider, mount) = (
        now.by_name("Cob").expect("came"),
        now.by_name("Pony").expect("came"),
    );
    assert!(now.linked("riding", rider, mount));
    assert_eq!(now.scheduled.len(), 4);
    let input = Input::Undo;
    session.input(input).expect("undone");
    assert_eq!(session.now().by_name("Cob"), None);
}

/// If an amendment removes the cause, the reserves do not arrive.
#[test]
fn an_amendment_of_the_cause_removes_the_reserves() {
    let (mut session, _) = begun(FIGHT);
    put_in(&mut session, &["set started=Red", "do first Red"]);
    put_in(
        &mut session,
        &["ruling damage", "set targets=Reed goblin 2, amount=99"],
    );
    assert_eq!(session.now().scheduled.len(), 4);
    let Some(hurt) = session.amendable().next() else {
        panic!("the harm can be amended");
    };
    let Answer::Filled(mut filled) = hurt.given.answer.clone() else {
        panic!("it was a form");
    };
    filled.insert("amount".to_owned(), Value::Word("1".to_owned()));
    let (entry, place) = (hurt.entry, hurt.place);
    let answer = Answer::Filled(filled);
    let amended = Input::Amend {
        entry,
        place,
        answer,
    };
    session.input(amended).expect("amended");
    assert!(
        matches!(session.waits(), Waits::Offers { .. }),
        "{:?}",
        session.waits()
    );
    assert_eq!(session.now().by_name("Cob"), None);
    assert_eq!(session.now().scheduled.len(), 5);
    assert_eq!(session.notice(), None);
}

#[test]
fn arriving_combatants_get_free_numbers() {
    let (mut session, compendium) = begun(FIGHT);
    put_in(&mut session, &FIRST_ROUND[..3]);
    let more = [Newcomer::from_roster("Reed goblin", 2, "Blue")];
    let joined = setup::newcomers(session.now(), &compendium, &more, Seed(1)).expect("they fit");
    session.input(Input::Correct(joined)).expect("they join");
    put_in(&mut session, &["do pass Blue", "do pass Red"]);
    let now = session.now();
    assert_eq!(now.round, 2);
    assert!(
        [
            "Reed goblin 3",
            "Reed goblin 4",
            "Reed goblin 5",
            "Reed goblin 6"
        ]
        .iter()
        .all(|name| now.by_name(name).is_some())
    );
}

/// The largest number that fits behind a name counts like any other.
#[test]
fn numbering_continues_after_the_highest_number_in_a_name() {
    let text = r#"(
        title: "Many", system: "alternation", sides: [(name: "Red", players: true), (name: "Blue")],
        combatants: [(name: "Ada", side: "Red", hit_points: 30), (from: "Reed goblin", name: "Reed goblin 999999", side: "Blue")],
    )"#;
    let (session, compendium) = begun(text);
    let more = [Newcomer::from_roster("Reed goblin", 1, "Blue")];
    let joined = setup::newcomers(session.now(), &compendium, &more, Seed(1)).expect("they fit");
    let names = joined.iter().filter_map(|event| match event {
        Event::Joined { combatant } => Some(combatant.name.as_str()),
        _ => None,
    });
    assert_eq!(names.collect::<Vec<_>>(), ["Reed goblin 1000000"]);
}

#[test]
fn a_rider_keeps_the_right_mount_despite_equal_names() {
    let (mut session, compendium) = begun(FIGHT);
    put_in(&mut session, &["set started=Red", "do first Red"]);
    let pony = [Newcomer::improvised("Pony", 4, "Red")];
    let joined = setup::newcomers(session.now(), &compendium, &pony, Seed(1)).expect("it fits");
    session.input(Input::Correct(joined)).expect("it joins");
    down(&mut session, "Reed goblin 2");
    let now = session.now();
    let named = |name| now.by_name(name).expect("somebody");
    assert!(now.linked("riding", named("Cob"), named("Pony 2")));
    assert!(!now.linked("riding", named("Cob"), named("Pony")));
}

#[test]
fn the_gm_calls_or_cancels_scheduled_events() {
    let (mut session, _) = begun(FIGHT);
    put_in(
        &mut session,
        &[
            "set started=Red",
            "do first Red",
            "ruling call",
            "set planned=4",
        ],
    );
    let last = session.lines().last().expect("a line");
    assert_eq!(last.text, "The sluice opens.");
    put_in(&mut session, &["ruling call", "set planned=0, never=on"]);
    put_in(&mut session, &["do pass Red", "do pass Blue"]);
    assert_eq!(session.now().by_name("Reed goblin 3"), None);
    put_in(
        &mut session,
        &[
            "ruling schedule",
            "set words=a bell, when=half-down, of-side=0",
        ],
    );
    down(&mut session, "Ada");
    assert!(session.lines().iter().any(|line| line.text == "A bell."));
}

#[test]
fn players_see_nothing_of_the_schedule() {
    let (mut session, _) = begun(FIGHT);
    put_in(&mut session, &FIRST_ROUND);
    let page = markdown(&session, Readers::Players);
    assert!(page.contains("The torch burns out."), "{page}");
    for secret in ["spy", "sluice", "Cob", "Pony"] {
        assert!(!page.contains(secret), "{secret}: {page}");
    }
}

#[test]
fn waves_arrive_and_fight_in_every_system() {
    laws::each(|system| {
        let compendium = Compendium::built_in(system).0;
        let mut waves = 0;
        for ready in &setup::bundled(&compendium).0 {
            let mut setup = ready.setup.clone();
            let last = setup.combatants.last().expect("somebody").clone();
            let foe = |at| Newcomer {
                at: Some(at),
                links: Vec::new(),
                ..last.clone()
            };
            setup.combatants.push(foe(Timing::Round(2)));
            setup
                .combatants
                .push(foe(Timing::HalfDown(setup.sides[0].name.clone())));
            let start = setup.begin(&compendium, Seed(3)).expect("it fits");
            let many = start.combatants.len();
            let mut dice = Generator::at(Seed(3), 0, "waves", 0, 0);
            let mut led = Leader::new(system, &[], &mut dice);
            led.listens = true;
            let start = Standing::from(start);
            let fight = simulate(&mut led, &start, 4, |_| true).expect("no rule is at fault");
            if fight.now.round < 2 {
                continue;
            }
            waves += 1;
            assert!(fight.now.combatants.len() > many);
            let new = |id: &Id| id.0 as usize >= many;
            let due = |event: &Event| matches!(event, Event::CameDue { .. });
            let after = fight.events.iter().skip_while(|event| !due(event));
            let acts = after.filter(|event| match event {
                Event::Act { who, about, .. } => who.iter().chain(about).any(new),
                Event::Rolled(throw) => throw.who.iter().any(new),
                _ => false,
            });
            assert!(
                acts.count() > 0,
                "{}: {}: nobody met them",
                system.key(),
                ready.name
            );
        }
        assert!(waves > 0, "{}", system.key());
    });
}

#[test]
fn arrivals_in_files_are_read_and_checked() {
    let compendium = compendium("alternation");
    let (setup, _) = setup::read(&Source::new("fight.ron", FIGHT), &[&compendium]);
    let setup = setup.expect("it is read");
    let written = setup::write(&setup, compendium.schema);
    let (again, wrong) = setup::read(&Source::new("again.ron", &written), &[&compendium]);
    assert!(wrong.is_empty(), "{wrong:?}");
    assert_eq!(
        setup::write(&again.expect("it is read"), compendium.schema),
        written
    );
    let bad = r#"(
    title: "Planned", system: "alternation", sides: [(name: "Red")],
    combatants: [
        (name: "Ada", side: "Red"),
        (name: "Bel", side: "Red", at: 4),
        (name: "Cob", side: "Red", at: Round(0)),
    ],
    events: [(text: "a bell"), (at: Manual)],
)"#;
    let (_, wrong) = setup::read(&Source::new("bad.ron", bad), &[&compendium]);
    let told: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    expect![[r#"
        bad.ron:5:40: write `Round(4)`
          5 |         (name: "Bel", side: "Red", at: 4),
            |                                        ^
        bad.ron:6:46: 0 is not between 1 and 9999
          6 |         (name: "Cob", side: "Red", at: Round(0)),
            |                                              ^
        bad.ron:8:14: the field `at` is missing: Round(4), HalfDown("side") or Manual
          8 |     events: [(text: "a bell"), (at: Manual)],
            |              ^
        bad.ron:8:32: the field `text` is missing
          8 |     events: [(text: "a bell"), (at: Manual)],
            |                                ^"#]]
    .assert_eq(&told.join("\n"));
    let nobody = r#"(title: "P", system: "alternation", sides: [(name: "Red")],
    combatants: [(name: "Ada", side: "Red"), (name: "Bel", side: "Red", at: HalfDown("Reds"))])"#;
    let (_, wrong) = setup::read(&Source::new("bad.ron", nobody), &[&compendium]);
    let told: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    expect![[r#"
        bad.ron:2:46: unknown side `Reds`: did you mean `Red`?
          2 | …batants: [(name: "Ada", side: "Red"), (name: "Bel", side: "Red", at: HalfDown…
            |                                        ^"#]]
    .assert_eq(&told.join("\n"));
}

#[test]
fn the_command_line_schedules_events_and_the_screen_shows_them() {
    let (session, _) = begun(FIGHT);
    let mut app = screen::app(session);
    let mut line = |text: &str| -> Option<String> {
        app.press(crokey::parse(":").expect("a key").into());
        app.paste(text);
        app.press(crokey::parse("enter").expect("a key").into());
        let problem = app.fight().expect("a fight").ask().problem.clone();
        match app.typing.take() {
            Some(Typing::Command(line)) => line.problem.or(problem),
            _ => problem,
        }
    };
    for text in [
        "at +6 the lantern burns out",
        "at half Blue: the horn sounds",
        "at manual add Toll bandit 2",
    ] {
        assert_eq!(line(text), None, "{text}");
    }
    let wrong = ["at 0 x", "at half Green x", "at 4", "at 4 add Nobody"];
    let told = wrong.map(|text| line(text).unwrap_or_default());
    expect![[r#"
        write when it happens: `at 4 …`, `at +6 …`, `at half SIDE …` or `at manual …`
        name the side: `at half Red` or `at half Blue` …
        write what happens: `at 4 the torch burns out`, `at 4 add Wolf 3`
        to improvise the combatant, add hit points: `add Nobody hp 10`; unknown combatant `Nobody`: choose one of Maren, Osk, Tilda, Corvin, Rusk, Toll bandit, Bank archer, Reed goblin, Levy spear, Hollow guard, Weir hound, Lock ogre and 15 more"#]].assert_eq(&told.join("\n"));
    let shown = screen::draw(&mut app, 120, 40);
    let top: Vec<&str> = shown.lines().take(20).collect();
    expect![[r#"
         Affray  Planned · Alternation · setting up · round 2: 2 × Reed goblin arrive            not saved  F1 help  : commands
        ┌ Initiative ──────────┬ Combatants ───────────────────────────────────────────────────────────────────────────────────┐
        │  Red         2 to act│  a Ada           ████████ 8/8 AV 0 Red                                                        │
        │   Ada                │  b Bel           ████████ 8/8 AV 0 Red                                                        │
        │   Bel                │  c Reed goblin 1 ████████ 4/4 AV 0 Blue   brave in numbers                                    │
        │  Blue        2 to act│  d Reed goblin 2 ████████ 4/4 AV 0 Blue   brave in numbers                                    │
        │   Reed goblin 1      │                                                                                               │
        │   Reed goblin 2      │                                                                                               │
        │· round 2: 2 × Reed   │                                                                                               │
        │  goblin arrive       │                                                                                               │
        │· round 2: the torch  │                                                                                               │
        │  burns out           │                                                                                               │
        │· round 2: the spy    │                                                                                               │
        │  looks up            │                                                                                               │
        │· round 6: the lantern│                                                                                               │
        │  burns out           │                                                                                               │
        │· when half of Blue   │                                                                                               │
        │  are down: Pony, Cob │                                                                                               │
        │  arrive              │                                                                                               │
        │· when called: the    │                                                                                               │"#]].assert_eq(&top.join("\n"));
}

#[test]
fn a_scheduled_round_is_shown_as_a_number_before_the_fight_and_as_a_distance_during_it() {
    let (mut session, _) = begun(FIGHT);
    let mut planned = (*session.now().scheduled[0]).clone();
    let mut told = |session: &Session| {
        [1, 2, 4].map(|round| {
            planned.when = Due::Round(round);
            planned.when(session.now())
        })
    };
    assert_eq!(told(&session), ["round 1", "round 2", "round 4"]);
    put_in(&mut session, &FIRST_ROUND[..3]);
    assert_eq!(session.now().round, 1);
    assert_eq!(
        told(&session),
        ["now", "next round", "round 4, in 3 rounds"]
    );
}

#[test]
fn no_scheduled_wave_arrives_before_the_fight() {
    let text = FIGHT.replace("Round(2)", "Round(1)");
    let (session, _) = begun(&text);
    let system: &dyn System = session.system();
    assert!(matches!(session.waits(), Waits::Prompt(_)));
    assert_eq!(session.now().by_name("Reed goblin 3"), None);
    let mut over = session.now().clone();
    over.stage = affray::encounter::Stage::Over;
    over.round = 9;
    let next = rules::next(system, &over);
    assert!(!matches!(next, rules::Next::Auto(command) if command.ruling));
}

/// A side that is down is not beaten while one of its waves is still scheduled. The question about the end says so, and
/// an automatic fight continues.
#[test]
fn a_fight_is_not_over_while_a_wave_is_scheduled() {
    let text = r#"(
        title: "Waves", system: "alternation",
        sides: [(name: "Red", players: true, rolls: Typed), (name: "Blue", rolls: Typed)],
        combatants: [
            (name: "Ada", side: "Red", hit_points: 30),
            (from: "Reed goblin", side: "Blue"),
            (from: "Reed goblin", side: "Blue", count: 2, at: Round(4)),
        ],
    )"#;
    let (mut session, _) = begun(text);
    put_in(&mut session, &["set started=Red", "do first Red"]);
    down(&mut session, "Reed goblin");
    let Waits::Offers { title, offers } = session.waits() else {
        panic!("the end is suggested");
    };
    expect!["The fight is decided; round 4, in 3 rounds: 2 × Reed goblin arrive"].assert_eq(title);
    // The end is only preselected if no wave is scheduled.
    assert_eq!(marked(offers), "play-on");
    let mut unawaited = begun(&text.replace(", at: Round(4)", "")).0;
    put_in(&mut unawaited, &["set started=Red", "do first Red"]);
    for foe in ["Reed goblin 1", "Reed goblin 2", "Reed goblin 3"] {
        down(&mut unawaited, foe);
    }
    let Waits::Offers { offers, .. } = unawaited.waits() else {
        panic!("the end is suggested");
    };
    assert_eq!(marked(offers), "end");
    // A wave far in the future, or of a side that is up, delays nothing.
    for far in [
        text.replace("Round(4)", "Round(12)"),
        text.replace(
            "count: 2, at: Round(4)",
            "count: 2, side: \"Red\", at: Round(4)",
        )
        .replacen("side: \"Blue\", count: 2, ", "count: 2, ", 1),
    ] {
        let mut session = begun(&far).0;
        put_in(&mut session, &["set started=Red", "do first Red"]);
        down(&mut session, "Reed goblin");
        let Waits::Offers { title, offers } = session.waits() else {
            panic!("the end is suggested");
        };
        assert_eq!(&**title, "The fight is decided");
        assert_eq!(marked(offers), "end");
    }
    for system in systems::all() {
        let compendium = compendium(system.key());
        let ready = &setup::bundled(&compendium).0[0];
        let mut setup = ready.setup.clone();
        let foes = setup.sides.last().expect("a side").name.clone();
        for one in &mut setup.combatants {
            if one.side == foes {
                one.at = Some(Timing::Round(3));
            }
        }
        let start = setup.begin(&compendium, Seed(3)).expect("it fits");
        let many = start.combatants.len();
        let mut dice = Generator::at(Seed(3), 0, "waves", 0, 0);
        let mut led = Leader::new(*system, &[], &mut dice);
        let fight = simulate(&mut led, &Standing::from(start), 60, |_| true);
        let fight = fight.expect("no rule is at fault");
        assert!(fight.now.combatants.len() > many, "{}", system.key());
    }
}

/// Scheduled events are not announced after the fight, but again after it is resumed.
#[test]
fn no_scheduled_wave_arrives_after_the_fight() {
    let (mut session, _) = begun(FIGHT);
    put_in(&mut session, &["set started=Red", "do first Red"]);
    let shown = |session: &Session| {
        let text = snapshot(session).expect("a snapshot");
        let again = read(&Source::new("fight.ron", &text), systems::all());
        let mut app = screen::app(again.expect("it is read"));
        let drawn = screen::draw(&mut app, 160, 60);
        (
            drawn.contains("next round:"),
            drawn.contains("when called:"),
        )
    };
    // The header and the list below the order.
    assert_eq!(shown(&session), (true, true));
    put_in(&mut session, &["do end"]);
    assert_eq!(session.now().stage, affray::encounter::Stage::Over);
    assert_eq!(shown(&session), (false, false));
    put_in(&mut session, &["do reopen"]);
    assert!(shown(&session).0, "the header says it again");
}

#[test]
fn players_see_due_events_until_the_next_attack() {
    let (mut session, _) = begun(FIGHT);
    put_in(&mut session, &FIRST_ROUND);
    assert_eq!(session.now().round, 2);
    let latest = Players::of(&session).latest().expect("something happened");
    assert!(!latest.is_blow);
    assert_eq!(latest.told, "The torch burns out.");
}
