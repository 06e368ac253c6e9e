//! How long a condition of a ruling lasts.

use crate::values::{Id, Moment};

/// How long a condition lasts, as the `:` line says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Until somebody clears it.
    Cleared,
    /// For so many rounds.
    Rounds(i64),
    /// Until a moment of the system.
    Until(Moment),
    /// Until a moment of somebody's turns.
    Turn(Moment, Id),
}
