//! Numbers typed on the sheet and with `:set`: signs, empty values, hit points above the
//! maximum.

use affray::ron_text::Source;
use affray::rules::Assets;
use affray::systems;
use affray::systems::written;
use affray::ui::app::App;
use affray::values::{Counter, Id, Spec, Value};

use crate::support::keyboard::{fight, line, of_own, on, press, written};
use crate::support::screen::seen;

const GATE: &str = r#"(
    title: "Gate", system: "d20",
    sides: [(name: "Heroes", players: true), (name: "Orcs", rolls: Rolled)],
    combatants: [
        (name: "Cleric", side: "Heroes", sheet: (max_hp: 40, attacks: [(name: "mace", damage: "d6")])),
        (name: "Orc", side: "Orcs", sheet: (max_hp: 15, senses: "darkvision")),
    ],
)"#;

fn gate() -> App {
    let mut app = written("d20", GATE);
    press(&mut app, "2 0 enter");
    app
}

fn value(app: &App, letter: &str, path: &str) -> Option<Value> {
    let id = Id::from_letter(letter).expect("a letter");
    on(app).session.now().get(id).sheet.value(path)
}

fn number(app: &App, letter: &str, path: &str) -> i64 {
    match value(app, letter, path) {
        Some(Value::Int(number)) => number,
        other => panic!("{path} is {other:?}"),
    }
}

/// Types a line that is refused, and returns the screen with the reason.
fn refused(app: &mut App, text: &str) -> String {
    press(app, ":");
    app.paste(text);
    press(app, "enter");
    let screen = seen(app, 120, 36).join("\n");
    assert!(app.typing.is_some(), "`{text}` was taken");
    press(app, "esc esc");
    screen
}

/// Opens a row of the first combatant's sheet by its words.
fn row(app: &mut App, words: &str) {
    press(app, "f3 /");
    for c in words.chars() {
        press(
            app,
            &if c == ' ' {
                "space".to_owned()
            } else {
                c.to_string()
            },
        );
    }
    press(app, "enter");
}

#[test]
fn a_sign_adds_to_or_subtracts_from_a_counter() {
    let mut app = gate();
    for (text, left) in [
        ("set a hp -10", 30),
        ("set a hp +5", 35),
        ("set a hit points 20", 20),
        ("set a hp =7", 7),
        ("set a hp = +9", 9),
        ("set a hp=12", 12),
        // A value below 0 is limited to 0.
        ("set a hp -50", 0),
    ] {
        line(&mut app, text);
        assert_eq!(number(&app, "a", "hp"), left, "{text}");
    }
    assert!(refused(&mut app, "set a hp -1").contains("-1 is not between 0 and 2000"));
    assert!(refused(&mut app, "set a hp =-5").contains("-5 is not between 0 and 2000"));
    line(&mut app, "set a temp_hp +3");
    line(&mut app, "set a temp_hp +3");
    assert_eq!(number(&app, "a", "temp_hp"), 6);
}

#[test]
fn a_sign_is_part_of_the_number_unless_the_field_is_a_counter() {
    let mut app = gate();
    line(&mut app, "set a initiative +5");
    line(&mut app, "set a initiative +5");
    assert_eq!(number(&app, "a", "initiative"), 5);
    line(&mut app, "set a initiative -3");
    assert_eq!(number(&app, "a", "initiative"), -3);
    line(&mut app, "set a initiative =-5");
    assert_eq!(number(&app, "a", "initiative"), -5);
    line(&mut app, "set a attacks/0/bonus +4");
    line(&mut app, "set a attacks/0/bonus -1");
    assert_eq!(number(&app, "a", "attacks/0/bonus"), -1);
}

