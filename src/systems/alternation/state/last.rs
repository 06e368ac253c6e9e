//! What was said of the last attacks: the forms begin with it.

use std::collections::BTreeMap;

use crate::encounter::Encounter;
use crate::values::Id;

crate::records! {
    /// What somebody attacked with last, and whom.
    pub struct Last each "last" {
        /// The key of the weapon in the form.
        pub weapon: String,
        pub target: Vec<Id>,
    }

    /// The distances last given.
    pub struct Apart in "apart" {
        /// In half zones, by the two, the lower id first.
        pub between: BTreeMap<(Id, Id), i64>,
    }
}

/// The distance last given for two, in half zones.
pub fn remembered_distance(now: &Encounter, a: Id, b: Id) -> Option<i64> {
    Apart::of(now).between.get(&(a.min(b), a.max(b))).copied()
}
