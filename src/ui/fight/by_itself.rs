//! What is remembered of those who play by themselves: whether they do, what is decided next, how long that has waited.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::encounter::Encounter;
use crate::simulate::{Also, Deciding, Decision};
use crate::store::AutoPlaySpeed;

/// How long a sharp side thinks where no step is waited for.
const THINKS: Duration = Duration::from_secs(1);

/// Those who play by themselves.
#[derive(Debug, Default)]
pub(crate) struct Playing {
    /// How long a step can be read before the next.
    pub speed: AutoPlaySpeed,
    /// Whether nobody plays by itself until the GM says so.
    pub(super) stopped: bool,
    /// Who is played without a setting, from which round on.
    pub(super) also: Option<(Also, u32)>,
    /// The next decision, if one is made or proposed.
    pub(super) decision: Option<Decision>,
    /// A better one, while a sharp side thinks.
    pub(super) better: Option<Thinker>,
    /// For how long the next step has waited.
    pub(super) waited: Duration,
    /// Whether there is something to be read.
    pub(super) told: bool,
}

/// A sharp side that tries what it could do.
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

    /// What it came to, if it has come to anything.
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
    /// Of a fight that is gone on with: nobody plays before the GM says so.
    pub(super) fn stopped() -> Self {
        Self {
            stopped: true,
            ..Self::default()
        }
    }

    /// What stands there in the place of what the rules propose.
    pub(super) fn decision(&self) -> Option<&Decision> {
        self.decision.as_ref()
    }

    /// Somebody made an input, which is to be read; some stop all.
    pub(super) fn goes_on(&mut self, stops: bool) {
        self.told = true;
        self.stopped |= stops;
        if stops {
            self.also = None;
        }
    }

    /// How long the next step waits.
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

/// Whether anybody of a fight is set to play.
pub(super) fn is_anybody_set(now: &Encounter) -> bool {
    now.present().any(|id| now.control(id).plays())
}
