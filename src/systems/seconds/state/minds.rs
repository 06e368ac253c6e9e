//! Minds and the bodies they are in (SEC-159 to SEC-169, SEC-196), and the limits of fear and confusion on their
//! turns.

use crate::encounter::Encounter;
use crate::values::Id;

use crate::systems::seconds::sheet::conditions::POSSESSES;

crate::words! {
    /// Binding of a turn (SEC-138, SEC-139).
    pub enum Bound {
        /// To nothing: any action.
        Free = "free",
        Flight = "flight" "must flee",
        /// To its deadliest attack.
        Deadliest = "deadliest" "deadliest attack only",
        /// To its weakest attack.
        Weakest = "weakest" "weakest attack only",
        /// To throwing what it holds.
        Throw = "throw" "throws what they hold",
        Walk = "walk" "walks",
        Run = "run" "runs",
        /// To nothing at all: the turn is lost.
        Lost = "lost" "loses the turn",
    }
}

crate::records! {
    /// State of a mind.
    pub struct Mind each "mind" {
        /// Binding of its turn.
        pub bound: Bound,
        /// True if its turn in a shared body was announced and the others were asked for a veto (SEC-165).
        pub announced: bool,
        /// True once it has said in this turn how it flees: what is left of the turn is running (SEC-138).
        pub fleeing: bool,
        /// Combatants it has vetoed in a round (SEC-166).
        pub vetoed: Vec<Id>,
        pub vetoed_in: u32,
        /// Minds that direct the shared body together with it (SEC-164).
        pub with: Vec<Id>,
        /// Own turns of confusion still to come after it would have ended (RD-35).
        pub longer: i64,
    }

    /// Time at which a dead body rises (SEC-151).
    pub struct Rising each "rising" {
        /// Number of the round; 0 for never.
        pub round: u32,
    }

    /// State of a possessed body.
    pub struct Shared each "shared" {
        /// Mind that defends it, as set by the GM (SEC-196).
        pub defender: Option<Id>,
    }
}

impl Mind {
    /// Returns true if it has already vetoed in a round (SEC-166).
    pub fn has_vetoed(&self, round: u32, whom: Id) -> bool {
        self.vetoed_in == round && self.vetoed.contains(&whom)
    }
}

/// Returns the body that a mind directs: another's, or its own.
pub fn body_of(now: &Encounter, id: Id) -> Id {
    now.links_from(POSSESSES, id).next().unwrap_or(id)
}

/// Returns the place of a mind for the end of a sentence: " in Ann's body"; empty in its own body.
pub fn in_body(now: &Encounter, id: Id) -> String {
    match body_of(now, id) {
        body if body == id => String::new(),
        body => format!(" in {}'s body", now.name(body)),
    }
}

/// Returns true if a mind is inside another's body (SEC-162).
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
