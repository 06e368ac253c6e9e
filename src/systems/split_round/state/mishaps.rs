//! Delayed effects of fumbles.

use crate::values::Id;

crate::records! {
    /// Delayed effects of fumbles.
    pub struct Mishaps each "mishaps" {
        /// Number of fragile items that break after the fight (SPL-113).
        pub breakages: i64,
        /// Sources of fear new in this round: the first repeated save comes at the end of the next (SPL-121).
        pub new_fears: Vec<Id>,
    }
}
