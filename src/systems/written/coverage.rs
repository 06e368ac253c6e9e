//! Which parts of a system's file have been played, for whoever wants to know what never is.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::ron_text::{Diagnostic, Place};

/// The number of what does not stand in the file by itself.
pub const UNPLACED: usize = usize::MAX;

/// Something of the file that is played: an action, a step, an effect.
#[derive(Debug)]
struct Spot {
    place: Place,
    /// What it is, in words.
    what: String,
    /// What it is a part of.
    within: Option<usize>,
    ran: AtomicBool,
}

/// What of a system's file can be played, and what of it has been since somebody [watches](Self::watch).
#[derive(Debug, Default)]
pub struct Coverage {
    spots: Vec<Spot>,
    watched: AtomicBool,
    last: AtomicUsize,
    endless: Mutex<Endless>,
    costs: Mutex<Costs>,
}

/// Cost of the functions of `rules.lua` so far, in instructions of Lua, with the line of each.
#[derive(Debug, Default)]
struct Costs {
    functions: BTreeMap<&'static str, (u32, u64)>,
    all: u64,
}

/// Cost of all functions in one check, in instructions of Lua: about ten seconds of an optimised program that watches which
/// lines run.
const MOST_COST: u64 = 200_000_000;

/// Functions that took more than a function may, each with what was played last then and what was told of it.
type Endless = BTreeMap<&'static str, (usize, String)>;

impl Coverage {
    /// Something more that can be played; its number, by which it is [marked](Self::mark).
    pub fn add(&mut self, place: Place, what: String, within: Option<usize>) -> usize {
        self.spots.push(Spot {
            place,
            what,
            within,
            ran: AtomicBool::new(false),
        });
        self.spots.len() - 1
    }

    /// From now on what is played is kept in mind. Rules read nothing of it.
    pub fn watch(&self) {
        self.watched.store(true, Relaxed);
    }

    pub fn is_watched(&self) -> bool {
        self.watched.load(Relaxed)
    }

    /// It is being played.
    pub fn mark(&self, spot: usize) {
        if self.watched.load(Relaxed)
            && let Some(one) = self.spots.get(spot)
        {
            one.ran.store(true, Relaxed);
            self.last.store(spot, Relaxed);
        }
    }

    /// What was played last, to tell where a fault came.
    pub fn last(&self) -> Option<&Place> {
        let spot = self.spots.get(self.last.load(Relaxed))?;
        spot.ran.load(Relaxed).then_some(&spot.place)
    }

    /// A function took more than it may, and would take as long every time: while somebody watches, it is told again and
    /// not played again.
    pub fn has_no_end(&self, function: &'static str, why: &str) {
        if self.is_watched() {
            let last = self.last.load(Relaxed);
            self.endless().insert(function, (last, why.to_owned()));
        }
    }

    /// Adds the cost of a call of a function on a line, in instructions of Lua.
    /// [`is_spent`](Self::is_spent) says when a check has to stop.
    pub fn spent(&self, function: &'static str, line: Option<u32>, cost: u64) {
        let mut costs = self.costs.lock().unwrap_or_else(PoisonError::into_inner);
        let one = costs.functions.entry(function).or_default();
        *one = (line.unwrap_or(1), one.1.saturating_add(cost));
        costs.all = costs.all.saturating_add(cost);
    }

    /// Function with the greatest cost so far, its line, and its share of the cost of all in percent.
    pub fn costliest(&self) -> Option<(&'static str, u32, u64)> {
        let costs = self.costs.lock().unwrap_or_else(PoisonError::into_inner);
        let most = costs.functions.iter().max_by_key(|(_, (_, cost))| *cost);
        let (function, (line, cost)) = most?;
        Some((function, *line, cost * 100 / costs.all.max(1)))
    }

    /// Whether the functions of a check that is being watched cost more together than they may.
    pub fn is_spent(&self) -> bool {
        let costs = self.costs.lock().unwrap_or_else(PoisonError::into_inner);
        self.is_watched() && costs.all > MOST_COST
    }

    /// What was told of a function that took more than it may; it stands as if that had been played again.
    pub fn told_of_no_end(&self, function: &str) -> Option<String> {
        let (last, why) = self.endless().get(function).cloned()?;
        self.last.store(last, Relaxed);
        Some(why)
    }

    fn endless(&self) -> MutexGuard<'_, Endless> {
        self.endless.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether all has been played.
    pub fn is_whole(&self) -> bool {
        self.spots.iter().all(|spot| spot.ran.load(Relaxed))
    }

    /// How much there is, and how much of it has been played.
    pub fn counts(&self) -> (usize, usize) {
        let ran = self.spots.iter().filter(|spot| spot.ran.load(Relaxed));
        (self.spots.len(), ran.count())
    }

    /// What never was played, each at its place; nothing of what is a part of that.
    pub fn never(&self) -> Vec<Diagnostic> {
        let ran = |spot: &Spot| spot.ran.load(Relaxed);
        let told = self.spots.iter().filter(|spot| {
            let whole = spot.within.and_then(|within| self.spots.get(within));
            !ran(spot) && whole.is_none_or(ran)
        });
        told.map(|spot| Diagnostic {
            place: Some(spot.place.clone()),
            what: format!("{} never came about", spot.what),
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_watched_check_is_spent_when_all_functions_together_cost_too_much() {
        let coverage = Coverage::default();
        coverage.spent("quick", Some(3), MOST_COST / 4);
        coverage.spent("slow", Some(12), MOST_COST / 2);
        coverage.watch();
        assert!(!coverage.is_spent());
        coverage.spent("slow", Some(12), MOST_COST / 4 + 4);
        assert!(coverage.is_spent());
        assert_eq!(coverage.costliest(), Some(("slow", 12, 75)));
    }

    #[test]
    fn a_fight_at_the_table_is_never_spent() {
        let coverage = Coverage::default();
        coverage.spent("slow", Some(12), 2 * MOST_COST);
        assert!(!coverage.is_spent());
    }
}
