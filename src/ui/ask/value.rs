//! The value of a field in words.

use crate::encounter::{Encounter, Field, FieldKind, Value, decimal};

/// A field's value as the form shows it.
pub fn show_value(field: &Field, now: &Encounter) -> String {
    match (&field.kind, &field.value) {
        (FieldKind::Toggle, Value::Flag(on)) => if *on { "yes" } else { "no" }.to_owned(),
        (FieldKind::Number { parts, unit, .. }, Value::Int(number)) => {
            let number = decimal(*number, *parts);
            match unit.as_str() {
                "" => number,
                unit => format!("{number} {unit}"),
            }
        }
        (FieldKind::Choice(options), Value::Word(key)) => options
            .iter()
            .find(|option| option.key == *key)
            .map_or_else(|| key.clone(), |option| option.label.clone()),
        (FieldKind::Pick { .. }, Value::Who(ids)) if ids.is_empty() => "nobody".to_owned(),
        (FieldKind::Pick { .. }, Value::Who(ids)) => {
            let names: Vec<String> = ids
                .iter()
                .filter_map(|id| {
                    now.find(*id)
                        .map(|one| format!("{} {}", id.letter(), one.name))
                })
                .collect();
            names.join(", ")
        }
        (_, value) => value.to_string(),
    }
}
