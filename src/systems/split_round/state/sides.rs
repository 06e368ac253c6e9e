//! Standing combatants, their foes, and the sides left.

use crate::systems::common::sides::{left, likeliest};
use crate::systems::prelude::*;

use super::fighter::fighter;

/// Returns all combatants in the fight, including helpless combatants, in roster order.
pub fn standing(now: &Encounter) -> impl Iterator<Item = Id> + '_ {
    now.present().filter(|id| !fighter(now, *id).out())
}

/// Returns the foes that a combatant can target, in roster order.
pub fn foes(now: &Encounter, of: Id) -> impl Iterator<Item = Id> + '_ {
    standing(now).filter(move |id| !now.allied(*id, of))
}

/// Returns all other combatants who can be targeted, foes first.
pub fn others(now: &Encounter, of: Id) -> Vec<Id> {
    let able = |id: Id| id != of && !fighter(now, id).out();
    likeliest(now, of, |id| able(id).then_some(()))
}

/// Returns all combatants who can be targeted, including the combatant, who comes last.
pub fn anyone(now: &Encounter, of: Id) -> Vec<Id> {
    likeliest(now, of, |id| (!fighter(now, id).out()).then_some(()))
}

/// Returns the sides with combatants who are up (SPL-133).
pub fn sides(now: &Encounter) -> Vec<SideId> {
    left(now, now.side_ids(), |id| fighter(now, id).up())
}
