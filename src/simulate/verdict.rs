//! A fight in a word, from where the players sit. docs/odds.md says the same numbers.

use super::figures::{Figures, Share};
use crate::encounter::Encounter;
use crate::values::{FactionId, Words as _};

crate::words! {
    /// How a fight is likely to go for the players.
    pub enum Verdict {
        /// They hold the field in 90 of 100 fights at least, and lose no more than a quarter of their people.
        Easy = "easy",
        /// They hold it as often, but lose more of them.
        Costly = "costly",
        /// In 65 of 100 at least.
        Fair = "fair",
        /// In 35 of 100 at least.
        Even = "even",
        /// In 10 of 100 at least.
        Hard = "hard",
        /// In fewer.
        Deadly = "deadly",
    }
}

impl Verdict {
    /// The word for some figures; `None` where no side is the players', or nothing is counted.
    pub fn of(now: &Encounter, figures: &Figures) -> Option<Self> {
        let mine = players(now);
        if mine.is_empty() || figures.fights == 0 {
            return None;
        }
        let mut people = figures.fighters(now);
        people.retain(|who| mine.contains(&now.get(*who).faction));
        let falls: f64 = people.iter().map(|who| figures.falls(*who).part()).sum();
        let lost = falls / people.len().max(1) as f64;
        Some(match held(now, figures).part() {
            held if held >= 0.90 && lost <= 0.25 => Self::Easy,
            held if held >= 0.90 => Self::Costly,
            held if held >= 0.65 => Self::Fair,
            held if held >= 0.35 => Self::Even,
            held if held >= 0.10 => Self::Hard,
            _ => Self::Deadly,
        })
    }

    /// The word with the number that it stands for: "fair: the players win 89% ±4"; `None` where there is no word.
    pub fn told(now: &Encounter, figures: &Figures) -> Option<String> {
        let verdict = Self::of(now, figures)?;
        let fall = match verdict {
            Self::Easy => ", few fall",
            Self::Costly => ", but many fall",
            _ => "",
        };
        let share = held(now, figures).text();
        Some(format!("{}: the players win {share}{fall}", verdict.word()))
    }
}

/// The players' sides.
fn players(now: &Encounter) -> Vec<FactionId> {
    let mine = |side: &FactionId| now.factions[side.index()].players;
    now.faction_ids().filter(mine).collect()
}

/// How often the players' sides hold the field.
pub fn held(now: &Encounter, figures: &Figures) -> Share {
    let mine = players(now).into_iter();
    figures.share(mine.map(|side| figures.holds(side).count).sum())
}
