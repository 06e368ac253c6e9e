//! Implements `affray check`, which recognises files and reports their errors.

use std::cmp::Reverse;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;

use serde::Serialize;

use super::check_system::{self, number, told_of};
use super::environment::{Environment, write_json};
use crate::compendium::Compendium;
use crate::dice::Seed;
use crate::encounter::Stage;
use crate::fight_file;
use crate::ron_text::{Diagnostic, Node, Shape, Source, parse};
use crate::setup;
use crate::store::library::{CAPITALS, KEYMAP, PARTIES, SETTINGS};
use crate::store::own_systems::{SYSTEMS, SystemFiles, rules_of};
use crate::store::party_file::is_kept_aside;
use crate::store::settings::Settings;
use crate::store::{Library, saves, text_file};
use crate::systems::written::{self, ROWS, SYSTEM};
use crate::ui::keymap::Keymap;
use crate::values::unknown;

/// Description of a valid file, or its errors.
pub type Verdict = Result<String, Vec<Diagnostic>>;

/// Checked file in the JSON report.
#[derive(Serialize)]
struct Checked {
    file: String,
    /// Description of the file, if it is valid.
    is: Option<String>,
    mistakes: Vec<Mistake>,
    /// Notes that are not errors: parts of a system that were never used, or the kind of file that was assumed.
    notes: Vec<Mistake>,
}

/// Error in the JSON report; line and column count from 1.
#[derive(Serialize)]
struct Mistake {
    line: Option<usize>,
    column: Option<usize>,
    what: String,
}

impl Checked {
    fn of(file: String, verdict: Verdict, notes: Vec<Diagnostic>) -> Self {
        let (is, mistakes) = match verdict {
            Ok(is) => (Some(is), Vec::new()),
            Err(mistakes) => (None, mistakes),
        };
        let told = |all: Vec<Diagnostic>| all.into_iter().map(Mistake::from).collect();
        Self {
            file,
            is,
            mistakes: told(mistakes),
            notes: told(notes),
        }
    }
}

impl From<Diagnostic> for Mistake {
    fn from(told: Diagnostic) -> Self {
        Self {
            line: told.place.as_ref().map(|place| place.line),
            column: told.place.as_ref().map(|place| place.column),
            what: told.what,
        }
    }
}

/// Checks files and reports their errors.
pub fn check(
    environment: &mut Environment<'_>,
    files: &[std::path::PathBuf],
    system: Option<&str>,
    json: bool,
) -> Result<ExitCode> {
    let library = environment.library();
    let mut code = ExitCode::SUCCESS;
    let mut all = Vec::new();
    for path in files {
        let shown = text_file::shown(path);
        let mut notes = Vec::new();
        let verdict = match text_file::load(path) {
            _ if path.is_dir() => {
                notes.extend(reserved(environment, path));
                check_system::folder(path, &mut notes)
            }
            Ok(text) => {
                let source = Source::new(&shown, &text);
                let mut verdict = verdict(&source, path, system, &library, &mut notes);
                // Errors in a user-defined system are reported too, in addition to the errors of files that depend on
                // it.
                if let Some(wrong) = system_of(&source).and_then(|key| library.unread(&key)) {
                    match &mut verdict {
                        Ok(_) => notes.push(wrong),
                        Err(mistakes) => mistakes.push(wrong),
                    }
                }
                verdict
            }
            Err(error) => {
                let missing = missing(environment, path);
                let error = || Diagnostic::new(format!("{error:#}"));
                Err(vec![missing.unwrap_or_else(error)])
            }
        };
        if verdict.is_err() {
            code = ExitCode::FAILURE;
        }
        if json {
            all.push(Checked::of(shown, verdict, notes));
            continue;
        }
        for note in &notes {
            writeln!(environment.out, "{note}")?;
        }
        match verdict {
            Ok(what) => writeln!(environment.out, "{shown}: {what}, valid")?,
            Err(mistakes) => {
                for mistake in &mistakes {
                    writeln!(environment.out, "{mistake}")?;
                }
                let number = mistakes.len();
                let plural = if number == 1 { "" } else { "s" };
                writeln!(environment.out, "{shown}: {number} mistake{plural}")?;
            }
        }
    }
    if json {
        write_json(environment.out, &all)?;
    }
    Ok(code)
}

/// Returns the error for a path that exists in Affray's folder, but not in the working directory.
fn missing(environment: &Environment<'_>, path: &Path) -> Option<Diagnostic> {
    if path.exists() || path.is_absolute() {
        return None;
    }
    let config = &environment.folders().ok()?.config;
    let places = [config.join(path), config.join(SYSTEMS).join(path)];
    let found = places.iter().find(|place| place.exists())?;
    let (path, found) = (text_file::shown(path), text_file::shown(found));
    Some(Diagnostic::new(format!(
        "{path}: not found in this folder: write `affray check {found}`"
    )))
}

