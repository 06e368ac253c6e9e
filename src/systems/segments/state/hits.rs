//! Hits that wait for the close of their count (SEG-52).

use crate::values::Id;

use crate::systems::segments::sheet::StuckMissile;

crate::words! {
    /// How good a hit is.
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

    /// A hit that lands when its count closes.
    pub struct Hit {
        pub by: Id,
        pub target: Id,
        /// Damage taken, protection already subtracted.
        pub taken: i64,
        /// How good it is.
        pub level: HitLevel,
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
