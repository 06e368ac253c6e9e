//! Odds of each total, counted rather than simulated.

use super::pool::{Dice, Keep, Pool, Sign};

/// Maximum number of counting steps, about a nanosecond each. Beyond this number, the odds are approximated.
const MOST_STEPS: u64 = 20_000_000;
/// Limit up to which floats represent whole numbers exactly.
const EXACT: f64 = 9_007_199_254_740_992.0;
/// Probability below which totals of exploding dice are ignored. This limit covers 23 sixes in a row on a d6, or 14
/// twenties on a d20.
const NEVER: f64 = 1e-18;
/// Range of an approximation around the mean, in standard deviations.
const REACH: f64 = 9.0;
/// Cost of raising to a power, in steps.
const POWER_STEPS: usize = 16;

/// Odds of each total that [`Dice`] can roll.
///
/// The ways to roll each total are counted as whole numbers up to 2⁵³ (`20d6`), so each probability is exact except for
/// the last bit. With more dice, each probability is exact to about 12 digits. Exploding dice are followed until the
/// rest is less likely than 10⁻¹⁸. If counting would take noticeably long (`1000d100`), the normal distribution with
/// the same mean and deviation is used, see [`Odds::approximate`].
///
/// Odds are for display only. No saved data and no decision may depend on them, because floats may differ in the last
/// bit between machines.
#[derive(Clone, Debug)]
pub struct Odds {
    least: i64,
    ways: Vec<f64>,
    total: f64,
    approximate: bool,
}

impl Odds {
    /// Returns the probability, 0 to 1, of a total of `n` or more.
    pub fn at_least(&self, n: i64) -> f64 {
        self.when(|total| total >= n)
    }

    /// Returns the probability, 0 to 1, of the totals that satisfy `wanted`.
    pub fn when(&self, wanted: impl Fn(i64) -> bool) -> f64 {
        let ways = (self.least..)
            .zip(&self.ways)
            .filter(|(total, _)| wanted(*total))
            .map(|(_, ways)| ways);
        // An empty sum of floats is -0.
        (ways.sum::<f64>() / self.total).clamp(0.0, 1.0) + 0.0
    }

    pub fn mean(&self) -> f64 {
        let offset: f64 = self
            .ways
            .iter()
            .enumerate()
            .map(|(offset, ways)| offset as f64 * ways)
            .sum();
        self.least as f64 + offset / self.total
    }

    /// Returns each possible total, from the least, with its probability.
    pub fn iter(&self) -> impl Iterator<Item = (i64, f64)> + '_ {
        let possible = (self.least..)
            .zip(&self.ways)
            .filter(|(_, ways)| **ways > 0.0);
        possible.map(|(total, ways)| (total, ways / self.total))
    }

    /// Returns `true` for the normal distribution, used if there are too many dice to count.
    pub fn approximate(&self) -> bool {
        self.approximate
    }
}

impl Dice {
    /// Returns the odds of each total. [`Odds`] describes their precision.
    pub fn odds(&self) -> Odds {
        of(self)
    }
}

/// Implements [`Dice::odds`] by convolution and enumeration.
fn of(dice: &Dice) -> Odds {
    let (sums, approximate) = match count(dice) {
        Some(sums) => (sums, false),
        None => (bell(dice), true),
    };
    let total = sums.ways.iter().sum();
    Odds {
        least: sums.least,
        ways: sums.ways,
        total,
        approximate,
    }
}

