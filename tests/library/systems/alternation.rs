//! Panes and menus of Alternation in situations that no fight of `tests/fights` shows.

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::resolver::Draft;
use affray::rules::{Panes, System};
use affray::session::Session;
use affray::systems::alternation::Alternation;
use affray::systems::alternation::conditions::is;
use affray::values::{Id, Value};

fn begin(text: &str) -> Session {
    let (compendium, _) = Compendium::built_in(&Alternation);
    let source = affray::ron_text::Source::new("fight.ron", text);
    let (setup, wrong) = affray::setup::read(&source, &[&compendium]);
    assert!(wrong.is_empty(), "{wrong:?}");
    let setup = setup.expect("a set-up").all_asked();
    let start = setup.begin(&compendium, Seed(1)).expect("a start");
    let systems: [&'static dyn System; 1] = [&Alternation];
    Session::new(&systems, start, Seed(1)).expect("a session")
}

#[track_caller]
fn put_in(session: &mut Session, inputs: &[&str]) {
    for text in inputs {
        let input =
            affray::session::parse(session, text).unwrap_or_else(|why| panic!("`{text}`: {why}"));
        session
            .input(input)
            .unwrap_or_else(|why| panic!("`{text}`: {why}"));
    }
}

const AMBUSH: &str = r#"(
    title: "Ambush", system: "alternation",
    sides: [(name: "Heroes", players: true), (name: "Guards")],
    combatants: [(name: "Una", side: "Heroes", sheet: (kind: "pc")), (name: "Gard", side: "Guards")],
)"#;

/// ALT-21: the form that conceals combatants shows the two reasons for hiding later, and no prompt is open.
#[test]
fn the_form_shows_the_requirements_for_hiding() {
    let mut session = begin(AMBUSH);
    put_in(
        &mut session,
        &["set started=Heroes", "ruling condition Una"],
    );
    let draft = Draft::from([("condition".to_owned(), Value::Word("concealed".to_owned()))]);
    let preview = session.preview(&draft).expect("a form");
    assert!(
        preview.shows.iter().any(|show| {
            show.text.contains("out of sight") && show.text.contains("distraction")
        })
    );
    assert_eq!(preview.next, None, "nothing more is asked");
    put_in(&mut session, &["set condition=concealed"]);
    assert!(session.now().get(Id(0)).has(is::CONCEALED));
}

/// ALT-22: the players' view omits concealed foes until they are seen; the players' own scouts stay in it.
#[test]
fn concealed_foes_are_hidden_from_the_players() {
    let mut session = begin(AMBUSH);
    put_in(&mut session, &["set started=Heroes, ambush=a+b"]);
    assert!(!session.now().get(Id(0)).hidden);
    assert!(session.now().get(Id(1)).hidden);
    put_in(
        &mut session,
        &[
            "do first Guards",
            "do activate Gard",
            "do attack",
            "set knows=on",
            "roll 1 1",
        ],
    );
    assert!(!session.now().get(Id(1)).has(is::CONCEALED));
    assert!(!session.now().get(Id(1)).hidden);
}

/// Panes show the marks of the order, the texts of the rows, the headline and health in words.
#[test]
fn panes_show_the_state_of_the_round() {
    let mut session = begin(
        r#"(
        title: "Panes", system: "alternation",
        sides: [(name: "Heroes", players: true), (name: "Guards")],
        combatants: [
            (name: "Una", side: "Heroes", links: [("holding", "Gard")], sheet: (armour: 1)),
            (name: "Vic", side: "Heroes", sheet: (max_health: 9, health: 4)), (name: "Wim", side: "Heroes"),
            (name: "Gard", side: "Guards", conditions: ["broken"]), (name: "Gus", side: "Guards", conditions: ["dead"]),
            (name: "Ox", side: "Guards", sheet: (kind: "mount")), (name: "Gil", side: "Guards", links: [("riding", "Ox")]),
        ],
    )"#,
    );
    put_in(
        &mut session,
        &[
            "set started=Heroes",
            "do first Heroes",
            "do activate Una",
            "do end-turn",
        ],
    );
    let now = session.now();
    let words = |name: &str| {
        let row = Alternation.row(now, now.by_name(name).expect("somebody"));
        format!(
            "{} {} | {}",
            row.defence,
            row.state.join(" · "),
            row.health_word
        )
    };
    assert_eq!(words("Una"), "AV 1 acted · holding Gard | unhurt");
    assert_eq!(words("Vic"), "AV 0 ready | badly hurt");
    assert_eq!(
        words("Gard"),
        "AV 0 must retreat · ready · grabbed by Una | unhurt"
    );
    assert_eq!(words("Gus"), "AV 0 dead | dead");
    assert_eq!(words("Gil"), "AV 0 ready · on Ox | unhurt");
    assert_eq!(Alternation.headline(now), "Guards to act");
    let order: Vec<String> = Alternation
        .order(now)
        .iter()
        .map(|row| {
            format!("{:?} {} {}", row.mark, row.text(now), row.detail)
                .trim()
                .to_owned()
        })
        .collect();
    assert_eq!(
        order,
        [
            "Heading Heroes 2 to act",
            "Done Una",
            "Waiting Vic",
            "Waiting Wim",
            "Heading Guards 3 to act",
            "Waiting Gard",
            "Lost Gus",
            "Waiting Ox",
            "Waiting Gil",
        ]
    );
}

