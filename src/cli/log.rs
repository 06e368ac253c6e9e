//! Implements `affray log`, which writes the log of a fight.

use std::process::ExitCode;

use anyhow::Result;

use super::environment::{Environment, write_json};
use super::saved_fight::look;
use crate::session::{Log, Readers, markdown};

/// Writes the log of a fight as Markdown or as JSON.
pub(super) fn log(
    environment: &mut Environment<'_>,
    fight: Option<&str>,
    readers: Readers,
    json: bool,
) -> Result<ExitCode> {
    let session = look(environment, fight)?.session;
    if json {
        write_json(environment.out, &Log::of(&session, readers))?;
    } else {
        write!(environment.out, "{}", markdown(&session, readers))?;
    }
    Ok(ExitCode::SUCCESS)
}
