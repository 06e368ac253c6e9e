//! Dice: what is thrown, which faces it may show, what they add up to, how likely that is.
//!
//! A roll is always given as the faces of its dice, never as their sum, so that dice from the table and dice from
//! the generator are the same thing. Only this part of the program knows random numbers.

mod faces;
mod generator;
mod notation;
mod odds;
mod pool;
mod tally;

pub use faces::BadFaces;
pub(crate) use generator::unforeseen;
pub use generator::{Generator, NoSeed, NotSeed, Seed};
pub use notation::NotDice;
pub use odds::Odds;
pub use pool::{Dice, MOST_DICE, MOST_FACES, MOST_MODIFIER, MOST_SIDES};
pub use tally::{Tally, Term};

#[cfg(test)]
mod tests {
    use super::faces::Reading;
    use super::pool::{Keep, Pool, Sign};
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
