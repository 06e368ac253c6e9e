//! Summary of the fight over its panes, at its end and at any time.

pub(in crate::ui) mod draw;
mod keys;

use crate::session::recap::{Recap, Table};
use crate::session::{Readers, Session};

/// Summary of a fight on the screen.
#[derive(Debug)]
pub struct RecapPane {
    /// Description of the fight's duration.
    pub(super) length: String,
    pub(super) tables: Vec<Table>,
    /// Index of the first row shown.
    pub(super) first: usize,
}

impl RecapPane {
    /// Creates the summary of a fight so far.
    pub(super) fn of(session: &Session) -> Self {
        let recap = Recap::of(session, Readers::GameMaster);
        Self {
            length: recap.length(),
            tables: recap.tables(),
            first: 0,
        }
    }
}