#[test]
fn the_sheet_accepts_plus_minus_and_equals_signs() {
    let mut app = gate();
    line(&mut app, "set a hp 20");
    row(&mut app, "hit points");
    press(&mut app, "enter + 5 enter");
    assert_eq!(number(&app, "a", "hp"), 25);
    press(&mut app, "- 8 enter");
    assert_eq!(number(&app, "a", "hp"), 17);
    press(&mut app, "enter = 9 enter");
    assert_eq!(number(&app, "a", "hp"), 9);
    press(&mut app, "esc");
    row(&mut app, "initiative");
    press(&mut app, "enter - 4 enter");
    assert_eq!(number(&app, "a", "initiative"), -4);
    press(&mut app, "enter + 2 enter");
    assert_eq!(number(&app, "a", "initiative"), 2);
}

/// Fields with hit points and pools are counters in every system, and so is their maximum.
#[test]
fn every_system_declares_its_counters() {
    for system in systems::all() {
        let schema = system.schema();
        let counters = schema
            .fields
            .iter()
            .filter(|field| field.counter != Counter::No);
        let counters: Vec<&str> = counters.map(|field| field.key.as_str()).collect();
        let up_to = schema.fields.iter().find(
            |field| matches!(&field.counter, Counter::UpTo(most) if *most == schema.hit_points),
        );
        // Six Seconds counts wounds, which have no maximum.
        let has_points = !schema.hit_points.is_empty();
        assert_eq!(
            up_to.is_some(),
            has_points,
            "{}: {counters:?}",
            system.key()
        );
        assert!(!counters.is_empty(), "{}", system.key());
        for field in schema.fields.iter() {
            let is_number = matches!(field.kind, Spec::Int(..) | Spec::Decimal(..));
            assert!(is_number || field.counter == Counter::No, "{}", field.key);
        }
    }
}

#[test]
fn a_written_system_declares_counters_by_a_keyword() {
    let source = Source::new(
        "system.ron",
        r#"(name: "Counters", sheet: {
            "life": (hit_points: 12, range: (0, 99)),
            "bolts": (counter: true, range: (0, 20)),
            "wind": (range: (-9, 9)),
            "kit": (type: List({ "feet": (counter: true, range: (0, 99)), "cost": (range: (-9, 9)) })),
        }, order: Listed, actions: { "rest": (does: []) })"#,
    );
    let assets = Assets {
        tables: "{}",
        roster: "[]",
        rows: "",
        monsters: "",
        rules: "",
        encounters: &[],
    };
    let system = written::read_with("counters", &source, None, assets).expect("a system");
    let mut app = of_own(
        system,
        r#"(title: "Pit", system: "counters",
            sides: [(name: "Heroes", players: true), (name: "Rats")],
            combatants: [
                (name: "Ana", side: "Heroes", sheet: (bolts: 8, wind: 3, kit: [(name: "rope", feet: 50, cost: 2)])),
                (name: "Rat", side: "Rats"),
            ])"#,
    );
    for (text, path, left) in [
        ("set a bolts -3", "bolts", 5),
        ("set a bolts +1", "bolts", 6),
        ("set a wind -3", "wind", -3),
        ("set a kit/0/feet -20", "kit/0/feet", 30),
        ("set a kit/0/cost +1", "kit/0/cost", 1),
        ("set a life -4", "life", 8),
    ] {
        line(&mut app, text);
        assert_eq!(number(&app, "a", path), left, "{text}");
    }
    // A fixed maximum counts too.
    press(&mut app, ":");
    app.paste("set a life 20");
    press(&mut app, "enter");
    assert!(
        seen(&mut app, 100, 30)
            .join("\n")
            .contains("20 is above the maximum of 12")
    );
}

