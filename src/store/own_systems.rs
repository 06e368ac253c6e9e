//! A game master's own systems: folders of data in the folder of settings, `systems/KEY`, each with the files that a system in
//! `assets` has.

use std::fs;
use std::path::{Path, PathBuf};

use super::text_file::{self, shown};
use crate::ron_text::{Diagnostic, Source};
use crate::rules::{Assets, System};
use crate::systems::written::{self, RULES, SYSTEM, Written};

/// The folder of them.
pub(crate) const SYSTEMS: &str = "systems";
/// The folder of fights in one.
const FIGHTS: &str = "fights";
/// Folders that are read; more are none that somebody wrote.
const MOST: usize = 100;

/// The systems in the folder of settings that can be read, none under a key that is `known` already. What is wrong with the
/// others says [`unread`].
pub fn own_systems(config: &Path, known: &[&'static dyn System]) -> Vec<&'static dyn System> {
    let is_known = |key: &str| known.iter().any(|one| one.key() == key);
    let all = folders(config).into_iter();
    let fresh = all.filter(|folder| !is_known(&key_of(folder)));
    fresh
        .filter_map(|folder| Some(read_system(&folder).ok()? as &dyn System))
        .collect()
}

/// What is said of those folders that are no system of the list.
pub(crate) fn unread(config: &Path, systems: &[&'static dyn System]) -> Vec<Diagnostic> {
    let is_read = |key: &str| systems.iter().any(|one| one.key() == key);
    let all = folders(config).into_iter();
    let unread = all.filter(|folder| !is_read(&key_of(folder)));
    let told = unread.map(|folder| {
        let folder = shown(&folder);
        Diagnostic::new(format!(
            "{folder}: this system is not read: `affray check {folder}` says why"
        ))
    });
    told.collect()
}

/// The folders of systems, in the order of their names.
fn folders(config: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(config.join(SYSTEMS)) else {
        return Vec::new();
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut folders: Vec<PathBuf> = paths.filter(|path| path.is_dir()).take(MOST).collect();
    folders.sort();
    folders
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
    match key.starts_with(|c: char| c.is_ascii_lowercase()) && key.chars().all(fits) {
        true if key.len() <= 40 => Ok(()),
        _ => Err(format!(
            "`{}` names no system: write small letters, digits and hyphens, a letter first",
            crate::text::sanitize(key, 60)
        )),
    }
}

/// Reads the system in a folder.
///
/// # Errors
/// Everything that is wrong with its `system.ron`, or why another of its files cannot be read.
pub(crate) fn read_system(folder: &Path) -> Result<&'static Written, Vec<Diagnostic>> {
    let key = key_of(folder);
    let wrong = |what: String| vec![Diagnostic::new(what)];
    check_key(&key).map_err(wrong)?;
    let file = folder.join(SYSTEM);
    if !file.exists() {
        let what = format!("{}: there is no {SYSTEM} in it", shown(folder));
        return Err(wrong(what));
    }
    let load = |path: &Path| {
        let text = text_file::load(path);
        text.map_err(|error| wrong(format!("{error:#}")))
    };
    let beside = |name: &str, missing: &'static str| {
        let path = folder.join(name);
        match path.exists() {
            true => load(&path).map(keep),
            false => Ok(missing),
        }
    };
    let named = texts_in(&folder.join("encounters"))?;
    let named = named.into_iter().map(|(path, text)| {
        let name = path.file_name().unwrap_or_default();
        (keep(name.to_string_lossy().into_owned()), keep(text))
    });
    let encounters: Vec<(&'static str, &'static str)> = named.collect();
    let assets = Assets {
        tables: beside("tables.ron", "{}")?,
        roster: beside("roster.ron", "[]")?,
        rules: beside("rules.md", "")?,
        encounters: Vec::leak(encounters),
    };
    let text = load(&file)?;
    let source = Source::new(shown(&file), &text);
    let lua = folder.join(RULES);
    let lua = match lua.exists() {
        true => Some(Source::new(shown(&lua), &load(&lua)?)),
        false => None,
    };
    written::read_with(&key, &source, lua.as_ref(), assets)
}

/// The fights in the folder of a system: tests of it.
///
/// # Errors
/// Why one of them cannot be read.
pub(crate) fn fights_of(folder: &Path) -> Result<Vec<Source>, Vec<Diagnostic>> {
    let all = texts_in(&folder.join(FIGHTS))?.into_iter();
    Ok(all
        .map(|(path, text)| Source::new(shown(&path), &text))
        .collect())
}

/// The files of a folder that end in `.ron`, in the order of their names; none where there is no folder.
fn texts_in(folder: &Path) -> Result<Vec<(PathBuf, String)>, Vec<Diagnostic>> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(Vec::new());
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_ron = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "ron");
    let mut paths: Vec<PathBuf> = paths.filter(is_ron).take(MOST).collect();
    paths.sort();
    let load = |path: PathBuf| match text_file::load(&path) {
        Ok(text) => Ok((path, text)),
        Err(error) => Err(vec![Diagnostic::new(format!("{error:#}"))]),
    };
    paths.into_iter().map(load).collect()
}

/// A system lives as long as the program, and so do its texts.
fn keep(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}
