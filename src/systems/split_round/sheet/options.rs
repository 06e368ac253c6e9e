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
        AtOnce = "at_once" "at once",
        /// In the attack half, when the spell comes up.
        AttackHalf = "attack_half" "in the attack half",
    }

    /// What standing up costs of the movement (SPL-33, R-12).
    pub enum StandUpCost {
        /// The whole of it.
        Move = "move" "the whole movement",
        HalfMove = "half_move" "half the movement",
        /// None of the movement is spent.
        Free = "free" "no movement",
    }

    /// Where in the queue several attacks of one combatant stand (SPL-63, R-23).
    pub enum MultiAttackOrder {
        /// Each by its own total.
        Each = "each" "each at its own total",
        /// All of a phase by the highest that hits.
        Best = "best" "all at the highest that hits",
    }

    /// What a critical hit multiplies (SPL-77, R-27).
    pub enum CritMultiplies {
        Total = "total" "the whole damage",
        /// The dice; what is added counts once.
        Dice = "dice" "the dice only",
    }
}

crate::options! {
    /// House rules of a fight; the defaults are the contract's readings (section 7).
    pub struct Options {
        /// Which fumble table is rolled on (SPL-82).
        fumble_table: FumbleTable = FumbleTable::Standard, "fumble table";
        /// A bonus action goes with a move and an attack (SPL-18, R-5).
        bonus_with_move_and_attack: bool = true, "bonus action with move and attack";
        /// Free actions beside what takes several rounds (SPL-27, R-9).
        free_during_long: bool = false, "free actions during long actions";
        /// What standing up costs (SPL-33, R-12).
        stand_up_cost: StandUpCost = StandUpCost::Move, "cost of standing up";
        /// When the die of a counterspell falls (SPL-47, R-16).
        counterspell_timing: CounterspellTiming = CounterspellTiming::AtOnce, "counterspell roll";
        /// The phase of acts and bonus items that are neither attacks nor spells (SPL-60, R-20).
        other_acts_phase: i64 = 2, int(1, 2), "phase of other actions";
        /// Where several attacks of one combatant stand (SPL-63, R-23).
        multi_attack_order: MultiAttackOrder = MultiAttackOrder::Each, "order of several attacks";
        /// An attack on somebody who is down may find another target (SPL-66, R-24).
        retarget: bool = false, "new target if the target is already down";
        /// In each phase fumbles come first (SPL-68, R-25).
        fumbles_first: bool = false, "natural 1s come first in each phase";
        /// An attack that equals the AC hits (SPL-69, R-26).
        meets_ac_hits: bool = true, "attacks equal to the AC hit";
        /// The least damage of a hit (SPL-70, R-27).
        minimum_damage: i64 = 0, int(0, 1), "minimum damage of a hit";
        /// What a critical hit multiplies (SPL-77, R-27).
        crit_multiplies: CritMultiplies = CritMultiplies::Total, "critical hits multiply";
        /// A step of 5 feet away from a foe provokes (SPL-39, R-14).
        step_provokes: bool = true, "5-foot steps provoke opportunity attacks";
        /// A natural 1 fails saves too (SPL-80, R-29).
        nat1_fails_saves: bool = true, "natural 1s fail saves";
        /// A natural 1 that only says when something happens lets it fail (SPL-81, R-29).
        nat1_order_fails: bool = false, "natural 1s for the order fail the action";
        /// Who trips lies on the ground (SPL-89, R-33).
        trip_means_prone: bool = false, "tripping makes prone";
        /// A blow at a wrong angle harms its target too (SPL-94, R-35).
        wrong_angle_hits_target: bool = false, "wrong-angle hits also harm the target";
        /// A magic weapon that the d20 table breaks has its break check too (SPL-102, R-39).
        magic_save_on_alternate: bool = true, "break check for magic weapons on the d20 table";
        /// What each point of a magic bonus adds to hardness (SPL-126, R-46).
        magic_hardness_step: i64 = 1, int(0, 5), "hardness per point of magic bonus";
        /// A plain morale step at the end of the round; the rulebook has none.
        plain_morale: bool = false, "plain morale at the end of the round";
    }
}
