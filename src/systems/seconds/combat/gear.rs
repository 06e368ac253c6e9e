//! What somebody holds and drops (SEC-67, SEC-110, SEC-111).

use crate::encounter::Encounter;
use crate::resolver::{Resolver, Step, note, say};
use crate::values::Id;

use crate::systems::seconds::sheet::schema::{Held, at_attack};
use crate::systems::seconds::sheet::weapon::Weapon;
use crate::systems::seconds::state::fighter::fighter;

/// What somebody has in its hands; nobody holds what is cast.
pub fn held(now: &Encounter, id: Id) -> Vec<Weapon> {
    let all = fighter(now, id).weapons().into_iter();
    let in_hand =
        |one: &Weapon| one.drawn() && one.place.is_some() && one.hands_needed() > 0 && !one.magic();
    all.filter(in_hand).collect()
}

/// Why somebody cannot hold a weapon, if so; nobody holds what is cast (SEC-110, SEC-111).
pub fn no_hands(now: &Encounter, id: Id, weapon: &Weapon) -> Option<&'static str> {
    let left = fighter(now, id).hands_left()?;
    let few = !weapon.magic() && weapon.hands_needed() > left;
    few.then_some("too few usable hands")
}

/// Why somebody has no arm for its shield, if so: that which is left may have a weapon in its hand (SEC-110, SEC-111).
pub fn no_arm(now: &Encounter, id: Id) -> Option<&'static str> {
    let left = fighter(now, id).hands_left()?;
    let held = held(now, id).into_iter();
    let taken = held.map(|one| one.hands_needed()).max().unwrap_or(0);
    (taken >= left).then_some("no usable arm is free")
}

/// Somebody drops all that it holds.
pub fn drop_held(cx: &mut Resolver<'_>, id: Id, cause: &str) {
    for weapon in held(cx.now(), id) {
        drops(cx, id, &weapon, cause);
    }
}

/// Somebody drops what the struck hand holds: the only thing it has, or one that the GM names.
pub fn drop_one(cx: &mut Resolver<'_>, id: Id, cause: &str) -> Step<()> {
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

fn drops(cx: &mut Resolver<'_>, id: Id, weapon: &Weapon, cause: &str) {
    let flesh = fighter(cx.now(), id).flesh;
    weapon.set(cx, flesh, at_attack::held_in, Held::Dropped);
    let because = if cause.is_empty() {
        String::new()
    } else {
        format!(" ({cause})")
    };
    note!(
        cx,
        &[id],
        "{} drops the {}{because}.",
        cx.name(id),
        weapon.name()
    );
}
