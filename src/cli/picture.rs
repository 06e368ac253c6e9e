//! Implements `affray picture`, which writes the screen of a fight as an SVG picture.

use std::process::ExitCode;

use anyhow::Result;

use super::environment::Environment;
use super::saved_fight::look;
use crate::ui::picture::of_fight;

/// Writes the screen with this number of columns and rows.
pub(super) fn picture(
    environment: &mut Environment<'_>,
    fight: Option<&str>,
    columns: u16,
    rows: u16,
) -> Result<ExitCode> {
    let session = look(environment, fight)?.session;
    let library = environment.library();
    let compendium = library.of_fight(session.system());
    let svg = of_fight(session, compendium, columns, rows);
    write!(environment.out, "{svg}")?;
    Ok(ExitCode::SUCCESS)
}
