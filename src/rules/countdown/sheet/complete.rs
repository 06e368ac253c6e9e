//! What follows from the rest of a sheet, and what is wrong with one beyond the range of single fields.

use crate::encounter::{List, Record, Row};
use crate::ron_text::Objection;
use crate::rules::Sheets;
use crate::rules::countdown::Countdown;

use super::mode;
use super::schema::{Attack, Kind, at, at_attack};
use super::weapon::Weapon;

impl Sheets for Countdown {
    /// Fills in what follows from the rest of a sheet.
    fn complete(&self, sheet: &mut Row) {
        if sheet.get(at::hp).is_none() {
            let most = sheet.get(at::hp_max);
            sheet.set(at::hp, Some(most));
        }
        let mut attacks = sheet.get(at::attacks).to_vec();
        for (place, row) in attacks.iter_mut().enumerate() {
            let read = Weapon::read(place, row);
            row.set(at_attack::str_to_damage, Some(read.str_to_damage()));
            row.set(at_attack::can_subdue, Some(read.can_subdue()));
            row.set(at_attack::unbreakable, Some(read.unbreakable()));
        }
        let first = attacks
            .first()
            .map(|row| row.get(at_attack::name).to_owned());
        if let Some(first) = first {
            sheet.set(at::attacks, List::of(attacks));
            if sheet.get(at::primary).is_none_or(str::is_empty) {
                sheet.set(at::primary, Some(first.into()));
            }
        }
    }

    /// What is wrong with a sheet: attacks named twice, hands and routine that name none of them, ranges out of order.
    fn objections(&self, sheet: &Row) -> Vec<Objection> {
        let mut wrong = Vec::new();
        let attacks = sheet.get(at::attacks);
        let of_attack = |place: usize, field: &'static str, what: String| {
            let inner = Objection::new(what).within(field);
            inner.within(place).within(at::attacks.word())
        };
        let names: Vec<&str> = attacks.iter().map(|row| row.get(at_attack::name)).collect();
        for (place, name) in names.iter().enumerate() {
            let what = if name.is_empty() {
                format!("attack {} has no name", place + 1)
            } else if names[..place].contains(name) {
                format!("two attacks are called `{name}`")
            } else if mode::taken(name) {
                format!("an attack cannot be called `{name}`: the word has a meaning of its own")
            } else {
                continue;
            };
            wrong.push(of_attack(place, at_attack::name.word(), what));
        }
        if names.len() > 12 {
            let what = format!("{} attacks are more than 12", names.len());
            wrong.push(Objection::new(what).within(at::attacks.word()));
        }
        let known = |name: &str| name.is_empty() || names.contains(&name);
        let not_there =
            |said: &str, name: &str| format!("{said}: there is no attack `{name}` on the sheet");
        let hands = [
            (at::primary, "in the main hand"),
            (at::secondary, "in the other hand"),
        ];
        for (key, label) in hands {
            let name = sheet.get(key).unwrap_or("");
            if !known(name) {
                wrong.push(Objection::new(not_there(label, name)).within(key.word()));
            }
        }
        let routine = sheet.get(at::routine).unwrap_or("");
        let routine: Vec<&str> = routine.split(',').map(str::trim).collect();
        if let Some(name) = routine.iter().find(|name| !known(name)) {
            let what = not_there("attacks in one action", name);
            wrong.push(Objection::new(what).within(at::routine.word()));
        }
        if routine.len() > 8 {
            let what = format!("{} attacks in one action are more than 8", routine.len());
            wrong.push(Objection::new(what).within(at::routine.word()));
        }
        let (hp, most) = (sheet.get(at::hp).unwrap_or(0), sheet.get(at::hp_max));
        if hp > most {
            let what = format!("hit points left {hp} are more than hit points {most}");
            wrong.push(Objection::new(what).within(at::hp.word()));
        }
        for (place, attack) in attacks.iter().map(Attack).enumerate() {
            let ranges = [
                attack.range_short(),
                attack.range_medium(),
                attack.range_long(),
            ];
            let ranges: Vec<i64> = ranges.into_iter().flatten().collect();
            if !ranges.is_empty()
                && (ranges.len() < 3 || ranges.windows(2).any(|two| two[0] > two[1]))
            {
                let what = format!(
                    "ranges of `{}`: give short, medium and long, each at least the one before",
                    attack.name()
                );
                wrong.push(of_attack(place, at_attack::range_short.word(), what));
            }
            if attack.kind() == Kind::Grenade && attack.grenade_type().is_none() {
                let what = format!(
                    "`{}` is a flask: say what is in it, oil, holy_water or other",
                    attack.name()
                );
                wrong.push(of_attack(place, at_attack::grenade_type.word(), what));
            }
        }
        wrong
    }

    /// Somebody with a blow and so many hit points.
    fn improvised(&self, hit_points: i64) -> Record {
        let hp = hit_points.clamp(1, 999);
        let blow = Record::new().with(at_attack::name.word(), "blow");
        Record::new()
            .with(at::hp_max.word(), hp)
            .with(at::attacks.word(), vec![blow])
    }
}
