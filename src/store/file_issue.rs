//! Issues with files that the player should know, found while opening, saving or reading.

use std::fmt;
use std::io::{self, ErrorKind};

/// Issue with a session's files that the player should know about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileIssue {
    /// Incomplete last write of a journal, for example after a power cut. No part of the write was ever confirmed.
    Torn {
        file: String,
        /// Number of the incomplete input since the last snapshot.
        number: usize,
        /// Number of complete inputs from the same write after the incomplete input. They are skipped.
        later: usize,
    },
    /// Damaged line that was complete before. The session is offered as it was before that line.
    DamagedLine {
        file: String,
        /// Number of the damaged input since the last snapshot.
        number: usize,
        /// Number of complete lines after the damaged line. They are skipped.
        later: usize,
    },
    /// Complete line that contradicts the fight, for example after an edit or a bug. The fight is offered as it was
    /// before that line.
    Unfit {
        file: String,
        /// Number of the input since the last snapshot.
        number: usize,
        /// Number of lines after the contradicting line. They are skipped.
        later: usize,
        /// Description of the contradiction.
        why: String,
    },
    /// Damaged head of the journal, or damaged copy of the snapshot in the journal.
    DamagedJournal {
        file: String,
        /// Damage to the inputs in the journal.
        lines: Lost,
    },
    /// Snapshot that another program changed after Affray had written it.
    ChangedOutside {
        file: String,
        /// True if the snapshot is text; otherwise it is damaged rather than edited.
        readable: bool,
    },
    /// File that blocks saving and does not belong to Affray. The file was kept under another name.
    Kept {
        /// File that no longer belonged to Affray.
        file: String,
        kept: String,
    },
    /// Snapshot that Affray could not write. The journal has everything.
    Behind {
        /// Reason, with the name of the file.
        why: String,
        journal: String,
    },
    /// Missing snapshot file, whose contents are in the journal.
    Missing { file: String },
    /// Session that another program has open.
    InUse {
        /// Description of the other program.
        who: String,
    },
    /// Files that can be read but not written.
    LookOnly {
        /// Reason, with the name of the file.
        why: String,
    },
    /// Rule system that is missing, or has changed since the fight was saved.
    OtherRules {
        /// Consequence for the fight.
        told: String,
    },
    /// File system without locks, so that two programs could open one session.
    NoLock { folder: String },
}

/// Damage to the inputs in a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// All inputs are readable.
    Nothing,
    /// Inputs since the offered snapshot are unusable.
    Inputs,
}

impl FileIssue {
    /// Returns `true` if the player must agree before the found files are overwritten. Until then,
    /// [`SessionFiles`](super::SessionFiles) refuses to save. Once the player agrees, the program calls
    /// [`SessionFiles::rescue`](super::SessionFiles::rescue).
    pub fn asks(&self) -> bool {
        match self {
            FileIssue::DamagedLine { .. }
            | FileIssue::Unfit { .. }
            | FileIssue::DamagedJournal { .. }
            | FileIssue::ChangedOutside { .. } => true,
            FileIssue::Torn { .. }
            | FileIssue::Kept { .. }
            | FileIssue::Behind { .. }
            | FileIssue::Missing { .. }
            | FileIssue::InUse { .. }
            | FileIssue::LookOnly { .. }
            | FileIssue::OtherRules { .. }
            | FileIssue::NoLock { .. } => false,
        }
    }
}

/// Returns the error for a file in a format that no release has ever written.
pub(crate) fn before_release(file: &str) -> String {
    format!("{file} was written by a development version of Affray before 0.2 and cannot be opened")
}

