//! Duration of a condition in a ruling.

use crate::values::{Id, Moment};

/// Duration of a condition on the `:` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Condition that lasts until it is cleared.
    Cleared,
    /// Number of rounds that the condition lasts.
    Rounds(i64),
    /// Condition that lasts until a trigger of the system.
    Until(Moment),
    /// Condition that lasts until a trigger in a combatant's turn, after a number of rounds; 0 for the next turn.
    Turn(Moment, Id, i64),
}
