//! Assets for starting a fight: the built-in compendia and the GM's files, which override them. The settings folder
//! contains the GM's files:
//!
//! - `rosters/<system>/*.ron`
//! - `parties/<system>/*.ron`
//! - `tables/<system>.ron`
//! - `capitals/<system>.ron`
//! - `encounters/*.ron`
//! - `drafts/*.ron`: fights in preparation
//! - `settings.ron`
//!
//! [`own_systems`](mod@super::own_systems) reads the GM's own systems.
//!
//! A broken file is reported and does not affect other files. A compendium is read when it is first needed.

use std::cell::OnceCell;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result, bail};

use super::disk::{DiskStore, Store, beside, write_beside};
use super::names;
use super::own_systems::{told_of, unread};
use super::party_file::{is_kept_aside, write_party};
use super::settings::Settings;
use super::text_file::{self, shown};
use crate::compendium::{Compendium, Creature, Party, write_roster};
use crate::ron_text::{Diagnostic, Source};
use crate::rules::System;
use crate::setup::{self, ReadyEncounter, ReadyTitle, Setup, bundled, bundled_titles};
use crate::values::unknown;

/// Folder of user-defined action keys, a file for each system.
pub(crate) const CAPITALS: &str = "capitals";

/// Name of the settings file.
pub(crate) const SETTINGS: &str = "settings.ron";
/// Name of the key map file.
pub(crate) const KEYMAP: &str = "keymap.ron";
/// Folder of saved parties, a folder for each system.
pub(crate) const PARTIES: &str = "parties";
/// Folder of fights in preparation.
const DRAFTS: &str = "drafts";

/// File extension of half-filled forms during preparation.
const FORM: &str = "form";
/// Maximum number of files read from one folder.
const MOST_FILES: usize = 500;

/// Compendia and settings of the GM.
pub struct Library {
    systems: Vec<LazyCompendium>,
    folder: Option<PathBuf>,
}

/// System with its compendium, which is read on demand.
struct LazyCompendium {
    system: &'static dyn System,
    read: OnceCell<Read>,
}

/// Compendium of a system with its encounters and errors.
struct Read {
    compendium: Compendium,
    encounters: Vec<ReadyEncounter>,
    /// Encounters of the GM that have errors.
    broken: Vec<(ReadyTitle, Vec<Diagnostic>)>,
    mistakes: Vec<Diagnostic>,
}

/// Fight in preparation, as the GM left it.
pub(crate) struct SetupDraft {
    /// Name of the draft's file.
    pub name: String,
    /// Contents of the set-up so far.
    pub setup: Setup,
    /// Half-filled form, as stored by [`Library::keep_draft_form`]; "" without a form.
    pub form: String,
}

