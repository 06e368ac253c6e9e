//! Totals typed instead of dice: sides that type totals, the full stop, the preview, refused totals.

use affray::encounter::TypedRolls;
use affray::resolver::Kind;
use affray::session::Waits;
use affray::ui::app::App;
use affray::ui::lines::draw::Teller;
use affray::values::Id;

use crate::support::keyboard::{line, on, press, take_line as take, written};
use crate::support::screen::seen;

const CAVE: &str = r#"(
    title: "Cave", system: "d20",
    sides: [(name: "Heroes", players: true SIDE), (name: "Orcs", rolls: Rolled)],
    combatants: [
        (name: "Selene", side: "Heroes", sheet: (max_hp: 40, initiative: 30, spell_dc: 14, max_slots_3: 2,
            attacks: [(name: "staff", bonus: 6, damage: "2d6+3", damage_type: "bludgeoning")],
            spells: [(name: "flame burst", level: 3, by: "save", save: "dex", half_on_save: true, damage: "8d6", damage_type: "fire", targets: 3)])),
        (name: "Orc 1", side: "Orcs", sheet: (max_hp: 60, ac: 15)),
        (name: "Orc 2", side: "Orcs", sheet: (max_hp: 60, ac: 15)),
        (name: "Orc 3", side: "Orcs", sheet: (max_hp: 60, ac: 15)),
    ],
)"#;

/// Opens Selene's turn; `side` contains further settings of her side.
fn cave(side: &str) -> App {
    let mut app = written("d20", &CAVE.replace("SIDE", side));
    press(&mut app, "enter");
    assert_eq!(on(&app).session.now().turn, Some(Id(0)), "{}", log(&app));
    app
}

fn hp(app: &App, letter: &str) -> i64 {
    let id = Id::from_letter(letter).expect("a letter");
    on(app)
        .session
        .system()
        .row(on(app).session.now(), id)
        .life
        .0
}

fn log(app: &App) -> String {
    let lines = on(app).session.lines();
    lines.iter().map(|line| line.text.clone() + "\n").collect()
}

fn screen(app: &mut App) -> String {
    seen(app, 120, 36).join("\n")
}

/// Presses Enter until dice are pending.
fn to_the_dice(app: &mut App) {
    for _ in 0..4 {
        if let Waits::Prompt(prompt) = on(app).session.waits()
            && matches!(prompt.kind, Kind::Roll(_))
        {
            return;
        }
        press(app, "enter");
    }
    panic!("no dice are asked: {}", screen(app));
}

#[test]
fn the_natural_die_follows_from_a_typed_total() {
    let mut app = cave(", typed_attacks: Totals");
    press(&mut app, "b 1 8");
    let shown = screen(&mut app);
    assert!(shown.contains("18 → d20 12 + 6"), "{shown}");
    press(&mut app, "enter");
    assert!(screen(&mut app).contains("d20 12"), "{}", screen(&mut app));
    // Damage 2d6+3 as a total: 11 is 8 on the dice.
    to_the_dice(&mut app);
    press(&mut app, "1 1");
    let shown = screen(&mut app);
    assert!(shown.contains("11 → 2d6 8 + 3"), "{shown}");
    press(&mut app, "enter");
    assert_eq!(hp(&app, "b"), 49);
}

#[test]
fn a_full_stop_switches_between_die_and_total() {
    for (side, typed, told) in [
        (", typed_attacks: Totals", "1 2 .", "12. → d20 12 + 6"),
        ("", "1 8 .", "18. → d20 12 + 6"),
        ("", "1 2", ""),
    ] {
        let mut app = cave(side);
        press(&mut app, "b");
        press(&mut app, typed);
        let shown = screen(&mut app);
        assert_eq!(shown.contains("→ d20"), !told.is_empty(), "{shown}");
        assert!(shown.contains(told), "{told}: {shown}");
        press(&mut app, "enter");
        assert!(
            screen(&mut app).contains("d20 12"),
            "{typed}: {}",
            screen(&mut app)
        );
    }
}

