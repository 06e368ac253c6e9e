//! What was sent to the saver and what came of it, for the screen and for whoever ends the process.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::store::{Report, Saver, Work};

/// What is on its way to the disk.
#[derive(Default)]
pub struct Ledger {
    state: Mutex<State>,
    answered: Condvar,
}

#[derive(Default)]
struct State {
    sent: u64,
    answered: u64,
    saved: u64,
    trouble: Option<String>,
}

impl Ledger {
    /// Waits until everything sent is on disk or has failed.
    pub fn wait(&self) {
        let mut state = self.state();
        while state.answered < state.sent {
            state = self
                .answered
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits as [`Ledger::wait`] does, but not longer than `limit`.
    pub fn wait_at_most(&self, limit: Duration) {
        let state = self.state();
        // Whoever asked looks at the state afterwards.
        let _ = self
            .answered
            .wait_timeout_while(state, limit, |state| state.answered < state.sent);
    }

    /// Whether everything sent is on disk.
    pub fn is_saved(&self) -> bool {
        let state = self.state();
        state.saved == state.sent && state.trouble.is_none()
    }

    /// Why not everything is on disk, where something failed.
    pub fn trouble(&self) -> Option<String> {
        self.state().trouble.clone()
    }

    pub(super) fn reset(&self) {
        *self.state() = State::default();
    }

    /// Sends `work` and gives its number.
    pub(super) fn send(&self, saver: &mut Saver, work: Work) -> u64 {
        // Held, so that the report cannot come before the number is known.
        let mut state = self.state();
        state.sent = saver.send(work);
        state.sent
    }

    /// Something could not even be sent.
    pub(super) fn fail(&self, why: &str) {
        self.state().trouble = Some(why.to_owned());
    }

    pub(super) fn take(&self, report: &Report) {
        let mut state = self.state();
        match report {
            Report::Told(_) => return,
            Report::Saved(number) => {
                state.answered = *number;
                state.saved = *number;
                state.trouble = None;
            }
            Report::Failed {
                number,
                message,
                wants_snapshot,
            } => {
                state.answered = *number;
                if *wants_snapshot {
                    state.trouble = Some(message.clone());
                } else {
                    // Only the fold failed; what it held is in the journal.
                    state.saved = *number;
                }
            }
        }
        self.answered.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
