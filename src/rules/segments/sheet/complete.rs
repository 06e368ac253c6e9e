//! What a sheet leaves out, what is wrong with one, and the sheet of somebody improvised.

use crate::dice::Dice;
use crate::encounter::{Record, Row};
use crate::ron_text::Objection;
use crate::rules::Sheets;
use crate::rules::segments::Segments;

use super::schema::{at, at_spell, at_weapon};

impl Sheets for Segments {
    /// Who has no hit points left on the sheet is unhurt.
    fn complete(&self, sheet: &mut Row) {
        if sheet.get(at::hp).is_none() {
            let most = sheet.get(at::max_hp);
            sheet.set(at::hp, Some(most));
        }
    }

    /// What is wrong with a complete sheet: more hit points than there can be, lists too long, a name twice.
    fn objections(&self, sheet: &Row) -> Vec<Objection> {
        let mut wrong = Vec::new();
        let (left, most) = (sheet.get(at::hp).unwrap_or(0), sheet.get(at::max_hp));
        if left > most {
            let what = format!("hit points left {left} are more than hit points {most}");
            wrong.push(Objection::new(what).within(at::hp.word()));
        }
        let weapons = sheet.get(at::weapons).iter();
        let weapons = weapons.map(|row| row.get(at_weapon::name)).collect();
        let spells = sheet.get(at::spells).iter();
        let spells = spells.map(|row| row.get(at_spell::name)).collect();
        let lists: [(&'static str, Vec<&str>, usize); 2] = [
            (at::weapons.word(), weapons, 12),
            (at::spells.word(), spells, 40),
        ];
        for (list, names, most) in lists {
            if names.len() > most {
                let what = format!("{} {list}: {most} at most", names.len());
                wrong.push(Objection::new(what).within(list));
            }
            if let Some(twice) = (1..names.len()).find(|i| names[..*i].contains(&names[*i])) {
                let what = format!("two {list} are called {}", names[twice]);
                let named = Objection::new(what).within(at_weapon::name.word());
                wrong.push(named.within(twice).within(list));
            }
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
