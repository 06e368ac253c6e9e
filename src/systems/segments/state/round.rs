//! Where the round stands, and where the fight takes place.

use std::sync::Arc;

crate::words! {
    /// The part of a round.
    pub enum Phase {
        /// Everyone declares.
        Declare = "declare",
        /// The ladder stands; between two counts.
        Between = "between",
        /// A count is open: its actions are asked.
        Act = "act",
    }
}

crate::records! {
    /// Where the round stands.
    pub struct Round in "round" {
        /// A round has begun; not yet while the ambush is being rolled for.
        pub begun: bool,
        /// The part of the round.
        pub phase: Phase,
        /// The count that is open or was last; none before the first.
        pub count: Option<i64>,
        /// The surprise round of an ambush.
        pub surprise: bool,
        /// The GM plays on although only one side is standing.
        pub go_on: bool,
    }

    /// Where the fight takes place.
    pub struct Scene in "scene" {
        /// Key of the lighting in its table (SEG-84).
        pub lighting: Arc<str>,
    }
}
