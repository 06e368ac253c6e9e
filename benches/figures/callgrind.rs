//! Instructions counted by valgrind's callgrind, if it is installed. They do not depend on the load of the machine.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tempfile::TempDir;

use crate::programs::installed;

/// Returns true if valgrind is installed.
pub fn is_there() -> bool {
    static THERE: OnceLock<bool> = OnceLock::new();
    *THERE.get_or_init(|| installed("valgrind"))
}

/// Count of a program under callgrind, for a whole run or for parts of it.
pub struct Count {
    folder: TempDir,
    whole: bool,
    parts: Cell<u32>,
}

impl Count {
    /// Creates a count of a whole run; `None` without valgrind.
    pub fn whole() -> Option<Self> {
        Self::new(true)
    }

    /// Creates a count that starts with [`Count::begin`]; the run is much faster before it.
    pub fn parts() -> Option<Self> {
        Self::new(false)
    }

    fn new(whole: bool) -> Option<Self> {
        let folder = is_there().then(tempfile::tempdir)?;
        Some(Self {
            folder: folder.expect("a folder"),
            whole,
            parts: Cell::new(0),
        })
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("count")
    }

    /// Returns the beginning of the command.
    pub fn words(&self) -> Vec<String> {
        let file = format!("--callgrind-out-file={}", self.file().display());
        let from = if self.whole {
            "--instr-atstart=yes"
        } else {
            "--instr-atstart=no"
        };
        let words = ["valgrind", "-q", "--tool=callgrind", from, &file];
        words.map(str::to_owned).to_vec()
    }

    /// Starts to count.
    pub fn begin(&self, pid: u32) {
        order(pid, &["instrumentation", "on"]);
    }

    /// Returns the instructions since the last call.
    pub fn part(&self, pid: u32) -> Option<f64> {
        order(pid, &["dump"]);
        self.parts.set(self.parts.get() + 1);
        total(&self.file().with_extension(self.parts.get().to_string()))
    }

    /// Returns the instructions of the whole run, once the program has ended.
    pub fn total(&self) -> Option<f64> {
        total(&self.file())
    }
}

/// Sends a command to the callgrind of a process.
fn order(pid: u32, words: &[&str]) {
    let told = Command::new("vgdb")
        .arg(format!("--pid={pid}"))
        .args(words)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    assert!(
        told.is_ok_and(|told| told.success()),
        "vgdb comes with valgrind"
    );
}

fn total(file: &Path) -> Option<f64> {
    let text = std::fs::read_to_string(file).ok()?;
    let mut lines = text.lines();
    let total = lines.find_map(|line| line.strip_prefix("totals: "))?;
    total.trim().parse().ok()
}

/// Runs jobs in parallel, one for each processor. Only counts may run like this, because their duration does not
/// matter.
pub fn side_by_side<J: Sync, T: Send>(jobs: &[J], work: impl Fn(&J) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let hands = thread::available_parallelism().map_or(1, usize::from);
    let mut done: Vec<(usize, T)> = thread::scope(|scope| {
        let work = || {
            let mut done = Vec::new();
            while let place = next.fetch_add(1, Ordering::Relaxed)
                && let Some(job) = jobs.get(place)
            {
                done.push((place, work(job)));
            }
            done
        };
        let hands: Vec<_> = (0..hands).map(|_| scope.spawn(work)).collect();
        let done = hands.into_iter();
        done.flat_map(|hand| hand.join().expect("no panic"))
            .collect()
    });
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}
