//! Hits that wait for the close of their count (SEG-52).

use crate::values::Id;

use crate::systems::segments::sheet::StuckMissile;

crate::words! {
    /// Quality of a hit.
    pub enum HitLevel {
        Miss = "miss",
        Hit = "hit",
        Critical = "critical" "critical hit",
        Grievous = "grievous" "grievous hit",
    }
}

crate::records! {
    /// Hits that wait for the close of the open count, in the order in which they were rolled (SEG-52).
    pub struct Hits in "hits" {
        pub booked: Vec<Hit>,
    }

    /// Hit that lands when its count closes.
    pub struct Hit {
        pub by: Id,
        pub target: Id,
        /// Points of damage left after protection.
        pub taken: i64,
        /// Quality of the hit.
        pub level: HitLevel,
        /// Missile that stays stuck, if any.
        pub missile: Option<StuckMissile>,
        /// True if the hit causes a grievous wound.
        pub wound: bool,
        /// GM's description of the grievous wound.
        pub wound_text: String,
        /// Name of the weapon or spell, for the log.
        pub cause: String,
    }
}
