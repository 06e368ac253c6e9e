//! Names of joining combatants. A single combatant has the plain name, combatants with the same name are numbered, and
//! no name is used twice. The module also finds sides by the names in files and input.

use std::collections::{BTreeMap, BTreeSet};

use super::combatant::Combatant;
use super::scheduled::{Due, Timing};
use super::state::Encounter;
use crate::text;
use crate::values::unknown;

/// Characters reserved for the number after a name.
const NUMBER_ROOM: usize = 7;

/// Group of joining combatants with the same plain name.
pub(crate) struct Alike<'n> {
    /// Name without a number.
    pub(crate) base: &'n str,
    /// Number of combatants in the group.
    pub(crate) number: u32,
    /// True if the players do not see this name. Hidden combatants are numbered after the visible combatants, so that
    /// the players see no gap.
    pub(crate) hidden: bool,
}

/// Assigns display names to combatants: a single combatant has the plain name, combatants with the same name are
/// numbered. Hidden combatants come last, so that no number reveals them.
pub(crate) struct Names {
    taken: BTreeSet<String>,
    /// Last number for each plain name, separately for hidden combatants; without an entry the name needs no number.
    last: BTreeMap<(String, bool), u32>,
}

impl Names {
    /// Prepares names for a fight and the groups that are going to join it.
    pub(crate) fn new<'n>(now: &Encounter, coming: impl IntoIterator<Item = Alike<'n>>) -> Self {
        let mut names = Self {
            taken: taken(now),
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
                    // Other groups skip this name, since a combatant may be called "Bandit 2".
                    names.taken.insert(base.to_owned());
                }
                there = there.saturating_add(number);
            }
        }
        names
    }

    /// Returns `true` if the name is in use or was assigned.
    pub(crate) fn is_taken(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// Assigns the next name of this kind to a hidden or visible combatant.
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

/// Returns an unused name like this name, with the next number.
pub(crate) fn free_name(now: &Encounter, name: &str) -> String {
    let base = match name.rsplit_once(' ') {
        Some((base, number)) if number.parse::<u32>().is_ok() => base,
        _ => name,
    };
    let mut names = Names {
        taken: taken(now),
        last: BTreeMap::from([((base.to_owned(), false), highest(now, base))]),
    };
    names.next(base, false)
}

/// Returns all names in use, including names that only the players see.
fn taken(now: &Encounter) -> BTreeSet<String> {
    let names = |one: &Combatant| [one.name.clone(), one.other_name.clone()];
    let all = now.combatants.iter().flat_map(|one| names(one));
    all.filter(|name| !name.is_empty()).collect()
}

/// Returns the highest number among the combatants of this name; a name without a number counts as 1.
fn highest(now: &Encounter, base: &str) -> u32 {
    let room = text::NAME_LIMIT - NUMBER_ROOM;
    let short: String = base.chars().take(room).collect();
    let names = now.combatants.iter();
    names
        .flat_map(|one| [&one.name, &one.other_name])
        .filter_map(|name| {
            if name == base {
                return Some(1);
            }
            let number = name.strip_prefix(short.trim_end())?.strip_prefix(' ')?;
            number.parse().ok().filter(|number| *number < 1_000_000)
        })
        .max()
        .unwrap_or(0)
}

impl Timing {
    /// Resolves the side's name in a trigger.
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
