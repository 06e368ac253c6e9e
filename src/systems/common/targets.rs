//! Who may be aimed at.

use crate::encounter::Encounter;
use crate::values::Id;

/// Everybody to whom `rank` gives a place, the likeliest first: foes before one's own side, oneself last, among these
/// by rank and in roster order.
pub fn likeliest<K: Ord>(now: &Encounter, by: Id, rank: impl Fn(Id) -> Option<K>) -> Vec<Id> {
    let key = |id: Id| rank(id).map(|rank| (id == by, now.allied(id, by), rank));
    let mut all: Vec<_> = now
        .present()
        .filter_map(|id| Some((key(id)?, id)))
        .collect();
    all.sort();
    all.into_iter().map(|(_, id)| id).collect()
}
