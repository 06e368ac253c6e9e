//! The ambush that a surprise round begins with, and who may act in it (4.2).

use std::collections::BTreeMap;

use crate::encounter::Encounter;
use crate::values::Id;

use super::fighter::fighter;
use super::round::Round;

crate::records! {
    /// The ambush that a surprise round begins with (SEG-09, SEG-16).
    pub struct Ambush in "ambush" {
        pub by: Vec<Id>,
        /// Who is caught in it, with the degree that counts (SEG-10 to SEG-15).
        pub caught: BTreeMap<Id, i64>,
    }
}

/// The ambush's degree of somebody who was caught, in the surprise round.
pub fn ambush_degree(now: &Encounter, who: Id) -> Option<i64> {
    let caught = Ambush::of(now).caught.get(&who).copied();
    caught.filter(|_| Round::of(now).surprise)
}

/// Whether somebody springs the ambush.
pub fn ambusher(now: &Encounter, who: Id) -> bool {
    Round::of(now).surprise && Ambush::of(now).by.contains(&who)
}

/// Whether somebody may declare in this round: everyone active, in a surprise round only ambushers and those of
/// degree 1 and 2.
pub fn may_declare(now: &Encounter, who: Id) -> bool {
    let notes_it = ambush_degree(now, who).is_some_and(|degree| degree <= 2);
    let may = !Round::of(now).surprise || ambusher(now, who) || notes_it;
    may && fighter(now, who).active()
}

/// Whether somebody has one attack only, having noted the ambush as it sprang (SEG-12).
pub fn one_attack_only(now: &Encounter, who: Id) -> bool {
    !ambusher(now, who) && ambush_degree(now, who) == Some(2)
}