/// Counts the ways to each total; `None` if that would take too many steps.
fn count(dice: &Dice) -> Option<Sums> {
    let throws: f64 = dice
        .pools
        .iter()
        .map(|pool| f64::from(pool.sides).powf(f64::from(pool.count)))
        .product();
    let exact = !dice.goes_on() && throws <= EXACT;
    let mut steps = Steps { left: MOST_STEPS };
    let mut sums = Sums::only(dice.modifier);
    // Pools that drop, count or reroll dice, and groups of which the best counts, are computed separately. Other dice
    // are added one by one.
    let alone = |group: &&[Pool]| {
        let plain = group[0].keep == Keep::All && group[0].reroll == 0;
        group.len() > 1 || !plain
    };
    for group in dice.groups().filter(alone) {
        let mut best = of_pool(&group[0], exact, &mut steps)?;
        for pool in &group[1..] {
            best = best.or(&of_pool(pool, exact, &mut steps)?);
        }
        if group[0].sign == Sign::Minus {
            best.negate();
        }
        steps.take(sums.ways.len() * best.ways.len())?;
        sums = sums.with(&best);
    }
    for pool in dice.groups().filter(|group| !alone(group)).flatten() {
        if pool.sign == Sign::Minus {
            sums.negate();
        }
        sums.add_pool(pool, exact, &mut steps)?;
        if pool.sign == Sign::Minus {
            sums.negate();
        }
    }
    Some(sums)
}

/// Counts the ways of one pool, ignoring its sign.
fn of_pool(pool: &Pool, exact: bool, steps: &mut Steps) -> Option<Sums> {
    // Adds `count` dice that have the ways of `one` each.
    let each = |count: u32, one: Sums, steps: &mut Steps| {
        let mut sums = Sums::only(0);
        for _ in 0..count {
            steps.take(one.ways.len() * sums.ways.len())?;
            sums = sums.with(&one);
        }
        Some(sums)
    };
    match pool.keep {
        Keep::All if pool.reroll > 0 => {
            let one = Sums {
                least: 1,
                ways: face_ways(pool, exact),
            };
            each(pool.count, one, steps)
        }
        Keep::Fate => {
            let one = Sums {
                least: -1,
                ways: face_ways(pool, exact),
            };
            each(pool.count, one, steps)
        }
        Keep::Digits => {
            let face = face_ways(pool, exact);
            let mut sums = Sums::only(0);
            for _ in 0..pool.count {
                // The digits so far, moved one place to the left.
                let mut tens = vec![0.0; (sums.ways.len() - 1) * 10 + 1];
                for (place, ways) in sums.ways.iter().enumerate() {
                    tens[10 * place] = *ways;
                }
                sums = Sums {
                    least: 10 * sums.least,
                    ways: tens,
                };
                steps.take(sums.ways.len() * face.len())?;
                let digit = Sums {
                    least: 1,
                    ways: face.clone(),
                };
                sums = sums.with(&digit);
            }
            Some(sums)
        }
        Keep::All => {
            let mut sums = Sums::only(0);
            sums.add_pool(pool, exact, steps)?;
            Some(sums)
        }
        Keep::Highest(_) | Keep::Lowest(_) => sum_of_kept(pool, &face_ways(pool, exact), steps),
        Keep::Reaching(least) => {
            let share = if exact {
                1.0
            } else {
                1.0 / f64::from(pool.sides)
            };
            let reach = f64::from(pool.sides + 1 - least) * share;
            let one = Sums {
                least: 0,
                ways: vec![f64::from(least - 1) * share, reach],
            };
            each(pool.count, one, steps)
        }
    }
}

/// Number of remaining counting steps.
struct Steps {
    left: u64,
}

impl Steps {
    fn take(&mut self, steps: usize) -> Option<()> {
        self.left = self.left.checked_sub(steps as u64)?;
        Some(())
    }
}

/// Ways to each sum, from the least sum: the number of ways, or the probability if there are too many ways to count
/// exactly.
struct Sums {
    least: i64,
    ways: Vec<f64>,
}

impl Sums {
    fn only(sum: i64) -> Sums {
        Sums {
            least: sum,
            ways: vec![1.0],
        }
    }

    fn negate(&mut self) {
        self.least = -(self.least + self.ways.len() as i64 - 1);
        self.ways.reverse();
    }

