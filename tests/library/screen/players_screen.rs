//! Players' screen: no hidden combatants and no numbers of foes, in any size.

use std::sync::Arc;

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::encounter::{Condition, Event, Giver};
use affray::rules::System;
use affray::session::players_view::Players;
use affray::session::{Input, Session, Waits, parse};
use affray::setup;
use affray::store::Saves;
use affray::ui::theme::{Background, Colours, Glyphs, Theme};
use affray::ui::watch::lead::Lead;
use affray::ui::watch::seen::Seen;
use affray::ui::watch::{Watch, draw};
use expect_test::{expect, expect_file};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::support::{fight_file, screen, tiny_system};

/// Creates a fight in which Dog is hidden and every combatant has attacked.
fn session() -> Session {
    let mut start = tiny_system::start();
    let mut dog = (*start.combatants[3]).clone();
    dog.hidden = true;
    dog.notes = "waits behind the door".to_owned();
    Arc::make_mut(&mut start.combatants)[3] = Arc::new(dog);
    let mut session = Session::new(&tiny_system::systems(), start, Seed(7)).expect("a session");
    for text in [
        "do strike a",
        "set target=c",
        "roll 14",
        "no",
        "roll 3",
        "do strike b",
        "set target=d",
        "roll 2",
        "do strike c",
        "set target=a",
    ] {
        let input = parse(&session, text).unwrap_or_else(|why| panic!("`{text}`: {why}"));
        session
            .input(input)
            .unwrap_or_else(|why| panic!("`{text}`: {why}"));
    }
    session
}

/// Starts a bundled fight, after all declarations.
fn declared(system: &str, fight: &str, close: &str) -> Session {
    let compendium = fight_file::compendium(system);
    let (ready, _) = setup::bundled(&compendium);
    let mut bundled = ready.iter();
    let bundled = bundled.find(|one| one.name == fight).expect("a fight");
    let start = bundled
        .setup
        .begin(&compendium, Seed(1))
        .expect("it begins");
    let mut session = Session::new(&all_systems(), start, Seed(1)).expect("a session");
    let take = |session: &mut Session, text: &str| {
        let input = parse(session, text)?;
        anyhow::Ok(session.input(input)?)
    };
    // Answers the question which combatants are surprised.
    while matches!(session.waits(), Waits::Prompt(_)) {
        let taken = take(&mut session, "roll").or_else(|_| take(&mut session, "enter"));
        taken.expect("begun");
    }
    take(&mut session, close).expect("declared");
    session
}

fn all_systems() -> Vec<&'static dyn System> {
    let mut systems = tiny_system::systems();
    systems.extend(affray::systems::all());
    systems
}

fn screen(session: &Session, width: u16, height: u16) -> String {
    let watch = watch_of(session);
    let theme = Theme::new(Colours::None, Background::Dark, Glyphs::Unicode);
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    draw::draw(&watch, &theme, buffer.area, &mut buffer);
    screen::text(&buffer)
}

