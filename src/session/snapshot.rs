//! Session as the text of a file, and a fast way to read a text that Affray wrote. Of a long fight, only the state near
//! its end and the inputs after it are read. The older history stays text.

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

/// Minimum number of inputs to read when a fight resumes: the end of its log and likely undos.
const RECENT: usize = 64;

/// Beginning of the text, up to the start of the fight.
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

/// Start of the fight, as a field of the text.
#[derive(Serialize)]
struct Beginning {
    start: Start,
}

/// Beginning of the field after the head.
const START: &str = "    start: (";
/// Beginning of the last field; `END` is its end.
const INPUTS: &str = "    inputs: [\n";
const END: &str = "    ],\n)\n";

/// Returns a session as the text of a snapshot, with a row for each input.
///
/// # Errors
/// If the session cannot be written as RON, which would be a bug.
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

/// Returns the fields of a record that makes up the whole text.
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

    /// Returns the state of the fight near its end, if the fight is long enough.
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

/// Reads a text that [`snapshot`] wrote, beginning with the saved state near the end of the fight. Returns this state
/// as `start` with the inputs after it, and the unread past. Returns `None` if the text has no such state or another
/// program wrote it.
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
