//! Rows of the rule tables.

use std::sync::Arc;

use crate::systems::prelude::*;

use super::schema::Size;

crate::words! {
    /// Damage after a natural 20 (CTD-91).
    pub enum Damage {
        Regular = "regular",
        /// Maximum of the dice, without a roll.
        Maximum = "maximum",
        /// Rolled damage plus the maximum of the dice.
        Critical = "critical",
    }

    /// Mishap after a natural 1 (CTD-97 to CTD-103).
    pub enum Mishap {
        Breaks = "breaks",
        /// Combatant may lose their footing.
        Stumbles = "stumbles",
        /// May provoke an attack.
        Sloppy = "sloppy",
        Drops = "drops",
        Miss = "miss",
    }

    /// Range band of a shot (CTD-106).
    pub enum Band {
        Short = "short",
        Medium = "medium",
        Long = "long",
    }
}

crate::tables! {
    /// Result after a natural 20, by the total of the roll (T-3).
    pub struct NaturalTwenty in "critical", keys at_natural_twenty {
        /// Damage of the hit (CTD-91).
        damage: Damage = Damage::Regular, "damage", required;
        /// True if a condition follows (CTD-91).
        condition: bool = false, "condition", required, help "adds a condition";
        /// Text for the log.
        text: Arc<str>, "text", required, help "text in the log";
    }

    /// Condition after a natural 20, by the result of a d4 (T-4).
    pub struct Affliction in "critical_condition", keys at_affliction {
        /// Keyword of the condition (CTD-92 to CTD-95).
        condition: Arc<str>, "condition", required;
    }

    /// Result after a natural 1, by an unmodified d20 (T-5).
    pub struct NaturalOne in "fumble", keys at_natural_one {
        /// Mishap of the attacker (CTD-97 to CTD-103).
        effect: Mishap = Mishap::Miss, "effect", required;
        /// Short text for the log.
        text: Arc<str>, "text", required, help "short text";
    }

    /// Point of impact of a missed flask, by the result of a d10 (T-6).
    pub struct Scatter in "scatter", keys at_scatter {
        /// Square, as seen by the thrower (CTD-119).
        place as "where": Arc<str>, "where", required;
        /// Distance from the target in feet.
        feet: i64 = 0, int(0, 999), "feet", required, help "from the target";
    }

    /// Cover and concealment, by the hidden part of the target in percent (T-7).
    pub struct Concealment in "concealment", keys at_concealment {
        /// Modifier of the attack (CTD-83).
        attack: i64 = 0, int(-99, 99), "attack", required, help "attack modifier";
    }

    /// Range, a row for each band (T-1).
    pub struct Reach in "range", keys at_reach {
        key: Band = Band::Short, "key", required;
        /// Name of the band.
        name: Arc<str>, "name", required;
        /// Modifier of the attack (CTD-106).
        attack: i64 = 0, int(-99, 99), "attack", required, help "attack modifier";
    }

    /// Size in grapple checks, a row for each size (T-11).
    pub struct Build in "size", keys at_build {
        size: Size = Size::Medium, "size", required;
        /// Modifier of grapple checks (CTD-163).
        grapple: i64 = 0, int(-99, 99), "grapple", required, help "grapple modifier";
    }
}

impl<'t> Build<&'t Row> {
    /// Returns the row of a size.
    pub fn sized(now: &'t Encounter, size: Size) -> Option<Self> {
        Self::find(now, |row| row.size() == size)
    }
}
