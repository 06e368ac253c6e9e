//! A game master's own systems: folders of data in the folder of settings, `systems/KEY`, each with the files that a system in
//! `assets` has. To be sent to others a system is one file ([`SystemFiles::to_text`]).

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
    self, ENCOUNTERS, MONSTERS, PAGE, ROSTER, RULES, SYSTEM, TABLES, Written, read_texts,
};
use crate::text;

/// The folder of them.
pub(crate) const SYSTEMS: &str = "systems";
/// The folder of fights in one.
const FIGHTS: &str = "fights";
/// Its files that stand in no folder.
const FILES: [&str; 6] = [SYSTEM, RULES, ROSTER, MONSTERS, TABLES, PAGE];
/// Folders of systems that are read.
const MOST: usize = 100;
/// Encounters that a system has, and fights.
const MOST_FILES: usize = 100;

/// A system as the files of its folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SystemFiles {
    /// Its key: the name of its folder.
    pub key: String,
    /// What messages write before a path in it: its folder and `/`, or the file that it is shared as.
    place: String,
    /// Texts, by their paths in the folder.
    texts: BTreeMap<String, String>,
    /// What else lies in the folder, a few of it by name: none of the system's files.
    strangers: Vec<String>,
}

impl SystemFiles {
    /// Of a folder whose name is its key.
    ///
    /// # Errors
    /// Why one of its files cannot be read, or that all of them are too large.
    pub fn of_folder(folder: &Path) -> Result<Self, Vec<Diagnostic>> {
        let mut files = Self::to_play(folder)?;
        files.load_all(folder, FIGHTS)?;
        files.strangers = strangers(folder, &files.texts);
        Ok(files)
    }

    /// The same without its fights, which nobody needs to play it.
    pub(super) fn to_play(folder: &Path) -> Result<Self, Vec<Diagnostic>> {
        let mut files = Self {
            key: key_of(folder),
            place: format!("{}/", shown(folder)),
            texts: BTreeMap::new(),
            strangers: Vec::new(),
        };
        check_key(&files.key).map_err(wrong)?;
        for name in FILES {
            // A name that leads nowhere is told as such when it is loaded.
            match folder.join(name).symlink_metadata() {
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                _ => files.load(folder, name.to_owned())?,
            }
        }
        files.load_all(folder, ENCOUNTERS)?;
        Ok(files)
    }

    /// Adds the files of a folder in it that end in `.ron`; those that are hidden are some editor's.
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
                "{}: there are more than {MOST_FILES} files in it: take some of them out",
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
                "{place}{path}: a link to a file outside the folder of the system: put a copy of the file in its place"
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
                "{}: its files are larger than {} MiB together: leave out what no fight needs",
                place.trim_end_matches(['/', ',', ' ']),
                FOREIGN_LIMIT / 1024 / 1024
            )))
        }
    }

    /// Of the files of a system that comes along.
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

    /// Of the one file that a system is shared as, or of a fight that keeps the rules by which it was saved; `None` where it
    /// is neither.
    pub fn of_text(source: &Source) -> Option<Result<Self, Vec<Diagnostic>>> {
        let (root, told) = parse(source);
        let Shape::Record(_, fields) = &root.shape else {
            // A bracket or a mark that is not closed hides all of it.
            let begun = source.text().trim_start().starts_with(['(', '/']);
            return (begun && !told.is_empty()).then_some(Err(told));
        };
        let field = |key: &str| {
            let mut all = fields.iter();
            all.find(|field| field.key == key).map(|field| &field.value)
        };
        // `rules` are those of a fight, which says of which system it is in its start.
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
                "a system's files stand in curly brackets: { \"system.ron\": \"…\" }",
            ),
        }
        let mut texts = BTreeMap::new();
        for (at, name, text) in named {
            if let Err(why) = check_path(&name) {
                reading.wrong(at, why);
            } else if texts.insert(name, text).is_some() {
                reading.wrong(at, "this file is in it twice");
            }
        }
        for folder in [ENCOUNTERS, FIGHTS] {
            let in_it = texts.keys().filter(|path| path.starts_with(folder));
            if in_it.count() > MOST_FILES {
                let told = format!("there are more than {MOST_FILES} files in `{folder}`");
                reading.wrong(files.at, told);
            }
        }
        if key.is_none() && reading.count() == 0 {
            reading.wrong(
                root.at,
                "it does not say which system it is: `system: \"tavern\"`",
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

    /// All of it as one file: `(system: "tavern", files: { … })`, each text as it stands.
    pub fn to_text(&self) -> String {
        let key = &self.key;
        // The word of a system that comes along is taken wherever the file is read.
        let word = match Self::bundled(key) {
            Some(_) => format!("my-{key}"),
            None => key.clone(),
        };
        let mut all = format!(
            "// A rule system for Affray: `affray new-system {word} --from THIS_FILE` puts it among one's own.\n(\n    system: \"{key}\",\n    files: {{\n"
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

    /// What else lies in its folder, by name: none of it is sent to others.
    pub fn strangers(&self) -> &[String] {
        &self.strangers
    }

    /// Reads the system, which stays in memory until the program ends.
    ///
    /// # Errors
    /// Everything that is wrong with its `system.ron` and its `rules.lua`.
    pub fn read(&self) -> Result<&'static Written, Vec<Diagnostic>> {
        read_texts(&self.key, &self.texts, |path| self.called(path))
    }

    /// What messages call one of its files.
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

    /// The least that it needs: no encounters, which belong to its people.
    pub fn without_encounters(mut self) -> Self {
        self.texts.retain(|path, _| !path.starts_with(ENCOUNTERS));
        self
    }

    /// The same system under another key and name.
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
                // Fights say of which system they are.
                _ => text.replace(
                    &format!("system: \"{from}\""),
                    &format!("system: \"{key}\""),
                ),
            };
        }
        self
    }

    /// Writes it as a folder that is not there yet; whatever hinders that, there is the whole of it or nothing.
    ///
    /// # Errors
    /// When something of that name is there, or it cannot be written.
    pub fn put(&self, folder: &Path) -> Result<()> {
        if folder.symlink_metadata().is_ok() {
            bail!("{} is there already: nothing is written", shown(folder));
        }
        let beside = folder.with_file_name(format!(".{}.new", self.key));
        let written = || -> Result<()> {
            // What is left of one that was ended while it wrote.
            if beside.symlink_metadata().is_ok() {
                fs::remove_dir_all(&beside)
                    .with_context(|| format!("{} is in the way", shown(&beside)))?;
            }
            for (path, text) in &self.texts {
                let path = beside.join(path);
                if let Some(folder) = path.parent() {
                    fs::create_dir_all(folder)
                        .with_context(|| format!("{} cannot be made", shown(folder)))?;
                }
                fs::write(&path, text)
                    .with_context(|| format!("{} cannot be written", shown(&path)))?;
            }
            fs::rename(&beside, folder).with_context(|| format!("{} cannot be made", shown(folder)))
        };
        written().inspect_err(|_| {
            // What it took of a full disk is needed elsewhere.
            let _ = fs::remove_dir_all(&beside);
        })
    }
}

