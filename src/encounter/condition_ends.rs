//! When a condition ends by itself ([`Ends`]): with a round, at a moment of the system, or with somebody's turn.

use serde::{Deserialize, Serialize};

use crate::values::{Id, Moment};

/// When a condition ends by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written")]
pub enum Ends {
    /// Never: somebody has to clear it.
    #[default]
    WhenCleared,
    /// At the end of this round (by number), at the moment the system says.
    EndOfRound(u32),
    /// At a [`Moment`] of the system, by its word.
    At(String),
    /// At a moment of somebody's turns, whoever bears the condition.
    Turn {
        /// The [`Moment`], by its word.
        moment: String,
        whose: Id,
        /// The round that it ends with where no such turn has come by then: nobody waits for the turn of the fallen.
        latest: u32,
    },
}

impl Ends {
    /// At a moment of somebody's turns, seen from a round: with the round after it at the latest.
    pub fn turn(moment: Moment, whose: Id, round: u32) -> Self {
        Self::Turn {
            moment: moment.word.to_owned(),
            whose,
            latest: round.saturating_add(1),
        }
    }

    /// At a moment of the system.
    pub fn at(moment: Moment) -> Self {
        Self::At(moment.word.to_owned())
    }
}

/// The moment that the first saves knew, whatever their system. Where the system has none of that word, such a condition
/// waits to be cleared.
pub(super) const FIRST_MOMENT: &str = "stretch";

/// [`Ends`] as files say them, those from before the systems named their moments included.
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
            } => Self::Turn {
                moment,
                whose,
                latest,
            },
            Written::Stretch => Self::At(FIRST_MOMENT.to_owned()),
        }
    }
}
