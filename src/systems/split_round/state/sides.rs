//! Who stands, whose foe, and which sides are left.

use crate::encounter::Encounter;
use crate::systems::common::sides::{left, likeliest};
use crate::values::{Id, SideId};

use super::fighter::fighter;

/// Everybody still in the fight, helpless ones too, in roster order.
pub fn standing(now: &Encounter) -> impl Iterator<Item = Id> + '_ {
    now.present().filter(|id| !fighter(now, *id).out())
}

/// Foes of somebody that can be aimed at, in roster order.
pub fn foes(now: &Encounter, of: Id) -> impl Iterator<Item = Id> + '_ {
    standing(now).filter(move |id| !now.allied(*id, of))
}

/// Everybody who can be aimed at besides somebody, foes first.
pub fn others(now: &Encounter, of: Id) -> Vec<Id> {
    let able = |id: Id| id != of && !fighter(now, id).out();
    likeliest(now, of, |id| able(id).then_some(()))
}

/// Everybody who can be aimed at, oneself last.
pub fn anyone(now: &Encounter, of: Id) -> Vec<Id> {
    likeliest(now, of, |id| (!fighter(now, id).out()).then_some(()))
}

/// The sides that have anybody up (SPL-133).
pub fn sides(now: &Encounter) -> Vec<SideId> {
    left(now, now.side_ids(), |id| fighter(now, id).up())
}
