//! Storage of one session as a snapshot (NAME.ron) and the inputs after the snapshot (NAME.journal).
//!
//! The module is independent of fights: a snapshot is a text and an input is a line. [`SessionFiles::append`] is
//! durable when it returns, and its cost does not depend on the length of the fight. [`SessionFiles::fold`] compacts
//! the session, journal first: the new journal has a copy of the snapshot, so after its renaming nothing depends on
//! NAME.ron. A session that was opened starts with a compaction, because the previous program may have seen a sync of
//! the old journal fail.

use anyhow::{Result, bail, ensure};
use std::fmt;
use std::io::{self, ErrorKind};

use super::disk::{Lock, OpenFile, Store, beside, write_beside};
use super::file_issue::{FileIssue, failed};
use super::names;

/// Maximum size of a snapshot of the user, in bytes.
pub(crate) const OWN_LIMIT: u64 = 64 * 1024 * 1024;
/// Maximum size of an imported snapshot, in bytes.
pub const FOREIGN_LIMIT: u64 = 4 * 1024 * 1024;
/// Maximum size of a journal's lines, apart from its copy of the snapshot, in bytes.
pub(super) const LINES_LIMIT: u64 = OWN_LIMIT;
/// Maximum size of a journal's head, in bytes.
pub(super) const HEAD_ROOM: u64 = 1024;
/// Maximum number of earlier checksums in a head. A head has more than one earlier checksum only after repeated disk
/// failures.
pub(super) const FOLLOWS_LIMIT: usize = 8;

/// End of every message about data that was not saved.
pub(super) const IN_MEMORY: &str = "; the fight continues in memory and is not saved";

/// Session on disk, for writing or viewing. While it is writable, it holds the lock on NAME.lock.
pub struct SessionFiles {
    pub(super) store: Box<dyn Store>,
    pub(super) name: String,
    /// Reason why the session is read-only, if it is.
    pub(super) look_only: Option<String>,
    pub(super) lock: Option<Box<dyn OpenFile>>,
    /// True if the folder and its parents are durable.
    pub(super) is_rooted: bool,
    pub(super) appender: Option<Appender>,
    pub(super) generation: u64,
    /// Checksums that the snapshot file may have if only this program wrote it.
    pub(super) on_disk: Vec<u64>,
    /// Label for the copies of files that need consent; `None` if no question is open.
    pub(super) asked: Option<&'static str>,
    /// True if another program wrote the journal while the session was open here.
    pub(super) journal_changed: bool,
    pub(super) told: Vec<FileIssue>,
}

/// End of a journal that can be trusted.
pub(super) struct Appender {
    pub(super) file: Box<dyn OpenFile>,
    pub(super) base: u64,
    pub(super) next: u64,
    pub(super) length: u64,
}

/// Error for a new session whose name is in use.
#[derive(Debug)]
pub(super) struct NameTaken(String);

impl fmt::Display for NameTaken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NameTaken {}

/// State of the journal file on disk: still the open journal, replaced by another file, or missing.
pub(super) enum JournalFile {
    Ours,
    Theirs,
    Gone,
}

impl SessionFiles {
    /// Creates a new session; `name` must be safe as a file name (`names::is_safe`).
    pub fn create(
        store: Box<dyn Store>,
        name: &str,
        snapshot: impl AsRef<str>,
    ) -> Result<SessionFiles> {
        let mut files = SessionFiles::new(store, name)?;
        files
            .store
            .make_folder()
            .map_err(|error| failed(&files.store.folder(), &error))?;
        match files.store.lock(&files.file("lock")) {
            Ok(Lock::Ours(lock)) => files.lock = Some(lock),
            Ok(Lock::Theirs(who)) => bail!(NameTaken(format!(
                "`{name}` is open in {who}: choose another name"
            ))),
            Err(error) if error.kind() == ErrorKind::Unsupported => {}
            Err(error) => return Err(failed(&files.file("lock"), &error)),
        }
        for file in [files.file("ron"), files.file("journal")] {
            match files.store.stamp(&file) {
                Ok(None) => {}
                Ok(Some(_)) => bail!(NameTaken(format!(
                    "`{name}` exists already: open it or choose another name"
                ))),
                Err(error) => return Err(failed(&file, &error)),
            }
        }
        if let Err(error) = files.start_afresh(snapshot.as_ref()) {
            // Success was never reported. If the removal fails too, a session without inputs remains.
            let _ = files.store.remove(&files.file("journal"));
            let _ = files.store.remove(&files.file("ron"));
            return Err(error);
        }
        Ok(files)
    }