    /// Adds a pool whose dice all count, ignoring its sign.
    fn add_pool(&mut self, pool: &Pool, exact: bool, steps: &mut Steps) -> Option<()> {
        let (count, sides) = (pool.count as usize, pool.sides as usize);
        if pool.explodes {
            for _ in 0..count {
                self.add_exploding(sides, steps)?;
            }
        } else {
            steps.take(count * self.ways.len() + count * (count + 1) / 2 * (sides - 1))?;
            for _ in 0..count {
                self.add_die(sides, if exact { 1.0 } else { 1.0 / sides as f64 });
            }
        }
        Some(())
    }

    /// Returns the higher of two independent sums.
    fn or(&self, other: &Sums) -> Sums {
        let end = |sums: &Sums| sums.least + sums.ways.len() as i64;
        let least = self.least.max(other.least);
        let most = end(self).max(end(other));
        let up_to = |sums: &Sums, total: i64| -> f64 {
            let many = (total + 1 - sums.least).clamp(0, sums.ways.len() as i64);
            sums.ways[..many as usize].iter().sum()
        };
        let (mut mine, mut theirs) = (up_to(self, least - 1), up_to(other, least - 1));
        let at = |sums: &Sums, total: i64| {
            let place = usize::try_from(total - sums.least).ok();
            place
                .and_then(|place| sums.ways.get(place))
                .copied()
                .unwrap_or(0.0)
        };
        let ways = (least..most).map(|total| {
            let (my, their) = (at(self, total), at(other, total));
            let both = my * (theirs + their) + mine * their;
            mine += my;
            theirs += their;
            both
        });
        Sums {
            least,
            ways: ways.collect(),
        }
    }

    /// Returns the total of two independent sums.
    fn with(&self, other: &Sums) -> Sums {
        let mut ways = vec![0.0; self.ways.len() + other.ways.len() - 1];
        for (offset, mine) in self
            .ways
            .iter()
            .enumerate()
            .filter(|(_, mine)| **mine > 0.0)
        {
            for (sum, theirs) in ways[offset..].iter_mut().zip(&other.ways) {
                *sum += mine * theirs;
            }
        }
        Sums {
            least: self.least + other.least,
            ways,
        }
    }

    /// Adds one die, each face of which has `share` ways: a window of `sides` sums slides over the ways so far.
    fn add_die(&mut self, sides: usize, share: f64) {
        let length = self.ways.len() + sides - 1;
        let mut padded = vec![0.0; sides + length];
        padded[sides..sides + self.ways.len()].copy_from_slice(&self.ways);
        self.ways.clear();
        let mut window = 0.0;
        self.ways
            .extend(padded[sides..].iter().zip(&padded).map(|(enters, leaves)| {
                window += enters - leaves;
                f64::max(window * share, 0.0)
            }));
        self.least += 1;
    }

    /// Adds one exploding die, which ends with a lower result, or shows its highest face and continues. The ways to
    /// each sum are therefore the ways in a window below it, plus the ways to the sum that is lower by the highest
    /// face.
    fn add_exploding(&mut self, sides: usize, steps: &mut Steps) -> Option<()> {
        let share = 1.0 / sides as f64;
        let mut ways: Vec<f64> = Vec::with_capacity(self.ways.len() + 8 * sides);
        let mut window = 0.0;
        for index in 0.. {
            let past_window = index >= self.ways.len() + sides - 2;
            if past_window && ways.iter().rev().take(sides).all(|ways| *ways < NEVER) {
                break;
            }
            let enters = self.ways.get(index).copied().unwrap_or(0.0);
            let leaves = (index + 1)
                .checked_sub(sides)
                .and_then(|left| self.ways.get(left))
                .copied()
                .unwrap_or(0.0);
            // Float errors leave a small remainder instead of 0, which would never end.
            window = if past_window {
                0.0
            } else {
                f64::max(window + enters - leaves, 0.0)
            };
            let goes_on = index.checked_sub(sides).map_or(0.0, |lower| ways[lower]);
            ways.push(share * (window + goes_on));
        }
        steps.take(2 * ways.len())?;
        self.ways = ways;
        self.least += 1;
        Some(())
    }
}

