//! What fumbles leave for later.

use crate::values::Id;

crate::records! {
    /// What fumbles leave for later.
    pub struct Mishaps each "mishaps" {
        /// Times that something fragile breaks once the fight is over (SPL-113).
        pub breakages: i64,
        /// Whom it has begun to fear in this round: the first new save comes at the end of the next (SPL-121).
        pub new_fears: Vec<Id>,
    }
}
