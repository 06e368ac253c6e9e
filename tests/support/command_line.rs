//! Command line that runs within the test, without a terminal.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use affray::cli::{Environment, run};
use affray::rules::System;
use affray::store::Places;

/// Environment of a run.
pub struct CommandLine<'h> {
    pub systems: Vec<&'static dyn System>,
    /// Home folder, if there is one.
    pub home: Option<&'h Path>,
    /// True to report progress.
    pub progress: bool,
}

impl<'h> CommandLine<'h> {
    /// Creates a command line with the bundled systems.
    pub fn of(home: &'h Path) -> Self {
        Self {
            systems: affray::systems::all().to_vec(),
            home: Some(home),
            progress: false,
        }
    }

    /// Runs the command; returns its exit code, its output and its errors, with `~` for the home folder.
    pub fn run(self, args: &[&str]) -> (ExitCode, String, String) {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let places = self.home.map(|home| Places {
            data: home.to_owned(),
            config: home.to_owned(),
        });
        let around = Environment {
            systems: self.systems,
            places: places.ok_or_else(|| io::Error::other("no folder").into()),
            screen: Err("no terminal here"),
            out: &mut out,
            err: &mut err,
            progress: self.progress,
        };
        let args = ["affray"].iter().chain(args).map(|arg| (*arg).to_owned());
        let code = run(args, around);
        let text = |bytes| {
            let text = String::from_utf8(bytes).expect("text");
            match self.home {
                Some(home) => text.replace(&*home.to_string_lossy(), "~"),
                None => text,
            }
        };
        (code, text(out), text(err))
    }
}

/// Runs the command in a home folder; returns true if it succeeded, and all of its output.
pub fn affray(home: &Path, args: &[&str]) -> (bool, String) {
    let (code, out, err) = CommandLine::of(home).run(args);
    (code == ExitCode::SUCCESS, out + &err)
}
