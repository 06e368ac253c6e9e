//! Compaction of a session: writes a new journal with a copy of the snapshot, then the snapshot file. A file that
//! another program wrote is kept under another name.

use anyhow::{Result, bail, ensure};
use std::io::{self, ErrorKind};

use super::disk::{Lock, OpenFile, beside, write_beside};
use super::file_issue::{FileIssue, failed};
use super::journal_format::{Head, Sum};
use super::session_files::{
    Appender, FOLLOWS_LIMIT, IN_MEMORY, JournalFile, OWN_LIMIT, SessionFiles,
};
use crate::text::packed::pack;

impl SessionFiles {
    /// Compacts the session into `snapshot`, which must contain exactly what was appended. If compaction fails,
    /// everything appended is as safe as before. Appending can continue unless the session now [wants a
    /// snapshot](SessionFiles::wants_snapshot).
    pub fn fold(&mut self, snapshot: impl AsRef<str>) -> Result<()> {
        self.may_write()?;
        if self.asked.is_some() {
            bail!(
                "`{}` was changed or damaged: first choose which version to continue with",
                self.name
            );
        }
        self.start_afresh(snapshot.as_ref()).map_err(in_memory)
    }

    /// Compacts like [`SessionFiles::fold`] after the player has agreed to continue with `snapshot` despite an issue
    /// that [asks](FileIssue::asks). The existing files are first kept under another name. `snapshot` may contain more
    /// than was appended, so after an error the session wants a snapshot.
    pub fn rescue(&mut self, snapshot: impl AsRef<str>) -> Result<()> {
        self.may_write()?;
        let result = match self.asked {
            Some(label) => self.keep(label, &["journal", "ron"]).map(drop),
            None => Ok(()),
        };
        let result = result.and_then(|()| {
            self.asked = None;
            self.start_afresh(snapshot.as_ref())
        });
        result.map_err(|error| {
            self.appender = None;
            in_memory(error)
        })
    }

    pub(super) fn start_afresh(&mut self, snapshot: &str) -> Result<()> {
        let (journal, ron) = (self.file("journal"), self.file("ron"));
        ensure!(
            snapshot.len() as u64 <= OWN_LIMIT,
            "{ron}: the fight is larger than {} MiB: end this fight and start another fight",
            OWN_LIMIT >> 20
        );
        self.back_in_the_folder()?;
        if !self.is_rooted {
            // The program that created the folder may have ended before the folder was durable.
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
        let copy = pack(snapshot);
        let head = Head::new(self.generation + 1, snapshot, copy.len(), &self.on_disk);
        let first = head.write();
        let parts = [first.as_bytes(), copy.as_slice(), b"\n"];
        let file = self.write_beside(&journal, parts)?;
        let renamed = self.store.rename(&beside(&journal), &journal);
        // From here until the name and the folder are durable, either journal could survive a power cut, so Affray
        // writes to neither journal. Both journals have everything that was confirmed.
        self.appender = None;
        renamed
            .and_then(|()| self.store.sync_folder())
            .map_err(|error| failed(&journal, &error))?;
        self.generation = head.generation;
        self.appender = Some(Appender {
            file,
            base: head.base,
            next: 1,
            length: parts.iter().map(|part| part.len() as u64).sum(),
        });
        if let Err(error) = self.write_snapshot(&ron, snapshot, head.base) {
            self.told.push(FileIssue::Behind {
                why: error.to_string(),
                journal,
            });
        }
        Ok(())
    }

    /// Writes the snapshot file. An error puts nothing at risk, because the journal has everything.
    fn write_snapshot(&mut self, ron: &str, snapshot: &str, sum: u64) -> Result<()> {
        if !self.ours(ron)? {
            let kept = self.keep("kept", &["ron"])?;
            self.told.push(FileIssue::Kept {
                file: ron.to_owned(),
                kept: format!("{kept}.ron"),
            });
        }
        self.write_beside(ron, [snapshot.as_bytes()])?;
        // Recorded before the renaming: if renaming fails, either file may be there.
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

    /// Returns `true` if the snapshot file is missing or unchanged since Affray wrote it.
    fn ours(&self, ron: &str) -> Result<bool> {
        match self.sum(ron) {
            Ok(sum) => Ok(self.on_disk.contains(&sum)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
            Err(error) if error.kind() == ErrorKind::FileTooLarge => Ok(false),
            Err(error) => Err(failed(ron, &error)),
        }
    }

    /// Computes the checksum of a file.
    fn sum(&self, file: &str) -> io::Result<u64> {
        let mut sum = Sum::default();
        let mut add = |piece: &[u8]| sum.add(piece);
        self.store.scan(file, OWN_LIMIT, &mut add)?;
        Ok(sum.end())
    }

    /// Writes the parts of a file to a temporary file next to `file` and syncs it.
    fn write_beside<'p>(
        &self,
        file: &str,
        parts: impl IntoIterator<Item = &'p [u8]>,
    ) -> Result<Box<dyn OpenFile>> {
        write_beside(&*self.store, file, parts).map_err(|error| failed(file, &error))
    }

    /// Checks that the folder and the lock have not changed since they were opened, because the user may have removed
    /// or moved them.
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
                    bail!("{who} has opened this fight in the meantime")
                }
            }
            // Another program may have written a session with this name into the new folder and ended since then.
            let journal = self.file("journal");
            let found = self
                .store
                .stamp(&journal)
                .map_err(|error| failed(&journal, &error))?;
            self.journal_changed |= found.is_some();
        }
        Ok(())
    }

    /// Gives each file a second name, NAME.`label`-N with the first unused N, and makes the names durable. Sessions
    /// kept under such names can be opened. Returns the new name without its extension.
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
            bail!("no unused name is left")
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
            // The file may be replaced now.
            self.on_disk.push(sum);
        }
        Ok(name)
    }
}

fn in_memory(error: anyhow::Error) -> anyhow::Error {
    anyhow::anyhow!("{error}{IN_MEMORY}")
}
