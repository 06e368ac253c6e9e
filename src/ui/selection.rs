//! Marked row of a list.
//!
//! A mark identifies its row by key, and its index is computed from the current rows. The mark never moves to another
//! row because rows were added or removed, nor beyond the last row.

use crate::resolver::{Choice, Command, DiceRow, Field, Question};
use crate::rules::Entry;
use crate::values::Id;

/// Row of a list.
pub trait ListRow {
    /// Key that identifies the row among all rows.
    type Key: Clone + PartialEq;

    fn key(&self) -> Self::Key;

    /// Returns `true` if the arrows skip the row.
    fn is_heading(&self) -> bool {
        false
    }
}

impl ListRow for String {
    type Key = Self;

    fn key(&self) -> Self {
        self.clone()
    }
}

/// Marked row of a list, if a row is marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection<K>(Option<(K, usize)>);

impl<K> Default for Selection<K> {
    fn default() -> Self {
        Self(None)
    }
}

impl<K: Clone + PartialEq> Selection<K> {
    /// Creates a mark at an index of `rows`.
    pub(crate) fn at<R: ListRow<Key = K>>(rows: &[R], place: usize) -> Self {
        let mut mark = Self::default();
        mark.put(rows, place);
        mark
    }

    /// Returns the current index of the marked row. If several rows have its key, returns the nearest to the old index.
    /// If the row is gone, returns the row now at its index.
    pub fn place<R: ListRow<Key = K>>(&self, rows: &[R]) -> Option<usize> {
        let (_, place) = self.0.as_ref()?;
        self.kept(rows).or_else(|| stop(rows, *place))
    }

    pub fn row<'r, R: ListRow<Key = K>>(&self, rows: &'r [R]) -> Option<&'r R> {
        rows.get(self.place(rows)?)
    }

    /// Marks the row at an index, or the nearest row that can be marked; clears the mark if no row can be marked.
    pub fn put<R: ListRow<Key = K>>(&mut self, rows: &[R], place: usize) {
        self.0 = stop(rows, place).map(|place| (rows[place].key(), place));
    }

    pub(crate) fn clear(&mut self) {
        self.0 = None;
    }

    /// Updates the mark after rows were added or removed: it stays with its row, or moves to the row at its index.
    /// Returns `false` if its row is gone.
    pub(crate) fn keep_selected<R: ListRow<Key = K>>(&mut self, rows: &[R]) -> bool {
        let Some((_, old)) = self.0 else {
            return true;
        };
        let kept = self.kept(rows);
        self.put(rows, kept.unwrap_or(old));
        kept.is_some()
    }

    /// Moves by a number of rows, skipping headings, and stops at the ends. Without a mark, goes to the first or the
    /// last row.
    pub(crate) fn step<R: ListRow<Key = K>>(&mut self, rows: &[R], by: isize) {
        let Some(last) = rows.len().checked_sub(1) else {
            return self.clear();
        };
        let wanted = match self.place(rows) {
            Some(place) => place.saturating_add_signed(by).min(last),
            None if by > 0 => 0,
            None => last,
        };
        let onward = if by < 0 {
            rows[..=wanted].iter().rposition(is_stop)
        } else {
            let ahead = rows[wanted..].iter().position(is_stop);
            ahead.map(|ahead| wanted + ahead)
        };
        self.put(rows, onward.unwrap_or(wanted));
    }

    /// Moves by a number of rows, wrapping around at the ends.
    pub(crate) fn turn<R: ListRow<Key = K>>(&mut self, rows: &[R], by: isize) {
        let stops: Vec<usize> = (0..rows.len()).filter(|row| is_stop(&rows[*row])).collect();
        let Ok(count @ 1..) = isize::try_from(stops.len()) else {
            return self.clear();
        };
        let here = self
            .place(rows)
            .and_then(|place| stops.iter().position(|stop| *stop == place))
            .and_then(|here| isize::try_from(here).ok());
        let next = match here {
            Some(here) => (here + by).rem_euclid(count),
            None if by > 0 => 0,
            None => count - 1,
        };
        self.put(rows, stops[next.unsigned_abs()]);
    }

    fn kept<R: ListRow<Key = K>>(&self, rows: &[R]) -> Option<usize> {
        let (key, place) = self.0.as_ref()?;
        let is_it = |row: &usize| rows.get(*row).is_some_and(|row| row.key() == *key);
        if is_it(place) {
            return Some(*place);
        }
        (0..rows.len())
            .filter(is_it)
            .min_by_key(|row| row.abs_diff(*place))
    }
}

