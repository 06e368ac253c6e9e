//! Arithmetic of the system that needs no fight: wounds, stun, bands, costs, counts. Fights stand in
//! `tests/fights/segments`.

use std::sync::OnceLock;

use super::initiative::{spell_counts, split};
use super::ladder::{Kind, Slot};
use super::plan::{Action, Movement, Plan, Potion, Use, arrival};
use super::sheet::{Casting, fighter};
use super::state::{Ambush, Deeds, Round};
use super::strike::{Blow, Need, stray_threshold};
use super::{Segments, movement};
use crate::dice::Seed;
use crate::encounter::{Encounter, Event, Id, Record, Value, Words as _};
use crate::ron_text::Source;
use crate::rules::compendium::Compendium;
use crate::rules::setup;

/// An encounter of one faction with these sheets, written as in a roster.
#[track_caller]
fn fight(sheets: &[&str]) -> Encounter {
    static BOOK: OnceLock<Compendium> = OnceLock::new();
    let compendium = BOOK.get_or_init(|| Compendium::built_in(&Segments).0);
    let combatants: String = sheets
        .iter()
        .enumerate()
        .map(|(place, sheet)| format!("(name: \"One{place}\", faction: \"F\", sheet: ({sheet})),"))
        .collect();
    let text = format!(
        "(title: \"x\", system: \"segments\", factions: [(name: \"F\")], combatants: [{combatants}])"
    );
    let (setup, wrong) = setup::read(&Source::new("x", &text), &[compendium]);
    assert!(wrong.is_empty(), "{wrong:?}");
    setup
        .expect("it was read")
        .begin(compendium, Seed(1))
        .expect("it begins")
}

/// With hp as told: the modifier, the word and TMR.
#[track_caller]
fn wound(max_hp: i64, hp: i64) -> (i64, String, i64) {
    let now = fight(&[&format!("max_hp: {max_hp}, hp: {hp}, tmr: 60")]);
    let one = fighter(&now, Id(0));
    (one.wound_mod(), one.wound_word(), one.tmr_now())
}

/// SEG-EX-5, SEG-74, SEG-75, SEG-76: bands of hit points, and who is exempt from which.
#[test]
fn seg_ex_5_wounds() {
    let told = |word: &str, modifier: i64| (modifier, word.to_owned(), 60 + modifier);
    assert_eq!(wound(60, 60), told("unhurt", 0));
    assert_eq!(wound(60, 59), told("wounded", 0));
    assert_eq!(wound(60, 30), told("wounded", 0));
    assert_eq!(wound(60, 29), told("bloodied", 0));
    assert_eq!(wound(60, 21), told("bloodied", 0));
    assert_eq!(wound(60, 20), told("badly wounded", -10));
    assert_eq!(wound(60, 11), told("badly wounded", -10));
    assert_eq!(wound(60, 10), told("very badly wounded", -20));
    assert_eq!(wound(60, 6), told("very badly wounded", -20));
    assert_eq!(wound(60, 5), told("gravely wounded", -30));
    assert_eq!(wound(18, 18).0, 0);
    assert_eq!(wound(18, 11).0, 0);
    assert_eq!(wound(18, 10).0, -20);
    assert_eq!(wound(18, 5).0, -30);
    assert_eq!(wound(20, 20).0, 0);
    assert_eq!(wound(21, 20).0, -10);
    assert_eq!(wound(10, 10).0, 0);
    assert_eq!(wound(10, 6).0, 0);
    assert_eq!(wound(10, 5).0, -30);
    assert_eq!(wound(8, 6).0, 0);
    assert_eq!(wound(8, 5).0, -30);
    assert_eq!(wound(5, 1).0, 0);
}

#[track_caller]
fn threshold(con: i64, size: &str, max_hp: i64) -> i64 {
    let now = fight(&[&format!("con: {con}, size: \"{size}\", max_hp: {max_hp}")]);
    fighter(&now, Id(0)).stun_threshold()
}

/// SEG-EX-11, SEG-68, SEG-69, SEG-70: CON for the stun table, with size and many hit points; the table and beyond it.
#[test]
fn seg_ex_11_stun_thresholds() {
    assert_eq!(threshold(18, "medium", 40), 18);
    assert_eq!(threshold(24, "large", 60), 27);
    assert_eq!(threshold(24, "giant", 135), 39);
    assert_eq!(threshold(31, "large", 101), 43);
    assert_eq!(threshold(25, "small", 100), 25);
    assert_eq!(threshold(18, "medium", 110), 19);
    assert_eq!(threshold(18, "medium", 111), 20);
    assert_eq!(threshold(35, "medium", 40), 45);
    assert_eq!(threshold(36, "medium", 40), 47);
    assert_eq!(threshold(36, "giant", 40), 55);
}

