//! What a sheet leaves out, what is wrong with one, and the sheet of somebody improvised.

use crate::encounter::{List, Record, Row};
use crate::ron_text::Objection;
use crate::rules::Sheets;
use crate::rules::split_round::SplitRound;

use super::schema::{at, at_attack, at_spell};
use super::weapon::Weapon;

impl Sheets for SplitRound {
    /// Fills in what follows from the rest of a sheet.
    fn complete(&self, sheet: &mut Row) {
        if sheet.get(at::hp).is_none() {
            let most = sheet.get(at::hp_max);
            sheet.set(at::hp, Some(most));
        }
        if sheet.get(at::mana).is_none() {
            let most = sheet.get(at::mana_max);
            sheet.set(at::mana, Some(most));
        }
        let mut attacks = sheet.get(at::attacks).to_vec();
        for (place, row) in attacks.iter_mut().enumerate() {
            let read = Weapon::read(place, row);
            row.set(at_attack::fumble_class, Some(read.class()));
            row.set(at_attack::alt_class, Some(read.alt()));
            row.set(at_attack::has_string, Some(read.strung()));
        }
        if !attacks.is_empty() {
            sheet.set(at::attacks, List::of(attacks));
        }
    }

    /// What is wrong with a complete sheet: hit points, mana, dice and levels beyond what there is, a name twice.
    fn objections(&self, sheet: &Row) -> Vec<Objection> {
        let mut wrong = Vec::new();
        let left = |left: Option<i64>| left.unwrap_or(0);
        let level = sheet.get(at::level);
        let limits = [
            (
                at::hp.word(),
                left(sheet.get(at::hp)),
                at::hp_max.word(),
                sheet.get(at::hp_max),
            ),
            (
                at::mana.word(),
                left(sheet.get(at::mana)),
                at::mana_max.word(),
                sheet.get(at::mana_max),
            ),
            (
                at::hit_dice_spent.word(),
                sheet.get(at::hit_dice_spent),
                at::level.word(),
                level,
            ),
            (
                at::levels_drained_temp.word(),
                sheet.get(at::levels_drained_temp),
                at::level.word(),
                level,
            ),
            (
                at::levels_lost_perm.word(),
                sheet.get(at::levels_lost_perm),
                at::level.word(),
                level,
            ),
        ];
        for (what, value, limit, most) in limits {
            if value > most {
                let labels = [what, limit].map(|word| {
                    let field = sheet.fields().named(word);
                    field.map_or(word, |field| field.label.as_str())
                });
                let said = format!("{} {value}: {} is only {most}", labels[0], labels[1]);
                wrong.push(Objection::new(said).within(what));
            }
        }
        let die = sheet.get(at::hit_die);
        if die % 2 != 0 {
            let what = format!("hit die {die}: write 4, 6, 8, 10 or 12");
            wrong.push(Objection::new(what).within(at::hit_die.word()));
        }
        let attacks = sheet.get(at::attacks).iter();
        let attacks: Vec<&str> = attacks.map(|row| row.get(at_attack::name)).collect();
        let spells = sheet.get(at::spells).iter();
        let spells: Vec<&str> = spells.map(|row| row.get(at_spell::name)).collect();
        for (list, names) in [(at::attacks.word(), attacks), (at::spells.word(), spells)] {
            for (place, name) in names.iter().enumerate() {
                let what = if name.is_empty() {
                    format!("{list}: entry {} has no name", place + 1)
                } else if names[..place].contains(name) {
                    format!("two {list} are called `{name}`")
                } else {
                    continue;
                };
                let named = Objection::new(what).within(at_attack::name.word());
                wrong.push(named.within(place).within(list));
            }
        }
        wrong
    }

    /// Somebody with a blow and so many hit points.
    fn improvised(&self, hit_points: i64) -> Record {
        let blow = Record::new().with(at_attack::name.word(), "blow");
        Record::new()
            .with(at::hp_max.word(), hit_points.clamp(1, 9999))
            .with(at::attacks.word(), vec![blow])
    }
}
