//! Parser of key maps that reports every error.

use super::{Context, KeyAction, Keymap, Row, key, name};
use crate::ron_text::{Diagnostic, Node, Reading, Shape, Source, parse, word};
use crate::text::LINE_LIMIT;

impl Keymap {
    /// Reads a key map in the form of `assets/keymap.ron`. Rows with an error are skipped.
    pub(crate) fn read(source: &Source) -> (Self, Vec<Diagnostic>) {
        let (root, told) = parse(source);
        let mut reading = Reading::new(source, told);
        let mut map = Self::default();
        match &root.shape {
            Shape::Map(pairs) => {
                for (context, rows) in pairs {
                    let Some(context) = word::<Context>(&mut reading, context) else {
                        continue;
                    };
                    let rows = self::rows(&mut reading, rows);
                    map.rows.entry(context).or_default().extend(rows);
                }
            }
            Shape::Broken => {}
            _ => reading.wrong(
                root.at,
                "a key map has contexts with rows, like `{ Prompt: [(keys: [\"enter\"], action: Accept)] }`",
            ),
        }
        (map, reading.done())
    }
}

/// Reads the rows of a context. No two rows may have the same key.
fn rows(reading: &mut Reading<'_>, node: &Node<'_>) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for node in reading.list(node) {
        let before = reading.count();
        let Some(mut fields) = reading.record(node) else {
            continue;
        };
        let keys = fields.need("keys", || "keys, like `[\"f2\"]`".to_owned());
        let action = fields.need("action", || "the action of the keys".to_owned());
        let help = fields.take("help");
        reading.finish(fields);
        let action = action.and_then(|node| word::<KeyAction>(reading, node));
        let help = help.and_then(|node| reading.shown(node, LINE_LIMIT));
        let mut combinations = Vec::new();
        for node in keys.map_or(&[][..], |node| reading.list(node)) {
            let Some(word) = reading.text(node) else {
                continue;
            };
            let read = match key(&word) {
                Ok(read) => read,
                Err(why) => {
                    reading.wrong(node.at, why);
                    continue;
                }
            };
            let earlier = rows.iter().find(|row: &&Row| row.keys.contains(&read));
            let other = earlier.map(|row| row.action);
            let other = other.or(action.filter(|_| combinations.contains(&read)));
            match (other, action) {
                (Some(other), Some(action)) => {
                    let key = name(read);
                    reading.wrong(
                        node.at,
                        format!("`{key}` has two actions here: {other:?} and {action:?}"),
                    );
                }
                _ => combinations.push(read),
            }
        }
        if let (Some(action), true) = (action, reading.count() == before) {
            rows.push(Row {
                keys: combinations,
                action,
                help: help.unwrap_or_default(),
            });
        }
    }
    rows
}
