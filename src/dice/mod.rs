//! Dice: what is thrown, which faces it may show, what they add up to, how likely that is.
//!
//! A roll is always given as the faces of its dice, never as their sum, so that dice from the table and dice from
//! the generator are the same thing. Only this part of the program knows random numbers.

mod faces;
mod generator;
mod notation;
mod odds;
mod tally;

use std::sync::Arc;

pub use faces::BadFaces;
pub use generator::{Generator, NoSeed, NotSeed, Seed};
pub use notation::NotDice;
pub use odds::Odds;
pub use tally::{Tally, Term};

use faces::Reading;
use serde::{Deserialize, Serialize};

/// The most dice that one [`Dice`] throws.
pub const MOST_DICE: u32 = 1000;
/// The most sides a die has.
pub const MOST_SIDES: u32 = 1000;
/// The most that [`Dice::modifier`] adds or takes away.
pub const MOST_MODIFIER: i64 = 1_000_000;
/// The most faces one exploding die shows in a row. The last of them counts and explodes no more.
pub const MOST_FACES: u32 = 100;

/// Dice as they are written at the table: `d20`, `2d6+1`, `4d6kh3`, `d6!`, `1d8+1d6-2`, or a plain number.
///
/// | written | meaning |
/// |---|---|
/// | `2d6` | two dice of six sides; `d6` is one, `d%` is `d100` |
/// | `4d6kh3`, `2d20kl1` | only the three highest count, only the lowest counts; `k` is `kh`, and 1 may be left out |
/// | `4d6dl1`, `2d20dh1` | the lowest, the highest does not count |
/// | `d6!` | a die that shows its highest face is thrown again, and everything it shows counts |
/// | `+1d6`, `-2` | more dice, a number, added or taken away |
///
/// Two that mean the same are equal: `4d6dl1` is `4d6kh3`, `1+d6+1` is `d6+2`. The text of a `Dice` can always be
/// read again and gives the same `Dice`. At most [`MOST_DICE`] dice of at most [`MOST_SIDES`] sides.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Dice {
    /// Shared, as the dice of a sheet are read often.
    pools: Arc<[Pool]>,
    modifier: i64,
}

/// Dice of one kind that are thrown together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Pool {
    sign: Sign,
    /// 1 to `MOST_DICE`, counted over all pools.
    count: u32,
    /// 1 to `MOST_SIDES`; at least 2 where the dice explode.
    sides: u32,
    keep: Keep,
    explodes: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Sign {
    Plus,
    Minus,
}

/// Which dice of a pool count. A number in it is at least 1 and less than the pool's count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Keep {
    All,
    Highest(u32),
    Lowest(u32),
}

impl Dice {
    /// One die with this many sides. A number outside 1 to [`MOST_SIDES`] is taken as the nearest inside.
    pub fn d(sides: u32) -> Dice {
        Dice::new(1, sides)
    }

    /// `count` dice with `sides` sides each. More than [`MOST_DICE`] are taken as that many; none at all is the
    /// number 0. Sides outside 1 to [`MOST_SIDES`] are taken as the nearest inside.
    pub fn new(count: u32, sides: u32) -> Dice {
        let pool = Pool {
            sign: Sign::Plus,
            count: count.min(MOST_DICE),
            sides: sides.clamp(1, MOST_SIDES),
            keep: Keep::All,
            explodes: false,
        };
        Dice {
            pools: if count == 0 { [].into() } else { [pool].into() },
            modifier: 0,
        }
    }

    /// Reads dice as they are written; case and spaces between the parts do not matter.
    ///
    /// # Errors
    /// [`NotDice`] says what is wrong with the text: not dice at all, or more than Affray throws ([`MOST_DICE`]
    /// dice, [`MOST_SIDES`] sides, [`MOST_MODIFIER`] added or taken away, 20 kinds of dice, 300 bytes).
    pub fn parse(text: &str) -> Result<Dice, NotDice> {
        notation::parse(text)
    }

