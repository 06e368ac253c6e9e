//! Errors of values that were read: a description, and the path from the outermost value, which locates it in the text.

use std::fmt;

use super::path::PathStep;
use super::source::{Diagnostic, Source, Span};
use super::tree::{Node, reach};
use crate::text;

/// Error of a value, with its path. The description is safe to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objection {
    /// Description of the problem and the remedy; lower case, without a full stop.
    pub what: String,
    /// Path of the value, the innermost step first.
    way: Vec<PathStep>,
}

impl Objection {
    /// Creates an error of a value itself.
    pub(crate) fn new(what: impl AsRef<str>) -> Self {
        Self {
            what: text::sanitize(what.as_ref(), text::LINE_LIMIT).into_owned(),
            way: Vec::new(),
        }
    }

    /// Adds a step to the path, for the container of the value.
    #[must_use]
    pub(crate) fn within(mut self, step: impl Into<PathStep>) -> Self {
        self.way.push(step.into());
        self
    }

    /// Returns the span of the value in the tree that it was read from, or of the last value on the path that exists.
    pub(crate) fn span_in(&self, node: &Node<'_>) -> Span {
        node.reach(self.way.iter().rev())
    }

    /// Locates the error in the text that the value was read from, or at the last value on the path that exists.
    pub(crate) fn explain(&self, source: &Source) -> Diagnostic {
        source.explain(reach(source, self.way.iter().rev()), &self.what)
    }
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Objection {}

/// Result of a check.
pub type Checked = Result<(), Objection>;

/// Extension of check results by a path.
pub(crate) trait Within {
    /// Adds a step to the path of an error, for the container of the value.
    fn within(self, step: impl Into<PathStep>) -> Self;
}

impl Within for Checked {
    fn within(self, step: impl Into<PathStep>) -> Self {
        self.map_err(|wrong| wrong.within(step))
    }
}

/// Checks the entries of a list in order, and adds their indexes to the path.
pub fn each<'a, T: 'a>(
    all: impl IntoIterator<Item = &'a T>,
    mut check: impl FnMut(&'a T) -> Checked,
) -> Checked {
    for (nth, one) in all.into_iter().enumerate() {
        check(one).within(nth)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_path_leads_to_its_line_and_column_in_handwritten_text() {
        let source = Source::new(
            "f.ron",
            "(\n  a: [1, 2],\n  // [9]\n  b: Some(Turn(who: [\n    Given((x: \"x)\", n: {\"k\\\"\": [(at: 5), (at: 7)]})),\n  ])),\n)",
        );
        let place = |way: &[PathStep]| {
            let wrong = way
                .iter()
                .rev()
                .fold(Objection::new("wrong"), |wrong, step| {
                    wrong.within(step.clone())
                });
            let place = wrong.explain(&source).place.expect("a place");
            (place.line, place.column)
        };
        let key = |key: &str| PathStep::Key(key.to_owned());
        assert_eq!(place(&[]), (1, 1));
        assert_eq!(place(&["a".into(), 1.into()]), (2, 10));
        assert_eq!(place(&["b".into(), "who".into(), 0.into()]), (5, 5));
        let inside: [PathStep; 5] = ["b".into(), "who".into(), 0.into(), 0.into(), "n".into()];
        assert_eq!(place(&inside), (5, 24));
        let whole = [&inside[..], &[key("k\""), 1.into(), "at".into()]].concat();
        assert_eq!(place(&whole), (5, 47));
        // An error about a missing value is located at the last value on its path.
        assert_eq!(place(&["a".into(), 2.into()]), (2, 6));
        assert_eq!(place(&["c".into(), 2.into()]), (1, 1));
        assert_eq!(place(&[&inside[..], &[key("j")]].concat()), (5, 24));
    }
}
