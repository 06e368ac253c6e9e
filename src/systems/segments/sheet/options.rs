//! House rules of a fight.

crate::words! {
    /// Resolution of actions on the same count (SEG-51).
    pub enum TieRule {
        /// All actions happen at the same time.
        Simultaneous = "simultaneous",
        /// Actions happen one after the other, in asking order; each effect applies immediately.
        DexOrder = "dex_order",
    }

    /// Part of the damage that a critical hit doubles (SEG-63).
    pub enum CritDoubles {
        Total = "total",
        /// Multiplies the dice only; flat parts count once.
        Dice = "dice",
    }

    /// Rule for hits on a caster (SEG-118).
    pub enum InterruptRule {
        /// The GM decides if the hit interrupts.
        Ask = "ask",
        Always = "always",
    }

    /// Shots of the round to which Careful Aim applies (SEG-100).
    pub enum AimShots {
        All = "all",
        /// Only the first shot.
        Next = "next",
    }
}

crate::options! {
    /// House rules of a fight; the defaults follow the rule contract.
    pub struct Options {
        /// Resolution of actions on the same count (SEG-51).
        tie_rule: TieRule = TieRule::Simultaneous, "ties on a count", help "simultaneous: all at the same moment; dex order: in order of initiative and DEX";
        /// Highest number of hit points at which a combatant is down (SEG-77).
        down_at: i64 = 0, int(-99, 99), "down at this many hit points or fewer";
        /// Part of the damage that a critical hit doubles (SEG-63).
        crit_doubles: CritDoubles = CritDoubles::Total, "critical hits double", help "total: the whole damage; dice: the dice only";
        /// Rule for hits on a caster: ask, or always interrupt (SEG-118).
        interrupt_rule: InterruptRule = InterruptRule::Ask, "a hit on a caster interrupts", help "ask: the GM decides for each hit";
        /// Shots to which Careful Aim applies (SEG-100).
        aim_shots: AimShots = AimShots::All, "shots with careful aim", help "all: every shot of the round; next: the first shot only";
        /// True if running counts as a -5 action (SEG-39).
        run_counts_as_minus5: bool = false, "running counts as a -5 action", help "each further -5 action costs an attack";
        /// True if an attack waits for the movement before it (SEG-36).
        attack_waits_for_move: bool = true, "attacks wait for movement";
        /// True if stances help against missiles too (SEG-90).
        stance_vs_ranged: bool = false, "defensive stances also count against shots";
        /// True if bad light hampers shots too (SEG-84).
        lighting_on_ranged: bool = true, "bad light also hinders shots";
        /// True if the modifiers of ambush and surprise add up (SEG-17).
        ambush_stacks_with_surprise: bool = false, "ambush and surprise modifiers add up";
        /// True if a simple morale test ends each round.
        plain_morale: bool = false, "simple morale test at the end of the round";
    }
}
