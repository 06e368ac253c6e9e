//! Duration of a condition in a ruling.

use crate::values::{Id, Moment};

/// Duration of a condition on the `:` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Lasts until it is cleared.
    Cleared,
    /// Number of rounds that it lasts.
    Rounds(i64),
    /// Lasts until a trigger of the system.
    Until(Moment),
    /// Lasts until a trigger in a combatant's turn, after a number of rounds; 0 for the next turn.
    Turn(Moment, Id, i64),
}
