//! Coverage of a system's file: the parts that have run, and the parts that never have.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::ron_text::{Diagnostic, Place};

/// Index for parts that are not in the file.
pub const UNPLACED: usize = usize::MAX;

/// Part of the file that can run: an action, a step, an effect.
#[derive(Debug)]
struct Spot {
    place: Place,
    /// Description of the part.
    what: String,
    /// Index of the part that contains this part.
    within: Option<usize>,
    ran: AtomicBool,
}

/// Parts of a system's file that can run, and those that have run since the start of the [watch](Self::watch).
#[derive(Debug, Default)]
pub struct Coverage {
    spots: Vec<Spot>,
    /// Names that no other part of the files contains.
    unused: Vec<Diagnostic>,
    watched: AtomicBool,
    last: AtomicUsize,
    endless: Mutex<Endless>,
    costs: Mutex<Costs>,
}

/// Cost of the functions of `rules.lua` so far, in Lua instructions, with the line of each.
#[derive(Debug, Default)]
struct Costs {
    functions: BTreeMap<&'static str, (u32, u64)>,
    all: u64,
}

/// Maximum cost of all functions in one check, in Lua instructions: about ten seconds of an optimised program that
/// records which lines run.
const MOST_COST: u64 = 200_000_000;

/// Functions that exceeded their limit, each with the part that ran before and the error.
type Endless = BTreeMap<&'static str, (usize, String)>;

impl Coverage {
    /// Adds a part that can run and returns its index for [`mark`](Self::mark).
    pub fn add(&mut self, place: Place, what: String, within: Option<usize>) -> usize {
        self.spots.push(Spot {
            place,
            what,
            within,
            ran: AtomicBool::new(false),
        });
        self.spots.len() - 1
    }

    /// Returns the number of parts that can run.
    pub fn parts(&self) -> usize {
        self.spots.len()
    }

    /// Adds a declared name that no other part of the files contains.
    pub fn add_unused(&mut self, place: Place, what: &str) {
        self.unused.push(Diagnostic {
            place: Some(place),
            what: format!("{what} is never used"),
        });
    }

    /// Starts to record the parts that run. Rules do not read the record.
    pub fn watch(&self) {
        self.watched.store(true, Relaxed);
    }

    pub fn is_watched(&self) -> bool {
        self.watched.load(Relaxed)
    }

    /// Records that a part runs.
    pub fn mark(&self, spot: usize) {
        if self.watched.load(Relaxed)
            && let Some(one) = self.spots.get(spot)
        {
            one.ran.store(true, Relaxed);
            self.last.store(spot, Relaxed);
        }
    }

    /// Returns the place of the part that ran last, to locate an error.
    pub fn last(&self) -> Option<&Place> {
        let spot = self.spots.get(self.last.load(Relaxed))?;
        spot.ran.load(Relaxed).then_some(&spot.place)
    }

    /// Returns the place of a part.
    pub fn place(&self, spot: usize) -> Option<&Place> {
        self.spots.get(spot).map(|spot| &spot.place)
    }

    /// Records that a function exceeded its limit. While the coverage is watched, Affray repeats the function's error
    /// instead of a call that would take just as long.
    pub fn has_no_end(&self, function: &'static str, why: &str) {
        if self.is_watched() {
            let last = self.last.load(Relaxed);
            self.endless().insert(function, (last, why.to_owned()));
        }
    }

    /// Adds the cost of a call of a function on a line, in Lua instructions. [`is_spent`](Self::is_spent) returns true
    /// when a check must stop.
    pub fn spent(&self, function: &'static str, line: Option<u32>, cost: u64) {
        let mut costs = self.costs.lock().unwrap_or_else(PoisonError::into_inner);
        let one = costs.functions.entry(function).or_default();
        *one = (line.unwrap_or(1), one.1.saturating_add(cost));
        costs.all = costs.all.saturating_add(cost);
    }

    /// Returns the function with the greatest cost so far, the function's line, and its share of the total cost in
    /// percent.
    pub fn costliest(&self) -> Option<(&'static str, u32, u64)> {
        let costs = self.costs.lock().unwrap_or_else(PoisonError::into_inner);
        let most = costs.functions.iter().max_by_key(|(_, (_, cost))| *cost);
        let (function, (line, cost)) = most?;
        Some((function, *line, cost * 100 / costs.all.max(1)))
    }

    /// Returns true if all functions of a watched check together cost more than the maximum.
    pub fn is_spent(&self) -> bool {
        let costs = self.costs.lock().unwrap_or_else(PoisonError::into_inner);
        self.is_watched() && costs.all > MOST_COST
    }

    /// Returns the error of a function that exceeded its limit, and restores the part that ran before it.
    pub fn told_of_no_end(&self, function: &str) -> Option<String> {
        let (last, why) = self.endless().get(function).cloned()?;
        self.last.store(last, Relaxed);
        Some(why)
    }

    fn endless(&self) -> MutexGuard<'_, Endless> {
        self.endless.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns true if all parts have run.
    pub fn is_whole(&self) -> bool {
        self.spots.iter().all(|spot| spot.ran.load(Relaxed))
    }

    /// Returns the number of parts, and the number of parts that have run.
    pub fn counts(&self) -> (usize, usize) {
        let ran = self.spots.iter().filter(|spot| spot.ran.load(Relaxed));
        (self.spots.len(), ran.count())
    }

    /// Returns the parts that never ran and the names that are never used, each at its place, without parts contained in
    /// another of these parts.
    pub fn never(&self) -> Vec<Diagnostic> {
        let ran = |spot: &Spot| spot.ran.load(Relaxed);
        let told = self.spots.iter().filter(|spot| {
            let whole = spot.within.and_then(|within| self.spots.get(within));
            !ran(spot) && whole.is_none_or(ran)
        });
        let told = told.map(|spot| Diagnostic {
            place: Some(spot.place.clone()),
            what: format!("{} never ran", spot.what),
        });
        self.unused.iter().cloned().chain(told).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_stops_when_all_functions_together_exceed_the_instruction_limit() {
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
    fn a_fight_has_no_limit_on_total_instructions() {
        let coverage = Coverage::default();
        coverage.spent("slow", Some(12), 2 * MOST_COST);
        assert!(!coverage.is_spent());
    }
}
