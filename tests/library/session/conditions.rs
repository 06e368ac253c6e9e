//! Conditions that end at the triggers of a system, and conditions from several sources.

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::encounter::check::Known;
use affray::encounter::{Condition, Ends, Event, Giver};
use affray::ron_text::{Source, read_as};
use affray::rules::System;
use affray::session::{Input, Session, parse};
use affray::setup;
use affray::store::saves::{read, snapshot};
use affray::systems::alternation::Alternation;
use affray::systems::countdown::Countdown;
use affray::values::{Arg, Content, Id, Record, Said, Schema, Stored as _, Told, Value};

use crate::support::{screen, tiny_system};

fn session() -> Session {
    Session::new(&tiny_system::systems(), tiny_system::start(), Seed(7)).expect("a session")
}

#[track_caller]
fn play(session: &mut Session, inputs: &[&str]) {
    for text in inputs {
        let input = parse(session, text).unwrap_or_else(|why| panic!("`{text}`: {why}"));
        session
            .input(input)
            .unwrap_or_else(|why| panic!("`{text}`: {why}"));
    }
}

/// Makes a ruling with a condition that lasts until a trigger.
fn rule(session: &mut Session, whom: &str, condition: &str, until: &str) {
    let words = match condition {
        "prone" => "condition=prone".to_owned(),
        other => format!("condition=other, words={other}"),
    };
    let set = format!("set targets={whom}, {words}, lasts={until}");
    play(session, &["ruling condition", &set]);
}

fn has(session: &Session, id: u32, key: &str) -> bool {
    session.now().get(Id(id)).named(key).is_some()
}

fn told(session: &Session) -> String {
    let lines: Vec<&str> = session.lines().iter().map(|line| &*line.text).collect();
    lines.join("\n")
}

#[test]
fn a_condition_ends_at_a_trigger_of_its_system() {
    let mut session = session();
    rule(&mut session, "a b", "dazed", "blow");
    rule(&mut session, "a b", "deaf", "bell");
    assert!(told(&session).contains("Ann is dazed until the next strike."));
    play(&mut session, &["do strike a", "set target=c", "roll 1"]);
    assert!(!has(&session, 0, "dazed"), "the moment was hers");
    assert!(has(&session, 1, "dazed"), "it was not his");
    assert!(has(&session, 0, "deaf"), "it was another moment");
    assert!(told(&session).contains("Ann is no longer dazed (next strike)."));
    let before = session.now().clone();
    play(&mut session, &["do bell", "pick d"]);
    assert!(!has(&session, 0, "deaf") && !has(&session, 1, "deaf"));
    assert!(has(&session, 1, "dazed"));
    assert!(told(&session).contains("Ben is no longer deaf (next bell)."));
    play(&mut session, &["undo", "undo"]);
    assert_eq!(*session.now(), before);
}

#[test]
fn triggers_are_saved_and_unknown_triggers_are_reported() {
    let mut session = session();
    rule(&mut session, "a", "deaf", "bell");
    let text = snapshot(&session).expect("a snapshot");
    let back = read(&Source::new("save.ron", &text), &tiny_system::systems()).expect("read");
    assert_eq!(back.now(), session.now());
    assert_eq!(snapshot(&back).expect("a snapshot"), text);

    let changed = text.replace("At(\"bell\")", "At(\"ball\")");
    let Err(why) = read(&Source::new("save.ron", &changed), &tiny_system::systems()) else {
        panic!("it was read");
    };
    let why = format!("{why:#}");
    let line = text.lines().position(|line| line.contains("At(\"bell\")"));
    let place = format!("save.ron:{}:", line.expect("a line") + 1);
    assert!(why.starts_with(&place), "{why}");
    assert!(
        why.contains("unknown moment `ball`: did you mean `bell`?"),
        "{why}"
    );
}

#[test]
fn an_older_save_with_a_condition_until_the_end_of_the_stretch_is_read() {
    let mut session = session();
    rule(&mut session, "a", "deaf", "bell");
    let text = snapshot(&session).expect("a snapshot");
    let older = text.replace("At(\"bell\")", "Stretch");
    let back = read(&Source::new("save.ron", &older), &tiny_system::systems()).expect("read");
    let deaf = back.now().get(Id(0)).named("deaf").expect("deaf");
    assert_eq!(deaf.ends, Ends::At("stretch".to_owned()));
}

#[test]
fn triggers_in_the_state_of_a_system_must_be_known() {
    let schema = Countdown.schema();
    let known = Known {
        combatants: 1,
        sides: 1,
        schema,
    };
    let booked = |moment: &str| {
        let condition = Condition::named("deaf").ends(Ends::At(moment.to_owned()));
        let afflictions = vec![(condition, false)].store().expect("words");
        known.event(&Event::Kept {
            part: "booked".to_owned(),
            who: Some(Id(0)),
            to: Content::Words(Some(Value::Record(
                Record::new().with("afflictions", afflictions),
            ))),
        })
    };
    let wrong = booked("bell").expect_err("no bell there");
    assert!(wrong.what.starts_with("unknown moment `bell`"), "{wrong:?}");
    assert_eq!(
        booked("stretch"),
        Ok(()),
        "once it could be ruled everywhere"
    );
}

