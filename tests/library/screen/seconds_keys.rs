//! Keys of Six Seconds' own prompts: turns, delayed turns, riders with their mounts, defences.

use affray::resolver::{Answer, Command};
use affray::values::{Id, Value};

use affray::compendium::Compendium;
use affray::systems::seconds::Seconds;
use affray::ui::ask::Reply;

use crate::support::fight_file::{course, go};
use crate::support::keyboard::{starts, typed};

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
    go(&mut course, &["? title Between two turns"]);
    for keys in ["\n", " "] {
        starts(&course, keys, Command::by("turn", Id(2)));
    }
    starts(&course, "J", Command::by("act-now", Id(0)));
    go(&mut course, &["do turn c", "do move", "? turn c"]);
    starts(&course, "J", Command::by("act-now", Id(0)));
    go(&mut course, &["do act-now a", "do end-turn", "? turn c"]);
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
