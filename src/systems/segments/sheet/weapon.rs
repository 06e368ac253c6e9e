//! Weapons of a sheet.

use crate::systems::prelude::*;

use super::schema::{self, Mode, StuckMissile};

/// One weapon of a sheet.
pub type Weapon<'a> = schema::Weapon<&'a Row>;

impl Weapon<'_> {
    /// Returns true if the weapon can be used in melee.
    pub fn melee(&self) -> bool {
        self.mode() != Mode::Ranged
    }

    /// Returns true if the weapon can be shot or thrown.
    pub fn ranged(&self) -> bool {
        self.mode() != Mode::Melee
    }

    /// Returns true if the weapon works both in melee and at range.
    pub fn both(&self) -> bool {
        self.mode() == Mode::Both
    }

    /// Returns the weapon as a choice for a row.
    pub fn choice(&self) -> Choice {
        Choice::new(self.name(), self.name())
    }

    /// Asks for one of several weapons.
    pub fn row(f: &mut Form<'_>, key: &str, label: &str, all: &[Self], at: usize) -> Option<Self> {
        f.one_of(key, label, all, at, |one| one.name(), Self::choice)
    }

    /// Returns the missile that stays stuck after a critical hit, if any (SEG-106).
    pub fn sticks(&self) -> Option<StuckMissile> {
        StuckMissile::from_word(self.missile().word())
    }
}
