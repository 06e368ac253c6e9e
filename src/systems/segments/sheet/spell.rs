//! Spells of a sheet.

use crate::systems::prelude::*;

use super::schema::{self, Caster};
use super::tables::MageSpells;

/// Time from the start of a spell to its release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Casting {
    /// Number of counts after the start (SEG-113, SEG-114).
    Counts(i64),
    /// Whole round: start on 10 and release on -5 (SEG-115).
    OneRound,
}

/// One spell of a sheet.
pub type Spell<'a> = schema::Spell<&'a Row>;

impl Spell<'_> {
    /// Returns the casting time (SEG-113 to SEG-115).
    pub fn takes(&self, now: &Encounter) -> Casting {
        match self.casting() {
            Caster::Cleric => Casting::Counts(self.time()),
            Caster::ClericOneRound => Casting::OneRound,
            Caster::MageGk => Casting::Counts(MageSpells::of(now, self.rank()).mage_gk()),
            Caster::MageSk => Casting::Counts(MageSpells::of(now, self.rank()).mage_sk()),
        }
    }
}
