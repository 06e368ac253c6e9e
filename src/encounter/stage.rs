//! How far a fight has come.

use serde::{Deserialize, Serialize};

/// How far the fight has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Set-up, before the system has begun the fight.
    #[default]
    Setup,
    Fighting,
    /// Ended; the aftermath may still offer something.
    Over,
    /// Time between two fights, in which the party rests.
    Between,
}

impl Stage {
    /// The number of the round that is fought, where one is: before the first there is none, and once the fight is over
    /// rounds are time that goes by.
    pub fn round(self, number: u32) -> Option<u32> {
        (self == Stage::Fighting && number > 0).then_some(number)
    }
}
