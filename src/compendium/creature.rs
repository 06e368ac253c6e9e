//! Combatant in a roster.

use crate::encounter::Condition;
use crate::values::Record;

/// Combatant in a roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Creature {
    /// Name of the combatant.
    pub name: String,
    /// GM's notes on the combatant.
    pub notes: String,
    /// Conditions from the start of a fight.
    pub conditions: Vec<Condition>,
    /// Sheet as the roster gives it, without defaults.
    pub given: Record,
    /// True if the combatant comes from a file of the GM.
    pub own: bool,
}
