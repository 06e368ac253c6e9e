//! Tests of the costs of declarations, and of legal combinations.

use crate::values::Id;

use super::fight;
use crate::systems::segments::sheet::{at, option};
use crate::systems::segments::state::{MainAction, Movement, Plan, Potion, Use, fighter};

/// Change to a declaration.
type Sets = fn(&mut Plan);

/// Creates a declaration of attacks with these changes.
fn declared(sets: &[Sets]) -> Plan {
    let mut plan = Plan::default();
    for set in sets {
        set(&mut plan);
    }
    plan
}

/// Returns the attacks left and the initiative modifier of a declaration.
#[track_caller]
fn cost(attacks: i64, sets: &[Sets]) -> (i64, i64) {
    let now = fight(&[&format!("max_hp: 30, attacks_per_round: {attacks}")]);
    let plan = declared(sets);
    (
        plan.attacks_left(&now, Id(0)),
        plan.initiative(&now, Id(0)).total(),
    )
}

const SHIELD: Sets = |plan| plan.readies_shield = true;
const DRAW: Sets = |plan| plan.draws = true;
const SHEATHE: Sets = |plan| plan.sheathes = true;
const AIM: Sets = |plan| plan.aims = true;
const DOUBLE_SHOT: Sets = |plan| plan.double_shot = true;
const POTION: Sets = |plan| plan.potion = Potion::Attacks;
const POTION_WALKING: Sets = |plan| plan.potion = Potion::Movement;
const STILL: Sets = |plan| plan.movement = Movement::Still;
const MOVE: Sets = |plan| plan.movement = Movement::Move;
const RUN: Sets = |plan| plan.movement = Movement::Run;
const AFTER: Sets = |plan| plan.movement = Movement::After;
const PICK_UP: Sets = |plan| plan.action = MainAction::PickUp;
const SPELL: Sets = |plan| plan.action = MainAction::Spell;
const FULL: Sets = |plan| plan.action = MainAction::Full;
const DESPERATE: Sets = |plan| plan.action = MainAction::Desperate;
const DEFENDING: Sets = |plan| plan.defending = 5;
const LEAVING: Sets = |plan| plan.leaving = vec![Id(2)];
const BOW: Sets = |plan| {
    for one in &mut plan.attacks {
        one.weapon = Some("bow".to_owned());
        one.melee = false;
    }
};

/// SEG-EX-9, SEG-32, SEG-37, SEG-38, SEG-39, SEG-40: combined costs of actions.
#[test]
fn costs_of_combined_actions_add_up() {
    assert_eq!(cost(3, &[SHIELD]), (1, 0));
    assert_eq!(cost(1, &[SHIELD]), (0, 0));
    assert_eq!(cost(3, &[SHEATHE, DRAW]), (2, -10));
    assert_eq!(cost(1, &[SHEATHE, DRAW]), (0, -10));
    assert_eq!(cost(3, &[MOVE, DRAW]), (1, -10));
    assert_eq!(cost(4, &[RUN, DRAW]), (2, -12));
    assert_eq!(cost(4, &[SHIELD, POTION]), (0, 0));
    // One -5 action costs no attack, and three cost two. A potion paid for with movement costs no attack.
    assert_eq!(cost(3, &[DRAW]), (3, -5));
    assert_eq!(cost(3, &[SHEATHE]), (3, -5));
    assert_eq!(cost(5, &[MOVE, DRAW, SHEATHE]), (1, -15));
    assert_eq!(cost(4, &[POTION_WALKING]), (4, 0));
    // Picking up a weapon counts as a -5 action.
    assert_eq!(cost(3, &[PICK_UP, SHEATHE]), (1, -10));
    assert_eq!(cost(1, &[PICK_UP, SHEATHE]), (0, -10));
}

