//! What follows from the rest of a sheet, and what is wrong with one.

use crate::encounter::{List, Row};

use super::schema::{Mode, Sheet, WeaponRow, at, at_weapon};

/// Fills in what follows from the rest of a sheet.
pub fn complete(sheet: &mut Row) {
    if sheet.get(at::health).is_none() {
        let most = sheet.get(at::max_health);
        sheet.set(at::health, Some(most));
    }
    if sheet.get(at::sprint_speed).is_none() {
        let speed = sheet.get(at::speed);
        sheet.set(at::sprint_speed, Some(2 * speed));
    }
    let mut attacks = sheet.get(at::attacks).to_vec();
    for attack in &mut attacks {
        if attack.get(at_weapon::improvised) {
            attack.set(at_weapon::damaged, true);
        }
        if attack.get(at_weapon::unarmed) {
            attack.set(at_weapon::impaired, true);
        }
    }
    if !attacks.is_empty() {
        sheet.set(at::attacks, List::of(attacks));
    }
}

/// What is wrong with a sheet beyond the ranges of single fields.
pub fn objections(sheet: &Row) -> Vec<String> {
    let mut wrong = Vec::new();
    let sheet = Sheet(sheet);
    let (health, most) = (sheet.health().unwrap_or(0), sheet.max_health());
    if health > most {
        wrong.push(format!("health {health} is more than max_health {most}"));
    }
    if sheet
        .sprint_speed()
        .is_some_and(|sprint| sprint < sheet.speed())
    {
        wrong.push("sprint_speed is less than speed".to_owned());
    }
    for weapon in sheet.attacks().iter().map(WeaponRow) {
        let name = weapon.name();
        if let Some(die) = weapon.die()
            && ![4, 6, 8, 10, 12].contains(&die)
        {
            wrong.push(format!("{name}: die is 4, 6, 8, 10 or 12, not {die}"));
        }
        if weapon.range().is_some() && weapon.mode() != Mode::Ranged {
            wrong.push(format!("{name}: only a ranged attack has a range"));
        }
        if weapon.is_shield() && sheet.shield() == 0 {
            wrong.push(format!("{name}: is_shield needs a shield on the sheet"));
        }
    }
    wrong
}
