//! Keyed values in sheets, options, tables and the state of a round.
//!
//! The shared modules know no key by name. Each system reads its own keys through a typed view.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::id::{Id, SideId};
use super::said::Said;
use crate::dice::Dice;

/// Value under a key. Decimal numbers are integers in units, such as half zones; saves have no floats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Value {
    Int(i64),
    Flag(bool),
    /// Word from a list, or free text.
    Word(String),
    Dice(Dice),
    Who(Vec<Id>),
    Sides(Vec<SideId>),
    /// List of records, such as the attacks on a sheet.
    List(Vec<Record>),
    /// Record of values by key, inside a system's own records.
    Record(Record),
    /// List of values, inside a system's own records.
    Values(Vec<Value>),
    /// Facts that the log words, inside a system's own records.
    Said(Said),
}

impl Value {
    /// Returns the number, if the value is a number.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Value::Int(n) => Some(*n),
            _ => None,
        }
    }

    /// Returns the word, if the value is a word.
    pub fn as_word(&self) -> Option<&str> {
        match self {
            Value::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Returns the flag, if the value is a flag.
    pub fn as_flag(&self) -> Option<bool> {
        match self {
            Value::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    /// Returns `true` if this is the value or contains it at any depth.
    pub(crate) fn holds(&self, value: &Value) -> bool {
        self == value
            || match self {
                Value::List(rows) => rows
                    .iter()
                    .any(|row| row.0.values().any(|one| one.holds(value))),
                Value::Record(record) => record.0.values().any(|one| one.holds(value)),
                Value::Values(values) => values.iter().any(|one| one.holds(value)),
                _ => false,
            }
    }

    /// Returns the type of the value for messages: "a number", "a word", …
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Int(_) => "a number",
            Value::Flag(_) => "yes or no",
            Value::Word(_) => "a word",
            Value::Dice(_) => "dice",
            Value::Who(_) => "combatants",
            Value::Sides(_) => "sides",
            Value::List(_) => "a list",
            Value::Record(_) => "a record",
            Value::Values(_) => "several values",
            Value::Said(_) => "facts",
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(n) => write!(f, "{n}"),
            Value::Flag(true) => f.write_str("yes"),
            Value::Flag(false) => f.write_str("no"),
            Value::Word(word) => f.write_str(word),
            Value::Dice(dice) => write!(f, "{dice}"),
            Value::Who(ids) => {
                let letters: Vec<String> = ids.iter().map(|id| id.letter()).collect();
                f.write_str(&letters.join(" "))
            }
            Value::Sides(sides) => write!(f, "{} sides", sides.len()),
            Value::List(rows) => write!(f, "{} entries", rows.len()),
            Value::Record(record) => write!(f, "{} entries", record.0.len()),
            Value::Values(values) => write!(f, "{} entries", values.len()),
            Value::Said(Said(key, _)) => f.write_str(key),
        }
    }
}

impl From<i64> for Value {
    fn from(n: i64) -> Self {
        Value::Int(n)
    }
}
impl From<i32> for Value {
    fn from(n: i32) -> Self {
        Value::Int(n.into())
    }
}
impl From<u32> for Value {
    fn from(n: u32) -> Self {
        Value::Int(n.into())
    }
}
impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Value::Flag(flag)
    }
}
impl From<&str> for Value {
    fn from(word: &str) -> Self {
        Value::Word(word.to_owned())
    }
}
impl From<String> for Value {
    fn from(word: String) -> Self {
        Value::Word(word)
    }
}
impl From<Dice> for Value {
    fn from(dice: Dice) -> Self {
        Value::Dice(dice)
    }
}
impl From<Id> for Value {
    fn from(id: Id) -> Self {
        Value::Who(vec![id])
    }
}
impl From<Vec<Id>> for Value {
    fn from(ids: Vec<Id>) -> Self {
        Value::Who(ids)
    }
}
impl From<Vec<Record>> for Value {
    fn from(rows: Vec<Record>) -> Self {
        Value::List(rows)
    }
}

