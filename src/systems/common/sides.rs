//! The sides that are left in a fight, the end that is suggested when it is one, and who is likely to be aimed at.

use crate::encounter::Encounter;
use crate::rules::{Action, Next, Offer};
use crate::values::{Id, SideId};

/// Those of some sides that have anybody who counts, in their order.
pub fn left(
    now: &Encounter,
    sides: impl IntoIterator<Item = SideId>,
    counts: impl Fn(Id) -> bool,
) -> Vec<SideId> {
    let has_any = |side: &SideId| now.members(*side).any(&counts);
    sides.into_iter().filter(has_any).collect()
}

/// Who is left where it is one side or none, with what nobody does or one side does: "nobody stands", "only Wolves
/// stand".
pub fn alone(now: &Encounter, left: &[SideId], does: &str) -> Option<String> {
    match left {
        [] => Some(format!("nobody {does}")),
        [only] => Some(format!("nobody but {} {does}", now.side_name(*only))),
        _ => None,
    }
}

/// The end is suggested: Enter and its capital take it, Space goes on.
pub fn suggest_end(title: String, end: &Action, go_on: &Action) -> Next {
    Next::Offers {
        title,
        offers: vec![Offer::new(end.of()).preset(), Offer::new(go_on.of())],
    }
}

/// Whether the end is suggested where one side is left: as soon as it is so, and, where it was turned down, at the end of the
/// round and of each that is gone on with.
pub fn may_suggest(turned_down: bool, round_done: impl FnOnce() -> bool) -> bool {
    !turned_down || round_done()
}

/// What turning the end down comes to.
pub fn goes_on(round_done: bool) -> String {
    if round_done {
        "go on with another round".to_owned()
    } else {
        "go on with the round".to_owned()
    }
}

/// Whom of some foes somebody is likeliest to go on with: whom it went at `last`, else whoever went at it, else the first.
pub fn engaged(foes: &[Id], by: Id, last: impl Fn(Id) -> Option<Id>) -> Option<Id> {
    let own = last(by).filter(|id| foes.contains(id));
    let other = || foes.iter().copied().find(|foe| last(*foe) == Some(by));
    own.or_else(other).or(foes.first().copied())
}

/// Whether somebody is aimed at by what is proposed to another: whoever is hidden is so to its own side only. The hand may
/// aim at anybody.
pub fn sees(now: &Encounter, by: Id, of: Id) -> bool {
    !now.get(of).hidden || now.allied(of, by)
}

/// Everybody to whom `rank` gives a place, the likeliest first: foes before one's own side, oneself last, of foes those
/// first whom one `sees`, among these by rank and in roster order.
pub fn likeliest<K: Ord>(now: &Encounter, by: Id, rank: impl Fn(Id) -> Option<K>) -> Vec<Id> {
    let key = |id: Id| {
        let rank = rank(id)?;
        Some((id == by, now.allied(id, by), !sees(now, by, id), rank))
    };
    let mut all = Vec::with_capacity(now.combatants.len());
    all.extend(now.present().filter_map(|id| Some((key(id)?, id))));
    all.sort_unstable();
    all.into_iter().map(|(_, id)| id).collect()
}