/// Returns the weight of each value of one die of a pool, starting with the value 1: the number of ways to roll the
/// value if `exact`, otherwise its probability.
fn face_ways(pool: &Pool, exact: bool) -> Vec<f64> {
    let sides = pool.sides as usize;
    if exact {
        return vec![1.0; sides];
    }
    let share = 1.0 / f64::from(pool.sides);
    if pool.reroll > 0 {
        let low = pool.reroll as usize;
        let again = low as f64 * share;
        let (low_share, high_share) = if pool.once {
            (again * share, share + again * share)
        } else {
            (0.0, share / (1.0 - again))
        };
        let mut ways = vec![low_share; low];
        ways.resize(sides, high_share);
        return ways;
    }
    if !pool.explodes {
        return vec![share; sides];
    }
    let mut ways = Vec::new();
    let mut chance = share;
    while chance > NEVER {
        ways.extend(std::iter::repeat_n(chance, sides - 1));
        ways.push(0.0);
        chance *= share;
    }
    ways
}

/// Returns the sum of the dice that a pool keeps.
///
/// The dice are sorted from the best. The method enumerates each pair of the last kept die's value and the number of
/// better dice. For each pair, the better dice are independent of each other, and every other die shows at most that
/// value.
fn sum_of_kept(pool: &Pool, face_ways: &[f64], steps: &mut Steps) -> Option<Sums> {
    let dice = pool.count as usize;
    let kept = pool.kept_count() as usize;
    let mut faces = face_ways.to_vec();
    if matches!(pool.keep, Keep::Lowest(_)) {
        faces.reverse();
    }
    let values = faces.len();
    steps.take(values * kept * (dice - kept + 1) * POWER_STEPS)?;
    let choose = Choose::from(dice);
    let mut sums = Sums {
        least: kept as i64,
        ways: vec![0.0; kept * (values - 1) + 1],
    };
    let mut below = 0.0;
    for (last, &ways) in faces.iter().enumerate() {
        let above = &faces[last + 1..];
        // Excess of the better dice over the result above the last kept die.
        let mut better = Sums::only(0);
        for better_dice in 0..kept {
            let others = dice - better_dice;
            let rest = |like_last: usize| {
                let lower = others - like_last;
                choose.number(others, like_last)
                    * ways.powi(like_last as i32)
                    * f64::powi(below, lower as i32)
            };
            let rest: f64 = (kept - better_dice..=others).map(rest).sum();
            let factor = choose.number(dice, better_dice) * rest;
            let start = last * kept + better_dice;
            for (sum, ways) in sums.ways[start..].iter_mut().zip(&better.ways) {
                *sum += factor * ways;
            }
            if above.is_empty() || better_dice + 1 == kept {
                break;
            }
            if pool.explodes || pool.reroll > 0 {
                steps.take(above.len() * better.ways.len())?;
                better = better.with(&Sums {
                    least: 0,
                    ways: above.to_vec(),
                });
            } else {
                steps.take(above.len() + better.ways.len())?;
                better.add_die(above.len(), ways);
            }
        }
        below += ways;
    }
    if matches!(pool.keep, Keep::Lowest(_)) {
        sums.ways.reverse();
    }
    Some(sums)
}

/// Binomial coefficients from Pascal's triangle, exact as long as floats are.
struct Choose {
    rows: Vec<f64>,
}

impl Choose {
    fn from(most: usize) -> Choose {
        let mut rows = Vec::with_capacity((most + 1) * (most + 2) / 2);
        for row in 0..=most {
            for column in 0..=row {
                let above = rows.len().wrapping_sub(row);
                rows.push(if column == 0 || column == row {
                    1.0
                } else {
                    rows[above - 1] + rows[above]
                });
            }
        }
        Choose { rows }
    }

    fn number(&self, of: usize, chosen: usize) -> f64 {
        self.rows[of * (of + 1) / 2 + chosen]
    }
}

