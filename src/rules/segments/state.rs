//! What lasts from one command to the next besides the ladder and the declarations: where the round stands, the ambush,
//! what each has done in the round, and the hits booked for the close of a count.

use std::collections::BTreeMap;

use crate::encounter::{Encounter, Id, PartKind, Resolver};
use crate::rules::morale;

use super::ladder::Ladder;
use super::plan::Declared;
use super::schema::StuckMissile;
use super::sheet::fighter;

crate::words! {
    /// The part of a round.
    pub enum Phase {
        /// Everyone declares.
        Declare = "declare",
        /// The ladder stands; between two counts.
        Between = "between",
        /// A count is open: its actions are asked.
        Act = "act",
    }

    /// How good a hit is.
    pub enum Level {
        /// A miss.
        Miss = "miss",
        /// A hit.
        Hit = "hit",
        /// A critical hit.
        Critical = "critical" "critical hit",
        /// A grievous hit.
        Grievous = "grievous" "grievous hit",
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
        /// The GM plays on although only one side is standing.
        pub go_on: bool,
    }

    /// Where the fight takes place.
    pub struct Scene in "scene" {
        /// Key of the lighting in its table (SEG-84).
        pub lighting: String,
    }

    /// The ambush that a surprise round begins with (SEG-09).
    pub struct Ambush in "ambush" {
        /// Who springs it.
        pub by: Vec<Id>,
        /// Who is caught in it, with the degree that counts (SEG-10 to SEG-15).
        pub caught: BTreeMap<Id, i64>,
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

    /// Hits booked for the close of the open count, in the order booked (SEG-52).
    pub struct Hits in "hits" {
        /// Each of them.
        pub booked: Vec<Hit>,
    }

    /// A hit that lands when its count closes.
    pub struct Hit {
        /// Who hit.
        pub by: Id,
        /// Whom.
        pub target: Id,
        /// Damage taken, protection already subtracted.
        pub taken: i64,
        /// How good it is.
        pub level: Level,
        /// What stays stuck, if anything does.
        pub missile: Option<StuckMissile>,
        /// Whether a grievous wound results.
        pub wound: bool,
        /// Which, in the GM's words.
        pub wound_text: String,
        /// With what, for the log.
        pub cause: String,
    }
}

/// Everything that the encounter keeps for this system.
pub fn parts() -> Vec<PartKind> {
    let mut parts = vec![
        PartKind::of::<Round>(),
        PartKind::of::<Scene>(),
        PartKind::of::<Ambush>(),
        PartKind::of::<Hits>(),
        PartKind::of::<Deeds>(),
        PartKind::of::<Declared>(),
        PartKind::of::<Ladder>(),
    ];
    parts.extend(morale::parts());
    parts
}

impl Hit {
    /// Keeps it until the count closes.
    pub fn keep(self, cx: &mut Resolver<'_>) {
        Hits::change(cx, |hits| hits.booked.push(self));
    }
}

/// Whom somebody may reach in melee: not those it left, or that left it, this round (SEG-98).
pub fn reaches(now: &Encounter, by: Id, target: Id, melee: bool) -> bool {
    !melee || !(now.linked(WITHDRAWN, by, target) || now.linked(WITHDRAWN, target, by))
}

/// The bond from somebody who withdrew to each one it left.
pub const WITHDRAWN: &str = "withdrawn";
/// The bond from somebody to a foe it cannot see.
pub const UNSEEN: &str = "unseen";

/// The ambush's degree of somebody who was caught, in the surprise round.
pub fn ambush_degree(now: &Encounter, who: Id) -> Option<i64> {
    if !Round::of(now).surprise {
        return None;
    }
    Ambush::of(now).caught.get(&who).copied()
}

/// Whether somebody springs the ambush.
pub fn ambusher(now: &Encounter, who: Id) -> bool {
    Round::of(now).surprise && Ambush::of(now).by.contains(&who)
}

/// Whether somebody may declare in this round: everyone active, in a surprise round only ambushers and those of
/// degree 1 and 2.
pub fn may_act(now: &Encounter, who: Id) -> bool {
    if !fighter(now, who).active() {
        return false;
    }
    if !Round::of(now).surprise {
        return true;
    }
    ambusher(now, who) || ambush_degree(now, who).is_some_and(|degree| degree <= 2)
}
