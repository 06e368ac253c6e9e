//! Choices of the GM for a fight whose files changed.

use anyhow::{Result, bail};

use crate::rules::System;
use crate::session::Session;
use crate::store::{FileIssue, Resumed, SessionFiles, saves};

/// Choice of the GM for a fight whose files changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenChoice {
    /// Continues with the version saved last. This is also the default if no question is open.
    GoOn,
    /// Continues with the state that was changed outside.
    Changed,
    /// Opens the fight read-only and leaves the files unchanged.
    LookOn,
}

/// Question to answer before anything is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenQuestion {
    /// Findings as whole sentences.
    pub found: Vec<String>,
    /// Choices with their texts, the default first.
    pub choices: Vec<(OpenChoice, String)>,
}

/// Saved fight as it was found.
pub struct OpenedSave {
    resumed: Resumed,
    changed: Option<Result<Session, String>>,
}

impl OpenedSave {
    /// Reads the externally changed state too, if the fight has such a state.
    pub fn new(resumed: Resumed, systems: &[&'static dyn System]) -> OpenedSave {
        let changed = resumed
            .changed
            .as_ref()
            .map(|source| saves::read(source, systems).map_err(|why| format!("{why:#}")));
        OpenedSave { resumed, changed }
    }

    /// Returns the fight as it was saved last, as far as it is readable.
    pub fn session(&self) -> &Session {
        &self.resumed.session
    }

    /// Returns `true` if another program has the fight open.
    pub(crate) fn is_in_use(&self) -> bool {
        let mut told = self.resumed.told.iter();
        told.any(|issue| matches!(issue, FileIssue::InUse { .. }))
    }

    /// Returns messages for the GM that need no decision.
    pub fn told(&self) -> Vec<String> {
        let told = self.resumed.told.iter().filter(|issue| {
            // [`Autosave::look_only`](super::Autosave::look_only) reports read-only fights.
            let looks_on = matches!(issue, FileIssue::InUse { .. } | FileIssue::LookOnly { .. });
            !issue.asks() && !looks_on
        });
        told.map(ToString::to_string).collect()
    }

    /// Returns the question to answer before anything is written. Returns `None` if there is no question, or if the
    /// files are read-only.
    pub fn question(&self) -> Option<OpenQuestion> {
        let asks = self.resumed.told.iter().filter(|issue| issue.asks());
        let mut found: Vec<String> = asks.map(ToString::to_string).collect();
        if found.is_empty() || self.resumed.files.look_only().is_some() {
            return None;
        }
        let mut choices = vec![(
            OpenChoice::GoOn,
            "resume the version that Affray saved last".to_owned(),
        )];
        match &self.changed {
            Some(Ok(_)) => {
                choices.push((OpenChoice::Changed, "resume the changed version".to_owned()))
            }
            Some(Err(why)) => found.push(format!("The changed version cannot be opened: {why}")),
            None => {}
        }
        choices.push((
            OpenChoice::LookOn,
            "open read-only and leave the files unchanged".to_owned(),
        ));
        Some(OpenQuestion { found, choices })
    }

    /// Returns the files and the fight according to the choice.
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
            (OpenChoice::Changed, None) => bail!("there is no changed version"),
        };
        Ok((files, session))
    }
}
