//! Saved fights on disk: lists, creates, resumes and imports them.
//!
//! [`SessionFiles`] handles text; this module converts the text to a [`Session`]. The snapshot is the whole session,
//! and each line has the deltas of one input.

use std::fs;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use super::disk::{DiskStore, Stamp, Store};
use super::file_issue::{FileIssue, before_release};
use super::journal_format::{Head, read_lines};
use super::names;
use super::opening::Opened;
use super::session_files::{NameTaken, SessionFiles};
use super::text_file;
use crate::ron_text::{
    Diagnostic, Objection, Source, did_you_mean, find, read_as, read_part, write_line,
};
use crate::rules::System;
pub use crate::session::snapshot;
use crate::session::{Delta, FORMAT, OpenError, Saved, Session, Summary, Unfit, recent};
use crate::text;
use crate::text::packed::unpack_beginning;

/// Number of bytes of a save that are searched for its summary.
const HEAD: u64 = 4 * 1024;
/// Number of bytes of a decompressed copy that are searched for the summary.
const HEAD_TEXT: usize = 4 * 1024;
/// Number of bytes of a journal's lines that are read for the summary.
const LINES: u64 = 4 * 1024 * 1024;

/// Folder of saved fights.
#[derive(Clone, Debug)]
pub struct Saves {
    folder: PathBuf,
}

/// Saved fight in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Save {
    /// Name of the save's files.
    pub name: String,
    /// State of the fight when it was saved; `None` if the file does not contain it.
    pub summary: Option<Summary>,
    /// Time of the last change, if the file system has it.
    pub modified: Option<SystemTime>,
}

impl Save {
    /// Returns the title of the fight, or the name of the file if there is no title.
    pub fn title(&self) -> String {
        match &self.summary {
            Some(summary) if !summary.title.is_empty() => {
                text::sanitize(&summary.title, text::NAME_LIMIT).into_owned()
            }
            _ => names::title(&self.name),
        }
    }

    /// Returns `true` for a backup of a fight that was damaged or changed outside Affray.
    pub fn is_copy(&self) -> bool {
        let label = self.name.rsplit_once('.').map(|(_, label)| label);
        label.is_some_and(|label| {
            let number = ["kept-", "broken-"]
                .iter()
                .find_map(|kind| label.strip_prefix(kind));
            number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        })
    }

    /// Returns the text for a list of all fights: the title, with the file name if the title is ambiguous.
    pub fn called(&self, all: &[Save]) -> String {
        let title = self.title();
        let same = |other: &&Save| other.title().to_lowercase() == title.to_lowercase();
        if self.is_copy() || all.iter().filter(same).count() > 1 {
            format!("{title} ({})", text::sanitize(&self.name, text::NAME_LIMIT))
        } else {
            title
        }
    }

    /// Describes the state of the fight: "round 3, under way".
    pub fn state(&self) -> String {
        match (&self.summary, self.round()) {
            (Some(summary), Some(round)) => format!("round {round}, {}", summary.stage.word()),
            (Some(summary), None) => summary.stage.word().to_owned(),
            (None, _) => "unknown".to_owned(),
        }
    }

    /// Returns the number of the current round, if there is one (`Stage::round`).
    pub fn round(&self) -> Option<u32> {
        let summary = self.summary.as_ref()?;
        summary.stage.round(summary.round)
    }
}

/// Fight that was resumed.
pub struct Resumed {
    pub session: Session,
    pub files: SessionFiles,
    /// Issues to report to the player. If an issue [asks](FileIssue::asks), nothing is saved until the player
    /// agrees ([`SessionFiles::rescue`]).
    pub told: Vec<FileIssue>,
    /// Snapshot file as it was changed outside Affray. Call [`read`] if the player chooses it.
    pub changed: Option<Source>,
}

