//! A record of another program's file, before it has a place on a sheet.

/// One record of a file: words and what stands behind them, in the file's order.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Foreign {
    /// Where it stands, in words: "line 3", "entry 2".
    pub(super) place: String,
    /// Its fields.
    pub(super) fields: Vec<(String, Cell)>,
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
        }
    }

    /// Adds a field; one in which nothing stands says nothing.
    pub(super) fn put(&mut self, word: &str, text: &str) {
        if !text.trim().is_empty() {
            let cell = Cell::Text(text.trim().to_owned());
            self.fields.push((word.trim().to_owned(), cell));
        }
    }
}
