//! House rules of a fight, read from its options. What an option record leaves out is at its default.

use crate::encounter::Encounter;

/// The choices a table may make; each names the rule it bends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// When one hit is critical (`ALT-06`).
    pub critical: Critical,
    /// Health 0 means dead; otherwise out of action until the next hit (`ALT-07`).
    pub zero_is_dead: bool,
    /// What impairing does to damage dice (`ALT-05`).
    pub impaired: Impaired,
    /// A natural 20 fails every save (`ALT-01`).
    pub natural_20_fails: bool,
    /// A group save is one die for all (`ALT-02`).
    pub group_rolls_once: bool,
    /// The holder of the initiative names every next faction (`ALT-25`).
    pub holder_picks_next: bool,
    /// The last one standing of a group also tests as one who fights alone (`ALT-112`).
    pub last_standing_is_alone: bool,
    /// Player characters test morale (`ALT-117`).
    pub morale_pcs: bool,
    /// Which reactions the broken still have (`ALT-114`).
    pub broken: BrokenReactions,
    /// A damaged weapon breaks only when all its dice show 1 (`ALT-123`).
    pub breaks_on_all_ones: bool,
}

/// When one hit is critical.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Critical {
    /// Half or more of the health just before it.
    HalfCurrent,
    /// Half or more of the maximum.
    HalfMax,
    /// Never.
    Off,
}

/// What impairing does to damage dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impaired {
    /// Two sets, the lower counts.
    LowestOfTwo,
    /// Every die becomes a d4.
    FourSided,
    /// Half the total, rounded up.
    HalfUp,
}

/// Which reactions the broken still have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrokenReactions {
    /// Dodging and hiding.
    Defensive,
    /// None.
    No,
    /// All.
    Any,
}

impl Options {
    /// The options of a fight.
    pub fn of(now: &Encounter) -> Self {
        let word = |key: &str| now.options.word(key);
        let flag = |key: &str| now.options.flag(key);
        Self {
            critical: match word("critical_damage") {
                "half_max" => Critical::HalfMax,
                "off" => Critical::Off,
                _ => Critical::HalfCurrent,
            },
            zero_is_dead: word("zero_health") != "incapacitated",
            impaired: match word("impaired_damage") {
                "d4_die" => Impaired::FourSided,
                "half_up" => Impaired::HalfUp,
                _ => Impaired::LowestOfTwo,
            },
            natural_20_fails: flag("natural_20_fails"),
            group_rolls_once: word("group_save") != "each_rolls",
            holder_picks_next: word("turn_order") == "holder_picks_next",
            last_standing_is_alone: word("morale_alone") == "last_standing",
            morale_pcs: flag("morale_pcs"),
            broken: match word("broken_reactions") {
                "none" => BrokenReactions::No,
                "any" => BrokenReactions::Any,
                _ => BrokenReactions::Defensive,
            },
            breaks_on_all_ones: word("weapon_break_dice") == "all",
        }
    }
}
