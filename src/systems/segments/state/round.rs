//! State of the round, actions outside the ladder, links for reach and sight, and the scene of the fight.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::systems::prelude::*;

crate::words! {
    /// Phase of a round.
    pub enum Phase {
        Declare = "declare",
        /// Time between two counts of the ladder.
        Between = "between",
        /// Open count, whose actions are being resolved.
        Act = "act",
    }
}

crate::records! {
    /// State of the round.
    pub struct Round in "round" {
        /// True once the round has begun, after the rolls for an ambush.
        pub begun: bool,
        /// Phase of the round.
        pub phase: Phase,
        /// Open count or the last open count; `None` before the first count.
        pub count: Option<i64>,
        /// True in the surprise round of an ambush.
        pub surprise: bool,
        /// True if the GM declined the suggested end in this round, or at the end of the last round.
        pub go_on: bool,
    }

    /// Actions and rolls of a combatant in this round outside the ladder.
    pub struct Deeds each "deeds" {
        /// Degree of the DEX roll for the weapon to pick up (SEG-43).
        pub pickup: Option<i64>,
        /// True if the combatant joined in the middle of the round and waits for the next round.
        pub waits: bool,
        /// Count of the last shot.
        pub shot: Option<i64>,
        /// Targets already pushed (SEG-92).
        pub pushed: Vec<Id>,
        /// Degrees of the PER rolls against unseen foes (SEG-80).
        pub sensed: BTreeMap<Id, i64>,
    }

    /// Scene of the fight.
    pub struct Scene in "scene" {
        /// Key of the lighting in its table (SEG-84).
        pub lighting: Arc<str>,
    }
}

/// Link from a combatant who withdrew to each opponent left behind.
pub const WITHDRAWN: &str = "withdrawn";
/// Link from a combatant to an unseen foe.
pub const UNSEEN: &str = "unseen";

/// Returns true if `target` is within melee reach, because neither combatant has left the other this round (SEG-98).
pub fn reaches(now: &Encounter, by: Id, target: Id, melee: bool) -> bool {
    !melee || !(now.linked(WITHDRAWN, by, target) || now.linked(WITHDRAWN, target, by))
}

/// Returns the degree of a PER roll against an unseen foe, if it was rolled this round (SEG-80).
pub fn per_degree(now: &Encounter, blind: Id, foe: Id) -> Option<i64> {
    Deeds::of(now, blind).sensed.get(&foe).copied()
}
