//! What sums and look-up tables come to.

use std::sync::Arc;

use crate::dice::Dice;

/// What kind of value a sum comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number.
    Number,
    /// Yes or no.
    Flag,
    /// A word.
    Word,
    /// Dice.
    Dice,
}

impl Kind {
    /// What it is called.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Number => "a number",
            Kind::Flag => "yes or no",
            Kind::Word => "a word",
            Kind::Dice => "dice",
        }
    }
}

/// What a sum comes to.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// Nothing is there.
    Nothing,
    /// A whole number.
    Number(i64),
    /// Yes or no.
    Flag(bool),
    /// A word.
    Word(Arc<str>),
    /// Dice.
    Dice(Dice),
}

impl Found {
    /// As a number; what is none is 0.
    pub fn number(&self) -> i64 {
        match self {
            Found::Number(number) => *number,
            _ => 0,
        }
    }

    /// Whether it is so: yes, or dice or a word that are there.
    pub fn is(&self) -> bool {
        match self {
            Found::Nothing | Found::Number(_) => false,
            Found::Flag(flag) => *flag,
            Found::Word(word) => !word.is_empty(),
            Found::Dice(_) => true,
        }
    }
}
