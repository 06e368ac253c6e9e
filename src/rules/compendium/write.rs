//! Writes sheets and rosters as people write them, so that what the program saves can be edited by hand.

use super::Creature;
use crate::encounter::{FieldSpec, Schema, Spec};
use crate::encounter::{Record, Value, decimal};

/// A roster file with these combatants.
pub(crate) fn write_roster(schema: &Schema, creatures: &[Creature]) -> String {
    let mut text = String::from("[\n");
    for creature in creatures {
        let mut parts = vec![format!("name: {}", quoted(&creature.name))];
        if !creature.notes.is_empty() {
            parts.push(format!("notes: {}", quoted(&creature.notes)));
        }
        parts.extend(parts_of(&schema.fields, &creature.given));
        text += &format!("    ({}),\n", parts.join(", "));
    }
    text + "]\n"
}

/// A sheet in round brackets; fields that the system does not know are left out.
pub(crate) fn write_sheet(fields: &[FieldSpec], sheet: &Record) -> String {
    format!("({})", parts_of(fields, sheet).join(", "))
}

fn parts_of(fields: &[FieldSpec], sheet: &Record) -> Vec<String> {
    let there = fields.iter().filter_map(|field| {
        let value = write_value(&field.kind, sheet.get(&field.key)?)?;
        Some(format!("{}: {value}", field.key))
    });
    there.collect()
}

/// A value as [`super::read_value`] reads it; `None` for one of another kind.
pub(crate) fn write_value(spec: &Spec, value: &Value) -> Option<String> {
    Some(match (spec, value) {
        (Spec::Int(..), Value::Int(number)) => number.to_string(),
        (Spec::Decimal(parts, ..), Value::Int(number)) => decimal(*number, *parts),
        (Spec::Flag, Value::Flag(flag)) => flag.to_string(),
        (Spec::Word(_), Value::Word(word)) => quoted(word),
        (Spec::Dice, Value::Dice(dice)) => quoted(&dice.to_string()),
        (Spec::Records(inner), Value::List(rows)) => {
            let rows: Vec<String> = rows.iter().map(|row| write_sheet(inner, row)).collect();
            format!("[{}]", rows.join(", "))
        }
        _ => return None,
    })
}

/// A text in quotes, with what needs it escaped.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.extend(c.escape_unicode()),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
