//! State of the round.

crate::words! {
    /// Half of the round (SPL-05).
    pub enum Phase {
        /// Declarations and movement.
        Decide = "decide",
        /// Resolution of the queue, after the dice.
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
        /// True if the suggested end was turned down in this round or at the end of the last.
        pub went_on: bool,
    }
}
