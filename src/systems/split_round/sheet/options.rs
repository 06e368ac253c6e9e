//! House rules of a fight (section 7 of the contract).

crate::words! {
    /// Fumble table of the fight (SPL-82).
    pub enum FumbleTable {
        /// Table on 2d4 with a column for each class (T5).
        Standard = "standard_2d4" "2d4",
        /// Table on d20 with a column for each class (T7).
        Alternate = "alternate_d20" "d20",
    }

    /// Time of the counterspell roll (SPL-47, R-16).
    pub enum CounterspellTiming {
        AtOnce = "at_once" "at once",
        /// Roll in the attack half, when the spell comes up.
        AttackHalf = "attack_half" "in the attack half",
    }

    /// Movement cost of standing up (SPL-33, R-12).
    pub enum StandUpCost {
        /// Whole movement of the round.
        Move = "move" "the whole movement",
        HalfMove = "half_move" "half the movement",
        /// No movement is spent.
        Free = "free" "no movement",
    }

    /// Place of several attacks of one combatant in the queue (SPL-63, R-23).
    pub enum MultiAttackOrder {
        /// Each attack by its own total.
        Each = "each" "each at its own total",
        /// All attacks of a phase by the highest total that hits.
        Best = "best" "all at the highest total that hits",
    }

    /// Part of the damage that a critical hit multiplies (SPL-77, R-27).
    pub enum CritMultiplies {
        Total = "total" "the whole damage",
        /// Only the dice are multiplied; bonuses count once.
        Dice = "dice" "the dice only",
    }
}

crate::options! {
    /// House rules of a fight; the defaults follow the rule contract (section 7).
    pub struct Options {
        /// Fumble table of the fight (SPL-82).
        fumble_table: FumbleTable = FumbleTable::Standard, "fumble table";
        /// True if a bonus action fits with a move and an attack (SPL-18, R-5).
        bonus_with_move_and_attack: bool = true, "bonus action with move and attack";
        /// True if free actions are allowed during long actions (SPL-27, R-9).
        free_during_long: bool = false, "free actions during long actions";
        /// Movement cost of standing up (SPL-33, R-12).
        stand_up_cost: StandUpCost = StandUpCost::Move, "cost of standing up";
        /// Time of the counterspell roll (SPL-47, R-16).
        counterspell_timing: CounterspellTiming = CounterspellTiming::AtOnce, "counterspell roll";
        /// Phase of acts and bonus items that are neither attacks nor spells (SPL-60, R-20).
        other_acts_phase: i64 = 2, int(1, 2), "phase of other actions";
        /// Place of several attacks of one combatant in the queue (SPL-63, R-23).
        multi_attack_order: MultiAttackOrder = MultiAttackOrder::Each, "order of several attacks";
        /// True if an attack on a fallen target may take another target (SPL-66, R-24).
        retarget: bool = false, "new target if the target is already down";
        /// True if fumbles come first in each phase (SPL-68, R-25).
        fumbles_first: bool = false, "natural 1s first";
        /// True if an attack total equal to the AC hits (SPL-69, R-26).
        meets_ac_hits: bool = true, "a total equal to the AC hits";
        /// Minimum damage of a hit (SPL-70, R-27).
        minimum_damage: i64 = 0, int(0, 1), "minimum damage of a hit";
        /// Part of the damage that a critical hit multiplies (SPL-77, R-27).
        crit_multiplies: CritMultiplies = CritMultiplies::Total, "critical hits multiply";
        /// True if a step of 5 feet away from a foe provokes an opportunity attack (SPL-39, R-14).
        step_provokes: bool = true, "5-foot steps provoke opportunity attacks";
        /// True if a natural 1 also fails saves (SPL-80, R-29).
        nat1_fails_saves: bool = true, "natural 1s fail saves";
        /// True if a natural 1 on an order roll makes the act fail (SPL-81, R-29).
        nat1_order_fails: bool = false, "a natural 1 on an order roll fails the action";
        /// True if a tripped combatant is prone (SPL-89, R-33).
        trip_means_prone: bool = false, "tripping knocks prone";
        /// True if an attack at a wrong angle also harms its target (SPL-94, R-35).
        wrong_angle_hits_target: bool = false, "wrong-angle hits also harm the target";
        /// True if a magic weapon that would break by the d20 table still makes a break check (SPL-102, R-39).
        magic_save_on_alternate: bool = true, "d20 table: break check for magic weapons";
        /// Hardness added by each point of a magic bonus (SPL-126, R-46).
        magic_hardness_step: i64 = 1, int(0, 5), "hardness per point of magic bonus";
        /// True if a simple morale test ends each round; the rulebook has none.
        plain_morale: bool = false, "simple morale test at the end of the round";
    }
}
