//! What the GM has to decide where a fight was not found as it was left.

use anyhow::{Result, bail};

use crate::rules::System;
use crate::session::Session;
use crate::store::{FileIssue, Resumed, SessionFiles, saves};

/// What the GM may choose where a fight was not found as it was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenChoice {
    /// Go on with the last one saved here. Where no prompt is open, the usual.
    GoOn,
    /// Go on with the one that was changed outside.
    Changed,
    /// Look on, and leave the files as they are.
    LookOn,
}

/// What is asked before anything is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenQuestion {
    /// What was found, in sentences.
    pub found: Vec<String>,
    /// What can be done, the usual first, each in words.
    pub choices: Vec<(OpenChoice, String)>,
}

/// A saved fight as it was found.
pub struct OpenedSave {
    resumed: Resumed,
    changed: Option<Result<Session, String>>,
}

impl OpenedSave {
    /// Reads the changed one too, where there is one.
    pub fn new(resumed: Resumed, systems: &[&'static dyn System]) -> OpenedSave {
        let changed = resumed
            .changed
            .as_ref()
            .map(|source| saves::read(source, systems).map_err(|why| format!("{why:#}")));
        OpenedSave { resumed, changed }
    }

    /// The fight as it was saved last, as far as it could be read.
    pub fn session(&self) -> &Session {
        &self.resumed.session
    }

    /// What the GM should be told, and nothing hangs on.
    pub fn told(&self) -> Vec<String> {
        let told = self.resumed.told.iter().filter(|issue| {
            // Whoever looks on is told by [`Autosave::look_only`](super::Autosave::look_only).
            let looks_on = matches!(issue, FileIssue::InUse { .. } | FileIssue::LookOnly { .. });
            !issue.asks() && !looks_on
        });
        told.map(ToString::to_string).collect()
    }

    /// What has to be asked before anything is written; `None` where there is nothing to ask, or nothing can be
    /// written.
    pub fn question(&self) -> Option<OpenQuestion> {
        let asks = self.resumed.told.iter().filter(|issue| issue.asks());
        let mut found: Vec<String> = asks.map(ToString::to_string).collect();
        if found.is_empty() || self.resumed.files.look_only().is_some() {
            return None;
        }
        let mut choices = vec![(
            OpenChoice::GoOn,
            "go on with the last one saved here".to_owned(),
        )];
        match &self.changed {
            Some(Ok(_)) => {
                choices.push((OpenChoice::Changed, "go on with the changed one".to_owned()))
            }
            Some(Err(why)) => found.push(format!("The changed one cannot be opened: {why}")),
            None => {}
        }
        choices.push((
            OpenChoice::LookOn,
            "look on and leave the files as they are".to_owned(),
        ));
        Some(OpenQuestion { found, choices })
    }

    /// The files and the fight, to go on with as was chosen.
    pub(super) fn take(self, choice: OpenChoice) -> Result<(SessionFiles, Session)> {
        let Resumed {
            mut files, session, ..
        } = self.resumed;
        let session = match (choice, self.changed) {
            (OpenChoice::GoOn, _) => session,
            (OpenChoice::LookOn, _) => {
                files.look_on();
                session
            }
            (OpenChoice::Changed, Some(Ok(changed))) => changed,
            (OpenChoice::Changed, Some(Err(why))) => bail!("{why}"),
            (OpenChoice::Changed, None) => bail!("there is no changed one"),
        };
        Ok((files, session))
    }
}