impl Library {
    /// Creates a library of the built-in assets only.
    pub fn built_in(systems: &[&'static dyn System]) -> Self {
        Self::new(systems, None)
    }

    /// Creates a library of the built-in assets and the files in `folder`, which may be missing.
    pub fn with_own(systems: &[&'static dyn System], folder: &Path) -> Self {
        Self::new(systems, Some(folder.to_owned()))
    }

    fn new(systems: &[&'static dyn System], folder: Option<PathBuf>) -> Self {
        let systems = systems.iter().map(|system| LazyCompendium {
            system: *system,
            read: OnceCell::new(),
        });
        Self {
            systems: systems.collect(),
            folder,
        }
    }

    pub(crate) fn systems(&self) -> Vec<&'static dyn System> {
        self.systems.iter().map(|entry| entry.system).collect()
    }

    /// Finds the rule system with this key.
    pub(crate) fn system(&self, key: &str) -> Option<&'static dyn System> {
        self.entry(key).map(|entry| entry.system)
    }

    /// Lists the titles of the ready encounters, system by system. For a system without files of the GM, only the
    /// titles are read.
    pub fn ready(&self) -> Vec<(&'static dyn System, Vec<ReadyTitle>)> {
        let titles = |entry: &LazyCompendium| match entry.read.get() {
            None if !self.has_own(entry.system.key()) => bundled_titles(entry.system),
            _ => {
                let encounters = self.encounters(entry.system.key()).iter();
                let broken = self.read(entry.system.key()).map(|read| &read.broken);
                let broken = broken.into_iter().flatten().map(|(title, _)| title.clone());
                encounters.map(ReadyTitle::from).chain(broken).collect()
            }
        };
        let systems = self.systems.iter();
        systems.map(|entry| (entry.system, titles(entry))).collect()
    }

    /// Returns the parts of a system's compendium that a fight's panes need. The compendium is complete only if it has
    /// already been read or the GM has files for it.
    pub(crate) fn outline(&self, key: &str) -> Option<Compendium> {
        let entry = self.entry(key)?;
        match entry.read.get() {
            None if !self.has_own(key) => Some(Compendium::outline(entry.system)),
            _ => self.compendium(key).cloned(),
        }
    }

    /// Returns the compendium for a fight's system, which may be a copy stored in the fight.
    pub(crate) fn of_fight(&self, system: &'static dyn System) -> Compendium {
        let known = self.compendium(system.key());
        match known.filter(|one| one.schema == system.schema()) {
            Some(known) => known.clone(),
            None => Compendium::built_in(system).0,
        }
    }

    fn entry(&self, key: &str) -> Option<&LazyCompendium> {
        let mut systems = self.systems.iter();
        systems.find(|entry| entry.system.key() == key)
    }

    pub fn compendium(&self, key: &str) -> Option<&Compendium> {
        self.read(key).map(|read| &read.compendium)
    }

    /// Returns the compendium of a system that must exist.
    ///
    /// # Errors
    /// If there is no system with this key. The error lists the keys.
    pub(crate) fn known(&self, key: &str) -> Result<&Compendium> {
        let keys = self.systems.iter().map(|entry| entry.system.key());
        self.compendium(key)
            .with_context(|| unknown("system", key, keys))
    }

    /// Lists the ready encounters of a system.
    pub(crate) fn encounters(&self, key: &str) -> &[ReadyEncounter] {
        self.read(key).map_or(&[], |read| &read.encounters)
    }

    /// Returns `true` if an encounter has exactly this name, with or without errors.
    pub(crate) fn has_encounter(&self, name: &str) -> bool {
        self.compendia().iter().any(|compendium| {
            let read = self.read(compendium.key()).into_iter();
            let mut names = read.flat_map(|read| {
                let ready = read.encounters.iter().map(|one| &one.name);
                ready.chain(read.broken.iter().map(|(one, _)| &one.name))
            });
            names.any(|one| one.eq_ignore_ascii_case(name.trim()))
        })
    }

    /// Returns all compendia, in the order of the systems.
    pub(crate) fn compendia(&self) -> Vec<&Compendium> {
        let compendia = self
            .systems
            .iter()
            .filter_map(|entry| self.compendium(entry.system.key()));
        compendia.collect()
    }

    /// Lists the errors in the files of a system's compendium.
    pub fn mistakes(&self, key: &str) -> &[Diagnostic] {
        self.read(key).map_or(&[], |read| &read.mistakes)
    }

    /// Lists the notices about the files read so far, each in one line.
    pub fn notices(&self) -> Vec<String> {
        let (_, settings) = self.settings();
        let folder = self.folder.as_ref();
        let own = folder.map_or_else(Vec::new, |folder| told_of(folder, &self.systems()));
        let read = self.systems.iter().filter_map(|entry| entry.read.get());
        let read = read.flat_map(|read| &read.mistakes);
        let all = settings.iter().chain(&own).chain(read);
        let line = |told: &Diagnostic| told.to_string().lines().next().map(str::to_owned);
        all.filter_map(line).collect()
    }

    /// Summarises the notices in one line; usually `None`.
    pub fn notice(&self) -> Option<String> {
        let all = self.notices();
        let first = all.first()?;
        Some(match all.len() - 1 {
            0 => first.to_owned(),
            more => format!("{first}; and {more} more: list them with `affray check`"),
        })
    }

    /// Explains why a user-defined system that files name was not loaded.
    pub(crate) fn unread(&self, key: &str) -> Option<Diagnostic> {
        match self.entry(key) {
            Some(_) => None,
            None => unread(self.folder.as_deref()?, key),
        }
    }

    fn read(&self, key: &str) -> Option<&Read> {
        let entry = self.entry(key)?;
        Some(entry.read.get_or_init(|| {
            let (compendium, mistakes) = Compendium::built_in(entry.system);
            let (encounters, wrong) = bundled(&compendium);
            let mut read = Read {
                compendium,
                encounters,
                broken: Vec::new(),
                mistakes,
            };
            read.mistakes.extend(wrong);
            if let Some(folder) = &self.folder {
                self.add_own(folder, &mut read);
                let (settings, _) = self.settings();
                for ready in &mut read.encounters {
                    settings.give_dice(&mut ready.setup);
                }
            }
            read
        }))
    }

    fn add_own(&self, folder: &Path, read: &mut Read) {
        let Read {
            compendium,
            encounters,
            broken,
            mistakes,
        } = read;
        let key = compendium.key();
        let tables = folder.join("tables").join(format!("{key}.ron"));
        if tables.exists()
            && let Some(source) = load(&tables, mistakes)
        {
            mistakes.extend(compendium.add_tables(&source));
        }
        let capitals = folder.join(CAPITALS).join(format!("{key}.ron"));
        if capitals.exists()
            && let Some(source) = load(&capitals, mistakes)
        {
            mistakes.extend(compendium.add_capitals(&source));
        }
        for path in files(&folder.join("rosters").join(key), mistakes) {
            if let Some(source) = load(&path, mistakes) {
                mistakes.extend(compendium.add_roster(&source, true));
            }
        }
        for path in party_files(&folder.join(PARTIES).join(key), mistakes) {
            if let (Some(source), Some(stem)) = (load(&path, mistakes), path.file_stem()) {
                let name = names::title(&stem.to_string_lossy());
                mistakes.extend(compendium.add_party(name, &source));
            }
        }
        for (path, source) in self.own_encounters(folder, key, mistakes) {
            let (setup, wrong) = setup::read(&source, &[compendium]);
            mistakes.extend(wrong.iter().cloned());
            let name = path.file_stem().unwrap_or_default();
            let name = name.to_string_lossy().into_owned();
            let own = true;
            match setup {
                Some(setup) => setup::put(encounters, ReadyEncounter { name, setup, own }),
                None => {
                    let (title, _) = setup::title_of(&source);
                    let first = wrong.first().map_or_else(String::new, ToString::to_string);
                    let title = ReadyTitle {
                        title: if title.is_empty() {
                            name.clone()
                        } else {
                            title
                        },
                        description: String::new(),
                        mistake: first.lines().next().unwrap_or_default().to_owned(),
                        name,
                        own,
                    };
                    broken.push((title, wrong));
                }
            }
        }
    }

    /// Lists the GM's encounters of a system. A file of an unknown system is reported once, with the first system.
    fn own_encounters(
        &self,
        folder: &Path,
        key: &str,
        mistakes: &mut Vec<Diagnostic>,
    ) -> Vec<(PathBuf, Source)> {
        let is_first = self
            .systems
            .first()
            .is_some_and(|entry| entry.system.key() == key);
        let mut own = Vec::new();
        for path in files(&folder.join("encounters"), mistakes) {
            let Some(source) = load(&path, mistakes) else {
                continue;
            };
            let belongs = match setup::system_of(&source) {
                Some(named) if named == key => true,
                Some(named) => is_first && self.system(&named).is_none(),
                None => is_first,
            };
            if belongs {
                own.push((path, source));
            }
        }
        own
    }

    /// Returns `true` if the GM may have files for a system.
    fn has_own(&self, key: &str) -> bool {
        let Some(folder) = &self.folder else {
            return false;
        };
        let file = |kind: &str| folder.join(kind).join(format!("{key}.ron"));
        let rosters = folder.join("rosters").join(key);
        let parties = folder.join(PARTIES).join(key);
        let there = [file("tables"), file(CAPITALS), rosters, parties];
        let mut mistakes = Vec::new();
        there.iter().any(|path| path.exists())
            || !self.own_encounters(folder, key, &mut mistakes).is_empty()
            || !mistakes.is_empty()
    }

    /// Returns the GM's settings and the first error in the settings file. A setting with an error keeps its default.
    pub fn settings(&self) -> (Settings, Option<Diagnostic>) {
        let Some(path) = self.folder.as_ref().map(|folder| folder.join(SETTINGS)) else {
            return (Settings::default(), None);
        };
        if !path.exists() {
            return (Settings::default(), None);
        }
        let mut mistakes = Vec::new();
        let read = load(&path, &mut mistakes).map(|source| Settings::read(&source));
        let (settings, more) = read.unwrap_or_default();
        (settings, mistakes.into_iter().chain(more).next())
    }

    /// Returns the text and the file name of the GM's key map, if the GM has a key map.
    pub(crate) fn keymap(&self) -> Result<Option<(String, String)>> {
        let Some(path) = self.folder.as_ref().map(|folder| folder.join(KEYMAP)) else {
            return Ok(None);
        };
        if !path.exists() {
            return Ok(None);
        }
        Ok(Some((shown(&path), text_file::load(&path)?)))
    }

    /// Saves the text of a new roster of the GM. Returns the path.
    ///
    /// # Errors
    /// If a roster of that name exists, the folder is missing, or the roster cannot be written.
    pub(crate) fn new_roster(&mut self, system: &str, name: &str, text: &str) -> Result<PathBuf> {
        let there = self
            .folder
            .as_ref()
            .map(|folder| folder.join(roster_file(system, name)));
        if let Some(path) = there.filter(|path| path.exists()) {
            bail!(
                "{} exists already and was not changed: choose another name with `--name`, or move that file",
                shown(&path)
            );
        }
        let path = self.write(&roster_file(system, name), text)?;
        self.forget(system);
        Ok(path)
    }

    /// Saves a party after a fight. Only the members in `fought` change. Returns the path, and the name of the backup
    /// if the user had edited the file.
    ///
    /// # Errors
    /// If the folder or the system is missing, or the party cannot be written.
    pub fn keep_party(
        &mut self,
        system: &str,
        name: &str,
        fought: Vec<Creature>,
    ) -> Result<(PathBuf, Option<String>)> {
        // Reads the current file on disk, which another program may have written.
        self.forget(system);
        let compendium = self.known(system)?;
        let schema = compendium.schema;
        let empty = |_| Party {
            name: name.to_owned(),
            members: Vec::new(),
        };
        let mut party = compendium.party(name).cloned().unwrap_or_else(empty);
        party.after(fought);
        let folder = self.folder()?.join(PARTIES).join(system);
        let file = format!("{}.ron", names::file_name(&party.name));
        let path = folder.join(&file);
        let text = write_roster(schema, &party.members);
        let kept = write_party(&DiskStore::new(&folder), &file, &text);
        let kept = kept.with_context(|| format!("{} was not saved", shown(&path)))?;
        self.forget(system);
        Ok((path, kept))
    }

    /// Returns the time of the last change to a party's file, if the file system has it.
    pub fn party_changed(&self, system: &str, name: &str) -> Option<SystemTime> {
        let folder = self.folder.as_ref()?.join(PARTIES).join(system);
        let file = folder.join(format!("{}.ron", names::file_name(name)));
        file.metadata().ok()?.modified().ok()
    }

    /// Returns the saved parties, system by system. Reads only systems that have files of the GM.
    pub fn parties(&self) -> impl Iterator<Item = (&'static dyn System, &Party)> {
        let own = self.systems.iter().filter(|entry| {
            let key = entry.system.key();
            entry.read.get().is_some() || self.has_own(key)
        });
        own.flat_map(|entry| {
            let compendium = self.compendium(entry.system.key());
            let parties = compendium.into_iter().flat_map(|one| &one.parties);
            parties.map(|party| (entry.system, party))
        })
    }

    /// Rereads the GM's files the next time they are needed.
    pub(crate) fn forget_all(&mut self) {
        self.systems.iter_mut().for_each(|entry| {
            entry.read.take();
        });
    }

    /// Rereads the files of a system the next time they are needed.
    fn forget(&mut self, system: &str) {
        let mut entries = self.systems.iter_mut();
        if let Some(entry) = entries.find(|entry| entry.system.key() == system) {
            entry.read.take();
        }
    }

    /// Saves a fight in preparation as one of the GM's encounters. Returns the path.
    pub fn save_encounter(&mut self, setup: &Setup) -> Result<PathBuf> {
        let compendium = self.known(&setup.system)?;
        let file = format!("{}.ron", names::file_name(&setup.title));
        let path = self.write(
            &Path::new("encounters").join(file),
            &setup::write(setup, compendium.schema),
        )?;
        self.forget(&setup.system);
        Ok(path)
    }

    /// Lists the fights in preparation by file name. Unreadable parts are skipped.
    pub(crate) fn drafts(&self) -> Vec<SetupDraft> {
        let Some(folder) = &self.folder else {
            return Vec::new();
        };
        let mut mistakes = Vec::new();
        let paths = files(&folder.join(DRAFTS), &mut mistakes).into_iter();
        let drafts = paths.filter_map(|path| {
            let source = load(&path, &mut mistakes)?;
            let compendium = self.compendium(&setup::system_of(&source)?)?;
            let setup = setup::read_unfinished(&source, compendium)?;
            let name = path.file_stem()?.to_string_lossy().into_owned();
            let form = fs::read_to_string(path.with_extension(FORM)).unwrap_or_default();
            Some(SetupDraft { name, setup, form })
        });
        drafts.collect()
    }

    /// Stores a half-filled form of a fight in preparation and replaces an earlier form; "" deletes the form. The file
    /// is not synced, because nothing depends on it.
    ///
    /// # Errors
    /// If the form cannot be written.
    pub(crate) fn keep_draft_form(&self, name: &str, text: &str) -> Result<()> {
        let folder = self.folder()?.join(DRAFTS);
        let (store, file) = (DiskStore::new(&folder), format!("{name}.{FORM}"));
        let kept = match text {
            "" => store.remove(&file),
            text => fs::write(folder.join(&file), text),
        };
        kept.with_context(|| format!("{} was not written", shown(&folder.join(file))))
    }

    /// Stores a fight in preparation under its name or an unused name, and returns the name. Returns `None` if the GM
    /// has no folder.
    ///
    /// # Errors
    /// If the set-up cannot be written.
    pub(crate) fn keep_draft(&self, name: Option<&str>, setup: &Setup) -> Result<Option<String>> {
        let (Some(folder), Some(system)) = (&self.folder, self.system(&setup.system)) else {
            return Ok(None);
        };
        let name = match name {
            Some(name) => name.to_owned(),
            None => {
                let there = files(&folder.join(DRAFTS), &mut Vec::new());
                let stems = there.iter().filter_map(|path| path.file_stem());
                let taken: Vec<String> = stems
                    .map(|stem| stem.to_string_lossy().into_owned())
                    .collect();
                names::free_file_name(&setup.title, &taken)
            }
        };
        let text = setup::write(setup, system.schema());
        self.write(&Path::new(DRAFTS).join(format!("{name}.ron")), &text)?;
        Ok(Some(name))
    }

    /// Deletes the stored data of a fight in preparation.
    ///
    /// # Errors
    /// If the folder is missing, or a file cannot be deleted.
    pub(crate) fn drop_draft(&self, name: &str) -> Result<()> {
        let folder = self.folder()?.join(DRAFTS);
        for ending in [FORM, "ron"] {
            let file = format!("{name}.{ending}");
            let removed = DiskStore::new(&folder).remove(&file);
            removed.with_context(|| format!("{} was not deleted", shown(&folder.join(file))))?;
        }
        Ok(())
    }

    /// Writes, syncs and renames a temporary file, so that the old file exists until the new file exists.
    fn write(&self, file: &Path, text: &str) -> Result<PathBuf> {
        let folder = self.folder()?;
        let path = folder.join(file);
        let store = DiskStore::new(path.parent().unwrap_or(folder));
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let written = || -> std::io::Result<()> {
            store.make_folder()?;
            write_beside(&store, &name, [text.as_bytes()])?;
            store.rename(&beside(&name), &name)?;
            store.sync_folder()
        };
        written().with_context(|| format!("{} was not saved", shown(&path)))?;
        Ok(path)
    }

    fn folder(&self) -> Result<&Path> {
        let folder = self.folder.as_deref();
        folder.context(names::NO_FOLDER)
    }

    /// Finds the encounter to start: by title or file name among the GM's encounters and the bundled encounters,
    /// otherwise a file. An encounter of the GM comes before a bundled encounter of the same name.
    ///
    /// # Errors
    /// All errors in the file, or similar names.
    pub fn encounter(&self, wanted: &str) -> Result<Setup, Vec<Diagnostic>> {
        let compendia = self.compendia();
        let all = compendia
            .iter()
            .flat_map(|compendium| self.encounters(compendium.key()));
        let (own, bundled): (Vec<_>, Vec<_>) = all.partition(|one| one.own);
        let all = own.into_iter().chain(bundled);
        let of = |one: &ReadyEncounter| vec![one.name.clone(), one.setup.title.clone()];
        let path = Path::new(wanted);
        let found = names::meant(all.clone(), wanted, of);
        match found.as_slice() {
            [found] => return Ok(found.setup.clone()),
            [first, ..]
                if of(first)
                    .iter()
                    .any(|name| name.eq_ignore_ascii_case(wanted)) =>
            {
                return Ok(first.setup.clone());
            }
            several if several.len() > 1 && !path.exists() => {
                let names: Vec<&str> = several.iter().map(|one| one.name.as_str()).collect();
                let why = format!(
                    "several encounters match: write one of {}",
                    names.join(", ")
                );
                return Err(vec![Diagnostic::new(why)]);
            }
            _ => {}
        }
        if path.exists() {
            let mut mistakes = Vec::new();
            let Some(source) = load(path, &mut mistakes) else {
                return Err(mistakes);
            };
            let (setup, mistakes) = setup::read(&source, &compendia);
            let mut setup = setup.ok_or(mistakes)?;
            self.settings().0.give_dice(&mut setup);
            return Ok(setup);
        }
        let read = self.systems.iter().filter_map(|entry| entry.read.get());
        let mut broken = read.flat_map(|read| &read.broken);
        let is_it = |name: &str| name.eq_ignore_ascii_case(wanted);
        if let Some((_, mistakes)) = broken.find(|(one, _)| is_it(&one.name) || is_it(&one.title)) {
            return Err(mistakes.clone());
        }
        let names = all.map(|one| one.name.as_str());
        Err(vec![Diagnostic::new(unknown("encounter", wanted, names))])
    }
}

/// Returns the path of a GM's roster inside the settings folder.
fn roster_file(system: &str, name: &str) -> PathBuf {
    let file = format!("{}.ron", names::file_name(name));
    Path::new("rosters").join(system).join(file)
}

/// Lists the RON files of a folder, sorted; empty if the folder is missing.
fn files(folder: &Path, mistakes: &mut Vec<Diagnostic>) -> Vec<PathBuf> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Vec::new(),
        Err(error) => {
            mistakes.push(Diagnostic::new(format!("{}: {error}", shown(folder))));
            return Vec::new();
        }
    };
    let paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "ron"))
        .take(MOST_FILES)
        .collect();
    paths.sort();
    paths
}

/// Lists the party files of a folder, without backups.
fn party_files(folder: &Path, mistakes: &mut Vec<Diagnostic>) -> Vec<PathBuf> {
    let mut paths = files(folder, mistakes);
    let name = |path: &PathBuf| {
        path.file_name()
            .is_some_and(|name| is_kept_aside(&name.to_string_lossy()))
    };
    paths.retain(|path| !name(path));
    paths
}

/// Reads the text of a file, and reports an unreadable file.
fn load(path: &Path, mistakes: &mut Vec<Diagnostic>) -> Option<Source> {
    match text_file::load(path) {
        Ok(text) => Some(Source::new(shown(path), &text)),
        Err(error) => {
            mistakes.push(Diagnostic::new(format!("{error:#}")));
            None
        }
    }
}
