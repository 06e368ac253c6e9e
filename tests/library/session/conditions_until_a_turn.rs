//! Conditions that end at a combatant's turn, on this or another combatant. They are set with F2 and on the `:` line in
//! every system, shown, undone and saved. A combatant who no longer has turns does not delay the end.

use affray::compendium::Compendium;
use affray::dice::{Generator, Seed};
use affray::encounter::{Condition, Encounter, Ends, Event, Giver};
use affray::ron_text::Source;
use affray::rules::System;
use affray::session::{Input, Session, parse};
use affray::setup::{self, Newcomer, Setup};
use affray::simulate::{Leader, Standing, simulate};
use affray::store::saves::{read, snapshot};
use affray::systems;
use affray::ui::app::App;
use affray::values::{Id, Occasion};
use expect_test::expect;

use crate::support::keyboard::{fight, line, of_setup, on, press, written};
use crate::support::{laws, screen};

/// Returns the first bundled fight of a system.
fn ready(system: &'static dyn System) -> (Setup, Compendium) {
    let compendium = Compendium::built_in(system).0;
    let (ready, _) = setup::bundled(&compendium);
    let first = ready.first().expect("a bundled fight");
    (first.setup.clone(), compendium)
}

/// Gives each combatant a condition that ends at a trigger of a turn.
fn mark(session: &mut Session, ends: impl Fn(Id) -> Vec<Ends>) {
    let ids: Vec<Id> = session.now().ids().collect();
    let mut marks = Vec::new();
    for who in ids {
        marks.extend(
            ends(who)
                .into_iter()
                .enumerate()
                .map(|(nth, ends)| Event::Gained {
                    who,
                    condition: Condition::named(&format!("mark_{nth}")).ends(ends),
                    label: "".into(),
                    replaces: Giver::Any,
                }),
        );
    }
    session.input(Input::Correct(marks)).expect("ruled");
}

/// Plays some rounds, and returns the triggers that ended the conditions.
fn played(system: &dyn System, now: &Encounter, rounds: u32) -> Vec<(Id, String, String)> {
    let mut dice = Generator::at(Seed(3), 0, "turns", 0, 0);
    let mut led = Leader::new(system, &[], &mut dice);
    led.listens = true;
    let start = Standing::from(now.clone());
    let fight = simulate(&mut led, &start, rounds, |_| true).expect("no rule is at fault");
    let lost = fight.events.iter().filter_map(|event| match event {
        Event::Lost {
            who, key, cause, ..
        } if key.starts_with("mark_") => {
            Some((*who, key.clone(), fight.now.told(cause).into_owned()))
        }
        _ => None,
    });
    lost.collect()
}

#[test]
fn every_turn_trigger_of_a_system_occurs() {
    laws::each(|system| {
        let (setup, compendium) = ready(system);
        let start = setup.begin(&compendium, Seed(5)).expect("it begins");
        let mut session = Session::new(&[system], start, Seed(5)).expect("a session");
        let moments = &compendium.schema.moments;
        let of_turns: Vec<_> = moments.iter().filter(|one| one.is_of_turn()).collect();
        let occasions: Vec<Occasion> = of_turns.iter().map(|one| one.occasion).collect();
        assert_eq!(occasions, [Occasion::TurnBegins, Occasion::TurnEnds]);
        // The condition of each combatant waits for the next combatant in the list.
        let all = session.now().combatants.len();
        let next = |who: Id| Id(u32::try_from((who.index() + 1) % all).unwrap_or(0));
        mark(&mut session, |who| {
            let ends = of_turns.iter().map(|one| Ends::turn(**one, next(who), 9));
            ends.collect()
        });
        let lost = played(system, session.now(), 4);
        for (nth, moment) in of_turns.iter().enumerate() {
            let key = format!("mark_{nth}");
            let mut came = 0;
            for (who, _, cause) in lost.iter().filter(|(_, lost, _)| *lost == key) {
                let whose = format!("{}'s", session.now().name(next(*who)));
                came += usize::from(*cause == moment.told(&whose));
                // A combatant who falls may lose all conditions without a cause.
                assert!(cause.is_empty() || *cause == moment.told(&whose), "{cause}");
            }
            assert!(came > 2, "{} {}: {lost:?}", system.key(), moment.word);
        }
    });
}