#[test]
fn a_number_too_high_for_one_die_is_the_total_of_several_dice() {
    for (typed, left) in [("9", 48), ("4 space 5", 48), ("1 2 .", 48), ("1 2", 45)] {
        let mut app = cave("");
        press(&mut app, "b 1 9 enter");
        to_the_dice(&mut app);
        press(&mut app, typed);
        press(&mut app, "enter");
        assert_eq!(hp(&app, "b"), left, "{typed}: {}", log(&app));
    }
}

/// On a side that types dice, a number is the dice alone. A number of a sum that the dice cannot show is the total.
#[test]
fn a_sum_above_everything_the_dice_can_show_is_the_total() {
    for (damage, typed, told, left) in [
        ("1d8+3", "1 1", "11 → d8 8 + 3 = 11", 49),
        ("1d8+3", "9", "9 → d8 6 + 3 = 9", 51),
        // The preview shows how an ambiguous number is understood.
        ("1d8+3", "8", "8 → d8 8 + 3 = 11", 49),
        ("1d8+3", "8 .", "8. → d8 5 + 3 = 8", 52),
        ("2d6+3", "1 2", "12 → 2d6 12 + 3 = 15", 45),
        ("2d6+3", "1 3", "13 → 2d6 10 + 3 = 13", 47),
        ("2d6+3", "1 5", "15 → 2d6 12 + 3 = 15", 45),
        ("2d6+3", "1 2 .", "12. → 2d6 9 + 3 = 12", 48),
    ] {
        let text = CAVE.replace("SIDE", "").replace("2d6+3", damage);
        let mut app = written("d20", &text);
        press(&mut app, "enter b 1 9 enter");
        to_the_dice(&mut app);
        press(&mut app, typed);
        let shown = screen(&mut app);
        assert!(shown.contains(told), "{damage} {typed}: {shown}");
        press(&mut app, "enter");
        assert_eq!(hp(&app, "b"), left, "{damage} {typed}: {}", log(&app));
    }
    // A number above the total is refused with the range of the dice.
    let mut app = written("d20", &CAVE.replace("SIDE", "").replace("2d6+3", "1d8+3"));
    press(&mut app, "enter b 1 9 enter");
    to_the_dice(&mut app);
    press(&mut app, "1 2");
    assert!(screen(&mut app).contains("a d8 cannot show 12: it shows 1 to 8"));
    // Each number of an attack roll has a target, so only a full stop makes it a total.
    let mut app = cave("");
    press(&mut app, "b 2 4");
    assert!(screen(&mut app).contains("for the total with modifiers, type `24.`"));
}

#[test]
fn impossible_totals_are_refused_with_the_allowed_range() {
    let mut app = cave(", typed_attacks: Totals");
    press(&mut app, "b 2 7");
    assert!(screen(&mut app).contains("d20 cannot total 27 here: type 7 to 26"));
    // The next digit overwrites it.
    press(&mut app, "backspace backspace 1");
    assert!(on(&app).ask().problem.is_none(), "18 begins so");
    press(&mut app, "enter");
    assert!(screen(&mut app).contains("d20 cannot total 1 here"));
    press(&mut app, "8 enter");
    assert!(screen(&mut app).contains("d20 12"), "{}", screen(&mut app));
    to_the_dice(&mut app);
    press(&mut app, "1 6 enter");
    assert!(screen(&mut app).contains("2d6 cannot total 16 here: type 5 to 15"));
    // On a side that types dice, the message shows the range of the dice.
    let mut app = cave("");
    press(&mut app, "b 1 9 enter");
    to_the_dice(&mut app);
    press(&mut app, "1 6");
    assert!(screen(&mut app).contains("2d6 cannot total 16 here: type 2 to 12"));
    // If the typed die can only be a total, the message says so.
    let mut app = cave("");
    press(&mut app, "b 2 4");
    assert!(screen(&mut app).contains("for the total with modifiers, type `24.`"));
}