/// SEG-34, SEG-35, SEG-40, SEG-41, SEG-100, SEG-03: attacks left, by table T-15 of the contract.
#[test]
fn remaining_attacks_follow_from_the_declaration() {
    let columns: [&[Sets]; 7] = [
        &[MOVE],
        &[RUN],
        &[SHIELD],
        &[POTION],
        &[AIM],
        &[DRAW, SHEATHE],
        &[MOVE, DRAW],
    ];
    let expected = [
        [1, 1, 0, 0, 0, 0, 0],
        [1, 1, 1, 1, 1, 1, 0],
        [2, 1, 1, 1, 2, 2, 1],
        [2, 2, 2, 2, 3, 3, 1],
        [3, 2, 2, 2, 4, 4, 2],
    ];
    for (attacks, row) in (1..).zip(expected) {
        let left = columns.map(|sets| cost(attacks, sets).0);
        assert_eq!(left, row, "of {attacks} attacks");
    }
    assert_eq!(cost(6, &[RUN]).0, 3);
}

/// Proves the initiative modifiers of table T-16 (SEG-24, SEG-34, SEG-35).
#[test]
fn initiative_modifiers_follow_from_the_declaration() {
    assert_eq!(cost(1, &[STILL]).1, 3);
    assert_eq!(cost(1, &[MOVE]).1, -5);
    assert_eq!(cost(1, &[RUN]).1, -7);
    assert_eq!(cost(1, &[AFTER]).1, 0);
    assert_eq!(cost(1, &[PICK_UP]).1, -5);
}

/// SEG-28, SEG-29: the first Free Action costs nothing, and each further Free Action costs an attack.
#[test]
fn free_actions_beyond_the_first_cost_attacks() {
    assert_eq!(cost(3, &[|plan| plan.free_actions = 1]).0, 3);
    assert_eq!(cost(3, &[|plan| plan.free_actions = 2]).0, 2);
    assert_eq!(cost(3, &[|plan| plan.free_actions = 5]).0, 0);
}

/// SEG-39: with the option set, running counts as a -5 action too.
#[test]
fn with_the_option_set_running_counts_as_a_minus_5_action() {
    let mut now = fight(&["max_hp: 30, attacks_per_round: 4"]);
    let plan = declared(&[RUN, DRAW]);
    assert_eq!(plan.attacks_left(&now, Id(0)), 2);
    now.options.set(option::run_counts_as_minus5, true);
    assert_eq!(plan.attacks_left(&now, Id(0)), 1);
}

/// SEG-87, SEG-88, SEG-89, SEG-03: Defending rounds down, Full and Desperate Defence round up.
#[test]
fn defending_rounds_down_and_full_and_desperate_defense_round_up() {
    let weapon = |rank: i64| format!("(name: \"{rank}\", sc: 50, damage: \"1d6\", rank: {rank})");
    let ranks = [0, 1, 4, 5];
    let now = fight(&[&format!(
        "max_hp: 9, weapons: [{}]",
        ranks.map(weapon).join(", ")
    )]);
    let bonuses = |stance: Sets| {
        ranks.map(|rank| {
            let mut plan = declared(&[stance]);
            plan.guard = rank.to_string();
            plan.guarded(fighter(&now, Id(0))).map(|(_, bonus)| bonus)
        })
    };
    assert_eq!(bonuses(FULL), [5, 8, 15, 18].map(Some));
    assert_eq!(bonuses(DESPERATE), [20, 23, 30, 33].map(Some));
}

