//! Starts Affray with its arguments, folders and output.

use std::io::{self, IsTerminal as _};
use std::process::ExitCode;

use affray::cli::{self, Environment};
use affray::store::Places;
use affray::systems;

fn main() -> ExitCode {
    let args = std::env::args_os().map(|arg| arg.to_string_lossy().into_owned());
    cli::run(
        args,
        Environment {
            systems: systems::all().to_vec(),
            places: Places::find(),
            screen: cli::has_screen(),
            out: &mut io::stdout(),
            err: &mut io::stderr(),
            progress: io::stderr().is_terminal(),
        },
    )
}
