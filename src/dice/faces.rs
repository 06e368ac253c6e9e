//! Faces that somebody gives for a throw: which die each belongs to, and whether it can show that.

use super::notation::shown;
use super::pool::{Dice, MOST_FACES};
use std::fmt;

/// The faces are not a throw of these dice. The message names the die, what it can show and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadFaces {
    /// Not every die has a face yet. Going on typing may still make it right.
    Missing {
        /// The dice that are thrown.
        dice: Dice,
        /// How many faces there are.
        given: usize,
        /// The sides of the die that comes next.
        sides: u32,
    },
    /// More faces than dice.
    TooMany {
        /// The dice that are thrown.
        dice: Dice,
        /// How many faces there are.
        given: usize,
        /// How many there should be.
        wanted: usize,
    },
    /// A face that its die does not have.
    OffDie {
        /// The face that was given.
        face: u64,
        /// The sides of the die.
        sides: u32,
        /// Which face it is, counted from 0.
        index: usize,
        /// How many dice are thrown.
        count: usize,
    },
    /// A total that these dice cannot have.
    Total {
        dice: Dice,
        /// The number that was typed.
        number: i64,
        /// Lowest and highest possible number.
        range: (i64, i64),
        /// Whether a further digit may make it possible.
        may_grow: bool,
    },
    /// A total of dice of which each one counts.
    EachDie { dice: Dice },
    /// Something that is no number.
    NoNumber {
        /// What was typed, fit to be shown.
        typed: String,
    },
}

impl fmt::Display for BadFaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadFaces::Missing { dice, given, sides } if *given >= dice.count() => {
                write!(f, "a d{sides} is thrown again: add what it shows")
            }
            BadFaces::Missing { dice, given: 0, .. } if dice.count() == 1 => {
                write!(
                    f,
                    "nothing is typed: type what the {dice} shows",
                    dice = dice.without_modifier()
                )
            }
            BadFaces::Missing { dice, given, .. } => {
                let count = dice.count();
                write!(
                    f,
                    "{given} of {count} dice typed: type what each of them shows, like `3 5`"
                )
            }
            BadFaces::TooMany {
                dice,
                given,
                wanted,
            } => {
                let dice = dice.without_modifier();
                let faces = if *wanted == 1 { "face" } else { "faces" };
                let how = if dice.goes_on() {
                    "first all dice in their order, then those thrown again"
                } else {
                    "type what the dice show, without modifiers"
                };
                write!(f, "{dice} shows {wanted} {faces}, not {given}: {how}")
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
                let dice = dice.without_modifier();
                write!(
                    f,
                    "{number} is no total of {dice} here: type {least} to {most}"
                )
            }
            BadFaces::EachDie { dice } => {
                let dice = dice.without_modifier();
                write!(
                    f,
                    "no total here: the rule reads each die of {dice}; type what each shows"
                )
            }
            BadFaces::NoNumber { typed } => {
                write!(
                    f,
                    "`{typed}` is not a face: type what the dice show, like `14` or `3 5`"
                )
            }
        }
    }
}

impl std::error::Error for BadFaces {}

impl Dice {
    /// Whether these faces are one throw of these dice: as many as there are dice, one more for each explosion, and
    /// each within its die. First all dice in the order they are written, then the dice that exploded, thrown again
    /// in the same order, then those of them that exploded once more.
    ///
    /// # Errors
    /// [`BadFaces`] names the first die that does not fit, what it can show and what to do.
    pub fn check(&self, faces: &[u32]) -> Result<(), BadFaces> {
        check(self, faces)
    }

    /// Reads the faces as somebody at the table types them: `14`, `3 5`, `3,5` or `3+5`. As printed on the dice,
    /// `0` is 10 on a d10, `00` is 100 on a d100 and `000` is 1000 on a d1000.
    ///
    /// # Errors
    /// [`BadFaces`] as for [`Dice::check`], or when something is not a number.
    pub fn parse_faces(&self, text: &str) -> Result<Vec<u32>, BadFaces> {
        parse(self, text)
    }

    /// Reads the faces of this throw from the front of a line that may hold more throws, and gives back the rest of it.
    ///
    /// # Errors
    /// As [`Dice::parse_faces`], but that more may follow.
    pub fn parse_first<'t>(&self, text: &'t str) -> Result<(Vec<u32>, &'t str), BadFaces> {
        parse_first(self, text, false)
    }

    /// The same; behind each face there may be a full stop.
    pub(super) fn parse_stopped<'t>(
        &self,
        text: &'t str,
        stops: bool,
    ) -> Result<(Vec<u32>, &'t str), BadFaces> {
        parse_first(self, text, stops)
    }

    /// What the faces add up to, with the modifier and without the dice that do not count.
    ///
    /// Faces that [`Dice::check`] refuses give some number, never a panic: what is missing counts as 0.
    pub fn total(&self, faces: &[u32]) -> i64 {
        if self.goes_on() {
            self.total_of_values(&values(self, faces))
        } else {
            self.total_of_values(faces)
        }
    }

    /// For each face whether it counts. Of equal dice the one thrown first is kept.
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
            // Of equal ones the first.
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
            // Of a die that is thrown again only the last face counts.
            let rerolls = self.pool_of(die).is_some_and(|pool| pool.reroll > 0);
            let replaced = rerolls && dice[place + 1..].contains(&Some(die));
            die_kept.get(die).copied().unwrap_or(false) && !replaced
        };
        dice.iter().enumerate().map(keeps).collect()
    }
}

