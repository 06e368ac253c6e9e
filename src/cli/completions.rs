//! `affray completions`: what makes a shell complete the program's commands.

use clap_complete::Shell;

use super::args::commands;

/// What makes a shell complete the program's commands.
pub fn completions(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut commands(), "affray", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}
