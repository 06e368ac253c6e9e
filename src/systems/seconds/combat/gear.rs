//! What somebody holds and drops (SEC-67, SEC-110, SEC-111).

use crate::encounter::Encounter;
use crate::resolver::{Resolver, Step, note, say};
use crate::values::Id;

use crate::systems::seconds::sheet::schema::{Held, at_attack};
use crate::systems::seconds::sheet::weapon::Weapon;
use crate::systems::seconds::state::fighter::fighter;

/// What somebody has in its hands.
pub fn held(now: &Encounter, id: Id) -> Vec<Weapon> {
    let all = fighter(now, id).weapons().into_iter();
    let in_hand = |one: &Weapon| one.drawn() && one.place.is_some() && one.hands_needed() > 0;
    all.filter(in_hand).collect()
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
            let title = say!(cx.now(), "What does {} drop?", cx.name(id));
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
