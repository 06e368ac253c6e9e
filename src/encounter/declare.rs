//! Macros for data that a system declares once and reads from the encounter: options ([`crate::options!`]) and tables
//! ([`crate::tables!`]).

/// Declares the options of a fight, its house rules, as a [`sheet!`](crate::sheet). Rules read it with
/// `Options::of(now)`.
#[macro_export]
macro_rules! options {
    ($(#[$doc:meta])* $vis:vis struct $name:ident { $($options:tt)* }) => {
        $crate::sheet! { $(#[$doc])* $vis struct $name, keys option { $($options)* } }

        impl<'a> $name<&'a $crate::values::Row> {
            /// Returns the options of a fight.
            pub fn of(now: &'a $crate::encounter::Encounter) -> Self {
                Self(&now.options)
            }
        }
    };
}

/// Declares kinds of tables, each with its key in files and its columns, as [`crate::sheet!`] declares fields. Mark
/// every column `required`, because tables must be complete; the defaults apply only before a fight has tables.
///
/// ```text
/// tables! {
///     /// Effects of a difference in size, by steps.
///     pub struct BySize in "size", keys at_size {
///         /// Factor for the number of dice.
///         dice: i64 = 1, int(1, 999), "dice", required;
///     }
/// }
/// let factor = BySize::of(now, steps).dice();
/// ```
#[macro_export]
macro_rules! tables {
    ($($(#[$doc:meta])* $vis:vis struct $name:ident in $word:literal, keys $at:ident { $($columns:tt)* })+) => {$(
        $crate::sheet! { $(#[$doc])* $vis struct $name, keys $at { $($columns)* } }

        impl $crate::values::Tabled for $name {
            const WORD: &'static str = $word;

            fn none() -> &'static $crate::values::Row {
                static NONE: std::sync::LazyLock<$crate::values::Row> = std::sync::LazyLock::new(|| {
                    $crate::values::Row::new(<$name as $crate::values::Sheet>::fields())
                });
                &NONE
            }
        }

        #[allow(dead_code, reason = "some tables do not use every accessor")]
        impl<'t> $name<&'t $crate::values::Row> {
            /// Returns the row for a number; numbers beyond the table use the first or the last row.
            pub fn of(now: &'t $crate::encounter::Encounter, number: i64) -> Self {
                Self(now.tables.row::<$name>(number))
            }

            /// Returns all rows in order, each with its least and greatest number.
            pub fn all(now: &'t $crate::encounter::Encounter) -> impl DoubleEndedIterator<Item = (i64, i64, Self)> {
                now.tables.rows::<$name>().iter().map(|row| (row.from, row.to, Self(&row.cells)))
            }

            /// Returns the first row for which `fits` is true.
            pub fn find(now: &'t $crate::encounter::Encounter, fits: impl Fn(&Self) -> bool) -> Option<Self> {
                Self::all(now).map(|(.., row)| row).find(fits)
            }
        }
        )+

        /// Lists these kinds of tables for a schema.
        pub fn tables() -> Vec<$crate::values::TableKind> {
            vec![$($crate::values::TableKind::of::<$name>()),+]
        }
    };
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::encounter::Encounter;
    use crate::values::{Record, Table, TableRow, TableSet, Tables};

    crate::tables! {
        /// Table of wind by force.
        struct Wind in "wind", keys at_wind {
            /// Penalty on a shot.
            shot: i64 = 0, int(-20, 0), "shot", required;
        }
    }

    /// First number, last number and cells of a row.
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
    fn numbers_beyond_the_table_use_its_first_or_last_row() {
        let table = table(&[(1, 3, &[("shot", 0)]), (4, 9, &[("shot", -5)])]);
        let mut now = Encounter::default();
        assert_eq!(Wind::of(&now, 4).shot(), 0, "there is no table yet");
        let words = Tables::from([("wind".to_owned(), table)]);
        now.tables = TableSet::seat(&tables(), &Arc::new(words)).expect("they fit");
        let shots: Vec<i64> = [-7, 1, 3, 4, 9, 99]
            .map(|force| Wind::of(&now, force).shot())
            .to_vec();
        assert_eq!(shots, [0, 0, 0, -5, -5, -5]);
        let all = Wind::all(&now).map(|(from, to, row)| (from, to, row.shot()));
        assert_eq!(all.collect::<Vec<_>>(), [(1, 3, 0), (4, 9, -5)]);
    }

    #[test]
    fn a_table_with_missing_or_unknown_columns_is_rejected() {
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
            "no row covers 2 to 3: begin this row at 2"
        );
    }
}
