//! What follows from the rest of a sheet, and what is wrong with one beyond the range of single fields.

use crate::encounter::{List, Record, Row};

use super::mode;
use super::schema::{Attack, Kind, at, at_attack};
use super::weapon::Weapon;

/// Fills in what follows from the rest of a sheet.
pub fn complete(sheet: &mut Row) {
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
pub fn objections(sheet: &Row) -> Vec<String> {
    let mut wrong = Vec::new();
    let attacks = sheet.get(at::attacks);
    let names: Vec<&str> = attacks.iter().map(|row| row.get(at_attack::name)).collect();
    for (place, name) in names.iter().enumerate() {
        if name.is_empty() {
            wrong.push(format!("attack {} has no name", place + 1));
        } else if names[..place].contains(name) {
            wrong.push(format!("two attacks are called `{name}`"));
        } else if mode::taken(name) {
            wrong.push(format!(
                "an attack cannot be called `{name}`: the word has a meaning of its own"
            ));
        }
    }
    if names.len() > 12 {
        wrong.push(format!("{} attacks are more than 12", names.len()));
    }
    let known = |name: &str| name.is_empty() || names.contains(&name);
    for key in [at::primary, at::secondary] {
        let name = sheet.get(key).unwrap_or("");
        if !known(name) {
            wrong.push(format!(
                "`{}` names the attack `{name}`, which is not on the sheet",
                key.word()
            ));
        }
    }
    let routine = sheet.get(at::routine).unwrap_or("");
    let routine: Vec<&str> = routine.split(',').map(str::trim).collect();
    if let Some(name) = routine.iter().find(|name| !known(name)) {
        wrong.push(format!(
            "`routine` names the attack `{name}`, which is not on the sheet"
        ));
    }
    if routine.len() > 8 {
        wrong.push(format!(
            "a routine of {} attacks is longer than 8",
            routine.len()
        ));
    }
    let (hp, most) = (sheet.get(at::hp).unwrap_or(0), sheet.get(at::hp_max));
    if hp > most {
        wrong.push(format!("`hp` {hp} is more than `hp_max` {most}"));
    }
    for attack in attacks.iter().map(Attack) {
        let ranges = [
            attack.range_short(),
            attack.range_medium(),
            attack.range_long(),
        ];
        let ranges: Vec<i64> = ranges.into_iter().flatten().collect();
        if !ranges.is_empty() && (ranges.len() < 3 || ranges.windows(2).any(|two| two[0] > two[1]))
        {
            wrong.push(format!(
                "ranges of `{}`: give short, medium and long, each at least the one before",
                attack.name()
            ));
        }
        if attack.kind() == Kind::Grenade && attack.grenade_type().is_none() {
            wrong.push(format!(
                "`{}` is a flask: say `grenade_type` oil, holy_water or other",
                attack.name()
            ));
        }
    }
    wrong
}

/// Somebody with a blow and so many hit points.
pub fn improvised(hit_points: i64) -> Record {
    let hp = hit_points.clamp(1, 999);
    let blow = Record::new().with(at_attack::name.word(), "blow");
    Record::new()
        .with(at::hp_max.word(), hp)
        .with(at::attacks.word(), vec![blow])
}
