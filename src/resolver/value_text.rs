//! Text of a form row's value.

use super::{Field, FieldKind};
use crate::encounter::Encounter;
use crate::values::{Value, decimal};

impl Field {
    /// Returns the value as the log shows it.
    pub fn value_text(&self, now: &Encounter) -> String {
        match (&self.kind, &self.value) {
            (FieldKind::Toggle, Value::Flag(on)) => if *on { "yes" } else { "no" }.to_owned(),
            (FieldKind::Number { parts, unit, .. }, Value::Int(number)) => {
                let unit = match unit.strip_suffix('s') {
                    Some(one) if number == parts && one.len() > 2 => one,
                    _ => unit.as_str(),
                };
                let number = decimal(*number, *parts);
                match unit {
                    "" => number,
                    unit => format!("{number} {unit}"),
                }
            }
            (FieldKind::Choice(options), Value::Word(key)) => options
                .iter()
                .find(|option| option.key == *key)
                .map_or_else(|| key.clone(), |option| option.label.clone()),
            (FieldKind::Pick { .. }, Value::Who(ids)) if ids.is_empty() => "none".to_owned(),
            (FieldKind::Pick { .. }, Value::Who(ids)) => {
                let there = ids.iter().copied().filter(|id| now.find(*id).is_some());
                now.names(&there.collect::<Vec<_>>())
            }
            (_, value) => value.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_singular_after_the_number_1() {
        let shown = |number: i64, parts: i64, unit: &str| {
            let mut field = Field::number("far", "how far", 0, 9, 0);
            field.kind = FieldKind::Number {
                least: 0,
                most: 9,
                parts,
                unit: unit.to_owned(),
            };
            field.value = Value::Int(number);
            field.value_text(&Encounter::default())
        };
        assert_eq!(shown(2, 2, "zones"), "1 zone");
        assert_eq!(shown(1, 2, "zones"), "0.5 zones");
        assert_eq!(shown(4, 2, "zones"), "2 zones");
        assert_eq!(shown(1, 1, "s"), "1 s");
        assert_eq!(shown(1, 1, "ft"), "1 ft");
    }

    #[test]
    fn a_row_without_chosen_combatants_shows_none() {
        let mut field = Field::number("whom", "whom", 0, 0, 0);
        field.kind = FieldKind::Pick {
            from: Vec::new(),
            least: 0,
            most: 1,
        };
        field.value = Value::Who(Vec::new());
        assert_eq!(field.value_text(&Encounter::default()), "none");
    }
}
