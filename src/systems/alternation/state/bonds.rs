//! Bonds between two combatants: holding and riding (`ALT-84`, `ALT-102`).

use crate::systems::prelude::*;

pub mod bond {
    /// Link from the holder to the held combatant (`ALT-84`).
    pub const HOLDING: &str = "holding";
    /// Link from the rider or passenger to the mount or vehicle (`ALT-102`).
    pub const RIDING: &str = "riding";
}

pub fn holder(now: &Encounter, victim: Id) -> Option<Id> {
    now.links_to(bond::HOLDING, victim).next()
}

/// Returns the combatants held, in the order grabbed.
pub fn held(now: &Encounter, by: Id) -> Vec<Id> {
    now.links_from(bond::HOLDING, by).collect()
}

/// Returns the mount or vehicle of a rider.
pub fn mount_of(now: &Encounter, rider: Id) -> Option<Id> {
    now.links_from(bond::RIDING, rider).next()
}

/// Returns the riders of a mount or vehicle, in the order mounted.
pub fn riders(now: &Encounter, mount: Id) -> Vec<Id> {
    now.links_to(bond::RIDING, mount).collect()
}
