//! Implements `affray completions`, which writes scripts that let a shell complete the program's commands.

use clap_complete::Shell;

use super::args::commands;

/// Returns the completion script for a shell.
pub fn completions(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut commands(), "affray", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}
