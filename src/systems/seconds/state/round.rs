//! Where the round stands: everybody's place in it, and the turns under way (SEC-21, SEC-22, SEC-47).

use crate::values::Id;

crate::records! {
    /// Where the round stands.
    pub struct Round in "round" {
        /// Everybody who has a count, first to last (SEC-21).
        pub order: Vec<Id>,
        /// The place in it whose count comes next.
        pub place: usize,
        /// Turns under way, each inside the one before (SEC-47): the last is being played.
        pub turns: Vec<Seat>,
        /// True during the upkeep of the turn that was called last, before it is under way.
        pub upkeep: bool,
        /// The suggestion to end the fight was turned down in this round, or at the end of the last.
        pub went_on: bool,
    }

    /// A turn under way: of one, or of a rider with its mount (SEC-122).
    pub struct Seat {
        pub on: Option<Id>,
        /// The other of the two.
        pub beside: Option<Id>,
    }

    /// What somebody's initiative dice came to, its bonuses included, the first first (SEC-22).
    pub struct Initiative each "initiative" {
        pub rolls: Vec<i64>,
    }

    /// What the party has had experience for in this fight (SEC-191, SEC-192).
    pub struct Rewarded in "rewarded" {
        /// The foes it overcame.
        pub foes: Vec<Id>,
        pub defeat: bool,
    }
}

impl Round {
    /// Who is asked now, if it is somebody's turn.
    pub fn acting(&self) -> Option<Id> {
        self.turns.last()?.on
    }

    /// Returns whose turn is beginning: its upkeep is not finished.
    pub fn beginning(&self) -> Option<Id> {
        let called = self.place.checked_sub(1).filter(|_| self.upkeep)?;
        self.order.get(called).copied()
    }

    /// Whose turn is played, or was the last to come up.
    pub fn latest(&self) -> Option<Id> {
        let last = || self.order.get(self.place.checked_sub(1)?).copied();
        self.acting().or_else(last)
    }

    /// Whether somebody's turn is under way, interrupted or not.
    pub fn under_way(&self, id: Id) -> bool {
        let of = |seat: &Seat| seat.on == Some(id) || seat.beside == Some(id);
        self.turns.iter().any(of)
    }
}
