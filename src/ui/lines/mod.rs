//! A fight without a screen, `--lines`: what is new is told in lines, a line that is read is the keys of the screen. What
//! keys do and what is saved is the screen's own; only that nothing is drawn, and nothing is told twice.

pub mod draw;
pub mod keys;
pub(crate) mod run;

use serde::Serialize;

use crate::ron_text::is_default;
use crate::text::sanitize;

/// What is asked, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Question {
    /// What it is about.
    pub title: String,
    /// Its rows, each with its key first; the marked one behind a sign.
    pub rows: Vec<String>,
    pub hint: String,
    /// The row that Enter takes, where one is marked.
    pub enter: String,
    /// What is said of the last keys.
    pub said: Vec<String>,
}

/// What is told at once: the one answer to a line, or what came without one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Told {
    /// Whether it came by itself: as the program begins, where somebody plays at a pace, when figures are counted.
    #[serde(skip_serializing_if = "is_default")]
    pub by_itself: bool,
    /// How many lines of the log were taken back.
    #[serde(skip_serializing_if = "is_default")]
    pub taken_back: usize,
    /// What is new in the log.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub log: Vec<String>,
    /// Where the fight stands, where that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub state: Vec<String>,
    /// What is asked, unless it is what was asked before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// Why the fight is not saved; "" where it is.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub not_saved: String,
}

/// What a line asks for besides keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The question once more.
    Again,
    /// Where the fight stands.
    State,
}

impl Wish {
    /// The wish that a line is, if it is one.
    pub fn of(line: &str) -> Option<Self> {
        match line.trim() {
            ":again" => Some(Self::Again),
            ":state" => Some(Self::State),
            _ => None,
        }
    }
}

impl Told {
    /// The same as lines, the question last.
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
    fn a_title_ends_with_one_sign() {
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
