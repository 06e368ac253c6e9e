//! Tables of a fight, as used by the rules.

use crate::encounter::Encounter;

crate::tables! {
    /// Effects of a difference in size, by steps from 0 to 4.
    pub struct BySize in "size", keys at_size {
        /// Multiplier of the dice of a larger attacker (`ALT-93`).
        dice: i64 = 1, int(1, 999), "dice", required, help "multiplier of a larger attacker's dice";
        /// Divisor of the damage of a smaller attacker (`ALT-92`).
        divide: i64 = 1, int(1, 999), "divide", required, help "divisor of a smaller attacker's damage";
        /// Multiplier of the range at a larger target, divisor at a smaller one (`ALT-97`).
        range: i64 = 1, int(1, 999), "range", required, help "multiplier of the range to a larger target, divisor to a smaller one";
        /// Distance of a shove by a larger attacker, in half zones (`ALT-100`).
        shove: i64 = 1, int(1, 999), "shove", required, help "distance of a shove by a larger attacker, in half zones";
    }

    /// Improvised weapons, by the number of hands (`ALT-125`).
    pub struct Improvised in "improvised", keys at_improvised {
        /// Sides of the damage die.
        die: i64 = 4, int(4, 12), "die", required, help "sides of the damage die";
    }

    /// Result of the durability roll for a used piece, by the number rolled (`ALT-126`).
    pub struct Durability in "durability", keys at_durability {
        /// True if the piece is damaged, or destroyed if it was already damaged.
        fails: bool = false, "fails", required, help "a piece is damaged, or destroyed if it was already damaged";
    }
}

/// Returns the durability die and the highest roll on which a piece fails (`ALT-126`).
pub fn durability_die(now: &Encounter) -> (u32, i64) {
    let sides = Durability::all(now).map(|(_, to, _)| to).next_back();
    let sides = sides.and_then(|sides| u32::try_from(sides).ok());
    let failing = Durability::all(now).filter(|(.., row)| row.fails());
    let worst = failing.map(|(_, to, _)| to).max();
    (sides.unwrap_or(6), worst.unwrap_or(0))
}
