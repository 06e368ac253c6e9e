//! Stores one session as a snapshot, NAME.ron, and the inputs since, NAME.journal.
//!
//! Knows nothing of fights: a snapshot is a text and an input is a line. [`SessionFiles::append`] is durable when it
//! returns and costs the same however long the fight is. [`SessionFiles::fold`] starts afresh from a snapshot, journal
//! first: the new journal has a copy of it, so from its renaming on nothing depends on whether NAME.ron gets written
//! too. A session that was opened begins with a fold, because nobody knows whether the program before saw a sync of the
//! old journal fail.

use anyhow::{Result, bail, ensure};
use std::fmt;
use std::io::{self, ErrorKind};

use super::disk::{Lock, OpenFile, Store, beside, write_beside};
use super::file_issue::{FileIssue, failed};
use super::names;

/// The largest snapshot of one's own that is written and opened, in bytes.
pub(crate) const OWN_LIMIT: u64 = 64 * 1024 * 1024;
/// The largest snapshot from elsewhere that is opened, in bytes.
pub const FOREIGN_LIMIT: u64 = 4 * 1024 * 1024;
/// Lines that a journal may hold on top of its copy of the snapshot, in bytes.
pub(super) const LINES_LIMIT: u64 = OWN_LIMIT;
/// Room for the head of a journal, in bytes.
pub(super) const HEAD_ROOM: u64 = 1024;
/// Earlier checksums that a head names; more than one only after the disk failed again and again.
pub(super) const FOLLOWS_LIMIT: usize = 8;

/// What every message about something that was not saved ends with.
pub(super) const IN_MEMORY: &str = "; the fight goes on in memory";

/// A session on disk, being written or looked at. While it is writable it has the lock on NAME.lock.
pub struct SessionFiles {
    pub(super) store: Box<dyn Store>,
    pub(super) name: String,
    /// Why nothing may be written, if so.
    pub(super) look_only: Option<String>,
    pub(super) lock: Option<Box<dyn OpenFile>>,
    /// Whether the folder, and those above it, are safe from a power cut.
    pub(super) is_rooted: bool,
    pub(super) appender: Option<Appender>,
    pub(super) generation: u64,
    /// Checksums that the snapshot file may have if nobody but this program wrote it.
    pub(super) on_disk: Vec<u64>,
    /// What to call the files that the player is asked about; `None` when no prompt is open.
    pub(super) asked: Option<&'static str>,
    /// Whether somebody else wrote the journal while it was open here.
    pub(super) journal_changed: bool,
    pub(super) told: Vec<FileIssue>,
}

/// The end of a journal that can be trusted.
pub(super) struct Appender {
    pub(super) file: Box<dyn OpenFile>,
    pub(super) base: u64,
    pub(super) next: u64,
    pub(super) length: u64,
}

/// That a new session's name is somebody else's, in words.
#[derive(Debug)]
pub(super) struct NameTaken(String);

impl fmt::Display for NameTaken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NameTaken {}

/// What has the name of the journal that is open.
pub(super) enum JournalFile {
    Ours,
    Theirs,
    Gone,
}

impl SessionFiles {
    /// Starts a session that is not there yet; `name` must be safe as a file name (`names::is_safe`).
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
            // Nobody has been told that it exists. If this fails too, there is a session of no inputs to be opened.
            let _ = files.store.remove(&files.file("journal"));
            let _ = files.store.remove(&files.file("ron"));
            return Err(error);
        }
        Ok(files)
    }

    /// Deletes a session that nobody has open; the file of its lock stays.
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
        // The journal last: with it alone the fight is whole.
        for ending in ["form", "ron", "journal"] {
            let removed = store.remove(&file(ending));
            removed.map_err(|error| failed(&file(ending), &error))?;
        }
        let synced = store.sync_folder();
        synced.map_err(|error| failed(&store.folder(), &error))
    }

    /// What was kept of a form that was not sent; "" for nothing.
    pub fn kept_form(&self) -> String {
        let read = self.store.read(&self.file("form"), FOREIGN_LIMIT);
        let text = read.ok().map(String::from_utf8);
        text.and_then(Result::ok).unwrap_or_default()
    }

    /// Keeps a form as far as it is filled beside the session, instead of the one before; "" takes that away. No input
    /// rests on it.
    ///
    /// # Errors
    /// When it cannot be written.
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

    /// The name of the session, as its files have it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Why nothing is saved, where the session is open to look on only.
    pub fn look_only(&self) -> Option<&str> {
        self.look_only.as_deref()
    }

    /// From now on nothing is written: the player chose to look on.
    pub(crate) fn look_on(&mut self) {
        self.look_only = Some("opened read-only: this window saves nothing".to_owned());
        self.appender = None;
    }

    /// Whether the next thing to save must be a whole snapshot: after opening and after a failure.
    pub fn wants_snapshot(&self) -> bool {
        self.look_only.is_none() && self.appender.is_none()
    }

    /// What was met while saving that the player should know, since this was last asked.
    pub fn take_told(&mut self) -> Vec<FileIssue> {
        std::mem::take(&mut self.told)
    }

    /// Refuses to save before a [`SessionFiles::rescue`], because of something that only the reader of the lines could
    /// find.
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

    /// Whether the journal that is open is still the one in the folder, and as long as it was left.
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
