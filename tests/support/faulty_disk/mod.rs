//! Disk in memory that tests can break: it fails at a chosen operation, and it simulates power cuts.
//!
//! Content and names are stored twice: as programs see them, and as they are safely on disk. Changes that are not
//! synced yet form a list, and a power cut keeps any part of this list. After a failed sync the pending changes are
//! doomed, as on Linux: they are still visible, and a later sync succeeds, but they were never written.

pub mod power;

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use affray::store::{Lock, OpenFile, Stamp, Store};

use power::{Change, Content, Files, Moment};

/// Folder in memory. Clones are the same disk as seen by another program.
pub struct MemoryStore {
    disk: Arc<Mutex<Disk>>,
    who: String,
}

/// Fault of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No space left on the disk.
    NoSpace,
    /// The disk does not respond.
    Broken,
    /// The user's quota is exhausted.
    Quota,
    /// The file system has become read-only.
    ReadOnly,
    /// Permission for the operation is denied.
    Denied,
    /// Half of a write succeeds, then no space is left.
    ShortWrite,
}

impl Fault {
    /// All kinds of faults.
    pub const ALL: [Fault; 6] = [
        Fault::NoSpace,
        Fault::Broken,
        Fault::Quota,
        Fault::ReadOnly,
        Fault::Denied,
        Fault::ShortWrite,
    ];

    fn error(self) -> io::Error {
        match self {
            Fault::NoSpace | Fault::ShortWrite => ErrorKind::StorageFull.into(),
            // EIO, as the system reports it.
            Fault::Broken => io::Error::from_raw_os_error(5),
            Fault::Quota => ErrorKind::QuotaExceeded.into(),
            Fault::ReadOnly => ErrorKind::ReadOnlyFilesystem.into(),
            Fault::Denied => ErrorKind::PermissionDenied.into(),
        }
    }
}

/// Duration of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasting {
    /// Only for one operation.
    Once,
    /// Until a call of [`MemoryStore::heal`].
    ForEver,
}

/// Kind of operation that can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Write to a file.
    Write,
    /// Sync of a file.
    Sync,
    /// Sync of the folder.
    SyncFolder,
    /// Change of a name.
    Name,
    /// Operation that changes nothing.
    Look,
    /// Acquisition of a lock.
    Lock,
}

#[derive(Clone, Default)]
struct Disk {
    /// Files as programs see them.
    files: Files,
    /// Number of folders that were missing at first.
    depth: usize,
    /// Safe part of the files, and the changes that are not safe yet.
    power: Moment,
    /// Holders of the locks.
    locks: BTreeMap<usize, String>,
    /// True if the file system does not support locks.
    lockless: bool,
    operations: u64,
    plan: Vec<(u64, Fault, Lasting)>,
    /// Kinds of all operations, if recorded.
    history: Option<Vec<Operation>>,
    moments: Option<Vec<Moment>>,
}

impl Disk {
    /// Counts an operation, and fails it if a fault is planned.
    fn begin(&mut self, operation: Operation) -> Result<(), Fault> {
        if let Some(moments) = &mut self.moments {
            moments.push(self.power.clone());
        }
        if let Some(history) = &mut self.history {
            history.push(operation);
        }
        let number = self.operations;
        self.operations += 1;
        let due = self.plan.iter().find(|(at, _, lasting)| match lasting {
            Lasting::Once => number == *at,
            Lasting::ForEver => number >= *at,
        });
        due.map_or(Ok(()), |(_, fault, _)| Err(*fault))
    }

    fn change(&mut self, change: Change) {
        change.apply(&mut self.files, usize::MAX);
        self.power.change(change);
    }

    fn sync(&mut self, operation: Operation, wanted: impl Fn(&Change) -> bool) -> io::Result<()> {
        let result = self.begin(operation);
        self.power.sync(wanted, result.is_err());
        result.map_err(Fault::error)
    }

    fn find(&self, name: &str) -> io::Result<usize> {
        self.files
            .names
            .get(name)
            .copied()
            .ok_or_else(|| ErrorKind::NotFound.into())
    }

    fn stamp(&self, file: usize) -> Stamp {
        Stamp {
            length: self.files.contents[file].len() as u64,
            identity: (1, file as u64),
            modified: None,
        }
    }

    fn new_file(&mut self) -> usize {
        self.files.contents.push(Content::default());
        self.files.contents.len() - 1
    }

    /// Checks that the folder exists.
    fn in_the_folder(&self) -> io::Result<()> {
        if self.files.folders.len() < self.depth {
            return Err(ErrorKind::NotFound.into());
        }
        Ok(())
    }
}

impl Default for MemoryStore {
    fn default() -> MemoryStore {
        MemoryStore::holding(Files::default(), 0)
    }
}

