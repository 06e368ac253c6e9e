//! Declared act that is neither attack nor spell (SPL-25, SPL-115 to SPL-117, SPL-129, SPL-135).

crate::words! {
    pub enum DeedKind {
        /// Any act described by the GM, such as opening a door or pulling a lever.
        Something = "something" "any action",
        /// Breaking a door or an object (SPL-129).
        Bash = "bash" "break an object",
        /// Heal check on a combatant (SPL-135).
        Treat = "treat" "treat a combatant",
        /// Picking up spilled missiles (SPL-117).
        Gather = "gather" "gather missiles",
        /// Fixing a loose string (SPL-116).
        FixString = "fix_string" "fix a loose string",
        /// Fitting a spare string (SPL-115).
        NewString = "new_string" "fit a spare string",
    }
}

crate::records! {
    /// Declared act of a combatant.
    pub struct Deed {
        pub kind: DeedKind,
        /// GM's description of the act.
        pub what: String,
        /// Weapon that is the object of the act.
        pub weapon: String,
        /// Number of rounds of the act; 0 for an ordinary act (SPL-27).
        pub rounds: i64,
    }
}

impl Deed {
    /// Returns true if the act takes one or more whole rounds, which excludes movement and a bonus action (SPL-27,
    /// SPL-116, T1).
    pub fn whole_round(&self) -> bool {
        self.kind == DeedKind::FixString || self.rounds > 0
    }
}
