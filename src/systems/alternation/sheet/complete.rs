//! Derived values and errors of a sheet.

use crate::ron_text::Objection;
use crate::rules::Complete;
use crate::systems::alternation::Alternation;
use crate::systems::common::sheets;
use crate::systems::prelude::*;
use crate::values::Record;

use super::schema::{Mode, Sheet, WeaponRow, at, at_weapon};

impl Complete for Alternation {
    /// Fills in the derived values of a sheet.
    fn complete(&self, sheet: &mut Row) {
        sheets::whole(sheet, at::health, at::max_health);
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

    /// Returns the errors of a sheet that involve more than one field.
    fn objections(&self, sheet: &Row) -> Vec<Objection> {
        let health = sheet.get(at::health).unwrap_or(0);
        let most = (at::max_health.word(), sheet.get(at::max_health));
        let mut wrong = Vec::from_iter(sheets::beyond(sheet, (at::health.word(), health), most));
        let sheet = Sheet(sheet);
        if sheet
            .sprint_speed()
            .is_some_and(|sprint| sprint < sheet.speed())
        {
            let what = "sprint must be at least speed";
            wrong.push(Objection::new(what).within(at::sprint_speed.word()));
        }
        for (place, weapon) in sheet.attacks().iter().map(WeaponRow).enumerate() {
            let name = weapon.name();
            let mut object = |field: &'static str, what: String| {
                let wrong_field = Objection::new(format!("{name}: {what}")).within(field);
                wrong.push(wrong_field.within(place).within(at::attacks.word()));
            };
            if let Some(die) = weapon.die()
                && ![4, 6, 8, 10, 12].contains(&die)
            {
                let what = format!("die must be 4, 6, 8, 10 or 12, not {die}");
                object(at_weapon::die.word(), what);
            }
            if weapon.range().is_some() && weapon.mode() != Mode::Ranged {
                let what = "only ranged attacks have a range".to_owned();
                object(at_weapon::range.word(), what);
            }
            if weapon.is_shield() && sheet.shield() == 0 {
                let what = "is marked as the shield, but the sheet has no shield".to_owned();
                object(at_weapon::is_shield.word(), what);
            }
        }
        wrong
    }

    fn improvised(&self, hit_points: i64) -> Record {
        Record::new()
            .with(at::max_health.word(), hit_points)
            .with(at::health.word(), hit_points)
    }
}