/// What is declared besides the action.
type Sets = fn(&mut Plan);

/// A declaration of attacks with what is set in it.
fn declared(sets: &[Sets]) -> Plan {
    let mut plan = Plan::default();
    for set in sets {
        set(&mut plan);
    }
    plan
}

/// Attacks left and the initiative modifier of a declaration.
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
const PICK_UP: Sets = |plan| plan.action = Action::PickUp;

/// SEG-EX-9, SEG-32, SEG-37, SEG-38, SEG-39, SEG-40: what actions cost together.
#[test]
fn seg_ex_9_what_actions_cost() {
    assert_eq!(cost(3, &[SHIELD]), (1, 0));
    assert_eq!(cost(1, &[SHIELD]), (0, 0));
    assert_eq!(cost(3, &[SHEATHE, DRAW]), (2, -10));
    assert_eq!(cost(1, &[SHEATHE, DRAW]), (0, -10));
    assert_eq!(cost(3, &[MOVE, DRAW]), (1, -10));
    assert_eq!(cost(4, &[RUN, DRAW]), (2, -12));
    assert_eq!(cost(4, &[SHIELD, POTION]), (0, 0));
    // One item of -5 costs no attack, three cost two; movement paid for the potion costs none.
    assert_eq!(cost(3, &[DRAW]), (3, -5));
    assert_eq!(cost(3, &[SHEATHE]), (3, -5));
    assert_eq!(cost(5, &[MOVE, DRAW, SHEATHE]), (1, -15));
    assert_eq!(cost(4, &[POTION_WALKING]), (4, 0));
    // A pick-up counts among the -5 items.
    assert_eq!(cost(3, &[PICK_UP, SHEATHE]), (1, -10));
    assert_eq!(cost(1, &[PICK_UP, SHEATHE]), (0, -10));
}

