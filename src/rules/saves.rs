//! Saving throws and checks of a system that the GM can call for.

use std::cmp::Ordering;

use crate::encounter::Need;
use crate::resolver::{Choice, Roll};
use crate::values::Told;

/// Kind of saving throw or check that the GM can call for.
#[derive(Clone, Debug)]
pub struct SaveKind {
    pub choice: Choice,
    /// Target number if the GM sets it; `None` if the sheet has it.
    pub number: Option<TargetNumber>,
    /// True if the rulebook has advantage and disadvantage for this kind.
    pub advantage: bool,
}

/// Target number that the GM sets.
#[derive(Clone, Debug)]
pub struct TargetNumber {
    /// Name in the rulebook.
    pub label: &'static str,
    pub least: i64,
    pub most: i64,
    pub preset: i64,
}

impl SaveKind {
    /// Creates a saving throw against a number on the sheet.
    pub fn new(choice: Choice) -> Self {
        Self {
            choice,
            number: None,
            advantage: false,
        }
    }

    /// Sets a target number that the GM chooses.
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

    /// Allows advantage and disadvantage.
    #[must_use]
    pub fn with_advantage(mut self) -> Self {
        self.advantage = true;
        self
    }
}

/// Saving throw as the GM calls for it.
#[derive(Clone, Debug)]
pub struct Call {
    /// Key of the save's kind.
    pub kind: String,
    /// Target number, if the kind needs a target number.
    pub number: i64,
    /// Advantage ([`Ordering::Greater`]) or disadvantage set by the GM.
    pub edge: Ordering,
}

/// Way in which a combatant makes a saving throw.
#[derive(Clone, Debug)]
pub enum SaveRoll {
    Roll(Box<Roll>),
    /// Passed or failed without a roll, with the reason.
    Decided(bool, Told),
    /// Passed or failed as the GM decides.
    Table,
}

crate::words! {
    /// Advantage set by the GM.
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

/// Adds the GM's modifier to a roll. If low rolls pass, the modifier is added to the target number.
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
