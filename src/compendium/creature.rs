//! Somebody in a roster.

use crate::encounter::Condition;
use crate::values::Record;

/// Somebody in a roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Creature {
    /// What it is called.
    pub name: String,
    /// The GM's notes on it.
    pub notes: String,
    /// What is the case with it from the start of a fight.
    pub conditions: Vec<Condition>,
    /// Its sheet as the roster gives it, without defaults.
    pub given: Record,
    /// Whether it comes from a file of the GM's and not from the program.
    pub own: bool,
}
