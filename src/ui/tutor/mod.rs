//! Runs the tutor, which shows the step of a [`Lesson`] that the fight has reached and notices when the step is done.
//!
//! A step has two conditions, `when` and `until`, in the language of fight files (`asks damage`, `turn Hild`). The
//! tutor adds what happens on the screen (`undone`, `amended`, `resumed`, `shows help`, `filled target Hild`). While
//! `when` is false, the tutor says how to return, and no step ends. Undoing leads back to earlier steps. The tutor only
//! watches: the fight takes every key as usual.

pub(crate) mod draw;
mod lesson;
mod text;

use serde::{Deserialize, Serialize};

use crate::fight_file::Situation;
use crate::session::Delta;

pub use lesson::{Lesson, Step};
pub use text::{Key, KeyNames, Text};

/// Separator between the checks of a `when`.
const MORE_CHECKS: &str = "; ";

/// Lesson in progress, and the step that it has reached.
pub struct Tutor {
    lesson: Lesson,
    /// Number of inputs in the fight when each step so far began. The last number belongs to the current step.
    starts: Vec<usize>,
    /// Events since the conditions were checked, in the words of `until`.
    heard: Vec<String>,
    /// True after a key that the current step does not need.
    wrong_key: bool,
    /// True if the current step does not apply to the state of the fight.
    astray: bool,
    /// Index of the step whose keys were not followed, if the current step does not apply.
    missed: usize,
}

/// Position in a lesson, as a file keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reached(Vec<usize>);

impl Reached {
    /// Returns true unless the last step is reached.
    pub(crate) fn is_under_way(&self, lesson: &Lesson) -> bool {
        self.0.len() < lesson.steps.len()
    }
}

impl Tutor {
    /// Begins a lesson with a fight that has no inputs yet.
    pub fn new(lesson: Lesson) -> Self {
        Self {
            lesson,
            starts: vec![0],
            heard: Vec::new(),
            wrong_key: false,
            astray: false,
            missed: 0,
        }
    }

    /// Resumes a lesson at a position from a file.
    pub(crate) fn resume(lesson: Lesson, Reached(mut starts): Reached) -> Self {
        starts.truncate(lesson.steps.len());
        if starts.is_empty() {
            starts.push(0);
        }
        Self {
            starts,
            heard: vec!["resumed".to_owned()],
            ..Self::new(lesson)
        }
    }

    /// Returns the position to save in a file.
    pub(crate) fn reached(&self) -> Reached {
        Reached(self.starts.clone())
    }

    /// Returns the index of the current step.
    pub fn place(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the current step.
    pub fn step(&self) -> &Step {
        &self.lesson.steps[self.place()]
    }

    /// Returns true if the current step is the last step, which has no condition.
    fn is_last(&self) -> bool {
        self.starts.len() == self.lesson.steps.len()
    }

    /// Returns true if the current step does not apply to the state of the fight.
    pub fn is_astray(&self) -> bool {
        self.astray
    }

    /// Returns true after a key that the current step does not need.
    pub fn is_corrected(&self) -> bool {
        self.wrong_key
    }

    /// Notes the changes that an input made.
    pub(crate) fn hear(&mut self, deltas: &[Delta]) {
        let words = deltas.iter().filter_map(|delta| match delta {
            Delta::Undone => Some("undone".to_owned()),
            Delta::Redone => Some("redone".to_owned()),
            Delta::Amended { .. } => Some("amended".to_owned()),
            Delta::Given(given) => Some(format!("answered {}", given.question.key)),
            Delta::Opened { command, .. } => Some(format!("started {}", command.action)),
            _ => None,
        });
        self.heard.extend(words);
    }

    /// Moves to the step that the fight has reached. `shown` names the page on the screen (`help`, `fight`), and `filled`
    /// are the combatants in the rows of the open form, or the results of combatants who roll together. `key` is true if
    /// the step needed the key that was pressed, `None` without a key or after a key that changes nothing.
    pub(crate) fn follow(
        &mut self,
        situation: Situation<'_>,
        shown: &str,
        filled: &[(String, String)],
        key: Option<bool>,
    ) {
        let standing = situation.session.history().standing();
        let mut heard = std::mem::take(&mut self.heard);
        heard.push(format!("shows {shown}"));
        let before = self.place();
        if !self.is_done(situation, &heard) {
            while self.starts.len() > 1 && self.starts.last().is_some_and(|start| standing < *start)
            {
                self.starts.pop();
                // The event returned to an earlier step, so it completes no step.
                heard.clear();
            }
        }
        let mut astray = self.astray && self.place() == before;
        while !astray && !self.is_last() && self.is_done(situation, &heard) {
            self.starts.push(standing);
            // One event completes one step.
            heard.clear();
            astray = !self.fits(situation, filled);
        }
        if self.place() != before {
            self.wrong_key = false;
        } else if let Some(needed) = key {
            self.wrong_key = !needed && !self.is_last();
        }
        let astray = !self.fits(situation, filled);
        if astray && (!self.astray || self.place() != before) {
            let advanced = usize::from(self.place() > before);
            self.missed = self.place() - advanced;
        }
        self.astray = astray;
    }

    /// Checks the `when` of the current step.
    fn fits(&self, situation: Situation<'_>, filled: &[(String, String)]) -> bool {
        let fits = |check: &str| match check.strip_prefix("filled ") {
            Some(row) => filled
                .iter()
                .any(|(key, names)| row == format!("{key} {names}")),
            None => situation.check(check).is_ok(),
        };
        let when = &self.step().when;
        when.is_empty() || when.split(MORE_CHECKS).all(fits)
    }

    /// Returns true if the fight continued after the last step, which says goodbye.
    pub(crate) fn is_over(&self) -> bool {
        self.is_last() && !self.heard.is_empty()
    }

    /// Checks the `until` of the current step.
    fn is_done(&self, situation: Situation<'_>, heard: &[String]) -> bool {
        let until = &self.step().until;
        heard.contains(until) || situation.check(until).is_ok()
    }
}
