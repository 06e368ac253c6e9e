//! Effective cover, which is better for combatants who crouch or lie behind it (SEC-57, T-5).

use super::fighter::fighter;
use crate::systems::prelude::*;
use crate::systems::seconds::sheet::schema::{Cover, Posture, Visibility};
use crate::systems::seconds::sheet::tables::{Covers, Postures, Sights};

/// Returns the table row of a posture.
pub fn posture(now: &Encounter, posture: Posture) -> Postures<&crate::values::Row> {
    Postures::of(now, i64::try_from(posture.index()).unwrap_or(0))
}

/// Returns the effective cover of a combatant, including posture.
pub fn effective(now: &Encounter, id: Id) -> Cover {
    behind(now, id, fighter(now, id).body.cover())
}

/// Returns the effective degree of some cover for a combatant in its current posture.
pub fn behind(now: &Encounter, id: Id, cover: Cover) -> Cover {
    let steps = posture(now, fighter(now, id).posture()).steps();
    match cover {
        Cover::None => Cover::None,
        cover => {
            let place = cover.index() + usize::try_from(steps).unwrap_or(0);
            Cover::ALL.get(place).copied().unwrap_or(Cover::Total)
        }
    }
}

/// Returns the bonus of a degree of cover to Target; total cover counts as invisibility (SEC-74, SEC-75).
pub fn bonus(now: &Encounter, cover: Cover) -> i64 {
    match cover {
        Cover::Total => seen(now, Visibility::Invisible),
        cover => Covers::of(now, i64::try_from(cover.index()).unwrap_or(0)).target(),
    }
}

/// Returns the bonus of a degree of visibility to Target (SEC-76, SEC-77).
pub fn seen(now: &Encounter, seen: Visibility) -> i64 {
    let row = seen.min(Visibility::Invisible).index();
    Sights::of(now, i64::try_from(row).unwrap_or(0)).target()
}