/// A combatant who has left has no turn: conditions that wait for it end with the next round.
#[test]
fn conditions_until_the_turn_of_a_combatant_who_left_end_with_the_next_round() {
    laws::each(|system| {
        let (setup, compendium) = ready(system);
        let start = setup.begin(&compendium, Seed(5)).expect("it begins");
        let mut session = Session::new(&[system], start, Seed(5)).expect("a session");
        let gone = session.now().ids().last().expect("somebody");
        let left = Event::Left {
            who: gone,
            cause: String::new(),
        };
        session
            .input(Input::Correct(vec![left]))
            .expect("it leaves");
        let moments = &compendium.schema.moments;
        let begins = moments.iter().find(|one| one.is_of_turn()).expect("one");
        mark(&mut session, |_| vec![Ends::turn(*begins, gone, 0)]);
        let lost = played(system, session.now(), 3);
        // A combatant who falls may lose all conditions without a cause.
        let in_time = lost
            .iter()
            .filter(|(.., cause)| cause == "time is up")
            .count();
        let silent = lost.iter().filter(|(.., cause)| cause.is_empty()).count();
        assert!(in_time > 2, "{}: {lost:?}", system.key());
        assert_eq!(
            in_time + silent,
            session.now().combatants.len(),
            "{}",
            system.key()
        );
    });
}

#[test]
fn conditions_that_last_for_the_fight_end_with_the_fight() {
    laws::each(|system| {
        let (setup, compendium) = ready(system);
        let start = setup.begin(&compendium, Seed(5)).expect("it begins");
        let mut session = Session::new(&[system], start, Seed(5)).expect("a session");
        let mut moments = compendium.schema.moments.iter();
        let over = moments
            .find(|one| one.word == "fight_over")
            .expect("it ends");
        mark(&mut session, |_| vec![Ends::at(*over)]);
        let lost = played(system, session.now(), 60);
        let over = lost
            .iter()
            .filter(|(.., cause)| cause == "end of the fight");
        assert!(over.count() > 0, "{}: {lost:?}", system.key());
    });
}

