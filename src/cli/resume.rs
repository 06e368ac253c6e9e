//! Implements `affray resume`, which continues a fight.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;

use super::environment::Environment;
use super::open_screen::{Opening, open};
use super::saved_fight::{is_file, last};
use crate::store::{Resumed, Saves};
use crate::ui::Shown;

/// Resumes the fight of that name, a copy of an imported file, or the last fight.
pub(super) fn resume(
    environment: &mut Environment<'_>,
    fight: Option<&str>,
    shown: Shown,
) -> Result<ExitCode> {
    open(environment, shown, |environment, saves| {
        let resumed = match fight {
            Some(fight) if is_file(fight) => elsewhere(environment, saves, Path::new(fight))?,
            Some(fight) => saves.resume(&saves.find(fight)?, &environment.systems)?,
            None => saves.resume(&last(saves)?, &environment.systems)?,
        };
        Ok(Opening::Fight(Box::new(resumed)))
    })
}

/// Opens a fight from a file: directly if the file is in the folder of saves, otherwise as a copy.
fn elsewhere(environment: &Environment<'_>, saves: &Saves, path: &Path) -> Result<Resumed> {
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    if folder.is_some() && folder == saves.folder().canonicalize().ok() {
        let name = path.file_stem().and_then(|name| name.to_str());
        return saves.resume(name.unwrap_or_default(), &environment.systems);
    }
    saves.import(path, &environment.systems)
}
