//! Tests of strike chances, and of stray shots.

use super::fight;
use crate::systems::prelude::*;
use crate::systems::segments::combat::need::{Blow, Need};
use crate::systems::segments::combat::stray_threshold;
use crate::systems::segments::state::fighter;

/// Returns the highest grievous roll, the highest critical roll, and the hit levels of all rolls, at a strike chance.
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
fn bands_of_critical_and_grievous_hits_match_the_table() {
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

/// Checks the natural results that hit or miss regardless of the strike chance (SEG-59, SEG-60, SEG-61).
#[test]
fn natural_results_give_the_correct_hit_level() {
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

/// SEG-110: the table of allies and opponents (T-11), and the formula beyond it.
#[test]
fn thresholds_of_shots_into_melee_match_the_table_and_the_formula() {
    let now = fight(&["max_hp: 9"]);
    let row = |friends: i64| [1, 2, 3, 4, 5].map(|foes| stray_threshold(&now, friends, foes));
    assert_eq!(row(1), [30, 20, 10, 5, 5]);
    assert_eq!(row(2), [40, 35, 30, 25, 20]);
    assert_eq!(row(3), [50, 45, 40, 35, 30]);
    assert_eq!(row(4), [60, 55, 50, 45, 40]);
    assert_eq!(stray_threshold(&now, 2, 20), 5);
}
