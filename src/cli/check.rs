//! `affray check`: what a file is, and every mistake in it.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;

use serde::Serialize;

use super::{Environment, library, write_json};
use crate::dice::Seed;
use crate::encounter::unknown;
use crate::ron_text::{Diagnostic, Node, Shape, Source, parse, read_as};
use crate::rules::compendium::Compendium;
use crate::rules::setup;
use crate::store::settings::Settings;
use crate::store::{Library, saves, text_file};
use crate::text;
use crate::ui::keymap::Keymap;

/// What a file turned out to be, in words, or its mistakes.
type Verdict = Result<String, Vec<Diagnostic>>;

/// A file for programs.
#[derive(Serialize)]
struct Checked {
    file: String,
    /// What it is, if nothing is wrong with it.
    is: Option<String>,
    mistakes: Vec<Mistake>,
}

/// A mistake; line and column from 1, where it stands in the file.
#[derive(Serialize)]
struct Mistake {
    line: Option<usize>,
    column: Option<usize>,
    what: String,
}

impl Checked {
    fn of(file: String, verdict: Verdict) -> Self {
        let (is, mistakes) = match verdict {
            Ok(is) => (Some(is), Vec::new()),
            Err(mistakes) => (None, mistakes),
        };
        let mistakes = mistakes.into_iter().map(|mistake| Mistake {
            line: mistake.place.as_ref().map(|place| place.line),
            column: mistake.place.as_ref().map(|place| place.column),
            what: mistake.what,
        });
        Self {
            file,
            is,
            mistakes: mistakes.collect(),
        }
    }
}

