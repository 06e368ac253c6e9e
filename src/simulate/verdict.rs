//! Difficulty of a fight in one word, for the players. docs/odds.md has the same numbers.

use super::figures::{Figures, Share};
use crate::encounter::Encounter;
use crate::rules::System;
use crate::values::{Id, SideId, Words as _};

crate::words! {
    /// Difficulty of a fight for the players. It uses the rounded numbers on the screen, so that word and number agree.
    pub enum Verdict {
        /// Won by the players in at least 90 of 100 fights, with the loss of at most a quarter of their combatants.
        Easy = "easy",
        /// Won in at least 90 of 100 fights, but with greater losses.
        Costly = "costly",
        /// Won in more than 60 of 100 fights.
        Favourable = "favourable",
        /// Won in at least 40 of 100 fights.
        Even = "even",
        /// Won in at least 10 of 100 fights.
        Hard = "hard",
        Deadly = "deadly",
        /// Won in at most 60 of 100 fights, with at least as many undecided fights as lost fights.
        Stalemate = "stalemate",
    }
}

/// Minimum number of fights before a verdict is shown during the simulation.
const ENOUGH: u64 = 50;

impl Verdict {
    /// Returns the text of [`Verdict::told`], or `None` while the simulation runs and has too few fights.
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

    /// Returns the difficulty of a fight. Returns `None` if no side belongs to the players, if no fights were counted,
    /// or if a side has no combatant who can harm others with the values on the sheet.
    pub fn of(system: &dyn System, now: &Encounter, figures: &Figures) -> Option<Self> {
        if players(now).is_empty() || figures.fights == 0 || !armed(system, now) {
            return None;
        }
        let held = held(now, figures);
        let lost = figures
            .fights
            .saturating_sub(held.count + figures.undecided);
        Some(match held.percent_in(1.0) {
            won if won >= 90.0 && fallen(now, figures) <= 25.0 => Self::Easy,
            won if won >= 90.0 => Self::Costly,
            won if won > 60.0 => Self::Favourable,
            _ if figures.undecided > 0 && figures.undecided >= lost => Self::Stalemate,
            won if won >= 40.0 => Self::Even,
            won if won >= 10.0 => Self::Hard,
            _ => Self::Deadly,
        })
    }

    /// Returns the difficulty with its numbers: "favourable: the players win 89% ±4"; `None` without a difficulty.
    pub fn told(system: &dyn System, now: &Encounter, figures: &Figures) -> Option<String> {
        let verdict = Self::of(system, now, figures)?;
        let more = match verdict {
            Self::Easy | Self::Costly => {
                format!("; {:.0}% of the party falls", fallen(now, figures))
            }
            _ => String::new(),
        };
        let share = held(now, figures).whole_text();
        Some(format!("{}: the players win {share}{more}", verdict.word()))
    }
}

/// Checks that each side with combatants has a combatant who can harm others with the values on the sheet. Otherwise
/// the numbers would only reflect incomplete sheets.
pub fn armed(system: &dyn System, now: &Encounter) -> bool {
    let harms = |side: &SideId| now.members(*side).any(|who| system.may_harm(now, who));
    let filled = |side: &SideId| now.members(*side).next().is_some();
    now.side_ids().filter(filled).all(|side| harms(&side))
}

fn players(now: &Encounter) -> Vec<SideId> {
    let mine = |side: &SideId| now.sides[side.index()].players;
    now.side_ids().filter(mine).collect()
}

/// Returns the share of fights that the players' sides win.
pub fn held(now: &Encounter, figures: &Figures) -> Share {
    let mine = players(now).into_iter();
    figures.share(mine.map(|side| figures.holds(side).count).sum())
}

/// Returns the percentage of the players' combatants who are not up at the end.
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
