//! The way from a file's outermost value to one inside it.

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathStep {
    /// The field of a record.
    Field(&'static str),
    /// The entry of a list, or what stands in the brackets behind a word, from 0.
    Nth(usize),
    /// The value under a key of a map.
    Key(String),
}

impl PathStep {
    /// Whether it goes to the value of this name.
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
