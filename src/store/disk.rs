//! File operations for durable saving: a trait, and its implementation for the real disk.
//!
//! A store is one folder; files are named without a path. Saving uses only the trait, so that tests can make each
//! operation fail or cut the power after it (`tests/support/faulty_disk`).

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::text;
use crate::unix;

/// Folder with the file operations for saving.
///
/// Written data survives a power cut only after [`OpenFile::sync`]; created, renamed, linked and removed names only
/// after [`Store::sync_folder`].
pub trait Store: Send {
    /// Returns the name of the folder for messages.
    fn folder(&self) -> String;
    /// Creates the folder and its parents, if they are missing.
    fn make_folder(&self) -> io::Result<()>;
    /// Makes the names of the folder and its parents durable.
    fn sync_parents(&self) -> io::Result<()>;
    /// Reads all of `file`. A file of more than `limit` bytes is not read and returns [`ErrorKind::FileTooLarge`];
    /// anything other than a plain file returns [`ErrorKind::InvalidInput`].
    fn read(&self, file: &str, limit: u64) -> io::Result<Vec<u8>>;
    /// Reads `file` in pieces. Returns the same errors as [`Store::read`].
    fn scan(&self, file: &str, limit: u64, take: &mut dyn FnMut(&[u8])) -> io::Result<()>;
    /// Returns the stamp that identifies the state of `file`, without reading it; `None` if the file is missing.
    fn stamp(&self, file: &str) -> io::Result<Option<Stamp>>;
    /// Creates an empty file. An older file of that name is removed and not overwritten. Its other links, and programs
    /// that have it open, keep the old content.
    fn create(&self, file: &str) -> io::Result<Box<dyn OpenFile>>;
    /// Renames `from` to `to` atomically and replaces an existing file.
    fn rename(&self, from: &str, to: &str) -> io::Result<()>;
    /// Gives the content of `from` a second name, which must be unused ([`ErrorKind::AlreadyExists`]).
    fn link(&self, from: &str, to: &str) -> io::Result<()>;
    /// Removes the named file. A missing file is no error.
    fn remove(&self, file: &str) -> io::Result<()>;
    /// Makes all changes of names so far durable.
    fn sync_folder(&self) -> io::Result<()>;
    /// Lists all files, sorted; empty if the folder is missing.
    fn list(&self) -> io::Result<Vec<String>>;
    /// Takes the lock on `file`. The file is created if necessary and never removed. Returns [`ErrorKind::Unsupported`]
    /// if the file system has no locks.
    fn lock(&self, file: &str) -> io::Result<Lock>;
    /// Returns `true` if a program has the lock on `file`; `false` for a missing file.
    fn is_locked(&self, file: &str) -> io::Result<bool>;
}

/// File that is written only at its end.
pub trait OpenFile: Send {
    /// Writes all of `bytes`. After an error, any part of the bytes may be in the file.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;
    /// Makes the written data durable. After an error, the file must never be trusted again. The system may have
    /// discarded data that it could not write, and a second sync would succeed.
    fn sync(&mut self) -> io::Result<()>;
    /// Returns the stamp of the open file, even if the name of the file now belongs to another file.
    fn stamp(&self) -> io::Result<Stamp>;
}

/// Stamp that identifies one state of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Length of the file in bytes.
    pub length: u64,
    /// Identity of the file independent of its name (device and file number); zeros if the system has no such identity.
    pub identity: (u64, u64),
    /// Time of the last write, if the system has it.
    pub modified: Option<SystemTime>,
}

/// Returns the temporary name of a file that is being written.
pub(super) fn beside(file: &str) -> String {
    format!("{file}.tmp")
}

/// Size of the buffer that a file is scanned through, in bytes.
const SCAN_BUFFER: usize = 64 * 1024;

