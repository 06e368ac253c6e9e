//! Implements `affray check --watch`, which checks files again after each change.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result};

use super::environment::Environment;
use crate::unix;

/// Pause between two looks at the disk.
const PAUSE: Duration = Duration::from_millis(250);
/// Depth of the search in folders: a system has subfolders of encounters and fights.
const DEPTH: usize = 3;
/// Maximum number of watched files, far above the size of a system.
const MOST: usize = 2_000;

/// Time of the last change and length of each file.
type Stamps = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// Checks the files once, and again after each change, until the program ends.
pub(super) fn whenever_changed(
    environment: &mut Environment<'_>,
    files: &[PathBuf],
    check: impl Fn(&mut Environment<'_>) -> Result<ExitCode>,
) -> Result<ExitCode> {
    let ends = Arc::new(AtomicBool::new(false));
    unix::set_when_ended(&ends).context("cannot listen for Ctrl-C")?;
    loop {
        let seen = stamps(files);
        let code = check(environment)?;
        writeln!(
            environment.out,
            "Waiting for changes. Press Ctrl-C to stop."
        )?;
        environment.out.flush()?;
        while stamps(files) == seen {
            if ends.load(Relaxed) {
                return Ok(code);
            }
            std::thread::sleep(PAUSE);
        }
        writeln!(environment.out)?;
    }
}

/// Returns the state of all given files, and of all files in given folders.
fn stamps(files: &[PathBuf]) -> Stamps {
    let mut stamps = Stamps::new();
    for file in files {
        add(file, DEPTH, &mut stamps);
    }
    stamps
}

fn add(path: &Path, depth: usize, stamps: &mut Stamps) {
    let Ok(found) = fs::metadata(path) else {
        return;
    };
    if stamps.len() >= MOST {
        return;
    }
    stamps.insert(path.to_owned(), (found.modified().ok(), found.len()));
    if found.is_dir()
        && depth > 0
        && let Ok(entries) = fs::read_dir(path)
    {
        for entry in entries.flatten() {
            add(&entry.path(), depth - 1, stamps);
        }
    }
}
