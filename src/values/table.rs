//! Tables: as files say them ([`Table`]), and as the rules read them ([`crate::tables!`]), row by row of typed cells.

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

/// A table as a rulebook prints it: rows with the range of numbers they answer to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// What the table is called on the help screen.
    pub title: String,
    /// Rows in order of their ranges.
    pub rows: Vec<TableRow>,
}

impl Table {
    /// Whether the rows of a table go up.
    pub(crate) fn ascending(&self) -> Checked {
        let mut above: Option<i64> = None;
        let rows = each(&self.rows, |row| {
            number(row.from).within("from")?;
            number(row.to).within("to")?;
            if row.from > row.to {
                let wrong = format!(
                    "a row goes from {} down to {}: write the lower one first",
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

/// One row of a [`Table`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableRow<C = Record> {
    /// The least number that leads to this row.
    pub from: i64,
    /// The greatest number that leads to this row.
    pub to: i64,
    /// What stands in the row.
    pub cells: C,
}

/// A system's tables by key.
pub type Tables = BTreeMap<String, Table>;

/// The first row that reaches up to a number, or the last.
fn row<C>(rows: &[TableRow<C>], number: i64) -> Option<&TableRow<C>> {
    let above = rows.partition_point(|row| row.to < number);
    rows.get(above).or(rows.last())
}

/// A kind of table that [`crate::tables!`] declares: its columns are the fields of a row.
pub trait Tabled: Sheet + 'static {
    /// Its key in files.
    const WORD: &'static str;

    /// What stands where a fight has no tables, as before it begins.
    fn none() -> &'static Row;
}

/// How a system's tables of one kind are read.
#[derive(Clone, Copy)]
pub struct TableKind {
    /// Its key in files.
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
    /// The kind that [`crate::tables!`] declares.
    pub fn of<T: Tabled>() -> Self {
        Self {
            word: T::WORD,
            fields: T::fields,
            kind: TypeId::of::<T>,
        }
    }

    /// A table's rows with their cells in place.
    ///
    /// # Errors
    /// The first thing that does not fit: no row, a number that leads nowhere, an unknown or missing column, a value of the
    /// wrong kind or out of range.
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
                let wrong = format!("no row covers {from} to {to}: begin this one at {from}");
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

/// The tables of a compendium or of a fight: as files say them, and read once for the rules. A copy is two pointers.
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
    /// Reads the tables that a system's rules know.
    ///
    /// # Errors
    /// The first one that is missing or does not fit ([`TableKind::seat`]).
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

    /// As files say them.
    pub fn words(&self) -> &Arc<Tables> {
        &self.words
    }

    /// The keys by which the rows of a table are named; `None` where there is no such table.
    fn keys(&self, table: &str) -> Option<Vec<&str>> {
        let rows = self.words.get(table)?.rows.iter();
        Some(rows.map(|row| row.cells.word("key")).collect())
    }

    /// What is wrong with a word for a field that names a row of a table, if it does.
    pub(crate) fn names(&self, field: &FieldSpec, value: Option<&Value>) -> Checked {
        let (Some(Value::Word(word)), Some(keys)) = (value, self.keys(&field.table)) else {
            return Ok(());
        };
        if word.is_empty() || keys.contains(&word.as_str()) {
            return Ok(());
        }
        Err(Objection::new(unknown(&field.label, word, keys)))
    }

    /// Every word of a sheet that has to name a row of a table and names none.
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

    /// All rows of a kind of table.
    pub fn rows<T: Tabled>(&self) -> &[TableRow<Row>] {
        let kind = TypeId::of::<T>();
        let found = self.read.iter().find(|(of, _)| *of == kind);
        found.map_or(&[], |(_, rows)| rows)
    }

    /// The row that a number leads to; below the first row the first, above the last the last.
    #[inline]
    pub fn row<T: Tabled>(&self, number: i64) -> &Row {
        match row(self.rows::<T>(), number) {
            Some(row) => &row.cells,
            None => T::none(),
        }
    }
}
