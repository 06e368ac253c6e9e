//! The weapons of a sheet.

use crate::resolver::{Choice, Form};
use crate::values::{Row, Words as _};

use super::schema::{self, Mode, StuckMissile};

/// One weapon of a sheet.
pub type Weapon<'a> = schema::Weapon<&'a Row>;

impl Weapon<'_> {
    /// Whether it can strike in melee.
    pub fn melee(&self) -> bool {
        self.mode() != Mode::Ranged
    }

    /// Whether it can be shot or thrown.
    pub fn ranged(&self) -> bool {
        self.mode() != Mode::Melee
    }

    /// Whether it can do both.
    pub fn both(&self) -> bool {
        self.mode() == Mode::Both
    }

    /// As a row offers it.
    pub fn choice(&self) -> Choice {
        Choice::new(self.name(), self.name())
    }

    /// The row of one of several.
    pub fn row(f: &mut Form<'_>, key: &str, label: &str, all: &[Self], at: usize) -> Option<Self> {
        f.one_of(key, label, all, at, |one| one.name(), Self::choice)
    }

    /// What stays stuck, if anything does (SEG-106).
    pub fn sticks(&self) -> Option<StuckMissile> {
        StuckMissile::from_word(self.missile().word())
    }
}
