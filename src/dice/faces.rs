//! Assigns the typed results of a roll to its dice and checks them.

use super::notation::shown;
use super::pool::{Dice, MOST_FACES};
use std::fmt;

/// Error for results that are not a roll of these dice. The message names the die, its possible results and the remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadFaces {
    /// Too few results for the dice. More typing may complete the roll.
    Missing {
        /// Dice of the roll.
        dice: Dice,
        /// Number of typed results.
        given: usize,
        /// Sides of the next die.
        sides: u32,
    },
    /// Too many results for the dice.
    TooMany {
        /// Dice of the roll.
        dice: Dice,
        /// Number of typed results.
        given: usize,
        /// Expected number of results.
        wanted: usize,
    },
    /// Result that the die cannot show.
    OffDie {
        /// Result as the user typed it.
        face: u64,
        /// Sides of the die.
        sides: u32,
        /// Index of the result, from 0.
        index: usize,
        /// Number of dice in the roll.
        count: usize,
    },
    /// A total that these dice cannot have.
    Total {
        dice: Dice,
        /// The number that was typed.
        number: i64,
        /// Lowest and highest possible number.
        range: (i64, i64),
        /// True if another digit can make the number possible.
        may_grow: bool,
    },
    /// Total in place of results, although the rule reads each die.
    EachDie { dice: Dice },
    /// Text that is not a number.
    NoNumber {
        /// Text as typed, safe to show.
        typed: String,
    },
}

impl fmt::Display for BadFaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadFaces::Missing { dice, given, sides } if *given >= dice.count() => {
                write!(f, "roll a d{sides} again and add the result")
            }
            BadFaces::Missing { dice, given: 0, .. } if dice.count() == 1 => {
                write!(
                    f,
                    "nothing is typed: type the result of the {dice}",
                    dice = dice.without_modifier().in_words()
                )
            }
            BadFaces::Missing { dice, given, .. } => {
                let count = dice.count();
                write!(
                    f,
                    "{given} of {count} dice typed: type the result of each, such as `3 5`"
                )
            }
            BadFaces::TooMany {
                dice,
                given,
                wanted,
            } => {
                let dice = dice.without_modifier();
                let needs = if *wanted == 1 { "die" } else { "dice" };
                let how = if dice.goes_on() {
                    "type all dice in order, then the rerolled dice"
                } else {
                    "leave out modifiers"
                };
                write!(
                    f,
                    "{dice} needs {wanted} {needs}, but you typed {given}: {how}"
                )
            }
            BadFaces::OffDie {
                face,
                sides,
                index,
                count,
            } => {
                write!(f, "a d{sides} cannot show {face}")?;
                if *count > 1 {
                    write!(f, " (die {} of {count})", index + 1)?;
                }
                match sides {
                    1 => write!(f, ": it always shows 1"),
                    _ => write!(f, ": it shows 1 to {sides}"),
                }
            }
            BadFaces::Total {
                dice,
                number,
                range: (least, most),
                ..
            } => {
                let dice = dice.without_modifier().in_words();
                write!(
                    f,
                    "{dice} cannot total {number} here: type {least} to {most}"
                )
            }
            BadFaces::EachDie { dice } => {
                let dice = dice.without_modifier().in_words();
                write!(
                    f,
                    "type each die of {dice}: the rule reads every die, so a total is not enough"
                )
            }
            BadFaces::NoNumber { typed } => {
                write!(
                    f,
                    "`{typed}` is not a result: type the dice, such as `14` or `3 5`"
                )
            }
        }
    }
}

impl std::error::Error for BadFaces {}

impl Dice {
    /// Checks that these results are one roll of these dice: one result for each die, one more for each explosion, each
    /// within the range of its die. First come all dice in the order of the notation, then the dice that exploded,
    /// rerolled in the same order, then the dice that exploded again.
    ///
    /// # Errors
    /// [`BadFaces`] describes the first wrong die, its possible results and the remedy.
    pub fn check(&self, faces: &[u32]) -> Result<(), BadFaces> {
        check(self, faces)
    }

