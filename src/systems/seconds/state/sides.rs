//! Combatants who count in the fight, and the sides left.

use crate::systems::common;
use crate::systems::prelude::*;

use super::fighter::fighter;
use super::minds;

/// Returns true if a combatant still counts for their side (SEC-190). Sleeping and paralysed combatants count. Objects
/// and combatants down for good, broken or away do not.
pub fn fights(now: &Encounter, id: Id) -> bool {
    let one = fighter(now, id);
    !one.object() && !one.out() && !one.mindless() && !one.senseless()
}

/// Returns the sides with combatants who can still fight. Sides that consist only of objects are excluded (SEC-190).
pub fn left(now: &Encounter) -> Vec<SideId> {
    common::sides::left(now, now.side_ids(), |id| fights(now, id))
}

/// Returns all possible targets in the fight, standing foes first.
pub fn targets(now: &Encounter, by: Id) -> Vec<Id> {
    common::sides::likeliest(now, by, |id| {
        let one = fighter(now, id);
        let rank = (one.body.is_object(), one.helpless());
        (!one.out() && id != by && !minds::inside(now, id)).then_some(rank)
    })
}