impl MemoryStore {
    /// Creates an empty disk.
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    /// Creates a disk on which the folder and those above it are missing, `depth` folders in all.
    pub fn below(depth: usize) -> MemoryStore {
        MemoryStore::holding(Files::default(), depth)
    }

    /// Creates a disk with these files, all of them safe, on which a number of folders was missing at first.
    fn holding(files: Files, depth: usize) -> MemoryStore {
        let disk = Disk {
            power: Moment::holding(files.clone(), depth),
            files,
            depth,
            ..Disk::default()
        };
        MemoryStore {
            disk: Arc::new(Mutex::new(disk)),
            who: "process 1".to_owned(),
        }
    }

    /// Returns the same disk as seen by another program called `who`.
    pub fn seen_by(&self, who: &str) -> MemoryStore {
        MemoryStore {
            disk: Arc::clone(&self.disk),
            who: who.to_owned(),
        }
    }

    /// Returns the same disk as a boxed [`Store`].
    pub fn boxed(&self) -> Box<dyn Store> {
        Box::new(self.seen_by(&self.who))
    }

    /// Returns the number of operations so far.
    pub fn operations(&self) -> u64 {
        self.disk().operations
    }

    /// Makes operation `at` (the first is 0) fail, or all operations from it on, in addition to other faults.
    pub fn fail(&self, at: u64, fault: Fault, lasting: Lasting) {
        self.disk().plan.push((at, fault, lasting));
    }

    /// Returns the disk with a file system that does not support locks.
    pub fn without_locks(self) -> MemoryStore {
        self.disk().lockless = true;
        self
    }

    /// Ends all planned faults.
    pub fn heal(&self) {
        self.disk().plan.clear();
    }

    /// Starts to record the kind of every operation.
    pub fn log(&self) {
        self.disk().history = Some(Vec::new());
    }

    /// Returns the kinds of the operations since [`MemoryStore::log`], in order.
    pub fn logged(&self) -> Vec<Operation> {
        self.disk().history.clone().unwrap_or_default()
    }

    /// Starts to record the disk before every operation.
    pub fn film(&self) {
        self.disk().moments = Some(Vec::new());
    }

    /// Returns the disk before each operation since [`MemoryStore::film`], and its current state.
    pub fn filmed(&self) -> Vec<Moment> {
        let mut moments = self.disk().moments.clone().unwrap_or_default();
        moments.push(self.now());
        moments
    }

    /// Returns the disk as a power cut would find it now.
    pub fn now(&self) -> Moment {
        self.disk().power.clone()
    }

    /// Sets a number that every later [`Moment`] has, such as the number of confirmed inputs.
    pub fn mark(&self, mark: u64) {
        self.disk().power.mark = mark;
    }

    /// Returns the content of `file` as programs see it; does not count as an operation.
    pub fn content(&self, file: &str) -> Option<Vec<u8>> {
        let disk = self.disk();
        disk.find(file)
            .ok()
            .map(|file| disk.files.contents[file].to_vec())
    }

    /// Writes `file` as another program would, into the same file if it exists. The write is safe at once and does not
    /// count as an operation.
    pub fn edit(&self, file: &str, bytes: &[u8]) {
        let mut disk = self.disk();
        let number = disk.find(file).unwrap_or_else(|_| disk.new_file());
        disk.files.names.insert(file.to_owned(), number);
        disk.files.contents[number] = Arc::new(bytes.to_vec());
        disk.power.put(file, number, bytes);
    }

    /// Removes the folder with its content as another program would, from a disk that began
    /// [without](MemoryStore::below) the folder. The removal is safe at once and does not count as an operation.
    pub fn delete_folder(&self) {
        let mut disk = self.disk();
        let innermost = disk.depth.saturating_sub(1);
        disk.files.names.clear();
        disk.files.folders.remove(&innermost);
        disk.power.delete_folder();
    }

    /// Returns the names of all files; does not count as an operation.
    pub fn files(&self) -> Vec<String> {
        self.disk().files.names.keys().cloned().collect()
    }

    fn disk(&self) -> MutexGuard<'_, Disk> {
        self.disk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, operation: Operation) -> io::Result<MutexGuard<'_, Disk>> {
        let mut disk = self.disk();
        disk.begin(operation).map_err(Fault::error)?;
        Ok(disk)
    }

    fn open(&self, file: usize, is_lock: bool) -> Box<dyn OpenFile> {
        Box::new(MemoryFile {
            disk: Arc::clone(&self.disk),
            file,
            is_lock,
        })
    }
}

impl Store for MemoryStore {
    fn folder(&self) -> String {
        "memory".to_owned()
    }

    fn make_folder(&self) -> io::Result<()> {
        let mut disk = self.begin(Operation::Name)?;
        for depth in 0..disk.depth {
            if !disk.files.folders.contains(&depth) {
                disk.change(Change::Folder(depth));
            }
        }
        Ok(())
    }