/// Returns true if a combatant with attacks, weapons and a spell may make this declaration.
fn may(sets: &[Sets]) -> bool {
    let now = fight(&[
        "max_hp: 60, attacks_per_round: 5, def_shield: 9, shield_ready: false,
         weapons: [(name: \"sword\", sc: 50, damage: \"1d6\", rank: 4), (name: \"bow\", sc: 50, damage: \"1d6\", mode: \"ranged\")],
         spells: [(name: \"hex\", casting: \"cleric\", time: 3)]",
        "max_hp: 9",
        "max_hp: 9",
    ]);
    let sword: Sets = |plan| {
        plan.spell = "hex".to_owned();
        plan.attacks = vec![Use {
            weapon: Some("sword".to_owned()),
            melee: true,
            target: Some(Id(1)),
            what: String::new(),
        }];
    };
    let plan = declared(&[&[sword], sets].concat());
    plan.legal(&now, Id(0)).is_ok()
}

/// SEG-31, SEG-24, SEG-34, SEG-35, SEG-88, SEG-89, SEG-100, SEG-122: legal combinations, for each cell of table T-9.
#[test]
fn legal_combinations_of_actions_match_the_table() {
    let columns: [&[Sets]; 6] = [
        &[],
        &[SPELL],
        &[|plan| plan.defending = 10],
        &[FULL],
        &[DESPERATE],
        &[BOW, AIM],
    ];
    let rows: [(&str, &[Sets], [bool; 6]); 12] = [
        (
            "no movement",
            &[STILL],
            [true, true, true, false, false, true],
        ),
        ("move", &[MOVE], [true, true, true, false, false, false]),
        ("run", &[RUN], [true, false, true, false, false, false]),
        ("after", &[AFTER], [true, false, true, false, false, false]),
        (
            "withdraw, moving",
            &[MOVE, LEAVING],
            [true, false, true, false, false, false],
        ),
        (
            "withdraw, running",
            &[RUN, LEAVING],
            [true, false, true, false, false, false],
        ),
        (
            "withdraw, afterwards",
            &[AFTER, LEAVING],
            [true, false, true, false, false, false],
        ),
        ("draw", &[DRAW], [true, true, true, true, false, true]),
        ("sheathe", &[SHEATHE], [true, true, true, true, false, true]),
        ("shield", &[SHIELD], [true, true, true, false, false, true]),
        ("potion", &[POTION], [true, true, true, false, false, true]),
        (
            "free",
            &[|plan| plan.free_actions = 1],
            [true, true, true, true, false, true],
        ),
    ];
    for (name, row, expected) in rows {
        let found = columns.map(|column| may(&[column, row].concat()));
        assert_eq!(found, expected, "{name}");
    }
    // Whole-round actions cannot be combined with the additions in the columns.
    let whole: [Sets; 4] = [
        |plan| plan.action = MainAction::Move,
        |plan| plan.action = MainAction::Withdraw,
        PICK_UP,
        |plan| plan.action = MainAction::Hold,
    ];
    for (place, action) in whole.into_iter().enumerate() {
        assert!(may(&[action, LEAVING]), "{place}");
        assert!(!may(&[action, LEAVING, DEFENDING]), "{place}");
        assert!(!may(&[action, LEAVING, AIM, BOW]), "{place}");
        assert!(!may(&[action, LEAVING, RUN]), "{place}");
    }
    assert!(!may(&[PICK_UP, STILL]));
    assert!(!may(&[whole[0], STILL]));
    // Aiming needs a shot, defending needs a melee attack, and they exclude each other.
    assert!(!may(&[AIM]));
    assert!(!may(&[BOW, DEFENDING]));
    assert!(!may(&[BOW, AIM, DOUBLE_SHOT]));
    // A spell needs a remaining attack; full defence does not.
    assert!(!may(&[SPELL, SHIELD, POTION]));
    let all: [Sets; 3] = [DRAW, SHEATHE, |plan| plan.free_actions = 5];
    assert!(!may(&[&[SPELL], &all[..]].concat()));
    assert!(may(&[&[FULL], &all[..]].concat()));
    // A TMR of 0 allows no movement.
    let mut now = fight(&["max_hp: 60, tmr: 0, weapons: [(name: \"w\", sc: 1, damage: \"1\")]"]);
    let plan = declared(&[MOVE]);
    assert!(plan.legal(&now, Id(0)).is_err());
    let edit = std::sync::Arc::make_mut(&mut std::sync::Arc::make_mut(&mut now.combatants)[0]);
    edit.sheet.set(at::tmr, 10);
    assert!(plan.legal(&now, Id(0)).is_ok());
}
