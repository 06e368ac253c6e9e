//! Dice of a roll: pools of one kind, the dice in each pool that count, and a modifier.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Maximum number of dice in one [`Dice`].
pub const MOST_DICE: u32 = 1000;
/// Maximum number of sides of a die.
pub const MOST_SIDES: u32 = 1000;
/// Maximum absolute value of [`Dice::modifier`].
pub const MOST_MODIFIER: i64 = 1_000_000;
/// Maximum number of consecutive results of one exploding die. The last result counts and does not explode.
pub const MOST_FACES: u32 = 100;

/// Maximum number of kinds of dice in one text, and of plain numbers.
pub(super) const MOST_TERMS: usize = 20;

/// Dice in the usual notation: `d20`, `2d6+1`, `4d6kh3`, `d6!`, `1d8+1d6-2`, or a plain number.
///
/// | written | meaning |
/// |---|---|
/// | `2d6` | two dice of six sides; `d6` is one, `d%` is `d100` |
/// | `4d6kh3`, `2d20kl1` | only the three highest count; only the lowest counts. `k` is `kh`, and 1 may be left out |
/// | `4d6dl1`, `2d20dh1` | the lowest does not count; the highest does not count |
/// | `d6!` | a die that shows its highest face is rolled again, and all its faces count |
/// | `2d6r1`, `2d6r<=2` | a die that shows a 1 (2 or less) is rerolled until it shows more; `ro1`, `ro<=2`: once |
/// | `d66`, `d666` | dice with six sides read as digits: tens and ones, 11 to 66 |
/// | `4dF` | Fate dice: each shows minus, blank or plus and counts -1, 0 or 1; their faces are 1, 2 and 3 |
/// | `5d6>=5` | each die that reaches the number counts 1, the others 0 |
/// | `best(d8!, 2d6)` | the highest result of several kinds of dice counts |
/// | `+1d6`, `-2` | more dice or a number, added or subtracted |
///
/// Dice with the same meaning are equal: `4d6dl1` is `4d6kh3`, `1+d6+1` is `d6+2`. The text of a `Dice` can always be
/// read again and gives the same `Dice`. At most [`MOST_DICE`] dice of at most [`MOST_SIDES`] sides.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Dice {
    /// Shared pointer, because the dice of a sheet are read often.
    pub(super) pools: Arc<[Pool]>,
    pub(super) modifier: i64,
}

/// Dice of one kind that are rolled together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Pool {
    pub(super) sign: Sign,
    /// Number of dice, at least 1; all pools together have at most `MOST_DICE`.
    pub(super) count: u32,
    /// Number of sides, 1 to `MOST_SIDES`; at least 2 if the dice explode.
    pub(super) sides: u32,
    pub(super) keep: Keep,
    pub(super) explodes: bool,
    /// Highest result that is rerolled; only the last result counts. 0: no die is rerolled.
    pub(super) reroll: u32,
    /// True if a die is rerolled only once.
    pub(super) once: bool,
    /// True if the pool is an alternative to the previous pool. Of the alternatives, only the best counts.
    pub(super) or: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Sign {
    Plus,
    Minus,
}

/// Selection of the dice of a pool that count. The number kept is at least 1 and less than the pool's count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Keep {
    All,
    Highest(u32),
    Lowest(u32),
    /// Counts the dice that show this number or more: at least 2, at most the number of sides.
    Reaching(u32),
    /// Reads all dice as the digits of one number.
    Digits,
    /// Counts each die as -1, 0 or 1: its result minus 2.
    Fate,
}

impl Dice {
    /// Creates one die with this many sides, clamped to 1 to [`MOST_SIDES`].
    pub fn d(sides: u32) -> Dice {
        Dice::new(1, sides)
    }

    /// Creates `count` dice with `sides` sides each. `count` is clamped to [`MOST_DICE`]; 0 dice give the number 0.
    /// Sides are clamped to 1 to [`MOST_SIDES`]; 66 and 666, which would be read as digits, are reduced by one.
    pub fn new(count: u32, sides: u32) -> Dice {
        let pool = Pool {
            sign: Sign::Plus,
            count: count.min(MOST_DICE),
            sides: sides.clamp(1, MOST_SIDES),
            keep: Keep::All,
            explodes: false,
            reroll: 0,
            once: false,
            or: false,
        };
        let pool = pool.sized(pool.sides);
        Dice {
            pools: if count == 0 { [].into() } else { [pool].into() },
            modifier: 0,
        }
    }

    /// Returns the minimum number of results of a roll, one for each die. Exploding dice may show more.
    pub fn count(&self) -> usize {
        self.pools.iter().map(|pool| pool.count as usize).sum()
    }

