//! Luck of the dice: rolls compared with their expectation.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::dice::{Dice, Odds};
use crate::encounter::{Need, Throw};

/// Odds of each kind of dice, computed once.
#[derive(Default)]
pub(super) struct Expected(BTreeMap<Dice, Chances>);

/// Expected results of some dice.
struct Chances {
    odds: Odds,
    mean: f64,
    /// Variance of the rank of a roll.
    variance: f64,
}

impl Expected {
    fn of(&mut self, dice: &Dice) -> &Chances {
        self.0.entry(dice.clone()).or_insert_with(|| {
            let odds = dice.odds();
            // Ranks vary less if many results tie; the limit for infinitely many results is 1/12.
            let cubes: f64 = odds.iter().map(|(_, chance)| chance.powi(3)).sum();
            Chances {
                mean: odds.mean(),
                variance: (1.0 - cubes) / 12.0,
                odds,
            }
        })
    }
}

/// Luck of the rolls for which it is known whether a high or a low result was wanted.
///
/// The rank of a roll is the share of rolls of the same dice that are worse; ties count half. The mean is 50 % for all
/// dice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Luck {
    /// Number of ranked rolls.
    ranked: u64,
    /// Sum of the ranks, each 0 to 1.
    ranks: f64,
    /// Variance of the sum of ranks.
    variance: f64,
    /// All rolls by kind of dice: number, sum of totals and sum of expected totals.
    dice: BTreeMap<Dice, (u64, i64, f64)>,
}

/// Rolls of one kind of dice.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DiceLuck {
    /// Dice without a modifier.
    pub dice: String,
    pub throws: u64,
    /// Average total of the rolls.
    pub mean: f64,
    /// Expected total of the dice.
    pub expected: f64,
}

impl Luck {
    pub(super) fn count(&mut self, throw: &Throw, expected: &mut Expected) {
        let dice = throw.dice.without_modifier();
        let thrown = dice.total(&throw.faces);
        let chances = expected.of(&dice);
        let low = match (&throw.need, throw.high) {
            (Some(Need::AtMost(_)), _) => Some(true),
            (Some(Need::AtLeast(_)), _) | (None, true) => Some(false),
            (None, false) => None,
        };
        if let Some(low) = low {
            let equal = chances.odds.when(|total| total == thrown);
            let worse = chances
                .odds
                .when(|total| if low { total > thrown } else { total < thrown });
            self.ranked += 1;
            self.ranks += worse + equal / 2.0;
            self.variance += chances.variance;
        }
        let mean = chances.mean;
        let (throws, totals, means) = self.dice.entry(dice).or_default();
        *throws += 1;
        *totals += thrown;
        *means += mean;
    }

    /// Adds the rolls of another `Luck`.
    pub fn merge(&mut self, other: &Self) {
        self.ranked += other.ranked;
        self.ranks += other.ranks;
        self.variance += other.variance;
        for (dice, (throws, totals, means)) in &other.dice {
            let mine = self.dice.entry(dice.clone()).or_default();
            mine.0 += throws;
            mine.1 += totals;
            mine.2 += means;
        }
    }

    /// Returns the number of rolls, including rolls without a known goal.
    pub fn throws(&self) -> u64 {
        self.dice.values().map(|(throws, ..)| throws).sum()
    }

    /// Returns the average rank, 0 to 100; 50 is expected. `None` if no roll has a known goal.
    pub fn better_than(&self) -> Option<f64> {
        (self.ranked > 0).then(|| rounded(100.0 * self.ranks / self.ranked as f64))
    }

    /// Returns the number of standard deviations above the expectation; negative below it. Two in three fights are
    /// between -1 and 1, nineteen in twenty between -2 and 2. Returns 0 if nothing depends on luck.
    pub fn deviations(&self) -> f64 {
        let above = self.ranks - self.ranked as f64 / 2.0;
        if self.variance > 0.0 {
            rounded(above / self.variance.sqrt())
        } else {
            0.0
        }
    }

