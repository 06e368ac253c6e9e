//! Tables of a system: in the form of files ([`Table`]), and as the rules read them ([`crate::tables!`]), row by row of
//! typed cells.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::field::{FieldSpec, Fields, Spec, unknown};
use super::key::Sheet;
use super::number::number;
use super::row::{Row, value_of};
use super::value::{Record, Value};
use crate::ron_text::{Checked, Objection, PathStep, Within, each};

/// Table of a rulebook: rows with their ranges of numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Title on the help screen.
    pub title: String,
    /// Rows in the order of their ranges.
    pub rows: Vec<TableRow>,
}

impl Table {
    /// Checks that the ranges of the rows ascend.
    pub(crate) fn ascending(&self) -> Checked {
        let mut above: Option<i64> = None;
        let rows = each(&self.rows, |row| {
            number(row.from).within("from")?;
            number(row.to).within("to")?;
            if row.from > row.to {
                let wrong = format!(
                    "a row goes from {} down to {}: write the lower number first",
                    row.from, row.to
                );
                return Err(Objection::new(wrong));
            }
            if above.is_some_and(|above| row.from <= above) {
                let wrong = format!(
                    "the row from {} overlaps an earlier row: begin it after that row",
                    row.from
                );
                return Err(Objection::new(wrong));
            }
            above = Some(row.to);
            Ok(())
        });
        rows.within("rows")
    }
}

/// Row of a [`Table`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableRow<C = Record> {
    /// Least number of the row.
    pub from: i64,
    /// Greatest number of the row.
    pub to: i64,
    /// Values in the row.
    pub cells: C,
}

/// Tables of a system by key.
pub type Tables = BTreeMap<String, Table>;

/// Returns the first row whose range ends at the number or above, or the last row.
fn row<C>(rows: &[TableRow<C>], number: i64) -> Option<&TableRow<C>> {
    let above = rows.partition_point(|row| row.to < number);
    rows.get(above).or(rows.last())
}

/// Kind of table that [`crate::tables!`] declares: its columns are the fields of a row.
pub trait Tabled: Sheet + 'static {
    /// Key in the files.
    const WORD: &'static str;

    /// Returns the row that applies before a fight has tables.
    fn none() -> &'static Row;
}

/// Description of a kind of table, with its reader.
#[derive(Clone, Copy)]
pub struct TableKind {
    /// Key in the files.
    pub word: &'static str,
    pub fields: fn() -> &'static Fields,
    kind: fn() -> TypeId,
}

impl fmt::Debug for TableKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word)
    }
}

impl TableKind {
    /// Returns the description of a kind that [`crate::tables!`] declares.
    pub fn of<T: Tabled>() -> Self {
        Self {
            word: T::WORD,
            fields: T::fields,
            kind: TypeId::of::<T>,
        }
    }

    /// Converts a table's rows to typed cells.
    ///
    /// # Errors
    /// The first error: no row, a number out of order, an unknown or missing column, a value of the wrong type or out
    /// of range.
    pub(crate) fn seat(&self, table: &Table) -> Result<Vec<TableRow<Row>>, Objection> {
        table.ascending()?;
        if table.rows.is_empty() {
            return Err(Objection::new("a table needs at least one row").within("rows"));
        }
        let mut rows: Vec<TableRow<Row>> = Vec::with_capacity(table.rows.len());
        for (nth, row) in table.rows.iter().enumerate() {
            let at = |wrong: Objection| wrong.within(nth).within("rows");
            if let Some(above) = rows.last()
                && above.to + 1 < row.from
            {
                let (from, to) = (above.to + 1, row.from - 1);
                let wrong = format!("no row covers {from} to {to}: begin this row at {from}");
                return Err(at(Objection::new(wrong).within("from")));
            }
            let seated = Row::seat((self.fields)(), &row.cells).map_err(|wrong| {
                let first = wrong.into_iter().next();
                at(first.unwrap_or_else(|| Objection::new("")).within("cells"))
            });
            rows.push(TableRow {
                from: row.from,
                to: row.to,
                cells: seated?,
            });
        }
        Ok(rows)
    }
}

/// Tables of a compendium or a fight: in the form of files, and typed for the rules. A copy is two pointers.
#[derive(Clone, Debug, Default)]
pub struct TableSet {
    words: Arc<Tables>,
    read: Arc<Vec<(TypeId, Vec<TableRow<Row>>)>>,
}

impl PartialEq for TableSet {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.words, &other.words) || self.words == other.words
    }
}

impl Eq for TableSet {}

impl TableSet {
    /// Reads the tables that a system's rules need.
    ///
    /// # Errors
    /// The first table that is missing or wrong ([`TableKind::seat`]).
    pub(crate) fn seat(kinds: &[TableKind], words: &Arc<Tables>) -> Result<Self, Objection> {
        let read = kinds.iter().map(|kind| {
            let missing = || {
                let wrong = format!("the table `{}` is missing: write its rows here", kind.word);
                Objection::new(wrong)
            };
            let table = words.get(kind.word).ok_or_else(missing)?;
            let rows = kind.seat(table);
            let rows = rows.map_err(|wrong| wrong.within(PathStep::Key(kind.word.to_owned())))?;
            Ok(((kind.kind)(), rows))
        });
        Ok(Self {
            read: Arc::new(read.collect::<Result<_, Objection>>()?),
            words: Arc::clone(words),
        })
    }

    /// Returns the tables in the form of files.
    pub fn words(&self) -> &Arc<Tables> {
        &self.words
    }

    /// Lists the keys that name the rows of a table; `None` if the table does not exist.
    fn keys(&self, table: &str) -> Option<Vec<&str>> {
        let rows = self.words.get(table)?.rows.iter();
        Some(rows.map(|row| row.cells.word("key")).collect())
    }

    /// Checks the word of a field that names a row of a table.
    pub(crate) fn names(&self, field: &FieldSpec, value: Option<&Value>) -> Checked {
        let (Some(Value::Word(word)), Some(keys)) = (value, self.keys(&field.table)) else {
            return Ok(());
        };
        if word.is_empty() || keys.contains(&word.as_str()) {
            return Ok(());
        }
        Err(Objection::new(unknown(&field.label, word, keys)))
    }

    /// Lists the words of a sheet that should name a row of a table but do not.
    pub(crate) fn strangers(&self, sheet: &Row) -> Vec<Objection> {
        let mut wrong = Vec::new();
        for (place, field) in sheet.fields().iter().enumerate() {
            let here = || PathStep::Key(field.key.clone());
            if !field.table.is_empty() {
                let value = value_of(&field.kind, sheet.cell(place));
                wrong.extend(self.names(field, value.as_ref()).within(here()).err());
            }
            if let Spec::Records(_) = field.kind {
                for (nth, row) in sheet.rows_at(place).iter().enumerate() {
                    let all = self.strangers(row).into_iter();
                    wrong.extend(all.map(|one| one.within(nth).within(here())));
                }
            }
        }
        wrong
    }

    /// Returns all rows of a kind of table.
    pub fn rows<T: Tabled>(&self) -> &[TableRow<Row>] {
        let kind = TypeId::of::<T>();
        let found = self.read.iter().find(|(of, _)| *of == kind);
        found.map_or(&[], |(_, rows)| rows)
    }

    /// Returns the row for a number; numbers beyond the table use the first or the last row.
    #[inline]
    pub fn row<T: Tabled>(&self, number: i64) -> &Row {
        match row(self.rows::<T>(), number) {
            Some(row) => &row.cells,
            None => T::none(),
        }
    }
}