    /// Parses results as people type them at the table: `14`, `3 5`, `3,5` or `3+5`. As printed on the dice, `0` is 10
    /// on a d10, `00` is 100 on a d100 and `000` is 1000 on a d1000.
    ///
    /// # Errors
    /// [`BadFaces`] as for [`Dice::check`], or if something is not a number.
    pub fn parse_faces(&self, text: &str) -> Result<Vec<u32>, BadFaces> {
        parse(self, text)
    }

    /// Parses the results of this roll at the start of a line that may contain more rolls, and returns the rest of the
    /// line.
    ///
    /// # Errors
    /// [`BadFaces`] as for [`Dice::parse_faces`], except that more text may follow.
    pub fn parse_first<'t>(&self, text: &'t str) -> Result<(Vec<u32>, &'t str), BadFaces> {
        parse_first(self, text, false)
    }

    /// Parses the results as [`Dice::parse_first`] does; with `stops` a full stop may follow each result.
    pub(super) fn parse_stopped<'t>(
        &self,
        text: &'t str,
        stops: bool,
    ) -> Result<(Vec<u32>, &'t str), BadFaces> {
        parse_first(self, text, stops)
    }

    /// Returns the total of the results, with the modifier and without the dropped dice.
    ///
    /// Results that [`Dice::check`] refuses give some number, never a panic: missing results count as 0.
    pub fn total(&self, faces: &[u32]) -> i64 {
        if self.goes_on() {
            self.total_of_values(&values(self, faces))
        } else {
            self.total_of_values(faces)
        }
    }

    /// Returns a flag for each result: true if the result counts. If several dice are equal, the first is kept.
    pub fn kept(&self, faces: &[u32]) -> Vec<bool> {
        let values = values(self, faces);
        let mut die_kept = Vec::with_capacity(values.len());
        let mut rest = &values[..];
        for group in self.groups() {
            let mut sums = Vec::with_capacity(group.len());
            let mut kept = Vec::with_capacity(group.len());
            for pool in group {
                let (mine, others) = rest.split_at(rest.len().min(pool.count as usize));
                sums.push(pool.sum(mine));
                kept.push(pool.kept(mine));
                rest = others;
            }
            // Among equal sums the first one counts.
            let best = (0..sums.len()).rev().max_by_key(|place| sums[*place]);
            for (place, kept) in kept.into_iter().enumerate() {
                let counts = Some(place) == best;
                die_kept.extend(kept.into_iter().map(|kept| kept && counts));
            }
        }
        let mut reading = Reading::of(self);
        let dice: Vec<Option<usize>> = faces.iter().map(|face| reading.show(*face)).collect();
        let keeps = |(place, die): (usize, &Option<usize>)| {
            let Some(die) = *die else {
                return false;
            };
            // Of a rerolled die only the last result counts.
            let rerolls = self.pool_of(die).is_some_and(|pool| pool.reroll > 0);
            let replaced = rerolls && dice[place + 1..].contains(&Some(die));
            die_kept.get(die).copied().unwrap_or(false) && !replaced
        };
        dice.iter().enumerate().map(keeps).collect()
    }
}

/// Iterator over the results of a roll, which knows the next die, including explosions.
pub(super) struct Reading<'a> {
    dice: &'a Dice,
    count: usize,
    read: usize,
    /// Dice that are rerolled, in order, each with the number of its latest result.
    again: Vec<(usize, u32)>,
}