#[test]
fn combatants_in_the_facts_of_an_event_must_exist() {
    let known = Known {
        combatants: 1,
        sides: 1,
        schema: Countdown.schema(),
    };
    let events = |who: Id| {
        let told = || Told::Said(Said("Hit".into(), vec![Arg::Who(who)]));
        [
            Event::Gained {
                who: Id(0),
                condition: Condition::named("prone"),
                label: told(),
                replaces: Giver::Any,
            },
            Event::Lost {
                who: Id(0),
                key: "prone".to_owned(),
                giver: Giver::Any,
                label: Told::default(),
                cause: told(),
            },
            Event::Round {
                number: 1,
                text: told(),
            },
        ]
    };
    for (event, field) in events(Id(1)).iter().zip(["label", "cause", "text"]) {
        let wrong = known.event(event).expect_err(field);
        assert!(format!("{wrong:?}").contains(field), "{wrong:?}");
    }
    for event in events(Id(0)) {
        assert_eq!(known.event(&event), Ok(()));
    }
}

#[test]
fn a_set_up_names_the_trigger_that_ends_a_condition() {
    let (compendium, _) = Compendium::built_in(&Alternation);
    let with = |conditions: &str| {
        let text = format!(
            "(title: \"x\", system: \"alternation\", sides: [(name: \"A\"), (name: \"B\")],\n\
             combatants: [(from: \"{}\", side: \"A\", conditions: [{conditions}])])",
            compendium.roster()[0].name
        );
        let (setup, wrong) = setup::read(&Source::new("fight.ron", &text), &[&compendium]);
        let wrong: Vec<String> = wrong.into_iter().map(|one| one.what).collect();
        (setup, wrong)
    };
    let (begun, wrong) = with("(key: \"broken\", until: \"stretch\")");
    assert_eq!(wrong, [""; 0]);
    let begun = begun.expect("a set-up");
    assert_eq!(
        begun.combatants[0].conditions[0].ends,
        Ends::At("stretch".to_owned())
    );
    let written = setup::write(&begun, compendium.schema);
    assert!(
        written.contains("(key: \"broken\", until: \"stretch\")"),
        "{written}"
    );
    let (older, wrong) = with("(key: \"broken\", stretch: true)");
    assert_eq!(wrong, [""; 0]);
    assert_eq!(
        older.expect("a set-up").combatants[0].conditions,
        begun.combatants[0].conditions
    );
    let (_, wrong) = with("(key: \"broken\", until: \"strech\")");
    assert_eq!(wrong, ["unknown moment `strech`: did you mean `stretch`?"]);
}

/// Starts a session in which two of the Heroes trip Dog, and a ruling makes it prone as well.
fn tripped() -> Session {
    let mut session = session();
    trip(&mut session, "a");
    trip(&mut session, "b");
    rule(&mut session, "d", "prone", "blow");
    session
}

/// Makes a combatant trip Dog.
fn trip(session: &mut Session, who: &str) {
    let strike = format!("do strike {who}");
    play(
        session,
        &[&strike, "set target=d, trip=on", "roll 15", "no", "roll 1"],
    );
}

/// Returns the sources of Dog's prone condition, in order.
fn givers(session: &Session) -> Vec<Option<Id>> {
    let conditions = session.now().get(Id(3)).conditions.iter();
    conditions
        .filter(|one| one.key == "prone")
        .map(|one| one.by)
        .collect()
}

fn last_line(session: &Session) -> String {
    let line = session.lines().last().expect("a line");
    line.text.clone()
}

#[test]
fn a_condition_can_have_several_sources() {
    let mut session = tripped();
    assert_eq!(givers(&session), [Some(Id(0)), Some(Id(1)), None]);
    let three = session.now().clone();
    play(&mut session, &["do round"]);
    trip(&mut session, "a");
    assert_eq!(
        givers(&session),
        [Some(Id(1)), None, Some(Id(0))],
        "hers is replaced, and no other"
    );
    assert_eq!(
        session.now().get(Id(3)).conditions[2].ends,
        Ends::EndOfRound(3)
    );
    let again = session.now().clone();
    while *session.now() != three {
        play(&mut session, &["undo"]);
    }
    while *session.now() != again {
        play(&mut session, &["redo"]);
    }
    let text = snapshot(&session).expect("a snapshot");
    let back = read(&Source::new("save.ron", &text), &tiny_system::systems()).expect("read");
    assert_eq!(back.now(), session.now());
    assert_eq!(snapshot(&back).expect("a snapshot"), text);
}

