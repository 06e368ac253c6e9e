//! Key maps as people write them, read with every mistake told.

use super::{Context, KeyAction, Keymap, Row, key, name};
use crate::ron_text::{Diagnostic, Node, Reading, Shape, Source, parse, word};
use crate::text::LINE_LIMIT;

impl Keymap {
    /// Reads a key map in the form of `assets/keymap.ron`. Rows with a mistake are left out.
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
                    map.own.entry(context).or_default().extend(rows);
                }
            }
            Shape::Broken => {}
            _ => reading.wrong(
                root.at,
                "contexts with their rows are needed here, like `{ Prompt: [(on: [\"enter\"], run: Answer)] }`",
            ),
        }
        (map, reading.done())
    }
}

/// The rows of a context, of which no two are on the same key.
fn rows(reading: &mut Reading<'_>, node: &Node<'_>) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for node in reading.list(node) {
        let before = reading.count();
        let Some(mut fields) = reading.record(node) else {
            continue;
        };
        let on = fields.need("on", || "keys, like `[\"f2\"]`".to_owned());
        let run = fields.need("run", || "what the keys do".to_owned());
        let help = fields.take("help");
        reading.finish(fields);
        let run = run.and_then(|node| word::<KeyAction>(reading, node));
        let help = help.and_then(|node| reading.shown(node, LINE_LIMIT));
        let mut keys = Vec::new();
        for node in on.map_or(&[][..], |node| reading.list(node)) {
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
            let earlier = rows.iter().find(|row: &&Row| row.on.contains(&read));
            let other = earlier.map(|row| row.run);
            let other = other.or(run.filter(|_| keys.contains(&read)));
            match (other, run) {
                (Some(other), Some(run)) => {
                    let key = name(read);
                    reading.wrong(
                        node.at,
                        format!("`{key}` runs {run:?} here and {other:?} too"),
                    );
                }
                _ => keys.push(read),
            }
        }
        if let (Some(run), true) = (run, reading.count() == before) {
            rows.push(Row {
                on: keys,
                run,
                help: help.unwrap_or_default(),
            });
        }
    }
    rows
}