fn is_stop<R: ListRow>(row: &R) -> bool {
    !row.is_heading()
}

/// Returns the row nearest to an index that can be marked; of two equally near rows, the later row.
fn stop<R: ListRow>(rows: &[R], place: usize) -> Option<usize> {
    let stops = (0..rows.len()).filter(|row| is_stop(&rows[*row]));
    stops.min_by_key(|row| (row.abs_diff(place), *row < place))
}

/// Key of a row in a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowKey {
    /// Command that may start.
    Start(Command),
    /// Option, or field of a form.
    Word(String),
    Who(Id),
    Throw(Question),
}

impl ListRow for Entry {
    type Key = RowKey;

    fn key(&self) -> RowKey {
        RowKey::Start(self.command.clone())
    }
}

impl ListRow for Choice {
    type Key = RowKey;

    fn key(&self) -> RowKey {
        RowKey::Word(self.key.clone())
    }
}

impl ListRow for Field {
    type Key = RowKey;

    fn key(&self) -> RowKey {
        RowKey::Word(self.key.clone())
    }
}

impl ListRow for Id {
    type Key = RowKey;

    fn key(&self) -> RowKey {
        RowKey::Who(*self)
    }
}

impl ListRow for DiceRow {
    type Key = RowKey;

    fn key(&self) -> RowKey {
        RowKey::Throw(self.question.clone())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    impl ListRow for char {
        type Key = char;

        fn key(&self) -> char {
            *self
        }

        fn is_heading(&self) -> bool {
            self.is_uppercase()
        }
    }

    fn rows(text: &str) -> Vec<char> {
        text.chars().collect()
    }

    #[track_caller]
    fn check(mark: &Selection<char>, now: &str, expected: Option<usize>) {
        assert_eq!(mark.place(&rows(now)), expected, "{now}");
    }

    #[test]
    fn a_mark_follows_its_row_when_rows_move() {
        let mark = Selection::at(&rows("abcd"), 2);
        check(&mark, "abcd", Some(2));
        check(&mark, "xyabcd", Some(4));
        check(&mark, "cd", Some(0));
        // Among equal rows, the nearest row is marked.
        check(&mark, "caacc", Some(3));
        check(&Selection::default(), "abcd", None);
    }

    #[test]
    fn a_mark_stays_at_its_index_if_its_row_is_gone() {
        let mut mark = Selection::at(&rows("abcd"), 3);
        check(&mark, "abc", Some(2));
        check(&mark, "aXY", Some(0));
        check(&mark, "XY", None);
        check(&mark, "", None);
        assert!(mark.keep_selected(&rows("dcba")));
        check(&mark, "abcd", Some(3));
        assert!(!mark.keep_selected(&rows("abc")));
        // Once moved to another row, the mark does not return.
        check(&mark, "dcba", Some(3));
    }

    #[test]
    fn arrows_skip_headings() {
        let all = rows("AbcDeF");
        let mut mark = Selection::at(&all, 0);
        let mut walk = |by| {
            mark.step(&all, by);
            mark.place(&all)
        };
        assert_eq!([1, 1, 1, 9].map(&mut walk), [2, 4, 4, 4].map(Some));
        assert_eq!([-1, -1, -1, -9].map(&mut walk), [2, 1, 1, 1].map(Some));
        let mut turn = |by| {
            mark.turn(&all, by);
            mark.place(&all)
        };
        assert_eq!([1, 1, 1, -1].map(&mut turn), [2, 4, 1, 4].map(Some));
        assert_eq!(from_nowhere(1, &all), Some(1));
        assert_eq!(from_nowhere(-1, &all), Some(4));
    }

    fn from_nowhere(by: isize, all: &[char]) -> Option<usize> {
        let mut mark = Selection::default();
        mark.step(all, by);
        mark.place(all)
    }

    proptest! {
        #[test]
        fn the_mark_is_always_on_a_selectable_row(
            lists in prop::collection::vec("[abcABC]{0,5}", 1..8),
            moves in prop::collection::vec((0..4_usize, -3..4_isize), 8),
        ) {
            let mut mark = Selection::default();
            for (list, (kind, by)) in lists.iter().zip(moves) {
                let list = rows(list);
                match kind {
                    0 => mark.put(&list, by.unsigned_abs()),
                    1 => mark.step(&list, by),
                    2 => mark.turn(&list, by),
                    _ => drop(mark.keep_selected(&list)),
                }
                prop_assert!(mark.row(&list).is_none_or(is_stop));
                let can = list.iter().any(is_stop);
                prop_assert_eq!(mark.place(&list).is_some(), can && mark != Selection::default());
            }
        }
    }
}