#[test]
fn players_see_health_in_words_and_only_their_own_numbers() {
    let session = session();
    let lines: Vec<String> = Players::of(&session)
        .last_lines(100)
        .into_iter()
        .map(|line| line.text)
        .collect();
    let all = lines.join("\n");
    let told = "Ann strikes Cur.\nAnn, attack: hit.\nCur is hurt.";
    assert!(all.contains(told), "{all}");
    for secret in ["Dog", "hp 9 → 6", "12 or more", "d20"] {
        assert!(!all.contains(secret), "{secret} in {all}");
    }
    expect![[r#"
         Tiny fight · round 1 · strike
        ▶ Cur
         Foes
        ┌ Order ────────┬ Combatants ──────────────────────────────────────────────────┐
        │✓  Ann         │Heroes                                                        │
        │✓  Ben         │● Ann  unhurt 9/9                                             │
        │   Cur         │● Ben  unhurt 9/9                                             │
        │               │Foes                                                          │
        │               │▶ Cur  hurt                                                   │
        ├ Latest event ─┴──────────────────────────────────────────────────────────────┤
        │ Ben, attack: missed.                                                         │
        └──────────────────────────────────────────────────────────────────── q leaves ┘
    "#]]
    .assert_eq(&screen(&session, 80, 12));
}

/// Starts a fight of Countdown, after the first count.
fn played() -> Session {
    let mut session = declared("countdown", "amber_ford", "do close-declarations");
    let mut blows = 0;
    while blows < 3 {
        let text = match session.waits() {
            Waits::Prompt(_) => "roll",
            Waits::Offers { .. } => "",
            Waits::Fault(what) => panic!("{what}"),
        };
        let taken = match text {
            "" => {
                let marked = session.menu().first().expect("an offer").command.clone();
                session.input(Input::Start(marked))
            }
            text => {
                let input = parse(&session, text).expect("known");
                session.input(input)
            }
        };
        if taken.is_err() {
            let input = parse(&session, "enter").expect("known");
            session.input(input).expect("as it is proposed");
        }
        let events = session
            .history()
            .entries()
            .iter()
            .flat_map(|entry| entry.events.iter());
        blows = events
            .filter(|event| matches!(event, Event::Struck { .. }))
            .count();
    }
    session
}

#[test]
fn the_current_combatant_is_shown_large() {
    let session = played();
    for (width, height, shown) in [
        (40, 12, expect_file!["../../data/players_screen/40x12.txt"]),
        (80, 24, expect_file!["../../data/players_screen/80x24.txt"]),
        (
            120,
            40,
            expect_file!["../../data/players_screen/120x40.txt"],
        ),
        (
            200,
            60,
            expect_file!["../../data/players_screen/200x60.txt"],
        ),
        (
            240,
            67,
            expect_file!["../../data/players_screen/240x67.txt"],
        ),
    ] {
        shown.assert_eq(&screen(&session, width, height));
    }
}

/// Opens the fight on the players' screen.
fn watch_of(session: &Session) -> Watch {
    let folder = tempfile::tempdir().expect("a folder");
    let saves = Saves::new(folder.path());
    drop(saves.create(session).expect("created"));
    let name = session.now().title.clone();
    let resumed = saves.look(&name, &all_systems()).expect("read");
    Watch::new(resumed)
}

#[test]
fn the_players_screen_shows_the_current_and_the_next_combatant() {
    let read = |course: &fight_file::Course<'_>| {
        let watch = watch_of(&course.session);
        let Lead { now, side, next } = Lead::of(&watch, &Players::of(&watch.session));
        [now, side, next]
    };
    let people = r#"sides: [(name: "Red", players: true), (name: "Blue")], combatants: [
        (name: "Ann", side: "Red", sheet: (SHEET)), (name: "Ben", side: "Red", sheet: (SHEET)),
        (name: "Cur", side: "Blue", sheet: (SHEET)), (name: "Dog", side: "Blue", sheet: (SHEET))]"#;
    // Combatants on the same count act one after the other; then the next count follows.
    let countdown = fight_file::compendium("countdown");
    let sheet = "hp_max: 9";
    let setup = format!(
        r#"title: "Rungs", system: "countdown", {}"#,
        people.replace("SHEET", sheet)
    );
    let mut course = fight_file::course(
        &countdown,
        &setup,
        &[
            "enter",
            "do close-declarations",
            "do initiative",
            "roll 4 4 2 2",
        ],
    );
    assert_eq!(read(&course), ["Ann", "Red", "Ben"]);
    fight_file::go(&mut course, &["do first b"]);
    assert_eq!(read(&course), ["Ben", "Red", "Ann"]);
    // If sides alternate, the next combatants are all of the other side who can act.
    let alternation = fight_file::compendium("alternation");
    let setup = format!(
        r#"title: "Sides", system: "alternation", {}"#,
        people.replace("SHEET", "max_health: 5")
    );
    let steps = ["set started=Red", "do first Red"];
    let mut course = fight_file::course(&alternation, &setup, &steps);
    assert_eq!(read(&course), ["Red to act", "", "Cur and Dog"]);
    fight_file::go(&mut course, &["do activate a"]);
    assert_eq!(read(&course), ["Ann", "Red", "Cur and Dog"]);
    let hide = Event::Hid {
        who: course.session.now().by_name("Cur").expect("there"),
        hidden: true,
    };
    course
        .session
        .input(Input::Correct(vec![hide]))
        .expect("hidden");
    assert_eq!(read(&course), ["Ann", "Red", "Dog"]);
}

