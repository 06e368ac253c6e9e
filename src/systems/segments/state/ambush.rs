//! Ambush that begins a surprise round, and the combatants who may act in it (4.2).

use std::collections::BTreeMap;

use crate::systems::prelude::*;

use super::fighter::fighter;
use super::round::Round;

crate::records! {
    /// Ambush that begins a surprise round (SEG-09, SEG-16).
    pub struct Ambush in "ambush" {
        pub by: Vec<Id>,
        /// Combatants caught in the ambush, with their degrees (SEG-10 to SEG-15).
        pub caught: BTreeMap<Id, i64>,
    }
}

/// Returns the PER degree of a combatant caught in the ambush, during the surprise round.
pub fn ambush_degree(now: &Encounter, who: Id) -> Option<i64> {
    let caught = Ambush::of(now).caught.get(&who).copied();
    caught.filter(|_| Round::of(now).surprise)
}

/// Returns true if the combatant is one of the ambushers.
pub fn ambusher(now: &Encounter, who: Id) -> bool {
    Round::of(now).surprise && Ambush::of(now).by.contains(&who)
}

/// Returns true if the combatant may declare in this round. All active combatants may declare; in a surprise round,
/// only ambushers and victims of degree 1 or 2.
pub fn may_declare(now: &Encounter, who: Id) -> bool {
    let notes_it = ambush_degree(now, who).is_some_and(|degree| degree <= 2);
    let may = !Round::of(now).surprise || ambusher(now, who) || notes_it;
    may && fighter(now, who).active()
}

/// Returns true if the combatant has only one attack, because they noticed the ambush just as it began (SEG-12).
pub fn one_attack_only(now: &Encounter, who: Id) -> bool {
    !ambusher(now, who) && ambush_degree(now, who) == Some(2)
}
