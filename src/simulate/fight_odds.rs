//! Odds of a fight: thousands of simulated fights from one state, on all threads. The number of a fight determines its
//! dice, so that the same seed and number of fights give the same result on any number of threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::figures::{Course, Ended, Figures};
use super::leader::Leader;
use super::one_fight::simulate;
use super::standing::Standing;
use crate::dice::{Generator, Seed};
use crate::encounter::{Encounter, Tactics, Wits};
use crate::rules::System;
use crate::values::Words as _;

/// Maximum number of rounds in a simulated fight. A longer fight counts as undecided.
pub const MOST_ROUNDS: u32 = 200;

/// Number of fights that a thread takes at once.
const CHUNK: u64 = 4;

/// Returns the tactics of each side for odds: the saved tactics, but with full knowledge of the enemies.
pub fn knowing(now: &Encounter) -> Vec<Tactics> {
    let sides = now.sides.iter();
    sides.map(|side| side.tactics.knowing()).collect()
}

/// Describes the tactics of the sides: "Party sensible · Bandits reckless, kills".
pub fn led(now: &Encounter, tactics: &[Tactics]) -> String {
    let sides = now.sides.iter().zip(tactics);
    let sides = sides.map(|(side, tactics)| {
        let usual = Tactics::default().knowing().words();
        let words = tactics.words().into_iter().zip(usual);
        let other = words.filter(|(word, usual)| word != usual);
        let other: Vec<&str> = other.map(|(word, _)| word).collect();
        if other.is_empty() {
            format!("{} {}", side.name, Wits::default().word())
        } else {
            format!("{} {}", side.name, other.join(", "))
        }
    });
    sides.collect::<Vec<String>>().join(" · ")
}

/// Parameters of a simulated fight: the rules, the policies of the sides and the seed.
#[derive(Clone)]
pub struct Orders {
    pub system: &'static dyn System,
    /// Tactics of each side; sides beyond the end have the default.
    pub tactics: Vec<Tactics>,
    /// Seed of the dice of all fights.
    pub seed: Seed,
}

impl Orders {
    /// Plays the fight with this number from a state; `None` if the fight was stopped.
    ///
    /// # Errors
    /// Fault of a rule.
    pub fn play(
        &self,
        from: &Standing,
        number: u64,
        stop: &AtomicBool,
    ) -> Result<Option<Ended>, String> {
        let mut dice = Generator::at(self.seed, number, "odds", 0, 0);
        let mut led = Leader::new(self.system, &self.tactics, &mut dice);
        let mut course = Course::new(self.system, &from.base);
        let fight = simulate(&mut led, from, MOST_ROUNDS, |now| {
            course.see(now);
            !stop.load(Ordering::Relaxed)
        })?;
        let ended = course.ends(&fight.now, led.unfit.len());
        Ok((!stop.load(Ordering::Relaxed)).then_some(ended))
    }
}

struct Shared {
    orders: Orders,
    standings: Vec<Standing>,
    /// Number of fights from each state.
    fights: u64,
    next: AtomicU64,
    stop: AtomicBool,
    figures: Vec<Mutex<Figures>>,
    fault: Mutex<Option<String>>,
}

/// Simulation of many fights on its own threads, from one state or from several in turn. It stops when it is dropped.
pub struct FightOdds {
    shared: Arc<Shared>,
    threads: Vec<thread::JoinHandle<()>>,
}

impl Drop for FightOdds {
    fn drop(&mut self) {
        self.stop();
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Counts are valid even if another thread has panicked.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the number of fights that this machine simulates at the same time.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

impl FightOdds {
    /// Starts a simulation on all cores with the saved tactics of each side, for callers that poll its progress.
    pub fn aside(
        system: &'static dyn System,
        seed: Seed,
        standings: Vec<Standing>,
        fights: u64,
    ) -> Self {
        let orders = Orders {
            system,
            tactics: standings
                .first()
                .map_or_else(Vec::new, |standing| knowing(&standing.base)),
            seed,
        };
        Self::start(orders, standings, fights, cores(), || ())
    }

    /// Starts a number of fights from each of these states. The states take turns, so that they can be compared at any
    /// time: fights of the same number have the same dice. The threads call `done` whenever they have counted some
    /// fights.
    pub fn start(
        orders: Orders,
        standings: Vec<Standing>,
        fights: u64,
        threads: usize,
        done: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        let shared = Arc::new(Shared {
            orders,
            figures: standings.iter().map(|_| Mutex::default()).collect(),
            standings,
            fights,
            next: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            fault: Mutex::new(None),
        });
        let done = Arc::new(done);
        let work = |_| {
            let (shared, done) = (Arc::clone(&shared), Arc::clone(&done));
            thread::spawn(move || shared.work(&*done))
        };
        Self {
            threads: (0..threads.max(1)).map(work).collect(),
            shared,
        }
    }

    /// Returns the figures of a state so far.
    pub fn figures(&self, standing: usize) -> Figures {
        let figures = self.shared.figures.get(standing);
        figures.map_or_else(Figures::default, |figures| locked(figures).clone())
    }

    /// Returns the number of fights so far, from all states together.
    pub fn counted(&self) -> u64 {
        let all = self.shared.figures.iter();
        all.map(|figures| locked(figures).fights).sum()
    }

    /// Returns the fault of a rule, if there was one.
    pub fn fault(&self) -> Option<String> {
        locked(&self.shared.fault).clone()
    }

    /// Returns `true` if all threads have ended.
    pub fn over(&self) -> bool {
        self.threads.iter().all(thread::JoinHandle::is_finished)
    }

    /// Stops the simulation after the current fights.
    pub fn stop(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }

    /// Waits until all fights are played.
    ///
    /// # Errors
    /// Fault of a rule.
    pub fn wait(mut self) -> Result<Vec<Figures>, String> {
        for thread in std::mem::take(&mut self.threads) {
            thread
                .join()
                .map_err(|_| "a fight was not simulated to its end".to_owned())?;
        }
        match self.fault() {
            Some(fault) => Err(fault),
            None => Ok((0..self.shared.figures.len())
                .map(|standing| self.figures(standing))
                .collect()),
        }
    }
}

impl Shared {
    fn work(&self, done: &dyn Fn()) {
        let standings = self.standings.len() as u64;
        loop {
            let turn = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(chunk) = turn.checked_div(standings) else {
                return;
            };
            let first = chunk * CHUNK;
            if first >= self.fights || self.stop.load(Ordering::Relaxed) {
                return;
            }
            let place = (turn % standings) as usize;
            let mut figures = Figures::default();
            for number in first..self.fights.min(first + CHUNK) {
                match self.orders.play(&self.standings[place], number, &self.stop) {
                    Ok(Some(ended)) => figures.add(&ended),
                    Ok(None) => return,
                    Err(fault) => {
                        locked(&self.fault).get_or_insert(fault);
                        self.stop.store(true, Ordering::Relaxed);
                        return;
                    }
                }
            }
            locked(&self.figures[place]).merge(&figures);
            done();
        }
    }
}