#[test]
fn a_revealed_combatant_appears_on_the_players_screen() {
    let mut session = session();
    let dog = session.now().by_name("Dog").expect("there");
    let shown = Event::Hid {
        who: dog,
        hidden: false,
    };
    assert!(!screen(&session, 60, 20).contains("Dog"));
    session
        .input(Input::Correct(vec![shown]))
        .expect("corrected");
    assert!(screen(&session, 60, 20).contains("Dog"));
}

#[test]
fn no_window_size_shows_a_secret() {
    let session = session();
    for (width, height) in [(1, 1), (3, 200), (40, 10), (64, 3), (200, 60), (500, 2)] {
        let text = screen(&session, width, height);
        assert!(!text.contains("Dog") && !text.contains("behind"), "{text}");
        if (width, height) == (40, 10) {
            assert!(text.contains("Cur  hurt"), "{text}");
        }
    }
}

#[test]
fn declarations_of_foes_are_shown_when_they_act() {
    for (system, fight, close, foes, own) in [
        (
            "segments",
            "drowned_gate",
            "do declare-rest",
            "stone maul",
            "longsword",
        ),
        (
            "countdown",
            "amber_ford",
            "do close-declarations",
            "long spear",
            "sword",
        ),
    ] {
        let session = declared(system, fight, close);
        let lines = Players::of(&session).last_lines(100);
        let log: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        let log = log.join("\n");
        assert!(log.contains(own), "{log}");
        for text in [&log, &screen(&session, 120, 40)] {
            assert!(!text.contains(foes), "{text}");
        }
        let told: Vec<_> = session.lines().iter().map(|line| &line.text).collect();
        assert!(told.iter().any(|line| line.contains(foes)), "{told:#?}");
    }
}

#[test]
fn an_older_name_of_a_hidden_combatant_stays_secret() {
    let mut session = session();
    let cur = session.now().by_name("Cur").expect("there");
    let renamed = Event::renamed(session.now(), cur, "Wolf".to_owned());
    let hid = Event::Hid {
        who: cur,
        hidden: true,
    };
    session
        .input(Input::Correct(vec![renamed, hid]))
        .expect("corrected");
    let text = screen(&session, 80, 20);
    assert!(!text.contains("Cur") && !text.contains("Wolf"), "{text}");
}

#[test]
fn a_small_screen_shows_the_turn_the_sides_and_hit_points() {
    let session = declared("countdown", "amber_ford", "do close-declarations");
    let shown = screen(&session, 50, 16);
    let side = |name: &str| {
        let line = shown.lines().position(|line| line.contains(name));
        line.unwrap_or_else(|| panic!("no {name} in\n{shown}"))
    };
    // Without colours and without rows for headings the players come first, and only they have hit points.
    assert!(side("Oswin Tarn") < side("Ford pike"), "{shown}");
    assert!(shown.contains("unhurt 7/7"), "{shown}");
    let wide = screen(&session, 80, 40);
    let at = |name: &str| {
        wide.find(name)
            .unwrap_or_else(|| panic!("no {name} in\n{wide}"))
    };
    assert!(at("│Toll-takers") > at("│Party"), "{wide}");

    let mut session = session;
    for text in ["do initiative", "roll"] {
        let input = parse(&session, text).unwrap_or_else(|why| panic!("`{text}`: {why}"));
        session
            .input(input)
            .unwrap_or_else(|why| panic!("`{text}`: {why}"));
    }
    let shown = screen(&session, 50, 16);
    let acts = shown.lines().filter(|line| line.contains('▶')).count();
    assert!(acts > 0, "{shown}");
}

