//! What the two files of a session say together: the snapshot, the inputs since, and what is wrong. Touches no file.
//!
//! The journal holds a copy of the snapshot it continues and is written first, so it alone has everything that was ever
//! confirmed. The snapshot file is the same text to be read, compared and edited. So damage to one of the two, or
//! somebody's edit, never costs an input that the other still has.

use anyhow::{Result, bail};

use super::journal::{self, End, Head, Lines, NoHead};
use super::trouble::{Lost, Trouble};

/// What was made of the two files.
#[derive(Debug, PartialEq, Eq)]
pub struct Recovered {
    /// The snapshot to start from.
    pub snapshot: String,
    /// The inputs since, oldest first.
    pub lines: Vec<String>,
    /// The snapshot file's own text, where somebody changed it outside Affray.
    pub changed: Option<String>,
    /// What is wrong.
    pub told: Vec<Trouble>,
    /// Number of journals so far; 0 where there is none that can be read.
    pub generation: u64,
    /// Checksums that Affray may have left in the snapshot file.
    pub on_disk: Vec<u64>,
}

/// Puts together the bytes of the journal and of the snapshot file of session `name`, as far as they are there.
///
/// Refuses, with both left as they are, only what nothing can be read from and what a later version wrote.
pub fn recover(
    name: &str,
    journal: Option<Vec<u8>>,
    snapshot: Option<Vec<u8>>,
) -> Result<Recovered> {
    let files = Files {
        journal: format!("{name}.journal"),
        snapshot: format!("{name}.ron"),
    };
    match (journal, snapshot) {
        (None, None) => bail!("there is no session `{name}`"),
        (None, Some(snapshot)) => alone(&files, snapshot),
        (Some(journal), snapshot) => match Head::read(&journal) {
            Ok((head, start)) => Ok(with_head(&files, head, &journal, start, snapshot)?),
            Err(NoHead::Newer(format)) => {
                bail!(
                    "{}: a later version of Affray wrote it (format {format}): open it with that one",
                    files.journal
                )
            }
            Err(NoHead::Damaged) => without_head(&files, &journal, snapshot),
        },
    }
}

struct Files {
    journal: String,
    snapshot: String,
}

/// A snapshot without a journal: written by hand, or brought from elsewhere.
fn alone(files: &Files, snapshot: Vec<u8>) -> Result<Recovered> {
    let Ok(snapshot) = String::from_utf8(snapshot) else {
        bail!(
            "{}: not text: choose another file or bring back a copy",
            files.snapshot
        )
    };
    Ok(Recovered {
        snapshot,
        lines: Vec::new(),
        changed: None,
        told: Vec::new(),
        generation: 0,
        on_disk: Vec::new(),
    })
}

fn with_head(
    files: &Files,
    head: Head,
    journal: &[u8],
    start: usize,
    snapshot: Option<Vec<u8>>,
) -> Result<Recovered> {
    let end = start.saturating_add(head.length);
    let copy = journal
        .get(start..end)
        .filter(|copy| journal::checksum(copy) == head.base);
    let copy = copy.and_then(|copy| str::from_utf8(copy).ok());
    let found = snapshot.as_deref().map(journal::checksum);

    let mut told = Vec::new();
    if copy.is_none() || journal.get(end) != Some(&b'\n') {
        // With the same snapshot in the other file the copy is not missed, and the lines count as before.
        let lines = if copy.is_some() || found == Some(head.base) {
            Lost::Nothing
        } else {
            Lost::Inputs
        };
        told.push(Trouble::DamagedJournal {
            file: files.journal.clone(),
            lines,
        });
    }
    let Some(text) = copy.map(str::to_owned).or_else(|| {
        // The same bytes as the copy had when it was text.
        snapshot
            .clone()
            .filter(|_| found == Some(head.base))
            .and_then(|bytes| String::from_utf8(bytes).ok())
    }) else {
        return without_base(files, head.generation, snapshot, told);
    };

    let lines = journal.get(end.saturating_add(1)..).unwrap_or_default();
    let Lines { good, end } = journal::read_lines(lines, head.base);
    let number = good.len() + 1;
    match end {
        End::Clean => {}
        End::Torn => told.push(Trouble::Torn {
            file: files.journal.clone(),
            number,
        }),
        End::Damaged { later } => told.push(Trouble::DamagedLine {
            file: files.journal.clone(),
            number,
            later,
        }),
    }
    let mut on_disk = head.follows;
    let mut changed = None;
    match found {
        Some(sum) if sum == head.base => on_disk = vec![sum],
        // The program ended between the journal and the snapshot file, which is one behind.
        Some(sum) if on_disk.contains(&sum) => {}
        Some(_) => {
            changed = snapshot.and_then(|bytes| String::from_utf8(bytes).ok());
            told.push(Trouble::ChangedOutside {
                file: files.snapshot.clone(),
                readable: changed.is_some(),
            });
        }
        // The very first journal is written before there is a snapshot file.
        None if on_disk.is_empty() => {}
        None => told.push(Trouble::Missing {
            file: files.snapshot.clone(),
        }),
    }
    Ok(Recovered {
        snapshot: text,
        lines: good,
        changed,
        told,
        generation: head.generation,
        on_disk,
    })
}

/// The journal knows which snapshot it continues, but neither file has it any more.
fn without_base(
    files: &Files,
    generation: u64,
    snapshot: Option<Vec<u8>>,
    told: Vec<Trouble>,
) -> Result<Recovered> {
    let Some(snapshot) = snapshot else {
        bail!(
            "{}: it is damaged and {} is gone: bring back a copy of one",
            files.journal,
            files.snapshot
        )
    };
    let found = alone(files, snapshot)?;
    Ok(Recovered {
        told,
        generation,
        ..found
    })
}

/// The head is damaged, so the snapshot file has to say where the copy is and what the lines continue.
fn without_head(files: &Files, journal: &[u8], snapshot: Option<Vec<u8>>) -> Result<Recovered> {
    let told = |lines| Trouble::DamagedJournal {
        file: files.journal.clone(),
        lines,
    };
    let Some(snapshot) = snapshot else {
        bail!(
            "{}: it is damaged and {} is gone: bring back a copy of one",
            files.journal,
            files.snapshot
        )
    };
    let base = journal::checksum(&snapshot);
    let start = journal
        .windows(snapshot.len().max(1))
        .take(2048)
        .position(|part| part == snapshot);
    let lines = start
        .and_then(|start| journal.get(start + snapshot.len() + 1..))
        .unwrap_or_default();
    let Lines { good, end } = journal::read_lines(lines, base);
    let whole = start.is_some() && end == End::Clean;
    let found = alone(files, snapshot)?;
    let told = vec![told(if whole { Lost::Nothing } else { Lost::Inputs })];
    Ok(Recovered {
        lines: good,
        told,
        ..found
    })
}
