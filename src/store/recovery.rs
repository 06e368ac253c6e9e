//! Recovery of a session from the contents of its two files. The result is the snapshot, the inputs after it, and the
//! issues. The module accesses no files.
//!
//! The journal has a compressed copy of its snapshot and is written first, so the journal alone has everything that was
//! ever confirmed. The snapshot file has the same text for reading, comparing and editing. Damage to one of the two
//! files, or an edit, never loses an input that the other file still has.

use anyhow::{Result, bail};

use super::file_issue::{FileIssue, Lost, before_release};
use super::journal_format::{self, End, Head, Lines, NoHead, Sum};
use super::session_files::OWN_LIMIT;
use crate::text::packed::unpack;

/// Session recovered from the two files.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Recovered {
    /// Snapshot to start from.
    pub snapshot: String,
    /// True if the snapshot matches the checksum in the journal.
    pub is_ours: bool,
    /// Inputs after the snapshot, oldest first.
    pub lines: Vec<String>,
    /// Text of the snapshot file if it was changed outside Affray.
    pub changed: Option<String>,
    pub told: Vec<FileIssue>,
    /// Number of journals so far; 0 without a readable journal.
    pub generation: u64,
    /// Checksums that Affray may have left in the snapshot file.
    pub on_disk: Vec<u64>,
}

/// Combines the contents of the journal and the snapshot file of session `name`, if they exist.
///
/// Refuses only files that are completely unreadable or written by a later version, without changing them.
pub(crate) fn recover(
    name: &str,
    journal: Option<Vec<u8>>,
    snapshot: Option<Vec<u8>>,
) -> Result<Recovered> {
    let files = Files {
        journal: format!("{name}.journal"),
        snapshot: format!("{name}.ron"),
    };
    match (journal, snapshot) {
        (None, None) => bail!("no session `{name}`"),
        (None, Some(snapshot)) => alone(&files, snapshot),
        (Some(journal), snapshot) => match Head::read(&journal) {
            Ok((head, start)) => with_head(&files, head, &journal, start, snapshot),
            Err(NoHead::Newer(format)) => {
                bail!(
                    "{}: written by a later version of Affray (format {format}): update Affray",
                    files.journal
                )
            }
            Err(NoHead::BeforeRelease) => bail!("{}", before_release(&files.journal)),
            Err(NoHead::Damaged) => without_head(&files, &journal, snapshot),
        },
    }
}

struct Files {
    journal: String,
    snapshot: String,
}

