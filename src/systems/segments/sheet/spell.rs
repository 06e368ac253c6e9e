//! The spells of a sheet.

use crate::encounter::Encounter;
use crate::values::Row;

use super::schema::{self, Caster};
use super::tables::MageSpells;

/// When a spell is released.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Casting {
    /// So many counts after its start (SEG-113, SEG-114).
    Counts(i64),
    /// It starts on 10 and is released on -5 (SEG-115).
    OneRound,
}

/// One spell of a sheet.
pub type Spell<'a> = schema::Spell<&'a Row>;

impl Spell<'_> {
    /// How long it takes (SEG-113 to SEG-115).
    pub fn takes(&self, now: &Encounter) -> Casting {
        match self.casting() {
            Caster::Cleric => Casting::Counts(self.time()),
            Caster::ClericOneRound => Casting::OneRound,
            Caster::MageGk => Casting::Counts(MageSpells::of(now, self.rank()).mage_gk()),
            Caster::MageSk => Casting::Counts(MageSpells::of(now, self.rank()).mage_sk()),
        }
    }
}
