//! Systems written as a folder of data instead of Rust: `system.ron`, and the other files that every system has. The
//! reader (`read`) creates a [`model`](model::Model) in which all names are resolved. Written systems run on the same
//! functions of the resolver as the systems in Rust.
//!
//! Authors of systems read `docs/write-a-system.md`.

mod bundled;
mod coverage;
mod files;
mod kept;
pub mod keywords;
mod lua;
mod model;
mod order;
mod play;
mod read;
mod sums;
mod system;
mod table;

use std::collections::BTreeMap;

use crate::ron_text::{Diagnostic, Source};
use crate::rules::{Assets, RuleTexts};
use crate::values::{Spec, Stock};

use self::model::keep;

pub use bundled::{bundled, bundled_files};
pub use coverage::Coverage;
pub use files::{ENCOUNTERS, MONSTERS, PAGE, ROSTER, ROWS, RULES, SYSTEM, TABLES};
pub use kept::kept;
use system::Told;
pub use system::Written;

/// Texts of a system without other files than `system.ron`.
pub const NO_TEXTS: Assets = Assets {
    tables: "{}",
    roster: "[]",
    rows: "",
    monsters: "",
    rules: "",
    encounters: &[],
};

/// Reads a system's file; the other texts of its folder are its `assets`. The result lives as long as the program.
///
/// # Errors
/// All errors, each with its place.
pub fn read(
    key: &str,
    source: &Source,
    assets: Assets,
) -> Result<&'static Written, Vec<Diagnostic>> {
    read_with(key, source, None, assets)
}

/// Reads a system from the texts of its files, keyed by path in the system's folder. `called` returns the name of a
/// path for messages. The result and the texts live as long as the program.
///
/// # Errors
/// All errors, each with its place.
pub fn read_texts(
    key: &str,
    texts: &BTreeMap<String, String>,
    called: impl Fn(&str) -> String,
) -> Result<&'static Written, Vec<Diagnostic>> {
    let (system, lua, assets) = sources(texts, called)?;
    read_with(key, &system, lua.as_ref(), assets)
}

/// Texts of a system: its file, its `rules.lua`, and its assets.
type Sources = (Source, Option<Source>, Assets);

fn sources(
    texts: &BTreeMap<String, String>,
    called: impl Fn(&str) -> String,
) -> Result<Sources, Vec<Diagnostic>> {
    let source = |path: &str| Some(Source::new(called(path), texts.get(path)?));
    let Some(system) = source(SYSTEM) else {
        return Err(vec![Diagnostic::new(format!(
            "{}: this file is missing, but every system needs it",
            called(SYSTEM)
        ))]);
    };
    let text = |path: &str, missing| texts.get(path).map_or(missing, |text| keep(text));
    let encounters = texts.iter().filter_map(|(path, text)| {
        let name = path.strip_prefix(ENCOUNTERS)?.strip_prefix('/')?;
        Some((keep(name), keep(text)))
    });
    let assets = Assets {
        tables: text(TABLES, NO_TEXTS.tables),
        roster: text(ROSTER, NO_TEXTS.roster),
        rows: text(ROWS, NO_TEXTS.rows),
        monsters: text(MONSTERS, NO_TEXTS.monsters),
        rules: text(PAGE, NO_TEXTS.rules),
        encounters: Vec::leak(encounters.collect()),
    };
    Ok((system, source(RULES), assets))
}

/// Reads a system from its file and its `rules.lua`.
///
/// # Errors
/// All errors of both files, each with its place.
pub fn read_with(
    key: &str,
    source: &Source,
    lua: Option<&Source>,
    assets: Assets,
) -> Result<&'static Written, Vec<Diagnostic>> {
    let told = told(key, source, lua, assets.rows)?;
    let texts = rule_texts(source, lua, &assets);
    let written = Written::new(told, texts, assets).lying_at(&source.name);
    Ok(Box::leak(Box::new(written)))
}

/// Returns the texts of a system's files, including the text of its prepared rows.
fn told(
    key: &str,
    source: &Source,
    lua: Option<&Source>,
    rows: &'static str,
) -> Result<Told, Vec<Diagnostic>> {
    let (model, mistakes) = read::read(key, source, lua);
    let mut model = model.ok_or(mistakes)?;
    let place = source.name.strip_suffix(SYSTEM).unwrap_or_default();
    let stock = Stock::new(format!("{place}{ROWS}"), rows);
    for field in &mut model.schema.fields.0 {
        if matches!(field.kind, Spec::Records(_)) {
            field.stock = stock.clone();
        }
    }
    Ok(Told::new(model))
}

/// Returns the texts that define the rules of a system.
fn rule_texts(source: &Source, lua: Option<&Source>, assets: &Assets) -> RuleTexts {
    let mut texts = BTreeMap::from([(SYSTEM.to_owned(), source.text().to_owned())]);
    texts.extend(lua.map(|lua| (RULES.to_owned(), lua.text().to_owned())));
    if assets.tables != NO_TEXTS.tables {
        texts.insert(TABLES.to_owned(), assets.tables.to_owned());
    }
    RuleTexts(texts)
}
