//! Consequences of values set by the GM (`ALT-07`, `ALT-85`).

use crate::systems::alternation::combat::wounds::{
    bond_broken, die, end_broken_bonds, fell, zero_is_death,
};
use crate::systems::alternation::says::Says;
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::state::fighter::Fighter;
use crate::systems::prelude::*;

/// Returns true if a value set by the GM has a pending consequence: a combatant at 0 health who has not fallen, or a
/// bond that cannot hold.
pub fn unsettled(now: &Encounter) -> bool {
    let mut bonds = now.links.iter();
    now.present().any(|id| overdue(now, id).is_some()) || bonds.any(|bond| bond_broken(now, bond))
}

/// Returns the pending consequence for a combatant at 0 health.
fn overdue(now: &Encounter, id: Id) -> Option<fn(&mut Resolver<'_>, Id, Told)> {
    let one = now.get(id);
    if Fighter::of(now, id).health() > 0 || one.has(is::DEAD) {
        None
    } else if zero_is_death(now) {
        Some(die)
    } else {
        (!one.has(is::INCAPACITATED)).then_some(fell)
    }
}

/// Applies the consequences of values set by the GM, then ends the bonds that can no longer hold.
pub fn reckon(cx: &mut Resolver<'_>) -> Step<()> {
    let all: Vec<Id> = cx.now().present().collect();
    for id in all {
        if let Some(happens) = overdue(cx.now(), id) {
            happens(cx, id, Says::NoHealthLeft {}.into());
        }
    }
    end_broken_bonds(cx)
}
