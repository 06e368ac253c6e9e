//! Burning oil on the ground (CTD-128).

use crate::values::Id;

crate::records! {
    /// All fires on the ground, oldest first.
    pub struct Fires in "fires" {
        pub burning: Vec<Fire>,
    }

    /// Burning oil on the ground (CTD-128).
    pub struct Fire {
        pub number: u32,
        /// Place of the fire, as described by the GM.
        pub name: String,
        /// Owner of the flask that started the fire.
        pub by: Option<Id>,
        /// Last round in which the fire burns (CTD-130).
        pub last: u32,
        /// Combatants in the fire.
        pub inside: Vec<Id>,
        /// Combatants already burned by this fire in this round (CTD-129).
        pub took: Vec<Id>,
    }
}
