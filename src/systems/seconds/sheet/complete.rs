//! Derived values of a sheet, and errors that involve more than one field.

use crate::ron_text::Objection;
use crate::rules::Complete;
use crate::systems::common::sheets;
use crate::systems::prelude::*;
use crate::systems::seconds::Seconds;
use crate::values::{Record, Sheet as _};

use super::schema::{
    Combo, Component, ComponentKind, Sheet, at, at_attack, at_combo, at_component,
};
use super::weapon::UNARMED;

impl Complete for Seconds {
    /// Fills in derived values: the combo that every combatant knows, and the values of an object (SEC-15, SEC-96).
    fn complete(&self, sheet: &mut Row) {
        if sheet.get(at::is_object) {
            sheet.set(at::endurance, 3);
            sheet.set(at::can_be_demoralised, false);
        }
        if sheet.get(at::combos).is_empty() && !sheet.get(at::is_object) {
            let mut component = Row::new(Component::<()>::fields());
            component.set(at_component::label, "Attack".into());
            let mut combo = Row::new(Combo::<()>::fields());
            combo.set(at_combo::name, "Attack".into());
            combo.set(at_combo::components, List::of(vec![component]));
            sheet.set(at::combos, List::of(vec![combo]));
        }
    }

    /// Returns the errors of a sheet: duplicate or reserved names, and illegal combos (SEC-96).
    fn objections(&self, sheet: &Row) -> Vec<Objection> {
        let mut wrong = sheets::names(sheet, at::attacks, at_attack::name, "attack");
        let mut attacks = sheet.get(at::attacks).iter();
        if let Some(place) = attacks.position(|row| row.get(at_attack::name) == UNARMED) {
            let what = format!("the attack `{UNARMED}` exists on every sheet: write another name");
            let list = at::attacks.word();
            wrong.push(Objection::new(what).within(place).within(list));
        }
        wrong.extend(sheets::names(sheet, at::combos, at_combo::name, "combo"));
        let sheet = Sheet(sheet);
        for (place, combo) in sheet.combos().iter().map(Combo).enumerate() {
            let illegal = illegal(&sheet, &combo);
            wrong.extend(illegal.map(|why| {
                let what = format!("combo `{}`: {why}", combo.name());
                Objection::new(what).within(place).within(at::combos.word())
            }));
        }
        wrong
    }

    /// Creates a sheet with only bare hands and the given Toughness, limited to 1 to 39.
    fn improvised(&self, hit_points: i64) -> Record {
        let usual = 9;
        let more = hit_points.clamp(1, 39);
        let mut record = Record::new();
        if more > usual {
            record = record.with(at::natural_armour.word(), more - usual);
        } else if more < usual {
            record = record.with(at::toughness_misc.word(), more - usual);
        }
        record
    }

    fn points(&self) -> &'static str {
        "Toughness"
    }
}

/// Returns the reason why a combo is illegal; `None` if it is legal (SEC-96).
pub fn illegal(sheet: &Sheet<&Row>, combo: &Combo<&Row>) -> Option<String> {
    let components: Vec<Component<&Row>> = combo.components().iter().map(Component).collect();
    if components.is_empty() {
        return Some("no components".to_owned());
    }
    let rating: i64 = components.iter().map(Component::rating).sum();
    if rating > sheet.combo_rating() {
        let most = sheet.combo_rating();
        return Some(format!(
            "the ratings add up to {rating}, more than the combo rating {most}"
        ));
    }
    let most = 1 + sheet.weapon_ranks().max(sheet.ranged_ranks());
    let count = i64::try_from(components.len()).unwrap_or(i64::MAX);
    if count > most {
        return Some(format!(
            "{count} components, but the ranks allow only {most}"
        ));
    }
    let plain = |one: &&Component<&Row>| {
        one.kind() == ComponentKind::Attack && one.label().eq_ignore_ascii_case("attack")
    };
    if components.iter().filter(plain).count() > 1 && !sheet.extra_attack() {
        return Some("more than one Attack needs Extra Attack".to_owned());
    }
    None
}
