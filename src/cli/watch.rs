//! Implements `affray watch`, which shows a fight to the players.

use std::process::ExitCode;

use anyhow::Result;

use super::environment::Environment;
use super::open_screen::{Opening, open};
use super::saved_fight::last;
use crate::ui::Shown;

/// Shows the fight of that name, or the last one.
pub(super) fn watch(environment: &mut Environment<'_>, fight: Option<&str>) -> Result<ExitCode> {
    open(environment, Shown::OnScreen, |environment, saves| {
        let name = match fight {
            Some(fight) => saves.find(fight)?,
            None => last(saves)?,
        };
        // Read once now, so that an error is shown as plain text.
        let resumed = saves.look(&name, &environment.systems)?;
        Ok(Opening::Watch(Box::new(resumed)))
    })
}
