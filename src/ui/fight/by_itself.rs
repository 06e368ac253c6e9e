//! State of auto-play in a fight: paused or not, the next decision, and the time it has waited.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::encounter::{Combatant, Encounter};
use crate::simulate::{Also, Deciding, Decision};
use crate::store::AutoPlaySpeed;

/// Time that a sharp side may compute without a pause between steps.
const THINKS: Duration = Duration::from_secs(1);

/// Number of rounds without a change after which auto-play pauses.
pub(super) const STILL_ROUNDS: u32 = 20;

/// Rounds in which auto-play has changed nothing.
#[derive(Debug, Default)]
pub(super) struct Still {
    /// Last round that was compared.
    round: u32,
    /// Combatants at the beginning of that round.
    combatants: Arc<Vec<Arc<Combatant>>>,
    /// Number of rounds since the last change.
    rounds: u32,
}

impl Still {
    /// Compares the fight with the beginning of the last round, once in each round. Returns `true` if nothing has
    /// changed for [`STILL_ROUNDS`] rounds and nothing is scheduled.
    pub(super) fn lasts(&mut self, now: &Encounter) -> bool {
        if now.round == self.round {
            return false;
        }
        let same =
            now.round > self.round && now.scheduled.is_empty() && now.combatants == self.combatants;
        self.rounds = if same {
            self.rounds + (now.round - self.round)
        } else {
            0
        };
        self.round = now.round;
        self.combatants = Arc::clone(&now.combatants);
        self.rounds >= STILL_ROUNDS
    }
}

/// State of auto-play in a fight.
#[derive(Debug, Default)]
pub(crate) struct Playing {
    /// Speed of the steps.
    pub speed: AutoPlaySpeed,
    /// True if auto-play is paused until the GM resumes it.
    pub(super) stopped: bool,
    /// True if a key with another meaning paused auto-play, so that new settings of auto-play resume it.
    pub(super) interrupted: bool,
    /// Combatants who are automatic in addition to their setting, and the round in which this began.
    pub(super) also: Option<(Also, u32)>,
    /// Next decision, if one is made or suggested.
    pub(super) decision: Option<Decision>,
    /// Better decision that a sharp side is computing.
    pub(super) better: Option<Thinker>,
    /// Time that the next step has waited.
    pub(super) waited: Duration,
    /// True if there is new text to read.
    pub(super) told: bool,
    /// Rounds without a change.
    pub(super) still: Still,
}

/// Thread that runs the trials of a sharp side.
#[derive(Debug)]
pub(super) struct Thinker {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<Option<Decision>>>,
}

impl Thinker {
    pub(super) fn of(deciding: Deciding) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let until = Arc::clone(&stop);
        let thread = thread::spawn(move || deciding.decide(&until));
        Self {
            stop,
            thread: Some(thread),
        }
    }

    /// Returns the decision, if the trials have finished.
    pub(super) fn thought(&mut self) -> Option<Decision> {
        let done = self.thread.take_if(|thread| thread.is_finished())?;
        done.join().ok().flatten()
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Playing {
    /// Creates the state for a resumed fight, which is paused.
    pub(super) fn stopped() -> Self {
        Self {
            stopped: true,
            ..Self::default()
        }
    }

    /// Returns the decision that replaces the default.
    pub(super) fn decision(&self) -> Option<&Decision> {
        self.decision.as_ref()
    }

    /// Records an input, whose log must be read before the next step. An input that changes earlier steps ends the
    /// auto-play of a turn or side, and pauses auto-play if a side or combatant is automatic (`is_set`).
    pub(super) fn goes_on(&mut self, changes: bool, is_set: bool) {
        self.told = true;
        if changes {
            self.also = None;
            self.stopped |= is_set;
        }
    }

    /// Returns the pause before the next step.
    pub(super) fn wants(&self) -> Duration {
        let read = if self.told {
            self.speed.pause()
        } else {
            Duration::ZERO
        };
        match &self.better {
            Some(_) => read.max(THINKS),
            None => read,
        }
    }
}

/// Returns `true` if any combatant of a fight is automatic.
pub(super) fn is_anybody_set(now: &Encounter) -> bool {
    now.present().any(|id| now.control(id).plays())
}
