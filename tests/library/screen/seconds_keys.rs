//! Keys of Six Seconds' own prompts: turns, delayed turns, riders with their mounts, defences.

use affray::resolver::{Answer, Command};
use affray::values::{Id, Value};

use affray::compendium::Compendium;
use affray::systems::seconds::Seconds;
use affray::ui::app::App;
use affray::ui::ask::Reply;

use crate::support::fight_file::{course, go};
use crate::support::keyboard::{on, press, starts, take_line, typed, written};
use crate::support::screen::{check_seen, seen};

const SETUP: &str = r#"title: "Keys", system: "seconds", sides: [(name: "P", players: true), (name: "O")],
    combatants: [(name: "Rae", side: "P", sheet: (reflex_bonus: 2, attacks: [(name: "lance", damage_dice: "1d8")]), links: [("rides", "Horse")]),
        (name: "Horse", side: "P", sheet: (scale: 1)),
        (name: "Orc", side: "O", sheet: (weapon_skill_bonus: 2, attacks: [(name: "axe", damage_dice: "1d8")])),
        (name: "Imp", side: "O")]"#;

fn compendium() -> Compendium {
    Compendium::built_in(&Seconds).0
}

#[test]
fn letters_attack_and_space_ends_the_turn() {
    let compendium = compendium();
    let mut course = course(&compendium, SETUP, &["roll 6 5 4"]);
    let attack = Command::by("attack", Id(0));
    for (foe, place) in [("c", 2), ("d", 3)] {
        let (reply, _) = typed(&course.session, foe);
        assert_eq!(reply, Reply::StartAt(attack.clone(), "target", Id(place)));
    }
    starts(&course, "\n", attack);
    starts(&course, "M", Command::by("move", Id(0)));
    starts(&course, "D", Command::by("delay", Id(0)));
    starts(&course, "b", Command::by("switch", Id(1)));
    starts(&course, " ", Command::by("end-turn", Id(0)));
    // In the mount's turn, the letter of the rider leads back to its turn.
    go(&mut course, &["do switch b", "? turn b"]);
    starts(&course, "a", Command::by("switch", Id(0)));
}

#[test]
fn a_delayed_turn_can_be_taken_between_actions_or_turns() {
    let compendium = compendium();
    let mut course = course(&compendium, SETUP, &["roll 6 5 4", "do delay a"]);
    // Nothing has happened since the delay, so the next turn begins at once.
    go(&mut course, &["? turn c", "do end-turn"]);
    go(&mut course, &["? title Between two turns"]);
    for keys in ["\n", " "] {
        starts(&course, keys, Command::by("turn", Id(3)));
    }
    starts(&course, "J", Command::by("act-now", Id(0)));
    go(&mut course, &["undo", "do move", "? turn c"]);
    starts(&course, "J", Command::by("act-now", Id(0)));
    go(&mut course, &["do act-now a", "do end-turn", "? turn c"]);
}

/// With two delaying combatants, the action key needs a letter: Enter does nothing until the letter is typed.
#[test]
fn enter_after_an_action_key_of_two_combatants_waits_for_the_letter() {
    let setup = r#"(title: "Two", system: "seconds",
        sides: [(name: "P", players: true, rolls: Typed), (name: "O")],
        combatants: [(name: "Ann", side: "P", sheet: (initiative_misc: 9)), (name: "Bob", side: "P", sheet: (initiative_misc: 6)),
            (name: "Fox", side: "O", sheet: (initiative_misc: 2)), (name: "Owl", side: "O", sheet: (initiative_misc: -2))])"#;
    let waiting = || {
        let mut app = written("seconds", setup);
        for _ in 0..6 {
            if on(&app).now().turn.is_none() {
                press(&mut app, "3 enter");
            }
        }
        press(&mut app, "shift-d shift-d");
        assert_eq!(on(&app).now().turn, Some(Id(2)), "Fox acts");
        press(&mut app, "space");
        app
    };
    let mut app = waiting();
    press(&mut app, "shift-j");
    let asks = "J: which combatant do you mean? a, b";
    check_seen(&mut app, (80, 24), asks);
    let before = on(&app).session.revision();
    press(&mut app, "enter");
    assert_eq!(on(&app).session.revision(), before);
    check_seen(&mut app, (80, 24), asks);
    press(&mut app, "b");
    assert_eq!(on(&app).now().turn, Some(Id(1)));
    // An arrow key gives up the action, and Enter takes the selected row.
    let mut app = waiting();
    press(&mut app, "shift-j down up enter");
    assert_eq!(on(&app).now().turn, Some(Id(3)), "Owl acts");
    for typed in ["J a\\", "Ja\\"] {
        let mut app = waiting();
        take_line(&mut app, typed);
        assert_eq!(on(&app).now().turn, Some(Id(0)), "{typed}");
    }
    let mut app = waiting();
    take_line(&mut app, "J");
    take_line(&mut app, "a\\");
    assert_eq!(on(&app).now().turn, Some(Id(0)), "in two lines");
}

