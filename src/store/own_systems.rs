//! User-defined systems: data folders in the settings folder, `systems/KEY`, with the same files as a system in
//! `assets`. A system is shared as one file ([`SystemFiles::to_text`]).

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::session_files::FOREIGN_LIMIT;
use super::text_file::{self, shown};
use crate::ron_text::{Diagnostic, Reading, Shape, Source, parse};
use crate::rules::{DAMAGED, RuleTexts, System};
use crate::systems::written::{
    self, ENCOUNTERS, MONSTERS, PAGE, ROSTER, ROWS, RULES, SYSTEM, TABLES, Written, read_texts,
};
use crate::text;

/// Folder of the systems.
pub(crate) const SYSTEMS: &str = "systems";
/// Folder of test fights in a system.
const FIGHTS: &str = "fights";
/// Files of a system outside its subfolders.
const FILES: [&str; 7] = [SYSTEM, RULES, ROSTER, MONSTERS, ROWS, TABLES, PAGE];
/// Maximum number of system folders that are read.
const MOST: usize = 100;
/// Maximum number of encounters in a system, and of test fights.
const MOST_FILES: usize = 100;

/// System as the files of its folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SystemFiles {
    /// Key of the system, which is the name of its folder.
    pub key: String,
    /// Prefix of paths in messages: the folder of the system and `/`, or the file that the system is shared as.
    place: String,
    /// Texts by their paths in the folder.
    texts: BTreeMap<String, String>,
    /// Names of some other files in the folder, which do not belong to the system.
    strangers: Vec<String>,
}

impl SystemFiles {
    /// Reads the folder of a system; the folder's name is its key.
    ///
    /// # Errors
    /// If a file cannot be read, or the files together are too large.
    pub fn of_folder(folder: &Path) -> Result<Self, Vec<Diagnostic>> {
        let mut files = Self::to_play(folder)?;
        files.load_all(folder, FIGHTS)?;
        files.strangers = strangers(folder, &files.texts);
        Ok(files)
    }

    /// Reads a folder without the test fights, which are not needed to play.
    pub(super) fn to_play(folder: &Path) -> Result<Self, Vec<Diagnostic>> {
        let mut files = Self {
            key: key_of(folder),
            place: format!("{}/", shown(folder)),
            texts: BTreeMap::new(),
            strangers: Vec::new(),
        };
        check_key(&files.key).map_err(wrong)?;
        for name in FILES {
            // A broken link is reported when it is loaded.
            match folder.join(name).symlink_metadata() {
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                _ => files.load(folder, name.to_owned())?,
            }
        }
        files.load_all(folder, ENCOUNTERS)?;
        Ok(files)
    }