    /// Returns the sides of the die that shows the result at `index`, counted from 0 in the order of the notation.
    ///
    /// Results of dice that exploded follow after the last die. For such a result, returns the sides of the first
    /// exploding kind, or 1 if no kind explodes.
    pub fn sides_of(&self, index: usize) -> u32 {
        let exploding = || self.pools.iter().find(|pool| pool.explodes);
        self.pool_of(index)
            .or_else(exploding)
            .map_or(1, |pool| pool.sides)
    }

    /// Returns the number added to the dice.
    pub fn modifier(&self) -> i64 {
        self.modifier
    }

    /// Returns the least possible total.
    pub fn least(&self) -> i64 {
        self.modifier + self.groups().map(|group| range(group).0).sum::<i64>()
    }

    /// Returns the greatest possible total. An exploding die counts as [`MOST_FACES`] times its highest face.
    pub fn most(&self) -> i64 {
        self.modifier + self.groups().map(|group| range(group).1).sum::<i64>()
    }

    /// Returns the natural result of a total, without the modifier: the result for `d20+2`, the kept die for `2d20kh1`
    /// or `best(d6, d8)`, the sum of both dice for `2d10+4`. `None` if dice of several kinds count, or dice explode.
    pub fn natural(&self, total: i64) -> Option<u32> {
        let plain = |pool: &Pool| {
            let face = !matches!(pool.keep, Keep::Reaching(_) | Keep::Fate);
            pool.sign == Sign::Plus && !pool.explodes && face
        };
        let single = |pool: &Pool| pool.kept_count() == 1;
        let mut groups = self.groups();
        match (groups.next(), groups.next()) {
            (Some(group), None)
                if group.iter().all(plain) && (group.len() == 1 || group.iter().all(single)) =>
            {
                u32::try_from(total - self.modifier).ok()
            }
            _ => None,
        }
    }

    /// Returns the number of sides if the dice are a single die that is added as it falls; `None` for other dice.
    pub(crate) fn lone_die(&self) -> Option<u32> {
        match &*self.pools {
            [pool]
                if (pool.count, pool.sign, pool.keep) == (1, Sign::Plus, Keep::All)
                    && !pool.explodes
                    && pool.reroll == 0 =>
            {
                Some(pool.sides)
            }
            _ => None,
        }
    }

    pub fn without_modifier(&self) -> Dice {
        Dice {
            pools: self.pools.clone(),
            modifier: 0,
        }
    }

    /// Returns the dice with other sides: `size` maps each number of sides to a new number, which is raised to at least
    /// 1, or 2 for exploding dice.
    #[must_use]
    pub fn resized(&self, size: impl Fn(u32) -> u32) -> Dice {
        let resized = |pool: &Pool| {
            if matches!(pool.keep, Keep::Digits | Keep::Fate) {
                return *pool;
            }
            let least = if pool.explodes { 2 } else { pool.reroll + 1 };
            pool.sized(size(pool.sides).clamp(least, MOST_SIDES))
        };
        Dice {
            pools: self.pools.iter().map(resized).collect(),
            modifier: self.modifier,
        }
    }

    /// Returns these dice and other dice, rolled together. Dice beyond [`MOST_DICE`], and kinds beyond the limit of the
    /// notation, are dropped.
    #[must_use]
    pub fn and(&self, others: &Dice) -> Dice {
        let mut pools = self.pools.to_vec();
        let mut count: u32 = pools.iter().map(|pool| pool.count).sum();
        for pool in others.pools.iter() {
            if pools.len() < MOST_TERMS && count + pool.count <= MOST_DICE {
                count += pool.count;
                pools.push(*pool);
            }
        }
        let all = Dice {
            pools: pools.into(),
            modifier: self.modifier,
        };
        all.plus(others.modifier)
    }

    /// Returns the same dice with neighbouring dice of one kind written together: `d8+2d8` becomes `3d8`. The order of
    /// the results does not change.
    #[must_use]
    pub fn joined(&self) -> Dice {
        let alternative = |at: usize| self.pools.get(at).is_some_and(|pool| pool.or);
        let mut pools: Vec<Pool> = Vec::with_capacity(self.pools.len());
        for (at, pool) in self.pools.iter().enumerate() {
            let plain = pool.keep == Keep::All && !pool.explodes && !alternative(at + 1);
            let same = |last: &&mut Pool| {
                let count = last.count;
                plain && !pool.or && **last == Pool { count, ..*pool }
            };
            match pools.last_mut().filter(same) {
                Some(last) => last.count += pool.count,
                None => pools.push(*pool),
            }
        }
        Dice {
            pools: pools.into(),
            modifier: self.modifier,
        }
    }

