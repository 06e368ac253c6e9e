//! User-defined action keys that replace the action keys of a system.

use std::collections::BTreeMap;

use super::Compendium;
use crate::ron_text::{Diagnostic, MOST_MISTAKES, Reading, Shape, Source, parse};
use crate::rules::Capitals;

impl Compendium {
    /// Applies the action keys of a GM's file. Returns the errors in the file. If the file has errors, the system's
    /// keys remain.
    pub(crate) fn add_capitals(&mut self, source: &Source) -> Vec<Diagnostic> {
        match self.read_capitals(source) {
            Ok(capitals) => {
                self.capitals = capitals;
                Vec::new()
            }
            Err(mistakes) => mistakes,
        }
    }

    /// Returns the action keys, including the keys of a GM's file.
    pub(crate) fn read_capitals(&self, source: &Source) -> Result<Capitals, Vec<Diagnostic>> {
        let (root, told) = parse(source);
        let mut reading = Reading::new(source, told);
        let mut own = BTreeMap::new();
        match &root.shape {
            Shape::Map(pairs) => {
                for (word, node) in pairs {
                    let Some(word) = reading.text(word) else {
                        continue;
                    };
                    let letter = reading.text(node).unwrap_or_default();
                    match letter.chars().next() {
                        Some(capital @ 'A'..='Z') if letter.len() == 1 => {
                            own.insert(word, capital);
                        }
                        _ => {
                            reading.wrong(node.at, "an action key is needed here, such as `\"K\"`")
                        }
                    }
                }
            }
            Shape::Broken => {}
            _ => reading.wrong(
                root.at,
                "action keys are needed here: `{ \"dodge\": \"K\" }`",
            ),
        }
        let mistakes = reading.done();
        if !mistakes.is_empty() {
            return Err(mistakes);
        }
        let told = |wrong: Vec<String>| {
            let wrong = wrong.into_iter().take(MOST_MISTAKES);
            wrong
                .map(|what| source.explain(root.at.start, &what))
                .collect()
        };
        self.capitals.clone().with(own).map_err(told)
    }
}