    /// Adds the files of a subfolder that end in `.ron`, without hidden files of editors.
    fn load_all(&mut self, folder: &Path, name: &str) -> Result<(), Vec<Diagnostic>> {
        let within = folder.join(name);
        let entries = match fs::read_dir(&within) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(wrong(format!("{}: {error}", shown(&within)))),
        };
        let names = entries.filter_map(|entry| Some(entry.ok()?.file_name()));
        let names = names.map(|name| name.to_string_lossy().into_owned());
        let is_one = |file: &String| file.ends_with(".ron") && !file.starts_with('.');
        let mut all: Vec<String> = names.filter(is_one).take(MOST_FILES + 1).collect();
        if all.len() > MOST_FILES {
            return Err(wrong(format!(
                "{}: the folder has more than {MOST_FILES} files: remove some files",
                shown(&within)
            )));
        }
        all.sort();
        let mut all = all.into_iter();
        all.try_for_each(|file| self.load(folder, format!("{name}/{file}")))
    }

    fn load(&mut self, folder: &Path, path: String) -> Result<(), Vec<Diagnostic>> {
        let place = &self.place;
        check_path(&path).map_err(|why| wrong(format!("{place}{why}")))?;
        if leads_out(folder, &path) {
            return Err(wrong(format!(
                "{place}{path}: a link to a file outside the system's folder: replace it with a copy of the file"
            )));
        }
        let text = text_file::load(&folder.join(&path));
        let text = text.map_err(|error| wrong(format!("{error:#}")))?;
        self.texts.insert(path, text);
        let all: usize = self.texts.values().map(String::len).sum();
        if u64::try_from(all).is_ok_and(|all| all <= FOREIGN_LIMIT) {
            Ok(())
        } else {
            Err(wrong(format!(
                "{}: the files have more than {} MiB together: remove files that no fight needs",
                place.trim_end_matches(['/', ',', ' ']),
                FOREIGN_LIMIT / 1024 / 1024
            )))
        }
    }

    /// Returns the files of a bundled system.
    pub fn bundled(key: &str) -> Option<Self> {
        let files = written::bundled_files(key)?;
        let owned = |(path, text): (String, &str)| (path, text.to_owned());
        Some(Self {
            key: key.to_owned(),
            place: format!("{key}/"),
            texts: files.into_iter().map(owned).collect(),
            strangers: Vec::new(),
        })
    }

    /// Reads a system from the file that it is shared as, or from a fight that stores its rules; `None` for other
    /// files.
    pub fn of_text(source: &Source) -> Option<Result<Self, Vec<Diagnostic>>> {
        let (root, told) = parse(source);
        let Shape::Record(_, fields) = &root.shape else {
            // An unclosed bracket or quote hides all of the file.
            let begun = source.text().trim_start().starts_with(['(', '/']);
            return (begun && !told.is_empty()).then_some(Err(told));
        };
        let field = |key: &str| {
            let mut all = fields.iter();
            all.find(|field| field.key == key).map(|field| &field.value)
        };
        // `rules` belongs to a fight, which names its system in its start.
        let (files, of_fight) = match (field("files"), field("rules"), field("start")) {
            (Some(files), _, None) => (files, None),
            (_, Some(files), Some(start)) => (files, Some(start)),
            _ => return None,
        };
        let mut reading = Reading::new(source, told);
        let key = match (of_fight.map(|start| &start.shape), field("system")) {
            (Some(Shape::Record(_, fields)), _) => {
                let mut all = fields.iter();
                all.find(|field| field.key == "system")
                    .map(|field| &field.value)
            }
            (_, said) => said,
        };
        let key = key.and_then(|node| {
            let key = reading.text(node)?;
            match check_key(&key) {
                Ok(()) => Some(key),
                Err(why) => {
                    reading.wrong(node.at, why);
                    None
                }
            }
        });
        let mut named = Vec::new();
        match &files.shape {
            Shape::Map(pairs) => {
                for (path, text) in pairs {
                    if let (Some(name), Some(text)) = (reading.text(path), reading.text(text)) {
                        named.push((path.at, name, text));
                    }
                }
            }
            Shape::Text(_) if of_fight.is_some() => {
                let word = reading.text(files).unwrap_or_default();
                match RuleTexts::from_word(&word) {
                    Some(texts) => {
                        let texts = texts.0.into_iter();
                        named.extend(texts.map(|(name, text)| (files.at, name, text)));
                    }
                    None => reading.wrong(files.at, DAMAGED),
                }
            }
            _ => reading.wrong(
                files.at,
                "write a system's files in curly brackets: { \"system.ron\": \"…\" }",
            ),
        }
        let mut texts = BTreeMap::new();
        for (at, name, text) in named {
            if let Err(why) = check_path(&name) {
                reading.wrong(at, why);
            } else if texts.insert(name, text).is_some() {
                reading.wrong(at, "this file appears twice");
            }
        }
        for folder in [ENCOUNTERS, FIGHTS] {
            let in_it = texts.keys().filter(|path| path.starts_with(folder));
            if in_it.count() > MOST_FILES {
                let told = format!("`{folder}` has more than {MOST_FILES} files");
                reading.wrong(files.at, told);
            }
        }
        if key.is_none() && reading.count() == 0 {
            reading.wrong(
                root.at,
                "the key of the system is missing: write `system: \"tavern\"`",
            );
        }
        let wrong = reading.done();
        Some(match key {
            Some(key) if wrong.is_empty() => Ok(Self {
                key,
                place: format!("{}, ", source.name),
                texts,
                strangers: Vec::new(),
            }),
            _ => Err(wrong),
        })
    }

    /// Returns the system as one file: `(system: "tavern", files: { … })`, with each text unchanged.
    pub fn to_text(&self) -> String {
        let key = &self.key;
        // The key of a bundled system is already in use.
        let word = match Self::bundled(key) {
            Some(_) => format!("my-{key}"),
            None => key.clone(),
        };
        let mut all = format!(
            "// A rule system for Affray: `affray new-system {word} --from THIS_FILE` adds it to your systems.\n(\n    system: \"{key}\",\n    files: {{\n"
        );
        let first = FILES
            .into_iter()
            .filter(|path| self.texts.contains_key(*path));
        let rest = self.texts.keys().map(String::as_str);
        let rest = rest.filter(|path| !FILES.contains(path));
        for path in first.chain(rest) {
            all += &format!("        \"{path}\": {},\n", in_marks(&self.texts[path]));
        }
        all + "    },\n)\n"
    }

    /// Returns the names of other files in the folder of the system, which are not shared.
    pub fn strangers(&self) -> &[String] {
        &self.strangers
    }

    /// Reads the system, which stays in memory until the program ends.
    ///
    /// # Errors
    /// Returns all errors in the system's `system.ron` and `rules.lua`.
    pub fn read(&self) -> Result<&'static Written, Vec<Diagnostic>> {
        read_texts(&self.key, &self.texts, |path| self.called(path))
    }

    /// Returns the name of one of the system's files for messages.
    pub fn called(&self, path: &str) -> String {
        format!("{}{path}", self.place)
    }

    /// Returns the system's fight files, which serve as tests.
    pub fn fights(&self) -> Vec<Source> {
        let all = self.texts.iter();
        let all = all.filter(|(path, _)| path.starts_with(FIGHTS));
        all.map(|(path, text)| Source::new(format!("{}{path}", self.place), text))
            .collect()
    }

    /// Removes the encounters, which need the system's own roster.
    pub fn without_encounters(mut self) -> Self {
        self.texts.retain(|path, _| !path.starts_with(ENCOUNTERS));
        self
    }

    /// Gives the system another key and name.
    pub fn renamed(mut self, key: &str) -> Self {
        let from = std::mem::replace(&mut self.key, key.to_owned());
        if from == key {
            return self;
        }
        let line = |line: &str| {
            if line.trim_start().starts_with("name: \"") {
                format!("    name: \"{}\",\n", key.replace('-', " "))
            } else {
                line.to_owned()
            }
        };
        for (path, text) in &mut self.texts {
            *text = match path.as_str() {
                SYSTEM => text.split_inclusive('\n').map(line).collect(),
                // Fights name their system.
                _ => text.replace(
                    &format!("system: \"{from}\""),
                    &format!("system: \"{key}\""),
                ),
            };
        }
        self
    }

    /// Writes the system as a new folder, completely or not at all.
    ///
    /// # Errors
    /// If a file of that name exists, or the folder cannot be written.
    pub fn put(&self, folder: &Path) -> Result<()> {
        if folder.symlink_metadata().is_ok() {
            bail!("{} exists already: nothing was written", shown(folder));
        }
        let beside = folder.with_file_name(format!(".{}.new", self.key));
        let written = || -> Result<()> {
            // A program that was ended while writing left this folder behind.
            if beside.symlink_metadata().is_ok() {
                fs::remove_dir_all(&beside)
                    .with_context(|| format!("{} cannot be removed", shown(&beside)))?;
            }
            for (path, text) in &self.texts {
                let path = beside.join(path);
                if let Some(folder) = path.parent() {
                    fs::create_dir_all(folder)
                        .with_context(|| format!("{} cannot be created", shown(folder)))?;
                }
                fs::write(&path, text)
                    .with_context(|| format!("{} cannot be written", shown(&path)))?;
            }
            fs::rename(&beside, folder)
                .with_context(|| format!("{} cannot be created", shown(folder)))
        };
        written().inspect_err(|_| {
            // The folder is removed because the disk may be full.
            let _ = fs::remove_dir_all(&beside);
        })
    }
}

