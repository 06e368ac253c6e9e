//! Makes small changes to the program, one at a time, and checks if the tests notice: `tests/mutation.md` explains the
//! method and has the results.

mod data;
mod draw;
mod find;
mod run;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use find::Change;

/// Drawn mutant.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct Drawn {
    /// Number of the mutant and of its switch, from 1.
    number: u32,
    /// Part of the program: `systems/countdown`, `store`.
    room: String,
    change: Change,
}

const USAGE: &str = "\
draw SEED FOLDER [N]  draws mutants, or N percent of them, writes them behind a switch into a copy of the checkout, and builds
                      its tests
build FOLDER [WORDS]  builds these tests again after an interruption; `--test library --test fights` builds only those
run FOLDER [SECONDS]  runs the tests against every mutant that they have not met yet, one mutant for each processor; only
                      modules within the time limit, so that a later run can try slower ones on the survivors
show FOLDER [ROOM]    prints the survivors with the code around them
on FOLDER NUMBER MODULE [NAME ...]   runs tests of one module, `store::power_cut`, or of `fights`, without a mutant, then with it";

/// Folder of a draw.
struct Place {
    folder: PathBuf,
}

impl Place {
    /// Returns the copy of the checkout with the mutants.
    fn tree(&self) -> PathBuf {
        self.folder.join("tree")
    }

    fn changes(&self) -> PathBuf {
        self.folder.join("changes.json")
    }

    fn drawn(&self) -> Result<Vec<Drawn>> {
        let file = self.changes();
        let text = std::fs::read(&file)
            .with_context(|| format!("{}: nothing was drawn there", file.display()))?;
        Ok(serde_json::from_slice(&text)?)
    }

    /// Returns the Cargo command for the copy. Its build runs tests fast and detects overflows, unless the environment
    /// says otherwise.
    fn cargo(&self, words: &[&str]) -> Command {
        let mut cargo = Command::new("cargo");
        cargo
            .args(words)
            .arg("--message-format=json")
            .current_dir(self.tree())
            .env("CARGO_INCREMENTAL", "0");
        let target = self.folder.join("target").display().to_string();
        for (name, value) in [
            ("CARGO_TARGET_DIR", target.as_str()),
            ("CARGO_PROFILE_DEV_OPT_LEVEL", "1"),
            ("CARGO_PROFILE_DEV_DEBUG", "0"),
        ] {
            if std::env::var_os(name).is_none() {
                cargo.env(name, value);
            }
        }
        cargo
    }

    /// Returns the folder of the build.
    fn built(&self, name: &str) -> PathBuf {
        let own = || self.folder.join("target").into_os_string();
        let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(own);
        PathBuf::from(target).join("debug").join(name)
    }
}

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let place = |folder: &str| -> Result<Place> {
        std::fs::create_dir_all(folder)?;
        let folder = Path::new(folder).canonicalize()?;
        Ok(Place { folder })
    };
    match *words.as_slice() {
        ["draw", seed, folder] => draw::draw(seed.parse()?, 100, &place(folder)?),
        ["draw", seed, folder, share] => draw::draw(seed.parse()?, share.parse()?, &place(folder)?),
        ["build", folder, ref which @ ..] => run::build(&place(folder)?, which),
        ["run", folder] => run::all(&place(folder)?, Duration::MAX),
        ["run", folder, most] => run::all(&place(folder)?, Duration::from_secs(most.parse()?)),
        ["show", folder] => run::show(&place(folder)?, None),
        ["show", folder, room] => run::show(&place(folder)?, Some(room)),
        ["on", folder, number, test, ref names @ ..] => {
            run::one(&place(folder)?, number.parse()?, test, names)
        }
        _ => {
            eprintln!("{USAGE}");
            std::process::exit(2)
        }
    }
}
