//! Sides still in the fight, and combatants who have left it (CTD-177, CTD-182).

use crate::systems::common::sides;
use crate::systems::prelude::*;

use super::count::round_done;
use super::declarations;
use super::fighter::fighter;
use super::round::{Phase, Round};
use crate::systems::countdown::sheet::AWAY;

/// Returns all combatants still in the fight, standing or down: not dead, fled or removed.
pub fn there(now: &Encounter) -> impl Iterator<Item = Id> {
    now.present().filter(|id| !fighter(now, *id).out())
}

/// Returns the sides with standing combatants who have not fled.
pub fn standing(now: &Encounter) -> Vec<SideId> {
    sides::left(now, now.side_ids(), |id| fighter(now, id).up())
}

/// Returns true if the end of the fight should be suggested now (CTD-177).
pub fn suggested(now: &Encounter) -> bool {
    let round = Round::of(now);
    !round.open && sides::may_suggest(round.went_on, || round_done(now)) && standing(now).len() <= 1
}

/// Returns true if a round has been announced but no combatant has declared yet.
pub fn between_rounds(now: &Encounter) -> bool {
    Round::of(now).phase == Phase::Declare && !declarations::begun(now)
}

/// Returns all combatants who left the fight alive.
pub fn away(now: &Encounter) -> Vec<Id> {
    let away = |id: &Id| AWAY.iter().any(|is| now.get(*id).has(*is));
    now.present().filter(away).collect()
}
