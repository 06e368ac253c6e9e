//! One saved session: a snapshot, NAME.ron, and the inputs since, NAME.journal.
//!
//! Knows nothing of fights: a snapshot is a text and an input is a line. [`SessionFiles::append`] is durable when it
//! returns and costs the same however long the fight is. [`SessionFiles::fold`] starts afresh from a snapshot, journal
//! first: the new journal has a copy of it, so from its renaming on nothing depends on whether NAME.ron gets written
//! too. A session that was opened begins with a fold, because nobody knows whether the program before saw a sync of the
//! old journal fail.

use anyhow::{Result, bail, ensure};
use std::io::{self, ErrorKind};

use super::disk::{Lock, OpenFile, Store, beside, write_beside};
use super::file_issue::{FileIssue, failed, why};
use super::journal::{self, Head, Sum};
use super::names;
use crate::text::Pieces;

/// The largest snapshot of one's own that is written and opened, in bytes.
pub(crate) const OWN_LIMIT: u64 = 64 * 1024 * 1024;
/// The largest snapshot from elsewhere that is opened, in bytes.
pub const FOREIGN_LIMIT: u64 = 4 * 1024 * 1024;
/// Lines that a journal may hold on top of its copy of the snapshot, in bytes.
const LINES_LIMIT: u64 = OWN_LIMIT;
/// Room for the head of a journal, in bytes.
pub(super) const HEAD_ROOM: u64 = 1024;
/// Earlier checksums that a head names; more than one only after the disk failed again and again.
const FOLLOWS_LIMIT: usize = 8;

/// What every message about something that was not saved ends with.
const IN_MEMORY: &str = "; the fight goes on in memory";

/// A session on disk, being written or looked at. While it is writable it has the lock on NAME.lock.
pub struct SessionFiles {
    pub(super) store: Box<dyn Store>,
    pub(super) name: String,
    /// Why nothing may be written, if so.
    pub(super) look_only: Option<String>,
    pub(super) lock: Option<Box<dyn OpenFile>>,
    /// Whether the folder, and those above it, are safe from a power cut.
    is_rooted: bool,
    appender: Option<Appender>,
    pub(super) generation: u64,
    /// Checksums that the snapshot file may have if nobody but this program wrote it.
    pub(super) on_disk: Vec<u64>,
    /// What to call the files that the player is asked about; `None` when nothing is asked.
    pub(super) asked: Option<&'static str>,
    /// Whether somebody else wrote the journal while it was open here.
    journal_changed: bool,
    told: Vec<FileIssue>,
}

/// The end of a journal that can be trusted.
struct Appender {
    file: Box<dyn OpenFile>,
    base: u64,
    next: u64,
    length: u64,
}

/// What has the name of the journal that is open.
enum JournalFile {
    Ours,
    Theirs,
    Gone,
}

