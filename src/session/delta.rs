//! Changes of a fight's history and the data that they hold.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::encounter::Event;
use crate::resolver::{Command, Given, Question, Ruled, Taken};
use crate::ron_text::is_default;

/// Finished command, or a correction, which has no answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HistoryEntry {
    /// Finished command of the entry; a correction has the action `correct`.
    pub command: Command,
    /// True if a person started the command, false if it was automatic.
    pub by_hand: bool,
    /// Answers and rulings during the command.
    pub taken: Vec<Taken>,
    pub events: Arc<Vec<Event>>,
}

/// Action name of a correction, which has events but no questions.
const CORRECTION: &str = "correct";

impl HistoryEntry {
    /// Creates the entry of a correction.
    pub(crate) fn correction(events: Arc<Vec<Event>>) -> Self {
        Self {
            command: Command::ruling(CORRECTION, None),
            by_hand: true,
            taken: Vec::new(),
            events,
        }
    }

    /// Returns `true` for a correction.
    pub(crate) fn is_correction(&self) -> bool {
        self.command.ruling && self.command.action == CORRECTION
    }
}

/// Command that still waits for answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    pub command: Command,
    /// True if a person started the command.
    pub by_hand: bool,
    /// Answers and rulings so far.
    pub taken: Vec<Taken>,
}

impl Open {
    /// Reopens a finished command.
    pub(crate) fn again(entry: &HistoryEntry) -> Self {
        Self {
            command: entry.command.clone(),
            by_hand: entry.by_hand,
            taken: entry.taken.clone(),
        }
    }

    pub(crate) fn closed(self, events: Arc<Vec<Event>>) -> HistoryEntry {
        HistoryEntry {
            command: self.command,
            by_hand: self.by_hand,
            taken: self.taken,
            events,
        }
    }
}

/// Command after an amended answer, pending replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Command before the replay.
    pub entry: Arc<HistoryEntry>,
    /// Progress of the command before the amendment.
    pub was: Was,
}

/// Progress of a command before an earlier answer was amended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Was {
    Finished,
    Open,
    /// Ruling made during a question of the previous pending command.
    Amid,
}

/// Change of the history. The journal has a list of changes for each input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Delta {
    /// Starts a command on top of the open commands.
    Opened {
        command: Command,
        /// True if a person started the command.
        #[serde(default, skip_serializing_if = "is_default")]
        by_hand: bool,
    },
    /// Answers the topmost open command. The answer replaces earlier answers to the same question, which stay in the
    /// list.
    Given(Arc<Given>),
    /// Adds a ruling to the topmost open command.
    Ruled(Arc<Ruled>),
    /// Reruns a ruling of the topmost open command, because the encounter before the ruling changed.
    Remade {
        /// Index in the answers and rulings of the open command.
        place: usize,
        /// Question at which the ruling takes effect now; `None`: before the command.
        at: Option<Question>,
        /// Events of the recomputed ruling.
        events: Arc<Vec<Event>>,
    },
    /// Voids the answers to a question of the topmost open command, because the rules refuse them now.
    Voided(Question),
    /// Finishes the only open command.
    Closed(Arc<Vec<Event>>),
    /// Finishes the topmost open command, a ruling, and adds it to the command below.
    ClosedAmid(Arc<Ruled>),
    /// Drops the topmost open command.
    Abandoned,
    /// Applies a correction between two commands.
    Corrected(Arc<Vec<Event>>),
    /// Undoes the last input.
    Undone,
    /// Redoes the last undone input.
    Redone,
    /// Changes an earlier answer; the following commands are replayed.
    Amended {
        /// Number of the finished command; for the open command, the count of finished commands.
        entry: usize,
        /// Index in the answers and rulings of that command.
        place: usize,
        given: Arc<Given>,
    },
    /// Removes the command with this number, which may be the open command. The following commands are replayed.
    TakenBack(usize),
    /// Keeps this many of the first commands that are pending replay, because their replay changed nothing.
    Kept(usize),
    /// Moves the pending command at this index to the front.
    Drawn(usize),
    /// Replays the first pending command.
    Replayed,
    /// Skips the first pending command.
    Skipped,
    /// Skips all pending commands.
    Dropped,
    /// Appends a command to the commands pending replay, because its rulings now take effect at other questions.
    Waits(Arc<HistoryEntry>, Was),
}
