//! Names of the ways to attack with one action: all attacks of a routine, two weapons, or one attack.

use crate::values::Words as _;

use super::weapon::{Fist, GRAB};

/// Keyword for all attacks of the routine.
pub const ROUTINE: &str = "routine";
/// Keyword for both weapons in hand.
pub const BOTH: &str = "both";

/// Returns true for a reserved keyword, which cannot be the name of an attack on a sheet.
pub fn taken(name: &str) -> bool {
    [ROUTINE, BOTH, GRAB].contains(&name) || Fist::from_word(name).is_some()
}

/// Way to attack with one action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// All attacks of the routine on the sheet (CTD-84).
    Routine,
    /// Both weapons in hand (CTD-144).
    Both,
    /// The attack with this name.
    Single(String),
}

impl Mode {
    /// Returns the way to attack for a keyword.
    pub fn of(word: &str) -> Self {
        match word {
            ROUTINE => Mode::Routine,
            BOTH => Mode::Both,
            name => Mode::Single(name.to_owned()),
        }
    }

    /// Returns the keyword for files.
    pub fn word(&self) -> &str {
        match self {
            Mode::Routine => ROUTINE,
            Mode::Both => BOTH,
            Mode::Single(name) => name,
        }
    }
}
