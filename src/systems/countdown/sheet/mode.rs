//! The names of the ways to attack with one action: all attacks of a routine, two weapons, or one attack.

use crate::values::Words as _;

use super::weapon::{Fist, GRAB};

/// The word of files for all attacks of the routine.
pub const ROUTINE: &str = "routine";
/// The word of files for both weapons in hand.
pub const BOTH: &str = "both";

/// Whether a word has a meaning of its own, so that no attack on a sheet can be called so.
pub fn taken(name: &str) -> bool {
    [ROUTINE, BOTH, GRAB].contains(&name) || Fist::from_word(name).is_some()
}

/// A way to attack with one action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Everything the routine of the sheet says (CTD-84).
    Routine,
    /// Both weapons in hand (CTD-144).
    Both,
    /// The attack of this name.
    Single(String),
}

impl Mode {
    /// The way that a word of files says.
    pub fn of(word: &str) -> Self {
        match word {
            ROUTINE => Mode::Routine,
            BOTH => Mode::Both,
            name => Mode::Single(name.to_owned()),
        }
    }

    /// Its word in files.
    pub fn word(&self) -> &str {
        match self {
            Mode::Routine => ROUTINE,
            Mode::Both => BOTH,
            Mode::Single(name) => name,
        }
    }
}
