//! Text of a field's value.

use crate::encounter::Encounter;
use crate::resolver::Field;
use crate::values::Value;

/// Returns a field's value as the form shows it: combatants with their letters.
pub fn show_value(field: &Field, now: &Encounter) -> String {
    match &field.value {
        Value::Who(ids) if !ids.is_empty() => {
            let there = ids
                .iter()
                .filter_map(|id| now.find(*id).map(|one| (id, one)));
            let names = there.map(|(id, one)| format!("{} {}", id.letter(), one.name));
            names.collect::<Vec<String>>().join(", ")
        }
        _ => field.value_text(now),
    }
}
