//! Default values and errors of a sheet, and the sheet of an improvised combatant.

use crate::ron_text::Objection;
use crate::rules::Complete;
use crate::systems::common::sheets;
use crate::systems::prelude::*;
use crate::systems::split_round::SplitRound;
use crate::values::{Key, Record};

use super::schema::{at, at_attack, at_spell};
use super::weapon::Weapon;

impl Complete for SplitRound {
    /// Fills in the derived values of a sheet.
    fn complete(&self, sheet: &mut Row) {
        sheets::whole(sheet, at::hp, at::hp_max);
        sheets::whole(sheet, at::mana, at::mana_max);
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

    /// Returns the errors of a complete sheet: hit points, mana, dice and levels beyond their maximum, duplicate
    /// names.
    fn objections(&self, sheet: &Row) -> Vec<Objection> {
        let left = |key: Key<Option<i64>>| (key.word(), sheet.get(key).unwrap_or(0));
        let number = |key: Key<i64>| (key.word(), sheet.get(key));
        let limits = [
            (left(at::hp), at::hp_max),
            (left(at::mana), at::mana_max),
            (number(at::hit_dice_spent), at::level),
            (number(at::levels_drained_temp), at::level),
            (number(at::levels_lost_perm), at::level),
        ];
        let beyond = |(what, limit)| sheets::beyond(sheet, what, number(limit));
        let mut wrong: Vec<Objection> = limits.into_iter().filter_map(beyond).collect();
        let die = sheet.get(at::hit_die);
        if die % 2 != 0 {
            let what = format!("hit die {die}: write 4, 6, 8, 10 or 12");
            wrong.push(Objection::new(what).within(at::hit_die.word()));
        }
        wrong.extend(sheets::names(sheet, at::attacks, at_attack::name, "attack"));
        wrong.extend(sheets::names(sheet, at::spells, at_spell::name, "spell"));
        wrong
    }

    /// Creates a sheet with an attack and hit points.
    fn improvised(&self, hit_points: i64) -> Record {
        let blow = Record::new().with(at_attack::name.word(), "attack");
        Record::new()
            .with(at::hp_max.word(), hit_points.clamp(1, 9999))
            .with(at::attacks.word(), vec![blow])
    }
}
