//! Record of another program's file, before it is placed on a sheet.

use std::rc::Rc;

use serde_json::Number;

use super::block::Lost;

/// Record of a file: words and values, in the file's order. The rows of a table share their words.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Foreign {
    /// Position in the file: "line 3", "entry 2".
    pub(super) place: String,
    pub(super) fields: Vec<(Rc<str>, Cell)>,
    /// Reason why the entry is skipped; "" for a combatant.
    pub(super) no_combatant: String,
    /// Conditions that the combatant always has.
    pub(super) conditions: Vec<&'static str>,
    /// Remarks for the notes.
    pub(super) remarks: Vec<String>,
    /// Parts without effect on the sheet.
    pub(super) lost: Vec<Lost>,
}

/// Consumer of the records of a file, called for one record at a time, so that no file stays in memory as records.
pub(super) type Each<'e> = dyn FnMut(Foreign) + 'e;

/// Ready row of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) name: String,
    /// Uses a day of an innate spell, 0 at will; `None` if the spell is cast with slots.
    pub(super) innate: Option<i64>,
}

/// Value of a field.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// Text or number as written in the file.
    Text(String),
    /// List of records within a record.
    Rows(Vec<Foreign>),
    /// Ready rows of a list.
    Names(Vec<Named>),
}

impl Foreign {
    /// Creates a record without fields.
    pub(super) fn at(place: impl Into<String>) -> Self {
        Self {
            place: place.into(),
            ..Self::default()
        }
    }

    /// Creates an entry that is skipped for a reason.
    pub(super) fn refused(place: impl Into<String>, why: impl Into<String>) -> Self {
        Self {
            place: place.into(),
            no_combatant: why.into(),
            ..Self::default()
        }
    }

    /// Adds a field, or nothing if its text is empty.
    pub(super) fn put(&mut self, word: impl Into<Rc<str>>, text: &str) {
        if !text.trim().is_empty() {
            // Books print a longer minus sign.
            let cell = Cell::Text(text.trim().replace('\u{2212}', "-"));
            self.fields.push((word.into(), cell));
        }
    }
}

/// Formats a number as people write it: 7 for `7.0`.
pub(super) fn number(number: &Number) -> String {
    match number.as_f64() {
        Some(whole) if number.is_f64() && whole.fract() == 0.0 => format!("{whole:.0}"),
        _ => number.to_string(),
    }
}