    /// Returns the dice with a number added, clamped to [`MOST_MODIFIER`].
    #[must_use]
    pub fn plus(&self, number: i64) -> Dice {
        let modifier = self.modifier.saturating_add(number);
        Dice {
            pools: self.pools.clone(),
            modifier: modifier.clamp(-MOST_MODIFIER, MOST_MODIFIER),
        }
    }

    /// Doubles the dice but not the modifier: `2d6+3` becomes `4d6+3`. A pool that drops dice is rolled a second time
    /// separately.
    #[must_use]
    pub fn twice(&self) -> Dice {
        let mut all = self.clone();
        let mut pools = self.pools.to_vec();
        let total: u32 = pools.iter().map(|pool| pool.count).sum();
        if total.saturating_mul(2) > MOST_DICE {
            return all;
        }
        for pool in self.pools.iter() {
            match pool.keep {
                Keep::All => {
                    if let Some(own) = pools.iter_mut().find(|one| *one == pool) {
                        own.count *= 2;
                    }
                }
                _ if pools.len() < MOST_TERMS => pools.push(*pool),
                _ => {}
            }
        }
        all.pools = pools.into();
        all
    }

    /// Rolls the first single die twice and keeps the better or the worse one: `d20+2` becomes `2d20kh1+2` or
    /// `2d20kl1+2`. Other dice do not change.
    #[must_use]
    pub fn edged(&self, better: bool) -> Dice {
        let mut all = self.clone();
        let mut pools = self.pools.to_vec();
        let alone = |pool: &&mut Pool| {
            let plain = pool.keep == Keep::All && !pool.explodes;
            pool.count == 1 && pool.sign == Sign::Plus && plain
        };
        if let Some(pool) = pools.iter_mut().find(alone) {
            pool.count = 2;
            pool.keep = if better {
                Keep::Highest(1)
            } else {
                Keep::Lowest(1)
            };
        }
        all.pools = pools.into();
        all
    }

    /// Makes all dice explode on their highest face. Dice that are counted, and dice with one side, do not change.
    #[must_use]
    pub fn exploding(&self) -> Dice {
        let exploding = |pool: &Pool| Pool {
            explodes: pool.sides > 1
                && pool.reroll == 0
                && !matches!(pool.keep, Keep::Reaching(_) | Keep::Digits | Keep::Fate),
            ..*pool
        };
        Dice {
            pools: self.pools.iter().map(exploding).collect(),
            modifier: self.modifier,
        }
    }

    /// Multiplies the number of dice, up to [`MOST_DICE`]; 0 leaves only the modifier. A pool that keeps some dice
    /// still keeps the same number.
    #[must_use]
    pub fn times(&self, many: u32) -> Dice {
        let count: u32 = self.pools.iter().map(|pool| pool.count).sum();
        let many = many.min(MOST_DICE / count.max(1));
        let more = |pool: &Pool| {
            // The dice of a digit pool belong together, so the whole pool is repeated.
            let (times, count) = match pool.keep {
                Keep::Digits => (many as usize, pool.count),
                _ => (1, pool.count * many),
            };
            let pool = Pool { count, ..*pool };
            std::iter::repeat_n(pool.keeping(pool.keep), times)
        };
        let pools = self.pools.iter().flat_map(more).take(MOST_TERMS);
        Dice {
            pools: match many {
                0 => [].into(),
                _ => pools.collect(),
            },
            modifier: self.modifier,
        }
    }

    /// Returns the best of several dice. Returns `None` if an element has more than one kind of dice, or if the list is
    /// empty.
    pub fn best(of: &[Dice]) -> Option<Dice> {
        let mut pools: Vec<Pool> = Vec::new();
        for dice in of {
            match *dice.pools {
                [pool] if pool.sign == Sign::Plus && dice.modifier == 0 => pools.push(Pool {
                    or: !pools.is_empty(),
                    ..pool
                }),
                _ => return None,
            }
        }
        let count: u32 = pools.iter().map(|pool| pool.count).sum();
        let fits = !pools.is_empty() && pools.len() <= MOST_TERMS && count <= MOST_DICE;
        fits.then(|| Dice {
            pools: pools.into(),
            modifier: 0,
        })
    }

    /// Returns the pools, grouped by alternatives of which the best counts.
    pub(super) fn groups(&self) -> impl Iterator<Item = &[Pool]> {
        self.pools.chunk_by(|_, next| next.or)
    }

    /// Returns `true` if some dice count successes: 1 for each die that reaches a number.
    pub(crate) fn counts(&self) -> bool {
        let counts = |pool: &Pool| matches!(pool.keep, Keep::Reaching(_));
        self.pools.iter().any(counts)
    }