#[test]
fn an_empty_value_is_refused_if_a_number_is_required() {
    let mut app = gate();
    for (text, why) in [
        ("set a hp", "hit points takes a whole number from 0 to 2000"),
        ("set a hp none", "`none` is not a whole number"),
        ("set a ac", "armour class takes a whole number from 1 to 40"),
        (
            "set a attacks",
            "attacks takes one row at a time, as on the sheet (F3)",
        ),
        ("set a attacks none", "attacks is a list"),
        ("set b senses", "senses takes a text, or none"),
        ("note a:", "write the note after the colon"),
        ("note", "write the note"),
    ] {
        assert!(refused(&mut app, text).contains(why), "`{text}`: {why}");
    }
    assert_eq!(number(&app, "a", "hp"), 40);
    row(&mut app, "hit points");
    press(&mut app, "enter backspace backspace enter");
    assert!(
        seen(&mut app, 120, 36)
            .join("\n")
            .contains("cannot be empty")
    );
    press(&mut app, "esc esc");
    assert_eq!(number(&app, "a", "hp"), 40);
    // An optional value can still be cleared.
    line(&mut app, "set a initiative 4");
    line(&mut app, "set a initiative none");
    assert_eq!(value(&app, "a", "initiative"), None);
    line(&mut app, "set b senses none");
    assert_eq!(value(&app, "b", "senses"), None);
}

#[test]
fn hit_points_cannot_be_empty_in_any_system() {
    for name in ["bridge", "amber_ford", "night_tide", "toll_gate", "alley"] {
        let mut app = fight(name);
        let schema = on(&app).compendium.schema;
        let counts = schema.fields.iter().find(
            |field| matches!(&field.counter, Counter::UpTo(most) if *most == schema.hit_points),
        );
        let path = counts.expect("hit points").key.clone();
        let there = number(&app, "a", &path);
        refused(&mut app, &format!("set a {path}"));
        assert_eq!(number(&app, "a", &path), there, "{name}");
    }
}

#[test]
fn hit_points_above_the_maximum_need_confirmation() {
    let mut app = gate();
    let ask = |app: &mut App, text: &str| {
        press(app, ":");
        app.paste(text);
        press(app, "enter");
        seen(app, 120, 36).join("\n")
    };
    let told = ask(&mut app, "set b hp 50");
    assert!(
        told.contains("hit points: 50 is above the maximum of 15. Set it?"),
        "{told}"
    );
    press(&mut app, "n enter");
    assert_eq!(number(&app, "b", "hp"), 15);
    ask(&mut app, "set b hp +2");
    press(&mut app, "y enter");
    assert_eq!(number(&app, "b", "hp"), 17);
    // A value above the maximum may be lowered without a question.
    line(&mut app, "set b hp 16");
    assert_eq!(number(&app, "b", "hp"), 16);
    line(&mut app, "set b hp 15");
    // Lowering the maximum below the current value also needs confirmation.
    let told = ask(&mut app, "set b max_hp 10");
    assert!(
        told.contains("hit points: 15 is above the maximum of 10. Set it?"),
        "{told}"
    );
    press(&mut app, "shift-n");
    assert_eq!(number(&app, "b", "max_hp"), 15);
    ask(&mut app, "set b max_hp 10");
    press(&mut app, "shift-y");
    assert_eq!(number(&app, "b", "max_hp"), 10);
    press(&mut app, "backspace");
    assert_eq!(number(&app, "b", "max_hp"), 15);
}

#[test]
fn the_sheet_accepts_hit_points_above_the_maximum_after_a_second_enter() {
    let mut app = gate();
    row(&mut app, "hit points");
    press(&mut app, "enter 5 0 enter");
    let told = seen(&mut app, 120, 36).join("\n");
    assert!(told.contains("50 is above the maximum of 40"), "{told}");
    assert_eq!(number(&app, "a", "hp"), 40);
    // Another number asks again.
    press(&mut app, "1 enter");
    assert_eq!(number(&app, "a", "hp"), 40);
    press(&mut app, "enter");
    assert_eq!(number(&app, "a", "hp"), 501);
    line_after_esc(&mut app);
    assert_eq!(number(&app, "a", "hp"), 40);
    row(&mut app, "hit points");
    press(&mut app, "right");
    assert_eq!(number(&app, "a", "hp"), 40);
    press(&mut app, "right");
    assert_eq!(number(&app, "a", "hp"), 41);
}

fn line_after_esc(app: &mut App) {
    press(app, "esc");
    line(app, "set a hp 40");
}
