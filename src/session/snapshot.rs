//! A session as the text of a file, and the way back that a program takes with a text of its own: of a long fight it reads
//! where the fight stood near its end, and the inputs since; what was before stays text.

use std::sync::Arc;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::Session;
use super::delta::Delta;
use super::saved::{FORMAT, Saved, Stood, Summary};
use super::unread_past::Past;
use crate::dice::Seed;
use crate::encounter::{Encounter, Start};
use crate::ron_text::{Source, is_default, read_as, write_file, write_row};
use crate::rules::RuleTexts;

/// So many inputs at least are read whenever a fight is gone on with: the end of its log, and what is likely to be undone.
const RECENT: usize = 64;

/// What the text begins with, up to the start of the fight.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    format: u32,
    affray: String,
    seed: Seed,
    summary: Summary,
    #[serde(default, skip_serializing_if = "is_default")]
    undone: usize,
    #[serde(default, skip_serializing_if = "is_default")]
    rules: Option<Arc<RuleTexts>>,
    #[serde(default, skip_serializing_if = "is_default")]
    stood: Option<Stood>,
}

/// Where the fight began, as a field of the text.
#[derive(Serialize)]
struct Beginning {
    start: Start,
}

/// How the field begins that stands behind the head.
const START: &str = "    start: (";
/// How the last field begins, and its end.
const INPUTS: &str = "    inputs: [\n";
const END: &str = "    ],\n)\n";

/// A session as the text of a snapshot, with a row for each input.
///
/// # Errors
/// When it cannot be written as RON, which would be a fault of the program.
pub fn snapshot(session: &Session) -> Result<String> {
    let now = session.base();
    let history = &session.history;
    let head = Head {
        format: FORMAT,
        affray: env!("CARGO_PKG_VERSION").to_owned(),
        seed: session.seed,
        summary: Summary::of(now, session.system),
        undone: history.undone(),
        rules: session.system.texts(),
        stood: session.stood(),
    };
    let mut text = "(\n".to_owned();
    text.push_str(fields(&write_file(&head)?));
    match &session.past {
        Some(past) => {
            text.push_str(&past.file()[past.part()]);
        }
        None => {
            let start = session.written(session.checkpoints.start());
            text.push_str(fields(&write_file(&Beginning { start })?));
            if !history.opening().is_empty() {
                text.push_str("    opening: [\n");
                rows(&mut text, history.opening())?;
                text.push_str("    ],\n");
            }
            if history.lines().len() == 0 {
                text.push_str(")\n");
                return Ok(text);
            }
            text.push_str(INPUTS);
        }
    }
    for line in history.lines() {
        rows(&mut text, std::slice::from_ref(line))?;
    }
    text.push_str(END);
    Ok(text)
}

/// The fields of a record that is a whole text.
fn fields(text: &str) -> &str {
    let inside = text.strip_prefix("(\n").unwrap_or(text);
    inside.strip_suffix(")\n").unwrap_or(inside)
}

fn rows<T: Serialize>(text: &mut String, rows: &[T]) -> Result<()> {
    for row in rows {
        text.push_str("        ");
        text.push_str(&write_row(row)?);
        text.push_str(",\n");
    }
    Ok(())
}

impl Session {
    /// Returns an encounter as a save contains it. A save with rules leaves out their defaults: a fight of ten in
    /// Open d20 takes 39 KB on disk instead of 48 KB.
    pub(super) fn written(&self, now: &Encounter) -> Start {
        match self.system.texts() {
            Some(_) => Start::without_defaults(now),
            None => Start::from(now),
        }
    }

    /// Where the fight stood near its end, if it has gone on for long enough.
    fn stood(&self) -> Option<Stood> {
        let past = self.past.as_ref();
        let earlier = past.map_or(0, Past::inputs);
        match self.history.quiet_point(RECENT) {
            Some((inputs, commands)) => {
                let place = self.history.place_of(commands)?;
                Some(Stood {
                    inputs: earlier + inputs,
                    commands,
                    now: self.written(&self.checkpoints.after(self.history.entries(), place)),
                })
            }
            None => past.map(|_| Stood {
                inputs: earlier,
                commands: self.history.number(0),
                now: self.written(self.checkpoints.start()),
            }),
        }
    }
}

/// A text that [`snapshot`] made, read from where the fight stood near its end: `now` as `start`, with the inputs since, and
/// what was before. `None` where the text says no such place, or was made by another program.
pub(crate) fn recent(file: &Arc<String>) -> Option<(Saved, Past)> {
    let text = file.as_str();
    let start = text.find(&format!("\n{START}"))? + 1;
    let head: Head = read_as(&Source::new("", &format!("{})", &text[..start]))).ok()?;
    let stood = head.stood.filter(|_| head.format == FORMAT)?;
    let inputs = start + text[start..].find(&format!("\n{INPUTS}"))? + 1 + INPUTS.len();
    let rows = text[inputs..].strip_suffix(END)?;
    let mut ends = rows.match_indices('\n').map(|(end, _)| end + 1);
    let since = ends.nth(stood.inputs.checked_sub(1)?)?;
    let list = format!("[{}]", &rows[since..]);
    let recent: Vec<Arc<[Delta]>> = read_as(&Source::new("", &list)).ok()?;
    let part = start..inputs + since;
    let past = Past::new(Arc::clone(file), part, stood.inputs, stood.commands);
    let saved = Saved {
        format: head.format,
        affray: head.affray,
        seed: head.seed,
        summary: head.summary,
        undone: head.undone,
        rules: head.rules,
        stood: None,
        start: stood.now,
        opening: Vec::new(),
        inputs: recent,
    };
    Some((saved, past))
}