#[test]
fn an_initiative_total_above_the_die_is_the_place_in_the_order_of_any_game() {
    for (typed, modifier, logged) in [
        ("2 5", 0, "Brak: initiative 25."),
        ("2 5 .", 0, "Brak: initiative 25."),
        // The die can have this total with the modifier on the sheet.
        ("2 5", 6, "Brak, initiative: 25 (d20 19 + 6)."),
    ] {
        let setup = format!(
            "(title: \"Called\", system: \"plain\", sides: [(name: \"Heroes\", players: true), (name: \"Orcs\", rolls: Rolled)], \
             combatants: [(name: \"Brak\", side: \"Heroes\", sheet: (most: 10, initiative: {modifier})), \
             (name: \"Orc\", side: \"Orcs\", sheet: (most: 6))])"
        );
        let mut app = written("plain", &setup);
        press(&mut app, typed);
        assert_eq!(on(&app).ask().problem, None, "{typed}");
        for _ in 0..3 {
            if on(&app).session.now().turn.is_none() {
                press(&mut app, "enter");
            }
        }
        assert_eq!(on(&app).session.now().turn, Some(Id(0)), "{}", log(&app));
        assert!(log(&app).contains(logged), "{typed}: {}", log(&app));
        // The save has the total, and its check accepts the answer without dice in the log.
        let saved = on(&app).session.save();
        let resumed = affray::session::Session::resume(affray::systems::all(), saved, &[]);
        let (resumed, _) = resumed.expect("a session");
        assert_eq!(resumed.now(), on(&app).now(), "{typed}");
    }
}

#[test]
fn the_setting_for_totals_is_shown_beside_the_roller() {
    let mut app = cave("");
    let typed = |app: &App| on(app).session.now().sides[0].typed;
    press(&mut app, "f4 shift-s shift-s");
    let shown = screen(&mut app);
    assert!(shown.contains("totals typed at the table"), "{shown}");
    press(&mut app, "enter");
    assert_eq!(typed(&app), TypedRolls::Totals);
    assert!(log(&app).contains("typed as totals"), "{}", log(&app));
    press(&mut app, "backspace");
    assert_eq!(typed(&app), TypedRolls::Dice);
    line(&mut app, "rolls Heroes totals");
    assert_eq!(typed(&app), TypedRolls::Totals);
    line(&mut app, "rolls Heroes rolled");
    line(&mut app, "rolls Heroes typed");
    assert_eq!(typed(&app), TypedRolls::Dice);
}

#[test]
fn undo_and_amendment_accept_totals() {
    let mut app = cave(", typed_attacks: Totals");
    press(&mut app, "b 1 8 enter");
    to_the_dice(&mut app);
    press(&mut app, "1 1 enter");
    assert_eq!(hp(&app, "b"), 49);
    press(&mut app, "backspace");
    assert_eq!(hp(&app, "b"), 60);
    press(&mut app, "ctrl-r");
    assert_eq!(hp(&app, "b"), 49);
    // The damage was 15.
    press(&mut app, "f8 enter 1 5");
    let shown = screen(&mut app);
    assert!(shown.contains("15 → 2d6 12 + 3"), "{shown}");
    press(&mut app, "enter");
    assert_eq!(hp(&app, "b"), 45);
}

#[test]
fn line_mode_accepts_totals_and_shows_the_natural_die() {
    let mut app = cave(", typed_attacks: Totals");
    let mut teller = Teller::default();
    take(&mut app, "b 18\\");
    let told = teller.tell(&app, None, Vec::new());
    let told = format!("{told:?}");
    assert!(told.contains("18 → d20 12 + 6"), "{told}");
    take(&mut app, "");
    assert!(screen(&mut app).contains("d20 12"), "{}", screen(&mut app));
}

#[test]
fn totals_are_refused_if_the_rule_reads_each_die() {
    let mut app = written(
        "alternation",
        r#"(title: "Yard", system: "alternation",
            sides: [(name: "Heroes", players: true, typed_attacks: Totals), (name: "Orcs")],
            combatants: [
                (name: "Ana", side: "Heroes", sheet: (attacks: [(name: "axe", die: 6, dice: 2, damaged: true)])),
                (name: "Orc", side: "Orcs", sheet: (max_health: 30)),
            ])"#,
    );
    for _ in 0..12 {
        if let Waits::Prompt(prompt) = on(&app).session.waits()
            && let Kind::Roll(roll) = &prompt.kind
            && roll.key == "damage"
        {
            break;
        }
        press(&mut app, "enter");
    }
    let shown = screen(&mut app);
    assert!(
        shown.contains("type the result of each die, not the total"),
        "{shown}"
    );
    press(&mut app, "9");
    let shown = screen(&mut app);
    assert!(shown.contains("the rule reads every die"), "{shown}");
}
