//! Implements `affray import`, which creates a roster from files of other programs.

mod block;
mod dnd5e_api;
mod effect;
mod fields;
mod five_tools;
mod foreign;
mod improved_initiative;
mod json;
mod multiattack;
mod open5e;
mod phrase;
mod place;
mod record;
mod report;
mod sentence;
mod shape;
mod sheet;
mod spells;
mod table;
mod traits;
mod value;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use super::environment::{Environment, write_json};
use crate::compendium::{Compendium, Creature, RosterText};
use crate::ron_text::Source;
use crate::store::own_systems::SystemFiles;
use crate::store::text_file;
use crate::text;
use crate::values::unknown;
use fields::Fields;
use open5e::Dump;
use place::{Placing, Refused};
use record::Foreign;
use report::Saved;

/// Maximum number of files in a folder.
const MOST_FILES: usize = 1_000;
/// Maximum total size of the files of a folder, in bytes.
const MOST_BYTES: usize = 64 * 1024 * 1024;

/// Options of an import.
pub(super) struct Wanted {
    /// File of the other program, or a folder of its files.
    pub(super) file: PathBuf,
    /// Rule system of the new roster.
    pub(super) system: String,
    /// Name of the roster; by default the name of the file.
    pub(super) name: Option<String>,
    /// True if the roster is only printed, and no file is written.
    pub(super) print: bool,
    /// True if the library's combatant replaces an imported combatant of the same name.
    pub(super) prefer_library: bool,
    /// True if the report is JSON.
    pub(super) json: bool,
}

/// Reads the file or folder, writes the roster unless a roster of that name exists, and reports complete, incomplete
/// and refused combatants. Returns exit status 2 if a combatant is incomplete.
///
/// # Errors
/// If a file cannot be read or is of an unknown kind, contains no combatant, or the roster cannot be written.
pub(super) fn import(environment: &mut Environment<'_>, wanted: &Wanted) -> Result<ExitCode> {
    let mut library = environment.library();
    let Some(system) = library.system(&wanted.system) else {
        let known = environment.systems.iter().map(|system| system.key());
        bail!(unknown("system", &wanted.system, known));
    };
    // The bundled combatants are read only on request.
    let ready = match (wanted.prefer_library, library.compendium(&wanted.system)) {
        (true, Some(known)) => known
            .roster()
            .iter()
            .filter(|one| !one.own)
            .cloned()
            .collect(),
        _ => Vec::new(),
    };
    let compendium = Compendium::outline(system);
    let shown = text_file::shown(&wanted.file);
    let fields = Fields::of(&compendium);
    let mut placing = Placing::new(&compendium);
    let mut roster = RosterText::by_name(&compendium);
    let mut dump = Dump::default();
    let mut add = |foreign: Foreign, placing: &mut Placing<'_>| {
        if let Some(creature) = placing.creature(&foreign) {
            roster.add(chosen(&ready, &creature, placing));
        }
    };
    if wanted.file.is_dir() {
        let mut others: Vec<Refused> = Vec::new();
        let mut bytes = 0;
        for path in files_of(&wanted.file)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let name = text::sanitize(&name, text::NAME_LIMIT);
            let mut each = |mut foreign: Foreign| {
                foreign.place = format!("{name}, {}", foreign.place);
                add(foreign, &mut placing);
            };
            let read = load(&path).and_then(|file| {
                bytes += file.len();
                if bytes > MOST_BYTES {
                    bail!("{shown}: the files have more than 64 MiB together: split the folder");
                }
                shape::read(&file, fields, &mut dump, &mut each)
            });
            if bytes > MOST_BYTES {
                read?;
            } else if let Err(error) = read {
                others.push(Refused {
                    place: name.into_owned(),
                    name: String::new(),
                    why: format!("{error:#}")
                        .replace(&format!("{}: ", text_file::shown(&path)), ""),
                });
            }
        }
        placing.report.refused.extend(others);
    } else {
        let file = load(&wanted.file)?;
        if file.trim_start().starts_with(['(', '/'])
            && SystemFiles::of_text(&Source::new(&shown, &file)).is_some()
        {
            bail!(
                "{shown}: this is a rule system: add the system with `affray new-system KEY --from {shown}`"
            );
        }
        let mut each = |foreign: Foreign| add(foreign, &mut placing);
        shape::read(&file, fields, &mut dump, &mut each).with_context(|| shown.clone())?;
        drop(file);
        if dump.lacks_actions() {
            for beside in side_files(&wanted.file) {
                let file = load(&beside)?;
                shape::read(&file, fields, &mut dump, &mut |_| {})
                    .with_context(|| text_file::shown(&beside))?;
            }
        }
    }
    if dump.lacks_actions() {
        bail!(
            "{shown}: this Open5e dump has creatures without actions: put CreatureAction.json and CreatureTrait.json beside it and import the folder"
        );
    }
    if dump.lacks_creatures() {
        bail!(
            "{shown}: this Open5e dump has actions or traits without creatures: import the folder with Creature.json"
        );
    }
    for block in dump.finish() {
        add(sheet::record(block, fields), &mut placing);
    }
    let (roster, many) = roster.finish();
    let report = placing.report;
    if many == 0 {
        if let Some(why) = report.one_reason() {
            bail!("{shown}: {why}");
        }
        if !wanted.json {
            write!(environment.err, "{}", report.lines())?;
        }
        bail!(
            "{shown}: no combatant in the file has all the fields that a roster of {} needs",
            wanted.system
        );
    }
    let code = report.exit_code();
    let saved = if wanted.print {
        Saved::Printed(&roster)
    } else {
        environment.folders()?;
        let stem = if wanted.file.is_dir() {
            wanted.file.file_name()
        } else {
            wanted.file.file_stem()
        };
        let stem = stem.unwrap_or_default().to_string_lossy();
        let name = wanted.name.as_deref().unwrap_or(&stem);
        let path = library.new_roster(&wanted.system, name, &roster)?;
        Saved::At(text_file::shown(&path))
    };
    if wanted.json {
        write_json(environment.out, &report.json(&saved))?;
        return Ok(code);
    }
    if let Saved::Printed(roster) = saved {
        write!(environment.out, "{roster}")?;
    }
    write!(environment.err, "{}", report.lines())?;
    let summary = report.summary(&saved);
    match saved {
        Saved::At(_) => write!(environment.out, "{summary}")?,
        Saved::Printed(_) => write!(environment.err, "{summary}")?,
    }
    Ok(code)
}

