//! Default values and errors of a sheet, and the sheet of an improvised combatant.

use crate::ron_text::Objection;
use crate::rules::Complete;
use crate::systems::common::sheets;
use crate::systems::prelude::*;
use crate::systems::segments::Segments;
use crate::values::{Key, Record};

use super::schema::{at, at_spell, at_weapon};

impl Complete for Segments {
    /// Sets current hit points to the maximum if they are missing.
    fn complete(&self, sheet: &mut Row) {
        sheets::whole(sheet, at::hp, at::max_hp);
    }

    /// Returns the errors of a complete sheet: more hit points than the maximum, lists that are too long, duplicate
    /// names.
    fn objections(&self, sheet: &Row) -> Vec<Objection> {
        let hp = sheet.get(at::hp).unwrap_or(0);
        let most = (at::max_hp.word(), sheet.get(at::max_hp));
        let mut wrong = Vec::from_iter(sheets::beyond(sheet, (at::hp.word(), hp), most));
        wrong.extend(sheets::too_many(sheet, at::weapons, "weapon", 12));
        wrong.extend(sheets::names(sheet, at::weapons, at_weapon::name, "weapon"));
        wrong.extend(sheets::too_many(sheet, at::spells, "spell", 40));
        wrong.extend(sheets::names(sheet, at::spells, at_spell::name, "spell"));
        wrong
    }

    /// Ties the PROT of armour to its lost PROT: raising one lowers the other, until the armour is repaired (SEG-65).
    fn tied(&self, before: &Row, sheet: &Row) -> Option<(Key<i64>, i64)> {
        let (armor, lost) = (sheet.get(at::prot_armor), sheet.get(at::prot_lost));
        let more = armor - before.get(at::prot_armor);
        let worse = lost - before.get(at::prot_lost);
        match (more, worse) {
            (1.., 0) if lost > 0 => Some((at::prot_lost, lost - more)),
            (0, worse) if worse != 0 => Some((at::prot_armor, armor - worse)),
            _ => None,
        }
    }

    /// Creates a sheet with hit points and a weapon.
    fn improvised(&self, hit_points: i64) -> Record {
        let weapon = Record::new()
            .with("name", "weapon")
            .with("sc", 60)
            .with("damage", Dice::d(6))
            .with("rank", 0)
            .with("mode", "melee");
        Record::new()
            .with("max_hp", hit_points)
            .with("weapons", vec![weapon])
    }
}
