//! Minds and the bodies they are in (SEC-159 to SEC-169, SEC-196), and turns limited by fear and confusion.

use crate::systems::prelude::*;
use crate::systems::seconds::says::Inside;
use crate::systems::seconds::sheet::conditions::POSSESSES;

crate::words! {
    /// Restriction of a turn (SEC-138, SEC-139).
    pub enum Bound {
        /// No restriction on the choice of actions.
        Free = "free",
        Flight = "flight" "must flee",
        /// Only the deadliest attack.
        Deadliest = "deadliest" "deadliest attack only",
        /// Only the weakest attack.
        Weakest = "weakest" "weakest attack only",
        /// Only throwing the held item.
        Throw = "throw" "throws the held item",
        Walk = "walk" "walks",
        Run = "run" "runs",
        /// No action at all; the turn is lost.
        Lost = "lost" "loses the turn",
    }
}

crate::records! {
    /// Saved state of a mind.
    pub struct Mind each "mind" {
        /// Restriction of the current turn.
        pub bound: Bound,
        /// True if the mind's turn in a shared body was announced and the other minds had the chance to veto it
        /// (SEC-165).
        pub announced: bool,
        /// True once the mind has chosen in this turn how to flee: the rest of the turn is running (SEC-138).
        pub fleeing: bool,
        /// Combatants that the mind has vetoed in the round `vetoed_in` (SEC-166).
        pub vetoed: Vec<Id>,
        pub vetoed_in: u32,
        /// Minds that direct the shared body together with this mind (SEC-164).
        pub with: Vec<Id>,
        /// Number of turns by which confusion outlasts its normal end (RD-35).
        pub longer: i64,
    }

    /// Time at which a dead body rises (SEC-151).
    pub struct Rising each "rising" {
        /// Number of the round; 0 for never.
        pub round: u32,
    }

    /// State of a possessed body.
    pub struct Shared each "shared" {
        /// Mind that defends the body, as set by the GM (SEC-196).
        pub defender: Option<Id>,
    }
}

impl Mind {
    /// Returns true if the mind has already vetoed `whom` in a round (SEC-166).
    pub fn has_vetoed(&self, round: u32, whom: Id) -> bool {
        self.vetoed_in == round && self.vetoed.contains(&whom)
    }
}

/// Returns the body that a mind directs: its own, or another combatant's.
pub fn body_of(now: &Encounter, id: Id) -> Id {
    now.links_from(POSSESSES, id).next().unwrap_or(id)
}

/// Returns the place of a mind for a sentence: " in Ann's body"; `None` in its own body.
pub fn in_body(now: &Encounter, id: Id) -> Option<Inside> {
    let body = body_of(now, id);
    (body != id).then_some(Inside::Body { body })
}

/// Returns true if a mind is inside another combatant's body (SEC-162).
pub fn inside(now: &Encounter, id: Id) -> bool {
    body_of(now, id) != id
}

/// Returns all minds in a body, its host first, then in order of arrival (SEC-162).
pub fn occupants(now: &Encounter, body: Id) -> Vec<Id> {
    let others = now.links_to(POSSESSES, body);
    std::iter::once(body).chain(others).collect()
}

/// Returns true if several minds are in a body.
pub fn shared(now: &Encounter, body: Id) -> bool {
    now.links_to(POSSESSES, body).next().is_some()
}
