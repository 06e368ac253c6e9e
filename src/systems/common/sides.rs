//! The sides that are left in a fight, and the end that is suggested when it is one.

use crate::encounter::Encounter;
use crate::rules::{Action, Next, Offer};
use crate::values::{FactionId, Id};

/// Those of some sides that have anybody who counts, in their order.
pub fn left(
    now: &Encounter,
    sides: impl IntoIterator<Item = FactionId>,
    counts: impl Fn(Id) -> bool,
) -> Vec<FactionId> {
    let has_any = |side: &FactionId| now.members(*side).any(&counts);
    sides.into_iter().filter(has_any).collect()
}

/// Who is left where it is one side or none, with what nobody does or one side does: "nobody stands", "only Wolves
/// stand".
pub fn alone(now: &Encounter, left: &[FactionId], does: &str) -> Option<String> {
    match left {
        [] => Some(format!("nobody {does}")),
        [only] => Some(format!("nobody but {} {does}", now.faction_name(*only))),
        _ => None,
    }
}

/// The end is suggested: only its capital takes it, Enter and Space go on.
pub fn suggest_end(title: String, end: &Action, go_on: &Action) -> Next {
    Next::Offers {
        title,
        offers: vec![Offer::new(go_on.of()).preset(), Offer::new(end.of())],
    }
}
