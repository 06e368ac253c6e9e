//! Sums with their reasons: `14 rolled + 5 attack - 2 wound = 17`.
//!
//! Every number that decides something at the table is added up here, so that the log can explain it.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

/// Sum that remembers its terms, in the order they were added.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Terms in the order added. [`Tally::plus`] and [`Tally::add`] omit terms with the value 0.
    pub parts: Vec<Term>,
}

/// Term of a [`Tally`]: a number with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// Reason in one or two words: `attack`.
    pub label: Cow<'static, str>,
    /// Value added to the sum.
    pub value: i64,
}

impl Tally {
    /// Creates a tally without terms, which is 0.
    pub fn new() -> Tally {
        Tally::default()
    }

    /// Returns the tally with one more term, unless `value` is 0.
    pub fn plus(mut self, label: impl Into<Cow<'static, str>>, value: i64) -> Tally {
        self.add(label, value);
        self
    }

    /// Returns the tally with one more term if a condition holds.
    pub fn plus_if(self, holds: bool, label: impl Into<Cow<'static, str>>, value: i64) -> Tally {
        self.plus(label, if holds { value } else { 0 })
    }

    /// Adds a term, unless `value` is 0.
    pub fn add(&mut self, label: impl Into<Cow<'static, str>>, value: i64) {
        if value != 0 {
            self.parts.push(Term {
                label: label.into(),
                value,
            });
        }
    }

    /// Returns the tally with one more term under a user-defined name, unless `value` is 0.
    pub fn plus_named(mut self, name: &str, value: i64) -> Tally {
        self.add_named(name, value);
        self
    }

    /// Adds a term under a user-defined name, unless `value` is 0.
    pub fn add_named(&mut self, name: &str, value: i64) {
        if value != 0 {
            self.add(name.to_owned(), value);
        }
    }

    /// Returns the tally with one more term that is shown even if it is 0, such as the roll.
    pub fn always(mut self, label: impl Into<Cow<'static, str>>, value: i64) -> Tally {
        self.parts.push(Term {
            label: label.into(),
            value,
        });
        self
    }

    /// Returns the sum of all terms, saturated to the range of `i64`.
    pub fn total(&self) -> i64 {
        self.parts
            .iter()
            .fold(0, |total, part| total.saturating_add(part.value))
    }

    /// Returns `true` if the sum has no terms.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Formats the terms without the total: `14 rolled + 5 attack - 2 wound`, or `0` without terms.
    pub fn sum_text(&self) -> String {
        Sum(&self.parts).to_string()
    }
}

/// Accumulator for the rules: a [`Tally`], or only the sum if the reasons are not needed.
pub trait Adds: Default {
    /// Creates a sum with one term that is shown even if it is 0.
    fn first(label: &'static str, value: i64) -> Self;

    /// Adds a term, unless `value` is 0.
    #[must_use]
    fn plus(self, label: impl Into<Cow<'static, str>>, value: i64) -> Self;

    /// Adds a term under a user-defined name, unless `value` is 0.
    #[must_use]
    fn plus_named(self, name: &str, value: i64) -> Self;

    /// Adds a term if a condition holds.
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

/// Writes the terms and their total: `14 rolled + 5 attack - 2 wound = 17`. A single term has no total.
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
    fn the_text_of_a_tally_lists_every_term_and_the_total() {
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
    fn a_tally_of_one_term_shows_no_total_and_an_empty_tally_shows_0() {
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
    fn zero_terms_are_omitted_unless_kept_explicitly() {
        let mut tally = Tally::new().plus("cover", 0).always("rolled", 0);
        tally.add("charge", 0);
        tally.add("attack", 3);
        check(tally, "0 rolled + 3 attack = 3", "0 rolled + 3 attack", 3);
        assert!(Tally::new().plus("cover", 0).is_empty());
    }

    #[test]
    fn tally_sums_stop_at_the_limits() {
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
    fn a_tally_is_saved_and_loaded() {
        let tally = Tally::new().plus("rolled", 14).plus("wound", -2);
        let text = ron::to_string(&tally).unwrap();
        assert_eq!(
            text,
            r#"(parts:[(label:"rolled",value:14),(label:"wound",value:-2)])"#
        );
        assert_eq!(ron::from_str::<Tally>(&text).unwrap(), tally);
    }
}
