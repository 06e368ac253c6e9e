//! Presence and ability of combatants (`ALT-08`, `ALT-91`).

use super::fighter::Fighter;
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::prelude::*;

/// Returns true if the combatant can be attacked: not dead, fled or taken out.
pub fn on_field(now: &Encounter, id: Id) -> bool {
    let one = now.get(id);
    !one.gone && !one.has(is::DEAD) && !one.has(is::FLED)
}

/// Returns true if the combatant is alive, conscious and in the fight, and so counts for passes, morale and the end. A
/// vehicle never counts (`ALT-128`).
pub fn standing(now: &Encounter, id: Id) -> bool {
    let gave_up = now.get(id).has(is::SURRENDERED);
    works(now, id) && !gave_up && !Fighter::of(now, id).vehicle()
}

/// Returns true for a standing combatant, or a vehicle that still runs.
pub fn runs(now: &Encounter, id: Id) -> bool {
    standing(now, id) || Fighter::of(now, id).vehicle() && works(now, id)
}

/// Returns true if the combatant is present and not out of action; a mount or vehicle can still carry.
pub fn works(now: &Encounter, id: Id) -> bool {
    on_field(now, id) && !now.get(id).has(is::INCAPACITATED)
}

/// Returns true if the combatant cannot resist: STR and AGI saves fail without a roll (`ALT-08`).
pub fn helpless(now: &Encounter, id: Id) -> bool {
    now.get(id).has(is::INCAPACITATED) || now.get(id).has(is::DEAD)
}