/// Formats a number of units as a decimal number: 5 halves (`parts` 2) are "2.5", 24 tenths "2.4".
pub fn decimal(n: i64, parts: i64) -> String {
    let sign = if n < 0 { "-" } else { "" };
    let (whole, rest) = (n.abs() / parts, n.abs() % parts);
    match rest * 10 / parts {
        0 => format!("{sign}{whole}"),
        digit => format!("{sign}{whole}.{digit}"),
    }
}

/// Reads a decimal number as units: `2.5` as 5 halves.
pub fn read_decimal(text: &str, parts: i64) -> Option<i64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let whole: i64 = match whole {
        "" => 0,
        _ => whole.parse().ok()?,
    };
    let digit: i64 = match part.as_bytes() {
        [] => 0,
        [digit @ b'0'..=b'9'] => (digit - b'0').into(),
        _ => return None,
    };
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let rest = (digit * parts % 10 == 0).then_some(digit * parts / 10)?;
    whole.checked_mul(parts)?.checked_add(rest * sign)
}

/// Record of values by key. A missing key reads as empty: 0, no, "", an empty list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Record(pub BTreeMap<String, Value>);

impl Record {
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the record with `key` set.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.set(key, value);
        self
    }

    pub fn set(&mut self, key: &str, value: impl Into<Value>) {
        self.0.insert(key.to_owned(), value.into());
    }

    pub fn unset(&mut self, key: &str) {
        self.0.remove(key);
    }

    /// Returns `true` if `key` has a value.
    pub fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// Returns the value of `key`.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }

    /// Returns the number stored under `key`; 0 if there is none.
    pub fn int(&self, key: &str) -> i64 {
        self.maybe_int(key).unwrap_or(0)
    }

    /// Returns the number of `key`, if there is one.
    pub fn maybe_int(&self, key: &str) -> Option<i64> {
        self.get(key).and_then(Value::as_int)
    }

    /// Returns the flag of `key`; `false` if there is none.
    pub fn flag(&self, key: &str) -> bool {
        self.get(key).and_then(Value::as_flag).unwrap_or(false)
    }

    /// Returns the word of `key`; "" if there is none.
    pub fn word(&self, key: &str) -> &str {
        self.get(key).and_then(Value::as_word).unwrap_or("")
    }

    /// Returns the dice of `key`, if there are any.
    pub fn dice(&self, key: &str) -> Option<&Dice> {
        match self.get(key) {
            Some(Value::Dice(dice)) => Some(dice),
            _ => None,
        }
    }

    /// Returns the combatants of `key`.
    pub fn who(&self, key: &str) -> &[Id] {
        match self.get(key) {
            Some(Value::Who(ids)) => ids,
            _ => &[],
        }
    }

    /// Returns the first combatant of `key`.
    pub fn one(&self, key: &str) -> Option<Id> {
        self.who(key).first().copied()
    }

    /// Returns the list of records of `key`.
    pub fn list(&self, key: &str) -> &[Record] {
        match self.get(key) {
            Some(Value::List(rows)) => rows,
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_numbers_are_read_as_they_are_written() {
        for parts in [1, 2, 10] {
            for number in -2 * parts..=2 * parts {
                assert_eq!(read_decimal(&decimal(number, parts), parts), Some(number));
            }
        }
        assert_eq!([decimal(-1, 2), decimal(-9, 10)], ["-0.5", "-0.9"]);
        assert_eq!(read_decimal("-0.5", 2), Some(-1));
        assert_eq!(read_decimal(".5", 2), Some(1));
        assert_eq!(read_decimal("2.", 10), Some(20));
        assert_eq!(read_decimal("2.4", 10), Some(24));
        for (text, parts) in [("2.4", 2), ("2.5", 1), ("2.45", 10), ("-", 2), ("x.5", 2)] {
            assert_eq!(read_decimal(text, parts), None, "{text}");
        }
    }
}
