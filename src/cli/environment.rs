//! Environment of the program: its systems, folders and writers.

use std::io::{self, IsTerminal, Write};

use anyhow::Result;
use serde::Serialize;

use crate::rules::System;
use crate::store::{Library, Places, Saves, with_own_systems};

/// Environment of a command: systems, folders and writers.
pub struct Environment<'w> {
    pub systems: Vec<&'static dyn System>,
    /// Folders of settings and fights.
    pub places: Result<Places>,
    /// Error in one line if input and output are not a terminal for the screen.
    pub screen: Result<(), &'static str>,
    /// Writer of the results.
    pub out: &'w mut dyn Write,
    /// Writer of the errors.
    pub err: &'w mut dyn Write,
    /// True if `err` is a terminal that shows progress.
    pub progress: bool,
}

impl Environment<'_> {
    /// Returns the folders of settings and fights, or the reason why there are none.
    pub(super) fn folders(&self) -> Result<&Places> {
        let places = self.places.as_ref();
        places.map_err(|error| anyhow::anyhow!("{error:#}"))
    }

    /// Returns the saved fights.
    pub(super) fn saves(&self) -> Result<Saves> {
        Ok(Saves::new(self.folders()?.sessions()))
    }

    /// Adds the user-defined systems from the settings folder.
    pub(super) fn add_own_systems(&mut self) {
        if let Ok(places) = &self.places {
            self.systems = with_own_systems(&self.systems, &places.config);
        }
    }

    /// Returns the library of assets; without a settings folder it has only the built-in ones.
    pub(super) fn library(&self) -> Library {
        match &self.places {
            Ok(places) => Library::with_own(&self.systems, &places.config),
            Err(_) => Library::built_in(&self.systems),
        }
    }
}

/// Checks that this process has a terminal for the screen.
///
/// # Errors
/// If there is no such terminal; the error names the commands that work without one.
pub fn has_screen() -> Result<(), &'static str> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(
            "the screen needs a terminal for input and output: without a terminal, use `--lines`, or `list`, `log`, `check`, `roll` and `export`",
        );
    }
    if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
        return Err("this terminal cannot move its cursor (TERM is `dumb`): use another terminal");
    }
    Ok(())
}

/// Writes data as JSON on several lines.
pub(super) fn write_json(out: &mut dyn Write, data: &impl Serialize) -> Result<()> {
    writeln!(out, "{}", serde_json::to_string_pretty(data)?)?;
    Ok(())
}