/// Reads a snapshot without a journal, either handwritten or imported.
fn alone(files: &Files, snapshot: Vec<u8>) -> Result<Recovered> {
    let Ok(snapshot) = String::from_utf8(snapshot) else {
        bail!(
            "{}: this is not a text file: choose another file or restore a copy",
            files.snapshot
        )
    };
    Ok(Recovered {
        snapshot,
        is_ours: false,
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
    let copy = journal.get(start..end).and_then(unpack_all);
    let copy = copy.filter(|copy| Sum::of(copy.as_bytes()) == head.base);
    // The copy and the file are nearly always equal, and a comparison is faster than a checksum.
    let found = snapshot.as_deref().map(|found| match &copy {
        Some(copy) if copy.as_bytes() == found => head.base,
        _ => Sum::of(found),
    });

    let behind = journal.get(end.saturating_add(1)..);
    let lines = journal_format::read_lines(behind.unwrap_or_default(), head.base);
    let mut told = Vec::new();
    let is_parted = journal.get(end) == Some(&b'\n');
    if copy.is_none() || !is_parted {
        // If the other file has the same snapshot, the copy is not needed, and the lines are valid if they are in their
        // place. A journal that is cut off inside its copy has no lines, and the number of lost lines is unknown.
        let has_snapshot = copy.is_some() || found == Some(head.base);
        let has_lines = is_parted || !lines.good.is_empty();
        told.push(FileIssue::DamagedJournal {
            file: files.journal.clone(),
            lines: if has_snapshot && has_lines {
                Lost::Nothing
            } else {
                Lost::Inputs
            },
        });
    }
    // With equal checksums, the snapshot file has the bytes of the copy.
    let same = || snapshot.clone().filter(|_| found == Some(head.base));
    let Some(text) = copy.or_else(|| String::from_utf8(same()?).ok()) else {
        return without_base(files, head.generation, snapshot, told);
    };

    let Lines { good, end } = lines;
    told.extend(cut_short(files, good.len() + 1, end));
    let mut on_disk = head.follows.clone();
    let mut changed = None;
    match found {
        // If the snapshot file is one compaction behind, the program ended after writing the journal and before the
        // snapshot file.
        Some(sum) if sum == head.base || head.follows.contains(&sum) => {
            on_disk = vec![sum];
        }
        Some(_) => {
            changed = snapshot.and_then(|bytes| String::from_utf8(bytes).ok());
            told.push(FileIssue::ChangedOutside {
                file: files.snapshot.clone(),
                readable: changed.is_some(),
            });
        }
        // The very first journal is written before the snapshot file exists.
        None if head.follows.is_empty() => {}
        None => told.push(FileIssue::Missing {
            file: files.snapshot.clone(),
        }),
    }
    Ok(Recovered {
        snapshot: text,
        is_ours: true,
        lines: good,
        changed,
        told,
        generation: head.generation,
        on_disk,
    })
}

/// Decompresses a copy of a snapshot that fills all of `bytes`.
fn unpack_all(bytes: &[u8]) -> Option<String> {
    let limit = usize::try_from(OWN_LIMIT).unwrap_or(usize::MAX);
    let (text, length) = unpack(bytes, limit)?;
    (length == bytes.len()).then_some(text)
}

/// Describes the end of the usable lines.
fn cut_short(files: &Files, number: usize, end: End) -> Option<FileIssue> {
    let file = files.journal.clone();
    match end {
        End::Clean => None,
        End::Torn { later } => Some(FileIssue::Torn {
            file,
            number,
            later,
        }),
        End::Damaged { later } => Some(FileIssue::DamagedLine {
            file,
            number,
            later,
        }),
    }
}

/// Reads a journal that names its snapshot when neither file has that snapshot.
fn without_base(
    files: &Files,
    generation: u64,
    snapshot: Option<Vec<u8>>,
    told: Vec<FileIssue>,
) -> Result<Recovered> {
    let Some(snapshot) = snapshot else {
        bail!(
            "{}: this file is damaged and {} is missing: restore a copy of one of the two files",
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

/// Reads a journal with a damaged head. The snapshot file then locates the copy and gives the checksum that the lines
/// continue.
fn without_head(files: &Files, journal: &[u8], snapshot: Option<Vec<u8>>) -> Result<Recovered> {
    let told = |lines| FileIssue::DamagedJournal {
        file: files.journal.clone(),
        lines,
    };
    let Some(snapshot) = snapshot else {
        bail!(
            "{}: this file is damaged and {} is missing: restore a copy of one of the two files",
            files.journal,
            files.snapshot
        )
    };
    let end = (0..journal.len().min(2048)).find_map(|start| {
        let (copy, length) = unpack(&journal[start..], snapshot.len())?;
        (copy.as_bytes() == snapshot).then_some(start + length)
    });
    let lines = end.and_then(|end| journal.get(end + 1..));
    let lines = lines.unwrap_or_default();
    let is_found = end.is_some();
    let Lines { good, end: ending } = journal_format::read_lines(lines, Sum::of(&snapshot));
    let whole = is_found && ending == End::Clean;
    let found = alone(files, snapshot)?;
    let told = vec![told(if whole { Lost::Nothing } else { Lost::Inputs })];
    Ok(Recovered {
        lines: good,
        told,
        ..found
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::packed::pack;
    use proptest::prelude::*;

    /// Creates a journal of generation 2 that follows `old`, with two inputs.
    fn journal(old: &str, new: &str) -> Vec<u8> {
        let copy = pack(new);
        let head = Head::new(2, new, copy.len(), &[Sum::of(old.as_bytes())]);
        let line = |number, text| journal_format::line(head.base, number, number, text);
        let lines = format!("\n{}{}", line(1, "one"), line(2, "two"));
        [head.write().as_bytes(), &copy, lines.as_bytes()].concat()
    }

    /// Offset of the compressed copy.
    fn copy_of(journal: &[u8]) -> usize {
        1 + journal
            .iter()
            .position(|byte| *byte == b'\n')
            .expect("a head")
    }

    /// Replaces the first occurrence of `from` in the journal.
    fn edited(journal: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
        let mut parts = journal.windows(from.len());
        let at = parts.position(|part| part == from).expect("the bytes");
        [&journal[..at], to, &journal[at + from.len()..]].concat()
    }

    fn bytes(text: &str) -> Option<Vec<u8>> {
        Some(text.as_bytes().to_vec())
    }

    #[track_caller]
    fn check(journal: &[u8], ron: Option<&str>, snapshot: &str, lines: &[&str], told: &[&str]) {
        let found = recover("duel", Some(journal.to_vec()), ron.and_then(bytes))
            .expect("something to offer");
        assert_eq!(found.snapshot, snapshot);
        assert_eq!(found.lines, lines);
        let found: Vec<String> = found.told.iter().map(ToString::to_string).collect();
        assert_eq!(found, told);
    }

    #[test]
    fn snapshot_and_journal_restore_damaged_parts_of_each_other() {
        let whole = journal("(old)", "(new)");
        let both = &["one", "two"];
        check(&whole, Some("(new)"), "(new)", both, &[]);
        // The program ended between the journal and the snapshot.
        check(&whole, Some("(old)"), "(new)", both, &[]);
        let told = "duel.ron is missing: Affray writes it again from the journal";
        check(&whole, None, "(new)", both, &[told]);
        let told = "duel.ron was changed outside Affray. Open the changed version or the last version that Affray saved. Affray keeps both versions.";
        check(&whole, Some("(edited)"), "(new)", both, &[told]);
        let damaged = "duel.journal is damaged, but Affray could read everything. If you continue, Affray keeps the damaged files.";
        check(
            &edited(&whole, b"generation", b"gener4tion"),
            Some("(new)"),
            "(new)",
            both,
            &[damaged],
        );
        check(
            &edited(&whole, &pack("(new)"), &pack("(n_w)")),
            Some("(new)"),
            "(new)",
            both,
            &[damaged],
        );
        let lost = "duel.journal is damaged. The fight is restored from the last snapshot. If you continue, Affray keeps the damaged files.";
        check(
            &edited(&whole, &pack("(new)"), &pack("(n_w)")),
            Some("(old)"),
            "(old)",
            &[],
            &[lost],
        );
        check(b"", Some("(new)"), "(new)", &[], &[lost]);
        let told = "duel.journal: line 1 is damaged. The fight is restored up to the line before; 1 later line is left out. If you continue, Affray keeps the damaged files.";
        check(
            &edited(&whole, b"one", b"0ne"),
            Some("(new)"),
            "(new)",
            &[],
            &[told],
        );
        let told = "duel.journal: input 2 since the last snapshot was not written completely and is left out; enter it again";
        check(
            &whole[..whole.len() - 2],
            Some("(new)"),
            "(new)",
            &["one"],
            &[told],
        );
    }

    #[test]
    fn a_journal_cut_within_its_copy_of_the_snapshot_is_damaged() {
        let whole = journal("(old)", "(new)");
        let copy = copy_of(&whole);
        let lost = "duel.journal is damaged. The fight is restored from the last snapshot. If you continue, Affray keeps the damaged files.";
        // Cut inside the copy, or before the line feed after it.
        for length in copy..=copy + pack("(new)").len() {
            check(&whole[..length], Some("(new)"), "(new)", &[], &[lost]);
        }
    }

    #[test]
    fn a_file_of_a_later_version_is_refused() {
        let text = "affray journal 7 in a way of its own";
        let newer = format!(
            "{text} head {:016x}\n",
            journal_format::checksum(text.as_bytes())
        );
        let error =
            recover("duel", bytes(&newer), bytes("(new)")).expect_err("not for this version");
        assert_eq!(
            error.to_string(),
            "duel.journal: written by a later version of Affray (format 7): update Affray"
        );
    }

    proptest! {
        /// Checks R10 and R11 of saving: after any change to both files, the offered session was once saved, or is
        /// reported as changed.
        #[test]
        fn sessions_survive_any_damage_to_their_files(
            edits in prop::collection::vec((any::<bool>(), any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..6)
        ) {
            let (mut journal, mut ron) = (journal("(old)", "(new)"), b"(new)".to_vec());
            for (which, at, byte, kind) in edits {
                let file = if which { &mut journal } else { &mut ron };
                let at = at.index(file.len() + 1);
                match kind {
                    0 if at < file.len() => file[at] = byte,
                    1 => file.truncate(at),
                    _ => file.insert(at, byte),
                }
            }
            if let Ok(found) = recover("duel", Some(journal), Some(ron.clone())) {
                let ours = found.snapshot == "(new)" || found.snapshot.as_bytes() == ron;
                prop_assert!(ours, "{found:?}");
                prop_assert!(["one", "two"].iter().zip(&found.lines).all(|(given, found)| given == found));
            }
        }
    }
}