/// A vehicle is not a character, but only counts as down when it is wrecked.
#[test]
fn a_vehicle_is_down_when_it_is_wrecked() {
    let mut session = begin(
        r#"(
        title: "Road", system: "alternation",
        sides: [(name: "Heroes", players: true), (name: "Guards")],
        combatants: [
            (name: "Coach", side: "Heroes", sheet: (kind: "vehicle", max_health: 9)),
            (name: "Una", side: "Heroes", links: [("riding", "Coach")]), (name: "Gard", side: "Guards"),
        ],
    )"#,
    );
    put_in(&mut session, &["set started=Heroes"]);
    let down = |session: &Session| Alternation.row(session.now(), Id(0)).down;
    assert!(!down(&session));
    put_in(&mut session, &["ruling damage Coach", "set amount=4"]);
    assert!(!down(&session), "it still runs");
    put_in(&mut session, &["ruling damage Coach", "set amount=3"]);
    assert!(session.now().get(Id(0)).has(is::INCAPACITATED));
    assert!(down(&session));
}

/// The menu names the side. If no turn is in progress, it also names the combatant of each action.
#[test]
fn the_menu_names_sides_and_acting_combatants() {
    let mut session = begin(
        r#"(
        title: "Menu", system: "alternation",
        sides: [(name: "Heroes", players: true), (name: "Guards")],
        combatants: [
            (name: "Una", side: "Heroes", links: [("holding", "Gard")]),
            (name: "Gard", side: "Guards", conditions: ["broken"]), (name: "Gus", side: "Guards"),
        ],
    )"#,
    );
    let called = |session: &Session, action: &str| -> Vec<String> {
        let entries = session.menu().iter();
        let entries = entries.filter(|entry| entry.command.action == action);
        entries.map(|entry| entry.label.clone()).collect()
    };
    put_in(&mut session, &["set started=Heroes"]);
    assert_eq!(called(&session, "first"), ["Heroes", "Guards"]);
    put_in(&mut session, &["do first Guards"]);
    assert_eq!(called(&session, "break-free"), ["Gard breaks free"]);
    assert_eq!(called(&session, "surrender"), ["Gard surrenders"]);
    put_in(&mut session, &["do activate Gus"]);
    assert_eq!(called(&session, "surrender"), ["surrender"]);
}

const HELD: &str = r#"(
    title: "Held in the saddle", system: "alternation",
    sides: [(name: "Heroes", players: true), (name: "Ogres")],
    combatants: [
        (name: "Horse", side: "Heroes"),
        (name: "Knight", side: "Heroes", links: [("riding", "Horse")]),
        (name: "Ogre", side: "Ogres", links: [("holding", "Knight")], sheet: (size: "large")),
    ],
)"#;

/// ALT-98, ALT-102: the horse of a held rider can act, and both share one row under its letter.
#[test]
fn a_held_rider_has_one_row_in_the_menu() {
    let mut session = begin(HELD);
    put_in(&mut session, &["set started=Heroes", "do first Heroes"]);
    let rows = session.menu().iter().filter(|row| row.by_letter);
    let rows: Vec<_> = rows.map(|row| (row.command.who, &*row.label)).collect();
    assert_eq!(rows, [(Some(Id(0)), "Horse and Knight")]);
}
