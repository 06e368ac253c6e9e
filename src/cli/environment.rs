//! What the program is started with: its systems, its folders, and where it writes.

use std::io::{self, IsTerminal, Write};

use anyhow::Result;
use serde::Serialize;

use crate::rules::System;
use crate::store::{Library, Places, Saves, with_own_systems};

/// Where a program stands: its systems, its folders, and where it writes.
pub struct Environment<'w> {
    pub systems: Vec<&'static dyn System>,
    /// The folders of settings and fights.
    pub places: Result<Places>,
    /// Whether input and output are a terminal that can show a screen; if not, why, in a line.
    pub screen: Result<(), &'static str>,
    /// For what was asked for.
    pub out: &'w mut dyn Write,
    /// For what went wrong.
    pub err: &'w mut dyn Write,
    /// Whether `err` is a terminal that shows progress.
    pub progress: bool,
}

impl Environment<'_> {
    /// The folders of settings and fights, or why there are none.
    pub(super) fn folders(&self) -> Result<&Places> {
        let places = self.places.as_ref();
        places.map_err(|error| anyhow::anyhow!("{error:#}"))
    }

    /// The fights that are kept here.
    pub(super) fn saves(&self) -> Result<Saves> {
        Ok(Saves::new(self.folders()?.sessions()))
    }

    /// Adds the systems that a game master has written, from the folder of settings.
    pub(super) fn add_own_systems(&mut self) {
        if let Ok(places) = &self.places {
            self.systems = with_own_systems(&self.systems, &places.config);
        }
    }

    /// What fights begin with; without a folder of one's own what is built in.
    pub(super) fn library(&self) -> Library {
        match &self.places {
            Ok(places) => Library::with_own(&self.systems, &places.config),
            Err(_) => Library::built_in(&self.systems),
        }
    }
}

/// Whether this process has a terminal that can show a screen.
///
/// # Errors
/// Says why not, and what works all the same.
pub fn has_screen() -> Result<(), &'static str> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(
            "the screen needs a terminal for input and output; without one use `--lines`, or `list`, `log`, `check`, `roll` and `export`",
        );
    }
    if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
        return Err("this terminal cannot move its cursor (TERM is `dumb`): use another one");
    }
    Ok(())
}

/// Data for programs, as JSON of several lines.
pub(super) fn write_json(out: &mut dyn Write, data: &impl Serialize) -> Result<()> {
    writeln!(out, "{}", serde_json::to_string_pretty(data)?)?;
    Ok(())
}
