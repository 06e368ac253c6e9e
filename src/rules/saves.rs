//! How a rulebook makes the saving throws and checks that the GM calls for.

use std::cmp::Ordering;

use crate::encounter::Need;
use crate::resolver::{Choice, Roll};

/// A saving throw or check that the GM can call for.
#[derive(Clone, Debug)]
pub struct SaveKind {
    pub choice: Choice,
    /// The number that it has to reach, where the GM names one; `None` where the sheet has it.
    pub number: Option<TargetNumber>,
    /// Whether the rulebook knows advantage and disadvantage in it.
    pub advantage: bool,
}

/// The number that the GM names for a save.
#[derive(Clone, Debug)]
pub struct TargetNumber {
    /// What the rulebook calls it.
    pub label: &'static str,
    pub least: i64,
    pub most: i64,
    pub preset: i64,
}

impl SaveKind {
    /// A save against a number of the sheet.
    pub fn new(choice: Choice) -> Self {
        Self {
            choice,
            number: None,
            advantage: false,
        }
    }

    /// The same against a number that the GM names.
    #[must_use]
    pub fn against(mut self, label: &'static str, least: i64, most: i64, preset: i64) -> Self {
        self.number = Some(TargetNumber {
            label,
            least,
            most,
            preset,
        });
        self
    }

    /// The same with advantage and disadvantage.
    #[must_use]
    pub fn with_advantage(mut self) -> Self {
        self.advantage = true;
        self
    }
}

/// A save as the GM calls for it.
#[derive(Clone, Debug)]
pub struct Call {
    /// Its kind, by the key of the choice.
    pub kind: String,
    /// The number to reach, where the kind has one.
    pub number: i64,
    /// Advantage ([`Ordering::Greater`]) or disadvantage as the GM rules it.
    pub edge: Ordering,
}

/// How one combatant makes a save.
#[derive(Clone, Debug)]
pub enum SaveRoll {
    Roll(Box<Roll>),
    /// It has passed or failed without a roll, for this reason.
    Decided(bool, String),
    /// The table says whether it passes.
    Table,
}

crate::words! {
    /// Advantage as the GM rules it.
    pub(super) enum Edge {
        None = "none",
        Advantage = "advantage",
        Disadvantage = "disadvantage",
    }

    /// Damage after a successful save.
    pub(super) enum Success {
        Half = "half" "half damage",
        None = "none" "no damage",
    }
}

impl Edge {
    pub(super) fn ordering(self) -> Ordering {
        match self {
            Edge::None => Ordering::Equal,
            Edge::Advantage => Ordering::Greater,
            Edge::Disadvantage => Ordering::Less,
        }
    }
}

/// A roll with the GM's modifier in it: whoever rolls low to pass has so much more to stay under.
pub(super) fn modified(mut roll: Roll, modifier: i64) -> Roll {
    match &mut roll.need {
        _ if modifier == 0 => {}
        Some(Need::AtMost(most)) => {
            if roll.reasons.is_empty() {
                roll.reasons = roll.reasons.always(roll.against.clone(), *most);
            }
            *most += modifier;
            roll.reasons.add("GM", modifier);
        }
        _ => roll.bonus.add("GM", modifier),
    }
    roll
}