#[test]
fn a_condition_ends_with_its_last_source() {
    let mut session = tripped();
    play(&mut session, &["do round"]);
    trip(&mut session, "a");
    play(&mut session, &["do round"]);
    assert_eq!(givers(&session), [None, Some(Id(0))]);
    assert!(last_line(&session).contains("Dog is still prone: one cause has ended."));
    play(&mut session, &["do strike d", "set target=a", "no"]);
    assert_eq!(givers(&session), [Some(Id(0))]);
    assert!(last_line(&session).contains("Dog is still prone: one cause has ended (next strike)."));
    assert!(has(&session, 3, "prone"));
    play(&mut session, &["do round"]);
    assert!(!has(&session, 3, "prone"));
    assert!(last_line(&session).contains("Dog is no longer prone."));
}

#[test]
fn a_ruling_clears_all_sources_of_a_condition() {
    let mut session = tripped();
    let before = session.now().clone();
    play(
        &mut session,
        &["ruling clear", "set targets=d, condition=prone"],
    );
    assert_eq!(givers(&session), []);
    assert!(last_line(&session).contains("Dog is no longer prone (ruled)."));
    play(&mut session, &["undo"]);
    assert_eq!(*session.now(), before);
}

#[test]
fn a_condition_of_an_older_save_replaces_all_sources() {
    let session = tripped();
    let older = "Gained(who: 3, condition: (key: \"prone\", ends: WhenCleared), label: \"prone\")";
    let event: Event = read_as(&Source::new("event.ron", older)).expect("an event");
    let mut now = session.now().clone();
    assert_eq!(now.accepts(&event), Ok(()));
    now.apply(&event);
    assert_eq!(now.get(Id(3)).conditions.len(), 1);
    let nobody = older.replace("label:", "replaces: One(Some(9)), label:");
    let nobody: Event = read_as(&Source::new("event.ron", &nobody)).expect("an event");
    let wrong = now.accepts(&nobody).expect_err("nobody is 9");
    assert!(
        wrong.what.starts_with("combatant 9 does not exist"),
        "{wrong:?}"
    );
}

#[test]
fn the_row_shows_sources_and_duration_of_a_condition() {
    let mut session = session();
    trip(&mut session, "a");
    trip(&mut session, "b");
    let shown = |session: &Session| {
        let text = snapshot(session).expect("a snapshot");
        let same = read(&Source::new("save.ron", &text), &tiny_system::systems()).expect("read");
        screen::draw(&mut screen::app(same), 120, 36)
    };
    let two = shown(&session);
    assert!(
        two.contains("prone ×2 (Ann, 2 rounds; Ben, 2 rounds)"),
        "{two}"
    );
    play(&mut session, &["do round"]);
    trip(&mut session, "a");
    assert!(shown(&session).contains("prone ×2 (Ben, 1 round; Ann, 2 rounds)"));
    rule(&mut session, "d", "prone", "blow");
    assert!(shown(&session).contains("prone ×3"));
}

/// Starts the first bundled fight of a system.
fn bundled(system: &'static dyn System) -> Session {
    let (compendium, _) = Compendium::built_in(system);
    let start = setup::bundled(&compendium).0[0]
        .setup
        .begin(&compendium, Seed(1));
    Session::new(affray::systems::all(), start.expect("begun"), Seed(1)).expect("a session")
}

#[test]
fn in_countdown_a_condition_set_by_the_gm_replaces_other_sources() {
    let mut session = bundled(&Countdown);
    let by = |who| Condition::named("shaken").by(Id(who));
    let gained = |condition: Condition| Event::Gained {
        who: Id(0),
        replaces: Giver::One(condition.by),
        condition,
        label: "shaken".into(),
    };
    let both = vec![gained(by(1)), gained(by(2))];
    session.input(Input::Correct(both)).expect("corrected");
    assert_eq!(session.now().get(Id(0)).conditions.len(), 2);
    rule(&mut session, "a", "shaken", "cleared");
    let conditions = &session.now().get(Id(0)).conditions;
    assert_eq!(conditions.len(), 1);
    assert_eq!(conditions[0].by, None);
}

#[test]
fn long_durations_are_rounded_up_and_short_ones_must_be_whole_minutes() {
    let schema = Schema {
        minute: 10,
        ..Schema::default()
    };
    for (rounds, told) in [
        (9, None),
        (10, Some("1 minute")),
        (11, None),
        (90, Some("9 minutes")),
        (99, None),
        (101, Some("11 minutes")),
        (600, Some("1 hour")),
        (601, Some("61 minutes")),
        (5_990, Some("599 minutes")),
        (5_991, Some("10 hours")),
        (6_001, Some("11 hours")),
        (14_400, Some("1 day")),
        (14_401, Some("25 hours")),
        (43_190, Some("72 hours")),
        (43_200, Some("3 days")),
    ] {
        assert_eq!(schema.time(rounds).as_deref(), told, "{rounds}");
    }
    for (rounds, told) in [(90, None), (99, None), (100, Some("10 minutes"))] {
        assert_eq!(schema.long_time(rounds).as_deref(), told, "{rounds}");
    }
    let uneven = Schema {
        minute: 30,
        ..Schema::default()
    };
    assert_eq!(uneven.time(99), None);
    assert_eq!(uneven.time(100).as_deref(), Some("4 minutes"));
    assert_eq!(Schema::default().time(1_000), None, "no measure of time");
}