/// Returns the warning for a folder with the key of a system that no folder can replace.
fn reserved(environment: &Environment<'_>, folder: &Path) -> Option<Diagnostic> {
    let whole = folder.canonicalize().ok()?;
    let key = whole.file_name()?.to_str()?;
    let mut systems = environment.systems.iter();
    systems.find(|system| system.key() == key && system.texts().is_none())?;
    Some(Diagnostic::new(format!(
        "{}: Affray never loads this folder, because `{key}` is a bundled system: rename the folder",
        text_file::shown(folder)
    )))
}

/// Kind of file that its path implies.
enum Expected<'l> {
    Settings,
    Keymap,
    Tables(&'l Compendium),
    Capitals(&'l Compendium),
    Roster(&'l Compendium),
    Party(&'l Compendium),
    Encounter,
    /// File in a folder of Affray that is never read, with the reason.
    Never(String),
    /// No fixed kind, because the shape of the file decides.
    Anything,
}

/// Returns the system named in an encounter, a test fight or a saved fight.
fn system_of(source: &Source) -> Option<String> {
    let (root, _) = parse(source);
    let within = |node: &Node<'_>| {
        let Shape::Record(_, fields) = &node.shape else {
            return None;
        };
        let mut all = fields.iter();
        match &all.find(|field| field.key == "system")?.value.shape {
            Shape::Text(key) => Some(key.to_string()),
            _ => None,
        }
    };
    let Shape::Record(_, fields) = &root.shape else {
        return None;
    };
    let parts = fields
        .iter()
        .filter(|field| ["start", "setup"].contains(&field.key));
    let mut parts = parts.map(|field| &field.value);
    within(&root).or_else(|| parts.find_map(within))
}

/// Returns the kind of file at this path, by the folders that Affray reads.
fn expected<'l>(path: &Path, library: &'l Library) -> Expected<'l> {
    let up = |path: Option<&Path>| {
        let name = path.and_then(Path::file_name);
        name.map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default()
    };
    // A bare name refers to the working directory.
    let path = &std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let parent = path.parent();
    let (name, folder) = (up(Some(path)), up(parent));
    let above = up(parent.and_then(Path::parent));
    let stem = path
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned());
    let stem = stem.unwrap_or_default();
    let keys: Vec<&str> = library
        .systems()
        .iter()
        .map(|system| system.key())
        .collect();
    let one_of = || keys.join(", ");
    let of_system = |is: fn(&'l Compendium) -> Expected<'l>| match library.compendium(&stem) {
        Some(compendium) => is(compendium),
        None => Expected::Never(format!(
            "in {folder} Affray reads only files named after a system: {}.ron",
            keys.join(".ron, ")
        )),
    };
    let reads = ["rosters", PARTIES, "encounters", "tables", CAPITALS];
    let of_a_system = ["rosters", PARTIES].into_iter().find(|kind| above == *kind);
    if name == SETTINGS {
        return Expected::Settings;
    }
    if name == KEYMAP {
        return Expected::Keymap;
    }
    if of_a_system.is_none() && !reads.contains(&folder.as_str()) {
        return Expected::Anything;
    }
    if path.extension().is_none_or(|ending| ending != "ron") {
        return Expected::Never("Affray reads only files that end in .ron here".to_owned());
    }
    if let Some(kind) = of_a_system {
        return match library.compendium(&folder) {
            Some(_) if kind == PARTIES && is_kept_aside(&name) => Expected::Never(
                "this is the backup of an older party: rename it to use it".to_owned(),
            ),
            Some(compendium) if kind == PARTIES => Expected::Party(compendium),
            Some(compendium) => Expected::Roster(compendium),
            None => Expected::Never(format!(
                "`{folder}` is not a system: {kind} belong in a folder named after a system: {}",
                one_of()
            )),
        };
    }
    match folder.as_str() {
        "encounters" => Expected::Encounter,
        "tables" => of_system(Expected::Tables),
        CAPITALS => of_system(Expected::Capitals),
        kind => Expected::Never(format!(
            "{kind} belong in a subfolder for each system: {}",
            one_of()
        )),
    }
}

