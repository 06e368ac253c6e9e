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
/// The folder of encounters in one.
const ENCOUNTERS: &str = "encounters";
/// Its files that stand in no folder.
const FILES: [&str; 5] = [SYSTEM, RULES, "roster.ron", "tables.ron", "rules.md"];
/// Folders that are read; more are none that somebody wrote.
const MOST: usize = 100;

/// The systems in the folder of settings that can be read; one that is written as data and comes along gives up its key, those
/// in Rust keep theirs. What is said of the others says [`told_of`].
pub fn own_systems(config: &Path, known: &[&'static dyn System]) -> Vec<&'static dyn System> {
    let keeps = |key: &str| {
        let mut all = known.iter();
        all.any(|one| one.key() == key && one.texts().is_none())
    };
    let all = folders(config).into_iter();
    let fresh = all.filter(|folder| !keeps(&key_of(folder)));
    fresh
        .filter_map(|folder| Some(read_system(&folder).ok()? as &dyn System))
        .collect()
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
    let told = folders(config).into_iter().filter_map(|folder| {
        let key = key_of(&folder);
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
        match same.any(|(path, text)| texts.0.get(path).is_some_and(|own| own == text)) {
            true => read_system(&folder).is_err().then_some(unread),
            false => Some(format!(
                "{shown}: it takes the place of the system `{key}` that comes along"
            )),
        }
    });
    told.map(Diagnostic::new).collect()
}

/// The files of the system in a folder, by their paths in it.
///
/// # Errors
/// Why one of them cannot be read.
pub(crate) fn files_of(folder: &Path) -> Result<Vec<(String, String)>, Vec<Diagnostic>> {
    let mut files = Vec::new();
    for name in FILES {
        let path = folder.join(name);
        if path.exists() {
            let text = text_file::load(&path);
            let text = text.map_err(|error| vec![Diagnostic::new(format!("{error:#}"))])?;
            files.push((name.to_owned(), text));
        }
    }
    for name in [ENCOUNTERS, FIGHTS] {
        for (path, text) in texts_in(&folder.join(name))? {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            files.push((format!("{name}/{file}"), text));
        }
    }
    Ok(files)
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
    let named = texts_in(&folder.join(ENCOUNTERS))?;
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
    let lua = rules_of(folder)?;
    written::read_with(&key, &source, lua.as_ref(), assets)
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
        Err(error) => Err(vec![Diagnostic::new(format!("{error:#}"))]),
    }
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