/// Tells the mistakes of some files.
pub fn check(
    environment: &mut Environment<'_>,
    files: &[std::path::PathBuf],
    system: Option<&str>,
    json: bool,
) -> Result<ExitCode> {
    let library = library(environment);
    let mut code = ExitCode::SUCCESS;
    let mut all = Vec::new();
    for path in files {
        let shown = text::sanitize(&path.to_string_lossy(), text::LINE_LIMIT).into_owned();
        let verdict = match text_file::load(path) {
            Ok(text) => one(&Source::new(&shown, &text), path, system, &library),
            Err(error) => Err(vec![Diagnostic::new(format!("{error:#}"))]),
        };
        if verdict.is_err() {
            code = ExitCode::FAILURE;
        }
        if json {
            all.push(Checked::of(shown, verdict));
            continue;
        }
        match verdict {
            Ok(what) => writeln!(environment.out, "{shown}: {what}, no mistakes")?,
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

fn one(source: &Source, path: &Path, system: Option<&str>, library: &Library) -> Verdict {
    let (root, told) = parse(source);
    let has = |key: &str| match &root.shape {
        Shape::Record(_, fields) => fields.iter().any(|field| field.key == key),
        _ => false,
    };
    match &root.shape {
        Shape::List(_) => {
            let compendia = candidates(path, system, library).map_err(|why| vec![why])?;
            best(&compendia, |compendium| roster(compendium, source))
        }
        Shape::Map(pairs) if is_keymap(pairs) => match Keymap::parse(source.text()) {
            Ok(_) => Ok(format!("a key map of {}", number(pairs.len(), "context", ""))),
            Err(wrong) => Err(vec![source.explain_at(wrong.line, wrong.column, wrong.reason)]),
        },
        Shape::Map(_) if is_in(path, crate::store::library::CAPITALS) => {
            let compendia = candidates(path, system, library).map_err(|why| vec![why])?;
            best(&compendia, |compendium| {
                let told = format!("capitals of {}", compendium.key());
                compendium.read_capitals(source).map(|_| told)
            })
        }
        Shape::Map(_) => {
            let compendia = candidates(path, system, library).map_err(|why| vec![why])?;
            best(&compendia, |compendium| tables(compendium, source))
        }
        Shape::Record(..) if has("history") || has("start") || has("format") => {
            match saves::read(source, &library.systems()) {
                Ok(session) => Ok(format!(
                    "a saved fight, \"{}\", of {} combatants in round {}",
                    session.now().title,
                    session.now().combatants.len(),
                    session.now().round
                )),
                Err(error) => Err(vec![match error.downcast::<Diagnostic>() {
                    Ok(mistake) => mistake,
                    Err(error) => Diagnostic::new(format!("{error:#}")),
                }]),
            }
        }
        Shape::Record(..) if has("title") || has("combatants") || has("factions") => {
            let (setup, mistakes) = setup::read(source, &library.compendia());
            let what = setup.and_then(|setup| {
                let start = setup.begin(library.compendium(&setup.system)?, Seed(0)).ok()?;
                let many = number(start.combatants.len(), "combatant", "");
                Some(format!("an encounter of {}, {many}", setup.system))
            });
            what.ok_or(mistakes)
        }
        Shape::Record(..) => match read_as::<Settings>(source) {
            Ok(_) => Ok("settings".to_owned()),
            Err(mistake) if name_is(path, crate::store::library::SETTINGS) => Err(vec![mistake]),
            Err(mistake) => Err(vec![
                mistake,
                source.explain(
                    0,
                    "read as settings; a roster begins with `[`, tables with `{`, an encounter has a `title`",
                ),
            ]),
        },
        _ if !told.is_empty() => Err(told),
        _ => Err(vec![source.explain(
            root.at.start,
            "this is no roster `[…]`, no tables `{…}`, no encounter, fight or settings `(…)`",
        )]),
    }
}

fn is_in(path: &Path, folder: &str) -> bool {
    let parent = path.parent().and_then(Path::file_name);
    parent.is_some_and(|name| name == folder)
}

fn name_is(path: &Path, name: &str) -> bool {
    path.file_name().is_some_and(|file| file == name)
}

fn is_keymap(pairs: &[(Node<'_>, Node<'_>)]) -> bool {
    let bare = |pair: &(Node<'_>, Node<'_>)| matches!(pair.0.shape, Shape::Plain(_));
    pairs.iter().any(bare)
}

/// The compendia that a file may belong to: the one asked for, the one its folder or name says, or any.
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

/// The verdict of the compendium that has no mistakes, or the fewest; then it is said which that was, if it was a guess.
fn best(compendia: &[&Compendium], read: impl Fn(&Compendium) -> Verdict) -> Verdict {
    let mistakes = |verdict: &Verdict| match verdict {
        Ok(_) => 0,
        Err(mistakes) => mistakes.len(),
    };
    let verdicts = compendia
        .iter()
        .map(|compendium| (compendium.key(), read(compendium)));
    match verdicts.min_by_key(|(_, verdict)| mistakes(verdict)) {
        Some((key, Err(mut mistakes))) if compendia.len() > 1 => {
            mistakes.push(Diagnostic::new(format!(
                "it was read for the system `{key}`, which it fits best: `--system` names another"
            )));
            Err(mistakes)
        }
        Some((_, verdict)) => verdict,
        None => Err(vec![Diagnostic::new(
            "there is no rule system to read it for",
        )]),
    }
}

fn roster(compendium: &Compendium, source: &Source) -> Verdict {
    let (creatures, mistakes) = compendium.read_roster(source, true);
    if mistakes.is_empty() {
        Ok(format!(
            "a roster of {}, {}",
            compendium.key(),
            number(creatures.len(), "combatant", "")
        ))
    } else {
        Err(mistakes)
    }
}

fn tables(compendium: &Compendium, source: &Source) -> Verdict {
    let (tables, mistakes) = compendium.read_tables(source);
    if mistakes.is_empty() {
        Ok(format!(
            "tables of {}, {}",
            compendium.key(),
            number(tables.len(), "table", "")
        ))
    } else {
        Err(mistakes)
    }
}

fn number(number: usize, what: &str, more: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural} {more}")
        .trim_end()
        .to_owned()
}