impl<'a> Reading<'a> {
    pub(super) fn of(dice: &'a Dice) -> Reading<'a> {
        Reading {
            dice,
            count: dice.count(),
            read: 0,
            again: Vec::new(),
        }
    }

    /// Returns the index of the die that shows the next result, and the number of that result on the die.
    fn next(&self) -> Option<(usize, u32)> {
        match self.read.checked_sub(self.count) {
            None => Some((self.read, 1)),
            Some(index) => self.again.get(index).copied(),
        }
    }

    /// Returns the sides of the die that shows the next result; `None` at the end.
    pub(super) fn next_sides(&self) -> Option<u32> {
        let (die, _) = self.next()?;
        self.dice.pool_of(die).map(|pool| pool.sides)
    }

    /// Assigns the next result and returns the index of its die; `None` after the last result.
    pub(super) fn show(&mut self, face: u32) -> Option<usize> {
        let (die, nth) = self.next()?;
        let pool = self.dice.pool_of(die)?;
        self.read += 1;
        let most = if pool.once { 2 } else { MOST_FACES };
        let explodes = pool.explodes && face == pool.sides;
        if (explodes || face <= pool.reroll) && nth < most {
            self.again.push((die, nth + 1));
        }
        Some(die)
    }

    /// Takes the next result if its die can show it.
    fn take(&mut self, face: u64, given: impl FnOnce() -> usize) -> Result<u32, BadFaces> {
        let Some(sides) = self.next_sides() else {
            return Err(BadFaces::TooMany {
                dice: self.dice.clone(),
                given: given(),
                wanted: self.read,
            });
        };
        match u32::try_from(face) {
            Ok(face) if (1..=sides).contains(&face) => {
                self.show(face);
                Ok(face)
            }
            _ => Err(BadFaces::OffDie {
                face,
                sides,
                index: self.read,
                count: self.count,
            }),
        }
    }

    fn end(self) -> Result<(), BadFaces> {
        match self.next_sides() {
            None => Ok(()),
            Some(sides) => Err(BadFaces::Missing {
                dice: self.dice.clone(),
                given: self.read,
                sides,
            }),
        }
    }
}

/// Returns the value of each die: its result, the sum of its results if it exploded, or the last result if it was
/// rerolled.
fn values(dice: &Dice, faces: &[u32]) -> Vec<u32> {
    let mut values = vec![0_u32; dice.count().min(faces.len())];
    let mut reading = Reading::of(dice);
    for &face in faces {
        let Some(die) = reading.show(face) else {
            continue;
        };
        let replaces = dice.pool_of(die).is_some_and(|pool| pool.reroll > 0);
        if let Some(value) = values.get_mut(die) {
            *value = if replaces {
                face
            } else {
                value.saturating_add(face)
            };
        }
    }
    values
}

/// Implements [`Dice::check`] for the results of all dice.
fn check(dice: &Dice, faces: &[u32]) -> Result<(), BadFaces> {
    let mut reading = Reading::of(dice);
    for &face in faces {
        reading.take(u64::from(face), || faces.len())?;
    }
    reading.end()
}

/// Implements [`Dice::parse_faces`] for typed results.
fn parse(dice: &Dice, text: &str) -> Result<Vec<u32>, BadFaces> {
    let (faces, rest) = parse_first(dice, text, false)?;
    let words = |text| str::split(text, parts_faces).filter(|word| !word.is_empty());
    let Some(more) = words(rest).next() else {
        return Ok(faces);
    };
    number(more, None)?;
    Err(BadFaces::TooMany {
        dice: dice.clone(),
        given: words(text).count(),
        wanted: faces.len(),
    })
}

/// Returns `true` for a separator between results.
fn parts_faces(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '+')
}

/// Returns the first word of a line and the rest of the line.
pub(super) fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim_start_matches(parts_faces);
    let (word, behind) = text.split_at(text.find(parts_faces).unwrap_or(text.len()));
    (word, behind.trim_start_matches(parts_faces))
}

/// Implements [`Dice::parse_first`] for several rolls on one line.
fn parse_first<'t>(
    dice: &Dice,
    text: &'t str,
    stops: bool,
) -> Result<(Vec<u32>, &'t str), BadFaces> {
    let mut reading = Reading::of(dice);
    let mut faces = Vec::new();
    let mut rest = text.trim_start_matches(parts_faces);
    while let Some(sides) = reading.next_sides().filter(|_| !rest.is_empty()) {
        let (word, behind) = first_word(rest);
        let stopped = word.strip_suffix('.').filter(|_| stops);
        let face = number(stopped.unwrap_or(word), Some(sides))?;
        faces.push(reading.take(face, || faces.len() + 1)?);
        rest = behind;
    }
    reading.end()?;
    Ok((faces, rest))
}

