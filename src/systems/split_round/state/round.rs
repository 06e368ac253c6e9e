//! Where the round stands.

crate::words! {
    /// Which half of the round it is (SPL-05).
    pub enum Phase {
        /// Everybody declares and moves.
        Decide = "decide",
        /// The dice are on the table; the queue is played.
        Attack = "attack",
        /// End of the round, before the next begins.
        Over = "over",
    }
}

crate::records! {
    /// Where the round stands.
    pub struct Round in "cycle" {
        /// Which half it is.
        pub phase: Phase,
        /// The end of the fight was suggested and turned down, in this round or at the end of the last.
        pub went_on: bool,
    }
}
