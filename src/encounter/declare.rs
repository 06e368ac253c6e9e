//! What a system declares once and reads from the encounter: its options ([`crate::options!`]) and its tables
//! ([`crate::tables!`]).

/// Declares the options of a fight, its house rules: a [`sheet!`](crate::sheet) that is read by `Options::of(now)`.
#[macro_export]
macro_rules! options {
    ($(#[$doc:meta])* $vis:vis struct $name:ident { $($options:tt)* }) => {
        $crate::sheet! { $(#[$doc])* $vis struct $name, keys option { $($options)* } }

        impl<'a> $name<&'a $crate::values::Row> {
            /// The options of a fight.
            pub fn of(now: &'a $crate::encounter::Encounter) -> Self {
                Self(&now.options)
            }
        }
    };
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

        impl $crate::values::Tabled for $name {
            const WORD: &'static str = $word;

            fn none() -> &'static $crate::values::Row {
                static NONE: std::sync::LazyLock<$crate::values::Row> = std::sync::LazyLock::new(|| {
                    $crate::values::Row::new(<$name as $crate::values::Sheet>::fields())
                });
                &NONE
            }
        }

        #[allow(dead_code, reason = "not every table is read in all ways")]
        impl<'t> $name<&'t $crate::values::Row> {
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
            "no row covers 2 to 3: begin this one at 2"
        );
    }
}