/// Returns `true` if a file of a system is a link, or is reached through a link, to a place outside the folder. The
/// folder itself may be a link.
fn leads_out(folder: &Path, path: &str) -> bool {
    let real = (folder.canonicalize(), folder.join(path).canonicalize());
    matches!(real, (Ok(folder), Ok(file)) if !file.starts_with(&folder))
}

/// Checks that a path is one of a system's files: a known file, or a file with a harmless name in one of its two
/// subfolders.
///
/// # Errors
/// If the path is not allowed. The error lists the allowed files.
fn check_path(path: &str) -> Result<(), String> {
    let fits = |name: &str| {
        let plain = |c: char| c.is_alphanumeric() || " -_.,'()!+&=@".contains(c);
        name.ends_with(".ron")
            && !name.starts_with('.')
            && name.len() <= 100
            && name.chars().all(plain)
    };
    let known = match path.split_once('/') {
        None => FILES.contains(&path),
        Some((folder, name)) => [ENCOUNTERS, FIGHTS].contains(&folder) && fits(name),
    };
    if known {
        Ok(())
    } else {
        Err(format!(
            "`{}` is not a file of a system: allowed are {}, and in `{ENCOUNTERS}` and `{FIGHTS}` files named with letters, digits and hyphens that end in .ron",
            text::sanitize(path, 120),
            FILES.join(", ")
        ))
    }
}

