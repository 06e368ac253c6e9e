//! A fight in a word, from where the players sit. docs/odds.md says the same numbers.

use super::figures::Figures;
use crate::encounter::Encounter;
use crate::values::FactionId;

crate::words! {
    /// How a fight is likely to go for the players.
    pub enum Verdict {
        /// They hold the field in 90 of 100 fights at least, and lose no more than a quarter of their people.
        Easy = "easy" "easy: won nine times in ten, few fall",
        /// They hold it as often, but lose more of them.
        Costly = "costly" "costly: won nine times in ten, but many fall",
        /// In 65 of 100 at least.
        Fair = "fair" "fair: won two times in three, not without loss",
        /// In 35 of 100 at least.
        Even = "even" "even: won about as often as lost",
        /// In 10 of 100 at least.
        Hard = "hard" "hard: lost two times in three",
        /// In fewer.
        Deadly = "deadly" "deadly: lost nine times in ten",
    }
}

impl Verdict {
    /// The word for some figures; `None` where no side is the players', or nothing is counted.
    pub fn of(now: &Encounter, figures: &Figures) -> Option<Self> {
        let mine = |side: &FactionId| now.factions[side.index()].players;
        let mine: Vec<FactionId> = now.faction_ids().filter(mine).collect();
        if mine.is_empty() || figures.fights == 0 {
            return None;
        }
        let mut people = figures.fighters(now);
        people.retain(|who| mine.contains(&now.get(*who).faction));
        let falls: f64 = people.iter().map(|who| figures.falls(*who).part()).sum();
        let lost = falls / people.len().max(1) as f64;
        let held: f64 = mine.iter().map(|side| figures.holds(*side).part()).sum();
        Some(match held {
            held if held >= 0.90 && lost <= 0.25 => Self::Easy,
            held if held >= 0.90 => Self::Costly,
            held if held >= 0.65 => Self::Fair,
            held if held >= 0.35 => Self::Even,
            held if held >= 0.10 => Self::Hard,
            _ => Self::Deadly,
        })
    }
}
