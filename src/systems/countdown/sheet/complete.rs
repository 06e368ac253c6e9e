//! Derived values of a sheet, and errors that involve more than one field.

use crate::ron_text::Objection;
use crate::rules::Complete;
use crate::systems::common::sheets;
use crate::systems::countdown::Countdown;
use crate::systems::prelude::*;
use crate::values::Record;

use super::mode;
use super::schema::{Attack, Kind, at, at_attack};
use super::weapon::Weapon;

impl Complete for Countdown {
    /// Fills in the derived values of a sheet.
    fn complete(&self, sheet: &mut Row) {
        sheets::whole(sheet, at::hp, at::hp_max);
        let mut attacks = sheet.get(at::attacks).to_vec();
        for (place, row) in attacks.iter_mut().enumerate() {
            let read = Weapon::read(place, row);
            row.set(at_attack::str_to_damage, Some(read.str_to_damage()));
            row.set(at_attack::can_subdue, Some(read.can_subdue()));
            row.set(at_attack::unbreakable, Some(read.unbreakable()));
        }
        let Some(first) = attacks.first().map(|row| row.text(at_attack::name)) else {
            return;
        };
        sheet.set(at::attacks, List::of(attacks));
        if sheet.get(at::primary).is_none_or(str::is_empty) {
            sheet.set(at::primary, Some(first));
        }
    }

    /// Returns the errors of a sheet: duplicate attacks, unknown names in the hands or the routine, and ranges out of
    /// order.
    fn objections(&self, sheet: &Row) -> Vec<Objection> {
        let attacks = sheet.get(at::attacks);
        let of_attack = |place: usize, field: &'static str, what: String| {
            let inner = Objection::new(what).within(field);
            inner.within(place).within(at::attacks.word())
        };
        let mut wrong = sheets::names(sheet, at::attacks, at_attack::name, "attack");
        let names: Vec<&str> = attacks.iter().map(|row| row.get(at_attack::name)).collect();
        let taken = names.iter().enumerate();
        for (place, name) in taken.filter(|(_, name)| mode::taken(name)) {
            let what =
                format!("an attack cannot be named `{name}`, a reserved word: choose another name");
            wrong.push(of_attack(place, at_attack::name.word(), what));
        }
        wrong.extend(sheets::too_many(sheet, at::attacks, "attack", 12));
        let hp = sheet.get(at::hp).unwrap_or(0);
        let most = (at::hp_max.word(), sheet.get(at::hp_max));
        wrong.extend(sheets::beyond(sheet, (at::hp.word(), hp), most));
        let mut object = |field: &'static str, what: String| {
            wrong.push(Objection::new(what).within(field));
        };
        let routine = sheet.get(at::routine).unwrap_or("");
        let routine: Vec<&str> = routine.split(',').map(str::trim).collect();
        let strange = |name: &str| !name.is_empty() && !names.contains(&name);
        let one_of_routine = routine.iter().find(|name| strange(name));
        let named = [
            (at::primary, "in the main hand", sheet.get(at::primary)),
            (at::secondary, "in the other hand", sheet.get(at::secondary)),
            (
                at::routine,
                "attacks in one action",
                one_of_routine.copied(),
            ),
        ];
        for (key, said, name) in named {
            if let Some(name) = name.filter(|name| strange(name)) {
                let what = format!("{said}: there is no attack `{name}` on the sheet");
                object(key.word(), what);
            }
        }
        if routine.len() > 8 {
            let what = format!(
                "{} attacks in one action are too many: at most 8",
                routine.len()
            );
            object(at::routine.word(), what);
        }
        for (place, attack) in attacks.iter().map(Attack).enumerate() {
            let (short, name) = (attack.range_short(), attack.name());
            let ranges = [short, attack.range_medium(), attack.range_long()];
            // A missing range sorts before every number.
            if ranges != [None; 3] && (short.is_none() || !ranges.is_sorted()) {
                let what =
                    format!("ranges of `{name}`: enter short, medium and long in ascending order");
                wrong.push(of_attack(place, at_attack::range_short.word(), what));
            }
            if attack.kind() == Kind::Grenade && attack.grenade_type().is_none() {
                let what =
                    format!("`{name}` is a flask: set the contents to oil, holy_water or other");
                wrong.push(of_attack(place, at_attack::grenade_type.word(), what));
            }
        }
        wrong
    }

    /// Creates a sheet with an attack and hit points.
    fn improvised(&self, hit_points: i64) -> Record {
        let hp = hit_points.clamp(1, 999);
        let blow = Record::new().with(at_attack::name.word(), "blow");
        Record::new()
            .with(at::hp_max.word(), hp)
            .with(at::attacks.word(), vec![blow])
    }
}