    fn sync_parents(&self) -> io::Result<()> {
        self.disk().sync(Operation::SyncFolder, |change| {
            matches!(change, Change::Folder(_))
        })
    }

    fn read(&self, file: &str, limit: u64) -> io::Result<Vec<u8>> {
        let disk = self.begin(Operation::Look)?;
        let content = &disk.files.contents[disk.find(file)?];
        if content.len() as u64 > limit {
            return Err(io::Error::new(
                ErrorKind::FileTooLarge,
                "larger than what is read",
            ));
        }
        Ok(content.to_vec())
    }

    fn scan(&self, file: &str, limit: u64, take: &mut dyn FnMut(&[u8])) -> io::Result<()> {
        self.read(file, limit)?.chunks(7).for_each(take);
        Ok(())
    }

    fn stamp(&self, file: &str) -> io::Result<Option<Stamp>> {
        let disk = self.begin(Operation::Look)?;
        Ok(disk.files.names.get(file).map(|file| disk.stamp(*file)))
    }

    fn create(&self, file: &str) -> io::Result<Box<dyn OpenFile>> {
        let mut disk = self.begin(Operation::Name)?;
        disk.in_the_folder()?;
        let number = disk.new_file();
        disk.change(Change::Name {
            name: file.to_owned(),
            file: number,
        });
        drop(disk);
        Ok(self.open(number, false))
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let mut disk = self.begin(Operation::Name)?;
        let file = disk.find(from)?;
        disk.change(Change::Rename {
            from: from.to_owned(),
            to: to.to_owned(),
            file,
        });
        Ok(())
    }

    fn link(&self, from: &str, to: &str) -> io::Result<()> {
        let mut disk = self.begin(Operation::Name)?;
        let file = disk.find(from)?;
        if disk.files.names.contains_key(to) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        disk.change(Change::Name {
            name: to.to_owned(),
            file,
        });
        Ok(())
    }

    fn remove(&self, file: &str) -> io::Result<()> {
        let mut disk = self.begin(Operation::Name)?;
        if disk.files.names.contains_key(file) {
            disk.change(Change::Unname {
                name: file.to_owned(),
            });
        }
        Ok(())
    }

    fn sync_folder(&self) -> io::Result<()> {
        self.disk().sync(Operation::SyncFolder, |change| {
            !matches!(change, Change::Write { .. } | Change::Folder(_))
        })
    }

    fn list(&self) -> io::Result<Vec<String>> {
        Ok(self
            .begin(Operation::Look)?
            .files
            .names
            .keys()
            .cloned()
            .collect())
    }

    fn lock(&self, file: &str) -> io::Result<Lock> {
        let mut disk = self.begin(Operation::Lock)?;
        disk.in_the_folder()?;
        if disk.lockless {
            return Err(ErrorKind::Unsupported.into());
        }
        let number = match disk.find(file) {
            Ok(number) => number,
            Err(_) => {
                let number = disk.new_file();
                disk.change(Change::Name {
                    name: file.to_owned(),
                    file: number,
                });
                number
            }
        };
        if let Some(who) = disk.locks.get(&number) {
            return Ok(Lock::Theirs(who.clone()));
        }
        disk.locks.insert(number, self.who.clone());
        drop(disk);
        Ok(Lock::Ours(self.open(number, true)))
    }

    fn is_locked(&self, file: &str) -> io::Result<bool> {
        let disk = self.begin(Operation::Look)?;
        let number = disk.find(file);
        Ok(number.is_ok_and(|number| disk.locks.contains_key(&number)))
    }
}

struct MemoryFile {
    disk: Arc<Mutex<Disk>>,
    file: usize,
    is_lock: bool,
}

impl MemoryFile {
    fn disk(&self) -> MutexGuard<'_, Disk> {
        self.disk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OpenFile for MemoryFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut disk = self.disk();
        let result = disk.begin(Operation::Write);
        let arrived = match result {
            Ok(()) => bytes,
            Err(Fault::ShortWrite) => &bytes[..bytes.len() / 2],
            Err(_) => &[],
        };
        let at = disk.files.contents[self.file].len();
        disk.change(Change::Write {
            file: self.file,
            at,
            bytes: arrived.to_vec(),
        });
        result.map_err(Fault::error)
    }

    fn sync(&mut self) -> io::Result<()> {
        let number = self.file;
        let own = |change: &Change| matches!(change, Change::Write { file, .. } if *file == number);
        self.disk().sync(Operation::Sync, own)
    }

    fn stamp(&self) -> io::Result<Stamp> {
        let mut disk = self.disk();
        disk.begin(Operation::Look).map_err(Fault::error)?;
        Ok(disk.stamp(self.file))
    }
}

impl Drop for MemoryFile {
    fn drop(&mut self) {
        if self.is_lock {
            self.disk().locks.remove(&self.file);
        }
    }
}
