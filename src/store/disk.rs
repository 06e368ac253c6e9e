//! Every file operation that durable saving needs, as a trait, and the real disk behind it.
//!
//! A store is one folder; files are named without a path. Saving goes through the trait alone, so that tests can make
//! each single operation fail, or cut the power after it (`tests/support/faulty_disk`).

use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::text;

/// One folder, and what saving does in it.
///
/// What is written is safe from a power cut only after [`OpenFile::sync`], what is created, renamed, linked or removed
/// only after [`Store::sync_folder`].
pub trait Store: Send {
    /// The folder as messages name it.
    fn folder(&self) -> String;
    /// Makes the folder, and those above it, if they are not there.
    fn make_folder(&self) -> io::Result<()>;
    /// Makes the names of the folder and of those above it safe from a power cut.
    fn sync_parents(&self) -> io::Result<()>;
    /// The whole of `file`. More than `limit` bytes are refused unread, with [`ErrorKind::FileTooLarge`]; what is not a
    /// plain file too, with [`ErrorKind::InvalidInput`].
    fn read(&self, file: &str, limit: u64) -> io::Result<Vec<u8>>;
    /// The same piece by piece, for whoever does not need the whole at once.
    fn scan(&self, file: &str, limit: u64, take: &mut dyn FnMut(&[u8])) -> io::Result<()>;
    /// What tells one state of `file` from another without reading it; `None` where there is no such file.
    fn stamp(&self, file: &str) -> io::Result<Option<Stamp>>;
    /// Starts an empty file. An older file of that name is removed, never written over: its other links, and whoever has
    /// it open, keep the old content.
    fn create(&self, file: &str) -> io::Result<Box<dyn OpenFile>>;
    /// Gives `from` the name `to`, in one step; a file that had the name is gone.
    fn rename(&self, from: &str, to: &str) -> io::Result<()>;
    /// Gives the content of `from` a second name, which must be free ([`ErrorKind::AlreadyExists`]).
    fn link(&self, from: &str, to: &str) -> io::Result<()>;
    /// Removes `file`; one that is not there is no error.
    fn remove(&self, file: &str) -> io::Result<()>;
    /// Makes every name given and taken so far safe from a power cut.
    fn sync_folder(&self) -> io::Result<()>;
    /// The names of all files, sorted; none where there is no folder.
    fn list(&self) -> io::Result<Vec<String>>;
    /// Takes the lock on `file`, which is made if need be and never removed. [`ErrorKind::Unsupported`] where the file
    /// system has no locks.
    fn lock(&self, file: &str) -> io::Result<Lock>;
    /// Whether somebody has the lock on `file`; a file that is not there nobody has.
    fn is_locked(&self, file: &str) -> io::Result<bool>;
}

/// A file being written, at its end only.
pub trait OpenFile: Send {
    /// Writes all of `bytes`. After an error any part of them may be in the file.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;
    /// Makes what was written safe from a power cut. After an error the file is never to be trusted again: the system
    /// may have thrown away what it could not write, and a second sync would say yes.
    fn sync(&mut self) -> io::Result<()>;
    /// The state of the very file that is open, whatever has its name by now.
    fn stamp(&self) -> io::Result<Stamp>;
}

/// What tells one state of a file from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Length of the file in bytes.
    pub length: u64,
    /// Which file it is, whatever it is called (device and file number); zeros where the system does not say.
    pub identity: (u64, u64),
    /// When it was last written, where the system says so.
    pub modified: Option<SystemTime>,
}

/// The name under which a file is written before it takes its own.
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
        // What it took of a full disk is needed elsewhere.
        let _ = store.remove(&temporary);
    })
}

/// What came of asking for a lock.
pub enum Lock {
    /// It is ours until this is dropped.
    Ours(Box<dyn OpenFile>),
    /// Somebody else has it, and says of itself this.
    Theirs(String),
}

/// A folder of the real file system.
pub struct DiskStore {
    folder: PathBuf,
}

impl DiskStore {
    /// The store in `folder`, which need not be there yet.
    pub fn new(folder: impl Into<PathBuf>) -> DiskStore {
        DiskStore {
            folder: folder.into(),
        }
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    /// Opens a plain file that is not larger than `limit`, and says how long it is.
    fn look_into(&self, file: &str, limit: u64) -> io::Result<(File, u64)> {
        let path = self.path(file);
        let metadata = fs::metadata(&path)?;
        // Asked before opening, because opening a pipe waits for its other end.
        if !metadata.is_file() {
            return Err(io::Error::new(ErrorKind::InvalidInput, "not a file"));
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
        // Whoever made some of them may have been ended before they were safe, so it is done for all of them.
        let folder = std::path::absolute(&self.folder)?;
        for parent in folder.ancestors().skip(1) {
            match sync_names(parent) {
                // A folder that we may not read is none in which we make others.
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
            // A name that is not text is none of ours.
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
                // Who has it is a courtesy: a full disk must not keep a fight from being opened, and what a link leads to
                // is somebody else's file.
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

/// Makes the names in a folder safe from a power cut.
fn sync_names(folder: &Path) -> io::Result<()> {
    // Only Unix lets a folder be opened like a file; elsewhere a rename is as durable as it gets.
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder)?.sync_all() {
        // Some network, user-space and read-only file systems have no such thing.
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
        // The data and the length; the time of the last write may be lost, nobody decides by it.
        self.0.sync_data()
    }

    fn stamp(&self) -> io::Result<Stamp> {
        Ok(stamp_of(&self.0.metadata()?))
    }
}

/// Whether a name leads to a file that has, or may have, another name of its own.
fn is_link(path: &Path) -> bool {
    #[cfg(unix)]
    let is_shared = |metadata: &Metadata| {
        use std::os::unix::fs::MetadataExt;
        metadata.nlink() > 1
    };
    #[cfg(not(unix))]
    let is_shared = |_: &Metadata| false;
    match fs::symlink_metadata(path) {
        Ok(metadata) => !metadata.is_file() || is_shared(&metadata),
        Err(_) => true,
    }
}

/// Refuses a file of `length` bytes where at most `limit` are read.
fn at_most(length: u64, limit: u64) -> io::Result<()> {
    if length <= limit {
        return Ok(());
    }
    let mebibytes = |bytes: u64| bytes.div_ceil(1024 * 1024);
    let message = format!(
        "it has {} MiB; the limit is {} MiB",
        mebibytes(length),
        mebibytes(limit)
    );
    Err(io::Error::new(ErrorKind::FileTooLarge, message))
}

/// For file systems without links. A half-written copy of a power cut stays behind under its name; the original is
/// still there then, and the next copy takes the next number.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut source = File::open(from)?;
    let mut target = File::create_new(to)?;
    io::copy(&mut source, &mut target)?;
    target.sync_all()
}

fn stamp_of(metadata: &Metadata) -> Stamp {
    #[cfg(unix)]
    let identity = {
        use std::os::unix::fs::MetadataExt;
        (metadata.dev(), metadata.ino())
    };
    #[cfg(not(unix))]
    let identity = (0, 0);
    Stamp {
        length: metadata.len(),
        identity,
        modified: metadata.modified().ok(),
    }
}

/// This program as the lock names it: process number, and terminal and host where the system tells them.
fn who() -> String {
    let mut who = format!("process {}", std::process::id());
    if let Ok(terminal) = fs::read_link("/proc/self/fd/0")
        && terminal.starts_with("/dev")
    {
        who += &format!(" on {}", terminal.display());
    }
    if let Ok(host) = fs::read_to_string("/proc/sys/kernel/hostname") {
        who += &format!(" at {}", host.trim());
    }
    who
}