/// Lists other files in a folder and its two subfolders by name, a dozen at most, without hidden files of editors.
fn strangers(folder: &Path, texts: &BTreeMap<String, String>) -> Vec<String> {
    let folders = ["", ENCOUNTERS, FIGHTS];
    let all = folders.into_iter().flat_map(|within| {
        let entries = fs::read_dir(folder.join(within)).into_iter().flatten();
        let names = entries.filter_map(|entry| Some(entry.ok()?.file_name()));
        let names = names.map(|name| name.to_string_lossy().into_owned());
        let seen = names.filter(|name| !name.starts_with('.'));
        seen.map(move |name| match within {
            "" => name,
            within => format!("{within}/{name}"),
        })
    });
    let mut all: Vec<String> = all
        .filter(|path| !texts.contains_key(path) && !folders.contains(&path.as_str()))
        .map(|path| text::sanitize(&path, 120).into_owned())
        .collect();
    all.sort();
    all.truncate(12);
    all
}

/// Quotes a text as a raw string that leaves it unchanged.
fn in_marks(text: &str) -> String {
    let ends = |marks: &String| !text.contains(&format!("\"{marks}"));
    let mut marks = (1..100).map(|many| "#".repeat(many));
    match marks.find(ends) {
        Some(marks) => format!("r{marks}\"{text}\"{marks}"),
        None => format!("{text:?}"),
    }
}

fn wrong(what: String) -> Vec<Diagnostic> {
    vec![Diagnostic::new(what)]
}

