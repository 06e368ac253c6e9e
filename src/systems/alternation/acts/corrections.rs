//! What a value set by hand brings with it (`ALT-07`, `ALT-85`).

use crate::encounter::Encounter;
use crate::resolver::{Resolver, Step};
use crate::values::Id;

use crate::systems::alternation::combat::wounds::{bond_broken, die, fell, settle, zero_is_death};
use crate::systems::alternation::sheet::schema::is;
use crate::systems::alternation::state::fighter::Fighter;

/// Whether a value that a GM set by hand has a consequence that has not come yet: health 0 without falling, bonds
/// that cannot hold.
pub fn unsettled(now: &Encounter) -> bool {
    let mut bonds = now.links.iter();
    now.present().any(|id| overdue(now, id).is_some()) || bonds.any(|bond| bond_broken(now, bond))
}

/// What is to happen to somebody at 0 health, where it has not.
fn overdue(now: &Encounter, id: Id) -> Option<fn(&mut Resolver<'_>, Id, &str)> {
    let one = now.get(id);
    if Fighter::of(now, id).health() > 0 || one.has(is::DEAD) {
        None
    } else if zero_is_death(now) {
        Some(die)
    } else {
        (!one.has(is::INCAPACITATED)).then_some(fell)
    }
}

/// Draws the consequences of values set by hand, then lets go what can no longer hold.
pub fn reckon(cx: &mut Resolver<'_>) -> Step<()> {
    let all: Vec<Id> = cx.now().present().collect();
    for id in all {
        if let Some(happens) = overdue(cx.now(), id) {
            happens(cx, id, "no health left");
        }
    }
    settle(cx)
}
