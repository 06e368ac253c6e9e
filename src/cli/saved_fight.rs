//! A fight that a command names: saved here, or in a file from elsewhere.

use std::path::Path;

use anyhow::{Context, Result};

use super::environment::Environment;
use crate::store::{FileIssue, Resumed, Saves, saves};

/// Whether it is a file rather than the name of a fight.
pub(super) fn is_file(fight: &str) -> bool {
    fight.contains(['/', '\\']) || Path::new(fight).is_file()
}

/// The fight that was changed last.
pub(super) fn last(saves: &Saves) -> Result<String> {
    let last = saves.last()?;
    last.context("no saved fight yet: start one with `affray new`")
}

/// A fight to read from, wherever it is, with what is to be told of it.
pub(super) fn look(environment: &mut Environment<'_>, fight: &str) -> Result<Resumed> {
    let resumed = if is_file(fight) {
        saves::look_at(Path::new(fight), &environment.systems)?
    } else {
        let saves = environment.saves()?;
        saves.look(&saves.find(fight)?, &environment.systems)?
    };
    tell(environment, &resumed.told)?;
    if let Some(wrong) = environment.library().unread(resumed.session.now().system) {
        writeln!(environment.err, "{wrong}")?;
    }
    Ok(resumed)
}

/// Tells of a fight's files what there is to be told.
pub(super) fn tell(environment: &mut Environment<'_>, told: &[FileIssue]) -> Result<()> {
    for trouble in told {
        writeln!(environment.err, "affray: {trouble}")?;
    }
    Ok(())
}
