//! State of the round.

crate::words! {
    /// Half of the round (SPL-05).
    pub enum Phase {
        /// Plans and movement of all combatants.
        Decide = "decide",
        /// Resolution of the queue, after all dice are rolled.
        Attack = "attack",
        /// End of the round, before the next begins.
        Over = "over",
    }
}

crate::records! {
    /// State of the round.
    pub struct Round in "cycle" {
        /// Half of the round.
        pub phase: Phase,
        /// True if the GM declined the suggested end in this round, or at the end of the last round.
        pub went_on: bool,
    }
}