#[test]
fn the_weapons_of_the_only_row_are_listed_and_the_arrows_select_one() {
    let mut app = written(
        "seconds",
        r#"(title: "Gear", system: "seconds", sides: [(name: "P", players: true, rolls: Typed), (name: "O")],
            combatants: [(name: "Ann", side: "P", sheet: (reflex_bonus: 9, attacks: [
                (name: "axe", damage_dice: "1d8"), (name: "bow", kind: "ranged", damage_dice: "1d6", held_in: "stowed")])),
                (name: "Fox", side: "O")])"#,
    );
    for _ in 0..4 {
        if on(&app).now().turn.is_none() {
            press(&mut app, "3 enter");
        }
    }
    press(&mut app, "shift-h");
    for shown in ["sheathes axe", "drops axe", "draws bow"] {
        check_seen(&mut app, (80, 24), shown);
    }
    let chosen = |app: &mut App| {
        let rows = seen(app, 80, 24);
        let row = rows.iter().rfind(|row| row.contains("› ")).expect("a mark");
        row.trim_matches(['┃', ' ', '›']).to_owned()
    };
    let first = chosen(&mut app);
    press(&mut app, "down");
    let second = chosen(&mut app);
    assert_ne!(first, second);
    press(&mut app, "up");
    assert_eq!(chosen(&mut app), first);
}

#[test]
fn the_first_digit_is_the_attack_roll_and_the_second_digit_the_defence_roll() {
    let compendium = compendium();
    let mut course = course(
        &compendium,
        SETUP,
        &["roll 6 5 4", "do end-turn", "do attack"],
    );
    // Die of the attack: it sends the form as well.
    let both = vec![Answer::Filled([].into()), Answer::Faces(vec![6])];
    let (reply, ask) = typed(&course.session, "6\n");
    assert_eq!(reply, Reply::Answers(both), "{:?}", ask.problem);
    go(&mut course, &["enter", "roll 6", "? asks defend a"]);
    // D steps through the defences that are possible.
    let (_, ask) = typed(&course.session, "DD");
    let stands = ask.draft.get("how").cloned();
    assert_eq!(
        stands,
        Some(Value::Word("none".to_owned())),
        "{:?}",
        ask.problem
    );
    let (reply, _) = typed(&course.session, "\n");
    assert_eq!(reply, Reply::Answer(Answer::Filled([].into())));
}

/// A possessor at Will 0 can only leave the body or end the turn, and Enter ends the turn.
#[test]
fn enter_ends_the_turn_of_a_possessor_without_will() {
    let compendium = compendium();
    let setup = r#"title: "Will", system: "seconds", sides: [(name: "P", players: true), (name: "O")],
        combatants: [(name: "Imp", side: "O", sheet: (possession_bonus: 9, morale_penalties: 8)),
            (name: "Jack", side: "P"), (name: "Mo", side: "P")]"#;
    let steps = [
        "roll 6 5 4",
        "do possess",
        "set target=b, willing=yes",
        "do end-turn",
        "enter",
        "do end-turn",
        "do end-turn",
        "ruling damage",
        "set targets=a, amount=5, kind=morale_untyped",
        "? turn a",
        "? no offers attack a",
    ];
    let course = course(&compendium, setup, &steps);
    starts(&course, "\n", Command::by("end-turn", Id(0)));
}
