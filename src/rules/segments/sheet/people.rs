//! Who is active, whose foe, and in which order they are asked.

use crate::encounter::{Encounter, FactionId, Id};
use crate::rules::common::sides::left;
use crate::rules::common::targets::likeliest;

use super::fighter::fighter;

/// Ids in asking order: higher initiative modifier, then higher DEX, then roster order (reading 53).
pub fn in_asking_order(now: &Encounter, mut ids: Vec<Id>) -> Vec<Id> {
    ids.sort_by_key(|id| {
        let one = fighter(now, *id);
        (-one.sheet.init_mod(), -one.sheet.dex(), *id)
    });
    ids
}

/// Everyone active, in roster order.
pub fn active(now: &Encounter) -> Vec<Id> {
    now.present()
        .filter(|id| fighter(now, *id).active())
        .collect()
}

/// Active foes of somebody, in roster order.
pub fn foes(now: &Encounter, of: Id) -> Vec<Id> {
    let mut all = active(now);
    all.retain(|id| !now.allied(*id, of));
    all
}

/// Everyone active besides somebody, foes first.
pub fn others(now: &Encounter, of: Id) -> Vec<Id> {
    let able = |id: Id| id != of && fighter(now, id).active();
    likeliest(now, of, |id| able(id).then_some(()))
}

/// The sides that have anybody active (SEG-124).
pub fn sides(now: &Encounter) -> Vec<FactionId> {
    left(now, now.faction_ids(), |id| fighter(now, id).active())
}
