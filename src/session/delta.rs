//! What can change in a fight's history, and what its parts are.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::encounter::Event;
use crate::resolver::{Command, Given, Question, Ruled, Taken};
use crate::ron_text::is_default;

/// A finished command, or a correction (one without answers).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HistoryEntry {
    /// The command; a correction's action is `gm-correct`.
    pub command: Command,
    /// Whether a person started it; otherwise it happened by itself.
    pub by_hand: bool,
    /// Answers and rulings it took.
    pub taken: Vec<Taken>,
    pub events: Arc<Vec<Event>>,
}

/// The action of corrections: events given as they are.
const CORRECTION: &str = "correct";

impl HistoryEntry {
    /// A correction as an entry.
    pub(crate) fn correction(events: Arc<Vec<Event>>) -> Self {
        Self {
            command: Command::ruling(CORRECTION, None),
            by_hand: true,
            taken: Vec::new(),
            events,
        }
    }

    /// Whether it is a correction.
    pub(crate) fn is_correction(&self) -> bool {
        self.command.ruling && self.command.action == CORRECTION
    }
}

/// A command that still waits for answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    pub command: Command,
    /// Whether a person started it.
    pub by_hand: bool,
    /// Answers and rulings so far.
    pub taken: Vec<Taken>,
}

impl Open {
    /// A finished command as it was before it ended.
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

/// A command that followed an amended answer and waits to be played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The command as it was.
    pub entry: Arc<HistoryEntry>,
    /// How far it had come.
    pub was: Was,
}

/// How far a command had come when an answer before it was amended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Was {
    Finished,
    Open,
    /// To a question, as a ruling in the middle of the command before it.
    Amid,
}

/// One change of the history. The journal keeps, for each input, the list of these that it caused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Delta {
    /// A command was started; it lies on top of what is open.
    Opened {
        command: Command,
        /// Whether a person started it.
        #[serde(default, skip_serializing_if = "is_default")]
        by_hand: bool,
    },
    /// An answer to the topmost open command; it counts instead of earlier ones to the same question, which stay where
    /// they are.
    Given(Arc<Given>),
    /// A ruling inside the topmost open command.
    Ruled(Arc<Ruled>),
    /// A ruling inside the topmost open command was made again from its own command, on other ground.
    Remade {
        /// At which place of what the open command took.
        place: usize,
        /// At which question it takes effect now; `None`: before the command.
        at: Option<Question>,
        /// What it changes now.
        events: Arc<Vec<Event>>,
    },
    /// Answers to a question of the topmost open command no longer count, because the rules refuse them now.
    Voided(Question),
    /// The only open command is finished.
    Closed(Arc<Vec<Event>>),
    /// The topmost open command, a ruling, is finished and belongs to the one below it.
    ClosedAmid(Arc<Ruled>),
    /// The topmost open command was given up.
    Abandoned,
    /// A correction between two commands.
    Corrected(Arc<Vec<Event>>),
    /// The last input was undone.
    Undone,
    /// What was undone last was done again.
    Redone,
    /// An earlier answer was changed; what followed waits to be played again.
    Amended {
        /// In which finished command; their number: in the open one.
        entry: usize,
        /// At which place of what it took.
        place: usize,
        given: Arc<Given>,
    },
    /// A command never was, by its number, that of the open one included; what followed waits to be played again.
    TakenBack(usize),
    /// So many of what waits came out as they did before.
    Kept(usize),
    /// One of what waits comes first, from this place.
    Drawn(usize),
    /// The first of what waits is played again.
    Replayed,
    /// The first of what waits is left out.
    Skipped,
    /// Everything that waits is left out.
    Dropped,
    /// A command waits behind all others to be played again: one that waited with GM rulings that count elsewhere now.
    Waits(Arc<HistoryEntry>, Was),
}
