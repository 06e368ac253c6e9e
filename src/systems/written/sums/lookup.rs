//! Tables for `lookup` in expressions, by keywords and by numbers in steps. An example is the roll that a fighter of
//! level 5 needs to hit.

use super::found::{Found, Kind};

/// Maximum number of words and steps in one part of a table.
pub const MOST: usize = 1_000;

/// Table, or part of a table: a value, or a smaller part for each value of the next key.
#[derive(Clone, Debug, PartialEq)]
pub enum Lookup {
    Value(Found),
    Words(Vec<(String, Lookup)>),
    /// Table by number, in ascending order. Each row counts from its number up to the next; the first row counts below
    /// its number too.
    Steps(Vec<(i64, Lookup)>),
}

impl Lookup {
    /// Returns the value at these keys; nothing if the table does not have one of the words.
    pub fn find(&self, keys: &[Found]) -> Found {
        let Some((key, rest)) = keys.split_first() else {
            return match self {
                Lookup::Value(found) => found.clone(),
                _ => Found::Nothing,
            };
        };
        let next = match (self, key) {
            (Lookup::Words(all), Found::Word(word)) => all
                .iter()
                .find(|(one, _)| **one == **word)
                .map(|one| &one.1),
            (Lookup::Steps(all), key) => {
                let number = key.number();
                let above = all.partition_point(|(step, _)| *step <= number);
                all.get(above.saturating_sub(1)).map(|one| &one.1)
            }
            _ => None,
        };
        next.map_or(Found::Nothing, |next| next.find(rest))
    }

    /// Returns the first of the smaller parts; `None` at a value.
    fn next(&self) -> Option<&Lookup> {
        match self {
            Lookup::Value(_) => None,
            Lookup::Words(all) => all.first().map(|one| &one.1),
            Lookup::Steps(all) => all.first().map(|one| &one.1),
        }
    }

    /// Returns the number of keys for a value.
    pub fn depth(&self) -> usize {
        self.next().map_or(0, |next| 1 + next.depth())
    }

    /// Returns the kind of the table's values.
    pub fn kind(&self) -> Kind {
        match (self, self.next()) {
            (_, Some(next)) => next.kind(),
            (Lookup::Value(Found::Dice(_)), _) => Kind::Dice,
            (Lookup::Value(Found::Word(_)), _) => Kind::Word,
            (Lookup::Value(Found::Flag(_)), _) => Kind::Flag,
            _ => Kind::Number,
        }
    }

    /// Returns true if all parts have the same kinds of keys and values.
    pub fn is_even(&self) -> bool {
        let alike = |all: Vec<&Lookup>| match all.split_first() {
            None => false,
            Some((first, rest)) => {
                let same = |one: &&Lookup| {
                    one.depth() == first.depth()
                        && one.kind() == first.kind()
                        && matches!(one, Lookup::Words(_)) == matches!(first, Lookup::Words(_))
                };
                first.is_even() && rest.iter().all(|one| same(one) && one.is_even())
            }
        };
        match self {
            Lookup::Value(_) => true,
            Lookup::Words(all) => alike(all.iter().map(|one| &one.1).collect()),
            Lookup::Steps(all) => alike(all.iter().map(|one| &one.1).collect()),
        }
    }

    /// Checks that a key of a kind fits at an index, and that the table has all possible words of the key.
    ///
    /// # Errors
    /// Description of the error.
    pub fn fits(&self, place: usize, kind: Kind, words: &[String]) -> Result<(), String> {
        if place > 0 {
            return match self {
                Lookup::Value(_) => Ok(()),
                Lookup::Words(all) => all
                    .iter()
                    .try_for_each(|(_, one)| one.fits(place - 1, kind, words)),
                Lookup::Steps(all) => all
                    .iter()
                    .try_for_each(|(_, one)| one.fits(place - 1, kind, words)),
            };
        }
        match (self, kind) {
            (Lookup::Words(all), Kind::Word) => {
                let there = |word: &&String| all.iter().any(|(one, _)| one == *word);
                match words.iter().find(|word| !there(word)) {
                    Some(word) => Err(format!("the table has no entry for `{word}`: add an entry")),
                    None => Ok(()),
                }
            }
            (Lookup::Steps(_), Kind::Number) | (Lookup::Value(_), _) => Ok(()),
            (Lookup::Words(_), _) => {
                Err(format!("the table needs a word here, not {}", kind.words()))
            }
            (Lookup::Steps(_), _) => Err(format!(
                "the table needs a number here, not {}",
                kind.words()
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needs() -> Lookup {
        let steps = |all: &[(i64, i64)]| {
            let step = |(step, value): &(i64, i64)| (*step, Lookup::Value(Found::Number(*value)));
            Lookup::Steps(all.iter().map(step).collect())
        };
        Lookup::Words(vec![
            ("fighter".to_owned(), steps(&[(1, 19), (4, 17), (7, 14)])),
            ("cleric".to_owned(), steps(&[(1, 19), (5, 17)])),
        ])
    }

    #[test]
    fn a_lookup_row_applies_up_to_the_next_row() {
        let needs = needs();
        let of = |class: &str, level: i64| {
            needs.find(&[Found::Word(class.into()), Found::Number(level)])
        };
        assert_eq!(of("fighter", 1), Found::Number(19));
        assert_eq!(of("fighter", 3), Found::Number(19));
        assert_eq!(of("fighter", 4), Found::Number(17));
        assert_eq!(of("fighter", 99), Found::Number(14));
        assert_eq!(of("cleric", 0), Found::Number(19), "below the first step");
        assert_eq!(of("thief", 1), Found::Nothing);
        assert_eq!((needs.depth(), needs.kind()), (2, Kind::Number));
    }

    #[test]
    fn a_lookup_refuses_unknown_keys_and_keys_of_the_wrong_kind() {
        let needs = needs();
        assert!(needs.is_even());
        assert_eq!(needs.fits(0, Kind::Word, &["cleric".to_owned()]), Ok(()));
        assert!(needs.fits(0, Kind::Word, &["thief".to_owned()]).is_err());
        assert!(needs.fits(0, Kind::Number, &[]).is_err());
        assert!(needs.fits(1, Kind::Word, &[]).is_err());
        let odd = Lookup::Words(vec![
            ("a".to_owned(), needs.clone()),
            ("b".to_owned(), Lookup::Value(Found::Number(3))),
        ]);
        assert!(!odd.is_even());
    }
}
