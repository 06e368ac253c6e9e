//! Standing combatants, their foes, and the sides left.

use crate::encounter::Encounter;
use crate::systems::common::sides::{left, likeliest};
use crate::values::{Id, SideId};

use super::fighter::fighter;

/// Returns all combatants in the fight, helpless ones too, in roster order.
pub fn standing(now: &Encounter) -> impl Iterator<Item = Id> + '_ {
    now.present().filter(|id| !fighter(now, *id).out())
}

/// Returns the foes of a combatant that can be targeted, in roster order.
pub fn foes(now: &Encounter, of: Id) -> impl Iterator<Item = Id> + '_ {
    standing(now).filter(move |id| !now.allied(*id, of))
}

/// Returns all other combatants that can be targeted, foes first.
pub fn others(now: &Encounter, of: Id) -> Vec<Id> {
    let able = |id: Id| id != of && !fighter(now, id).out();
    likeliest(now, of, |id| able(id).then_some(()))
}

/// Returns all combatants that can be targeted, the combatant itself last.
pub fn anyone(now: &Encounter, of: Id) -> Vec<Id> {
    likeliest(now, of, |id| (!fighter(now, id).out()).then_some(()))
}

/// Returns the sides with combatants who are up (SPL-133).
pub fn sides(now: &Encounter) -> Vec<SideId> {
    left(now, now.side_ids(), |id| fighter(now, id).up())
}
