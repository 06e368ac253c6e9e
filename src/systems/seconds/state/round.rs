//! State of a round: places in the order, and turns in progress (SEC-21, SEC-22, SEC-47).

use crate::values::Id;

crate::records! {
    /// State of the round.
    pub struct Round in "round" {
        /// Combatants with a count, first to last (SEC-21).
        pub order: Vec<Id>,
        /// Index in the order of the next count.
        pub place: usize,
        /// Turns in progress, each interrupting the one before; the last one is current (SEC-47).
        pub turns: Vec<Seat>,
        /// True during the upkeep of the latest turn, before its first action.
        pub upkeep: bool,
        /// True if the GM declined the suggested end of the fight in this round, or at the end of the previous one.
        pub went_on: bool,
        /// Combatants who have had the chance to take their delayed turn since the last turn: they delayed just now, or
        /// did not use the end of the round.
        pub asked: Vec<Id>,
    }

    /// Turn in progress, of one combatant or of a rider with its mount (SEC-122).
    pub struct Seat {
        pub on: Option<Id>,
        /// Mount or rider who shares the turn.
        pub beside: Option<Id>,
    }

    /// Totals of a combatant's initiative dice, in the order rolled (SEC-22).
    pub struct Initiative each "initiative" {
        pub rolls: Vec<i64>,
    }

    /// Sources of experience already awarded in this fight (SEC-191, SEC-192).
    pub struct Rewarded in "rewarded" {
        /// Foes already counted as overcome.
        pub foes: Vec<Id>,
        pub defeat: bool,
    }
}

impl Round {
    /// Returns the acting combatant, if a turn is in progress.
    pub fn acting(&self) -> Option<Id> {
        self.turns.last()?.on
    }

    /// Returns the combatant whose turn is beginning, while its upkeep is not finished.
    pub fn beginning(&self) -> Option<Id> {
        let called = self.place.checked_sub(1).filter(|_| self.upkeep)?;
        self.order.get(called).copied()
    }

    /// Returns the combatant of the current turn, or of the last one.
    pub fn latest(&self) -> Option<Id> {
        let last = || self.order.get(self.place.checked_sub(1)?).copied();
        self.acting().or_else(last)
    }

    /// Returns true if a combatant's turn is in progress, interrupted or not.
    pub fn under_way(&self, id: Id) -> bool {
        let of = |seat: &Seat| seat.on == Some(id) || seat.beside == Some(id);
        self.turns.iter().any(of)
    }
}
