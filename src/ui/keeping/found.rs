//! What the GM has to decide where a fight was not found as it was left.

use anyhow::{Result, bail};

use crate::rules::System;
use crate::session::Session;
use crate::store::{FileIssue, Resumed, SessionFiles, saves};

/// What the GM may choose where a fight was not found as it was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Go on with the last one saved here. Where nothing is asked, the usual.
    GoOn,
    /// Go on with the one that was changed outside.
    Changed,
    /// Look on, and leave the files as they are.
    LookOn,
}

/// What is asked before anything is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// What was found, in sentences.
    pub found: Vec<String>,
    /// What can be done, the usual first, each in words.
    pub ways: Vec<(Way, String)>,
}

/// A saved fight as it was found.
pub struct Found {
    resumed: Resumed,
    changed: Option<Result<Session, String>>,
}

impl Found {
    /// Reads the changed one too, where there is one.
    pub fn new(resumed: Resumed, systems: &[&'static dyn System]) -> Found {
        let changed = resumed
            .changed
            .as_ref()
            .map(|source| saves::read(source, systems).map_err(|why| format!("{why:#}")));
        Found { resumed, changed }
    }

    /// The fight as it was saved last, as far as it could be read.
    pub fn session(&self) -> &Session {
        &self.resumed.session
    }

    /// What the GM should be told, and nothing hangs on.
    pub fn told(&self) -> Vec<String> {
        let told = self.resumed.told.iter().filter(|issue| {
            // Whoever looks on is told by [`Keeping::look_only`](super::Keeping::look_only).
            let looks_on = matches!(issue, FileIssue::InUse { .. } | FileIssue::LookOnly { .. });
            !issue.asks() && !looks_on
        });
        told.map(ToString::to_string).collect()
    }

    /// What has to be asked before anything is written; `None` where there is nothing to ask, or nothing can be
    /// written.
    pub fn question(&self) -> Option<Ask> {
        let asks = self.resumed.told.iter().filter(|issue| issue.asks());
        let mut found: Vec<String> = asks.map(ToString::to_string).collect();
        if found.is_empty() || self.resumed.files.look_only().is_some() {
            return None;
        }
        let mut ways = vec![(Way::GoOn, "go on with the last one saved here".to_owned())];
        match &self.changed {
            Some(Ok(_)) => ways.push((Way::Changed, "go on with the changed one".to_owned())),
            Some(Err(why)) => found.push(format!("The changed one cannot be opened: {why}")),
            None => {}
        }
        ways.push((
            Way::LookOn,
            "look on and leave the files as they are".to_owned(),
        ));
        Some(Ask { found, ways })
    }

    /// The files and the fight, to go on with in this way.
    pub(super) fn take(self, way: Way) -> Result<(SessionFiles, Session)> {
        let Resumed {
            mut files, session, ..
        } = self.resumed;
        let session = match (way, self.changed) {
            (Way::GoOn, _) => session,
            (Way::LookOn, _) => {
                files.look_on();
                session
            }
            (Way::Changed, Some(Ok(changed))) => changed,
            (Way::Changed, Some(Err(why))) => bail!("{why}"),
            (Way::Changed, None) => bail!("there is no changed one"),
        };
        Ok((files, session))
    }
}
