//! The bonds between two: who holds whom, who rides on what (`ALT-84`, `ALT-102`).

use crate::encounter::Encounter;
use crate::values::Id;

pub mod bond {
    /// From the holder to the one held (`ALT-84`).
    pub const HOLDING: &str = "holding";
    /// From the rider or passenger to the mount or vehicle (`ALT-102`).
    pub const RIDING: &str = "riding";
}

pub fn holder(now: &Encounter, victim: Id) -> Option<Id> {
    now.links_to(bond::HOLDING, victim).next()
}

/// Whom somebody holds, in the order grabbed.
pub fn held(now: &Encounter, by: Id) -> Vec<Id> {
    now.links_from(bond::HOLDING, by).collect()
}

/// On whom or what somebody rides.
pub fn mount_of(now: &Encounter, rider: Id) -> Option<Id> {
    now.links_from(bond::RIDING, rider).next()
}

/// Who rides on somebody, in the order mounted.
pub fn riders(now: &Encounter, mount: Id) -> Vec<Id> {
    now.links_to(bond::RIDING, mount).collect()
}