/// SEG-34, SEG-35, SEG-40, SEG-41, SEG-100, SEG-03: attacks left, as the table of the contract has them (T-15).
#[test]
fn attacks_left_by_what_is_declared() {
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

/// SEG-24, SEG-34, SEG-35: the initiative modifiers of the table (T-16).
#[test]
fn initiative_by_what_is_declared() {
    assert_eq!(cost(1, &[STILL]).1, 3);
    assert_eq!(cost(1, &[MOVE]).1, -5);
    assert_eq!(cost(1, &[RUN]).1, -7);
    assert_eq!(cost(1, &[AFTER]).1, 0);
    assert_eq!(cost(1, &[PICK_UP]).1, -5);
}

/// SEG-28, SEG-29: the first Free Action costs nothing, each further one an attack.
#[test]
fn free_actions_beyond_the_first_cost_attacks() {
    assert_eq!(cost(3, &[|plan| plan.free_actions = 1]).0, 3);
    assert_eq!(cost(3, &[|plan| plan.free_actions = 2]).0, 2);
    assert_eq!(cost(3, &[|plan| plan.free_actions = 5]).0, 0);
}

/// SEG-39: with the option on, the run counts among the -5 items too.
#[test]
fn a_run_may_count_as_a_minus_5_item() {
    let mut now = fight(&["max_hp: 30, attacks_per_round: 4"]);
    let plan = declared(&[RUN, DRAW]);
    assert_eq!(plan.attacks_left(&now, Id(0)), 2);
    now.options
        .set(super::schema::option::run_counts_as_minus5, true);
    assert_eq!(plan.attacks_left(&now, Id(0)), 1);
}

/// SEG-EX-2, SEG-EX-3, SEG-49: attacks of one fighter never share a count; each goes down until it is free.
#[test]
fn counts_of_one_fighter_are_split() {
    let split = |rolled: &[i64]| split(rolled, None, i64::MAX);
    assert_eq!(split(&[8, 8]), [8, 7]);
    assert_eq!(split(&[6, 10]), [6, 10]);
    assert_eq!(split(&[5, 5, 4]), [5, 4, 3]);
    assert_eq!(split(&[-5, -5]), [-5, -6]);
    assert_eq!(split(&[7, 8, 8, 8]), [7, 8, 6, 5]);
}

/// SEG-36: no attack before the distance is covered, and ties are split after that.
#[test]
fn attacks_wait_for_the_arrival() {
    assert_eq!(arrival(0, 60), 10);
    assert_eq!(arrival(1, 60), 10);
    assert_eq!(arrival(6, 60), 10);
    assert_eq!(arrival(7, 60), 9);
    assert_eq!(arrival(30, 60), 6);
    assert_eq!(arrival(40, 120), 7);
    assert_eq!(arrival(60, 120), 6);
    assert_eq!(split(&[9, 8, 5], Some(7), i64::MAX), [7, 6, 5]);
}

/// SEG-33: a tenth of the pace on each count, rounded down.
#[test]
fn movement_is_covered_by_tenths() {
    let mut slot = Slot::due(Id(0), 30, Kind::Move, 10);
    slot.feet = 55;
    assert_eq!(movement::covered(&slot, 55, 10), 5);
    assert_eq!(movement::covered(&slot, 55, 9), 11);
    assert_eq!(movement::covered(&slot, 55, 1), 55);
}

/// SEG-EX-4, SEG-113, SEG-115, SEG-116: start and release, and what is too late.
#[test]
fn seg_ex_4_spell_clock() {
    assert_eq!(spell_counts(8, Casting::Counts(5)), Some((8, 3)));
    assert_eq!(spell_counts(3, Casting::Counts(5)), Some((3, -2)));
    assert_eq!(spell_counts(9, Casting::Counts(6)), Some((9, 3)));
    assert_eq!(spell_counts(2, Casting::Counts(6)), Some((2, -4)));
    assert_eq!(spell_counts(1, Casting::Counts(6)), Some((1, -5)));
    assert_eq!(spell_counts(0, Casting::Counts(6)), None);
    assert_eq!(spell_counts(10, Casting::Counts(6)), Some((10, 4)));
    assert_eq!(spell_counts(12, Casting::OneRound), Some((10, -5)));
    assert_eq!(spell_counts(9, Casting::OneRound), None);
}

/// SEG-114: casting times of mage spells by rank and kind (T-12), ranks beyond the table in its first and last row.
#[test]
fn seg_114_casting_times_of_mage_spells() {
    let expected = [
        (0, 6, 7),
        (1, 6, 7),
        (5, 6, 7),
        (6, 5, 6),
        (10, 5, 6),
        (11, 4, 5),
        (15, 4, 5),
        (16, 3, 4),
        (20, 3, 4),
        (21, 2, 3),
        (22, 1, 2),
        (30, 1, 2),
    ];
    for (rank, gk, sk) in expected {
        for (kind, time) in [("mage_gk", gk), ("mage_sk", sk)] {
            let now = fight(&[&format!(
                "max_hp: 9, spells: [(name: \"hex\", casting: \"{kind}\", rank: {rank})]"
            )]);
            let spell = fighter(&now, Id(0)).spell("hex").expect("it has one");
            assert_eq!(spell.takes(&now), Casting::Counts(time), "{kind} {rank}");
        }
    }
}

/// Hit levels of every roll at a need: how many misses, hits, criticals and grievous hits, and the bands.
#[track_caller]
fn bands(need: i64) -> (i64, i64, Vec<&'static str>) {
    let now = fight(&[
        &format!(
            "max_hp: 30, weapons: [(name: \"w\", sc: {}, damage: \"1d6\")]",
            need.max(-50)
        ),
        &format!("max_hp: 30, def_other: {}", (need.max(-50) - need).max(0)),
    ]);
    let blow = Blow {
        melee: true,
        attackers: 1,
        ..Blow::default()
    };
    let weapon = fighter(&now, Id(0)).weapon("w").expect("it has one");
    let need_made = Need::of(&now, Id(0), Id(1), weapon, &blow);
    assert_eq!(need_made.number(), need);
    let levels = (1..=100)
        .map(|roll| need_made.level(roll).label())
        .collect();
    (need_made.grievous, need_made.critical, levels)
}

/// SEG-61: both ends of every row of the table (T-1).
#[test]
fn seg_61_bands_by_need() {
    let rows = [
        (10, 16, 1, 2),
        (17, 23, 1, 3),
        (24, 28, 1, 4),
        (29, 36, 2, 5),
        (37, 43, 2, 6),
        (44, 49, 2, 7),
        (50, 56, 3, 8),
        (57, 63, 3, 9),
        (64, 69, 3, 10),
        (70, 76, 4, 11),
        (77, 83, 4, 12),
        (84, 89, 4, 13),
        (90, 96, 5, 14),
        (97, 103, 5, 15),
        (104, 109, 5, 16),
        (110, 116, 6, 17),
        (117, 123, 6, 18),
        (124, 129, 6, 19),
        (130, 200, 7, 20),
    ];
    for (from, to, grievous, critical) in rows {
        for need in [from, to] {
            let (least, most, _) = bands(need);
            assert_eq!((least, most), (grievous, critical), "need {need}");
        }
    }
}

/// SEG-59, SEG-60, SEG-61: hits, misses, and what the die decides whatever the need.
#[test]
fn seg_60_what_the_die_decides() {
    let count = |levels: &[&str], word: &str| levels.iter().filter(|one| **one == word).count();
    let (_, _, levels) = bands(72);
    assert_eq!(levels[71], "hit");
    assert_eq!(levels[72], "miss");
    assert_eq!(count(&levels, "grievous hit"), 4);
    assert_eq!(count(&levels, "critical hit"), 7);
    for need in [-40, 0, 1, 2] {
        let (_, _, levels) = bands(need);
        assert_eq!(
            levels[..4],
            ["grievous hit", "critical hit", "hit", "miss"],
            "need {need}"
        );
    }
    let (_, _, levels) = bands(9);
    assert_eq!(levels[..4], ["grievous hit", "critical hit", "hit", "hit"]);
    assert_eq!((levels[8], levels[9]), ("hit", "miss"));
    let (_, _, levels) = bands(150);
    assert_eq!(
        (levels[94], levels[95], levels[99]),
        ("hit", "miss", "miss")
    );
    assert_eq!(count(&levels, "miss"), 5);
}

/// SEG-110: the table of friends and opponents (T-11), and the formula beyond it.
#[test]
fn seg_110_thresholds_of_shots_into_melee() {
    let now = fight(&["max_hp: 9"]);
    let row = |friends: i64| [1, 2, 3, 4, 5].map(|foes| stray_threshold(&now, friends, foes));
    assert_eq!(row(1), [30, 20, 10, 5, 5]);
    assert_eq!(row(2), [40, 35, 30, 25, 20]);
    assert_eq!(row(3), [50, 45, 40, 35, 30]);
    assert_eq!(row(4), [60, 55, 50, 45, 40]);
    assert_eq!(stray_threshold(&now, 2, 20), 5);
}

/// SEG-87, SEG-88, SEG-89, SEG-03: Defending rounds down, Full and Desperate Defense round up.
#[test]
fn stances_round_as_the_examples_say() {
    let full = declared(&[FULL]);
    assert_eq!(
        [0, 1, 4, 5].map(|rank| full.guard_bonus(rank)),
        [5, 8, 15, 18]
    );
    let desperate = declared(&[DESPERATE]);
    assert_eq!(
        [0, 1, 4, 5].map(|rank| desperate.guard_bonus(rank)),
        [20, 23, 30, 33]
    );
}

const SPELL: Sets = |plan| plan.action = Action::Spell;
const FULL: Sets = |plan| plan.action = Action::Full;
const DESPERATE: Sets = |plan| plan.action = Action::Desperate;
const DEFENDING: Sets = |plan| plan.defending = 5;
const LEAVING: Sets = |plan| plan.leaving = vec![Id(2)];
const BOW: Sets = |plan| {
    for one in &mut plan.attacks {
        one.weapon = Some("bow".to_owned());
        one.melee = false;
    }
};

/// Whether a declaration may be made, by somebody who can do everything.
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

/// SEG-31, SEG-24, SEG-34, SEG-35, SEG-88, SEG-89, SEG-100, SEG-122: what may be declared together (T-9), every
/// field of the table.
#[test]
fn seg_31_what_may_be_declared_together() {
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
    // Whole-round actions go with none of the columns' additions.
    let whole: [Sets; 4] = [
        |plan| plan.action = Action::Move,
        |plan| plan.action = Action::Withdraw,
        PICK_UP,
        |plan| plan.action = Action::Hold,
    ];
    for (place, action) in whole.into_iter().enumerate() {
        assert!(may(&[action, LEAVING]), "{place}");
        assert!(!may(&[action, LEAVING, DEFENDING]), "{place}");
        assert!(!may(&[action, LEAVING, AIM, BOW]), "{place}");
        assert!(!may(&[action, LEAVING, RUN]), "{place}");
    }
    assert!(!may(&[PICK_UP, STILL]));
    assert!(!may(&[whole[0], STILL]));
    // Aiming needs a shot, defending a blow, and they exclude each other.
    assert!(!may(&[AIM]));
    assert!(!may(&[BOW, DEFENDING]));
    assert!(!may(&[BOW, AIM, DOUBLE_SHOT]));
    // A spell needs an attack left; a full defense does not.
    assert!(!may(&[SPELL, SHIELD, POTION]));
    let all: [Sets; 3] = [DRAW, SHEATHE, |plan| plan.free_actions = 5];
    assert!(!may(&[&[SPELL], &all[..]].concat()));
    assert!(may(&[&[FULL], &all[..]].concat()));
    // Nobody moves with a TMR of 0.
    let mut now = fight(&["max_hp: 60, tmr: 0, weapons: [(name: \"w\", sc: 1, damage: \"1\")]"]);
    let plan = declared(&[MOVE]);
    assert!(plan.legal(&now, Id(0)).is_err());
    let edit = std::sync::Arc::make_mut(&mut std::sync::Arc::make_mut(&mut now.combatants)[0]);
    edit.sheet.set(super::schema::at::tmr, 10);
    assert!(plan.legal(&now, Id(0)).is_ok());
}

/// What the kept saves of format 1 do not say of a round is read all the same, and taken away again.
#[test]
fn records_of_format_1_are_read() {
    let mut now = fight(&[
        "max_hp: 9, weapons: [(name: \"tongs\", sc: 50, damage: \"1d6\", mode: \"both\", tentacle_pairs: true)]",
        "max_hp: 9",
    ]);
    let keep = |now: &mut Encounter, key: &str, record: Option<Record>| {
        let (key, record) = (key.to_owned(), record.map(Into::into));
        now.apply(&Event::Recorded { key, record });
    };
    let caught = Record::new().with("who", Id(1)).with("degree", 2);
    let ambush = Record::new()
        .with("by", vec![Id(0)])
        .with("caught", Value::List(vec![caught]));
    keep(&mut now, "ambush", Some(ambush));
    let ambush = Ambush::of(&now);
    assert_eq!(
        (ambush.by.as_slice(), ambush.caught[&Id(1)]),
        (&[Id(0)][..], 2)
    );
    let degree = |degree: i64| Some(Record::new().with("degree", degree));
    keep(&mut now, "pickup/00000", degree(3));
    keep(&mut now, "per/00000/00001", degree(4));
    keep(&mut now, "pushed/00000/00001", Some(Record::new()));
    keep(&mut now, "waits/00000", Some(Record::new()));
    let deeds = Deeds::of(&now, Id(0));
    assert_eq!((deeds.pickup, deeds.sensed[&Id(1)]), (Some(3), 4));
    assert_eq!((deeds.pushed.as_slice(), deeds.waits), (&[Id(1)][..], true));
    // One number of tentacles for all targets, a lone weapon without its name, and no second attack.
    let said = Record::new()
        .with("action", "attack")
        .with("mode1", "ranged")
        .with("target1", Id(1))
        .with("weapon2", "none")
        .with("tentacles", 4);
    keep(&mut now, "plan/00000", Some(said));
    let plan = super::plan::plan(&now, Id(0)).expect("it has declared");
    let thrown = Use {
        weapon: Some("tongs".to_owned()),
        melee: false,
        target: Some(Id(1)),
        what: String::new(),
    };
    assert_eq!(
        (plan.attacks.as_slice(), plan.no_more),
        (&[thrown][..], true)
    );
    assert_eq!(plan.tentacles_on(Id(1)), 4);
    let before = Record::new().with("phase", "between").with("count", 1000);
    keep(&mut now, "round", Some(before));
    assert_eq!((Round::of(&now).begun, Round::of(&now).count), (true, None));
    for key in [
        "ambush",
        "pickup/00000",
        "per/00000/00001",
        "pushed/00000/00001",
        "waits/00000",
        "plan/00000",
        "round",
    ] {
        keep(&mut now, key, None);
    }
    assert!(now.parts.words().is_empty(), "{:?}", now.parts.words());
}