    /// How many faces a throw shows at least, one for each die. Exploding dice may show more.
    pub fn count(&self) -> usize {
        self.pools.iter().map(|pool| pool.count as usize).sum()
    }

    /// The sides of the die that shows the face at `index`, counted from 0 in the order the dice are written.
    ///
    /// After the last die come the faces of dice that exploded; for these it is the first kind that explodes, and 1
    /// if none does.
    pub fn sides_of(&self, index: usize) -> u32 {
        let exploding = || self.pools.iter().find(|pool| pool.explodes);
        self.pool_of(index)
            .or_else(exploding)
            .map_or(1, |pool| pool.sides)
    }

    /// The number added to the dice.
    pub fn modifier(&self) -> i64 {
        self.modifier
    }

    /// The least total a throw can have.
    pub fn least(&self) -> i64 {
        self.modifier + self.pools.iter().map(|pool| pool.range().0).sum::<i64>()
    }

    /// The highest total a throw can have. An exploding die is counted with [`MOST_FACES`] times its highest face.
    pub fn most(&self) -> i64 {
        self.modifier + self.pools.iter().map(|pool| pool.range().1).sum::<i64>()
    }

    /// Whether these faces are one throw of these dice: as many as there are dice, one more for each explosion, and
    /// each within its die. First all dice in the order they are written, then the dice that exploded, thrown again
    /// in the same order, then those of them that exploded once more.
    ///
    /// # Errors
    /// [`BadFaces`] names the first die that does not fit, what it can show and what to do.
    pub fn check(&self, faces: &[u32]) -> Result<(), BadFaces> {
        faces::check(self, faces)
    }

    /// Reads the faces as somebody at the table types them: `14`, `3 5`, `3,5` or `3+5`. As printed on the dice,
    /// `0` is 10 on a d10, `00` is 100 on a d100 and `000` is 1000 on a d1000.
    ///
    /// # Errors
    /// [`BadFaces`] as for [`Dice::check`], or when something is not a number.
    pub fn parse_faces(&self, text: &str) -> Result<Vec<u32>, BadFaces> {
        faces::parse(self, text)
    }

    /// What the faces add up to, with the modifier and without the dice that do not count.
    ///
    /// Faces that [`Dice::check`] refuses give some number, never a panic: what is missing counts as 0.
    pub fn total(&self, faces: &[u32]) -> i64 {
        if self.explodes() {
            self.total_of_values(&faces::values(self, faces))
        } else {
            self.total_of_values(faces)
        }
    }

    /// The natural face behind a total where a single die counts: of `d20+2`, and of `2d20kh1` the die that is kept. `None`
    /// where several count, or dice explode.
    pub fn natural(&self, total: i64) -> Option<u32> {
        match *self.pools {
            [pool] if pool.sign == Sign::Plus && pool.kept_count() == 1 && !pool.explodes => {
                u32::try_from(total - self.modifier).ok()
            }
            _ => None,
        }
    }

    /// For each face whether it counts. Of equal dice the one thrown first is kept.
    pub fn kept(&self, faces: &[u32]) -> Vec<bool> {
        let values = faces::values(self, faces);
        let mut die_kept = Vec::with_capacity(values.len());
        let mut rest = &values[..];
        for pool in self.pools.iter() {
            let (mine, others) = rest.split_at(rest.len().min(pool.count as usize));
            die_kept.extend(pool.kept(mine));
            rest = others;
        }
        let mut reading = Reading::of(self);
        let keeps = |&face: &u32| {
            reading
                .show(face)
                .is_some_and(|die| die_kept.get(die).copied().unwrap_or(false))
        };
        faces.iter().map(keeps).collect()
    }

    /// The dice alone.
    pub fn without_modifier(&self) -> Dice {
        Dice {
            pools: self.pools.clone(),
            modifier: 0,
        }
    }

