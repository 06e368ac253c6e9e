//! Helpers for the combatants of the set-up.

use crate::encounter::Roller;
use crate::setup::Newcomer;
use crate::values::Words;

/// Returns `true` if two entries differ only in their number.
pub(super) fn alike(one: &Newcomer, other: &Newcomer) -> bool {
    let mut same = other.clone();
    same.count = one.count.clone();
    !one.from.is_empty() && *one == same
}

pub(super) fn other(roller: Roller) -> Roller {
    match roller {
        Roller::Typed => Roller::Rolled,
        Roller::Rolled => Roller::Typed,
    }
}

/// Returns the next value; the first value follows the last value.
pub(super) fn after<W: Words>(one: W) -> W {
    W::ALL[(one.index() + 1) % W::ALL.len()]
}

/// Returns the name of a combatant in the set-up.
pub fn called(one: &Newcomer) -> &str {
    if one.name.is_empty() {
        &one.from
    } else {
        &one.name
    }
}
