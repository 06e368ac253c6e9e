//! How far a fight has come.

use serde::{Deserialize, Serialize};

/// How far the fight has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Being set up: the system has not begun it yet.
    #[default]
    Setup,
    Fighting,
    /// Ended; the aftermath may still offer something.
    Over,
    /// Nothing is fought: what a party does between two fights, which is what may follow one.
    Between,
}

impl Stage {
    /// The number of the round that is fought, where one is: before the first there is none, and once the fight is over
    /// rounds are time that goes by.
    pub fn round(self, number: u32) -> Option<u32> {
        (self == Stage::Fighting && number > 0).then_some(number)
    }
}
