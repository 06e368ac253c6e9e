//! State of a combatant: presence in the fight, health and remaining resources.

use crate::systems::prelude::*;
use crate::systems::split_round::state::fighter::fighter;

/// Returns true if the combatant is not down, helpless, fled or surrendered.
pub fn stands(now: &Encounter, who: Id) -> bool {
    fighter(now, who).up()
}

/// Returns current and maximum hit points.
pub fn life(now: &Encounter, who: Id) -> (i64, i64) {
    let one = fighter(now, who);
    (one.hp(), one.sheet.hp_max())
}

/// Returns the remaining mana, and the remaining shots of weapons with counted ammunition.
pub fn supplies(now: &Encounter, who: Id) -> Vec<(&'static str, i64)> {
    let one = fighter(now, who);
    let shot = one.weapons().filter(|weapon| !weapon.melee());
    let shots = shot.filter_map(|weapon| weapon.ammo()).sum();
    vec![("mana", one.mana()), ("shots", shots)]
}