/// Returns the normal distribution with the mean and the deviation of the total.
fn bell(dice: &Dice) -> Sums {
    let mut mean = dice.modifier as f64;
    let mut variance = 0.0;
    for group in dice.groups() {
        // A group of which the best counts is represented by the pool with the highest mean.
        let all = group.iter().map(|pool| (pool, moments(pool)));
        let best = all.max_by(|(_, one), (_, other)| one.0.total_cmp(&other.0));
        let Some((pool, (pool_mean, pool_variance))) = best else {
            continue;
        };
        mean += if pool.sign == Sign::Minus {
            -pool_mean
        } else {
            pool_mean
        };
        variance += pool_variance;
    }
    let deviation = variance.sqrt().max(0.1);
    let least = dice.least().max((mean - REACH * deviation).floor() as i64);
    let most = dice.most().min((mean + REACH * deviation).ceil() as i64);
    let height = |total: i64| (-0.5 * ((total as f64 - mean) / deviation).powi(2)).exp();
    Sums {
        least,
        ways: (least..=most).map(height).collect(),
    }
}

/// Returns the mean and variance of a pool. If dice are dropped, the values are calculated for infinitely many dice
/// with the same fraction dropped. The mean is the mean of the best part. For the variance, dropped dice are raised to
/// the worst kept die.
fn moments(pool: &Pool) -> (f64, f64) {
    if let Keep::Reaching(least) = pool.keep {
        let chance = f64::from(pool.sides + 1 - least) / f64::from(pool.sides);
        let mean = f64::from(pool.count) * chance;
        return (mean, mean * (1.0 - chance));
    }
    match pool.keep {
        Keep::Fate => return (0.0, f64::from(pool.count) * 2.0 / 3.0),
        Keep::Digits => {
            let places = || (0..pool.count).map(|place| 10.0_f64.powi(place as i32));
            let squares = places().map(|place| place * place).sum::<f64>();
            return (3.5 * places().sum::<f64>(), 35.0 / 12.0 * squares);
        }
        _ => {}
    }
    let mut faces = face_ways(pool, false);
    let highest_value = faces.len() as f64 + 1.0;
    let mirrored = matches!(pool.keep, Keep::Lowest(_));
    if mirrored {
        faces.reverse();
    }
    let count = f64::from(pool.count);
    let mut part_left = f64::from(pool.kept_count()) / count;
    let (mut best, mut mean, mut square) = (0.0, 0.0, 0.0);
    for (index, chance) in faces.iter().enumerate().rev() {
        let value = index as f64 + 1.0;
        let part = if index == 0 {
            part_left
        } else {
            chance.min(part_left)
        };
        best += part * value;
        part_left -= part;
        // Dropped dice count as the worst kept die, which shows the result at which no more dice are kept.
        let share = if part_left <= 0.0 {
            faces[..=index].iter().sum()
        } else {
            *chance
        };
        mean += share * value;
        square += share * value * value;
        if part_left <= 0.0 {
            break;
        }
    }
    let kept = f64::from(pool.kept_count());
    let pool_mean = if mirrored {
        kept * highest_value - count * best
    } else {
        count * best
    };
    (pool_mean, count * (square - mean * mean).max(0.0))
}

#[cfg(test)]
mod tests {
    use super::super::tests::any_dice;
    use super::super::{Generator, Seed};
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn odds(text: &str) -> Odds {
        Dice::parse(text).unwrap().odds()
    }

    /// Counts every roll one by one.
    #[track_caller]
    fn check(text: &str) {
        let dice = Dice::parse(text).unwrap();
        let odds = dice.odds();
        let mut ways = std::collections::BTreeMap::<i64, f64>::new();
        let mut faces = vec![1; dice.count()];
        let mut throws = 0.0;
        loop {
            *ways.entry(dice.total(&faces)).or_default() += 1.0;
            throws += 1.0;
            let Some(die) = (0..faces.len()).find(|die| faces[*die] < dice.sides_of(*die)) else {
                break;
            };
            faces[die] += 1;
            faces[..die].fill(1);
        }
        let counted: Vec<(i64, f64)> = ways
            .into_iter()
            .map(|(total, ways)| (total, ways / throws))
            .collect();
        assert_eq!(odds.iter().collect::<Vec<_>>(), counted, "{text}");
    }

