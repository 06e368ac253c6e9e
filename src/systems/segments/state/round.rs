//! Where the round stands, what each has done in it besides its slots on the ladder, who is out of whose reach or sight,
//! and where the fight takes place.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::encounter::Encounter;
use crate::values::Id;

crate::words! {
    /// The part of a round.
    pub enum Phase {
        Declare = "declare",
        /// Time between two counts of the ladder.
        Between = "between",
        /// A count is open: its actions are asked.
        Act = "act",
    }
}

crate::records! {
    /// Where the round stands.
    pub struct Round in "round" {
        /// A round has begun; not yet while the ambush is being rolled for.
        pub begun: bool,
        /// The part of the round.
        pub phase: Phase,
        /// The count that is open or was last; none before the first.
        pub count: Option<i64>,
        /// The surprise round of an ambush.
        pub surprise: bool,
        /// The end was turned down in this round, or at the end of the last: one side alone is standing.
        pub go_on: bool,
    }

    /// What somebody has done and rolled in this round besides its slots on the ladder.
    pub struct Deeds each "deeds" {
        /// The degree of the DEX roll for the weapon that it picks up (SEG-43).
        pub pickup: Option<i64>,
        /// It came in the middle of the round and waits for the next one.
        pub waits: bool,
        /// The count of its last shot.
        pub shot: Option<i64>,
        /// Whom it has pushed (SEG-92).
        pub pushed: Vec<Id>,
        /// Degrees of its PER rolls against foes that it cannot see (SEG-80).
        pub sensed: BTreeMap<Id, i64>,
    }

    /// Where the fight takes place.
    pub struct Scene in "scene" {
        /// Key of the lighting in its table (SEG-84).
        pub lighting: Arc<str>,
    }
}

/// The link from somebody who withdrew to each one it left.
pub const WITHDRAWN: &str = "withdrawn";
/// The link from somebody to a foe it cannot see.
pub const UNSEEN: &str = "unseen";

/// Whom somebody may reach in melee: not those it left, or that left it, this round (SEG-98).
pub fn reaches(now: &Encounter, by: Id, target: Id, melee: bool) -> bool {
    !melee || !(now.linked(WITHDRAWN, by, target) || now.linked(WITHDRAWN, target, by))
}

/// The degree of somebody's PER roll against a foe it cannot see, if it has been rolled this round (SEG-80).
pub fn per_degree(now: &Encounter, blind: Id, foe: Id) -> Option<i64> {
    Deeds::of(now, blind).sensed.get(&foe).copied()
}
