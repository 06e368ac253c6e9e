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
/// | `2d6r1`, `2d6r<=2` | a die that shows a 1 (2 or less) is thrown again until it shows more; `ro1`, `ro<=2`: once |
/// | `d66`, `d666` | dice of six sides read as digits: tens and ones, 11 to 66 |
/// | `4dF` | Fate dice: each shows minus, blank or plus and counts -1, 0 or 1; their faces are 1, 2 and 3 |
/// | `5d6>=5` | each die that reaches the number counts 1, the others nothing |
/// | `best(d8!, 2d6)` | of several kinds of dice the one that shows the most counts |
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
    /// Number of sides, 1 to `MOST_SIDES`; at least 2 if the dice explode.
    pub(super) sides: u32,
    pub(super) keep: Keep,
    pub(super) explodes: bool,
    /// A die that shows this or less is thrown again, and only the last face counts. 0: none is.
    pub(super) reroll: u32,
    /// Whether it is thrown again once only.
    pub(super) once: bool,
    /// Whether it is thrown beside the pool before it, and only the one of them that shows the most counts.
    pub(super) or: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Sign {
    Plus,
    Minus,
}

/// Which dice of a pool count. How many are kept is at least 1 and less than the pool's count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Keep {
    All,
    Highest(u32),
    Lowest(u32),
    /// Each that shows this or more counts 1. At least 2 and at most the sides.
    Reaching(u32),
    /// All are read as the digits of one number.
    Digits,
    /// Each counts -1, 0 or 1: its face less 2.
    Fate,
}

impl Dice {
    /// One die with this many sides. A number outside 1 to [`MOST_SIDES`] is taken as the nearest inside.
    pub fn d(sides: u32) -> Dice {
        Dice::new(1, sides)
    }

    /// `count` dice with `sides` sides each. More than [`MOST_DICE`] are taken as that many; none at all is the
    /// number 0. Sides outside 1 to [`MOST_SIDES`] are taken as the nearest inside, and 66 and 666, which would be read as
    /// dice of six sides, as one less.
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
        self.modifier + self.groups().map(|group| range(group).0).sum::<i64>()
    }

    /// The highest total a throw can have. An exploding die is counted with [`MOST_FACES`] times its highest face.
    pub fn most(&self) -> i64 {
        self.modifier + self.groups().map(|group| range(group).1).sum::<i64>()
    }

    /// What the dice show behind a total without the number beside them: of `d20+2` the face, of `2d20kh1` or `best(d6, d8)` that
    /// of the die that is kept, of `2d10+4` both together. `None` where dice of several kinds count, or dice explode.
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

    /// The same dice twice, and what is added to them once: two times `2d6+3` is `4d6+3`. Where not all dice of a kind
    /// count, they are thrown a second time by themselves.
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

    /// With the first die that is thrown alone thrown twice, of which the better or the worse one counts: `d20+2` becomes
    /// `2d20kh1+2` or `2d20kl1+2`. Where there is none nothing changes.
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

    /// The same dice, of which each that shows its highest face is thrown again. Dice that are counted stay as they are, and a
    /// die of one side.
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

    /// So many times as many dice, at most [`MOST_DICE`]; without any their number alone. Where only some of them count, that
    /// many still do.
    #[must_use]
    pub fn times(&self, many: u32) -> Dice {
        let count: u32 = self.pools.iter().map(|pool| pool.count).sum();
        let many = many.min(MOST_DICE / count.max(1));
        let more = |pool: &Pool| {
            // Digits stay together.
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

    /// All of these thrown, of which the one that shows the most counts. `None` where one of them is more than dice of one
    /// kind, or where there are none.
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

    /// The pools, those together of which the best counts.
    pub(super) fn groups(&self) -> impl Iterator<Item = &[Pool]> {
        self.pools.chunk_by(|_, next| next.or)
    }

    /// Whether each die of some of them counts 1 where it reaches a number.
    pub(crate) fn counts(&self) -> bool {
        let counts = |pool: &Pool| matches!(pool.keep, Keep::Reaching(_));
        self.pools.iter().any(counts)
    }

    pub(crate) fn explodes(&self) -> bool {
        self.pools.iter().any(|pool| pool.explodes)
    }

    /// Whether some of them may be thrown again.
    pub(crate) fn goes_on(&self) -> bool {
        let goes_on = |pool: &Pool| pool.explodes || pool.reroll > 0;
        self.pools.iter().any(goes_on)
    }

    /// Whether only the faces of all dice say what was thrown: some explode, or are thrown again once.
    pub(crate) fn is_told_by_faces(&self) -> bool {
        let told = |pool: &Pool| pool.explodes || pool.once;
        self.pools.iter().any(told)
    }

    /// Whether Fate dice are among them, of which nobody types the faces.
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

    /// The total where every die, however often it exploded, has one value.
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
    /// The pool with other sides: with 66 and 666 it would be read as digits.
    fn sized(self, sides: u32) -> Pool {
        let sides = match sides {
            66 | 666 => sides - 1,
            sides => sides,
        };
        Pool { sides, ..self }
    }

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
            Keep::All | Keep::Reaching(_) | Keep::Digits | Keep::Fate => self.count,
            Keep::Highest(kept) | Keep::Lowest(kept) => kept,
        }
    }

    /// The least and the highest that its dice come to.
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

/// The least and the highest that pools of which the best counts add to the total.
fn range(group: &[Pool]) -> (i64, i64) {
    let ranges = || group.iter().map(Pool::range);
    let least = ranges().map(|range| range.0).max().unwrap_or(0);
    let most = ranges().map(|range| range.1).max().unwrap_or(0);
    match group[0].sign {
        Sign::Plus => (least, most),
        Sign::Minus => (-most, -least),
    }
}
