//! Dice and their rolls: notation, possible results, totals and odds.
//!
//! A roll is always the list of its results, never their sum, so that typed and generated dice are treated alike. Only
//! this module uses random numbers.

mod faces;
mod generator;
mod notation;
mod odds;
mod pool;
mod tally;
mod totals;

pub use faces::BadFaces;
pub(crate) use generator::unforeseen;
pub use generator::{Generator, NoSeed, NotSeed, Seed};
pub use notation::NotDice;
pub use odds::Odds;
pub use pool::{Dice, MOST_DICE, MOST_FACES, MOST_MODIFIER, MOST_SIDES};
pub use tally::{Adds, Tally, Term};
pub use totals::{Typed, Typing};

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
    fn resizing_dice_changes_only_the_number_of_sides() {
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

    /// Checks that a d66 has only the 36 results with two digits from 1 to 6.
    #[test]
    fn odds_of_digit_dice_fate_dice_and_rerolls_are_exact() {
        let odds: Vec<(i64, f64)> = dice("d66").odds().iter().collect();
        assert_eq!(odds.len(), 36);
        let digits =
            |total: i64| (1..=6).contains(&(total / 10)) && (1..=6).contains(&(total % 10));
        assert!(odds.iter().all(|(total, _)| digits(*total)));
        assert!(
            odds.iter()
                .all(|(_, chance)| (chance * 36.0 - 1.0).abs() < 1e-9)
        );
        assert_eq!(dice("d666").odds().iter().count(), 216);
        let exact = |text: &str, total: i64, chance: f64| {
            let odds = dice(text).odds();
            let there = odds.when(|one| one == total);
            assert!((there - chance).abs() < 1e-9, "{text} {total}: {there}");
        };
        exact("4dF", 4, 1.0 / 81.0);
        exact("4dF", 0, 19.0 / 81.0);
        exact("d6r1", 2, 0.2);
        exact("d6r<=2", 3, 0.25);
        exact("d6ro1", 1, 1.0 / 36.0);
        exact("d6ro1", 6, 7.0 / 36.0);
        exact("2d6r1kh1", 2, 1.0 / 25.0);
        exact("2d6r1kh1", 6, 9.0 / 25.0);
        assert_eq!((dice("2d6r1").least(), dice("2d6ro1").least()), (4, 2));
        assert_eq!((dice("4dF-1").least(), dice("d66").most()), (-5, 66));
    }

    #[test]
    fn rerolled_results_do_not_count_toward_the_total() {
        check_total("2d6r1", &[1, 4, 3], 7, &[NO, YES, YES]);
        check_total("2d6r1", &[1, 4, 1, 5], 9, &[NO, YES, NO, YES]);
        check_total("2d6ro1", &[1, 4, 1], 5, &[NO, YES, YES]);
        check_total("4dF", &[1, 2, 3, 3], 1, &[YES; 4]);
        check_total("d66+1", &[3, 5], 36, &[YES; 2]);
        assert!(dice("2d6r1").check(&[1, 4]).is_err());
        assert!(dice("2d6ro1").check(&[1, 4, 1, 2]).is_err());
    }

    #[test]
    fn the_total_counts_only_kept_dice() {
        check_total("d20", &[14], 14, &[YES]);
        check_total("2d6+1", &[3, 5], 9, &[YES, YES]);
        check_total("1d8+1d6-2", &[8, 1], 7, &[YES, YES]);
        check_total("10-d6", &[4], 6, &[YES]);
        check_total("3", &[], 3, &[]);
    }

    #[test]
    fn keep_and_drop_notations_count_the_right_dice() {
        check_total("4d6kh3", &[5, 1, 3, 6], 14, &[YES, NO, YES, YES]);
        check_total("4d6dl1", &[2, 2, 2, 2], 6, &[YES, YES, YES, NO]);
        check_total("4d6kl2", &[5, 1, 3, 6], 4, &[NO, YES, YES, NO]);
        check_total("2d20kh1+5", &[3, 14], 19, &[NO, YES]);
        check_total("2d20dh1", &[3, 14], 3, &[YES, NO]);
        check_total("d4-3d6kh1", &[4, 2, 6, 6], -2, &[YES, NO, YES, NO]);
    }

    #[test]
    fn a_dice_pool_counts_the_dice_that_reach_a_number() {
        check_total("5d6>=5", &[5, 1, 6, 4, 5], 3, &[YES, NO, YES, NO, YES]);
        check_total("3 - 2d10 >= 8", &[10, 7], 2, &[YES, NO]);
        assert_eq!((dice("5d6>=5").least(), dice("5d6>=5").most()), (0, 5));
        assert_eq!(dice("d6>=5").natural(1), None);
        assert_eq!(dice("d6>=5").times(5), dice("5d6>=5"));
        for wrong in ["d6>=7", "d6>=1", "d6!>=5", "d6>=5!", "4d6kh3>=5", "d6>="] {
            assert!(Dice::parse(wrong).is_err(), "{wrong}");
        }
        let odds = dice("3d6>=5").odds();
        let close = |one: f64, other: f64| (one - other).abs() < 1e-12;
        assert!(close(odds.at_least(1), 1.0 - 8.0 / 27.0));
        assert!(close(odds.mean(), 1.0));
    }

    #[test]
    fn best_of_several_dice_counts_only_the_highest() {
        check_total("best(d8, d6)+1", &[3, 5], 6, &[NO, YES]);
        check_total("best(d8, d6)", &[4, 4], 4, &[YES, NO]);
        check_total("best(d8!, d6!)", &[8, 2, 3], 11, &[YES, NO, YES]);
        check_total("d4-best(2d6, d10)", &[4, 1, 2, 7], -3, &[YES, NO, NO, YES]);
        assert_eq!(dice("best( D8 ,2d6 )").to_string(), "best(d8, 2d6)");
        assert_eq!(
            Dice::best(&[dice("d8"), dice("2d6")]),
            Some(dice("best(d8, 2d6)"))
        );
        assert_eq!(Dice::best(&[dice("d8+1"), dice("d6")]), None);
        assert_eq!(dice("best(d8, d6)").exploding(), dice("best(d8!, d6!)"));
        assert_eq!(
            (dice("best(d4, 2d6)").least(), dice("best(d4, 2d6)").most()),
            (2, 12)
        );
        assert_eq!(dice("best(d8, d6)").natural(5), Some(5));
        for wrong in ["best(d8", "best(8)", "best()", "best(d8+1, d6)", "best d8"] {
            assert!(Dice::parse(wrong).is_err(), "{wrong}");
        }
        // Both dice stay below 4 in 3 × 3 of 8 × 6 cases.
        let odds = dice("best(d8, d6)").odds();
        assert!((odds.at_least(4) - (1.0 - 9.0 / 48.0)).abs() < 1e-12);
        // An exploding d8 reaches 4 in five of eight cases, an exploding d6 in half of all cases.
        let odds = dice("best(d8!, d6!)").odds();
        assert!((odds.at_least(4) - (1.0 - 9.0 / 48.0)).abs() < 1e-9);
    }

    #[test]
    fn exploding_dice_are_rerolled_in_successive_passes() {
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
    fn constructors_build_the_same_dice_as_the_notation() {
        assert_eq!(Dice::d(20), dice("d20"));
        assert_eq!(Dice::new(2, 6), dice("2d6"));
        assert_eq!(Dice::new(0, 6), dice("0"));
        assert_eq!(dice("2d6-1").without_modifier(), dice("2d6"));
        assert_eq!(dice("d8+3d4-1").modifier(), -1);
    }

    #[test]
    fn values_beyond_the_limits_are_clamped() {
        assert_eq!(Dice::new(u32::MAX, u32::MAX), dice("1000d1000"));
        assert_eq!(Dice::d(0), dice("d1"));
    }

    #[test]
    fn least_and_most_are_the_limits_of_the_total() {
        let range = |text| (dice(text).least(), dice(text).most());
        assert_eq!(range("2d6+1"), (3, 13));
        assert_eq!(range("4d6kh3"), (3, 18));
        assert_eq!(range("d8-2d6"), (-11, 6));
        assert_eq!(range("d6!"), (1, 600));
        assert_eq!(range("-5"), (-5, -5));
    }

    #[test]
    fn sides_of_returns_the_sides_of_the_die_for_each_result() {
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
    fn exploding_dice_stop_at_the_limit_of_rolls() {
        let twos = vec![2; MOST_FACES as usize];
        assert_eq!(dice("d2!").check(&twos), Ok(()));
        assert_eq!(dice("d2!").total(&twos), dice("d2!").most());
        assert!(dice("d2!").check(&twos[1..]).is_err());
    }

    /// Generates dice within the limits, with few enough dice to be quick.
    pub(super) fn any_dice() -> impl Strategy<Value = Dice> {
        let sides = prop_oneof![
            1_u32..=6,
            Just(10),
            Just(20),
            Just(100),
            (1..=MOST_SIDES).prop_filter("read as digits", |sides| !matches!(sides, 66 | 666))
        ];
        let keep = prop_oneof![
            2 => Just(Keep::All),
            1 => (1_u32..12).prop_map(Keep::Highest),
            1 => (1_u32..12).prop_map(Keep::Lowest),
            1 => (2_u32..8).prop_map(Keep::Reaching),
        ];
        let sign = prop_oneof![Just(Sign::Plus), Just(Sign::Minus)];
        let pool = (sign, 1_u32..=8, sides, keep, any::<bool>(), any::<bool>()).prop_map(
            |(sign, count, sides, keep, explodes, or)| {
                let counted = matches!(keep, Keep::Reaching(least) if least <= sides);
                let keep = if counted || !matches!(keep, Keep::Reaching(_)) {
                    keep
                } else {
                    Keep::All
                };
                Pool {
                    sign,
                    count,
                    sides,
                    keep: Keep::All,
                    explodes: explodes && sides > 1 && !counted,
                    reroll: 0,
                    once: false,
                    or,
                }
                .keeping(keep)
            },
        );
        let modifier = prop_oneof![Just(0), -9_i64..=9, -MOST_MODIFIER..=MOST_MODIFIER];
        (prop::collection::vec(pool, 0..4), modifier).prop_map(|(mut pools, modifier)| {
            // The first term has no operator; an operator has the sign of the term after it.
            for place in 0..pools.len() {
                pools[place].or &= place > 0;
                if pools[place].or {
                    pools[place].sign = pools[place - 1].sign;
                }
            }
            Dice {
                pools: pools.into(),
                modifier,
            }
        })
    }

    proptest! {
        #[test]
        fn rolled_results_are_complete_and_within_the_limits_of_the_total(dice in any_dice(), seed: u64) {
            let faces = dice.roll(&mut Generator::at(Seed(seed), 0, "roll", 0, 0));
            prop_assert_eq!(dice.check(&faces), Ok(()));
            prop_assert!((0..faces.len()).all(|given| dice.check(&faces[..given]).is_err()));
            let total = dice.total(&faces);
            prop_assert!((dice.least()..=dice.most()).contains(&total));
        }

        #[test]
        fn kept_results_and_the_modifier_add_up_to_the_total(dice in any_dice(), seed: u64) {
            let faces = dice.roll(&mut Generator::at(Seed(seed), 0, "roll", 0, 0));
            let mut reading = Reading::of(&dice);
            let mut total = dice.modifier();
            for (&face, kept) in faces.iter().zip(dice.kept(&faces)) {
                let die = reading.show(face).unwrap();
                let pool = dice.pool_of(die).unwrap();
                let sign = if pool.sign == Sign::Minus { -1 } else { 1 };
                let counts = if matches!(pool.keep, Keep::Reaching(_)) { 1 } else { i64::from(face) };
                total += if kept { sign * counts } else { 0 };
            }
            prop_assert_eq!(total, dice.total(&faces));
        }

        #[test]
        fn arbitrary_results_never_cause_a_panic(dice in any_dice(), faces: Vec<u32>) {
            let _ = (dice.check(&faces), dice.total(&faces), dice.sides_of(faces.len()));
            prop_assert_eq!(dice.kept(&faces).len(), faces.len());
        }
    }
}
