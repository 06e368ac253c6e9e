//! A record of another program's file, before it has a place on a sheet.

use std::rc::Rc;

use serde_json::Number;

/// One record of a file: words and what stands behind them, in the file's order. The rows of a table share its words.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Foreign {
    /// Where it stands, in words: "line 3", "entry 2".
    pub(super) place: String,
    pub(super) fields: Vec<(Rc<str>, Cell)>,
    /// Why it is no combatant; "" for one.
    pub(super) no_combatant: String,
}

/// What stands in a field.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// Numbers too, as they are written.
    Text(String),
    /// A list of records.
    Rows(Vec<Foreign>),
}

impl Foreign {
    /// A record without fields yet.
    pub(super) fn at(place: impl Into<String>) -> Self {
        let place = place.into();
        Self {
            place,
            fields: Vec::new(),
            no_combatant: String::new(),
        }
    }

    /// Adds a field, or nothing if its text is empty.
    pub(super) fn put(&mut self, word: impl Into<Rc<str>>, text: &str) {
        if !text.trim().is_empty() {
            // A minus as books print it is one.
            let cell = Cell::Text(text.trim().replace('\u{2212}', "-"));
            self.fields.push((word.into(), cell));
        }
    }
}

/// A number as people write it: 7 where a program wrote `7.0`.
pub(super) fn number(number: &Number) -> String {
    match number.as_f64() {
        Some(whole) if number.is_f64() && whole.fract() == 0.0 => format!("{whole:.0}"),
        _ => number.to_string(),
    }
}
