//! Oil that burns on the ground (CTD-128).

use crate::values::Id;

crate::records! {
    /// All oil that burns on the ground, in the order started.
    pub struct Fires in "fires" {
        pub burning: Vec<Fire>,
    }

    /// Oil that burns on the ground (CTD-128).
    pub struct Fire {
        pub number: u32,
        /// Where it burns, in the GM's words.
        pub name: String,
        /// Whose flask started it.
        pub by: Option<Id>,
        /// The last round in which it burns (CTD-130).
        pub last: u32,
        /// Who stands in it.
        pub inside: Vec<Id>,
        /// Who was burned by it in this round already (CTD-129).
        pub took: Vec<Id>,
    }
}
