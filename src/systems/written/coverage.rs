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
}

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
