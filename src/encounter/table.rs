//! Tables: as files say them ([`Table`]), and as the rules read them ([`crate::tables!`]), row by row of typed cells.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::check;
use super::key::Sheet;
use super::row::Row;
use super::schema::{Fields, Schema};
use super::value::Record;
use crate::ron_text::{Objection, PathStep};

/// A table as a rulebook prints it: rows with the range of numbers they answer to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// What the table is called on the help screen.
    pub title: String,
    /// Rows in order of their ranges.
    pub rows: Vec<TableRow>,
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
    /// Its columns.
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
        check::rows(table)?;
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
                let wrong = format!("no row answers to {from} to {to}: begin this one at {from}");
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
    pub(crate) fn seat(schema: &Schema, words: &Arc<Tables>) -> Result<Self, Objection> {
        let read = schema.tables.iter().map(|kind| {
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

/// Declares kinds of tables, each with its key in files and its columns, as [`crate::sheet!`] declares fields. Every
/// column is to be marked `required`, since a table says everything; the defaults stand where a fight has no tables
/// yet.
///
/// ```text
/// tables! {
///     /// What a difference in size does, by steps.
///     pub struct BySize in "size", keys at_size {
///         /// By what dice are multiplied.
///         dice: i64 = 1, int(1, 999), "dice", required;
///     }
/// }
/// let factor = BySize::of(now, steps).dice();
/// ```
#[macro_export]
macro_rules! tables {
    ($($(#[$doc:meta])* $vis:vis struct $name:ident in $word:literal, keys $at:ident { $($columns:tt)* })+) => {$(
        $crate::sheet! { $(#[$doc])* $vis struct $name, keys $at { $($columns)* } }

        impl $crate::encounter::Tabled for $name {
            const WORD: &'static str = $word;

            fn none() -> &'static $crate::encounter::Row {
                static NONE: std::sync::LazyLock<$crate::encounter::Row> = std::sync::LazyLock::new(|| {
                    $crate::encounter::Row::new(<$name as $crate::encounter::Sheet>::fields())
                });
                &NONE
            }
        }

        #[allow(dead_code, reason = "not every table is read in all ways")]
        impl<'t> $name<&'t $crate::encounter::Row> {
            /// The row that a number leads to; below the first row the first, above the last the last.
            pub fn of(now: &'t $crate::encounter::Encounter, number: i64) -> Self {
                Self(now.tables.row::<$name>(number))
            }

            /// All rows in order, with the least and the greatest number that lead to each.
            pub fn all(now: &'t $crate::encounter::Encounter) -> impl DoubleEndedIterator<Item = (i64, i64, Self)> {
                now.tables.rows::<$name>().iter().map(|row| (row.from, row.to, Self(&row.cells)))
            }

            /// The first row that fits.
            pub fn find(now: &'t $crate::encounter::Encounter, fits: impl Fn(&Self) -> bool) -> Option<Self> {
                Self::all(now).map(|(.., row)| row).find(fits)
            }
        }
        )+

        /// All these kinds of tables, as a schema lists them.
        pub fn tables() -> Vec<$crate::encounter::TableKind> {
            vec![$($crate::encounter::TableKind::of::<$name>()),+]
        }
    };
}

#[cfg(test)]
mod tests {
    use super::super::Encounter;
    use super::*;

    crate::tables! {
        /// Wind by its force.
        struct Wind in "wind", keys at_wind {
            /// What it takes from a shot.
            shot: i64 = 0, int(-20, 0), "shot", required;
        }
    }

    /// From, to, and the cells of a row.
    type Line<'t> = (i64, i64, &'t [(&'t str, i64)]);

    fn table(rows: &[Line<'_>]) -> Table {
        let row = |(from, to, cells): &Line<'_>| TableRow {
            from: *from,
            to: *to,
            cells: (cells.iter()).fold(Record::new(), |cells, (word, n)| cells.with(word, *n)),
        };
        Table {
            title: "Wind".to_owned(),
            rows: rows.iter().map(row).collect(),
        }
    }

    #[test]
    fn a_number_leads_to_its_row_and_beyond_the_table_to_its_ends() {
        let table = table(&[(1, 3, &[("shot", 0)]), (4, 9, &[("shot", -5)])]);
        let rows = tables()[0].seat(&table).expect("it fits");
        let mut now = Encounter::default();
        assert_eq!(Wind::of(&now, 4).shot(), 0, "there is no table yet");
        now.tables.read = Arc::new(vec![(TypeId::of::<Wind>(), rows)]);
        let shots: Vec<i64> = [-7, 1, 3, 4, 9, 99]
            .map(|force| Wind::of(&now, force).shot())
            .to_vec();
        assert_eq!(shots, [0, 0, 0, -5, -5, -5]);
        let all = Wind::all(&now).map(|(from, to, row)| (from, to, row.shot()));
        assert_eq!(all.collect::<Vec<_>>(), [(1, 3, 0), (4, 9, -5)]);
    }

    #[test]
    fn a_table_says_everything_that_its_columns_ask_and_nothing_else() {
        let wrong = |rows: &[Line<'_>]| {
            let seated = tables()[0].seat(&table(rows));
            seated.expect_err("it does not fit").what
        };
        assert_eq!(wrong(&[]), "a table needs at least one row");
        assert_eq!(
            wrong(&[(1, 1, &[])]),
            "the field `shot` is missing: a whole number from -20 to 0"
        );
        assert_eq!(
            wrong(&[(1, 1, &[("shot", 1)])]),
            "`shot`: 1 is not between -20 and 0"
        );
        assert_eq!(
            wrong(&[(1, 1, &[("shot", 0), ("shoot", 0)])]),
            "unknown field `shoot`: did you mean `shot`?"
        );
        assert_eq!(
            wrong(&[(1, 1, &[("shot", 0)]), (4, 5, &[("shot", 0)])]),
            "no row answers to 2 to 3: begin this one at 2"
        );
    }
}
