//! `affray export`: a fight as one RON text.

use std::process::ExitCode;

use anyhow::Result;

use super::environment::Environment;
use super::saved_fight::look;
use crate::store::saves;

/// Writes the whole of a fight.
pub(super) fn export(environment: &mut Environment<'_>, fight: &str) -> Result<ExitCode> {
    let resumed = look(environment, fight)?;
    write!(environment.out, "{}", saves::snapshot(&resumed.session)?)?;
    Ok(ExitCode::SUCCESS)
}
