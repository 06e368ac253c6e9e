//! The tables of a fight, as the rules read them.

use std::sync::Arc;

use crate::encounter::Encounter;
use crate::values::Row;

use super::schema::Size;

crate::words! {
    /// What the dice after a natural 20 make of the damage (CTD-91).
    pub enum Damage {
        Regular = "regular",
        /// The highest the dice can show; none is rolled.
        Maximum = "maximum",
        /// As rolled and the highest on top.
        Critical = "critical",
    }

    /// What goes wrong after a natural 1 (CTD-97 to CTD-103).
    pub enum Mishap {
        Breaks = "breaks",
        /// It may lose its footing.
        Stumbles = "stumbles",
        /// It may open itself to a blow.
        Sloppy = "sloppy",
        Drops = "drops",
        Miss = "miss",
    }

    /// How far a shot goes (CTD-106).
    pub enum Band {
        Short = "short",
        Medium = "medium",
        Long = "long",
    }
}

crate::tables! {
    /// After a natural 20, by the total of the roll (T-3).
    pub struct NaturalTwenty in "critical", keys at_natural_twenty {
        /// What becomes of the damage (CTD-91).
        damage: Damage = Damage::Regular, "damage", required;
        /// A condition follows (CTD-91).
        condition: bool = false, "condition", required, help "adds a condition";
        /// What the log says.
        text: Arc<str>, "text", required, help "text in the log";
    }

    /// The condition from a natural 20, by the d4 (T-4).
    pub struct Affliction in "critical_condition", keys at_affliction {
        /// The word of the condition (CTD-92 to CTD-95).
        condition: Arc<str>, "condition", required;
    }

    /// After a natural 1, by the plain d20 (T-5).
    pub struct NaturalOne in "fumble", keys at_natural_one {
        /// What goes wrong (CTD-97 to CTD-103).
        effect: Mishap = Mishap::Miss, "effect", required;
        /// The same in a few words.
        text: Arc<str>, "text", required, help "short text";
    }

    /// Where a missed flask lands, by the d10 (T-6).
    pub struct Scatter in "scatter", keys at_scatter {
        /// The square, as the thrower sees it (CTD-119).
        place as "where": Arc<str>, "where", required;
        /// Feet from the target.
        feet: i64 = 0, int(0, 999), "feet", required, help "from the target";
    }

    /// Cover and concealment, by percent hidden (T-7).
    pub struct Concealment in "concealment", keys at_concealment {
        /// Added to the attack (CTD-83).
        attack: i64 = 0, int(-99, 99), "attack", required, help "attack modifier";
    }

    /// Range, a row for each band (T-1).
    pub struct Reach in "range", keys at_reach {
        key: Band = Band::Short, "key", required;
        /// What it is called.
        name: Arc<str>, "name", required;
        /// Added to the attack (CTD-106).
        attack: i64 = 0, int(-99, 99), "attack", required, help "attack modifier";
    }

    /// Size in grapple checks, a row for each size (T-11).
    pub struct Build in "size", keys at_build {
        size: Size = Size::Medium, "size", required;
        /// Added to grapple checks (CTD-163).
        grapple: i64 = 0, int(-99, 99), "grapple", required, help "grapple modifier";
    }
}

impl<'t> Build<&'t Row> {
    /// The row of a size.
    pub fn sized(now: &'t Encounter, size: Size) -> Option<Self> {
        Self::find(now, |row| row.size() == size)
    }
}
