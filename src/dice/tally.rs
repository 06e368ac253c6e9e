//! Numbers with their reasons: `14 rolled + 5 attack - 2 wound = 17`.
//!
//! Whatever decides something at the table is added up here, so that the log can say why.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A sum that remembers its terms, in the order they were added.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The terms, first to last. Any are fine; [`Tally::plus`] and [`Tally::add`] leave out those that are 0.
    pub parts: Vec<Term>,
}

/// One term of a [`Tally`]: a number and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// What the number stands for, in one or two words: `attack`.
    pub label: Cow<'static, str>,
    /// What it adds to the sum.
    pub value: i64,
}

impl Tally {
    /// A tally without parts, which is 0.
    pub fn new() -> Tally {
        Tally::default()
    }

    /// With one more part, unless that is 0 and says nothing.
    pub fn plus(mut self, label: impl Into<Cow<'static, str>>, value: i64) -> Tally {
        self.add(label, value);
        self
    }

    /// With one more part where something holds.
    pub fn plus_if(self, holds: bool, label: impl Into<Cow<'static, str>>, value: i64) -> Tally {
        self.plus(label, if holds { value } else { 0 })
    }

    /// Adds a part, unless that is 0 and says nothing.
    pub fn add(&mut self, label: impl Into<Cow<'static, str>>, value: i64) {
        if value != 0 {
            self.parts.push(Term {
                label: label.into(),
                value,
            });
        }
    }

    /// With one more part under a name that is not the program's own, unless that is 0 and says nothing.
    pub fn plus_named(mut self, name: &str, value: i64) -> Tally {
        self.add_named(name, value);
        self
    }

    /// Adds a part under such a name, unless that is 0 and says nothing.
    pub fn add_named(&mut self, name: &str, value: i64) {
        if value != 0 {
            self.add(name.to_owned(), value);
        }
    }

    /// With one more part that is named even when it is 0, like what the dice gave.
    pub fn always(mut self, label: impl Into<Cow<'static, str>>, value: i64) -> Tally {
        self.parts.push(Term {
            label: label.into(),
            value,
        });
        self
    }

    /// The sum of all parts. One beyond the range of an `i64` stays at its end.
    pub fn total(&self) -> i64 {
        self.parts
            .iter()
            .fold(0, |total, part| total.saturating_add(part.value))
    }

    /// Whether there is no part.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The parts without the total: `14 rolled + 5 attack - 2 wound`. Without parts it is `0`.
    pub fn sum_text(&self) -> String {
        Sum(&self.parts).to_string()
    }
}

/// What a rule adds numbers up in: a [`Tally`], or the sum alone where nobody asks why it is so high.
pub trait Adds: Default {
    /// With one more part that is named even when it is 0.
    fn first(label: &'static str, value: i64) -> Self;

    /// With one more part, unless that is 0 and says nothing.
    #[must_use]
    fn plus(self, label: impl Into<Cow<'static, str>>, value: i64) -> Self;

    /// With one more part under a name that is not the program's own, unless that is 0 and says nothing.
    #[must_use]
    fn plus_named(self, name: &str, value: i64) -> Self;

    /// With one more part where something holds.
    #[must_use]
    fn plus_if(self, holds: bool, label: &'static str, value: i64) -> Self {
        self.plus(label, if holds { value } else { 0 })
    }
}

impl Adds for Tally {
    fn first(label: &'static str, value: i64) -> Self {
        Self::new().always(label, value)
    }

    fn plus(self, label: impl Into<Cow<'static, str>>, value: i64) -> Self {
        self.plus(label, value)
    }

    fn plus_named(self, name: &str, value: i64) -> Self {
        self.plus_named(name, value)
    }
}

impl Adds for i64 {
    fn first(_: &'static str, value: i64) -> Self {
        value
    }

    fn plus(self, _: impl Into<Cow<'static, str>>, value: i64) -> Self {
        self.saturating_add(value)
    }

    fn plus_named(self, _: &str, value: i64) -> Self {
        self.saturating_add(value)
    }
}

/// The parts and their total: `14 rolled + 5 attack - 2 wound = 17`. One part is its own total and stands alone.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Sum(&self.parts))?;
        if self.parts.len() > 1 {
            write!(f, " = {}", self.total())
        } else {
            Ok(())
        }
    }
}

struct Sum<'a>(&'a [Term]);

impl fmt::Display for Sum<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Term { label, value }) in self.0.iter().enumerate() {
            match index {
                0 => write!(f, "{value}")?,
                _ if *value < 0 => write!(f, " - {}", value.unsigned_abs())?,
                _ => write!(f, " + {value}")?,
            }
            if !label.is_empty() {
                write!(f, " {label}")?;
            }
        }
        if self.0.is_empty() {
            f.write_str("0")
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(tally: Tally, text: &str, sum: &str, total: i64) {
        assert_eq!(
            (
                tally.to_string().as_str(),
                tally.sum_text().as_str(),
                tally.total()
            ),
            (text, sum, total)
        );
    }

    #[test]
    fn says_every_part_and_the_total() {
        let tally = Tally::new()
            .plus("rolled", 14)
            .plus("attack", 5)
            .plus("wound", -2);
        check(
            tally,
            "14 rolled + 5 attack - 2 wound = 17",
            "14 rolled + 5 attack - 2 wound",
            17,
        );
        check(
            Tally::new().plus("wound", -2).plus("rolled", 1),
            "-2 wound + 1 rolled = -1",
            "-2 wound + 1 rolled",
            -1,
        );
    }

    #[test]
    fn one_part_stands_alone_and_none_is_nought() {
        check(
            Tally::new().plus("rolled", 14),
            "14 rolled",
            "14 rolled",
            14,
        );
        check(Tally::new(), "0", "0", 0);
        check(Tally::new().plus("", 3), "3", "3", 3);
    }

    #[test]
    fn leaves_out_what_adds_nothing_unless_told_to_keep_it() {
        let mut tally = Tally::new().plus("cover", 0).always("rolled", 0);
        tally.add("charge", 0);
        tally.add("attack", 3);
        check(tally, "0 rolled + 3 attack = 3", "0 rolled + 3 attack", 3);
        assert!(Tally::new().plus("cover", 0).is_empty());
    }

    #[test]
    fn numbers_without_end_stay_at_the_end() {
        let tally = Tally::new()
            .plus("a", i64::MAX)
            .plus("b", i64::MAX)
            .plus("c", i64::MIN);
        assert_eq!(tally.total(), -1);
        assert_eq!(
            Tally::new().plus("a", 1).plus("b", i64::MIN).to_string(),
            "1 a - 9223372036854775808 b = -9223372036854775807"
        );
    }

    #[test]
    fn saves_and_loads() {
        let tally = Tally::new().plus("rolled", 14).plus("wound", -2);
        let text = ron::to_string(&tally).unwrap();
        assert_eq!(
            text,
            r#"(parts:[(label:"rolled",value:14),(label:"wound",value:-2)])"#
        );
        assert_eq!(ron::from_str::<Tally>(&text).unwrap(), tally);
    }
}
