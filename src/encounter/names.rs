//! Names for those who join: a single one bears its bare name, several alike are numbered, and nobody's is given twice. And
//! sides that files and people mean by name.

use std::collections::{BTreeMap, BTreeSet};

use super::scheduled::{Due, Timing};
use super::state::Encounter;
use crate::text;
use crate::values::unknown;

/// Room for the number behind a name.
const NUMBER_ROOM: usize = 7;

/// So many who are to bear one name.
pub(crate) struct Alike<'n> {
    /// The name, without a number.
    pub(crate) base: &'n str,
    /// How many of them come.
    pub(crate) number: u32,
    /// Whether the players are not to know of them.
    pub(crate) hidden: bool,
}

/// Assigns display names to combatants: a single combatant has the plain name, several with one name are numbered. Hidden
/// combatants come last, so that no number reveals them.
pub(crate) struct Names {
    taken: BTreeSet<String>,
    /// Per name without a number, and whether of the hidden: the last number given, if they are numbered.
    last: BTreeMap<(String, bool), u32>,
}

impl Names {
    /// For a fight that so many of each name come into.
    pub(crate) fn new<'n>(now: &Encounter, coming: impl IntoIterator<Item = Alike<'n>>) -> Self {
        let mut names = Self {
            taken: now.combatants.iter().map(|one| one.name.clone()).collect(),
            last: BTreeMap::new(),
        };
        let mut alike: BTreeMap<&str, [u32; 2]> = BTreeMap::new();
        for one in coming {
            let sum = &mut alike.entry(one.base).or_default()[usize::from(one.hidden)];
            *sum = sum.saturating_add(one.number);
        }
        for (base, [seen, hidden]) in alike {
            let mut there = highest(now, base);
            for (number, is_hidden) in [(seen, false), (hidden, true)] {
                if number > 1 || there > 0 {
                    names.last.insert((base.to_owned(), is_hidden), there);
                } else if number > 0 {
                    // Numbers of others keep clear of it: somebody may be called "Bandit 2" by name.
                    names.taken.insert(base.to_owned());
                }
                there = there.saturating_add(number);
            }
        }
        names
    }

    /// Whether somebody has this name, or it was given out.
    pub(crate) fn is_taken(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// The next name of this kind, for somebody who is hidden or not.
    pub(crate) fn next(&mut self, base: &str, hidden: bool) -> String {
        let Some(last) = self.last.get_mut(&(base.to_owned(), hidden)) else {
            return base.to_owned();
        };
        let room = text::NAME_LIMIT - NUMBER_ROOM;
        let short: String = base.chars().take(room).collect();
        loop {
            *last += 1;
            let name = format!("{} {last}", short.trim_end());
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// A name like that one which nobody bears: the next number of its kind.
pub(crate) fn free_name(now: &Encounter, name: &str) -> String {
    let base = match name.rsplit_once(' ') {
        Some((base, number)) if number.parse::<u32>().is_ok() => base,
        _ => name,
    };
    let mut names = Names {
        taken: now.combatants.iter().map(|one| one.name.clone()).collect(),
        last: BTreeMap::from([((base.to_owned(), false), highest(now, base))]),
    };
    names.next(base, false)
}

/// The highest number that a combatant of this name bears; one without a number counts as 1.
fn highest(now: &Encounter, base: &str) -> u32 {
    let room = text::NAME_LIMIT - NUMBER_ROOM;
    let short: String = base.chars().take(room).collect();
    now.combatants
        .iter()
        .filter_map(|one| {
            if one.name == base {
                return Some(1);
            }
            let number = one.name.strip_prefix(short.trim_end())?.strip_prefix(' ')?;
            number.parse().ok().filter(|number| *number < 1_000_000)
        })
        .max()
        .unwrap_or(0)
}

impl Timing {
    /// The same with its side as the fight has it.
    pub(crate) fn due(&self, now: &Encounter) -> Result<Due, String> {
        Ok(match self {
            Timing::Round(round) => Due::Round(*round),
            Timing::HalfDown(name) => {
                let found = now.side_ids().find(|id| now.side_name(*id) == name.trim());
                let names = now.sides.iter().map(|side| side.name.as_str());
                Due::HalfDown(found.ok_or_else(|| unknown("side", name, names))?)
            }
            Timing::Manual => Due::Manual,
        })
    }
}
