//! Random numbers for tests, the same for the same seed, and the environment variables that set the number of random
//! cases.

use affray::dice::{Dice, Generator, Seed};

/// Reads a number from an environment variable, decimal or hexadecimal (`0x2a`).
pub fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    let number = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    Some(number.unwrap_or_else(|_| panic!("{variable}: `{text}` is not a number")))
}

/// Source of random numbers.
pub struct Chance(Generator);

impl Chance {
    /// Creates a source that is the same for the same seed, number and word.
    pub fn at(seed: Seed, nth: u64, word: &str) -> Self {
        Self(Generator::at(seed, nth, word, 0, 0))
    }

    /// Returns the results of dice.
    pub fn roll(&mut self, dice: &Dice) -> Vec<u32> {
        dice.roll(&mut self.0)
    }

    /// Returns a number from 1 to `most`.
    pub fn to(&mut self, most: u32) -> u32 {
        self.0.face(most)
    }

    /// Returns a number from 0 to `below`, exclusive; 0 for 0.
    pub fn below(&mut self, below: usize) -> usize {
        self.to(u32::try_from(below.max(1)).expect("a small number")) as usize - 1
    }

    /// Returns true in one of this number of cases.
    pub fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    /// Returns one of several values, if there are any.
    pub fn of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        let place = self.below(all.len());
        all.get(place)
    }
}