    /// Deletes a session that is not open. Its lock file remains.
    pub(crate) fn delete(store: &dyn Store, name: &str) -> Result<()> {
        ensure!(
            names::is_safe(name),
            "`{name}` cannot be the name of a file"
        );
        let file = |ending: &str| format!("{name}.{ending}");
        let _lock = match store.lock(&file("lock")) {
            Ok(Lock::Ours(lock)) => Some(lock),
            Ok(Lock::Theirs(who)) => bail!("`{name}` is open in {who}"),
            Err(error) if error.kind() == ErrorKind::Unsupported => None,
            Err(error) => return Err(failed(&file("lock"), &error)),
        };
        // The journal is deleted last, because it alone contains the whole fight.
        for ending in ["form", "ron", "journal"] {
            let removed = store.remove(&file(ending));
            removed.map_err(|error| failed(&file(ending), &error))?;
        }
        let synced = store.sync_folder();
        synced.map_err(|error| failed(&store.folder(), &error))
    }

    /// Returns the stored half-filled form; "" if there is no form.
    pub fn kept_form(&self) -> String {
        let read = self.store.read(&self.file("form"), FOREIGN_LIMIT);
        let text = read.ok().map(String::from_utf8);
        text.and_then(Result::ok).unwrap_or_default()
    }

    /// Stores a half-filled form next to the session and replaces an earlier form; "" deletes the form. No input
    /// depends on the form.
    ///
    /// # Errors
    /// If the form cannot be written.
    pub fn keep_form(&mut self, text: &str) -> Result<()> {
        self.may_write()?;
        let file = self.file("form");
        let kept = match text {
            "" => self.store.remove(&file),
            text => write_beside(&*self.store, &file, [text.as_bytes()])
                .and_then(|_| self.store.rename(&beside(&file), &file))
                .and_then(|()| self.store.sync_folder()),
        };
        kept.map_err(|error| failed(&file, &error))
    }

    /// Returns the name of the session's files.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the reason why the session is read-only, if it is.
    pub fn look_only(&self) -> Option<&str> {
        self.look_only.as_deref()
    }

    /// Makes the session read-only, as the player chose.
    pub(crate) fn look_on(&mut self) {
        self.look_only = Some("opened read-only: this window saves nothing".to_owned());
        self.appender = None;
    }

    /// Returns `true` if the next thing to save must be a whole snapshot: after opening and after a failure.
    pub fn wants_snapshot(&self) -> bool {
        self.look_only.is_none() && self.appender.is_none()
    }

    /// Removes and returns the issues found while saving since the last call.
    pub fn take_told(&mut self) -> Vec<FileIssue> {
        std::mem::take(&mut self.told)
    }

    /// Refuses to save until [`SessionFiles::rescue`] has run, because the journal has an error that only its parser
    /// can detect.
    pub(super) fn ask(&mut self, label: &'static str) {
        self.asked = Some(label);
    }

    pub(super) fn new(store: Box<dyn Store>, name: &str) -> Result<SessionFiles> {
        ensure!(
            names::is_safe(name),
            "`{}` cannot be the name of a file",
            crate::text::sanitize(name, 80)
        );
        Ok(SessionFiles {
            store,
            name: name.to_owned(),
            look_only: None,
            lock: None,
            is_rooted: false,
            appender: None,
            generation: 0,
            on_disk: Vec::new(),
            asked: None,
            journal_changed: false,
            told: Vec::new(),
        })
    }

    pub(super) fn file(&self, ending: &str) -> String {
        format!("{}.{ending}", self.name)
    }

    /// Checks that the open journal is still the journal in the folder, with its last length.
    pub(super) fn journal_file(&self, appender: &Appender) -> io::Result<JournalFile> {
        Ok(match self.store.stamp(&self.file("journal"))? {
            None => JournalFile::Gone,
            Some(named)
                if named.identity != appender.file.stamp()?.identity
                    || named.length != appender.length =>
            {
                JournalFile::Theirs
            }
            Some(_) => JournalFile::Ours,
        })
    }

    pub(super) fn may_write(&self) -> Result<()> {
        match &self.look_only {
            Some(reason) => bail!("{reason}"),
            None => Ok(()),
        }
    }
}
