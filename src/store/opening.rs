//! Listing and opening of saved sessions, to continue them or to view them.

use anyhow::{Result, bail};
use std::io::ErrorKind;

use super::disk::{Lock, Stamp, Store};
use super::file_issue::{FileIssue, failed, why};
use super::names;
use super::recovery::{self, Recovered};
use super::session_files::{FOREIGN_LIMIT, HEAD_ROOM, OWN_LIMIT, SessionFiles};

/// Session as it was found on disk.
pub struct Opened {
    /// Files of the session, for continuing it.
    pub files: SessionFiles,
    /// Snapshot that Affray saved last.
    pub snapshot: String,
    /// True if the snapshot has the checksum that Affray wrote.
    pub is_ours: bool,
    /// Inputs after the snapshot, oldest first.
    pub lines: Vec<String>,
    /// Text of NAME.ron if it was changed outside Affray. This text replaces `snapshot` and `lines` if the player
    /// agrees.
    pub changed: Option<String>,
    /// Issues to report to the player. If an issue [asks](FileIssue::asks), nothing is saved before
    /// [`SessionFiles::rescue`].
    pub told: Vec<FileIssue>,
}

/// Session in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Name of the session's files, without extension.
    pub name: String,
    /// Time of the last write, if the file system has it.
    pub modified: Option<std::time::SystemTime>,
}

impl SessionFiles {
    /// Opens a session of the user, up to [`OWN_LIMIT`]. The session is read-only if its files cannot be written or
    /// another program has it open.
    pub fn open(store: Box<dyn Store>, name: &str) -> Result<Opened> {
        let mut files = SessionFiles::new(store, name)?;
        let mut told = Vec::new();
        let there = |file: &str| files.store.stamp(file).map(|stamp| stamp.is_some());
        // This check comes before the lock, because the lock would leave a file behind for a missing session.
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

    /// Opens a session read-only without the lock, as `affray watch` does.
    pub fn look(store: Box<dyn Store>, name: &str) -> Result<Opened> {
        SessionFiles::look_up_to(store, name, OWN_LIMIT)
    }

    /// Opens an imported session read-only, up to [`FOREIGN_LIMIT`]; larger files are refused without reading them.
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

    /// Lists the sessions in a folder, sorted by name, including [backups](FileIssue::Kept), which can be opened too.
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

    /// Returns the stamps of the journal, which every saved input changes, and of the snapshot, which may be the only
    /// file. A viewing program uses them to detect changes.
    pub(crate) fn stamps(&self) -> [Option<Stamp>; 2] {
        ["journal", "ron"].map(|ending| self.store.stamp(&self.file(ending)).ok().flatten())
    }

    /// Returns `true` if another program has the session open, so that an incomplete line may still be completed.
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
            // The program with the lock may have compacted the session between the two reads.
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
