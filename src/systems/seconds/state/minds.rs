//! Minds and the bodies they are in (SEC-159 to SEC-169, SEC-196), and what fear and confusion leave a mind of its turn.

use crate::encounter::Encounter;
use crate::values::Id;

use crate::systems::seconds::sheet::conditions::POSSESSES;

crate::words! {
    /// What somebody's turn is bound to (SEC-138, SEC-139).
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
    /// What somebody's mind is doing.
    pub struct Mind each "mind" {
        /// What its turn is bound to.
        pub bound: Bound,
        /// Has announced its turn in a shared body: everybody there was asked for a veto (SEC-165).
        pub announced: bool,
        /// True once it has said in this turn how it flees: what is left of the turn is running (SEC-138).
        pub fleeing: bool,
        /// Whom it has vetoed in a round (SEC-166).
        pub vetoed: Vec<Id>,
        pub vetoed_in: u32,
        /// With whom it directs the body that they share (SEC-164).
        pub with: Vec<Id>,
        /// Own turns of confusion still to come after it would have ended (RD-35).
        pub longer: i64,
    }

    /// When a dead body rises (SEC-151).
    pub struct Rising each "rising" {
        /// Number of the round; 0 for never.
        pub round: u32,
    }

    /// What a body that was entered keeps.
    pub struct Shared each "shared" {
        /// Whom the GM wants to defend it (SEC-196).
        pub defender: Option<Id>,
    }
}

impl Mind {
    /// Whether it has vetoed somebody in a round already (SEC-166).
    pub fn has_vetoed(&self, round: u32, whom: Id) -> bool {
        self.vetoed_in == round && self.vetoed.contains(&whom)
    }
}

/// The body that somebody directs: that of another, or its own.
pub fn body_of(now: &Encounter, id: Id) -> Id {
    now.links_from(POSSESSES, id).next().unwrap_or(id)
}

/// Where a mind acts, behind a sentence about it: " in Ann's body"; nothing of whoever is at home.
pub fn in_body(now: &Encounter, id: Id) -> String {
    match body_of(now, id) {
        body if body == id => String::new(),
        body => format!(" in {}'s body", now.name(body)),
    }
}

/// Whether somebody is inside another's body (SEC-162).
pub fn inside(now: &Encounter, id: Id) -> bool {
    body_of(now, id) != id
}

/// Everybody in a body, its host first, then in the order of coming (SEC-162).
pub fn occupants(now: &Encounter, body: Id) -> Vec<Id> {
    let others = now.links_to(POSSESSES, body);
    std::iter::once(body).chain(others).collect()
}

/// Whether several are in a body.
pub fn shared(now: &Encounter, body: Id) -> bool {
    now.links_to(POSSESSES, body).next().is_some()
}
