//! Reasons why an input changed nothing.

use std::fmt;

use crate::dice::BadFaces;
use crate::resolver::AnswerError;
use crate::ron_text::Objection;

/// Reason why an input was not accepted. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputError {
    /// Input that the rules or the state of the fight do not allow.
    Refused(String),
    /// Input that needs earlier inputs of a saved fight that cannot be read.
    Damaged(String),
    /// Error in a rule or in the program.
    Fault(String),
}

/// Result of an input.
pub type Result<T> = std::result::Result<T, InputError>;

impl InputError {
    pub(super) fn refused(why: impl Into<String>) -> Self {
        Self::Refused(why.into())
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(why) => f.write_str(why),
            Self::Damaged(why) => write!(f, "the saved fight is damaged: {why}"),
            Self::Fault(why) => write!(f, "error in the rules or in Affray: {why}"),
        }
    }
}

impl std::error::Error for InputError {}

impl From<AnswerError> for InputError {
    fn from(AnswerError(why): AnswerError) -> Self {
        Self::Refused(why)
    }
}

impl From<BadFaces> for InputError {
    fn from(bad: BadFaces) -> Self {
        Self::Refused(bad.to_string())
    }
}

/// Events of a ruling that the encounter does not accept.
impl From<Objection> for InputError {
    fn from(wrong: Objection) -> Self {
        Self::Refused(wrong.what)
    }
}
