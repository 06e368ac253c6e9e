//! A throw of loose dice, written out.

use super::faces::Reading;
use super::{Dice, Generator, Sign};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A throw and what it showed, for loose dice. `2d20kh1+5: 14 (3) + 5 = 19` has the dropped 3 in brackets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Throw {
    /// What was thrown.
    pub dice: Dice,
    /// What the dice showed, in the order of [`Dice::check`].
    pub faces: Vec<u32>,
}

impl Throw {
    /// Throws the dice.
    pub fn new(dice: Dice, generator: &mut Generator) -> Throw {
        let faces = dice.roll(generator);
        Throw { dice, faces }
    }

    /// What the throw adds up to.
    pub fn total(&self) -> i64 {
        self.dice.total(&self.faces)
    }
}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.dice)?;
        let mut reading = Reading::of(&self.dice);
        let mut added = 0;
        for (&face, kept) in self.faces.iter().zip(self.dice.kept(&self.faces)) {
            let die = reading.show(face);
            let sign = die
                .and_then(|die| self.dice.pool_of(die))
                .map_or(Sign::Plus, |pool| pool.sign);
            if kept {
                write_part(f, added, sign, u64::from(face))?;
                added += 1;
            } else {
                write!(f, " ({face})")?;
            }
        }
        let modifier = self.dice.modifier;
        if modifier != 0 || added == 0 {
            let sign = if modifier < 0 {
                Sign::Minus
            } else {
                Sign::Plus
            };
            write_part(f, added, sign, modifier.unsigned_abs())?;
            added += 1;
        }
        if added > 1 {
            write!(f, " = {}", self.total())
        } else {
            Ok(())
        }
    }
}

fn write_part(f: &mut fmt::Formatter<'_>, before: usize, sign: Sign, value: u64) -> fmt::Result {
    match (before, sign) {
        (0, Sign::Plus) => write!(f, " {value}"),
        (0, Sign::Minus) => write!(f, " -{value}"),
        (_, Sign::Plus) => write!(f, " + {value}"),
        (_, Sign::Minus) => write!(f, " - {value}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(dice: &str, faces: &[u32], expected: &str) {
        let throw = Throw {
            dice: dice.parse().unwrap(),
            faces: faces.to_vec(),
        };
        assert_eq!(throw.dice.check(&throw.faces), Ok(()));
        assert_eq!(throw.to_string(), expected);
    }

    #[test]
    fn says_what_counted_and_what_did_not() {
        check("2d20kh1+5", &[14, 3], "2d20kh1+5: 14 (3) + 5 = 19");
        check("2d20kh1+5", &[3, 14], "2d20kh1+5: (3) 14 + 5 = 19");
        check("4d6kh3", &[5, 1, 3, 6], "4d6kh3: 5 (1) + 3 + 6 = 14");
        check("2d6!-1", &[6, 2, 3], "2d6!-1: 6 + 2 + 3 - 1 = 10");
        check("d8-d6", &[5, 3], "d8-d6: 5 - 3 = 2");
        check("-d6-2", &[4], "-d6-2: -4 - 2 = -6");
    }

    #[test]
    fn one_number_is_its_own_total() {
        check("d20", &[14], "d20: 14");
        check("2d20kl1", &[14, 3], "2d20kl1: (14) 3");
        check("3", &[], "3: 3");
        check("0", &[], "0: 0");
    }
}