/// Writes the parts of a file to a temporary file next to `file`, under a name that readers ignore, and syncs it.
pub(super) fn write_beside<'p>(
    store: &dyn Store,
    file: &str,
    parts: impl IntoIterator<Item = &'p [u8]>,
) -> io::Result<Box<dyn OpenFile>> {
    let temporary = beside(file);
    let written = store.create(&temporary).and_then(|mut open| {
        for part in parts {
            open.write(part)?;
        }
        open.sync()?;
        Ok(open)
    });
    written.inspect_err(|_| {
        // The file is removed because the disk may be full.
        let _ = store.remove(&temporary);
    })
}

/// Result of taking a lock.
pub enum Lock {
    /// Lock of this program, held until it is dropped.
    Ours(Box<dyn OpenFile>),
    /// Lock of another program, with the program's description of itself.
    Theirs(String),
}

/// Folder of the real file system.
pub struct DiskStore {
    folder: PathBuf,
}

impl DiskStore {
    /// Creates the store in `folder`, which may not exist yet.
    pub fn new(folder: impl Into<PathBuf>) -> DiskStore {
        DiskStore {
            folder: folder.into(),
        }
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    /// Opens a plain file of at most `limit` bytes and returns its length.
    fn look_into(&self, file: &str, limit: u64) -> io::Result<(File, u64)> {
        let path = self.path(file);
        let metadata = fs::metadata(&path)?;
        // Checked before opening, because opening a pipe waits for its other end.
        if !metadata.is_file() {
            return Err(io::Error::new(
                ErrorKind::InvalidInput,
                "this is not a file",
            ));
        }
        at_most(metadata.len(), limit)?;
        Ok((File::open(&path)?, metadata.len()))
    }
}

impl Store for DiskStore {
    fn folder(&self) -> String {
        text::sanitize(&self.folder.to_string_lossy(), usize::MAX).into_owned()
    }

    fn make_folder(&self) -> io::Result<()> {
        fs::create_dir_all(&self.folder)
    }

    fn sync_parents(&self) -> io::Result<()> {
        // A program that created some of the folders may have ended before they were durable, so all folders are
        // synced.
        let folder = std::path::absolute(&self.folder)?;
        for parent in folder.ancestors().skip(1) {
            match sync_names(parent) {
                // Affray can create no folders inside a folder that it may not read.
                Err(error) if error.kind() == ErrorKind::PermissionDenied => {}
                done => done?,
            }
        }
        Ok(())
    }

    fn read(&self, file: &str, limit: u64) -> io::Result<Vec<u8>> {
        let (open, length) = self.look_into(file, limit)?;
        let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
        open.take(limit + 1).read_to_end(&mut bytes)?;
        at_most(bytes.len() as u64, limit)?;
        Ok(bytes)
    }

    fn scan(&self, file: &str, limit: u64, take: &mut dyn FnMut(&[u8])) -> io::Result<()> {
        let (open, _) = self.look_into(file, limit)?;
        let mut open = BufReader::with_capacity(SCAN_BUFFER, open.take(limit + 1));
        let mut length = 0;
        loop {
            let piece = match open.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                piece => piece?,
            };
            if piece.is_empty() {
                return Ok(());
            }
            take(piece);
            let read = piece.len();
            length += read as u64;
            at_most(length, limit)?;
            open.consume(read);
        }
    }

