//! Fights that a command names: a save, or another file.

use std::path::Path;

use anyhow::{Context, Result};

use super::environment::Environment;
use crate::store::{FileIssue, Resumed, Saves, saves};

/// Returns `true` if the argument is a file rather than the name of a fight.
pub(super) fn is_file(fight: &str) -> bool {
    fight.contains(['/', '\\']) || Path::new(fight).is_file()
}

/// Returns the name of the fight that was changed last.
pub(super) fn last(saves: &Saves) -> Result<String> {
    let last = saves.last()?;
    last.context("no saved fight yet: start one with `affray new`")
}

/// Opens a fight read-only, in any folder, or the fight that was changed last, and reports its issues.
pub(super) fn look(environment: &mut Environment<'_>, fight: Option<&str>) -> Result<Resumed> {
    let resumed = match fight {
        Some(fight) if is_file(fight) => saves::look_at(Path::new(fight), &environment.systems)?,
        fight => {
            let saves = environment.saves()?;
            let name = match fight {
                Some(fight) => saves.find(fight)?,
                None => last(&saves)?,
            };
            saves.look(&name, &environment.systems)?
        }
    };
    tell(environment, &resumed.told)?;
    if let Some(wrong) = environment.library().unread(resumed.session.now().system) {
        writeln!(environment.err, "{wrong}")?;
    }
    Ok(resumed)
}

/// Reports the issues with a fight's files.
pub(super) fn tell(environment: &mut Environment<'_>, told: &[FileIssue]) -> Result<()> {
    for trouble in told {
        writeln!(environment.err, "affray: {trouble}")?;
    }
    Ok(())
}