/// Returns whether a file of a system is a link, or lies behind one, to a place outside the folder. The folder itself may be
/// a link.
fn leads_out(folder: &Path, path: &str) -> bool {
    let real = (folder.canonicalize(), folder.join(path).canonicalize());
    matches!(real, (Ok(folder), Ok(file)) if !file.starts_with(&folder))
}

/// Whether a path is one of a system's files: those that it has, and files of its two folders with harmless names.
///
/// # Errors
/// Says which there are.
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
            "`{}` is no file of a system: there are {}, and in `{ENCOUNTERS}` and `{FIGHTS}` files of letters, digits and hyphens that end in .ron",
            text::sanitize(path, 120),
            FILES.join(", ")
        ))
    }
}

/// What lies in a folder and its two folders besides these files, by name, a dozen at most; what is hidden is some editor's.
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

/// A text in marks that let it stand as it is.
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

/// Reads the valid systems in the folder of settings. A system with the key of a bundled written system replaces it; the keys
/// of compiled systems are reserved. [`told_of`] reports the others.
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

/// The systems that come along, with those in the folder of settings in their places or behind them.
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

/// What is said of those folders that are not simply systems of the list: not read, refused, or in the place of another.
pub(crate) fn told_of(config: &Path, systems: &[&'static dyn System]) -> Vec<Diagnostic> {
    let mut many = 0;
    let told = beside_each_other(config).into_iter().filter_map(|folder| {
        let key = key_of(&folder);
        if !folder.is_dir() {
            let key = key.strip_suffix(".ron")?.to_owned();
            let shown = shown(&folder);
            return Some(format!(
                "{shown}: a system is a folder: `affray new-system {} --from {shown}` makes one of it",
                text::sanitize(&key, 60)
            ));
        }
        many += 1;
        if many > MOST {
            let one = many == MOST + 1;
            return one.then(|| format!(
                "{}: of more than {MOST} systems those are read that come first by their names",
                shown(&config.join(SYSTEMS))
            ));
        }
        let listed = systems.iter().find(|one| one.key() == key);
        let shown = shown(&folder);
        let unread = format!("{shown}: this system is not read: `affray check {shown}` says why");
        let Some(listed) = listed else {
            return Some(unread);
        };
        let Some(texts) = listed.texts() else {
            let name = listed.name();
            return Some(format!(
                "{shown}: this key is that of {name}, which comes along: give the folder another name"
            ));
        };
        let along = written::bundled_files(&key)?;
        let mut same = along.iter().filter(|(path, _)| *path == SYSTEM);
        if same.any(|(path, text)| texts.0.get(path).is_some_and(|own| own == text)) { read_system(&folder).is_err().then_some(unread) } else { Some(format!(
            "{shown}: it takes the place of the system `{key}` that comes along"
        )) }
    });
    told.map(Diagnostic::new).collect()
}

/// Why one's own system of this key is not read, if it is there: the first mistake in it, at its place, and where to read of the
/// others.
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
        " (so the system `{key}` is not read: mend its files; `affray check {shown}` tells all that is wrong with them)"
    );
    Some(first)
}

/// The folders of systems, in the order of their names.
fn folders(config: &Path) -> Vec<PathBuf> {
    let mut all = beside_each_other(config);
    all.retain(|path| path.is_dir());
    all
}

/// What lies where systems are looked for, in the order of its names, without what is hidden.
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

/// The key of the system in a folder: its name.
fn key_of(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Whether a word can be the key of a system.
///
/// # Errors
/// Says what it has to be.
pub(crate) fn check_key(key: &str) -> Result<(), String> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if key.starts_with(|c: char| c.is_ascii_lowercase()) && key.chars().all(fits) && key.len() <= 40
    {
        Ok(())
    } else {
        Err(format!(
            "`{}` names no system: write small letters, digits and hyphens, a letter first",
            text::sanitize(key, 60)
        ))
    }
}

/// Reads the system in a folder.
///
/// # Errors
/// Everything that is wrong with its `system.ron`, or why one of its files cannot be read.
pub(crate) fn read_system(folder: &Path) -> Result<&'static Written, Vec<Diagnostic>> {
    SystemFiles::to_play(folder)?.read()
}

/// The functions in the folder of a system, if it has any.
///
/// # Errors
/// Why the file cannot be read.
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
