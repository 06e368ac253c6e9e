//! Attacks that can harm a target at all, for the defaults of declarations and forms.

use super::circumstances::{Circumstances, Purpose};
use super::strike::Strike;
use crate::systems::countdown::sheet::{Kind, Weapon};
use crate::systems::prelude::*;

/// Returns true if an attack with a weapon under ordinary circumstances can harm the target, also with a flask (CTD-79,
/// CTD-131 to CTD-133, CTD-157).
pub fn may_harm(now: &Encounter, by: Id, weapon: &Weapon, purpose: Purpose, target: Id) -> bool {
    let strike = Strike {
        by,
        target,
        weapon: weapon.clone(),
        purpose,
        circumstances: Circumstances::default(),
    };
    match weapon.kind() {
        Kind::Grenade => strike.touches(now, target),
        _ => strike.harms(now),
    }
}
