//! Progress of the saver, for the screen and for code that ends the process.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::dice::Seed;
use crate::store::{Report, Saver, Work, names};
use crate::text::{NAME_LIMIT, sanitize};

/// Progress of the saver.
#[derive(Default)]
pub struct SaveProgress {
    state: Mutex<State>,
    answered: Condvar,
}

#[derive(Default)]
struct State {
    sent: u64,
    answered: u64,
    saved: u64,
    trouble: Option<String>,
    kept: Option<FightInfo>,
}

/// Information about the fight that is being saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FightInfo {
    /// Name of the fight's files; `None` while the fight has no files.
    pub name: Option<String>,
    /// Title of the fight.
    pub title: String,
    /// Seed of the fight's dice.
    pub seed: Seed,
    /// Number of inputs since the fight was opened.
    pub inputs: usize,
    pub commands: usize,
}

impl SaveProgress {
    /// Waits until everything sent is on disk or has failed.
    pub(crate) fn wait(&self) {
        let mut state = self.state();
        while state.answered < state.sent {
            state = self
                .answered
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits like [`SaveProgress::wait`], at most for `limit`.
    pub(crate) fn wait_at_most(&self, limit: Duration) {
        let state = self.state();
        // The caller checks the state afterwards.
        let _ = self
            .answered
            .wait_timeout_while(state, limit, |state| state.answered < state.sent);
    }

    /// Returns `true` if everything sent is on disk.
    pub(crate) fn is_saved(&self) -> bool {
        self.state().is_saved()
    }

    /// Returns the reason why some inputs are not on disk, after a failure.
    pub(crate) fn trouble(&self) -> Option<String> {
        self.state().trouble.clone()
    }

    /// Returns the final message after a crash: how much of the fight is on disk, how to resume it, and what a bug
    /// report needs.
    pub(crate) fn last_words(&self) -> String {
        let state = self.state();
        let words = "affray: this is a bug in Affray";
        let Some(kept) = &state.kept else {
            return format!("{words}. No fight was being saved.");
        };
        let (title, inputs) = (sanitize(&kept.title, NAME_LIMIT), kept.inputs);
        let saved = match &state.trouble {
            Some(why) if kept.name.is_none() => format!("`{title}` is not saved: {why}"),
            Some(why) => format!("The last inputs of `{title}` are not saved: {why}"),
            None if state.is_saved() => format!(
                "`{title}` is saved up to input {inputs} since it was opened. \
                 Only the effect of the last key may be missing."
            ),
            None => {
                format!("The last inputs of `{title}` are not saved: the disk does not respond")
            }
        };
        let name = kept.name.as_deref();
        let resume =
            name.map(|name| format!("Resume it with: affray resume {}\n", names::for_shell(name)));
        format!(
            "{words}.\n{saved}\n{}For a bug report: seed {}, after input {inputs}, after {} commands of the fight.",
            resume.unwrap_or_default(),
            kept.seed,
            kept.commands
        )
    }

    /// Sets the fight that is being saved, if any.
    pub(super) fn note(&self, kept: Option<FightInfo>) {
        self.state().kept = kept;
    }

    pub(super) fn reset(&self) {
        let mut state = self.state();
        let kept = state.kept.take();
        *state = State {
            kept,
            ..State::default()
        };
    }

    /// Sends a task and returns its number.
    pub(super) fn send(&self, saver: &mut Saver, work: Work) -> u64 {
        // Locked, so that the report cannot come before the number is known.
        let mut state = self.state();
        state.sent = saver.send(work);
        state.sent
    }

    /// Records a failure to send.
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
                    // Only the compaction failed. Its contents are in the journal.
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

impl State {
    fn is_saved(&self) -> bool {
        self.saved == self.sent && self.trouble.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(name: Option<&str>, state: State) -> String {
        let kept = FightInfo {
            name: name.map(str::to_owned),
            title: "The bridge".to_owned(),
            seed: Seed(0x5eed),
            inputs: 12,
            commands: 7,
        };
        let progress = SaveProgress {
            state: Mutex::new(state),
            answered: Condvar::new(),
        };
        progress.note(Some(kept));
        progress.last_words()
    }

    fn state(saved: u64, trouble: Option<&str>) -> State {
        State {
            sent: 13,
            answered: 13,
            saved,
            trouble: trouble.map(str::to_owned),
            kept: None,
        }
    }

    #[test]
    fn the_final_message_reports_only_confirmed_inputs_as_saved() {
        let report = "For a bug report: seed 0x0000000000005eed, after input 12, after 7 commands of the fight.";
        assert_eq!(
            words(Some("The bridge"), state(13, None)),
            format!(
                "affray: this is a bug in Affray.\n\
                 `The bridge` is saved up to input 12 since it was opened. Only the effect of the last key may be missing.\n\
                 Resume it with: affray resume 'The bridge'\n{report}"
            )
        );
        let full = state(11, Some("bridge.journal: no space left"));
        let told = words(Some("bridge-2"), full);
        let lost = "The last inputs of `The bridge` are not saved: bridge.journal: no space left\n\
                    Resume it with: affray resume bridge-2\n";
        assert!(told.contains(lost), "{told}");
        let told = words(Some("bridge"), state(12, None));
        let lost = "The last inputs of `The bridge` are not saved: the disk does not respond\n";
        assert!(told.contains(lost), "{told}");
        let told = words(None, state(0, Some("~: no permission")));
        let lost = format!("`The bridge` is not saved: ~: no permission\n{report}");
        assert!(told.ends_with(&lost), "{told}");
        assert_eq!(
            SaveProgress::default().last_words(),
            "affray: this is a bug in Affray. No fight was being saved."
        );
    }
}