impl Saves {
    /// Creates the list of fights in a folder, which may not exist yet.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
        }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn store(&self) -> Box<DiskStore> {
        Box::new(DiskStore::new(&self.folder))
    }

    /// Lists all fights, the last changed first, followed by backups.
    pub fn list(&self) -> Result<Vec<Save>> {
        let mut saves = self.named()?;
        for save in &mut saves {
            save.summary = self.summary(&save.name);
        }
        Ok(saves)
    }

    /// Returns the name of the fight that was changed last, if there is one.
    pub(crate) fn last(&self) -> Result<Option<String>> {
        Ok(self.named()?.into_iter().next().map(|save| save.name))
    }

    /// Lists all fights in the order of [`Saves::list`], without reading the files.
    fn named(&self) -> Result<Vec<Save>> {
        let listed = SessionFiles::list(&*self.store())?.into_iter();
        let mut saves: Vec<Save> = listed
            .map(|listed| Save {
                summary: None,
                name: listed.name,
                modified: listed.modified,
            })
            .collect();
        saves.sort_by(|a, b| {
            let last = |save: &Save| (save.is_copy(), std::cmp::Reverse(save.modified));
            last(a).cmp(&last(b)).then(a.name.cmp(&b.name))
        });
        Ok(saves)
    }

    /// Reads the state of a save from the last compaction and the inputs after it.
    fn summary(&self, name: &str) -> Option<Summary> {
        let read = |ending: &str, from: usize, most: u64| -> Option<Vec<u8>> {
            let path = self.folder.join(format!("{name}.{ending}"));
            // Opening a pipe would wait for its other end.
            if !fs::metadata(&path).ok()?.is_file() {
                return None;
            }
            let mut file = fs::File::open(&path).ok()?;
            file.seek(SeekFrom::Start(from as u64)).ok()?;
            let mut bytes = Vec::new();
            file.take(most).read_to_end(&mut bytes).ok()?;
            Some(bytes)
        };
        let of = |head: &str| -> Option<Summary> {
            let source = Source::new(name, head);
            read_part(&source, find(&source, "summary")?).ok()
        };
        let of_copy = |copy: &[u8]| of(&unpack_beginning(copy, HEAD_TEXT));
        let journal = read("journal", 0, HEAD);
        let whole = journal.as_ref().and_then(|journal| {
            let (head, start) = Head::read(journal).ok()?;
            let summary = of_copy(journal.get(start..)?)?;
            let lines = read("journal", start + head.length + 1, LINES).unwrap_or_default();
            let lines = read_lines(&lines, head.base).good;
            let lines = lines
                .iter()
                .map_while(|line| read_as(&Source::new("", line)).ok());
            Some(summary.after(lines))
        });
        // The journal has a copy if the snapshot file is missing.
        let copy = || {
            let journal = journal.as_ref()?;
            let start = journal.iter().position(|byte| *byte == b'\n')?;
            of_copy(&journal[start + 1..])
        };
        let snapshot = || of(&String::from_utf8_lossy(&read("ron", 0, HEAD)?));
        whole.or_else(snapshot).or_else(copy)
    }

    /// Finds the name of a fight by its name or title, or by a unique prefix of the name, the title or a word in
    /// either. Finds backups by name only.
    ///
    /// # Errors
    /// If no fight or several match.
    pub fn find(&self, wanted: &str) -> Result<String> {
        if let Some(name) = self.meant(wanted)? {
            return Ok(name);
        }
        let titles: Vec<String> = self.list()?.iter().map(Save::title).collect();
        let names = titles.iter().map(String::as_str);
        bail!(
            "no fight `{}`{}",
            text::sanitize(wanted, text::NAME_LIMIT),
            did_you_mean(wanted, names)
        )
    }

    /// Finds a fight like [`Saves::find`]. Returns `None` if no fight matches.
    ///
    /// # Errors
    /// If several fights match.
    pub(crate) fn meant(&self, wanted: &str) -> Result<Option<String>> {
        let wanted = wanted.strip_suffix(".ron").unwrap_or(wanted);
        let listed = SessionFiles::list(&*self.store())?;
        if listed.iter().any(|save| save.name == wanted) {
            return Ok(Some(wanted.to_owned()));
        }
        let saves = self.list()?;
        let own = saves.iter().filter(|save| !save.is_copy());
        let meant = names::meant(own, wanted, |save| vec![save.name.clone(), save.title()]);
        match meant.as_slice() {
            [] => Ok(None),
            [save] => Ok(Some(save.name.clone())),
            several => {
                let told = several.iter();
                let told = told.map(|save| format!("{} ({})", save.name, save.state()));
                let told: Vec<String> = told.collect();
                bail!("several fights match: write one of {}", told.join(", "))
            }
        }
    }

    /// Returns `true` if a program has the fight open now; `false` if that is unknown.
    pub(crate) fn is_open(&self, name: &str) -> bool {
        let locked = self.store().is_locked(&format!("{name}.lock"));
        locked.unwrap_or(false)
    }

    /// Returns the stamps of a fight's files, which every saved input changes.
    pub(crate) fn stamps(&self, name: &str) -> [Option<Stamp>; 2] {
        let files = SessionFiles::new(self.store(), name);
        files.map_or([None, None], |files| files.stamps())
    }

    /// Deletes a fight that is not open, with the address of its page.
    ///
    /// # Errors
    /// If a program has the fight open, or the files cannot be deleted.
    pub fn delete(&self, name: &str) -> Result<()> {
        SessionFiles::delete(&*self.store(), name)?;
        self.forget_page_address(name)
    }

    /// Creates the files of a new fight, named after its title.
    pub fn create(&self, session: &Session) -> Result<SessionFiles> {
        create_in(|| self.open_folder(), session)
    }

    /// Resumes a saved fight. The fight is read-only if another program has it open.
    ///
    /// # Errors
    /// If no part of the fight can be read; the error says where and why.
    pub fn resume(&self, name: &str, systems: &[&'static dyn System]) -> Result<Resumed> {
        go_on(SessionFiles::open(self.store(), name)?, systems)
    }

    /// Opens the folder in which a fight will be created.
    pub fn open_folder(&self) -> Box<dyn Store> {
        self.store()
    }

    /// Opens a fight read-only, even if another program has it open.
    pub fn look(&self, name: &str, systems: &[&'static dyn System]) -> Result<Resumed> {
        resume(SessionFiles::look(self.store(), name)?, systems)
    }

    /// Imports a fight from a file elsewhere. The file is copied to the user's fights and does not change. The inputs
    /// in the journal next to the file are included.
    ///
    /// # Errors
    /// If the file cannot be read, or the copy cannot be saved.
    pub fn import(&self, path: &Path, systems: &[&'static dyn System]) -> Result<Resumed> {
        let resumed = look_at(path, systems)?;
        let of_rules = |issue: &FileIssue| matches!(issue, FileIssue::OtherRules { .. });
        Ok(Resumed {
            files: self.create(&resumed.session)?,
            told: resumed.told.into_iter().filter(of_rules).collect(),
            changed: None,
            session: resumed.session,
        })
    }
}

/// Creates the files of a new fight in a folder, named after its title.
pub(crate) fn create_in(
    folder: impl Fn() -> Box<dyn Store>,
    session: &Session,
) -> Result<SessionFiles> {
    let listed = SessionFiles::list(&*folder())?;
    let mut taken: Vec<String> = listed.into_iter().map(|save| save.name).collect();
    let text = snapshot(session)?;
    let mut tries = 0;
    loop {
        let name = names::free_file_name(&session.now().title, &taken);
        tries += 1;
        match SessionFiles::create(folder(), &name, text.clone()) {
            // Another program has taken the name in the meantime. This may happen once for each program that starts
            // now.
            Err(why) if why.is::<NameTaken>() && tries < RACERS => taken.push(name),
            result => return result,
        }
    }
}

/// Maximum number of programs that create a fight with the same title at the same time.
const RACERS: usize = 100;

/// Opens a fight from a file elsewhere, read-only.
pub(crate) fn look_at(path: &Path, systems: &[&'static dyn System]) -> Result<Resumed> {
    let shown = text_file::shown(path);
    let stem = path.file_stem().and_then(|name| name.to_str());
    let (Some(name), Some("ron" | "journal")) =
        (stem, path.extension().and_then(|ending| ending.to_str()))
    else {
        bail!("{shown}: this is not a saved fight: its name must end in .ron")
    };
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let store = DiskStore::new(folder.unwrap_or(Path::new(".")));
    let opened = SessionFiles::look_foreign(Box::new(store), name)?;
    resume(opened, systems).with_context(|| shown)
}

/// Reads a session from the text of a snapshot.
pub fn read(source: &Source, systems: &[&'static dyn System]) -> Result<Session> {
    let session = Session::go_on(systems, &read_saved(source)?, None, &[]);
    let (session, _) = session.map_err(|error| at_its_place(error, source))?;
    Ok(session)
}

/// Returns the changes of an input as a line of the journal.
pub fn line(deltas: &[Delta]) -> Result<String> {
    Ok(write_line(&deltas)?)
}

/// Resumes the fight from the contents of its files. If the files are undamaged and no prompt is open, the older
/// history stays unread.
pub fn go_on(mut opened: Opened, systems: &[&'static dyn System]) -> Result<Resumed> {
    let asks = opened.told.iter().any(FileIssue::asks);
    let file = Arc::new(std::mem::take(&mut opened.snapshot));
    let recent = recent(&file).filter(|_| opened.is_ours && !asks);
    let Some((saved, past)) = recent else {
        opened.snapshot = Arc::unwrap_or_clone(file);
        return resume(opened, systems);
    };
    let lines = opened.lines.iter();
    let journal: Result<Vec<Vec<Delta>>, Diagnostic> =
        lines.map(|line| read_as(&Source::new("", line))).collect();
    let session = journal.map_err(anyhow::Error::from).and_then(|journal| {
        let (session, _) = Session::go_on(systems, &saved, Some(past), &journal)?;
        Ok(session)
    });
    match session {
        Ok(session) => {
            opened.told.extend(other_rules(&session));
            Ok(Resumed {
                session,
                files: opened.files,
                told: opened.told,
                changed: None,
            })
        }
        // The error is located in the whole text.
        Err(_) => {
            opened.snapshot = Arc::unwrap_or_clone(file);
            resume(opened, systems)
        }
    }
}

/// Resumes a fight from the contents of its files, up to the first contradiction.
pub fn resume(opened: Opened, systems: &[&'static dyn System]) -> Result<Resumed> {
    let Opened {
        mut files,
        snapshot,
        lines,
        changed,
        mut told,
        ..
    } = opened;
    let file = format!("{}.ron", files.name());
    let source = Source::new(&file, &snapshot);
    let read = read_saved(&source)?;
    let mut journal: Vec<Vec<Delta>> = Vec::with_capacity(lines.len());
    let mut wrong = None;
    for line in &lines {
        match read_as(&Source::new("", line)) {
            Ok(deltas) => journal.push(deltas),
            Err(mistake) => {
                wrong = Some(mistake);
                break;
            }
        }
    }
    let session = loop {
        match Session::go_on(systems, &read, None, &journal) {
            Ok((session, _)) => break session,
            // Everything before the line was read and is valid.
            Err(OpenError::Damaged(Unfit {
                line: Some(line),
                wrong: what,
            })) => {
                journal.truncate(line);
                wrong = Some(what.explain(&Source::new("", &lines[line])));
            }
            Err(error) => return Err(at_its_place(error, &source)),
        }
    };
    told.extend(other_rules(&session));
    if let Some(Diagnostic { place, what }) = wrong {
        let column = place.map_or(1, |place| place.column);
        let issue = FileIssue::Unfit {
            file: format!("{}.journal", files.name()),
            number: journal.len() + 1,
            later: lines.len() - journal.len() - 1,
            why: format!("column {column}: {what}"),
        };
        files.ask("broken");
        told.push(issue);
    }
    Ok(Resumed {
        session,
        files,
        told,
        changed: changed.map(|text| Source::new(file, &text)),
    })
}

/// Returns the issue if the rules of a fight have changed since it was saved.
fn other_rules(session: &Session) -> Option<FileIssue> {
    let told = session.other_rules()?.to_owned();
    Some(FileIssue::OtherRules { told })
}

/// Reads the session in the text of a snapshot. A later format has a separate error.
fn read_saved(source: &Source) -> Result<Saved> {
    /// Fields at the beginning of every format.
    #[derive(Deserialize)]
    struct Beginning {
        format: u32,
        affray: String,
    }
    let why = match read_as::<Saved>(source) {
        Ok(saved) if saved.format == FORMAT => return Ok(saved),
        Ok(_) => None,
        Err(why) => Some(why),
    };
    // Another format may have fields that this format lacks.
    match (read_as::<Beginning>(source), why) {
        (Ok(beginning), _) if (1..FORMAT).contains(&beginning.format) => {
            bail!("{}", before_release(&source.name))
        }
        (Ok(beginning), _) if beginning.format > FORMAT => bail!(
            "{}: written by Affray {} (format {}); this version reads formats up to {FORMAT}: update Affray",
            source.name,
            text::sanitize(&beginning.affray, 40),
            beginning.format
        ),
        (_, Some(why)) => Err(why.into()),
        (_, None) => {
            let wrong = Objection::new(format!("unknown format: the latest is {FORMAT}"));
            Err(wrong.within("format").explain(source).into())
        }
    }
}

/// Locates an error in the text of a snapshot.
fn at_its_place(error: OpenError, source: &Source) -> anyhow::Error {
    match error {
        OpenError::Damaged(unfit) => unfit.wrong.explain(source).into(),
        OpenError::UnknownSystem { .. } => {
            let wrong = Objection::new(error.to_string());
            wrong
                .within("system")
                .within("start")
                .explain(source)
                .into()
        }
        OpenError::Newer { .. } | OpenError::Fault(_) => error.into(),
    }
}
