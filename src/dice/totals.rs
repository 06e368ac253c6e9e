//! Reads typed totals in place of results, and chooses results that add up to them.
//!
//! The total of a single die determines its result. For several dice the results are chosen as even as possible.

use super::faces::{BadFaces, first_word};
use super::pool::{Dice, Keep, Pool, Sign};

/// Rules for reading a number typed for a roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Typing {
    /// True if a number is a total with all modifiers. Otherwise the number is the result of one die, or the sum of
    /// several dice if the number is too high for one die.
    pub totals: bool,
    /// Modifier in addition to the modifier in the dice notation.
    pub bonus: i64,
    /// True if the rule reads each die, so that a total is not enough.
    pub each_die: bool,
    /// True for a sum without a target number, such as damage. A number above everything that the dice can show is then
    /// the total with all modifiers, although the side types dice.
    pub sum: bool,
    /// Maximum number that counts as the total although the dice cannot have it, because it is higher; 0 if no such
    /// number counts.
    pub above: i64,
}

/// Dice or a total typed for a roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed {
    /// One result for each die, as [`Dice::check`] requires, or a total above the dice ([`Typing::above`]).
    pub faces: Vec<u32>,
    /// True if a total was typed, or a full stop made an exception.
    pub told: bool,
}

impl Dice {
    /// Reads the dice or total of this roll from the front of a line, and returns the rest of the line. A full stop
    /// after the first number switches its meaning: a total instead of a result, or a result instead of a total.
    ///
    /// # Errors
    /// [`BadFaces`] as for [`Dice::parse_first`], or a total that these dice cannot have.
    pub fn parse_typed<'t>(
        &self,
        text: &'t str,
        how: Typing,
    ) -> Result<(Typed, &'t str), BadFaces> {
        let (word, rest) = first_word(text);
        let (digits, stop) = match word.strip_suffix('.') {
            Some(digits) => (digits, true),
            None => (word, false),
        };
        let number = digits.parse::<i64>().ok();
        let number = number.filter(|_| !digits.starts_with('+') && self.count() > 0);
        let highest = i64::from(self.sides_of(0));
        let most = self.most().saturating_add(how.bonus);
        if let Some(number) = number.filter(|number| how.above > 0 && *number > highest) {
            let is_total = how.totals != stop || self.count() == 1;
            match self.faces_of(number, how.bonus + self.modifier(), how) {
                Ok(faces) if is_total => return Ok((Typed { faces, told: true }, rest)),
                _ if number > most && number <= how.above => {
                    let faces = u32::try_from(number).into_iter().collect();
                    return Ok((Typed { faces, told: true }, rest));
                }
                _ => {}
            }
        }
        if let Some(number) = number.filter(|_| how.sum && !how.totals && !stop)
            && number > self.most_shown()
            && let Ok(faces) = self.faces_of(number, how.bonus + self.modifier(), how)
        {
            return Ok((Typed { faces, told: true }, rest));
        }
        let is_sum = !how.totals && !stop && (self.count() > 1 || self.has_fate());
        match number {
            Some(number) if how.totals != stop => {
                let faces = self.faces_of(number, how.bonus + self.modifier(), how)?;
                Ok((Typed { faces, told: true }, rest))
            }
            // Fate dice are typed as their total, never as results.
            Some(number) if is_sum && (number > highest || self.has_fate()) => {
                let faces = self.faces_of(number, 0, how)?;
                Ok((Typed { faces, told: true }, rest))
            }
            // Players often call out only the die that counts.
            Some(number) if rest.is_empty() && !how.each_die && self.keeps_one() => {
                let faces = self.faces_of(number, 0, how)?;
                Ok((Typed { faces, told: true }, rest))
            }
            _ => {
                let (faces, rest) = self.parse_stopped(text, how.totals)?;
                Ok((Typed { faces, told: stop }, rest))
            }
        }
    }

    /// Returns the highest number that can be read off the dice: the sum of the dice without the modifier.
    fn most_shown(&self) -> i64 {
        self.most().saturating_sub(self.modifier())
    }

    /// Returns results that add up to a typed number, which includes `added`.
    fn faces_of(&self, number: i64, added: i64, how: Typing) -> Result<Vec<u32>, BadFaces> {
        let digits = |pool: &Pool| pool.keep == Keep::Digits;
        let mixed = self.pools.len() > 1 && self.pools.iter().any(digits);
        if self.is_told_by_faces() || mixed || (how.each_die && self.count() > 1) {
            return Err(BadFaces::EachDie { dice: self.clone() });
        }
        let [least, most] = [self.least(), self.most()].map(|sum| sum - self.modifier() + added);
        if (least..=most).contains(&number) {
            let faces = self.faces_for(number - added);
            // A total of digit dice can have digits that no die shows.
            if self.total(&faces) - self.modifier() == number - added {
                return Ok(faces);
            }
        }
        // Another digit may still bring the number into the range.
        let may_grow = number.signum() == 1 && number < least && number * 10 <= most;
        Err(BadFaces::Total {
            dice: self.clone(),
            number,
            range: (least, most),
            may_grow,
        })
    }

    /// Returns results with this sum, which excludes the modifier and is in the range of the dice.
    fn faces_for(&self, sum: i64) -> Vec<u32> {
        let groups: Vec<&[Pool]> = self.groups().collect();
        // Each group starts at its lowest sum; its span is the amount that it can add.
        let spans: Vec<i64> = groups.iter().map(|group| span(group)).collect();
        let mut open: i64 = spans.iter().sum();
        let mut missing = sum - (self.least() - self.modifier());
        let mut faces = Vec::with_capacity(self.count());
        for (group, span) in groups.into_iter().zip(spans) {
            // Each group takes an even part of the missing amount, and the last group takes the rest.
            let part = if open > 0 { missing * span / open } else { 0 };
            open -= span;
            let part = part.max(missing - open);
            missing -= part;
            let (least, most) = ends(group);
            let value = match group[0].sign {
                Sign::Plus => least + part,
                Sign::Minus => most - part,
            };
            fill(group, value, &mut faces);
        }
        faces
    }
}

