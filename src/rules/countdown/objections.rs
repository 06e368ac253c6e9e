//! What is wrong with a sheet beyond the range of single fields.

use super::modes;
use super::schema::{Attack, at, at_attack};
use super::weapon::Kind;
use crate::encounter::Row;

/// All of it: attacks named twice, hands and routine that name none of them,
/// ranges out of order.
pub fn of(sheet: &Row) -> Vec<String> {
    let mut wrong = Vec::new();
    let attacks = sheet.get(at::attacks);
    let names: Vec<&str> = attacks.iter().map(|row| row.get(at_attack::name)).collect();
    for (place, name) in names.iter().enumerate() {
        if name.is_empty() {
            wrong.push(format!("attack {} has no name", place + 1));
        } else if names[..place].contains(name) {
            wrong.push(format!("two attacks are called `{name}`"));
        } else if modes::taken(name) {
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