#[test]
fn the_command_line_sets_conditions_until_a_turn() {
    let mut rows = String::new();
    for system in systems::all() {
        let (name, mut app) = (system.key(), of_setup(&ready(*system).0));
        let before = on(&app).now().clone();
        line(&mut app, "cond \"sworn to stand\" b until a");
        line(&mut app, "cond \"drenched in oil\" b until end c");
        line(&mut app, "cond \"under an oath\" b until fight_over");
        let drawn = screen::draw(&mut app, 200, 60);
        let row = drawn
            .lines()
            .find(|line| line.contains("sworn to") && line.contains(" · drench"));
        let row = row.unwrap_or_else(|| panic!("{drawn}"));
        let from = row.find("sworn").unwrap_or(0);
        let shown = row[from..].split('│').next().unwrap_or_default();
        rows += &format!("{}\n", shown.trim_end());
        let ends: Vec<Ends> = on(&app)
            .now()
            .get(Id(1))
            .conditions
            .iter()
            .map(|one| one.ends.clone())
            .collect();
        let turns = |ends: &&Ends| matches!(ends, Ends::Turn { .. });
        assert_eq!(ends.iter().filter(turns).count(), 2, "{name}");
        let text = snapshot(&on(&app).session).expect("a snapshot");
        let again = read(&Source::new("fight.ron", &text), systems::all()).expect("it is read");
        assert_eq!(again.now(), on(&app).now(), "{name}");
        press(&mut app, "backspace backspace backspace");
        assert_eq!(*on(&app).now(), before, "{name}: undone");
    }
    expect![[r#"
        sworn to stand … · drenched in oil… · under an oath
        sworn to stand (un… · drenched in oil (u… ·…
        sworn to stand (u… · drenched in oil (… · …
        sworn to stand … · drenched in oil… ·…
        sworn to stan… · drenched in o… · under an oath
        sworn to stand (u… · drenched in oil (… · under an oath
        sworn to stan… · drenched in o… · under an oath
    "#]]
    .assert_eq(&rows);
    let mut app = fight("bridge");
    press(&mut app, ":");
    app.paste("cond \"sworn to stand\" b until doomsday");
    press(&mut app, "enter");
    let shown = screen::draw(&mut app, 160, 40);
    assert!(shown.contains("write when the condition ends"), "{shown}");
}

/// F2 only asks whose turn it is if the condition ends with a turn.
#[test]
fn f2_asks_for_the_turn_that_ends_a_condition() {
    let mut app = fight("salt_road");
    press(&mut app, "f2 shift-i a shift-i");
    app.paste("staggered");
    press(&mut app, "enter shift-l");
    let drawn = screen::draw(&mut app, 80, 24);
    assert!(
        drawn.contains("U turns") && !drawn.contains("O whose"),
        "{drawn}"
    );
    press(&mut app, "shift-l shift-o b");
    let drawn = screen::draw(&mut app, 80, 24);
    let form = drawn
        .find("┢ A condition")
        .unwrap_or_else(|| panic!("{drawn}"));
    expect![[r#"
        ┢ A condition ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┪
        ┃   T targets                  a Sigrun Dahl                                   ┃
        ┃   I condition                staggered                                       ┃
        ┃   L lasts                    until the start of a combatant's next turn      ┃
        ┃ › O whose                    b Emeric Thole                                  ┃
        ┃   U rounds before that       0  0: the next turn                             ┃
        ┃   B why                                                                      ┃
        ┃   P hidden from the players  [ ]  if not, players see it without numbers     ┃
        ┗ Esc back  Backspace undo  F2 ruling  F3 sheet  F8 amend ━━━━━━━━ Enter sends ┛
    "#]]
    .assert_eq(&drawn[form..]);
    press(&mut app, "enter");
    let conditions = &on(&app).now().get(Id(0)).conditions;
    let ends: Vec<&Ends> = conditions.iter().map(|one| &one.ends).collect();
    let turn = |ends: &&&Ends| matches!(ends, Ends::Turn { whose: Id(1), .. });
    assert_eq!(ends.iter().filter(turn).count(), 1, "{ends:?}");
}

/// A stunned combatant of Segments is stunned for the round, unless a ruling sets a longer duration.
#[test]
fn in_segments_a_ruling_can_stun_a_combatant_beyond_the_round() {
    let system = systems::all().iter().find(|one| one.key() == "segments");
    let system = *system.expect("a system");
    let (setup, compendium) = ready(system);
    let start = setup.begin(&compendium, Seed(5)).expect("it begins");
    let mut session = Session::new(systems::all(), start, Seed(5)).expect("a session");
    let begins = compendium.schema.moments[0];
    let ids: Vec<Id> = session.now().ids().collect();
    let stunned = |who, ends| Event::Gained {
        who,
        condition: Condition::named("stunned").ends(ends),
        label: "stunned".into(),
        replaces: Giver::Any,
    };
    // The second combatant waits for the first, who cannot act either.
    let ruled = vec![
        stunned(ids[0], Ends::EndOfRound(5)),
        stunned(ids[1], Ends::turn(begins, ids[0], 1)),
        stunned(ids[2], Ends::WhenCleared),
    ];
    session.input(Input::Correct(ruled)).expect("ruled");
    let mut dice = Generator::at(Seed(3), 0, "stunned", 0, 0);
    let mut led = Leader::new(system, &[], &mut dice);
    let start = Standing::from(session.now().clone());
    let has = |now: &Encounter, id: Id| now.get(id).named("stunned").is_some();
    let to = |round: u32, led: &mut Leader<'_>| {
        let fight = simulate(led, &start, round, |now| now.round < round);
        fight.expect("no rule is at fault").now
    };
    let second = to(2, &mut led);
    assert_eq!(
        ids[..3]
            .iter()
            .map(|id| has(&second, *id))
            .collect::<Vec<_>>(),
        [true, true, false]
    );
    let third = to(3, &mut led);
    assert_eq!((has(&third, ids[0]), has(&third, ids[1])), (true, false));
}

/// After undo of a combatant's arrival, a removed line about a condition until the combatant's turn can still be
/// formatted.
#[test]
fn undone_log_lines_can_name_removed_combatants() {
    let (setup, compendium) = ready(systems::all()[0]);
    let start = setup.begin(&compendium, Seed(5)).expect("it begins");
    let mut session = Session::new(systems::all(), start, Seed(5)).expect("a session");
    let name = session.now().sides[0].name.clone();
    // The removal happens between two commands.
    let began = parse(&session, &format!("set started={name}")).expect("an input");
    session.input(began).expect("taken");
    let guest = [Newcomer::improvised("Guest", 4, &name)];
    let events = setup::newcomers(session.now(), &compendium, &guest, Seed(5)).expect("it fits");
    session.input(Input::Correct(events)).expect("it joins");
    let joined = session.now().by_name("Guest").expect("it is there");
    let begins = compendium.schema.moments[0];
    let sworn = Event::Gained {
        who: Id(0),
        condition: Condition::named("sworn").ends(Ends::turn(begins, joined, 1)),
        label: "sworn".into(),
        replaces: Giver::Any,
    };
    session.input(Input::Correct(vec![sworn])).expect("ruled");
    for _ in 0..2 {
        session.input(Input::Undo).expect("undone");
    }
    assert!(session.now().find(joined).is_none());
    let undone = session.undone_lines();
    let until = "until the start of somebody's next turn";
    let told = undone.iter().any(|line| line.text.contains(until));
    assert!(told, "{undone:?}");
}

/// Returns the conditions of the second combatant by key, with the round in which each ended; 0 while it lasts.
fn ended(system: &'static dyn System, app: &App, rounds: u32) -> Vec<(String, String)> {
    let mut dice = Generator::at(Seed(3), 0, "turns", 0, 0);
    let mut led = Leader::new(system, &[], &mut dice);
    led.listens = true;
    let start = Standing::from(on(app).now().clone());
    let fight = simulate(&mut led, &start, rounds, |_| true).expect("no rule is at fault");
    let mut round = start.now().round;
    let mut all = Vec::new();
    for event in &fight.events {
        match event {
            Event::Round { number, .. } => round = *number,
            Event::Lost { key, cause, .. } => {
                let cause = fight.now.told(cause);
                all.push((key.clone(), format!("{round} {cause}")));
            }
            _ => {}
        }
    }
    all
}

/// P, fault 7: "until the end of b's next turn" and "three rounds, until b's turn" in every system.
#[test]
fn a_condition_can_end_with_a_turn_in_a_later_round() {
    for system in systems::all().iter().copied() {
        let name = system.key();
        let mut app = of_setup(&ready(system).0);
        line(&mut app, "cond \"sworn to stand\" a until next end b");
        line(&mut app, "cond \"drenched in oil\" a 2 until b");
        line(&mut app, "cond \"marked\" a for 3 rounds until end b");
        let now = on(&app).now();
        let round = now.round;
        let from = |key: &str| match now.get(Id(0)).named(key).map(|one| &one.ends) {
            Some(Ends::Turn { whose, from, .. }) => (*whose, *from),
            ends => panic!("{name}: {key} {ends:?}"),
        };
        assert_eq!(from("drenched_in_oil"), (Id(1), round + 2), "{name}");
        assert_eq!(from("marked"), (Id(1), round + 3), "{name}");
        assert_eq!(from("sworn_to_stand").0, Id(1), "{name}");
        let text = snapshot(&on(&app).session).expect("a snapshot");
        let again = read(&Source::new("fight.ron", &text), systems::all()).expect("it is read");
        assert_eq!(again.now(), on(&app).now(), "{name}");
        let whose = now.name(Id(1)).to_owned();
        line(&mut app, "sheet a");
        let sheet = screen::draw(&mut app, 300, 60);
        let until = format!("{whose}'s turn in round {}", round + 2);
        let action = format!("{whose}'s action in round {}", round + 2);
        assert!(
            sheet.contains(&until) || sheet.contains(&action),
            "{name}: {sheet}"
        );
        press(&mut app, "esc");
        for (key, last) in ended(system, &app, round + 5) {
            let (ended, cause) = last.split_once(' ').expect("a round and a cause");
            let ended: u32 = ended.parse().expect("a round");
            let latest = match key.as_str() {
                "drenched_in_oil" => round + 2,
                "marked" => round + 3,
                _ => continue,
            };
            // A combatant who falls may lose all conditions without a cause.
            assert!(
                cause.is_empty() || ended == latest,
                "{name}: {key} ended in {last}"
            );
        }
        press(&mut app, "backspace backspace backspace");
        assert!(
            on(&app).now().get(Id(0)).named("marked").is_none(),
            "{name}: undone"
        );
    }
}

/// In a combatant's own turn, the end of the next turn is not the end of this one.
#[test]
fn a_condition_until_the_end_of_the_next_turn_outlasts_the_current_turn() {
    let mut app = written(
        "plain",
        r#"(title: "Two", system: "plain", options: (order: "as_listed"),
        sides: [(name: "Party", players: true), (name: "Foes")],
        combatants: [(name: "Ann", side: "Party", sheet: (most: 9)), (name: "Orc", side: "Foes", sheet: (most: 9))])"#,
    );
    let has = |app: &App, key: &str| on(app).now().get(Id(1)).named(key).is_some();
    line(&mut app, "cond \"held fast\" b until next end a");
    line(&mut app, "cond \"dazed\" b until next end b");
    line(&mut app, "cond \"shaken\" b until end a");
    line(&mut app, "do end-turn a");
    assert!(
        has(&app, "held_fast") && !has(&app, "shaken"),
        "after the turn of a"
    );
    line(&mut app, "do end-turn b");
    assert!(
        has(&app, "held_fast") && !has(&app, "dazed"),
        "after the turn of b"
    );
    line(&mut app, "do end-turn a");
    assert!(!has(&app, "held_fast"), "after the next turn of a");
    press(&mut app, "backspace");
    assert!(has(&app, "held_fast"), "undone");
}

/// A number at the end of a name is not a number of rounds.
#[test]
fn a_number_in_a_name_is_not_a_duration() {
    let mut app = written(
        "plain",
        r#"(title: "Two", system: "plain", options: (order: "as_listed"),
        sides: [(name: "Party", players: true), (name: "Foes")],
        combatants: [(name: "Ann", side: "Party", sheet: (most: 9)), (name: "Thug", count: 2, side: "Foes", sheet: (most: 9))])"#,
    );
    line(&mut app, "cond afraid Thug 2 until a");
    line(&mut app, "cond prone Thug 2");
    line(&mut app, "cond blinded Thug 2 3");
    let thug = on(&app).now().get(Id(2));
    let keys: Vec<&str> = thug.conditions.iter().map(|one| one.key.as_str()).collect();
    assert_eq!(keys, ["afraid", "prone", "blinded"]);
    assert_eq!(thug.conditions[1].ends, Ends::WhenCleared);
    assert!(matches!(thug.conditions[2].ends, Ends::EndOfRound(_)));
}
