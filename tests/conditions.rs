//! Conditions: the moments of a system at which they end.

mod tiny;

use affray::dice::Seed;
use affray::encounter::check::Known;
use affray::encounter::{Condition, Content, Ends, Event, Id, Record, Stored as _, Value};
use affray::ron_text::Source;
use affray::rules::alternation::Alternation;
use affray::rules::book::Book;
use affray::rules::countdown::Countdown;
use affray::rules::{System as _, setup};
use affray::session::{Session, parse};
use affray::store::saves::{page, read};

fn session() -> Session {
    Session::new(&tiny::systems(), tiny::start(), Seed(7)).expect("a session")
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

/// Rules a condition that lasts until a moment.
fn rule(session: &mut Session, whom: &str, condition: &str, until: &str) {
    let set = format!("set targets={whom}, condition={condition}, lasts={until}");
    play(session, &["do gm-afflict", &set]);
}

fn has(session: &Session, id: u32, key: &str) -> bool {
    session.now().get(Id(id)).named(key).is_some()
}

fn told(session: &Session) -> String {
    let lines: Vec<&str> = session.lines().iter().map(|line| &*line.text).collect();
    lines.join("\n")
}

#[test]
fn a_condition_ends_at_a_moment_that_its_system_names() {
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
fn a_moment_is_read_back_and_one_that_the_system_lacks_is_told_at_its_place() {
    let mut session = session();
    rule(&mut session, "a", "deaf", "bell");
    let text = page(&session).expect("a page");
    let back = read(&Source::new("save.ron", &text), &tiny::systems()).expect("read");
    assert_eq!(back.now(), session.now());
    assert_eq!(page(&back).expect("a page"), text);

    let changed = text.replace("At(\"bell\")", "At(\"ball\")");
    let Err(why) = read(&Source::new("save.ron", &changed), &tiny::systems()) else {
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
fn what_was_to_end_with_a_stretch_in_any_system_can_still_be_read() {
    let mut session = session();
    rule(&mut session, "a", "deaf", "bell");
    let text = page(&session).expect("a page");
    let older = text.replace("At(\"bell\")", "Stretch");
    let back = read(&Source::new("save.ron", &older), &tiny::systems()).expect("read");
    let deaf = back.now().get(Id(0)).named("deaf").expect("deaf");
    assert_eq!(deaf.ends, Ends::At("stretch".to_owned()));
}

#[test]
fn a_moment_in_the_state_of_a_system_is_one_that_the_system_has() {
    let schema = Countdown.schema();
    let known = Known {
        combatants: 1,
        factions: 1,
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
fn a_set_up_says_at_which_moment_a_condition_ends() {
    let (book, _) = Book::built_in(&Alternation);
    let with = |conditions: &str| {
        let text = format!(
            "(title: \"x\", system: \"alternation\", factions: [(name: \"A\"), (name: \"B\")],\n\
             combatants: [(from: \"{}\", faction: \"A\", conditions: [{conditions}])])",
            book.roster[0].name
        );
        let (setup, wrong) = setup::read(&Source::new("fight.ron", &text), &[&book]);
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
    let written = setup::write(&begun, book.schema);
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
