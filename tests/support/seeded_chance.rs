//! Chance for tests that draw what they try: the same for the same seed; and the numbers in the environment that say how
//! much they draw.

use affray::dice::{Dice, Generator, Seed};

/// A number that stands in the environment, in tens or as a seed is written (`0x2a`).
pub fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    let number = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    Some(number.unwrap_or_else(|_| panic!("{variable}: `{text}` is not a number")))
}

/// What decides.
pub struct Chance(Generator);

impl Chance {
    /// The same for the same seed, number and word.
    pub fn at(seed: Seed, nth: u64, word: &str) -> Self {
        Self(Generator::at(seed, nth, word, 0, 0))
    }

    /// The faces of dice.
    pub fn roll(&mut self, dice: &Dice) -> Vec<u32> {
        dice.roll(&mut self.0)
    }

    /// A number from 1 to `most`.
    pub fn to(&mut self, most: u32) -> u32 {
        self.0.face(most)
    }

    /// A number from 0 to `below`, not included; 0 for 0.
    pub fn below(&mut self, below: usize) -> usize {
        self.to(u32::try_from(below.max(1)).expect("a small number")) as usize - 1
    }

    /// Whether one case of so many is given.
    pub fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    /// One of several, if there are any.
    pub fn of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        let place = self.below(all.len());
        all.get(place)
    }
}