/// Parses the number in `word`, or the highest face of a d10, d100 or d1000 if it consists of zeros.
fn number(word: &str, sides: Option<u32>) -> Result<u64, BadFaces> {
    match (word, sides) {
        ("0", Some(10)) => return Ok(10),
        ("00", Some(100)) => return Ok(100),
        ("000", Some(1000)) => return Ok(1000),
        _ => {}
    }
    if !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(BadFaces::NoNumber { typed: shown(word) });
    }
    Ok(word.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::super::tests::any_dice;
    use super::super::{Generator, Seed};
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check_typed(dice: &str, typed: &str, faces: &[u32]) {
        assert_eq!(
            Dice::parse(dice).unwrap().parse_faces(typed),
            Ok(faces.to_vec())
        );
    }

    #[track_caller]
    fn check_error(dice: &str, typed: &str, message: &str) {
        let error = Dice::parse(dice).unwrap().parse_faces(typed).unwrap_err();
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn typed_dice_results_are_parsed() {
        check_typed("d20+5", "14", &[14]);
        check_typed("2d6", "3 5", &[3, 5]);
        check_typed("2d6", "3,5", &[3, 5]);
        check_typed("2d6", " 3 + 5 ", &[3, 5]);
        check_typed("2d6", "3;05,", &[3, 5]);
        check_typed("d6!", "6 6 2", &[6, 6, 2]);
        check_typed("3", "", &[]);
    }

    #[test]
    fn zeros_printed_on_a_die_are_read_as_its_highest_result() {
        check_typed("d10", "0", &[10]);
        check_typed("d100", "00", &[100]);
        check_typed("d100", "100", &[100]);
        check_typed("d100", "07", &[7]);
        check_typed("d1000", "000", &[1000]);
        check_typed("d10+d100+d6", "0 00 6", &[10, 100, 6]);
        check_error("d20", "0", "a d20 cannot show 0: it shows 1 to 20");
        check_error("d100", "0", "a d100 cannot show 0: it shows 1 to 100");
    }

    #[test]
    fn an_error_names_the_impossible_die_and_its_range() {
        check_error("d6", "9", "a d6 cannot show 9: it shows 1 to 6");
        check_error(
            "2d6+d8",
            "3 5 9",
            "a d8 cannot show 9 (die 3 of 3): it shows 1 to 8",
        );
        check_error("d1", "2", "a d1 cannot show 2: it always shows 1");
        check_error(
            "d6",
            "99999999999999999999",
            "a d6 cannot show 18446744073709551615: it shows 1 to 6",
        );
        check_error(
            "d6",
            "-3",
            "`-3` is not a result: type the dice, such as `14` or `3 5`",
        );
        check_error(
            "d6",
            "two",
            "`two` is not a result: type the dice, such as `14` or `3 5`",
        );
        check_error(
            "d6",
            "\u{1b}c",
            "`\u{fffd}c` is not a result: type the dice, such as `14` or `3 5`",
        );
    }

    #[test]
    fn too_few_or_too_many_results_are_refused_with_the_expected_number() {
        check_error("d20+5", "", "nothing is typed: type the result of the d20");
        check_error(
            "2d6",
            "3",
            "1 of 2 dice typed: type the result of each, such as `3 5`",
        );
        check_error(
            "d20+5",
            "14 5",
            "d20 needs 1 die, but you typed 2: leave out modifiers",
        );
        check_error(
            "2d6",
            "3 5 1",
            "2d6 needs 2 dice, but you typed 3: leave out modifiers",
        );
        check_error("d6!", "6", "roll a d6 again and add the result");
        check_error(
            "2d6!",
            "6 2 3 1",
            "2d6! needs 3 dice, but you typed 4: type all dice in order, then the rerolled dice",
        );
    }

    proptest! {
        #[test]
        fn rolled_results_typed_as_text_are_read_unchanged(dice in any_dice(), seed: u64) {
            let faces = dice.roll(&mut Generator::at(Seed(seed), 0, "roll", 0, 0));
            let typed: Vec<String> = faces.iter().map(u32::to_string).collect();
            prop_assert_eq!(dice.parse_faces(&typed.join(" ")), Ok(faces));
        }

        #[test]
        fn any_typed_text_is_read_or_refused(dice in any_dice(), text: String, like_faces in "[0-9 ,+-]{0,40}") {
            for text in [text, like_faces] {
                match dice.parse_faces(&text) {
                    Ok(faces) => prop_assert_eq!(dice.check(&faces), Ok(())),
                    Err(error) => prop_assert!(!error.to_string().chars().any(char::is_control)),
                }
            }
        }
    }
}
