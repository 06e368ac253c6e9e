//! Reasons why a saved fight cannot be opened.

use std::fmt;

use super::input_error::InputError;
use super::validate::Unfit;

/// Reason why a saved fight cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// A later version of Affray wrote the fight.
    Newer {
        format: u32,
        /// Version of the program that wrote the fight.
        affray: String,
        /// Latest format that this version reads.
        latest: u32,
    },
    /// The program has no rule system of this key, and the fight has no copy of its rules.
    UnknownSystem {
        key: String,
        /// Keys of the systems that the program has.
        known: Vec<String>,
    },
    /// The files contradict themselves.
    Damaged(Unfit),
    /// A rule or the program fails while the fight resumes.
    Fault(InputError),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Newer {
                format,
                affray,
                latest,
            } => write!(
                f,
                "the saved fight has format {format}, written by Affray {affray}; this version reads formats up to {latest}: update Affray"
            ),
            Self::UnknownSystem { key, known } => write!(
                f,
                "unknown rule system `{key}`: write one of {}",
                known.join(", ")
            ),
            Self::Damaged(unfit) => unfit.fmt(f),
            Self::Fault(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for OpenError {}

impl From<Unfit> for OpenError {
    fn from(unfit: Unfit) -> Self {
        Self::Damaged(unfit)
    }
}

impl From<InputError> for OpenError {
    fn from(why: InputError) -> Self {
        Self::Fault(why)
    }
}