/// Returns the lowest and the highest value of pools of which the best counts.
fn ends(group: &[Pool]) -> (i64, i64) {
    let least = group.iter().map(|pool| pool.range().0).max();
    let most = group.iter().map(|pool| pool.range().1).max();
    (least.unwrap_or(0), most.unwrap_or(0))
}

fn span(group: &[Pool]) -> i64 {
    let (least, most) = ends(group);
    most - least
}

/// Adds results for pools of which the best counts, so that the best one has a given value.
fn fill(group: &[Pool], value: i64, faces: &mut Vec<u32>) {
    let best = group.iter().position(|pool| pool.range().1 >= value);
    for (place, pool) in group.iter().enumerate() {
        let value = if Some(place) == best {
            value
        } else {
            pool.range().0
        };
        let kept = i64::from(pool.kept_count());
        let face = |number: i64| u32::try_from(number).unwrap_or(1).clamp(1, pool.sides);
        if pool.keep == Keep::Fate {
            let (plus, minus) = (value.max(0), (-value).max(0));
            let face = |die: i64| match die {
                die if die < plus => 3,
                die if die < minus => 1,
                _ => 2,
            };
            faces.extend((0..kept).map(face));
            continue;
        }
        if pool.keep == Keep::Digits {
            let digit = |place: u32| face(value / 10_i64.pow(place) % 10);
            faces.extend((0..pool.count).rev().map(digit));
            continue;
        }
        if let Keep::Reaching(_) = pool.keep {
            let reach = |die: i64| if die < value { pool.sides } else { 1 };
            faces.extend((0..kept).map(reach));
            continue;
        }
        let (even, more) = (value / kept, value % kept);
        let those = (0..kept).map(|die| face(even + i64::from(die < more)));
        faces.extend(those);
        // Dice that do not count show the same result as a die that counts.
        let idle = match pool.keep {
            Keep::Lowest(_) => face(even + i64::from(more > 0)),
            _ => face(even),
        };
        faces.extend((pool.kept_count()..pool.count).map(|_| idle));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn fate_dice_are_typed_as_totals_and_digit_dice_as_numbers() {
        assert_eq!(read("4dF", "2", DICE), Ok(vec![3, 3, 2, 2]));
        assert_eq!(read("4dF", "-1", DICE), Ok(vec![1, 2, 2, 2]));
        assert!(read("4dF", "5", DICE).unwrap_err().contains("-4 to 4"));
        assert_eq!(read("d66", "35", DICE), Ok(vec![3, 5]));
        assert_eq!(read("d66", "3 5", DICE), Ok(vec![3, 5]));
        assert!(read("d66", "37", DICE).is_err());
        assert_eq!(read("2d6r1", "9", DICE), Ok(vec![5, 4]));
        assert_eq!(read("2d6r1", "1 4 3", DICE), Ok(vec![1, 4, 3]));
        assert!(read("2d6ro1", "9", DICE).unwrap_err().contains("each die"));
    }

    fn dice(text: &str) -> Dice {
        Dice::parse(text).unwrap()
    }

    fn read(text: &str, typed: &str, how: Typing) -> Result<Vec<u32>, String> {
        let read = dice(text).parse_typed(typed, how);
        let read = read.map_err(|bad| bad.to_string())?;
        assert_eq!(read.1, "", "{typed}");
        Ok(read.0.faces)
    }

    const DICE: Typing = Typing {
        totals: false,
        bonus: 6,
        each_die: false,
        sum: false,
        above: 0,
    };
    const TOTALS: Typing = Typing {
        totals: true,
        ..DICE
    };

    #[test]
    fn a_full_stop_switches_between_die_and_total() {
        assert_eq!(read("d20", "12", DICE), Ok(vec![12]));
        assert_eq!(read("d20", "18.", DICE), Ok(vec![12]));
        assert_eq!(read("d20", "18", TOTALS), Ok(vec![12]));
        assert_eq!(read("d20", "12.", TOTALS), Ok(vec![12]));
        assert_eq!(read("2d6+1", "3. 5", TOTALS), Ok(vec![3, 5]));
        assert_eq!(read("2d6+1", "15", TOTALS), Ok(vec![4, 4]));
        assert_eq!(read("2d6+1", "15.", DICE), Ok(vec![4, 4]));
    }

    #[test]
    fn one_number_is_enough_if_only_one_die_counts() {
        assert_eq!(read("2d20kh1", "17", DICE), Ok(vec![17, 17]));
        assert_eq!(read("2d20kl1", "3", DICE), Ok(vec![3, 3]));
        assert_eq!(read("2d20kh1", "17 4", DICE), Ok(vec![17, 4]));
        assert_eq!(read("2d20kh1", "23.", DICE), Ok(vec![17, 17]));
        assert!(read("4d6kh3", "5", DICE).is_err());
        assert!(read("2d20kh1", "21", DICE).is_err());
    }

    #[test]
    fn a_number_too_high_for_one_die_is_the_total_of_several() {
        let faces = read("8d6+2", "29", DICE).unwrap();
        assert_eq!(faces, [4, 4, 4, 4, 4, 3, 3, 3]);
        assert_eq!(read("2d6", "3 5", DICE), Ok(vec![3, 5]));
        assert_eq!(read("4d6kh3", "15", DICE), Ok(vec![5, 5, 5, 5]));
        assert_eq!(read("1d8+1d6", "13", DICE), Ok(vec![7, 6]));
    }

    #[test]
    fn a_number_above_everything_the_dice_can_show_is_the_total_of_a_sum() {
        let sum = Typing { sum: true, ..DICE };
        assert_eq!(read("d8", "14", sum), Ok(vec![8]));
        assert_eq!(read("d8", "9", sum), Ok(vec![3]));
        assert_eq!(read("d8", "8", sum), Ok(vec![8]));
        assert!(read("d8", "15", sum).unwrap_err().contains("1 to 8"));
        // The modifier of the notation counts too: 2d6 + 3 + 6.
        assert_eq!(read("2d6+3", "12", sum), Ok(vec![6, 6]));
        assert_eq!(read("2d6+3", "13", sum), Ok(vec![2, 2]));
        assert_eq!(read("2d6+3", "21", sum), Ok(vec![6, 6]));
        assert!(read("2d6+3", "22", sum).unwrap_err().contains("2 to 12"));
        assert!(read("d6!", "9", sum).is_err(), "the rule reads each die");
        assert!(read("d8", "14", DICE).is_err(), "a roll with a target");
    }

    #[test]
    fn impossible_totals_are_refused_with_their_range() {
        let range = |text: &str, typed: &str, how: Typing| read(text, typed, how).unwrap_err();
        assert!(range("d20", "27", TOTALS).contains("7 to 26"));
        assert!(range("d20", "6", TOTALS).contains("7 to 26"));
        assert!(range("8d6", "49", DICE).contains("8 to 48"));
        assert!(range("2d6", "13", DICE).contains("2 to 12"));
        let each_die = Typing {
            each_die: true,
            ..TOTALS
        };
        assert!(range("2d6", "9", each_die).contains("each die"));
        assert!(range("2d6!", "9", DICE).contains("each die"));
        // The total of one die determines its result.
        assert_eq!(read("d20", "18", each_die), Ok(vec![12]));
    }

    #[test]
    fn a_number_above_all_totals_replaces_the_dice_if_the_roll_is_open_ended() {
        let open = Typing { above: 999, ..DICE };
        assert_eq!(read("d20", "27", open), Ok(vec![27]));
        assert_eq!(read("d20", "27.", open), Ok(vec![27]));
        assert_eq!(read("2d6", "30", open), Ok(vec![30]));
        // A number that the dice and the bonus can have is a total, and a number that the die can have is the die.
        assert_eq!(read("d20", "25", open), Ok(vec![19]));
        assert_eq!(read("d20", "20", open), Ok(vec![20]));
        assert_eq!(read("2d6", "11", open), Ok(vec![6, 5]));
        assert!(read("d20", "1000", open).is_err());
        assert!(read("d20", "0", open).is_err());
    }

    proptest! {
        #[test]
        fn dice_chosen_for_a_typed_total_add_up_to_this_total(
            text in "([2-9]d(4|6|8|10|20)(r1)?(kh[12]|kl[12])?|[2-5]dF|[2-5]d6>=[2-6]|best\\(d8, 2d4\\))([+-][1-4]d[4-9])?([+-][1-9])?",
            part in 0.0_f64..=1.0,
            bonus in -5_i64..=9,
        ) {
            let dice = dice(&text);
            let (least, most) = (dice.least() + bonus, dice.most() + bonus);
            let total = least + ((most - least) as f64 * part).round() as i64;
            let how = Typing { totals: true, bonus, ..DICE };
            let typed = total.to_string();
            let (read, rest) = dice.parse_typed(&typed, how).expect("it is in the range");
            prop_assert_eq!(rest, "");
            prop_assert_eq!(dice.check(&read.faces), Ok(()));
            prop_assert_eq!(dice.total(&read.faces) + bonus, total);
        }
    }
}
