//! Tests of values derived from a sheet: wounds, stun and casting times.

use crate::values::Id;

use super::fight;
use crate::systems::segments::sheet::Casting;
use crate::systems::segments::state::fighter;

/// Returns the wound modifier, the wound level and TMR at these hit points.
#[track_caller]
fn wound(max_hp: i64, hp: i64) -> (i64, String, i64) {
    let now = fight(&[&format!("max_hp: {max_hp}, hp: {hp}, tmr: 60")]);
    let one = fighter(&now, Id(0));
    (one.wound_mod(), one.wound_word(), one.tmr_now())
}

/// SEG-EX-5, SEG-74, SEG-75, SEG-76: bands of hit points, and the exemptions.
#[test]
fn wound_levels_and_modifiers_follow_from_hit_points() {
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

/// SEG-EX-11, SEG-68, SEG-69, SEG-70: CON for the stun table, by size and many hit points; values inside and beyond
/// the table.
#[test]
fn stun_thresholds_follow_from_con_size_and_hit_points() {
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

/// SEG-114: casting times of mage spells by rank and kind (T-12). Ranks beyond the table use its first and last row.
#[test]
fn casting_times_of_mage_spells_follow_from_rank_and_column() {
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
