//! A disk in memory that tests can break: it fails at a chosen operation, and it knows what a power cut may leave.
//!
//! Content and names are kept twice: as programs see them, and as they are safe. What is not synced yet is a list, of
//! which a power cut keeps any part. After a failed sync what was waiting is doomed, as on Linux: it is still seen, a
//! later sync says yes, but it was never written.

pub mod power;

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use affray::store::{Lock, OpenFile, Stamp, Store};

use power::{Change, Content, Files, Moment};

/// A folder in memory. Clones are the same disk, seen by another program.
pub struct MemoryStore {
    disk: Arc<Mutex<Disk>>,
    who: String,
}

/// What goes wrong with an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No space left.
    NoSpace,
    /// The disk does not answer.
    Broken,
    /// The user's share is used up.
    Quota,
    /// The file system became read-only.
    ReadOnly,
    /// No permission.
    Denied,
    /// Half of a write arrives, then there is no space left.
    ShortWrite,
}

impl Fault {
    /// Every kind.
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
            // EIO, as the system says it.
            Fault::Broken => io::Error::from_raw_os_error(5),
            Fault::Quota => ErrorKind::QuotaExceeded.into(),
            Fault::ReadOnly => ErrorKind::ReadOnlyFilesystem.into(),
            Fault::Denied => ErrorKind::PermissionDenied.into(),
        }
    }
}

/// For how long a fault stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasting {
    /// For one operation.
    Once,
    /// Until [`MemoryStore::heal`].
    ForEver,
}

/// The operations that a fault can be meant for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Writing into a file.
    Write,
    /// Syncing a file.
    Sync,
    /// Syncing the folder.
    SyncFolder,
    /// All that changes names.
    Name,
    /// All that changes nothing.
    Look,
    /// Taking a lock.
    Lock,
}

#[derive(Clone, Default)]
struct Disk {
    /// Everything as programs see it.
    files: Files,
    /// How many folders the disk began without.
    depth: usize,
    /// The same, as far as it is safe, and the rest.
    power: Moment,
    /// Who has which lock.
    locks: BTreeMap<usize, String>,
    /// Whether the file system knows no locks.
    lockless: bool,
    operations: u64,
    plan: Vec<(u64, Fault, Lasting)>,
    /// What happened, operation by operation, if it is wanted.
    history: Option<Vec<Operation>>,
    moments: Option<Vec<Moment>>,
}

impl Disk {
    /// Counts an operation, and fails it if that is the plan.
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

    /// Whether there is a folder to put something in.
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
    /// An empty disk.
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    /// A disk where the folder is not there, nor those above it, so many in all.
    pub fn below(depth: usize) -> MemoryStore {
        MemoryStore::holding(Files::default(), depth)
    }

    /// A disk with these files, all safe, which began without so many folders.
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

    /// The same disk as another program sees it, which says of itself `who`.
    pub fn seen_by(&self, who: &str) -> MemoryStore {
        MemoryStore {
            disk: Arc::clone(&self.disk),
            who: who.to_owned(),
        }
    }

    /// The same disk as a [`Store`] to be given away.
    pub fn boxed(&self) -> Box<dyn Store> {
        Box::new(self.seen_by(&self.who))
    }

    /// How many operations there were.
    pub fn operations(&self) -> u64 {
        self.disk().operations
    }

    /// Lets operation `at` (the first is 0) fail, or all from it on, besides those that fail already.
    pub fn fail(&self, at: u64, fault: Fault, lasting: Lasting) {
        self.disk().plan.push((at, fault, lasting));
    }

    /// Its file system knows no locks.
    pub fn without_locks(self) -> MemoryStore {
        self.disk().lockless = true;
        self
    }

    /// Ends every fault.
    pub fn heal(&self) {
        self.disk().plan.clear();
    }

    /// Remembers the kind of every operation from now on.
    pub fn log(&self) {
        self.disk().history = Some(Vec::new());
    }

    /// The kinds of the operations since [`MemoryStore::log`], in order.
    pub fn logged(&self) -> Vec<Operation> {
        self.disk().history.clone().unwrap_or_default()
    }

    /// Remembers the disk before every operation from now on.
    pub fn film(&self) {
        self.disk().moments = Some(Vec::new());
    }

    /// The disk before each operation since [`MemoryStore::film`], and as it is now.
    pub fn filmed(&self) -> Vec<Moment> {
        let mut moments = self.disk().moments.clone().unwrap_or_default();
        moments.push(self.now());
        moments
    }

    /// The disk as a power cut would find it now.
    pub fn now(&self) -> Moment {
        self.disk().power.clone()
    }

    /// Notes a number that every [`Moment`] from now on has, such as how many inputs were confirmed.
    pub fn mark(&self, mark: u64) {
        self.disk().power.mark = mark;
    }

    /// What `file` holds, as programs see it; not an operation.
    pub fn content(&self, file: &str) -> Option<Vec<u8>> {
        let disk = self.disk();
        disk.find(file)
            .ok()
            .map(|file| disk.files.contents[file].to_vec())
    }

    /// Writes `file` as another program would, into the same file if it is there; not an operation, and safe at once.
    pub fn edit(&self, file: &str, bytes: &[u8]) {
        let mut disk = self.disk();
        let number = disk.find(file).unwrap_or_else(|_| disk.new_file());
        disk.files.names.insert(file.to_owned(), number);
        disk.files.contents[number] = Arc::new(bytes.to_vec());
        disk.power.put(file, number, bytes);
    }

    /// Removes the folder with all that is in it, of a disk that began [without](MemoryStore::below) it, as another
    /// program would; not an operation, and safe at once.
    pub fn delete_folder(&self) {
        let mut disk = self.disk();
        let innermost = disk.depth.saturating_sub(1);
        disk.files.names.clear();
        disk.files.folders.remove(&innermost);
        disk.power.delete_folder();
    }

    /// The names of all files; not an operation.
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
