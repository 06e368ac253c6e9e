//! Stages of a fight, from set-up to aftermath.

use serde::{Deserialize, Serialize};

/// Stage of the fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Set-up, before the system has begun the fight.
    #[default]
    Setup,
    Fighting,
    /// Stage after the end of the fight; the aftermath may still offer actions.
    Over,
    /// Pause between two fights, in which the party rests.
    Between,
}

impl Stage {
    /// Returns the number of the current round, if the fight is in progress. Before the first round, there is no round
    /// number. After the fight, rounds only measure time.
    pub fn round(self, number: u32) -> Option<u32> {
        (self == Stage::Fighting && number > 0).then_some(number)
    }
}