    /// The same dice with other sides: `size` says what each becomes, at least 1 and, where dice explode, 2.
    #[must_use]
    pub fn resized(&self, size: impl Fn(u32) -> u32) -> Dice {
        let resized = |pool: &Pool| {
            let least = if pool.explodes { 2 } else { 1 };
            Pool {
                sides: size(pool.sides).clamp(least, MOST_SIDES),
                ..*pool
            }
        };
        Dice {
            pools: self.pools.iter().map(resized).collect(),
            modifier: self.modifier,
        }
    }

    /// Throws the dice. The faces are in the order of [`Dice::check`], explosions included.
    pub fn roll(&self, generator: &mut Generator) -> Vec<u32> {
        let mut faces = Vec::with_capacity(self.count());
        for pool in self.pools.iter() {
            faces.extend((0..pool.count).map(|_| generator.face(pool.sides)));
        }
        if self.explodes() {
            let mut reading = Reading::of(self);
            for &face in &faces {
                reading.show(face);
            }
            while let Some(sides) = reading.next_sides() {
                let face = generator.face(sides);
                faces.push(face);
                reading.show(face);
            }
        }
        faces
    }

    /// How likely each total is. See [`Odds`] for what is exact.
    pub fn odds(&self) -> Odds {
        odds::of(self)
    }

    fn explodes(&self) -> bool {
        self.pools.iter().any(|pool| pool.explodes)
    }

    fn pool_of(&self, die: usize) -> Option<&Pool> {
        let mut before = 0;
        self.pools.iter().find(|pool| {
            before += pool.count as usize;
            die < before
        })
    }

    /// The total where every die, however often it exploded, has one value.
    fn total_of_values(&self, values: &[u32]) -> i64 {
        let mut rest = values;
        let mut total = self.modifier;
        for pool in self.pools.iter() {
            let (mine, others) = rest.split_at(rest.len().min(pool.count as usize));
            match pool.sign {
                Sign::Plus => total += pool.sum(mine),
                Sign::Minus => total -= pool.sum(mine),
            }
            rest = others;
        }
        total
    }
}

impl Pool {
    /// The pool keeping as told, where keeping all of them or more has only one form.
    fn keeping(mut self, keep: Keep) -> Pool {
        self.keep = match keep {
            Keep::Highest(kept) | Keep::Lowest(kept) if kept >= self.count => Keep::All,
            keep => keep,
        };
        self
    }

    fn kept_count(&self) -> u32 {
        match self.keep {
            Keep::All => self.count,
            Keep::Highest(kept) | Keep::Lowest(kept) => kept,
        }
    }

    /// The least and the highest that the pool adds to the total.
    fn range(&self) -> (i64, i64) {
        let kept = i64::from(self.kept_count());
        let highest = i64::from(self.sides)
            * if self.explodes {
                i64::from(MOST_FACES)
            } else {
                1
            };
        match self.sign {
            Sign::Plus => (kept, kept * highest),
            Sign::Minus => (-kept * highest, -kept),
        }
    }

    fn sum(&self, values: &[u32]) -> i64 {
        let add = |values: &[u32]| values.iter().map(|&value| i64::from(value)).sum();
        match self.keep {
            Keep::All => add(values),
            Keep::Highest(1) => values.iter().max().map_or(0, |&value| i64::from(value)),
            Keep::Lowest(1) => values.iter().min().map_or(0, |&value| i64::from(value)),
            Keep::Highest(kept) => {
                let mut sorted = values.to_vec();
                sorted.sort_unstable();
                add(&sorted[sorted.len().saturating_sub(kept as usize)..])
            }
            Keep::Lowest(kept) => {
                let mut sorted = values.to_vec();
                sorted.sort_unstable();
                add(&sorted[..sorted.len().min(kept as usize)])
            }
        }
    }