/// Describes a file by its path and shape, or lists its errors. `system` applies if neither names a system. `notes`
/// receives the assumed kind of a file with errors.
pub fn verdict(
    source: &Source,
    path: &Path,
    system: Option<&str>,
    library: &Library,
    notes: &mut Vec<Diagnostic>,
) -> Verdict {
    candidates(path, system, library).map_err(|why| vec![why])?;
    match expected(path, library) {
        Expected::Settings => settings(source),
        Expected::Keymap => keymap(source),
        Expected::Tables(compendium) => tables(compendium, source),
        Expected::Capitals(compendium) => capitals(compendium, source),
        Expected::Roster(compendium) => roster(compendium, source, "roster"),
        Expected::Party(compendium) => roster(compendium, source, "party"),
        Expected::Encounter => encounter(source, library),
        Expected::Never(why) => {
            let mut mistakes = by_shape(source, path, system, library, notes)
                .err()
                .unwrap_or_default();
            mistakes.push(Diagnostic::new(format!(
                "Affray does not read this file: {why}"
            )));
            Err(mistakes)
        }
        Expected::Anything => by_shape(source, path, system, library, notes),
    }
}

/// Guesses the kind of a file from its first bracket and its fields.
fn by_shape(
    source: &Source,
    path: &Path,
    system: Option<&str>,
    library: &Library,
    notes: &mut Vec<Diagnostic>,
) -> Verdict {
    let (root, told) = parse(source);
    let has = |key: &str| match &root.shape {
        Shape::Record(_, fields) => fields.iter().any(|field| field.key == key),
        _ => false,
    };
    match &root.shape {
        Shape::List(_) => {
            let compendia = candidates(path, system, library).map_err(|why| vec![why])?;
            let read = |compendium: &_| roster(compendium, source, "roster");
            best(&compendia, read, notes)
        }
        Shape::Map(pairs) if is_keymap(pairs) => keymap(source),
        Shape::Map(_) => {
            let compendia = candidates(path, system, library).map_err(|why| vec![why])?;
            best(&compendia, |compendium| tables(compendium, source), notes)
        }
        Shape::Record(..) if is_named(path, ROWS) => {
            let compendia = candidates(path, system, library).map_err(|why| vec![why])?;
            best(&compendia, |compendium| rows(compendium, source), notes)
        }
        Shape::Record(..) if has("history") || has("start") || has("format") => {
            match saves::read(source, &library.systems()) {
                Ok(session) => {
                    let other = session.other_rules();
                    let other = other.map_or_else(String::new, |told| format!(" ({told})"));
                    let now = session.now();
                    let place = match (now.stage, now.stage.round(now.round)) {
                        (_, Some(round)) => format!(" in round {round}"),
                        (Stage::Over | Stage::Between, None) => format!(", {}", now.stage.word()),
                        (Stage::Setup | Stage::Fighting, None) => " before round 1".to_owned(),
                    };
                    Ok(format!(
                        "a saved fight, \"{}\", of {} combatants{place}{other}",
                        now.title,
                        now.combatants.len(),
                    ))
                }
                Err(error) => Err(vec![match error.downcast::<Diagnostic>() {
                    Ok(mistake) => mistake,
                    Err(error) => Diagnostic::new(format!("{error:#}")),
                }]),
            }
        }
        Shape::Record(..) if has("files") => shared(source),
        Shape::Record(..) if has("steps") && has("setup") => fight(source, library),
        Shape::Record(..) if has("title") || has("combatants") || has("sides") => {
            encounter(source, library)
        }
        Shape::Record(..) if has("sheet") || has("order") || is_named(path, SYSTEM) => {
            system_file(source, path)
        }
        Shape::Record(..) => settings(source).inspect_err(|_| {
            notes.push(source.explain(
                0,
                "read as settings. A roster begins with `[`, tables begin with `{`, an encounter has a `title`, and a test fight has `steps`",
            ));
        }),
        _ if !told.is_empty() => Err(told),
        _ => Err(vec![source.explain(
            root.at.start,
            "this is neither a roster `[…]`, nor tables `{…}`, nor an encounter, a fight or settings `(…)`",
        )]),
    }
}

fn settings(source: &Source) -> Verdict {
    match Settings::read(source) {
        (_, mistakes) if mistakes.is_empty() => Ok("settings".to_owned()),
        (_, mistakes) => Err(mistakes),
    }
}

fn keymap(source: &Source) -> Verdict {
    match Keymap::read(source) {
        (keys, mistakes) if mistakes.is_empty() => Ok(format!(
            "a key map of {}",
            number(keys.contexts(), "context", "")
        )),
        (_, mistakes) => Err(mistakes),
    }
}

/// Checks a system file under the name of its folder.
fn system_file(source: &Source, path: &Path) -> Verdict {
    let folder = path.parent().and_then(Path::file_name);
    let key = folder.map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let lua = path.parent().map_or(Ok(None), rules_of)?;
    let system = written::read_with(&key, source, lua.as_ref(), written::NO_TEXTS)?;
    Ok(told_of(system))
}

/// Checks a system in one file by playing it like a folder.
fn shared(source: &Source) -> Verdict {
    let files = SystemFiles::of_text(source);
    let files = files.unwrap_or_else(|| Err(parse(source).1))?;
    let told = check_system::played(&files, &mut Vec::new())?;
    Ok(format!("a system packed into one file: {told}"))
}

