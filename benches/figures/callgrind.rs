//! Instructions, counted by valgrind's callgrind where it is installed: they are the same however busy the machine is.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tempfile::TempDir;

use crate::programs::installed;

/// Whether valgrind is installed.
pub fn is_there() -> bool {
    static THERE: OnceLock<bool> = OnceLock::new();
    *THERE.get_or_init(|| installed("valgrind"))
}

/// A program that runs under callgrind, counted whole or in parts.
pub struct Count {
    folder: TempDir,
    whole: bool,
    parts: Cell<u32>,
}

impl Count {
    /// A run to come that is counted from its start to its end; `None` without valgrind.
    pub fn whole() -> Option<Self> {
        Self::new(true)
    }

    /// A run to come that is counted from [`Count::begin`] on, and goes much faster before.
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

    /// What the command begins with.
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

    /// Counts from now on.
    pub fn begin(&self, pid: u32) {
        order(pid, &["instrumentation", "on"]);
    }

    /// Instructions since the last time.
    pub fn part(&self, pid: u32) -> Option<f64> {
        order(pid, &["dump"]);
        self.parts.set(self.parts.get() + 1);
        total(&self.file().with_extension(self.parts.get().to_string()))
    }

    /// Instructions of the whole run, once the program has ended.
    pub fn total(&self) -> Option<f64> {
        total(&self.file())
    }
}

/// Tells the callgrind that a process runs under what to do.
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

/// Does jobs side by side, as many at a time as the machine has processors: only counting may be done so, for it does not
/// matter how long it takes.
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
