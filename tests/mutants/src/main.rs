//! Small changes to the program, one at a time, and whether the tests notice: tests/mutation.md tells how and what came of it.

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

/// A change that was drawn.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct Drawn {
    /// Its number, from 1; its switch.
    number: u32,
    /// Which part of the program it was drawn from: `systems/countdown`, `store`.
    room: String,
    change: Change,
}

const USAGE: &str = "\
draw SEED FOLDER [N]  draws changes, or N in a hundred of them, writes them behind a switch into a copy of the checkout,
                      and builds its tests
build FOLDER [WORDS]  builds these tests again, where that was broken off; `--test library --test fights` only those
run FOLDER [SECONDS]  asks the tests about every change that they were not asked about yet, as many at once as there are processors;
                      only modules that take at most so long, the slower ones in a later run about what went unnoticed
show FOLDER [ROOM]    what went unnoticed, with its surroundings
on FOLDER NUMBER MODULE [NAME ...]   runs tests of one module, `store::power_cut`, or of `fights`, with a change off, then on";

/// Where everything of a draw lies.
struct Place {
    folder: PathBuf,
}

impl Place {
    /// The copy of the checkout with the changes in it.
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

    /// Cargo in the copy, with a build in which tests run fast and sums that overflow are noticed, as far as the environment
    /// does not say otherwise.
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

    /// What that builds.
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
