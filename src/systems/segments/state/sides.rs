//! Active combatants, their foes, and the asking order.

use crate::systems::common::sides::{left, likeliest, sees};
use crate::systems::prelude::*;

use super::fighter::fighter;

/// Returns the sort key of the asking order: higher initiative modifier, then higher DEX, then roster order (reading
/// 53).
pub fn asking_order(now: &Encounter, id: Id) -> impl Ord + use<> {
    let one = fighter(now, id);
    (-one.sheet.init_mod(), -one.sheet.dex(), id)
}

/// Sorts ids in asking order.
pub fn in_asking_order(now: &Encounter, ids: impl IntoIterator<Item = Id>) -> Vec<Id> {
    let mut ids = Vec::from_iter(ids);
    ids.sort_by_key(|id| asking_order(now, *id));
    ids
}

/// Returns all active combatants, in roster order.
pub fn active(now: &Encounter) -> Vec<Id> {
    let active = |id: &Id| fighter(now, *id).active();
    now.present().filter(active).collect()
}

/// Returns the active foes of a combatant, in roster order.
pub fn foes(now: &Encounter, of: Id) -> Vec<Id> {
    let mut all = active(now);
    all.retain(|id| !now.allied(*id, of));
    all
}

/// Returns the active foes known to the combatant's side, which are the default targets of attacks.
pub fn seen_foes(now: &Encounter, of: Id) -> Vec<Id> {
    let mut all = foes(now, of);
    all.retain(|id| sees(now, of, *id));
    all
}

/// Returns all other active combatants, foes first.
pub fn others(now: &Encounter, of: Id) -> Vec<Id> {
    let able = |id: Id| id != of && fighter(now, id).active();
    likeliest(now, of, |id| able(id).then_some(()))
}

/// Returns the sides with active combatants (SEG-124).
pub fn sides(now: &Encounter) -> Vec<SideId> {
    left(now, now.side_ids(), |id| fighter(now, id).active())
}
