//! What a sheet leaves out, what is wrong with one, and the sheet of somebody improvised.

use crate::dice::Dice;
use crate::encounter::{Record, Row};
use crate::ron_text::Objection;
use crate::rules::Sheets;
use crate::rules::common::sheets;
use crate::rules::segments::Segments;

use super::schema::{at, at_spell, at_weapon};

impl Sheets for Segments {
    /// Who has no hit points left on the sheet is unhurt.
    fn complete(&self, sheet: &mut Row) {
        sheets::whole(sheet, at::hp, at::max_hp);
    }

    /// What is wrong with a complete sheet: more hit points than there can be, lists too long, a name twice.
    fn objections(&self, sheet: &Row) -> Vec<Objection> {
        let hp = sheet.get(at::hp).unwrap_or(0);
        let most = (at::max_hp.word(), sheet.get(at::max_hp));
        let mut wrong = Vec::from_iter(sheets::beyond(sheet, (at::hp.word(), hp), most));
        let weapons = sheet.get(at::weapons).iter();
        let weapons: Vec<&str> = weapons.map(|row| row.get(at_weapon::name)).collect();
        let spells = sheet.get(at::spells).iter();
        let spells: Vec<&str> = spells.map(|row| row.get(at_spell::name)).collect();
        for (list, what, names, most) in [
            (at::weapons.word(), "weapon", weapons, 12),
            (at::spells.word(), "spell", spells, 40),
        ] {
            wrong.extend(sheets::too_many(list, what, names.len(), most));
            wrong.extend(sheets::names(list, what, &names));
        }
        wrong
    }

    /// The sheet of somebody with hit points and a weapon.
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
