//! Last attacks and distances, used as defaults of forms.

use std::collections::BTreeMap;

use crate::systems::prelude::*;

crate::records! {
    /// Weapon and targets of the last attack of a combatant.
    pub struct Last each "last" {
        /// Key of the weapon in the form.
        pub weapon: String,
        pub target: Vec<Id>,
    }

    /// Distances between combatants as last entered by the GM.
    pub struct Apart in "apart" {
        /// Distances in half zones, by pair of ids, the lower id first.
        pub between: BTreeMap<(Id, Id), i64>,
    }
}

/// Returns the distance entered last for two combatants, in half zones.
pub fn remembered_distance(now: &Encounter, a: Id, b: Id) -> Option<i64> {
    Apart::of(now).between.get(&(a.min(b), a.max(b))).copied()
}
