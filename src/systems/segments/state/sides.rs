//! Who is active, whose foe, and in which order they are asked.

use crate::encounter::Encounter;
use crate::systems::common::sides::{left, likeliest, sees};
use crate::values::{Id, SideId};

use super::fighter::fighter;

/// The asking order as a key: higher initiative modifier, then higher DEX, then roster order (reading 53).
pub fn asking_order(now: &Encounter, id: Id) -> impl Ord + use<> {
    let one = fighter(now, id);
    (-one.sheet.init_mod(), -one.sheet.dex(), id)
}

/// Ids in asking order.
pub fn in_asking_order(now: &Encounter, ids: impl IntoIterator<Item = Id>) -> Vec<Id> {
    let mut ids = Vec::from_iter(ids);
    ids.sort_by_key(|id| asking_order(now, *id));
    ids
}

/// Everyone active, in roster order.
pub fn active(now: &Encounter) -> Vec<Id> {
    let active = |id: &Id| fighter(now, *id).active();
    now.present().filter(active).collect()
}

/// Active foes of somebody, in roster order.
pub fn foes(now: &Encounter, of: Id) -> Vec<Id> {
    let mut all = active(now);
    all.retain(|id| !now.allied(*id, of));
    all
}

/// The same without those of whom its side knows nothing: whom it is proposed to attack.
pub fn seen_foes(now: &Encounter, of: Id) -> Vec<Id> {
    let mut all = foes(now, of);
    all.retain(|id| sees(now, of, *id));
    all
}

/// Everyone active besides somebody, foes first.
pub fn others(now: &Encounter, of: Id) -> Vec<Id> {
    let able = |id: Id| id != of && fighter(now, id).active();
    likeliest(now, of, |id| able(id).then_some(()))
}

/// The sides that have anybody active (SEG-124).
pub fn sides(now: &Encounter) -> Vec<SideId> {
    left(now, now.side_ids(), |id| fighter(now, id).active())
}