#[test]
fn players_see_the_state_of_a_foe_after_their_attack() {
    let setup = r#"title: "Duel", system: "alternation",
        sides: [(name: "Players", players: true), (name: "Foes")],
        combatants: [
            (name: "Ada", side: "Players", sheet: (max_health: 10, attacks: [(name: "spear", die: 6)])),
            (name: "Lout", side: "Foes", sheet: (max_health: 8, attacks: [(name: "club", die: 8)])),
        ]"#;
    let compendium = Compendium::built_in(affray::systems::all()[0]).0;
    let steps = [
        "set started=Players",
        "do first Players",
        "do activate Ada",
        "do attack",
        "enter",
        "choose none",
        "roll 3",
    ];
    let course = fight_file::course(&compendium, setup, &steps);
    let first = told(&course.session);
    assert!(first.contains("Lout is hurt."), "{first}");
    assert!(!first.contains("8"), "{first}");
    let mut course = course;
    fight_file::go(&mut course, &["undo", "roll 5"]);
    let second = told(&course.session);
    // Half of the remaining hit points incapacitates it, which is logged instead.
    assert!(second.contains("Lout is incapacitated"), "{second}");
    assert!(!second.contains("hurt"), "{second}");
}

/// Plays some steps of a fight in a bundled system.
fn fought(system: &str, setup: &str, steps: &[&str]) -> Session {
    fight_file::course(&fight_file::compendium(system), setup, steps).session
}

/// Returns the players' log.
fn told(session: &Session) -> String {
    let lines = Players::of(session).last_lines(100).into_iter();
    lines.map(|line| line.text).collect::<Vec<_>>().join("\n")
}

/// Fight in which an ogre holds and moves a combatant.
const HELD: &str = r#"title: "Held", system: "countdown",
    sides: [(name: "P", players: true), (name: "O")],
    combatants: [
        (name: "Ogre", side: "O", sheet: (hp_max: 30, size: "large", attack_bonus: 4, str_mod: 4, move: 30)),
        (name: "Mirel", side: "P", sheet: (hp_max: 20, ac: 11, attacks: [(name: "knife", damage: "1d4")])),
    ]"#;

#[test]
fn players_see_which_visible_combatant_holds_another() {
    let grabbed = [
        "enter",
        "do declare a",
        "set action=grab",
        "do declare b",
        "set action=pass",
        "do initiative",
        "roll 6 1",
        "do grab a",
        "enter",
        "roll 15",
        "roll 15",
        "roll 5",
    ];
    let mut session = fought("countdown", HELD, &grabbed);
    let shown = screen(&session, 120, 30);
    assert!(shown.contains("held by Ogre"), "{shown}");
    assert!(shown.contains("holding Mirel"), "{shown}");
    let hide = Event::Hid {
        who: session.now().by_name("Ogre").expect("there"),
        hidden: true,
    };
    session.input(Input::Correct(vec![hide])).expect("hidden");
    let shown = screen(&session, 120, 30);
    assert!(!shown.contains("held by"), "{shown}");
    // The players' log shows who moves another combatant, but not how far.
    let moved = [
        &grabbed[..],
        &[
            "do pass b",
            "do declare a",
            "set action=keep",
            "do declare b",
            "set action=pass",
            "do initiative",
            "roll 6 1",
        ],
        &["do keep a", "roll 15", "roll 5", "set option=move, feet=10"],
    ];
    let told = told(&fought("countdown", HELD, &moved.concat()));
    assert!(told.contains("Ogre moves Mirel."), "{told}");
    let rides = r#"title: "Rider", system: "alternation",
        sides: [(name: "P", players: true), (name: "O")],
        combatants: [
            (name: "Ann", side: "P", sheet: (max_health: 8), links: [("riding", "Horse")]),
            (name: "Horse", side: "P", sheet: (max_health: 8, size: "large")),
            (name: "Cur", side: "O", sheet: (max_health: 8)),
        ]"#;
    let shown = screen(&fought("alternation", rides, &[]), 120, 30);
    assert!(shown.contains("on Horse"), "{shown}");
}

