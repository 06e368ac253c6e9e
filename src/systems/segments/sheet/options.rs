//! House rules of a fight.

crate::words! {
    /// How those on the same count act (SEG-51).
    pub enum TieRule {
        /// All at the same moment.
        Simultaneous = "simultaneous",
        /// One after the other, in asking order; each effect lands at once.
        DexOrder = "dex_order",
    }

    /// What a critical hit doubles (SEG-63).
    pub enum CritDoubles {
        Total = "total",
        /// Multiplies the dice only; flat parts count once.
        Dice = "dice",
    }

    /// Whether a hit interrupts a caster (SEG-118).
    pub enum InterruptRule {
        /// The GM is asked.
        Ask = "ask",
        Always = "always",
    }

    /// For which shots of the round Careful Aim counts (SEG-100).
    pub enum AimShots {
        All = "all",
        /// For the first one only.
        Next = "next",
    }
}

crate::options! {
    /// House rules of a fight; the defaults are the contract's readings.
    pub struct Options {
        /// On the same count combatants act at once or one after the other (SEG-51).
        tie_rule: TieRule = TieRule::Simultaneous, "ties on a count: simultaneous, or in order of initiative and DEX";
        /// Down at this many hit points or fewer (SEG-77).
        down_at: i64 = 0, int(-99, 99), "down at this many hit points or fewer";
        /// What a critical hit doubles (SEG-63).
        crit_doubles: CritDoubles = CritDoubles::Total, "critical hits double the total or the dice only";
        /// Whether a hit on a caster always interrupts (SEG-118).
        interrupt_rule: InterruptRule = InterruptRule::Ask, "a hit on a caster: ask, or always interrupt";
        /// For which shots Careful Aim counts (SEG-100).
        aim_shots: AimShots = AimShots::All, "careful aim: all shots of the round, or the next one only";
        /// Running counts as a -5 action (SEG-39).
        run_counts_as_minus5: bool = false, "running counts as a -5 action; each further one costs an attack";
        /// An attack waits for the movement before it (SEG-36).
        attack_waits_for_move: bool = true, "attacks wait until the declared distance is covered";
        /// Stances help against missiles too (SEG-90).
        stance_vs_ranged: bool = false, "defensive stances also count against shots";
        /// Bad light hampers shots too (SEG-84).
        lighting_on_ranged: bool = true, "bad light also hinders shots";
        /// An ambush adds to surprise (SEG-17).
        ambush_stacks_with_surprise: bool = false, "ambush and surprise modifiers add up";
        /// A plain morale step at the end of the round.
        plain_morale: bool = false, "simple morale test at the end of the round";
    }
}