    pub(crate) fn explodes(&self) -> bool {
        self.pools.iter().any(|pool| pool.explodes)
    }

    /// Returns true if a die may be rolled again.
    pub(crate) fn goes_on(&self) -> bool {
        let goes_on = |pool: &Pool| pool.explodes || pool.reroll > 0;
        self.pools.iter().any(goes_on)
    }

    /// Returns true if only the results of all dice determine a roll, because some dice explode or are rerolled once.
    pub(crate) fn is_told_by_faces(&self) -> bool {
        let told = |pool: &Pool| pool.explodes || pool.once;
        self.pools.iter().any(told)
    }

    /// Returns true for Fate dice, which are typed as a total instead of results.
    pub(crate) fn has_fate(&self) -> bool {
        self.pools.iter().any(|pool| pool.keep == Keep::Fate)
    }

    pub(super) fn pool_of(&self, die: usize) -> Option<&Pool> {
        let mut before = 0;
        self.pools.iter().find(|pool| {
            before += pool.count as usize;
            die < before
        })
    }

    /// Returns the total of the values of all dice, including explosions.
    pub(super) fn total_of_values(&self, values: &[u32]) -> i64 {
        let mut rest = values;
        let mut total = self.modifier;
        for group in self.groups() {
            let sum = |pool: &Pool| {
                let (mine, others) = rest.split_at(rest.len().min(pool.count as usize));
                rest = others;
                pool.sum(mine)
            };
            let best = group.iter().map(sum).max().unwrap_or(0);
            match group[0].sign {
                Sign::Plus => total += best,
                Sign::Minus => total -= best,
            }
        }
        total
    }
}

impl Pool {
    /// Returns the pool with these sides; 66 and 666, which would be read as digits, are reduced by one.
    fn sized(self, sides: u32) -> Pool {
        let sides = match sides {
            66 | 666 => sides - 1,
            sides => sides,
        };
        Pool { sides, ..self }
    }

    /// Sets the dice to keep; keeping all of them or more is always [`Keep::All`].
    pub(super) fn keeping(mut self, keep: Keep) -> Pool {
        self.keep = match keep {
            Keep::Highest(kept) | Keep::Lowest(kept) if kept >= self.count => Keep::All,
            keep => keep,
        };
        self
    }

    pub(super) fn kept_count(&self) -> u32 {
        match self.keep {
            Keep::All | Keep::Reaching(_) | Keep::Digits | Keep::Fate => self.count,
            Keep::Highest(kept) | Keep::Lowest(kept) => kept,
        }
    }

    /// Returns the least and the greatest result of the pool.
    pub(super) fn range(&self) -> (i64, i64) {
        let kept = i64::from(self.kept_count());
        let highest = i64::from(self.sides)
            * if self.explodes {
                i64::from(MOST_FACES)
            } else {
                1
            };
        let least = if self.once {
            1
        } else {
            i64::from(self.reroll) + 1
        };
        match self.keep {
            Keep::Reaching(_) => (0, kept),
            Keep::Fate => (-kept, kept),
            Keep::Digits => (self.sum(&[1; 3]), self.sum(&[6; 3])),
            _ => (kept * least, kept * highest),
        }
    }

    pub(super) fn sum(&self, values: &[u32]) -> i64 {
        let add = |values: &[u32]| values.iter().map(|&value| i64::from(value)).sum();
        match self.keep {
            Keep::All => add(values),
            Keep::Fate => values.iter().map(|&face| i64::from(face) - 2).sum(),
            Keep::Digits => {
                let digits = values.iter().take(self.count as usize);
                digits.fold(0, |sum, &digit| 10 * sum + i64::from(digit))
            }
            Keep::Reaching(least) => {
                let reach = values.iter().filter(|value| **value >= least);
                i64::try_from(reach.count()).unwrap_or(0)
            }
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

    pub(super) fn kept(&self, values: &[u32]) -> Vec<bool> {
        let mut best_first: Vec<usize> = (0..values.len()).collect();
        match self.keep {
            Keep::All | Keep::Digits | Keep::Fate => {}
            Keep::Reaching(least) => return values.iter().map(|value| *value >= least).collect(),
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

/// Returns the least and the greatest contribution of alternative pools to the total.
fn range(group: &[Pool]) -> (i64, i64) {
    let ranges = || group.iter().map(Pool::range);
    let least = ranges().map(|range| range.0).max().unwrap_or(0);
    let most = ranges().map(|range| range.1).max().unwrap_or(0);
    match group[0].sign {
        Sign::Plus => (least, most),
        Sign::Minus => (-most, -least),
    }
}
