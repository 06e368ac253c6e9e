//! Who is active, whose foe, and in which order they are asked.

use crate::encounter::{Encounter, Id};

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
    active(now)
        .into_iter()
        .filter(|id| !now.allied(*id, of))
        .collect()
}

/// Everyone active besides somebody, foes first.
pub fn others(now: &Encounter, of: Id) -> Vec<Id> {
    let mut all = foes(now, of);
    all.extend(
        active(now)
            .into_iter()
            .filter(|id| *id != of && now.allied(*id, of)),
    );
    all
}

/// The one side that has anybody active, if there is only one and others are in the fight (SEG-124).
pub fn lone_side(now: &Encounter) -> Option<String> {
    let mut sides: Vec<_> = active(now)
        .into_iter()
        .map(|id| now.get(id).faction)
        .collect();
    sides.sort();
    sides.dedup();
    match sides.as_slice() {
        [] => Some("Nobody".to_owned()),
        [one] => Some(now.faction_name(*one).to_owned()),
        _ => None,
    }
}