impl fmt::Display for FileIssue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileIssue::Torn {
                file,
                number,
                later,
            } => write!(
                f,
                "{file}: input {number} since the last snapshot was not written completely and is left out{}; enter {} again",
                left_out(*later),
                if *later == 0 { "it" } else { "them" }
            ),
            FileIssue::DamagedLine {
                file,
                number,
                later,
            } => write!(
                f,
                "{file}: line {number} is damaged. The fight is restored up to the line before{}. If you continue, Affray keeps the damaged files.",
                left_out(*later)
            ),
            FileIssue::Unfit {
                file,
                number,
                later,
                why,
            } => write!(
                f,
                "{file}: input {number} cannot be applied ({why}). The fight is restored up to the input before{}. If you continue, Affray keeps the damaged files.",
                left_out(*later)
            ),
            FileIssue::DamagedJournal {
                file,
                lines: Lost::Nothing,
            } => {
                write!(
                    f,
                    "{file} is damaged, but Affray could read everything. If you continue, Affray keeps the damaged files."
                )
            }
            FileIssue::DamagedJournal {
                file,
                lines: Lost::Inputs,
            } => write!(
                f,
                "{file} is damaged. The fight is restored from the last snapshot. If you continue, Affray keeps the damaged files."
            ),
            FileIssue::ChangedOutside {
                file,
                readable: true,
            } => {
                write!(
                    f,
                    "{file} was changed outside Affray. Open the changed version or the last version that Affray saved. Affray keeps both versions."
                )
            }
            FileIssue::ChangedOutside {
                file,
                readable: false,
            } => {
                write!(
                    f,
                    "{file} was damaged outside Affray. Continue with the last version that Affray saved. Affray keeps both versions."
                )
            }
            FileIssue::Kept { file, kept } => write!(
                f,
                "{file} was changed outside Affray. Affray keeps the changed version as {kept}"
            ),
            FileIssue::Behind { why, journal } => {
                write!(f, "{why}. Nothing is lost: everything is in {journal}")
            }
            FileIssue::Missing { file } => {
                write!(
                    f,
                    "{file} is missing: Affray writes it again from the journal"
                )
            }
            FileIssue::InUse { who } => {
                write!(
                    f,
                    "{who} has this fight open: this window follows it, read-only"
                )
            }
            FileIssue::LookOnly { why } => {
                write!(f, "{why}: this window is read-only")
            }
            FileIssue::OtherRules { told } => f.write_str(told),
            FileIssue::NoLock { folder } => {
                write!(
                    f,
                    "{folder}: this file system has no locks; open each fight in one program only"
                )
            }
        }
    }
}

/// Describes complete lines that are skipped because an earlier line is unusable.
fn left_out(later: usize) -> String {
    match later {
        0 => String::new(),
        1 => "; 1 later line is left out".to_owned(),
        later => format!("; {later} later lines are left out"),
    }
}

/// Creates an error from a failure of a file operation, with the remedy.
pub(super) fn failed(file: &str, error: &io::Error) -> anyhow::Error {
    anyhow::Error::msg(why(file, error))
}

/// Describes a failure of a file operation, with the remedy.
pub(super) fn why(file: &str, error: &io::Error) -> String {
    let (what, remedy) = match error.kind() {
        ErrorKind::StorageFull => ("no space left on the disk", "free some space"),
        ErrorKind::QuotaExceeded => ("your disk quota is used up", "free some space"),
        // Errors of Affray's own reading limit describe themselves.
        ErrorKind::FileTooLarge if error.raw_os_error().is_none() => {
            return format!("{file}: {error}");
        }
        ErrorKind::FileTooLarge => (
            "the file is larger than the limit for files",
            "raise the limit",
        ),
        ErrorKind::ReadOnlyFilesystem => ("the disk is read-only", "make it writable"),
        ErrorKind::PermissionDenied => (
            "no permission",
            "change the permissions of the file and its folder",
        ),
        ErrorKind::NotFound => ("not found", "restore it or choose another file"),
        ErrorKind::IsADirectory | ErrorKind::NotADirectory => (
            "this is a folder instead of a file, or a file instead of a folder",
            "move it away",
        ),
        ErrorKind::InvalidInput => return format!("{file}: {error}: choose another file"),
        _ => {
            // The number of the error adds nothing to its text.
            let told = error.to_string();
            let told = told.split(" (os error").next().unwrap_or_default();
            return format!("{file}: disk error ({told}): check the disk");
        }
    };
    format!("{file}: {what}: {remedy}")
}