    #[test]
    fn odds_equal_a_full_enumeration() {
        for text in [
            "d20", "2d6+1", "d8+d6-2", "d4-d6", "10-2d4", "7", "d1", "3d1kh2", "5d1",
        ] {
            check(text);
        }
        for text in [
            "4d6kh3",
            "2d20kh1+5",
            "2d20kl1",
            "5d4kh2",
            "5d4kl2",
            "6d3dl1",
            "d6-3d4kh1+2d4kl1",
            "4d6kh2+d4",
        ] {
            check(text);
        }
    }

    #[test]
    fn odds_of_exploding_dice_include_further_explosions() {
        let odds = odds("d6!");
        assert!((odds.when(|total| total == 5) - 1.0 / 6.0).abs() < 1e-15);
        assert_eq!(odds.when(|total| total == 6), 0.0);
        assert!((odds.when(|total| total == 13) - 1.0 / 216.0).abs() < 1e-15);
        assert!((odds.mean() - 4.2).abs() < 1e-12);
    }

    /// Compares the odds with many rolls, for dice that take too long to enumerate.
    #[track_caller]
    fn check_thrown(text: &str, approximate: bool) {
        let dice = Dice::parse(text).unwrap();
        let odds = dice.odds();
        assert_eq!(odds.approximate(), approximate, "{text}");
        let mut generator = Generator::at(Seed(1), 0, text, 0, 0);
        let mut totals: Vec<i64> = (0..2000)
            .map(|_| dice.total(&dice.roll(&mut generator)))
            .collect();
        totals.sort();
        for n in [totals[200], totals[1000], totals[1800]] {
            let thrown = totals.iter().filter(|total| **total >= n).count() as f64 / 2000.0;
            assert!(
                (odds.at_least(n) - thrown).abs() < 0.05,
                "{text} {n}: {} {thrown}",
                odds.at_least(n)
            );
        }
    }

    #[test]
    fn odds_agree_with_simulation() {
        for text in [
            "3d6!+2",
            "4d6!kh3",
            "3d4!kl1",
            "d6-2d3!",
            "2d100kh1",
            "30d20kh7",
            "60d10",
            "70d6kl60",
            "9d1000kh3",
        ] {
            check_thrown(text, false);
        }
    }

    #[test]
    fn odds_of_very_many_dice_are_approximately_correct() {
        for text in [
            "300d1000",
            "600d100-400d100",
            "300d6!kh100",
            "300d100kl200+7",
            "1000d1000kh400",
        ] {
            check_thrown(text, true);
        }
    }

    #[test]
    fn odds_give_chances_and_the_mean() {
        let odds = odds("2d6+1");
        assert_eq!(
            (
                odds.at_least(3),
                odds.at_least(14),
                odds.when(|total| total <= 3)
            ),
            (1.0, 0.0, 1.0 / 36.0)
        );
        assert_eq!(
            (
                odds.when(|total| total == 8),
                odds.when(|total| total % 2 == 0)
            ),
            (6.0 / 36.0, 0.5)
        );
        assert_eq!(odds.mean(), 8.0);
        assert_eq!(Dice::d(20).odds().at_least(9), 0.6);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn chances_add_up_to_one(dice in any_dice()) {
            let odds = dice.odds();
            let sum: f64 = odds.iter().map(|(_, chance)| chance).sum();
            prop_assert!((sum - 1.0).abs() < 1e-9);
            let range = dice.least()..=dice.most();
            prop_assert!(odds.iter().all(|(total, chance)| chance > 0.0 && range.contains(&total)));
            prop_assert_eq!((odds.at_least(dice.least()), odds.when(|total| total <= dice.most())), (1.0, 1.0));
            let middle = odds.mean().round() as i64;
            prop_assert!((odds.at_least(middle) + odds.when(|total| total < middle) - 1.0).abs() < 1e-9);
        }
    }
}
