//! House rules of a fight; the defaults follow the rule contract. Each option names the rule that it changes.

crate::words! {
    /// Damage at which a hit is critical (`ALT-06`).
    pub enum CriticalDamage {
        /// Half or more of the health just before the hit.
        HalfCurrent = "half_current",
        /// Half or more of the maximum health.
        HalfMax = "half_max",
        Off = "off",
    }
    /// Meaning of health 0 (`ALT-07`).
    pub enum ZeroHealth {
        Dead = "dead",
        /// Incapacitated until the next hit.
        Incapacitated = "incapacitated",
    }
    /// Effect of impairment on damage dice (`ALT-05`).
    pub enum ImpairedDamage {
        /// Two rolls, the lower roll counts.
        LowestOfTwo = "lowest_of_two",
        /// Every die becomes a d4.
        FourSided = "d4_die",
        /// Half the total, rounded up.
        HalfUp = "half_up",
    }
    /// Method of group saves (`ALT-02`).
    pub enum GroupSave {
        /// One die for the whole group.
        OneDie = "one_die",
        EachRolls = "each_rolls",
    }
    /// Order of the sides (`ALT-25`).
    pub enum TurnOrder {
        Cycle = "cycle",
        /// Holder of the initiative names each next side.
        HolderPicksNext = "holder_picks_next",
    }
    /// Combatants who test morale as lone fighters (`ALT-112`).
    pub enum MoraleAlone {
        /// Combatants whose group had one member from the start.
        GroupOfOne = "group_of_one",
        /// The last combatant standing of any group, too.
        LastStanding = "last_standing",
    }
    /// Reactions left to broken combatants (`ALT-114`).
    pub enum BrokenReactions {
        Defensive = "defensive",
        /// No reactions at all.
        No = "none",
        Any = "any",
    }
    /// Rule for damaged weapons that break (`ALT-123`).
    pub enum WeaponBreakDice {
        /// The weapon breaks if any die shows 1.
        Any = "any",
        /// The weapon breaks if all dice show 1.
        All = "all",
    }
}

crate::options! {
    /// House rules of a fight.
    pub struct Options {
        /// Damage at which a hit is critical (`ALT-06`).
        critical_damage: CriticalDamage = CriticalDamage::HalfCurrent, "critical damage", help "half current: a hit for half or more of the current health; half max: for half or more of the maximum health";
        /// Meaning of health 0 (`ALT-07`).
        zero_health: ZeroHealth = ZeroHealth::Dead, "at 0 health";
        /// Effect of impairment on damage dice (`ALT-05`).
        impaired_damage: ImpairedDamage = ImpairedDamage::LowestOfTwo, "impaired damage";
        /// True if a natural 20 fails every save (`ALT-01`).
        natural_20_fails: bool = true, "natural 20 fails every save";
        /// Method of group saves (`ALT-02`).
        group_save: GroupSave = GroupSave::OneDie, "group saves";
        /// Order of the sides (`ALT-25`).
        turn_order: TurnOrder = TurnOrder::Cycle, "turn order of sides", help "cycle: side after side; holder picks next: the side with the initiative names the next side";
        /// Combatants who test morale as lone fighters (`ALT-112`).
        morale_alone: MoraleAlone = MoraleAlone::GroupOfOne, "who is alone for morale", help "group of one: a combatant who had no group at the start; last standing: also the last member of a group";
        /// True if player characters test morale (`ALT-117`).
        morale_pcs: bool = true, "player characters test morale";
        /// Reactions left to broken combatants (`ALT-114`).
        broken_reactions: BrokenReactions = BrokenReactions::Defensive, "reactions of broken combatants", help "defensive: dodge and hide only; none: no reactions; any: all reactions";
        /// Rule for damaged weapons that break (`ALT-123`).
        weapon_break_dice: WeaponBreakDice = WeaponBreakDice::Any, "damaged weapon breaks on 1s", help "any: if any die shows 1; all: if all dice show 1";
    }
}
