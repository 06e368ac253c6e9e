//! Who counts in the fight, and the sides that are left.

use crate::encounter::Encounter;
use crate::systems::common;
use crate::values::{Id, SideId};

use super::fighter::fighter;
use super::minds;

/// Whether somebody still counts for its side (SEC-190): things do not, nor who is down for good, broken or away. Whoever
/// sleeps or is paralysed does.
pub fn fights(now: &Encounter, id: Id) -> bool {
    let one = fighter(now, id);
    !one.object() && !one.out() && !one.mindless() && !one.senseless()
}

/// The sides that have anybody who can fight, a side of things alone not counted (SEC-190).
pub fn left(now: &Encounter) -> Vec<SideId> {
    common::sides::left(now, now.side_ids(), |id| fights(now, id))
}

/// Everybody in the fight who may be aimed at, foes who still stand first.
pub fn targets(now: &Encounter, by: Id) -> Vec<Id> {
    common::sides::likeliest(now, by, |id| {
        let one = fighter(now, id);
        let rank = (one.body.is_object(), one.helpless());
        (!one.out() && id != by && !minds::inside(now, id)).then_some(rank)
    })
}
