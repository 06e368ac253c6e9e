//! Implements `affray export`, which writes a fight or a system as one RON text.

use std::process::ExitCode;

use anyhow::Result;

use super::environment::Environment;
use super::new_system::files_of;
use super::saved_fight::look;
use crate::store::saves;

/// Writes a whole fight. The text contains the rules if the system is written as data.
pub(super) fn export(environment: &mut Environment<'_>, fight: Option<&str>) -> Result<ExitCode> {
    let resumed = look(environment, fight)?;
    write!(environment.out, "{}", saves::snapshot(&resumed.session)?)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes a system that is written as data as a single file.
pub(super) fn export_system(environment: &mut Environment<'_>, system: &str) -> Result<ExitCode> {
    let files = files_of(environment, system)?;
    if !files.strangers().is_empty() {
        writeln!(
            environment.err,
            "affray: Affray does not read these files and left them out: {}. Send them separately.",
            files.strangers().join(", ")
        )?;
    }
    write!(environment.out, "{}", files.to_text())?;
    Ok(ExitCode::SUCCESS)
}
