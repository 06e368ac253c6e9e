//! Fight without a screen, `--lines`: writes new output as lines, and reads lines as keys of the screen. Keys and
//! saving work as on the screen; nothing is drawn, and nothing is written twice.

pub mod choices;
pub mod draw;
pub mod entries;
pub mod keys;
mod panes;
pub(crate) mod run;
pub mod speak;

use serde::Serialize;

use self::choices::{Asks, FightState, Row};
use self::entries::LogEntry;
use crate::ron_text::is_default;

/// Version of the output of `--json`.
pub(crate) const VERSION: u32 = 1;

/// Answer to an empty line after the end of a fight.
pub(crate) const OVER: &str = "Enter does nothing after the end of a fight.";

/// Answer to an Enter that does nothing.
pub(crate) const NO_ENTER: &str = "Enter does nothing here.";

/// Answer to a key that does nothing.
pub(crate) const NO_KEY: &str = "This key does nothing here. The rest of the line is ignored.";

/// Text form of a question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Question {
    pub kind: Asks,
    /// Title of the question.
    pub title: String,
    /// Explanation of the question, if there is one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Rows as text, with their keys first; the marked row has a sign.
    pub rows: Vec<String>,
    /// Rows of a menu, a choice or a selection of combatants, as data.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Row>,
    pub hint: String,
    /// Row that Enter accepts, if a row is marked.
    pub enter: String,
    /// Messages about the last keys.
    pub said: Vec<String>,
}

/// Output at one time: the answer to a line, or an unprompted message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Told {
    /// Version of the format; only in the first output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// True for unprompted output: at the start of the program, during auto-play, or while odds are computed.
    #[serde(skip_serializing_if = "is_default")]
    pub unprompted: bool,
    /// Number of log lines that were undone or changed.
    #[serde(skip_serializing_if = "is_default")]
    pub undone: usize,
    /// True if the log lost lines because an input was undone. Otherwise its last lines changed, for example because a
    /// roll completed an attack.
    #[serde(skip)]
    pub is_undo: bool,
    /// True if an input was made or undone.
    #[serde(skip)]
    pub has_input: bool,
    /// New lines of the log.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub log: Vec<String>,
    /// The same lines as data.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<LogEntry>,
    /// State of the fight as text, if requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub state: Vec<String>,
    /// State of the fight as data, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fight: Option<FightState>,
    /// Log lines, or combatants and log lines, if requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub found: Vec<String>,
    /// Question, unless it is unchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// Reason why the fight is not saved; "" if it is saved.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub not_saved: String,
}

/// Request in a line that is not a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Repeats the current question.
    Again,
    /// Repeats the choices, including choices that are not possible now.
    Choices,
    /// Shows the state of the fight.
    State,
    /// Repeats the last lines of the log with all calculations and reasons. With a name, only lines about this
    /// combatant.
    Log(String),
    /// Shows the combatants and the last log lines with this text.
    Find(String),
}

impl Wish {
    /// Returns the request in a line, if the line is a request.
    pub fn of(line: &str) -> Option<Self> {
        let line = line.trim();
        match line {
            ":again" => return Some(Self::Again),
            ":choices" => return Some(Self::Choices),
            ":state" => return Some(Self::State),
            ":log" => return Some(Self::Log(String::new())),
            _ => {}
        }
        let log = line.strip_prefix(":log ");
        let found = line.strip_prefix('/').filter(|text| !text.is_empty());
        let log = log.map(|name| Self::Log(name.trim().to_owned()));
        log.or_else(|| found.map(|text| Self::Find(text.trim().to_owned())))
    }
}
