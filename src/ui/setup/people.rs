//! Who takes part, as the set-up tells it.

use crate::encounter::Roller;
use crate::setup::Newcomer;
use crate::values::Words;

/// Whether two entries are of the same kind, so that only their number differs.
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

/// The value behind one, the first behind the last.
pub(super) fn after<W: Words>(one: W) -> W {
    W::ALL[(one.index() + 1) % W::ALL.len()]
}

/// What somebody is called here.
pub fn called(one: &Newcomer) -> &str {
    if one.name.is_empty() {
        &one.from
    } else {
        &one.name
    }
}
