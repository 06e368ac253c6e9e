//! Fight without a screen, `--lines`: writes what is new as lines, and reads lines as keys of the screen. Keys and
//! saving are those of the screen; nothing is drawn, and nothing is written twice.

pub mod draw;
pub mod keys;
pub(crate) mod run;

use serde::Serialize;

use crate::ron_text::is_default;
use crate::text::sanitize;

/// Question in the form of text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Question {
    /// Title of the question.
    pub title: String,
    /// Rows with their keys first; the marked one has a sign.
    pub rows: Vec<String>,
    pub hint: String,
    /// Row that Enter takes, if one is marked.
    pub enter: String,
    /// Messages about the last keys.
    pub said: Vec<String>,
}

/// Output at one time: the answer to a line, or an unprompted one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Told {
    /// True for unprompted output: at the start of the program, during auto-play, or while odds are computed.
    #[serde(skip_serializing_if = "is_default")]
    pub by_itself: bool,
    /// Number of log lines that were undone.
    #[serde(skip_serializing_if = "is_default")]
    pub taken_back: usize,
    /// New lines of the log.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub log: Vec<String>,
    /// State of the fight, if requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub state: Vec<String>,
    /// Question, unless it is unchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// Reason why the fight is not saved; "" if it is saved.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub not_saved: String,
}

/// Request in a line that is not a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Repeats the current question.
    Again,
    /// Shows the state of the fight.
    State,
}

impl Wish {
    /// Returns the request in a line, if it is one.
    pub fn of(line: &str) -> Option<Self> {
        match line.trim() {
            ":again" => Some(Self::Again),
            ":state" => Some(Self::State),
            _ => None,
        }
    }
}

impl Told {
    /// Returns the output as lines, the question last.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.taken_back > 0 {
            lines.push(format!("{} taken back", self.taken_back));
        }
        lines.extend(self.log.iter().chain(&self.state).cloned());
        if !self.not_saved.is_empty() {
            lines.push(format!("not saved: {}", self.not_saved));
        }
        match &self.question {
            None => {
                lines.push("nothing is new; a line that ends in \\ presses no Enter".to_owned())
            }
            Some(question) => {
                lines.extend(question.rows.iter().cloned());
                lines.extend(question.said.iter().cloned());
                let enter = match question.enter.as_str() {
                    "" => question.hint.clone(),
                    enter => format!("Enter: {enter} ({})", question.hint),
                };
                let title = &question.title;
                let stop = if title.ends_with('?') { "" } else { "." };
                lines.push(format!("? {title}{stop} {enter}"));
            }
        }
        let lines = lines.into_iter();
        lines
            .map(|line| sanitize(&line, usize::MAX).into_owned())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_ends_with_one_punctuation_mark() {
        let told = |title: &str| {
            let question = Question {
                title: title.to_owned(),
                hint: "Enter ends".to_owned(),
                ..Question::default()
            };
            let told = Told {
                question: Some(question),
                ..Told::default()
            };
            told.lines().join("\n")
        };
        assert_eq!(told("Who goes?"), "? Who goes? Enter ends");
        assert_eq!(told("Ana attacks"), "? Ana attacks. Enter ends");
    }
}