/// Reads the valid systems in the settings folder. A system with the key of a bundled written system replaces the
/// bundled system. The keys of compiled systems are reserved. [`told_of`] reports the systems that were not loaded.
pub fn own_systems(config: &Path, known: &[&'static dyn System]) -> Vec<&'static dyn System> {
    let keeps = |key: &str| {
        let mut all = known.iter();
        all.any(|one| one.key() == key && one.texts().is_none())
    };
    let folders = folders(config);
    let mut all = Vec::new();
    if folders.is_empty() {
        return all;
    }
    for folder in folders.into_iter().take(MOST) {
        if !keeps(&key_of(&folder))
            && let Ok(files) = SystemFiles::to_play(&folder)
            && let Ok(system) = files.read()
        {
            all.push(system as &dyn System);
        }
    }
    all
}

/// Returns the known systems and the user-defined systems from the settings folder. A user-defined system replaces a
/// known system with the same key.
pub fn with_own_systems(known: &[&'static dyn System], config: &Path) -> Vec<&'static dyn System> {
    let mut all = known.to_vec();
    for own in own_systems(config, known) {
        match all.iter_mut().find(|one| one.key() == own.key()) {
            Some(one) => *one = own,
            None => all.push(own),
        }
    }
    all
}

/// Reports system folders that are not loaded, are refused, or replace another system.
pub(crate) fn told_of(config: &Path, systems: &[&'static dyn System]) -> Vec<Diagnostic> {
    let mut many = 0;
    let told = beside_each_other(config).into_iter().filter_map(|folder| {
        let key = key_of(&folder);
        if !folder.is_dir() {
            let key = key.strip_suffix(".ron")?.to_owned();
            let shown = shown(&folder);
            return Some(format!(
                "{shown}: a system is a folder: unpack this file with `affray new-system {} --from {shown}`",
                text::sanitize(&key, 60)
            ));
        }
        many += 1;
        if many > MOST {
            let one = many == MOST + 1;
            return one.then(|| format!(
                "{}: more than {MOST} systems; Affray reads the first {MOST} by name",
                shown(&config.join(SYSTEMS))
            ));
        }
        let listed = systems.iter().find(|one| one.key() == key);
        let shown = shown(&folder);
        let unread = format!("{shown}: this system cannot be read; `affray check {shown}` lists the errors");
        let Some(listed) = listed else {
            return Some(unread);
        };
        let Some(texts) = listed.texts() else {
            let name = listed.name();
            return Some(format!(
                "{shown}: this key belongs to the built-in system {name}: rename the folder"
            ));
        };
        let along = written::bundled_files(&key)?;
        let mut same = along.iter().filter(|(path, _)| *path == SYSTEM);
        if same.any(|(path, text)| texts.0.get(path).is_some_and(|own| own == text)) { read_system(&folder).is_err().then_some(unread) } else { Some(format!(
            "{shown}: this system replaces the built-in system `{key}`"
        )) }
    });
    told.map(Diagnostic::new).collect()
}

/// Explains why a user-defined system with this key is not loaded, if the system exists. The explanation has the first
/// error, and the command that lists all errors.
pub(crate) fn unread(config: &Path, key: &str) -> Option<Diagnostic> {
    check_key(key).ok()?;
    let folder = config.join(SYSTEMS).join(key);
    if !folder.is_dir() {
        return None;
    }
    let wrong = read_system(&folder).err()?;
    let mut first = wrong.into_iter().next()?;
    let shown = shown(&folder);
    first.what += &format!(
        " (the system `{key}` cannot be read: fix its files; `affray check {shown}` lists the errors)"
    );
    Some(first)
}

/// Lists the folders of systems, in the order of their names.
fn folders(config: &Path) -> Vec<PathBuf> {
    let mut all = beside_each_other(config);
    all.retain(|path| path.is_dir());
    all
}

/// Lists everything in the folder of systems, in the order of names, without hidden files.
fn beside_each_other(config: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(config.join(SYSTEMS)) else {
        return Vec::new();
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut all: Vec<PathBuf> = paths
        .filter(|path| !key_of(path).starts_with('.'))
        .collect();
    all.sort();
    all
}

/// Returns the key of the system in a folder, which is the folder's name.
fn key_of(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Checks that a word can be the key of a system.
///
/// # Errors
/// If the word cannot be a key. The error states the requirements.
pub(crate) fn check_key(key: &str) -> Result<(), String> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if key.starts_with(|c: char| c.is_ascii_lowercase()) && key.chars().all(fits) && key.len() <= 40
    {
        Ok(())
    } else {
        Err(format!(
            "`{}` is not a key for a system: write lower-case letters, digits and hyphens, beginning with a letter",
            text::sanitize(key, 60)
        ))
    }
}

/// Reads the system in a folder.
///
/// # Errors
/// Returns all errors in `system.ron`, or the reason why a file cannot be read.
pub(crate) fn read_system(folder: &Path) -> Result<&'static Written, Vec<Diagnostic>> {
    SystemFiles::to_play(folder)?.read()
}

/// Returns the functions in the folder of a system, if there are any.
///
/// # Errors
/// If the file cannot be read.
pub(crate) fn rules_of(folder: &Path) -> Result<Option<Source>, Vec<Diagnostic>> {
    let path = folder.join(RULES);
    if !path.exists() {
        return Ok(None);
    }
    match text_file::load(&path) {
        Ok(text) => Ok(Some(Source::new(shown(&path), &text))),
        Err(error) => Err(wrong(format!("{error:#}"))),
    }
}
