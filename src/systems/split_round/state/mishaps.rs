//! Delayed effects of fumbles.

use crate::values::Id;

crate::records! {
    /// Delayed effects of fumbles.
    pub struct Mishaps each "mishaps" {
        /// Number of fragile items that break after the fight (SPL-113).
        pub breakages: i64,
        /// Sources of fear that are new in this round. The first repeated save comes at the end of the next round
        /// (SPL-121).
        pub new_fears: Vec<Id>,
    }
}
