//! Who is there and who stands, who holds or carries whom, who is the larger (`ALT-08`, `ALT-84`, `ALT-91`, `ALT-102`).

use crate::encounter::Encounter;
use crate::values::Id;

use super::fighter::Fighter;
use super::schema::is;

/// Kinds of bonds.
pub mod bond {
    /// From the holder to the one held (`ALT-84`).
    pub const HOLDING: &str = "holding";
    /// From the rider or passenger to the mount or vehicle (`ALT-102`).
    pub const RIDING: &str = "riding";
}

/// There to be attacked: not dead, fled or taken out.
pub fn on_field(now: &Encounter, id: Id) -> bool {
    let one = now.get(id);
    !one.gone && !one.has(is::DEAD) && !one.has(is::FLED)
}

/// Alive, conscious and in the fight: counts for passes, morale and the end. A vehicle never does (`ALT-128`).
pub fn standing(now: &Encounter, id: Id) -> bool {
    let gave_up = now.get(id).has(is::SURRENDERED);
    works(now, id) && !gave_up && !Fighter::of(now, id).vehicle()
}

/// Standing, or a vehicle that still runs.
pub fn runs(now: &Encounter, id: Id) -> bool {
    standing(now, id) || Fighter::of(now, id).vehicle() && works(now, id)
}

/// There and not out of action: of a mount or vehicle, that it still carries.
pub fn works(now: &Encounter, id: Id) -> bool {
    on_field(now, id) && !now.get(id).has(is::INCAPACITATED)
}

/// Cannot resist: STR and AGI saves fail without a die (`ALT-08`).
pub fn helpless(now: &Encounter, id: Id) -> bool {
    now.get(id).has(is::INCAPACITATED) || now.get(id).has(is::DEAD)
}

/// Who holds somebody.
pub fn holder(now: &Encounter, victim: Id) -> Option<Id> {
    now.links_to(bond::HOLDING, victim).next()
}

/// Whom somebody holds, in the order grabbed.
pub fn held(now: &Encounter, by: Id) -> Vec<Id> {
    now.links_from(bond::HOLDING, by).collect()
}

/// On whom or what somebody rides.
pub fn mount_of(now: &Encounter, rider: Id) -> Option<Id> {
    now.links_from(bond::RIDING, rider).next()
}

/// Who rides on somebody, in the order mounted.
pub fn riders(now: &Encounter, mount: Id) -> Vec<Id> {
    now.links_to(bond::RIDING, mount).collect()
}

/// Steps of size from `a` up to `b`; negative when `b` is the smaller.
pub fn steps_up(now: &Encounter, a: Id, b: Id) -> i64 {
    Fighter::of(now, b).size() - Fighter::of(now, a).size()
}