fn is_named(path: &Path, name: &str) -> bool {
    path.file_name().is_some_and(|file| file == name)
}

fn capitals(compendium: &Compendium, source: &Source) -> Verdict {
    let told = format!("action keys of {}", compendium.key());
    compendium.read_capitals(source).map(|_| told)
}

fn encounter(source: &Source, library: &Library) -> Verdict {
    let (setup, mistakes) = setup::read(source, &library.compendia());
    let what = setup.and_then(|setup| {
        let start = setup
            .begin(library.compendium(&setup.system)?, Seed(0))
            .ok()?;
        let many = number(start.combatants.len(), "combatant", "");
        Some(format!("an encounter of {}, {many}", setup.system))
    });
    what.ok_or(mistakes)
}

/// Checks a test fight by playing it.
fn fight(source: &Source, library: &Library) -> Verdict {
    let compendia = library.compendia();
    let fight = fight_file::read(source, &compendia)?;
    fight_file::play(&fight, &compendia, &library.systems(), |_, _| {}).map_err(|why| vec![why])?;
    Ok(format!("a test fight of {}", fight.system()))
}

fn is_keymap(pairs: &[(Node<'_>, Node<'_>)]) -> bool {
    let bare = |pair: &(Node<'_>, Node<'_>)| matches!(pair.0.shape, Shape::Plain(_));
    pairs.iter().any(bare)
}

/// Returns the compendia that a file may belong to: the requested compendium, the compendium that its folder or name
/// implies, or all.
fn candidates<'l>(
    path: &Path,
    system: Option<&str>,
    library: &'l Library,
) -> Result<Vec<&'l Compendium>, Diagnostic> {
    let systems = library.systems();
    if let Some(key) = system {
        let keys = systems.iter().map(|system| system.key());
        let compendium = library.compendium(key);
        return compendium
            .map(|compendium| vec![compendium])
            .ok_or_else(|| Diagnostic::new(unknown("system", key, keys)));
    }
    let stem = path.with_extension("");
    let said = stem.components().rev().find_map(|part| {
        let part = part.as_os_str().to_str()?;
        library.compendium(part)
    });
    Ok(match said {
        Some(compendium) => vec![compendium],
        None => library.compendia(),
    })
}

/// Returns the result for the compendium without errors, with the fewest errors, or with the longest part read before
/// there were too many errors. `notes` names the compendium if it was a guess.
fn best(
    compendia: &[&Compendium],
    read: impl Fn(&Compendium) -> Verdict,
    notes: &mut Vec<Diagnostic>,
) -> Verdict {
    let mistakes = |verdict: &Verdict| match verdict {
        Ok(_) => (0, None),
        Err(mistakes) => {
            let places = mistakes.iter().filter_map(|one| one.place.as_ref());
            let farthest = places.map(|place| (place.line, place.column)).max();
            (mistakes.len(), Some(Reverse(farthest)))
        }
    };
    let verdicts = compendia
        .iter()
        .map(|compendium| (compendium.key(), read(compendium)));
    match verdicts.min_by_key(|(_, verdict)| mistakes(verdict)) {
        Some((key, verdict)) => {
            if verdict.is_err() && compendia.len() > 1 {
                notes.push(Diagnostic::new(format!(
                    "checked for the system `{key}`, which fits best. Choose another system with `--system`"
                )));
            }
            verdict
        }
        None => Err(vec![Diagnostic::new(
            "no rule system is known for this file: write `--system KEY`",
        )]),
    }
}

fn roster(compendium: &Compendium, source: &Source, what: &str) -> Verdict {
    let (creatures, mistakes) = compendium.read_roster(source, true);
    let what = format!("a {what}");
    counted(compendium, &what, (creatures.len(), "combatant"), mistakes)
}

fn rows(compendium: &Compendium, source: &Source) -> Verdict {
    let (rows, mistakes) = compendium.read_rows(source);
    counted(compendium, "ready rows", (rows, "row"), mistakes)
}

fn tables(compendium: &Compendium, source: &Source) -> Verdict {
    let (tables, mistakes) = compendium.read_tables(source);
    counted(compendium, "tables", (tables.len(), "table"), mistakes)
}

/// Returns the contents of a file of the compendium, with the number of its entries, or its mistakes.
fn counted(
    compendium: &Compendium,
    what: &str,
    (count, noun): (usize, &str),
    mistakes: Vec<Diagnostic>,
) -> Verdict {
    if mistakes.is_empty() {
        let key = compendium.key();
        Ok(format!("{what} of {key}, {}", number(count, noun, "")))
    } else {
        Err(mistakes)
    }
}
