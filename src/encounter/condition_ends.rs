//! Automatic ends of conditions ([`Ends`]): with a round, at a trigger of the system or at a combatant's turn.

use serde::{Deserialize, Serialize};

use crate::ron_text::is_default;
use crate::values::{Id, Moment};

/// Automatic end of a condition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written")]
pub enum Ends {
    /// Lasts until the condition is cleared, without an automatic end.
    #[default]
    WhenCleared,
    /// End of this round, at the point that the system defines.
    EndOfRound(u32),
    /// Trigger of the system ([`Moment`]), by its keyword.
    At(String),
    /// Trigger in the turn of a combatant, who need not have the condition.
    Turn {
        /// Keyword of the [`Moment`].
        moment: String,
        whose: Id,
        /// Last round, in case the turn does not come because the combatant is down.
        latest: u32,
        /// First round whose turns count; 0 for the next turn.
        #[serde(default, skip_serializing_if = "is_default")]
        from: u32,
    },
}

impl Ends {
    /// Creates an end at a trigger in a combatant's turn, at the latest with the round after `round`.
    pub fn turn(moment: Moment, whose: Id, round: u32) -> Self {
        Self::Turn {
            moment: moment.word.to_owned(),
            whose,
            latest: round.saturating_add(1),
            from: 0,
        }
    }

    /// Creates an end at a trigger in a combatant's turn, `rounds` rounds after `round`.
    pub fn turn_after(moment: Moment, whose: Id, round: u32, rounds: u32) -> Self {
        let from = round.saturating_add(rounds);
        Self::Turn {
            moment: moment.word.to_owned(),
            whose,
            latest: from.max(round.saturating_add(1)),
            from: if rounds == 0 { 0 } else { from },
        }
    }

    /// Returns `true` if a trigger in a combatant's turn ends the condition in this round.
    pub fn comes_with(&self, moment: Moment, turn_of: Id, round: u32) -> bool {
        matches!(self, Self::Turn { moment: word, whose, from, .. }
            if word == moment.word && *whose == turn_of && *from <= round)
    }

    /// Creates an end at a trigger of the system.
    pub fn at(moment: Moment) -> Self {
        Self::At(moment.word.to_owned())
    }
}

/// Trigger that the oldest saves use, in all systems. If a system lacks it, the condition lasts until it is cleared.
pub(super) const FIRST_MOMENT: &str = "stretch";

/// Serialized form of [`Ends`], including the format without named triggers.
#[derive(Deserialize)]
#[serde(rename = "Ends")]
enum Written {
    WhenCleared,
    EndOfRound(u32),
    At(String),
    Turn {
        moment: String,
        whose: Id,
        latest: u32,
        #[serde(default)]
        from: u32,
    },
    Stretch,
}

impl From<Written> for Ends {
    fn from(written: Written) -> Self {
        match written {
            Written::WhenCleared => Self::WhenCleared,
            Written::EndOfRound(round) => Self::EndOfRound(round),
            Written::At(word) => Self::At(word),
            Written::Turn {
                moment,
                whose,
                latest,
                from,
            } => Self::Turn {
                moment,
                whose,
                latest,
                from,
            },
            Written::Stretch => Self::At(FIRST_MOMENT.to_owned()),
        }
    }
}
