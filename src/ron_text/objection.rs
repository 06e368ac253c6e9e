//! What whoever checks values that were read has against one: what is wrong, and the way to it from the outermost value,
//! by which it is found in the text.

use std::fmt;

use super::path::PathStep;
use super::source::{Diagnostic, Source, Span};
use super::tree::{Node, reach};
use crate::text;

/// What is wrong with a value that was read, and where it stands in the whole. What it says is safe to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objection {
    /// What is wrong and what would be right; lower case, without a full stop.
    pub what: String,
    /// The way to it, the innermost step first.
    way: Vec<PathStep>,
}

impl Objection {
    /// An objection to a value itself.
    pub(crate) fn new(what: impl AsRef<str>) -> Self {
        Self {
            what: text::sanitize(what.as_ref(), text::LINE_LIMIT).into_owned(),
            way: Vec::new(),
        }
    }

    /// The same, for whoever holds the value.
    #[must_use]
    pub(crate) fn within(mut self, step: impl Into<PathStep>) -> Self {
        self.way.push(step.into());
        self
    }

    /// Where it stands in what the value was read from; where the way is not found to its end, the last value on it.
    pub(crate) fn span_in(&self, node: &Node<'_>) -> Span {
        node.reach(self.way.iter().rev())
    }

    /// The objection at its place in the text that the value was read from; where the way is not found to its end, at
    /// the last place of it.
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

/// Whether a value that was read is right.
pub type Checked = Result<(), Objection>;

/// Says of what was objected to where it stands.
pub(crate) trait Within {
    /// The same, for whoever holds the value.
    fn within(self, step: impl Into<PathStep>) -> Self;
}

impl Within for Checked {
    fn within(self, step: impl Into<PathStep>) -> Self {
        self.map_err(|wrong| wrong.within(step))
    }
}

/// Checks the entries of a list in turn.
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
    fn the_way_is_followed_through_text_as_people_write_it() {
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
        // What is not there is told at the last place of the way.
        assert_eq!(place(&["a".into(), 2.into()]), (2, 6));
        assert_eq!(place(&["c".into(), 2.into()]), (1, 1));
        assert_eq!(place(&[&inside[..], &[key("j")]].concat()), (5, 24));
    }
}
