//! Held and dropped objects (SEC-67, SEC-110, SEC-111).

use crate::systems::prelude::*;
use crate::systems::seconds::says::{DropCause, Says};
use crate::systems::seconds::sheet::schema::{Held, at_attack};
use crate::systems::seconds::sheet::weapon::Weapon;
use crate::systems::seconds::state::fighter::fighter;

/// Returns the weapons in hand; spells are never held.
pub fn held(now: &Encounter, id: Id) -> Vec<Weapon> {
    let all = fighter(now, id).weapons().into_iter();
    let in_hand =
        |one: &Weapon| one.drawn() && one.place.is_some() && one.hands_needed() > 0 && !one.magic();
    all.filter(in_hand).collect()
}

/// Returns the reason why a combatant cannot hold a weapon; `None` if they can. Spells need no hand (SEC-110, SEC-111).
pub fn no_hands(now: &Encounter, id: Id, weapon: &Weapon) -> Option<&'static str> {
    let left = fighter(now, id).hands_left()?;
    let few = !weapon.magic() && weapon.hands_needed() > left;
    few.then_some("too few usable hands")
}

/// Returns the reason why a combatant has no arm left for a shield; `None` if an arm is free. The last usable arm may
/// hold a weapon (SEC-110, SEC-111).
pub fn no_arm(now: &Encounter, id: Id) -> Option<&'static str> {
    let left = fighter(now, id).hands_left()?;
    let held = held(now, id).into_iter();
    let taken = held.map(|one| one.hands_needed()).max().unwrap_or(0);
    (taken >= left).then_some("no usable arm is free")
}

/// Drops all held objects.
pub fn drop_held(cx: &mut Resolver<'_>, id: Id, cause: DropCause) {
    for weapon in held(cx.now(), id) {
        drops(cx, id, &weapon, cause);
    }
}

/// Drops the object in the injured hand: the only object, or the object that the GM chooses.
pub fn drop_one(cx: &mut Resolver<'_>, id: Id, cause: DropCause) -> Step<()> {
    let all = held(cx.now(), id);
    let weapon = match all.as_slice() {
        [] => return Ok(()),
        [only] => only.clone(),
        several => {
            let title = say!(cx.now(), "Which weapon does {} drop?", cx.name(id));
            cx.one_of("drop", id, title, several, 0, Weapon::choice)?
        }
    };
    drops(cx, id, &weapon, cause);
    Ok(())
}

fn drops(cx: &mut Resolver<'_>, id: Id, weapon: &Weapon, why: DropCause) {
    let flesh = fighter(cx.now(), id).flesh;
    weapon.set(cx, flesh, at_attack::held_in, Held::Dropped);
    let weapon = weapon.name().to_owned().into();
    cx.note(Says::Drops {
        who: id,
        weapon,
        why,
    });
}
