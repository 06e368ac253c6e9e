//! An act that is neither attack nor spell, as it is declared (SPL-25, SPL-115 to SPL-117, SPL-129, SPL-135).

crate::words! {
    /// What kind of act it is.
    pub enum DeedKind {
        /// Whatever the GM says: a door, a lever.
        Something = "something" "something else",
        /// Breaking a door or an object (SPL-129).
        Bash = "bash" "break an object",
        /// A heal check (SPL-135).
        Treat = "treat" "treat someone",
        /// Picking up spilled missiles (SPL-117).
        Gather = "gather" "gather missiles",
        /// Fixing a loose string (SPL-116).
        FixString = "fix_string" "fix a loose string",
        /// Fitting a spare string (SPL-115).
        NewString = "new_string" "fit a spare string",
    }
}

crate::records! {
    /// An act as it is declared.
    pub struct Deed {
        /// What kind of act it is.
        pub kind: DeedKind,
        /// What it is, in the GM's words.
        pub what: String,
        /// The weapon it is about.
        pub weapon: String,
        /// Rounds that it takes; 0 for an ordinary act (SPL-27).
        pub rounds: i64,
    }
}

impl Deed {
    /// Takes the whole round or several: no movement and no bonus action beside it (SPL-27, SPL-116, T1).
    pub fn whole_round(&self) -> bool {
        self.kind == DeedKind::FixString || self.rounds > 0
    }
}
