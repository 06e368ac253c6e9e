//! Bonds between two combatants (CTD-50, CTD-82, CTD-164).

use crate::systems::prelude::*;

/// Link between hostile combatants within five feet of each other (CTD-50), from the lower to the higher id.
pub const ENGAGED: &str = "engaged";
/// Link from an attacker to a target with an ally on its opposite side, as last set by the GM (CTD-82). The link ends
/// when the attacker or the target leaves an opponent.
pub const FLANKING: &str = "flanking";
/// Link from the holder to the held combatant (CTD-164).
pub const HOLDING: &str = "holding";

/// Returns true if two combatants are engaged (CTD-50).
pub fn engaged(now: &Encounter, a: Id, b: Id) -> bool {
    now.linked(ENGAGED, a.min(b), a.max(b))
}

/// Separates two combatants, and ends all flanking by or against either of them (CTD-50, CTD-82).
pub fn part(cx: &mut Resolver<'_>, a: Id, b: Id) {
    cx.unlink(ENGAGED, a.min(b), a.max(b));
    cx.unlink_all(|link| link.kind == FLANKING && [a, b].contains(&link.to));
}
