//! The bonds between two combatants (CTD-50, CTD-82, CTD-164).

use crate::encounter::Encounter;
use crate::resolver::Resolver;
use crate::values::Id;

/// Bond: within five feet of each other and hostile (CTD-50); led from the lower to the higher id.
pub const ENGAGED: &str = "engaged";
/// Bond: strikes at somebody who has it and an ally of it on opposite sides, as the GM said last (CTD-82). It goes when
/// either of them leaves somebody.
pub const FLANKING: &str = "flanking";
/// Bond: has hold of (CTD-164).
pub const HOLDING: &str = "holding";

/// Whether two are engaged (CTD-50).
pub fn engaged(now: &Encounter, a: Id, b: Id) -> bool {
    now.linked(ENGAGED, a.min(b), a.max(b))
}

/// Two are no longer at close quarters, and nobody is known to flank either of them any more (CTD-50, CTD-82).
pub fn part(cx: &mut Resolver<'_>, a: Id, b: Id) {
    cx.unlink(ENGAGED, a.min(b), a.max(b));
    cx.unlink_all(|link| link.kind == FLANKING && [a, b].contains(&link.to));
}
