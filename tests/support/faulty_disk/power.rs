//! What a power cut leaves of a [`MemoryStore`]: what was synced, and any part of the rest.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::MemoryStore;

/// What a file holds; shared, because tests look at the same disk in a hundred thousand states.
pub(super) type Content = Arc<Vec<u8>>;

/// What is in the folder, and which of the folders are there that lead to it and that the disk began without.
#[derive(Clone, Default)]
pub(super) struct Files {
    /// What each file holds, by file number.
    pub(super) contents: Vec<Content>,
    pub(super) names: BTreeMap<String, usize>,
    /// The outermost is 0.
    pub(super) folders: BTreeSet<usize>,
}

/// One change that is not safe yet.
#[derive(Clone)]
struct Unsynced {
    change: Change,
    doomed: bool,
}

/// Something done to a file, by its number, or to a name.
#[derive(Clone)]
pub(super) enum Change {
    Write {
        file: usize,
        at: usize,
        bytes: Vec<u8>,
    },
    Name {
        name: String,
        file: usize,
    },
    Unname {
        name: String,
    },
    Rename {
        from: String,
        to: String,
        file: usize,
    },
    /// A folder was made, so deep.
    Folder(usize),
}

impl Unsynced {
    /// What is left of the change when `name` is not its business any more.
    fn without(mut self, name: &str) -> Option<Unsynced> {
        self.change = match self.change {
            Change::Name { name: other, .. } | Change::Unname { name: other } if other == name => {
                return None;
            }
            Change::Rename { from, to, file } if from == name => Change::Name { name: to, file },
            Change::Rename { from, to, .. } if to == name => Change::Unname { name: from },
            change => change,
        };
        Some(self)
    }
}

/// The disk between two operations, as a power cut would find it.
#[derive(Clone, Default)]
pub struct Moment {
    safe: Files,
    /// How many folders the disk began without.
    depth: usize,
    unsynced: Vec<Unsynced>,
    pub(super) mark: u64,
}

impl Moment {
    /// How many changes are not safe yet.
    pub fn unsynced(&self) -> usize {
        self.unsynced.len()
    }

    /// What [`MemoryStore::mark`] said last.
    pub fn mark(&self) -> u64 {
        self.mark
    }

    /// The length of the last unsynced write that `survives`, in bytes.
    pub fn last_write(&self, survives: impl Fn(usize) -> bool) -> Option<usize> {
        let kept = self
            .unsynced
            .iter()
            .enumerate()
            .rev()
            .filter(|(index, _)| survives(*index));
        kept.map(|(_, unsynced)| &unsynced.change)
            .find_map(|change| match change {
                Change::Write { bytes, .. } => Some(bytes.len()),
                _ => None,
            })
    }

    /// The disk after a power cut that kept of the unsynced changes those that `survives` (asked by number, oldest 0),
    /// and of the last write among them only the first `torn` bytes.
    pub fn power_cut(&self, survives: impl Fn(usize) -> bool, torn: Option<usize>) -> MemoryStore {
        let mut files = self.safe.clone();
        let kept: Vec<&Change> = self
            .unsynced
            .iter()
            .enumerate()
            .filter(|(index, _)| survives(*index))
            .map(|(_, unsynced)| &unsynced.change)
            .collect();
        let last = kept
            .iter()
            .rposition(|change| matches!(change, Change::Write { .. }));
        for (index, change) in kept.into_iter().enumerate() {
            let limit = torn.filter(|_| Some(index) == last).unwrap_or(usize::MAX);
            change.apply(&mut files, limit);
        }
        // What lies in a folder that is not there cannot be reached.
        let reached = (0..self.depth).take_while(|depth| files.folders.contains(depth));
        let reached = reached.count();
        files.folders.retain(|depth| *depth < reached);
        if reached < self.depth {
            files.names.clear();
        }
        MemoryStore::holding(files, self.depth)
    }

    /// A disk on which everything is safe.
    pub(super) fn holding(safe: Files, depth: usize) -> Moment {
        Moment {
            safe,
            depth,
            ..Moment::default()
        }
    }

    pub(super) fn change(&mut self, change: Change) {
        self.unsynced.push(Unsynced {
            change,
            doomed: false,
        });
    }

    /// Makes a file and its content safe at once.
    pub(super) fn put(&mut self, name: &str, file: usize, bytes: &[u8]) {
        *grown(&mut self.safe.contents, file) = bytes.to_vec();
        self.safe.names.insert(name.to_owned(), file);
    }

    /// Makes it safe at once that the folder is gone with all that is in it.
    pub(super) fn delete_folder(&mut self) {
        self.safe.names.clear();
        self.safe.folders.remove(&self.depth.saturating_sub(1));
        self.unsynced.clear();
    }

    /// Makes safe what `wanted` picks of the unsynced changes or, where the sync `failed`, dooms it.
    pub(super) fn sync(&mut self, wanted: impl Fn(&Change) -> bool, failed: bool) {
        for mut unsynced in std::mem::take(&mut self.unsynced) {
            let picked = wanted(&unsynced.change);
            if picked && !failed && !unsynced.doomed {
                // What was doomed of the same names is overtaken.
                for name in unsynced.change.names() {
                    let overtaken = std::mem::take(&mut self.unsynced).into_iter();
                    self.unsynced = overtaken.filter_map(|older| older.without(name)).collect();
                }
                let change = unsynced.change;
                change.apply(&mut self.safe, usize::MAX);
            } else {
                // A folder that is there cannot be made anew, as a file can: no program could mend a doomed one.
                let lasts = matches!(unsynced.change, Change::Folder(_));
                unsynced.doomed |= picked && failed && !lasts;
                self.unsynced.push(unsynced);
            }
        }
    }
}

impl Change {
    fn names(&self) -> Vec<&str> {
        match self {
            Change::Write { .. } | Change::Folder(_) => Vec::new(),
            Change::Name { name, .. } | Change::Unname { name } => vec![name],
            Change::Rename { from, to, .. } => vec![from, to],
        }
    }

    /// Does it to `files`; of a write only the first `limit` bytes.
    pub(super) fn apply(&self, files: &mut Files, limit: usize) {
        let Files {
            contents,
            names,
            folders,
        } = files;
        match self {
            Change::Write { file, at, bytes } => {
                let content = grown(contents, *file);
                let bytes = &bytes[..bytes.len().min(limit)];
                // Where an earlier write did not arrive there are zeros.
                let end = content.len().max(at + bytes.len());
                content.resize(end, 0);
                content[*at..at + bytes.len()].copy_from_slice(bytes);
            }
            Change::Name { name, file } => {
                grown(contents, *file);
                names.insert(name.clone(), *file);
            }
            Change::Unname { name } => {
                names.remove(name);
            }
            Change::Rename { from, to, file } => {
                grown(contents, *file);
                if names.get(from) == Some(file) {
                    names.remove(from);
                }
                names.insert(to.clone(), *file);
            }
            Change::Folder(depth) => {
                folders.insert(*depth);
            }
        }
    }
}

fn grown(contents: &mut Vec<Content>, file: usize) -> &mut Vec<u8> {
    if contents.len() <= file {
        contents.resize(file + 1, Content::default());
    }
    Arc::make_mut(&mut contents[file])
}