    fn kept(&self, values: &[u32]) -> Vec<bool> {
        let mut best_first: Vec<usize> = (0..values.len()).collect();
        match self.keep {
            Keep::All => {}
            Keep::Highest(_) => best_first.sort_by_key(|&die| std::cmp::Reverse(values[die])),
            Keep::Lowest(_) => best_first.sort_by_key(|&die| values[die]),
        }
        let mut kept = vec![false; values.len()];
        for &die in best_first.iter().take(self.kept_count() as usize) {
            kept[die] = true;
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn dice(text: &str) -> Dice {
        Dice::parse(text).unwrap()
    }

    #[test]
    fn dice_of_another_size_are_the_same_dice_otherwise() {
        let smaller = |sides| sides - 2;
        assert_eq!(dice("2d8+3").resized(smaller), dice("2d6+3"));
        assert_eq!(dice("4d6kh3-1d10").resized(smaller), dice("4d4kh3-1d8"));
        assert_eq!(dice("d4!").resized(|_| 0), dice("d2!"));
    }

    #[track_caller]
    fn check_total(text: &str, faces: &[u32], total: i64, kept: &[bool]) {
        let dice = dice(text);
        assert_eq!(dice.check(faces), Ok(()));
        assert_eq!(
            (dice.total(faces), dice.kept(faces)),
            (total, kept.to_vec())
        );
    }

    const YES: bool = true;
    const NO: bool = false;

    #[test]
    fn adds_what_counts() {
        check_total("d20", &[14], 14, &[YES]);
        check_total("2d6+1", &[3, 5], 9, &[YES, YES]);
        check_total("1d8+1d6-2", &[8, 1], 7, &[YES, YES]);
        check_total("10-d6", &[4], 6, &[YES]);
        check_total("3", &[], 3, &[]);
    }

    #[test]
    fn keeps_and_drops() {
        check_total("4d6kh3", &[5, 1, 3, 6], 14, &[YES, NO, YES, YES]);
        check_total("4d6dl1", &[2, 2, 2, 2], 6, &[YES, YES, YES, NO]);
        check_total("4d6kl2", &[5, 1, 3, 6], 4, &[NO, YES, YES, NO]);
        check_total("2d20kh1+5", &[3, 14], 19, &[NO, YES]);
        check_total("2d20dh1", &[3, 14], 3, &[YES, NO]);
        check_total("d4-3d6kh1", &[4, 2, 6, 6], -2, &[YES, NO, YES, NO]);
    }

    #[test]
    fn explodes_one_round_after_the_other() {
        check_total("d6!", &[6, 6, 2], 14, &[YES; 3]);
        check_total("3d6!", &[6, 1, 6, 2, 6, 3], 24, &[YES; 6]);
        // The first die shows 6 + 2, the third 6 + 6 + 3: only the third counts.
        check_total(
            "3d6!kh1",
            &[6, 1, 6, 2, 6, 3],
            15,
            &[NO, NO, YES, NO, YES, YES],
        );
        check_total("d4!+d6!", &[4, 6, 1, 5], 16, &[YES; 4]);
    }

    #[test]
    fn rules_make_the_dice_that_people_write() {
        assert_eq!(Dice::d(20), dice("d20"));
        assert_eq!(Dice::new(2, 6), dice("2d6"));
        assert_eq!(Dice::new(0, 6), dice("0"));
        assert_eq!(dice("2d6-1").without_modifier(), dice("2d6"));
        assert_eq!(dice("d8+3d4-1").modifier(), -1);
    }

    #[test]
    fn what_is_beyond_the_limits_stays_at_them() {
        assert_eq!(Dice::new(u32::MAX, u32::MAX), dice("1000d1000"));
        assert_eq!(Dice::d(0), dice("d1"));
    }

    #[test]
    fn knows_its_range() {
        let range = |text| (dice(text).least(), dice(text).most());
        assert_eq!(range("2d6+1"), (3, 13));
        assert_eq!(range("4d6kh3"), (3, 18));
        assert_eq!(range("d8-2d6"), (-11, 6));
        assert_eq!(range("d6!"), (1, 600));
        assert_eq!(range("-5"), (-5, -5));
    }

    #[test]
    fn says_which_die_comes_next() {
        let sum = dice("2d6+d8-1");
        assert_eq!(
            (
                sum.count(),
                sum.sides_of(1),
                sum.sides_of(2),
                sum.sides_of(3)
            ),
            (3, 6, 8, 1)
        );
        let explodes = dice("d4!+d6!");
        assert_eq!(explodes.sides_of(2), 4);
        assert!(explodes.check(&[4, 6, 1]).is_err());
        assert_eq!(explodes.check(&[4, 6, 1, 5]), Ok(()));
        assert_eq!(dice("3").check(&[]), Ok(()));
    }

    #[test]
    fn explosions_end() {
        let twos = vec![2; MOST_FACES as usize];
        assert_eq!(dice("d2!").check(&twos), Ok(()));
        assert_eq!(dice("d2!").total(&twos), dice("d2!").most());
        assert!(dice("d2!").check(&twos[1..]).is_err());
    }

    /// Any dice within the limits, with few enough dice to be quick.
    pub(super) fn any_dice() -> impl Strategy<Value = Dice> {
        let sides = prop_oneof![1_u32..=6, Just(10), Just(20), Just(100), 1..=MOST_SIDES];
        let keep = prop_oneof![
            2 => Just(Keep::All),
            1 => (1_u32..12).prop_map(Keep::Highest),
            1 => (1_u32..12).prop_map(Keep::Lowest),
        ];
        let sign = prop_oneof![Just(Sign::Plus), Just(Sign::Minus)];
        let pool = (sign, 1_u32..=8, sides, keep, any::<bool>()).prop_map(
            |(sign, count, sides, keep, explodes)| {
                Pool {
                    sign,
                    count,
                    sides,
                    keep: Keep::All,
                    explodes: explodes && sides > 1,
                }
                .keeping(keep)
            },
        );
        let modifier = prop_oneof![Just(0), -9_i64..=9, -MOST_MODIFIER..=MOST_MODIFIER];
        (prop::collection::vec(pool, 0..4), modifier).prop_map(|(pools, modifier)| Dice {
            pools: pools.into(),
            modifier,
        })
    }

    proptest! {
        #[test]
        fn what_is_thrown_is_a_throw(dice in any_dice(), seed: u64) {
            let faces = dice.roll(&mut Generator::at(Seed(seed), 0, "roll", 0, 0));
            prop_assert_eq!(dice.check(&faces), Ok(()));
            prop_assert!((0..faces.len()).all(|given| dice.check(&faces[..given]).is_err()));
            let total = dice.total(&faces);
            prop_assert!((dice.least()..=dice.most()).contains(&total));
        }

        #[test]
        fn the_kept_faces_are_the_total(dice in any_dice(), seed: u64) {
            let faces = dice.roll(&mut Generator::at(Seed(seed), 0, "roll", 0, 0));
            let mut reading = Reading::of(&dice);
            let mut total = dice.modifier();
            for (&face, kept) in faces.iter().zip(dice.kept(&faces)) {
                let die = reading.show(face).unwrap();
                let sign = if dice.pool_of(die).unwrap().sign == Sign::Minus { -1 } else { 1 };
                total += if kept { sign * i64::from(face) } else { 0 };
            }
            prop_assert_eq!(total, dice.total(&faces));
        }

        #[test]
        fn any_faces_give_some_answer(dice in any_dice(), faces: Vec<u32>) {
            let _ = (dice.check(&faces), dice.total(&faces), dice.sides_of(faces.len()));
            prop_assert_eq!(dice.kept(&faces).len(), faces.len());
        }
    }
}