#[test]
fn players_do_not_see_why_no_reaction_was_offered() {
    let setup = r#"title: "no answer", system: "countdown",
        sides: [(name: "P", players: true), (name: "O")],
        combatants: [
            (name: "Pike", side: "P", conditions: ["surprised"], sheet: (hp_max: 9, attacks: [(name: "pike", damage: "1d6", is_reach: true)])),
            (name: "Orc", side: "O", sheet: (hp_max: 20, ac: 13, attacks: [(name: "axe", damage: "1d8")])),
        ]"#;
    let steps = [
        "enter",
        "do close-declarations",
        "do initiative",
        "roll 5",
        "do attack b",
        "enter",
    ];
    let session = fought("countdown", setup, &steps);
    let told = told(&session);
    assert!(told.contains("Orc attacks Pike"), "{told}");
    assert!(!told.contains("no answer"), "{told}");
}

#[test]
fn a_cut_row_of_the_turn_order_shows_an_ellipsis() {
    let person = |name: &str| format!(r#"(name: "{name}", side: "O", sheet: (hp_max: 20))"#);
    let names = [
        "Rundoval the Elder",
        "Marenka of the Ford",
        "Bertilak the Green",
        "Otto",
    ];
    let setup = format!(
        r#"title: "Rungs", system: "countdown", sides: [(name: "P", players: true), (name: "O")],
        combatants: [(name: "Ann", side: "P", sheet: (hp_max: 9)), {}]"#,
        names.map(person).join(", ")
    );
    let steps = [
        "enter",
        "do close-declarations",
        "do initiative",
        "roll 6 2 2 2 2",
    ];
    let session = fought("countdown", &setup, &steps);
    let order = |shown: &str| -> String {
        let row = shown
            .lines()
            .find(|line| line.contains("Rundoval") && line.contains(" 2 "));
        row.unwrap_or_else(|| panic!("no row in\n{shown}"))
            .to_owned()
    };
    let wide = order(&screen(&session, 300, 30));
    assert!(wide.contains("Otto") && !wide.contains('…'), "{wide}");
    let narrow = order(&screen(&session, 90, 30));
    assert!(narrow.contains('…'), "{narrow}");
}

#[test]
fn players_see_who_escapes_and_why_combatants_fall() {
    let away = r#"title: "Away", system: "split-round",
        sides: [(name: "P", players: true), (name: "O")],
        combatants: [(name: "Ada", side: "P", sheet: (hp_max: 20)), (name: "Imp", side: "O", sheet: (hp_max: 20)),
            (name: "Rat", side: "O", sheet: (hp_max: 20))]"#;
    let told_away = |steps: &[&str]| told(&fought("split-round", away, steps));
    let flight = [
        "enter",
        "do declare b",
        "set plan=nothing, feet=30, gone=yes",
    ];
    assert!(
        told_away(&flight).contains("Imp is out of the fight."),
        "{}",
        told_away(&flight)
    );
    let plans = ["enter", "do declare b", "set plan=nothing, feet=30"];
    assert!(!told_away(&plans).contains("Imp"), "{}", told_away(&plans));
    let burning = r#"title: "Burns", system: "countdown",
        sides: [(name: "P", players: true), (name: "O")],
        combatants: [(name: "Kara", side: "P", sheet: (hp_max: 9)),
            (name: "Orc", side: "O", conditions: ["burning"], sheet: (hp_max: 3, burns: [(due: 1)])),
            (name: "Rat", side: "O", sheet: (hp_max: 9))]"#;
    let steps = [
        "enter",
        "do close-declarations",
        "do initiative",
        "roll 5 4 3",
        "do pass a",
        "do pass b",
        "do pass c",
        "roll 4",
    ];
    let told = told(&fought("countdown", burning, &steps));
    assert!(told.contains("burning oil"), "{told}");
    assert!(told.contains("Orc is dead"), "{told}");
}

#[test]
fn a_dead_combatant_is_marked_dead_only_once() {
    let mut session = declared("countdown", "amber_ford", "do close-declarations");
    let foe = session.now().by_name("Ford pike 1").expect("there");
    let dies = Event::Gained {
        who: foe,
        condition: Condition::named("dead"),
        label: "dead".into(),
        replaces: Giver::Any,
    };
    session.input(Input::Correct(vec![dies])).expect("ruled");
    let shown = screen(&session, 120, 40);
    let row = shown.lines().find(|line| line.contains("Ford pike 1  "));
    let row = row.unwrap_or_else(|| panic!("no row in\n{shown}"));
    assert_eq!(row.matches("dead").count(), 1, "{row}");
}

/// Letters are only for the GM: the players' screen shows none.
#[test]
fn players_see_targets_by_name() {
    let session = declared("split-round", "low_tide", "do declare-rest");
    let shown = screen(&session, 200, 60);
    assert!(
        shown.contains("Marenka Holt at Tide captain: longsword twice"),
        "{shown}"
    );
    assert!(session.order()[0].label.starts_with("Marenka Holt at e: "));
}

/// Returns the header and the latest event that players see after some steps of a fight of Open d20: Ada against Cur, who
/// has 9 hit points, and Dog.
fn after(steps: &[&str]) -> (Lead, String) {
    let compendium = fight_file::compendium("d20");
    let setup = "title: \"x\", system: \"d20\", sides: [(name: \"Party\", players: true), (name: \"Foes\")], combatants: [
        (name: \"Ada\", side: \"Party\", sheet: (max_hp: 20, ac: 12, attacks: [(name: \"sword\", bonus: 3, damage: \"1d8+1\", damage_type: \"slashing\")])),
        (name: \"Cur\", side: \"Foes\", sheet: (max_hp: 9, ac: 12)),
        (name: \"Dog\", side: \"Foes\", sheet: (max_hp: 9, ac: 12))]";
    let course = fight_file::course(&compendium, setup, &["roll 20 2 1"]);
    let mut course = course;
    fight_file::go(&mut course, steps);
    let watch = watch_of(&course.session);
    let players = Players::of(&course.session);
    let told = players.latest().map_or(String::new(), |latest| latest.told);
    (Lead::of(&watch, &players), told)
}

#[test]
fn the_headline_names_kills_and_critical_hits() {
    let attack = ["do attack a", "set target=b", "roll 15", "roll 8"];
    let (_, told) = after(&attack);
    assert!(
        told.contains("Ada attacks Cur") && told.contains("Cur is dead"),
        "{told}"
    );
    let (_, told) = after(&["do attack a", "set target=b", "roll 20", "roll 1 1"]);
    assert!(
        told.contains("critical hit") && told.contains("Cur is hurt"),
        "{told}"
    );
    let (_, told) = after(&["do attack a", "set target=b", "roll 15", "roll 1"]);
    assert!(!told.contains("Critical"), "{told}");
    // A fall without an attack is the headline until the next attack. An attack on another target does not explain the
    // fall.
    let ruled = ["ruling damage c", "set amount=400"];
    let (_, told) = after(&[&attack[..], &ruled[..]].concat());
    assert!(
        told.contains("Dog is dead") && !told.contains("Cur"),
        "{told}"
    );
}

#[test]
fn a_ruling_stays_the_latest_event_until_another_event() {
    let attack = ["do attack a", "set target=b", "roll 15", "roll 1"];
    let damage = ["ruling damage c", "set amount=3"];
    let healing = ["ruling heal c", "set amount=1"];
    let (_, told) = after(&[&attack[..], &damage].concat());
    assert!(
        told.contains("GM ruling: damage") && told.contains("Dog is hurt"),
        "{told}"
    );
    let (_, told) = after(&[&damage[..], &healing].concat());
    assert_eq!(told, "GM ruling: healing (Dog).");
    let (_, told) = after(&[&damage[..], &attack].concat());
    assert!(told.contains("Ada attacks Cur"), "{told}");
    // The fall of one combatant does not hide later rulings on others.
    let fall = ["ruling damage a", "set amount=20"];
    let (_, told) = after(&[&fall[..], &damage].concat());
    assert!(told.contains("Dog is hurt"), "{told}");
}

/// Opens a fight of Open d20 between Ada and Cur, who is hidden.
fn against_hidden(steps: &[&str]) -> (Lead, String) {
    let compendium = fight_file::compendium("d20");
    let setup = "title: \"x\", system: \"d20\", sides: [(name: \"Party\", players: true), (name: \"Foes\")], combatants: [
        (name: \"Ada\", side: \"Party\", sheet: (max_hp: 20, ac: 12)),
        (name: \"Cur\", side: \"Foes\", hidden: true, sheet: (max_hp: 9, ac: 12, attacks: [(name: \"bite\", bonus: 3, damage: \"1d8+1\", damage_type: \"piercing\")]))]";
    let course = fight_file::course(&compendium, setup, steps);
    let watch = watch_of(&course.session);
    let players = Players::of(&course.session);
    let told = players.latest().map_or(String::new(), |latest| latest.told);
    (Lead::of(&watch, &players), told)
}

#[test]
fn damage_by_a_hidden_combatant_is_the_latest_event() {
    let attack = ["do attack b", "set target=a", "roll 15", "roll 1"];
    let (_, told) = against_hidden(&[&["roll 2 20"][..], &attack].concat());
    assert!(
        told.contains("Ada takes") && !told.contains("Cur"),
        "{told}"
    );
}

#[test]
fn no_combatant_is_next_before_initiative() {
    let (lead, _) = against_hidden(&[]);
    assert_eq!(lead.next, "");
    let (lead, _) = after(&["do end-turn a"]);
    assert_ne!(lead.next, "");
}

#[test]
fn a_log_line_for_players_names_a_combatant_or_is_left_out() {
    let fight = r#"title: "x", system: "d20", sides: [(name: "Party", players: true), (name: "Foes")],
        combatants: [(name: "Ada", side: "Party", sheet: (max_hp: 20, ac: 12)), (name: "Cur", side: "Foes", sheet: (max_hp: 9, ac: 12))]"#;
    let steps = [
        "roll 20 2",
        "ruling damage b",
        "set amount=3",
        "ruling heal b",
        "set amount=2",
    ];
    let told = told(&fought("d20", fight, &steps));
    let lines: Vec<&str> = told.lines().collect();
    assert!(!lines.contains(&"Initiative."), "{told}");
    assert!(!lines.contains(&"GM ruling: healing."), "{told}");
    assert!(lines.contains(&"GM ruling: healing (Cur)."), "{told}");
}

#[test]
fn dead_combatants_show_no_conditions() {
    let fight = r#"title: "x", system: "d20", sides: [(name: "Party", players: true), (name: "Foes")],
        combatants: [(name: "Ada", side: "Party", sheet: (max_hp: 20, ac: 12)), (name: "Cur", side: "Foes", conditions: ["prone", "poisoned"], sheet: (max_hp: 9, ac: 12))]"#;
    let conditions = |steps: &[&str]| {
        let session = fought("d20", fight, steps);
        let seen = Seen::of(&watch_of(&session), &Players::of(&session), 9);
        let people = seen.sides.into_iter().flat_map(|side| side.people);
        let cur = people
            .into_iter()
            .find(|one| one.name == "Cur")
            .expect("there");
        (cur.health, cur.conditions)
    };
    let (health, shown) = conditions(&["roll 20 2"]);
    assert_eq!((health.as_str(), shown.len()), ("unhurt", 2), "{shown:?}");
    let (health, shown) = conditions(&["roll 20 2", "ruling damage b", "set amount=400"]);
    assert_eq!((health.as_str(), shown.len()), ("dead", 0), "{shown:?}");
}

#[test]
fn the_header_names_the_winner() {
    let end = |steps: &[&str]| after(&[steps, &["do end"]].concat()).0;
    let fallen = |letter: &str| {
        [
            format!("ruling damage {letter}"),
            "set amount=400".to_owned(),
        ]
    };
    let both: Vec<String> = fallen("b").into_iter().chain(fallen("c")).collect();
    let both: Vec<&str> = both.iter().map(String::as_str).collect();
    let lead = end(&both);
    assert_eq!(
        (lead.now.as_str(), lead.side.as_str()),
        ("The fight is over", "Party won")
    );
    assert_eq!(end(&[]).side, "", "enemies still stand");
}
