//! House rules of a fight; the defaults are the contract's readings. Each names the rule it bends.

crate::words! {
    /// When one hit is critical (`ALT-06`).
    pub enum CriticalDamage {
        /// Half or more of the health just before it.
        HalfCurrent = "half_current",
        /// Half or more of the maximum.
        HalfMax = "half_max",
        Off = "off",
    }
    /// What health 0 means (`ALT-07`).
    pub enum ZeroHealth {
        Dead = "dead",
        /// Out of action until the next hit.
        Incapacitated = "incapacitated",
    }
    /// What impairing does to damage dice (`ALT-05`).
    pub enum ImpairedDamage {
        /// Two sets, the lower counts.
        LowestOfTwo = "lowest_of_two",
        /// Every die becomes a d4.
        FourSided = "d4_die",
        /// Half the total, rounded up.
        HalfUp = "half_up",
    }
    /// How a group saves (`ALT-02`).
    pub enum GroupSave {
        /// One die for all.
        OneDie = "one_die",
        EachRolls = "each_rolls",
    }
    /// In which order sides go (`ALT-25`).
    pub enum TurnOrder {
        Cycle = "cycle",
        /// The holder of the initiative names every next one.
        HolderPicksNext = "holder_picks_next",
    }
    /// Who tests morale as one who fights alone (`ALT-112`).
    pub enum MoraleAlone {
        /// Whoever was a group of one from the first.
        GroupOfOne = "group_of_one",
        /// The last one standing of any group too.
        LastStanding = "last_standing",
    }
    /// Which reactions the broken still have (`ALT-114`).
    pub enum BrokenReactions {
        Defensive = "defensive",
        /// No reactions of any kind.
        No = "none",
        Any = "any",
    }
    /// When a damaged weapon breaks (`ALT-123`).
    pub enum WeaponBreakDice {
        /// When any of its dice shows 1.
        Any = "any",
        /// When all of them do.
        All = "all",
    }
}

crate::options! {
    /// The choices a table may make.
    pub struct Options {
        /// When one hit is critical (`ALT-06`).
        critical_damage: CriticalDamage = CriticalDamage::HalfCurrent, "critical damage: at least half of";
        /// What health 0 means (`ALT-07`).
        zero_health: ZeroHealth = ZeroHealth::Dead, "at 0 health";
        /// What impairing does to damage dice (`ALT-05`).
        impaired_damage: ImpairedDamage = ImpairedDamage::LowestOfTwo, "impaired damage";
        /// A natural 20 fails every save (`ALT-01`).
        natural_20_fails: bool = true, "natural 20 fails every save";
        /// How a group saves (`ALT-02`).
        group_save: GroupSave = GroupSave::OneDie, "group saves";
        /// In which order sides go (`ALT-25`).
        turn_order: TurnOrder = TurnOrder::Cycle, "turn order of sides";
        /// Who tests morale as one who fights alone (`ALT-112`).
        morale_alone: MoraleAlone = MoraleAlone::GroupOfOne, "each fights alone";
        /// Player characters test morale (`ALT-117`).
        morale_pcs: bool = true, "player characters test morale";
        /// Which reactions the broken still have (`ALT-114`).
        broken_reactions: BrokenReactions = BrokenReactions::Defensive, "broken combatants may react";
        /// When a damaged weapon breaks (`ALT-123`).
        weapon_break_dice: WeaponBreakDice = WeaponBreakDice::Any, "damaged weapon breaks on a 1 on";
    }
}
