//! Describes the state of a combatant: in the fight or not, its health, and its remaining resources.

use crate::encounter::Encounter;
use crate::values::Id;

use crate::systems::countdown::sheet::Kind;
use crate::systems::countdown::state::fighter;

/// Returns true if the combatant is neither dead, unconscious nor fled.
pub fn stands(now: &Encounter, who: Id) -> bool {
    fighter(now, who).up()
}

/// Returns current and maximum hit points.
pub fn life(now: &Encounter, who: Id) -> (i64, i64) {
    let one = fighter(now, who);
    (one.hp(), one.hp_max())
}

/// Returns counted shots, throws and flasks; spells are not counted in this book.
pub fn supplies(now: &Encounter, who: Id) -> Vec<(&'static str, i64)> {
    let weapons = fighter(now, who).weapons();
    let left = |flasks: bool| {
        let those = weapons.iter().filter(|weapon| weapon.ranged());
        let those = those.filter(|weapon| (weapon.kind() == Kind::Grenade) == flasks);
        those.filter_map(|weapon| weapon.ammo()).sum()
    };
    vec![("shots", left(false)), ("flasks", left(true))]
}
