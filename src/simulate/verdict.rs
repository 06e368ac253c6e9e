//! A fight in a word, from where the players sit. docs/odds.md says the same numbers.

use super::figures::{Figures, Share};
use crate::encounter::Encounter;
use crate::rules::System;
use crate::values::{Id, SideId, Words as _};

crate::words! {
    /// How a fight is likely to go for the players. The numbers are those that are told, so that word and number agree.
    pub enum Verdict {
        /// They hold the field in 90 of 100 fights at least, and lose no more than a quarter of their people.
        Easy = "easy",
        /// They hold it as often, but lose more of them.
        Costly = "costly",
        /// In more than 60 of 100.
        Favourable = "favourable",
        /// In 40 of 100 at least.
        Even = "even",
        /// In 10 of 100 at least.
        Hard = "hard",
        Deadly = "deadly",
        /// In no more than 60 of 100, and the others do so no more often than nobody wins.
        Stalemate = "stalemate",
    }
}

/// Fewest fights after which a verdict is shown while more are counted.
const ENOUGH: u64 = 50;

impl Verdict {
    /// Returns the text of [`Verdict::told`], or `None` while `counts` and there are too few fights for a word.
    pub fn told_while(
        counts: bool,
        system: &dyn System,
        now: &Encounter,
        figures: &Figures,
    ) -> Option<String> {
        let is_early = counts && figures.fights < ENOUGH;
        (!is_early)
            .then(|| Self::told(system, now, figures))
            .flatten()
    }

    /// The word for some figures; `None` where no side is the players', a side has nobody who may harm others as far as sheets
    /// say, or nothing is counted.
    pub fn of(system: &dyn System, now: &Encounter, figures: &Figures) -> Option<Self> {
        if players(now).is_empty() || figures.fights == 0 || !armed(system, now) {
            return None;
        }
        let held = held(now, figures);
        let lost = figures
            .fights
            .saturating_sub(held.count + figures.undecided);
        Some(match held.percent() {
            won if won >= 90.0 && fallen(now, figures) <= 25.0 => Self::Easy,
            won if won >= 90.0 => Self::Costly,
            won if won > 60.0 => Self::Favourable,
            _ if figures.undecided > 0 && figures.undecided >= lost => Self::Stalemate,
            won if won >= 40.0 => Self::Even,
            won if won >= 10.0 => Self::Hard,
            _ => Self::Deadly,
        })
    }

    /// The word with the numbers that it stands for: "favourable: the players win 89% ±4"; `None` where there is no word.
    pub fn told(system: &dyn System, now: &Encounter, figures: &Figures) -> Option<String> {
        let verdict = Self::of(system, now, figures)?;
        let more = match verdict {
            Self::Easy | Self::Costly => format!(", {:.0}% fall", fallen(now, figures)),
            _ => String::new(),
        };
        let share = held(now, figures).text();
        Some(format!("{}: the players win {share}{more}", verdict.word()))
    }
}

/// Whether each side that has people has somebody who may harm others, as far as sheets say: otherwise the numbers say only
/// what sheets leave out.
pub fn armed(system: &dyn System, now: &Encounter) -> bool {
    let harms = |side: &SideId| now.members(*side).any(|who| system.may_harm(now, who));
    let filled = |side: &SideId| now.members(*side).next().is_some();
    now.side_ids().filter(filled).all(|side| harms(&side))
}

fn players(now: &Encounter) -> Vec<SideId> {
    let mine = |side: &SideId| now.sides[side.index()].players;
    now.side_ids().filter(mine).collect()
}

/// How often the players' sides hold the field.
pub fn held(now: &Encounter, figures: &Figures) -> Share {
    let mine = players(now).into_iter();
    figures.share(mine.map(|side| figures.holds(side).count).sum())
}

/// How many in a hundred of the players' people do not stand at the end.
fn fallen(now: &Encounter, figures: &Figures) -> f64 {
    let mine = players(now);
    let of = |who: &Id| mine.contains(&now.get(*who).side);
    let people = figures.fighters(now).into_iter().filter(of);
    let falls = people.map(|who| figures.falls(who));
    let all = falls.fold(Share { count: 0, of: 0 }, |all, one| Share {
        count: all.count + one.count,
        of: all.of + one.of,
    });
    all.percent_in(1.0)
}
