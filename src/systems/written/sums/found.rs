//! Results of expressions and look-up tables.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::dice::Dice;

/// Keyword or text that an expression returns. Reading a value makes no copy.
#[derive(Clone, Debug)]
pub enum Word {
    /// Keyword of the system.
    Kept(&'static str),
    /// Text on a sheet or in an expression.
    Held(Arc<str>),
}

impl Deref for Word {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Word::Kept(word) => word,
            Word::Held(word) => word,
        }
    }
}

impl Default for Word {
    fn default() -> Self {
        Word::Kept("")
    }
}

impl PartialEq for Word {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl From<&str> for Word {
    fn from(word: &str) -> Self {
        Word::Held(word.into())
    }
}

impl From<Word> for Arc<str> {
    fn from(word: Word) -> Self {
        match word {
            Word::Kept(word) => word.into(),
            Word::Held(word) => word,
        }
    }
}

/// Kind of value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Number,
    Flag,
    Word,
    Dice,
}

impl Kind {
    /// Returns the name of the kind for messages.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Number => "a number",
            Kind::Flag => "yes or no",
            Kind::Word => "a word",
            Kind::Dice => "dice",
        }
    }
}

/// Result of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    Nothing,
    Number(i64),
    Flag(bool),
    Word(Word),
    Dice(Dice),
}

impl Found {
    /// Returns the value as a number; 0 if the value is not a number.
    pub fn number(&self) -> i64 {
        match self {
            Found::Number(number) => *number,
            _ => 0,
        }
    }

    /// Returns true for yes, and for existing dice or a non-empty word.
    pub fn is(&self) -> bool {
        match self {
            Found::Nothing | Found::Number(_) => false,
            Found::Flag(flag) => *flag,
            Found::Word(word) => !word.is_empty(),
            Found::Dice(_) => true,
        }
    }
}
