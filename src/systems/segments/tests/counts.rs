//! Tests of the counts of actions, and of the distance covered by a count.

use crate::encounter::{Event, Stage};
use crate::values::Id;

use super::fight;
use crate::rules::Panes as _;
use crate::systems::segments::Segments;
use crate::systems::segments::acts::initiative::{spell_counts, split};
use crate::systems::segments::combat::covered;
use crate::systems::segments::sheet::Casting;
use crate::systems::segments::state::{Kind, Ladder, Phase, Round, Slot, arrival};

/// Proves SEG-EX-2, SEG-EX-3 and SEG-49: attacks of one fighter never share a count; each attack moves down to a free
/// count.
#[test]
fn attacks_of_one_combatant_never_share_a_count() {
    let split = |rolled: &[i64]| split(rolled, None, i64::MAX);
    assert_eq!(split(&[8, 8]), [8, 7]);
    assert_eq!(split(&[6, 10]), [6, 10]);
    assert_eq!(split(&[5, 5, 4]), [5, 4, 3]);
    assert_eq!(split(&[-5, -5]), [-5, -6]);
    assert_eq!(split(&[7, 8, 8, 8]), [7, 8, 6, 5]);
}

/// SEG-36: no attack before the distance is covered; attacks on the same count are then split.
#[test]
fn attacks_wait_until_the_distance_is_covered() {
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
fn movement_covers_a_tenth_of_the_pace_on_each_count() {
    let mut slot = Slot::due(Id(0), 30, Kind::Move, 10);
    (slot.feet, slot.pace) = (55, 55);
    assert_eq!(covered(&slot, 10), 5);
    assert_eq!(covered(&slot, 9), 11);
    assert_eq!(covered(&slot, 1), 55);
}

/// SEG-EX-4, SEG-113, SEG-115, SEG-116: start and release, and spells that are too late.
#[test]
fn spells_are_released_after_their_casting_time_or_carried_over() {
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

/// SEG-52: the slots of a count are sorted as they are resolved: the shield, the step, the start of a spell, then
/// actions in asking order.
#[test]
fn slots_of_a_count_are_sorted_in_order_of_resolution() {
    let sheets = [-1, 0, 9, 1, 3, 2].map(|modifier| format!("max_hp: 9, init_mod: {modifier}"));
    let mut now = fight(&sheets.each_ref().map(String::as_str));
    let text = String::new();
    let stage = Stage::Fighting;
    now.apply(&Event::Staged {
        stage,
        text: text.into(),
    });
    let round = Round {
        begun: true,
        phase: Phase::Between,
        ..Round::default()
    };
    now.apply(&Event::kept(None, round));
    let kinds = [
        Kind::Attack,
        Kind::Cast,
        Kind::Release,
        Kind::Shield,
        Kind::Move,
        Kind::Attack,
    ];
    for (id, kind) in (0..).map(Id).zip(kinds) {
        let slots = vec![Slot::due(id, 1, kind, 8)];
        now.apply(&Event::kept(Some(id), Ladder { slots }));
    }
    let ids: Vec<Id> = Segments
        .order(&now)
        .iter()
        .filter_map(|row| row.who)
        .collect();
    assert_eq!(ids, [3, 4, 1, 2, 5, 0].map(Id));
}