/// Follows the faces of a throw one by one. It knows which die comes next, explosions included.
pub(super) struct Reading<'a> {
    dice: &'a Dice,
    count: usize,
    read: usize,
    /// The dice that are thrown again, in order, and which face in a row of theirs it is.
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

    /// The die that shows the next face, and which of its faces this is.
    fn next(&self) -> Option<(usize, u32)> {
        match self.read.checked_sub(self.count) {
            None => Some((self.read, 1)),
            Some(index) => self.again.get(index).copied(),
        }
    }

    /// The sides of the die that shows the next face, `None` at the end.
    pub(super) fn next_sides(&self) -> Option<u32> {
        let (die, _) = self.next()?;
        self.dice.pool_of(die).map(|pool| pool.sides)
    }

    /// Takes the next face and says whose it is; `None` if all dice have been read.
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

    /// Takes the next face if its die can show it.
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

/// The value of each die: its face, the sum of its faces where it exploded, the last where it was thrown again.
fn values(dice: &Dice, faces: &[u32]) -> Vec<u32> {
    let mut values = vec![0_u32; dice.count().min(faces.len())];
    let mut reading = Reading::of(dice);
    for &face in faces {
        let Some(die) = reading.show(face) else {
            continue;
        };
        let replaces = dice.pool_of(die).is_some_and(|pool| pool.reroll > 0);
        if let Some(value) = values.get_mut(die) {
            *value = match replaces {
                true => face,
                false => value.saturating_add(face),
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

/// Whether it stands between two faces.
fn parts_faces(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '+')
}

/// The first number on a line, and what is behind it.
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

/// The number in `word`, or the highest face of a d10, d100 or d1000 where it is written with noughts only.
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
    fn reads_what_the_game_master_types() {
        check_typed("d20+5", "14", &[14]);
        check_typed("2d6", "3 5", &[3, 5]);
        check_typed("2d6", "3,5", &[3, 5]);
        check_typed("2d6", " 3 + 5 ", &[3, 5]);
        check_typed("2d6", "3;05,", &[3, 5]);
        check_typed("d6!", "6 6 2", &[6, 6, 2]);
        check_typed("3", "", &[]);
    }

    #[test]
    fn reads_noughts_as_they_are_printed_on_the_dice() {
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
    fn says_which_die_is_wrong_and_what_it_shows() {
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
            "`-3` is not a face: type what the dice show, like `14` or `3 5`",
        );
        check_error(
            "d6",
            "two",
            "`two` is not a face: type what the dice show, like `14` or `3 5`",
        );
        check_error(
            "d6",
            "\u{1b}c",
            "`\u{fffd}c` is not a face: type what the dice show, like `14` or `3 5`",
        );
    }

    #[test]
    fn says_how_many_faces_there_are() {
        check_error("d20+5", "", "nothing is typed: type what the d20 shows");
        check_error(
            "2d6",
            "3",
            "1 of 2 dice typed: type what each of them shows, like `3 5`",
        );
        check_error(
            "d20+5",
            "14 5",
            "d20 shows 1 face, not 2: type what the dice show, without modifiers",
        );
        check_error(
            "2d6",
            "3 5 1",
            "2d6 shows 2 faces, not 3: type what the dice show, without modifiers",
        );
        check_error("d6!", "6", "a d6 is thrown again: add what it shows");
        check_error(
            "2d6!",
            "6 2 3 1",
            "2d6! shows 3 faces, not 4: first all dice in their order, then those thrown again",
        );
    }

    proptest! {
        #[test]
        fn typed_faces_are_the_faces(dice in any_dice(), seed: u64) {
            let faces = dice.roll(&mut Generator::at(Seed(seed), 0, "roll", 0, 0));
            let typed: Vec<String> = faces.iter().map(u32::to_string).collect();
            prop_assert_eq!(dice.parse_faces(&typed.join(" ")), Ok(faces));
        }

        #[test]
        fn any_typing_gives_some_answer(dice in any_dice(), text: String, like_faces in "[0-9 ,+-]{0,40}") {
            for text in [text, like_faces] {
                match dice.parse_faces(&text) {
                    Ok(faces) => prop_assert_eq!(dice.check(&faces), Ok(())),
                    Err(error) => prop_assert!(!error.to_string().chars().any(char::is_control)),
                }
            }
        }
    }
}
