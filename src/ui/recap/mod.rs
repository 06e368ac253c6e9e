//! What the fight has come to, over the fight: as it ends, and at any time.

pub(in crate::ui) mod draw;
mod keys;

use crate::session::recap::{Recap, Table};
use crate::session::{Readers, Session};

/// The page over a fight.
#[derive(Debug)]
pub struct RecapPane {
    /// How long it took.
    pub(super) length: String,
    pub(super) tables: Vec<Table>,
    /// The first row shown.
    pub(super) first: usize,
}

impl RecapPane {
    /// What a fight has come to so far.
    pub(super) fn of(session: &Session) -> Self {
        let recap = Recap::of(session, Readers::GameMaster);
        Self {
            length: recap.length(),
            tables: recap.tables(),
            first: 0,
        }
    }
}
