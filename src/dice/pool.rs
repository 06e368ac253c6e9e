//! Dice as they are thrown: pools of one kind, which of them count, and a number added.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// The most dice that one [`Dice`] throws.
pub const MOST_DICE: u32 = 1000;
/// The most sides a die has.
pub const MOST_SIDES: u32 = 1000;
/// The most that [`Dice::modifier`] adds or takes away.
pub const MOST_MODIFIER: i64 = 1_000_000;
/// The most faces one exploding die shows in a row. The last of them counts and explodes no more.
pub const MOST_FACES: u32 = 100;

/// The most kinds of dice in one text, and the most plain numbers.
pub(super) const MOST_TERMS: usize = 20;

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
    pub(super) pools: Arc<[Pool]>,
    pub(super) modifier: i64,
}

/// Dice of one kind that are thrown together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Pool {
    pub(super) sign: Sign,
    /// 1 to `MOST_DICE`, counted over all pools.
    pub(super) count: u32,
    /// 1 to `MOST_SIDES`; at least 2 where the dice explode.
    pub(super) sides: u32,
    pub(super) keep: Keep,
    pub(super) explodes: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Sign {
    Plus,
    Minus,
}

/// Which dice of a pool count. A number in it is at least 1 and less than the pool's count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Keep {
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

    /// What the dice show behind a total without the number beside them: of `d20+2` the face, of `2d20kh1` that of the die
    /// that is kept, of `2d10+4` both together. `None` where dice of several kinds count, or dice explode.
    pub fn natural(&self, total: i64) -> Option<u32> {
        match *self.pools {
            [pool] if pool.sign == Sign::Plus && !pool.explodes => {
                u32::try_from(total - self.modifier).ok()
            }
            _ => None,
        }
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

    /// These dice and others thrown together. What would be more than [`MOST_DICE`] or more kinds than can be written is left out.
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

    /// The same dice with a number added, within [`MOST_MODIFIER`].
    #[must_use]
    pub fn plus(&self, number: i64) -> Dice {
        let modifier = self.modifier.saturating_add(number);
        Dice {
            pools: self.pools.clone(),
            modifier: modifier.clamp(-MOST_MODIFIER, MOST_MODIFIER),
        }
    }

    pub(super) fn explodes(&self) -> bool {
        self.pools.iter().any(|pool| pool.explodes)
    }

    pub(super) fn pool_of(&self, die: usize) -> Option<&Pool> {
        let mut before = 0;
        self.pools.iter().find(|pool| {
            before += pool.count as usize;
            die < before
        })
    }

    /// The total where every die, however often it exploded, has one value.
    pub(super) fn total_of_values(&self, values: &[u32]) -> i64 {
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
    pub(super) fn keeping(mut self, keep: Keep) -> Pool {
        self.keep = match keep {
            Keep::Highest(kept) | Keep::Lowest(kept) if kept >= self.count => Keep::All,
            keep => keep,
        };
        self
    }

    pub(super) fn kept_count(&self) -> u32 {
        match self.keep {
            Keep::All => self.count,
            Keep::Highest(kept) | Keep::Lowest(kept) => kept,
        }
    }

    /// The least and the highest that the pool adds to the total.
    pub(super) fn range(&self) -> (i64, i64) {
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

    pub(super) fn sum(&self, values: &[u32]) -> i64 {
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

    pub(super) fn kept(&self, values: &[u32]) -> Vec<bool> {
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
