//! Reduction of a sheet to the values that a person would write.

use super::Compendium;
use crate::values::{FieldSpec, Record, Row, Spec, Value};

/// Location of a field on a sheet: list entries that lead to it, and its key.
type Place = (Vec<(String, usize)>, String);

impl Compendium {
    /// Returns the values that a person would write. Omits values that end with the fight, defaults, and values that
    /// are derived from other values. Subtracts `rounds` from numbers of rounds. [`Compendium::complete`] restores the
    /// sheet from the result.
    pub(crate) fn spare(&self, sheet: &Row, rounds: u32) -> Record {
        let fields = &self.schema.fields;
        let mut written = sheet.record();
        drop_passing(fields, &mut written, i64::from(rounds));
        let completed = |record: &Record| {
            let mut row = Row::seat(fields, record).ok()?;
            self.system().complete(&mut row);
            Some(row)
        };
        let Some(whole) = completed(&written) else {
            return written;
        };
        let mut places = Vec::new();
        needless(fields, &mut written, &mut Vec::new(), &mut places);
        for (way, word) in places {
            let Some(value) = at(&mut written, &way).and_then(|inner| inner.0.remove(&word)) else {
                continue;
            };
            if completed(&written).as_ref() != Some(&whole)
                && let Some(inner) = at(&mut written, &way)
            {
                inner.0.insert(word, value);
            }
        }
        written
    }
}

/// Removes values that end with the fight, and subtracts the elapsed rounds from numbers of rounds.
fn drop_passing(fields: &[FieldSpec], record: &mut Record, rounds: i64) {
    for field in fields {
        if field.state && !field.lasts {
            record.unset(&field.key);
        } else if let (true, Some(Value::Int(round))) = (field.round, record.0.get_mut(&field.key))
        {
            *round = (*round - rounds).max(1);
        } else if let (Spec::Records(inside), Some(Value::List(rows))) =
            (&field.kind, record.0.get_mut(&field.key))
        {
            rows.iter_mut()
                .for_each(|row| drop_passing(inside, row, rounds));
        }
    }
}

/// Removes defaults, and lists the fields that may be derived from other fields.
fn needless(
    fields: &[FieldSpec],
    record: &mut Record,
    way: &mut Vec<(String, usize)>,
    places: &mut Vec<Place>,
) {
    for field in fields.iter().filter(|field| !field.required) {
        if record.get(&field.key).is_some() && record.get(&field.key) == field.default.as_ref() {
            record.unset(&field.key);
        } else if record.has(&field.key) {
            places.push((way.clone(), field.key.clone()));
        }
    }
    for field in fields {
        if let (Spec::Records(inside), Some(Value::List(rows))) =
            (&field.kind, record.0.get_mut(&field.key))
        {
            for (nth, row) in rows.iter_mut().enumerate() {
                way.push((field.key.clone(), nth));
                needless(inside, row, way, places);
                way.pop();
            }
        }
    }
}

/// Returns the record at the end of a path through lists.
fn at<'r>(record: &'r mut Record, way: &[(String, usize)]) -> Option<&'r mut Record> {
    way.iter()
        .try_fold(record, |record, (list, nth)| match record.0.get_mut(list) {
            Some(Value::List(rows)) => rows.get_mut(*nth),
            _ => None,
        })
}