    fn stamp(&self, file: &str) -> io::Result<Option<Stamp>> {
        match fs::metadata(self.path(file)) {
            Ok(metadata) => Ok(Some(stamp_of(&metadata))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn create(&self, file: &str) -> io::Result<Box<dyn OpenFile>> {
        self.remove(file)?;
        Ok(Box::new(DiskFile(File::create_new(self.path(file))?)))
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        fs::rename(self.path(from), self.path(to))
    }

    fn link(&self, from: &str, to: &str) -> io::Result<()> {
        let (from, to) = (self.path(from), self.path(to));
        match fs::hard_link(&from, &to) {
            Err(error)
                if !matches!(error.kind(), ErrorKind::AlreadyExists | ErrorKind::NotFound) =>
            {
                copy(&from, &to)
            }
            done => done,
        }
    }

    fn remove(&self, file: &str) -> io::Result<()> {
        match fs::remove_file(self.path(file)) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            done => done,
        }
    }

    fn sync_folder(&self) -> io::Result<()> {
        sync_names(&self.folder)
    }

    fn list(&self) -> io::Result<Vec<String>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut names = Vec::new();
        for entry in entries {
            // Affray gives no file a name that is not valid text.
            names.extend(entry?.file_name().into_string().ok());
        }
        names.sort();
        Ok(names)
    }

    fn lock(&self, file: &str) -> io::Result<Lock> {
        let path = self.path(file);
        let mut lock = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)?;
        match lock.try_lock() {
            Ok(()) => {
                // The owner text is optional: a full disk must not prevent opening a fight, and a link leads to a file
                // of another owner.
                if !is_link(&path) {
                    let _ = lock
                        .set_len(0)
                        .and_then(|()| lock.write_all(who().as_bytes()));
                }
                Ok(Lock::Ours(Box::new(DiskFile(lock))))
            }
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let _ = lock.take(200).read_to_string(&mut holder);
                let holder = text::sanitize(holder.trim(), 200).into_owned();
                Ok(Lock::Theirs(if holder.is_empty() {
                    "another program".to_owned()
                } else {
                    holder
                }))
            }
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    fn is_locked(&self, file: &str) -> io::Result<bool> {
        match File::open(self.path(file)) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
            Ok(lock) => match lock.try_lock_shared() {
                Ok(()) => Ok(false),
                Err(TryLockError::WouldBlock) => Ok(true),
                Err(TryLockError::Error(error)) => Err(error),
            },
        }
    }
}

/// Makes the names in a folder durable.
fn sync_names(folder: &Path) -> io::Result<()> {
    // Only Unix can open a folder like a file; elsewhere a rename has no stronger guarantee.
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder)?.sync_all() {
        // Some network, user-space and read-only file systems have no such operation.
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::InvalidInput | ErrorKind::Unsupported | ErrorKind::ReadOnlyFilesystem
            ) =>
        {
            Ok(())
        }
        done => done,
    }
}

struct DiskFile(File);

impl OpenFile for DiskFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        // Syncs data and length. The time of the last write may be lost, but no decision depends on it.
        self.0.sync_data()
    }

    fn stamp(&self) -> io::Result<Stamp> {
        Ok(stamp_of(&self.0.metadata()?))
    }
}

/// Returns `true` if a name leads to a file that has, or may have, another name.
fn is_link(path: &Path) -> bool {
    let is_shared = |metadata: &Metadata| unix::names_of(metadata) > 1;
    match fs::symlink_metadata(path) {
        Ok(metadata) => !metadata.is_file() || is_shared(&metadata),
        Err(_) => true,
    }
}

/// Returns an error for a file of more than `limit` bytes.
fn at_most(length: u64, limit: u64) -> io::Result<()> {
    if length <= limit {
        return Ok(());
    }
    let mebibytes = |bytes: u64| bytes.div_ceil(1024 * 1024);
    let message = format!(
        "the file has {} MiB, but the limit is {} MiB",
        mebibytes(length),
        mebibytes(limit)
    );
    Err(io::Error::new(ErrorKind::FileTooLarge, message))
}

/// Copies a file on file systems without links. After a power cut, a partial copy may remain under its name. The
/// original still exists then, and the next copy gets the next number.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut source = File::open(from)?;
    let mut target = File::create_new(to)?;
    io::copy(&mut source, &mut target)?;
    target.sync_all()
}

fn stamp_of(metadata: &Metadata) -> Stamp {
    Stamp {
        length: metadata.len(),
        identity: unix::identity(metadata),
        modified: metadata.modified().ok(),
    }
}

/// Describes this program for its lock: process number, and terminal and host if known.
fn who() -> String {
    let mut who = format!("process {}", std::process::id());
    if let Some(terminal) = unix::terminal() {
        who += &format!(" on {}", terminal.display());
    }
    if let Some(host) = unix::host() {
        who += &format!(" at {host}");
    }
    who
}
