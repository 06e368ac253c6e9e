//! Reads the beginning of a long fight on demand. Until then a session continues from a later state.

use anyhow::{Result, ensure};

use super::Session;
use super::unread_past::Past;
use crate::encounter::{Line, LinePart};

impl Session {
    /// Returns the same fight with all of its past.
    pub(super) fn with_past(&self, past: &Past) -> Result<Self> {
        let saved = self.save_recent().after(past)?;
        let (whole, _) = Self::resume(&[self.system], saved, &[])?;
        ensure!(
            whole.now() == self.now() && whole.waits == self.waits,
            "the earlier inputs do not lead to the current state of the fight"
        );
        Ok(whole)
    }

    /// Reads the whole unread past.
    ///
    /// # Errors
    /// If the past cannot be read or leads to another state, which only a forged file can cause. Nothing has changed
    /// then.
    pub(crate) fn read_past(&mut self) -> Result<()> {
        if let Some(past) = &self.past {
            let whole = self.with_past(past)?;
            self.past = None;
            self.history = whole.history;
            self.checkpoints = whole.checkpoints;
            self.revise();
        }
        Ok(())
    }

    /// Returns the log lines before the first of [`Session::lines`].
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
                marks: Vec::new(),
                facts: Vec::new(),
                details: Vec::new(),
                parts: vec![LinePart {
                    start: 0,
                    about: Vec::new(),
                }],
                about: Vec::new(),
                heading: false,
                depth: 0,
                open: false,
            }],
        })
    }

    /// Returns `true` if there are log lines before the first of [`Session::lines`].
    pub fn has_earlier_lines(&self) -> bool {
        self.past.is_some()
    }
}
