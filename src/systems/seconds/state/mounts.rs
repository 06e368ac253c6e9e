//! Riders and their mounts, with their counts (SEC-25, SEC-120 to SEC-122).

use crate::systems::prelude::*;
use crate::systems::seconds::sheet::conditions::RIDES;

crate::words! {
    /// State of the seconds for controlling a mount in this turn (SEC-120).
    pub enum Control {
        /// Reserved for the mount.
        Reserved = "reserved",
        /// Used for a command to the mount.
        Used = "used",
        /// Given up by the rider: the mount takes no commands in this turn.
        GivenUp = "given_up" "given up",
    }
}

crate::records! {
    /// State of a mount with a rider.
    pub struct Ridden each "ridden" {
        /// Combatant after whose count the mount acts for the rest of the encounter (SEC-25).
        pub after: Option<Id>,
        /// True if the mount has moved since its rider's turn began (SEC-121).
        pub moving: bool,
        /// State of the rider's control in this turn (SEC-120).
        pub control: Control,
    }
}

pub fn rides(now: &Encounter, id: Id) -> Option<Id> {
    now.links_from(RIDES, id).next()
}

pub fn ridden_by(now: &Encounter, id: Id) -> Option<Id> {
    now.links_to(RIDES, id).next()
}

/// Returns true if a combatant is the mount of this rider.
pub fn rides_with(now: &Encounter, rider: Option<Id>, mount: Id) -> bool {
    rider.and_then(|rider| rides(now, rider)) == Some(mount)
}

/// Returns the combatant on whose count a mount acts, even without a rider (SEC-25).
pub fn place_after(now: &Encounter, id: Id) -> Option<Id> {
    Ridden::of(now, id).after
}

/// Returns true if a combatant's mount has moved since the turn began (SEC-121).
pub fn on_the_move(now: &Encounter, rider: Id) -> bool {
    rides(now, rider).is_some_and(|mount| Ridden::of(now, mount).moving)
}