/// Returns the library's combatant of the same name, or else the imported combatant.
fn chosen<'c>(
    ready: &'c [Creature],
    creature: &'c Creature,
    placing: &mut Placing<'_>,
) -> &'c Creature {
    let name = creature.name.to_lowercase();
    let Some(known) = ready.iter().find(|one| one.name.to_lowercase() == name) else {
        return creature;
    };
    if let Some(written) = placing.report.written.last_mut() {
        written.lost.clear();
        written.from_library = true;
    }
    known
}

/// Reads the text of a file. For a picture or another binary file, the error names its kind.
fn load(path: &Path) -> Result<String> {
    text_file::load(path).or_else(|error| {
        let mut head = Vec::new();
        if path.is_file()
            && let Ok(file) = fs::File::open(path)
            && file.take(32).read_to_end(&mut head).is_ok()
            && let Some(kind) = shape::binary(&head)
        {
            let shown = text_file::shown(path);
            bail!("{shown}: this seems to be {kind}, which `affray import` does not read");
        }
        Err(error)
    })
}

/// Lists the files of a folder by name, without hidden files.
fn files_of(folder: &Path) -> Result<Vec<PathBuf>> {
    let shown = text_file::shown(folder);
    let entries = fs::read_dir(folder).with_context(|| shown.clone())?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| shown.clone())?.path();
        let is_hidden = path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if is_hidden || !path.is_file() {
            continue;
        }
        if files.len() == MOST_FILES {
            bail!("{shown}: the folder has more than {MOST_FILES} files");
        }
        files.push(path);
    }
    if files.is_empty() {
        bail!("{shown}: the folder contains no files");
    }
    files.sort();
    Ok(files)
}

/// Lists the existing side files of a dump's `Creature.json`, which have the same prefix.
fn side_files(path: &Path) -> Vec<PathBuf> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let Some(before) = name.strip_suffix("Creature.json") else {
        return Vec::new();
    };
    let sides = ["CreatureAction.json", "CreatureTrait.json"];
    let paths = sides
        .iter()
        .map(|side| path.with_file_name(format!("{before}{side}")));
    paths.filter(|path| path.is_file()).collect()
}
