//! What the player is told about files: what was found on opening, and why something was not saved or not read.

use std::fmt;
use std::io::{self, ErrorKind};

/// Something found on opening or saving a session that the player should know of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileIssue {
    /// The journal ends in the middle of a write, as after a power cut; nothing of that was ever confirmed.
    Torn {
        file: String,
        /// The input that was being written, counted from the last snapshot.
        number: usize,
        /// Whole inputs behind it that were written with it and are left out.
        later: usize,
    },
    /// A line that was once whole is damaged; the session is offered as it was before it.
    DamagedLine {
        file: String,
        /// The input that is damaged, counted from the last snapshot.
        number: usize,
        /// Whole lines behind it that are left out.
        later: usize,
    },
    /// A line is whole but does not fit the fight, as after an edit or a fault; the fight is offered as it was before
    /// it.
    Unfit {
        file: String,
        /// The input that does not fit, counted from the last snapshot.
        number: usize,
        /// Lines behind it that are left out.
        later: usize,
        /// What does not fit.
        why: String,
    },
    /// The head of the journal or its copy of the snapshot is damaged.
    DamagedJournal {
        file: String,
        /// Whether the inputs in it could be read all the same.
        lines: Lost,
    },
    /// Somebody else wrote the snapshot since Affray did.
    ChangedOutside {
        file: String,
        /// Whether it is text at all; if not, it is damaged rather than edited.
        readable: bool,
    },
    /// A file that stood in the way of saving was kept under another name.
    Kept {
        /// The file that was not Affray's any more.
        file: String,
        kept: String,
    },
    /// The snapshot could not be written; the journal has all of it.
    Behind {
        /// Why, with the file.
        why: String,
        journal: String,
    },
    /// The snapshot is gone; the journal has all of it.
    Missing { file: String },
    /// Another program has the session open.
    InUse {
        /// What it says of itself.
        who: String,
    },
    /// The files can be read but not written.
    LookOnly {
        /// Why, with the file.
        why: String,
    },
    /// Its system is not here, or no longer as it was when it was saved.
    OtherRules {
        /// What that means for the fight.
        told: String,
    },
    /// The file system has no locks, so two programs could open one session.
    NoLock { folder: String },
}

/// What damage did to the inputs in a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// Every input is there.
    Nothing,
    /// The inputs since the snapshot that is offered cannot be used.
    Inputs,
}

impl FileIssue {
    /// Whether the player is asked before anything is written over what was found. Until then a
    /// [`SessionFiles`](super::SessionFiles) refuses to save; [`SessionFiles::rescue`](super::SessionFiles::rescue) is
    /// the consent.
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

/// Refusal of a file in a format that no release has ever written.
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
                "{file}: line {number} is damaged. The fight is restored up to the line before{}. If you continue, the damaged files are kept.",
                left_out(*later)
            ),
            FileIssue::Unfit {
                file,
                number,
                later,
                why,
            } => write!(
                f,
                "{file}: input {number} cannot be applied ({why}). The fight is restored up to the input before{}. If you continue, the damaged files are kept.",
                left_out(*later)
            ),
            FileIssue::DamagedJournal {
                file,
                lines: Lost::Nothing,
            } => {
                write!(
                    f,
                    "{file} is damaged, but everything could be read. If you continue, the damaged files are kept."
                )
            }
            FileIssue::DamagedJournal {
                file,
                lines: Lost::Inputs,
            } => write!(
                f,
                "{file} is damaged. The fight is restored from the last snapshot. If you continue, the damaged files are kept."
            ),
            FileIssue::ChangedOutside {
                file,
                readable: true,
            } => {
                write!(
                    f,
                    "{file} was changed outside Affray. Open the changed version or the last one that Affray saved; both are kept."
                )
            }
            FileIssue::ChangedOutside {
                file,
                readable: false,
            } => {
                write!(
                    f,
                    "{file} was damaged outside Affray. Continue with the last version that Affray saved; both are kept."
                )
            }
            FileIssue::Kept { file, kept } => write!(
                f,
                "{file} was changed outside Affray; the changed version is kept as {kept}"
            ),
            FileIssue::Behind { why, journal } => {
                write!(f, "{why}; nothing is lost, everything is in {journal}")
            }
            FileIssue::Missing { file } => {
                write!(
                    f,
                    "{file} is missing: Affray writes it again from the journal"
                )
            }
            FileIssue::InUse { who } => {
                write!(f, "{who} has this fight open: this window is read-only")
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

/// What is said of lines that nothing is wrong with but that stand behind one that is not used.
fn left_out(later: usize) -> String {
    match later {
        0 => String::new(),
        1 => "; 1 later line is left out".to_owned(),
        later => format!("; {later} later lines are left out"),
    }
}

/// What happened to `file`, and what to do, as an error.
pub(super) fn failed(file: &str, error: &io::Error) -> anyhow::Error {
    anyhow::Error::msg(why(file, error))
}

/// What happened to `file`, and what to do.
pub(super) fn why(file: &str, error: &io::Error) -> String {
    let (what, remedy) = match error.kind() {
        ErrorKind::StorageFull => ("no space left on the disk", "free some"),
        ErrorKind::QuotaExceeded => ("your disk quota is used up", "free some"),
        // Our own limit for reading says it better than the system's for writing.
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
            "change the rights of the file and its folder",
        ),
        ErrorKind::NotFound => ("not there", "bring it back or choose another"),
        ErrorKind::IsADirectory | ErrorKind::NotADirectory => (
            "a folder was expected instead of a file, or the reverse",
            "move one away",
        ),
        ErrorKind::InvalidInput => return format!("{file}: {error}: choose another"),
        _ => {
            // The system's number says nothing that its words do not.
            let told = error.to_string();
            let told = told.split(" (os error").next().unwrap_or_default();
            return format!("{file}: the disk failed ({told}): check it");
        }
    };
    format!("{file}: {what}: {remedy}")
}
