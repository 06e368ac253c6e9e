//! State of a [`MemoryStore`] after a power cut: everything that was synced, and any part of the rest.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::MemoryStore;

/// Content of a file; shared, because tests examine the same disk in a hundred thousand states.
pub(super) type Content = Arc<Vec<u8>>;

/// Files in the folder, and the created folders among those that were missing at first.
#[derive(Clone, Default)]
pub(super) struct Files {
    /// Content of each file, by file number.
    pub(super) contents: Vec<Content>,
    pub(super) names: BTreeMap<String, usize>,
    /// Created folders; the outermost is 0.
    pub(super) folders: BTreeSet<usize>,
}

/// Change that is not safe yet.
#[derive(Clone)]
struct Unsynced {
    change: Change,
    doomed: bool,
}

/// Change of a file, by its number, or of a name.
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
    /// Creation of a folder at this depth.
    Folder(usize),
}

impl Unsynced {
    /// Returns the rest of the change without its effect on `name`.
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

/// Disk between two operations, in the state that a power cut would find.
#[derive(Clone, Default)]
pub struct Moment {
    safe: Files,
    /// Number of folders that were missing at first.
    depth: usize,
    unsynced: Vec<Unsynced>,
    pub(super) mark: u64,
}

impl Moment {
    /// Returns the number of changes that are not safe yet.
    pub fn unsynced(&self) -> usize {
        self.unsynced.len()
    }

    /// Returns the number last set by [`MemoryStore::mark`].
    pub fn mark(&self) -> u64 {
        self.mark
    }

    /// Returns the length in bytes of the last unsynced write that `survives`.
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

    /// Returns the disk after a power cut that kept the unsynced changes for which `survives` is true (by number,
    /// oldest 0), and only the first `torn` bytes of the last write among them.
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
        // The content of a missing folder cannot be reached.
        let reached = (0..self.depth).take_while(|depth| files.folders.contains(depth));
        let reached = reached.count();
        files.folders.retain(|depth| *depth < reached);
        if reached < self.depth {
            files.names.clear();
        }
        MemoryStore::holding(files, self.depth)
    }

    /// Creates a disk on which everything is safe.
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

    /// Makes the removal of the folder and its content safe at once.
    pub(super) fn delete_folder(&mut self) {
        self.safe.names.clear();
        self.safe.folders.remove(&self.depth.saturating_sub(1));
        self.unsynced.clear();
    }

    /// Makes the `wanted` unsynced changes safe, or dooms them if the sync `failed`.
    pub(super) fn sync(&mut self, wanted: impl Fn(&Change) -> bool, failed: bool) {
        for mut unsynced in std::mem::take(&mut self.unsynced) {
            let picked = wanted(&unsynced.change);
            if picked && !failed && !unsynced.doomed {
                // Earlier doomed changes of the same names are replaced.
                for name in unsynced.change.names() {
                    let overtaken = std::mem::take(&mut self.unsynced).into_iter();
                    self.unsynced = overtaken.filter_map(|older| older.without(name)).collect();
                }
                let change = unsynced.change;
                change.apply(&mut self.safe, usize::MAX);
            } else {
                // An existing folder cannot be created again, unlike a file, so no program could repair a doomed one.
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

    /// Applies the change to `files`; of a write only the first `limit` bytes.
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
                // Parts of earlier writes that did not arrive are zeros.
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
