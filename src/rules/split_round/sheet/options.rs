//! House rules of a fight (section 7 of the contract).

crate::words! {
    /// Which fumble table is rolled on (SPL-82).
    pub enum FumbleTable {
        /// 2d4, a column a class (T5).
        Standard = "standard_2d4" "2d4",
        /// d20, a column a class (T7).
        Alternate = "alternate_d20" "d20",
    }

    /// When the die of a counterspell falls (SPL-47, R-16).
    pub enum CounterspellTiming {
        /// With the bid.
        AtOnce = "at_once" "at once",
        /// In the attack half, when the spell comes up.
        AttackHalf = "attack_half" "in the attack half",
    }

    /// What a critical hit multiplies (SPL-77, R-27).
    pub enum CritMultiplies {
        /// The whole damage.
        Total = "total" "the whole damage",
        /// The dice; what is added counts once.
        Dice = "dice" "the dice only",
    }
}

crate::options! {
    /// House rules of a fight; the defaults are the contract's readings (section 7).
    pub struct Options {
        /// Which fumble table is rolled on (SPL-82).
        fumble_table: FumbleTable = FumbleTable::Standard, "the fumble table";
        /// A bonus action goes with a move and an attack (SPL-18, R-5).
        bonus_with_move_and_attack: bool = true, "a bonus action goes with a move and an attack";
        /// When the die of a counterspell falls (SPL-47, R-16).
        counterspell_timing: CounterspellTiming = CounterspellTiming::AtOnce, "the die of a counterspell falls";
        /// An attack on somebody who is down may find another target (SPL-66, R-24).
        retarget: bool = false, "an attack on somebody already down may find another target";
        /// In each phase fumbles come first (SPL-68, R-25).
        fumbles_first: bool = false, "in each phase attacks with a natural 1 come first";
        /// An attack that equals the AC hits (SPL-69, R-26).
        meets_ac_hits: bool = true, "an attack that equals the AC hits";
        /// What a critical hit multiplies (SPL-77, R-27).
        crit_multiplies: CritMultiplies = CritMultiplies::Total, "a critical hit multiplies";
        /// A step of 5 feet away from a foe provokes (SPL-39, R-14).
        step_provokes: bool = true, "a step of 5 feet away from a foe provokes";
        /// A natural 1 fails saves too (SPL-80, R-29).
        nat1_fails_saves: bool = true, "a natural 1 fails saves too";
        /// Who trips lies on the ground (SPL-89, R-33).
        trip_means_prone: bool = false, "who trips lies on the ground";
        /// A plain morale step at the end of the round; the rulebook has none.
        plain_morale: bool = false, "a plain morale step at the end of the round";
    }
}
