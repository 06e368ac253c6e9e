//! State of a combatant: presence in the fight, health and remaining resources.

use crate::systems::countdown::sheet::Kind;
use crate::systems::countdown::state::fighter;
use crate::systems::prelude::*;

/// Returns true if the combatant is neither dead, unconscious nor fled.
pub fn stands(now: &Encounter, who: Id) -> bool {
    fighter(now, who).up()
}

/// Returns current and maximum hit points.
pub fn life(now: &Encounter, who: Id) -> (i64, i64) {
    let one = fighter(now, who);
    (one.hp(), one.hp_max())
}

/// Returns the remaining shots and flasks of weapons with counted ammunition. This rulebook does not count spells.
pub fn supplies(now: &Encounter, who: Id) -> Vec<(&'static str, i64)> {
    let weapons = fighter(now, who).weapons();
    let left = |flasks: bool| {
        let those = weapons.iter().filter(|weapon| weapon.ranged());
        let those = those.filter(|weapon| (weapon.kind() == Kind::Grenade) == flasks);
        those.filter_map(|weapon| weapon.ammo()).sum()
    };
    vec![("shots", left(false)), ("flasks", left(true))]
}