    /// Describes the luck in a few words.
    pub fn word(&self) -> &'static str {
        match self.deviations() {
            much if much >= 2.0 => "very lucky",
            some if some >= 1.0 => "lucky",
            some if some > -1.0 => "as expected",
            some if some > -2.0 => "unlucky",
            _ => "very unlucky",
        }
    }

    /// Returns the rolls of each kind of dice.
    pub fn dice(&self) -> Vec<DiceLuck> {
        let dice = self
            .dice
            .iter()
            .map(|(dice, (throws, totals, means))| DiceLuck {
                dice: dice.in_words(),
                throws: *throws,
                mean: rounded(*totals as f64 / *throws as f64),
                expected: rounded(means / *throws as f64),
            });
        dice.collect()
    }
}

/// Rounds to two decimals, so that the result is equal on all machines, and turns -0 into 0.
fn rounded(number: f64) -> f64 {
    (100.0 * number).round() / 100.0 + 0.0
}

impl Serialize for Luck {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        /// Serialized form for other programs.
        #[derive(Serialize)]
        struct Told {
            throws: u64,
            better_than: Option<f64>,
            deviations: f64,
            dice: Vec<DiceLuck>,
        }
        let told = Told {
            throws: self.throws(),
            better_than: self.better_than(),
            deviations: self.deviations(),
            dice: self.dice(),
        };
        told.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Tally;

    fn throw(dice: &str, faces: &[u32], need: Option<Need>, high: bool) -> Throw {
        let dice = Dice::parse(dice).unwrap();
        Throw {
            who: None,
            unnamed: false,
            what: "a throw".into(),
            total: dice.total(faces),
            dice,
            faces: faces.to_vec(),
            bonus: Tally::new(),
            need,
            high,
            reasons: Tally::new(),
            against: String::new(),
            verdict: String::new(),
            forced: String::new(),
            outcome: None,
            kept_as: String::new(),
            told: "".into(),
        }
    }

    #[track_caller]
    fn check(throws: &[Throw], better_than: Option<f64>, deviations: f64) -> Luck {
        let (mut luck, mut expected) = (Luck::default(), Expected::default());
        for throw in throws {
            luck.count(throw, &mut expected);
        }
        assert_eq!(
            (luck.better_than(), luck.deviations()),
            (better_than, deviations)
        );
        luck
    }

    #[test]
    fn luck_ranks_a_roll_among_all_possible_results_of_its_dice() {
        let least = Some(Need::AtLeast(11));
        // A 20 beats 19 of 20 results and ties with one.
        let one = check(
            &[throw("d20", &[20], least.clone(), false)],
            Some(97.5),
            1.65,
        );
        assert_eq!(one.word(), "lucky");
        // If a low result is wanted, a 20 is the worst roll.
        check(
            &[throw("d20", &[20], Some(Need::AtMost(11)), false)],
            Some(2.5),
            -1.65,
        );
        // 2d6: 15 of 36 results are below 7, 6 are 7.
        check(&[throw("2d6+3", &[3, 4], None, true)], Some(50.0), 0.0);
        let two = [
            throw("d20", &[20], least, false),
            throw("d6", &[6], None, true),
        ];
        let two = check(&two, Some(94.58), 2.2);
        assert_eq!(two.word(), "very lucky");
    }

    #[test]
    fn rolls_without_a_target_number_count_for_the_average_but_not_for_luck() {
        let luck = check(
            &[
                throw("d10", &[10], None, false),
                throw("d10+1", &[7], None, false),
            ],
            None,
            0.0,
        );
        let dice = luck.dice();
        let [d10] = dice.as_slice() else {
            panic!("{dice:?}");
        };
        assert_eq!(
            (d10.dice.as_str(), d10.throws, d10.mean, d10.expected),
            ("d10", 2, 8.5, 5.5)
        );
    }

    #[test]
    fn a_one_sided_die_is_neither_lucky_nor_unlucky() {
        check(&[throw("d1", &[1], None, true)], Some(50.0), 0.0);
    }
}
