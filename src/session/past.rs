//! The beginning of a long fight, kept as the text that its file has: a session goes on from where it had led, and reads it
//! when somebody asks for something in it.

use std::cell::OnceCell;
use std::ops::Range;
use std::sync::Arc;

use anyhow::{Result, ensure};
use serde::Deserialize;

use super::Session;
use super::delta::Delta;
use super::saved::Saved;
use crate::encounter::{Line, Start};
use crate::ron_text::{Source, read_as};

/// What was done before the first input that a session has read.
pub(crate) struct Past {
    /// The file that it was read from.
    file: Arc<String>,
    /// What of the file says it: from the start of the fight up to the last of the inputs.
    part: Range<usize>,
    inputs: usize,
    commands: usize,
    /// The log of it, once somebody has asked for it.
    lines: OnceCell<Vec<Line>>,
}

/// What the text says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    start: Start,
    #[serde(default)]
    opening: Vec<Delta>,
    inputs: Vec<Arc<[Delta]>>,
}

impl Past {
    /// So many inputs, and the commands that they finished, as a part of a file says them.
    pub(super) fn new(
        file: Arc<String>,
        part: Range<usize>,
        inputs: usize,
        commands: usize,
    ) -> Self {
        Self {
            file,
            part,
            inputs,
            commands,
            lines: OnceCell::new(),
        }
    }

    /// The snapshot that it was read from.
    pub(super) fn file(&self) -> &Arc<String> {
        &self.file
    }

    /// What of it says the start of the fight and these inputs.
    pub(super) fn part(&self) -> Range<usize> {
        self.part.clone()
    }

    /// How many inputs were made.
    pub(super) fn inputs(&self) -> usize {
        self.inputs
    }

    /// How many commands were finished.
    pub(super) fn commands(&self) -> usize {
        self.commands
    }

    /// A session that is saved since, with this before it.
    pub(super) fn then(&self, since: Saved) -> Result<Saved> {
        let said = self.file.get(self.part()).unwrap_or_default();
        let text = format!("({said}])");
        let written: Written = read_as(&Source::new("the earlier inputs", &text))?;
        let mut inputs = written.inputs;
        inputs.extend(since.inputs);
        Ok(Saved {
            start: written.start,
            opening: written.opening,
            inputs,
            ..since
        })
    }
}

impl Session {
    /// The same fight with all of its past.
    pub(super) fn with_past(&self, past: &Past) -> Result<Self> {
        let saved = past.then(self.save_recent())?;
        let (whole, _) = Self::resume(&[self.system], saved, &[])?;
        ensure!(
            whole.now() == self.now() && whole.waits == self.waits,
            "the earlier inputs do not lead to where the fight stands"
        );
        Ok(whole)
    }

    /// Reads all of the past.
    ///
    /// # Errors
    /// When it cannot be read or leads elsewhere, which only a forged file can bring about; nothing has changed then.
    pub(crate) fn read_past(&mut self) -> Result<()> {
        if let Some(past) = &self.past {
            let whole = self.with_past(past)?;
            self.past = None;
            self.history = whole.history;
            self.folded = whole.folded;
            self.shown.forget();
        }
        Ok(())
    }

    /// Log lines of what was done before the first of [`Session::lines`].
    pub fn earlier_lines(&self) -> &[Line] {
        let Some(past) = &self.past else {
            return &[];
        };
        past.lines.get_or_init(|| match self.with_past(past) {
            Ok(whole) => {
                let earlier = whole.lines().len().saturating_sub(self.lines().len());
                whole.lines()[..earlier].to_vec()
            }
            Err(why) => vec![Line {
                round: 0,
                text: format!("The earlier log cannot be read: {why}."),
                about: Vec::new(),
                heading: false,
                depth: 0,
                open: false,
            }],
        })
    }

    /// Whether something was done before the first of [`Session::lines`].
    pub fn has_earlier_lines(&self) -> bool {
        self.past.is_some()
    }
}
