//! Path from the outermost value of a file to a value inside it.

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathStep {
    /// Field of a record.
    Field(&'static str),
    /// Entry of a list or tuple, counted from 0.
    Nth(usize),
    /// Value of a key in a map.
    Key(String),
}

impl PathStep {
    /// Returns `true` if the step leads to the value with this name.
    pub(super) fn is_word(&self, word: &str) -> bool {
        match self {
            PathStep::Field(field) => *field == word,
            PathStep::Key(key) => key == word,
            PathStep::Nth(_) => false,
        }
    }
}

impl From<&'static str> for PathStep {
    fn from(field: &'static str) -> Self {
        PathStep::Field(field)
    }
}
impl From<usize> for PathStep {
    fn from(nth: usize) -> Self {
        PathStep::Nth(nth)
    }
}
