//! Finding and opening saved sessions, to go on with or to look on.

use anyhow::{Result, bail};
use std::io::ErrorKind;

use super::disk::{Lock, Stamp, Store};
use super::file_issue::{FileIssue, failed, why};
use super::names;
use super::recovery::{self, Recovered};
use super::session_files::{FOREIGN_LIMIT, HEAD_ROOM, OWN_LIMIT, SessionFiles};

/// A session as it was found.
pub struct Opened {
    /// The session, to go on with.
    pub files: SessionFiles,
    /// The snapshot that Affray saved last.
    pub snapshot: String,
    /// Whether it is, by its checksum, what Affray wrote.
    pub is_ours: bool,
    /// The inputs since, oldest first.
    pub lines: Vec<String>,
    /// The text of NAME.ron where somebody changed it outside Affray. It takes the place of `snapshot` and `lines` if
    /// the player says so.
    pub changed: Option<String>,
    /// What the player is to be told. Where one of them [asks](FileIssue::asks), nothing is saved before
    /// [`SessionFiles::rescue`].
    pub told: Vec<FileIssue>,
}

/// A session in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its name, without an ending.
    pub name: String,
    /// When it was last written, where the file system says so.
    pub modified: Option<std::time::SystemTime>,
}

impl SessionFiles {
    /// Opens a session of one's own: up to [`OWN_LIMIT`]. Where it cannot be written, or another program has it, it is
    /// opened to look on.
    pub fn open(store: Box<dyn Store>, name: &str) -> Result<Opened> {
        let mut files = SessionFiles::new(store, name)?;
        let mut told = Vec::new();
        let there = |file: &str| files.store.stamp(file).map(|stamp| stamp.is_some());
        // Asked before the lock, which would leave a file behind for a session that is not there.
        if let (Ok(false), Ok(false)) = (there(&files.file("ron")), there(&files.file("journal"))) {
            bail!("no session `{name}` in {}", files.store.folder());
        }
        match files.store.lock(&files.file("lock")) {
            Ok(Lock::Ours(lock)) => files.lock = Some(lock),
            Ok(Lock::Theirs(who)) => told.push(FileIssue::InUse { who }),
            Err(error) if error.kind() == ErrorKind::Unsupported => {
                told.push(FileIssue::NoLock {
                    folder: files.store.folder(),
                });
            }
            Err(error) => told.push(FileIssue::LookOnly {
                why: why(&files.file("lock"), &error),
            }),
        }
        files.look_only = told.iter().find_map(|issue| match issue {
            FileIssue::InUse { .. } | FileIssue::LookOnly { .. } => Some(issue.to_string()),
            _ => None,
        });
        let in_use = matches!(told.first(), Some(FileIssue::InUse { .. }));
        let mut opened = files.read(OWN_LIMIT)?;
        if in_use {
            opened
                .told
                .retain(|issue| !matches!(issue, FileIssue::Torn { .. }));
        }
        told.append(&mut opened.told);
        Ok(Opened { told, ..opened })
    }

    /// Opens a session without asking for the lock, as `affray watch` does.
    pub fn look(store: Box<dyn Store>, name: &str) -> Result<Opened> {
        SessionFiles::look_up_to(store, name, OWN_LIMIT)
    }

    /// The same for a session that comes from elsewhere: up to [`FOREIGN_LIMIT`], larger ones are refused unread.
    pub fn look_foreign(store: Box<dyn Store>, name: &str) -> Result<Opened> {
        SessionFiles::look_up_to(store, name, FOREIGN_LIMIT)
    }

    fn look_up_to(store: Box<dyn Store>, name: &str, limit: u64) -> Result<Opened> {
        let mut files = SessionFiles::new(store, name)?;
        files.look_on();
        let mut opened = files.read(limit)?;
        let is_torn = |issue: &FileIssue| matches!(issue, FileIssue::Torn { .. });
        if opened.told.iter().any(is_torn) && opened.files.is_being_written() {
            opened.told.retain(|issue| !is_torn(issue));
        }
        Ok(opened)
    }

    /// The sessions in a folder, sorted by name. What was [kept](FileIssue::Kept) is among them: it can be opened too.
    pub fn list(store: &dyn Store) -> Result<Vec<Listed>> {
        let files = store
            .list()
            .map_err(|error| failed(&store.folder(), &error))?;
        let mut found: Vec<Listed> = Vec::new();
        for file in &files {
            let stem = file
                .strip_suffix(".ron")
                .or_else(|| file.strip_suffix(".journal"));
            let Some(name) = stem.filter(|stem| names::is_safe(stem)) else {
                continue;
            };
            let modified = store
                .stamp(file)
                .ok()
                .flatten()
                .and_then(|stamp| stamp.modified);
            match found.iter_mut().find(|listed| listed.name == name) {
                Some(listed) => listed.modified = listed.modified.max(modified),
                None => found.push(Listed {
                    name: name.to_owned(),
                    modified,
                }),
            }
        }
        found.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(found)
    }

    /// The state of the journal, which every saved input changes, whoever saves it, and of the snapshot, which may stand
    /// alone; so a program that looks on knows when to look again.
    pub(crate) fn stamps(&self) -> [Option<Stamp>; 2] {
        ["journal", "ron"].map(|ending| self.store.stamp(&self.file(ending)).ok().flatten())
    }

    /// Whether another program has the session open, so that a line without its end may still be on its way.
    fn is_being_written(&self) -> bool {
        self.store.is_locked(&self.file("lock")).unwrap_or(true)
    }

    fn read(mut self, limit: u64) -> Result<Opened> {
        let found = self.recover(limit)?;
        let Recovered {
            snapshot,
            lines,
            changed,
            told,
            generation,
            on_disk,
            is_ours,
        } = found;
        self.generation = generation;
        self.on_disk = on_disk;
        let label = |issue: &FileIssue| match issue {
            FileIssue::ChangedOutside { .. } => "kept",
            _ => "broken",
        };
        self.asked = told.iter().filter(|issue| issue.asks()).map(label).min();
        Ok(Opened {
            files: self,
            snapshot,
            is_ours,
            lines,
            changed,
            told,
        })
    }

    fn recover(&self, limit: u64) -> Result<Recovered> {
        let mut tries = 0;
        loop {
            tries += 1;
            let journal = self.read_file("journal", 2 * limit + HEAD_ROOM)?;
            let snapshot = self.read_file("ron", limit)?;
            // Whoever holds the lock may have folded between the two.
            let again = self.lock.is_none()
                && tries < 4
                && self.read_file("journal", 2 * limit + HEAD_ROOM)? != journal;
            if !again {
                return recovery::recover(&self.name, journal, snapshot);
            }
        }
    }

    fn read_file(&self, ending: &str, limit: u64) -> Result<Option<Vec<u8>>> {
        let file = self.file(ending);
        match self.store.read(&file, limit) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(failed(&file, &error)),
        }
    }
}