impl SessionFiles {
    /// Starts a session that is not there yet; `name` must be safe as a file name (`names::is_safe`).
    pub fn create(
        store: Box<dyn Store>,
        name: &str,
        snapshot: impl Into<Pieces>,
    ) -> Result<SessionFiles> {
        let mut files = SessionFiles::new(store, name)?;
        files
            .store
            .make_folder()
            .map_err(|error| failed(&files.store.folder(), &error))?;
        match files.store.lock(&files.file("lock")) {
            Ok(Lock::Ours(lock)) => files.lock = Some(lock),
            Ok(Lock::Theirs(who)) => bail!("`{name}` is open in {who}: choose another name"),
            Err(error) if error.kind() == ErrorKind::Unsupported => {}
            Err(error) => return Err(failed(&files.file("lock"), &error)),
        }
        for file in [files.file("ron"), files.file("journal")] {
            match files.store.stamp(&file) {
                Ok(None) => {}
                Ok(Some(_)) => bail!("`{name}` is there already: open it or choose another name"),
                Err(error) => return Err(failed(&file, &error)),
            }
        }
        if let Err(error) = files.start_afresh(&snapshot.into()) {
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
        for ending in ["ron", "journal"] {
            let removed = store.remove(&file(ending));
            removed.map_err(|error| failed(&file(ending), &error))?;
        }
        let synced = store.sync_folder();
        synced.map_err(|error| failed(&store.folder(), &error))
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
        self.look_only = Some("opened to look on: nothing is saved from here".to_owned());
        self.appender = None;
        self.lock = None;
    }

    /// Whether the next thing to save must be a whole snapshot: after opening and after a failure.
    pub fn wants_snapshot(&self) -> bool {
        self.look_only.is_none() && self.appender.is_none()
    }

    /// What was met while saving that the player should know, since this was last asked.
    pub fn take_told(&mut self) -> Vec<FileIssue> {
        std::mem::take(&mut self.told)
    }

    /// Saves one input; it is durable when this returns. After an error it [wants a
    /// snapshot](SessionFiles::wants_snapshot), because a journal that failed once is not trusted again.
    pub fn append(&mut self, line: &str) -> Result<()> {
        self.append_all(&[line])
    }

    /// Saves several inputs with one write and one sync, all or (after an error) perhaps none of them.
    pub fn append_all(&mut self, lines: &[&str]) -> Result<()> {
        self.may_write()?;
        let file = self.file("journal");
        if lines.is_empty() {
            return Ok(());
        }
        // Taken, and put back only when all went well.
        let Some(mut appender) = self.appender.take() else {
            bail!("{file} is not to be trusted{IN_MEMORY}")
        };
        ensure!(
            !lines.iter().any(|line| line.contains('\n')),
            "{file}: an input has more than one line{IN_MEMORY}"
        );
        let mut text = String::new();
        let group = appender.next;
        for line in lines {
            text += &journal::line(appender.base, appender.next, group, line);
            appender.next += 1;
        }
        appender.length += text.len() as u64;
        ensure!(
            appender.length <= OWN_LIMIT + LINES_LIMIT,
            "{file} is full{IN_MEMORY}"
        );
        let written = appender
            .file
            .write(text.as_bytes())
            .and_then(|()| appender.file.sync());
        match written.and_then(|()| self.journal_file(&appender)) {
            Ok(JournalFile::Ours) => {
                self.appender = Some(appender);
                Ok(())
            }
            Ok(JournalFile::Gone) => bail!("{file} is gone{IN_MEMORY}"),
            Ok(JournalFile::Theirs) => {
                self.journal_changed = true;
                bail!("{file} was changed outside Affray{IN_MEMORY}")
            }
            Err(error) => bail!("{}{IN_MEMORY}", why(&file, &error)),
        }
    }

    /// Starts afresh from `snapshot`, which must hold just what was appended. When it fails, everything appended is as
    /// safe as it was; if it [wants no snapshot](SessionFiles::wants_snapshot) then, appending goes on.
    pub fn fold(&mut self, snapshot: impl Into<Pieces>) -> Result<()> {
        self.may_write()?;
        if self.asked.is_some() {
            bail!(
                "`{}` was not found as it was left: say what to go on with first",
                self.name
            );
        }
        self.start_afresh(&snapshot.into()).map_err(in_memory)
    }

    /// Like [`SessionFiles::fold`], but also the player's consent to go on with `snapshot` where something
    /// [asked](FileIssue::asks): what was found is kept under a name of its own first. `snapshot` may hold more than
    /// was appended, so after an error it wants a snapshot.
    pub fn rescue(&mut self, snapshot: impl Into<Pieces>) -> Result<()> {
        self.may_write()?;
        let result = match self.asked {
            Some(label) => self.keep(label, &["journal", "ron"]).map(drop),
            None => Ok(()),
        };
        let result = result.and_then(|()| {
            self.asked = None;
            self.start_afresh(&snapshot.into())
        });
        result.map_err(|error| {
            self.appender = None;
            in_memory(error)
        })
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

    fn may_write(&self) -> Result<()> {
        match &self.look_only {
            Some(reason) => bail!("{reason}"),
            None => Ok(()),
        }
    }

    /// Whether the journal that is open is still the one in the folder, and as long as it was left.
    fn journal_file(&self, appender: &Appender) -> io::Result<JournalFile> {
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

    fn start_afresh(&mut self, snapshot: &Pieces) -> Result<()> {
        let (journal, ron) = (self.file("journal"), self.file("ron"));
        ensure!(
            snapshot.length() as u64 <= OWN_LIMIT,
            "{ron}: the fight is larger than {} MiB: end it and start another",
            OWN_LIMIT >> 20
        );
        self.back_in_the_folder()?;
        if !self.is_rooted {
            // Whoever made the folder may have been ended before it was safe.
            self.store
                .sync_parents()
                .map_err(|error| failed(&self.store.folder(), &error))?;
            self.is_rooted = true;
        }
        if let Some(appender) = &self.appender {
            self.journal_changed = matches!(
                self.journal_file(appender)
                    .map_err(|error| failed(&journal, &error))?,
                JournalFile::Theirs
            );
        }
        if self.journal_changed {
            let kept = self.keep("kept", &["journal"])?;
            self.told.push(FileIssue::Kept {
                file: journal.clone(),
                kept: format!("{kept}.journal"),
            });
            self.journal_changed = false;
        }
        let head = Head::new(self.generation + 1, snapshot, &self.on_disk);
        let first = head.write();
        let text = || {
            [first.as_str()]
                .into_iter()
                .chain(snapshot.iter())
                .chain(["\n"])
        };
        let file = self.write_beside(&journal, text())?;
        let renamed = self.store.rename(&beside(&journal), &journal);
        // From here on it is unknown which journal a power cut would leave, so neither is written to before both the
        // name and the folder are safe. Either has everything that was confirmed.
        self.appender = None;
        renamed
            .and_then(|()| self.store.sync_folder())
            .map_err(|error| failed(&journal, &error))?;
        self.generation = head.generation;
        self.appender = Some(Appender {
            file,
            base: head.base,
            next: 1,
            length: text().map(|piece| piece.len() as u64).sum(),
        });
        if let Err(error) = self.write_snapshot(&ron, snapshot, head.base) {
            self.told.push(FileIssue::Behind {
                why: error.to_string(),
                journal,
            });
        }
        Ok(())
    }

    /// Writes the snapshot file; an error puts nothing at risk, because the journal has it all.
    fn write_snapshot(&mut self, ron: &str, snapshot: &Pieces, sum: u64) -> Result<()> {
        if !self.ours(ron)? {
            let kept = self.keep("kept", &["ron"])?;
            self.told.push(FileIssue::Kept {
                file: ron.to_owned(),
                kept: format!("{kept}.ron"),
            });
        }
        self.write_beside(ron, snapshot.iter())?;
        // Named before it is renamed: if that fails, which of them is there is unknown.
        self.on_disk.push(sum);
        let excess = self.on_disk.len().saturating_sub(FOLLOWS_LIMIT);
        self.on_disk.drain(..excess);
        let renamed = self
            .store
            .rename(&beside(ron), ron)
            .and_then(|()| self.store.sync_folder());
        renamed.map_err(|error| failed(ron, &error))?;
        self.on_disk = vec![sum];
        Ok(())
    }

    /// Whether the snapshot file is not there or as this program left it.
    fn ours(&self, ron: &str) -> Result<bool> {
        match self.sum(ron) {
            Ok(sum) => Ok(self.on_disk.contains(&sum)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
            Err(error) if error.kind() == ErrorKind::FileTooLarge => Ok(false),
            Err(error) => Err(failed(ron, &error)),
        }
    }

    /// The checksum of a file.
    fn sum(&self, file: &str) -> io::Result<u64> {
        let mut sum = Sum::default();
        let mut add = |piece: &[u8]| sum.add(piece);
        self.store.scan(file, OWN_LIMIT, &mut add)?;
        Ok(sum.end())
    }

    /// Writes and syncs a text in pieces beside `file`, under a name that readers ignore.
    fn write_beside<'t>(
        &self,
        file: &str,
        text: impl IntoIterator<Item = &'t str>,
    ) -> Result<Box<dyn OpenFile>> {
        write_beside(&*self.store, file, text).map_err(|error| failed(file, &error))
    }

    /// Makes sure that folder and lock are still the ones that were opened: somebody may have removed or moved them.
    fn back_in_the_folder(&mut self) -> Result<()> {
        let file = self.file("lock");
        let Some(lock) = &self.lock else {
            self.is_rooted = false;
            let made = self.store.make_folder();
            return made.map_err(|error| failed(&self.store.folder(), &error));
        };
        let identity = |stamp: super::disk::Stamp| stamp.identity;
        let named = self
            .store
            .stamp(&file)
            .map_err(|error| failed(&file, &error))?
            .map(identity);
        let ours = lock
            .stamp()
            .map_err(|error| failed(&file, &error))
            .map(identity)?;
        if named != Some(ours) {
            self.is_rooted = false;
            self.store
                .make_folder()
                .map_err(|error| failed(&self.store.folder(), &error))?;
            match self
                .store
                .lock(&file)
                .map_err(|error| failed(&file, &error))?
            {
                Lock::Ours(lock) => self.lock = Some(lock),
                Lock::Theirs(who) => {
                    bail!("{who} has opened this fight meanwhile")
                }
            }
            // Whoever made the new folder may have written a session of this name and left.
            let journal = self.file("journal");
            let found = self
                .store
                .stamp(&journal)
                .map_err(|error| failed(&journal, &error))?;
            self.journal_changed |= found.is_some();
        }
        Ok(())
    }

    /// Gives the files a second name each, NAME.`label`-N, the first N that is free, and makes it durable. The sessions
    /// kept like this can be opened. Returns the new name without its ending.
    fn keep(&mut self, label: &str, endings: &[&str]) -> Result<String> {
        let failed = |error: io::Error| failed(&self.name, &error);
        let taken = self.store.list().map_err(failed)?;
        let is_free = |name: &String| {
            !taken
                .iter()
                .any(|file| file.starts_with(&format!("{name}.")))
        };
        let names = (1..).map(|number| format!("{}.{label}-{number}", self.name));
        let Some(name) = names.into_iter().find(is_free) else {
            bail!("no name is free")
        };
        for ending in endings {
            match self
                .store
                .link(&self.file(ending), &format!("{name}.{ending}"))
            {
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                done => done.map_err(failed)?,
            }
        }
        self.store.sync_folder().map_err(failed)?;
        if endings.contains(&"ron")
            && let Ok(sum) = self.sum(&self.file("ron"))
        {
            // It may be replaced now.
            self.on_disk.push(sum);
        }
        Ok(name)
    }
}

fn in_memory(error: anyhow::Error) -> anyhow::Error {
    anyhow::anyhow!("{error}{IN_MEMORY}")
}
