//! Systems that are written as a folder of data instead of Rust: `system.ron`, and the files that every system has. What
//! is read of one (`read`) is a [`model`](model::Model) in which every name leads to what it names; it is played by the same
//! functions of the resolver that the systems in Rust use.
//!
//! Whoever writes one reads `docs/your-own-system.md`.

mod bundled;
mod coverage;
mod files;
mod kept;
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

use self::model::keep;

pub use bundled::{bundled, bundled_files};
pub use coverage::Coverage;
pub use files::{ENCOUNTERS, MONSTERS, PAGE, ROSTER, RULES, SYSTEM, TABLES};
pub use kept::kept;
use system::Told;
pub use system::Written;

/// The texts of a system that has its file alone.
pub const NO_TEXTS: Assets = Assets {
    tables: "{}",
    roster: "[]",
    monsters: "",
    rules: "",
    encounters: &[],
};

/// Reads a system's file; the texts beside it are its `assets`. It lives as long as the program.
///
/// # Errors
/// Everything that is wrong, each at its place.
pub fn read(
    key: &str,
    source: &Source,
    assets: Assets,
) -> Result<&'static Written, Vec<Diagnostic>> {
    read_with(key, source, None, assets)
}

/// Reads the system that some texts make, by their paths in its folder; `called` is what messages call one of them. It lives as
/// long as the program, and so do its texts.
///
/// # Errors
/// Everything that is wrong, each at its place.
pub fn read_texts(
    key: &str,
    texts: &BTreeMap<String, String>,
    called: impl Fn(&str) -> String,
) -> Result<&'static Written, Vec<Diagnostic>> {
    let (system, lua, assets) = sources(texts, called)?;
    read_with(key, &system, lua.as_ref(), assets)
}

/// The texts of a system as they are read, and those beside them.
type Sources = (Source, Option<Source>, Assets);

fn sources(
    texts: &BTreeMap<String, String>,
    called: impl Fn(&str) -> String,
) -> Result<Sources, Vec<Diagnostic>> {
    let source = |path: &str| Some(Source::new(called(path), texts.get(path)?));
    let Some(system) = source(SYSTEM) else {
        return Err(vec![Diagnostic::new(format!(
            "{}: not there, and without it there is no system",
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
        monsters: text(MONSTERS, NO_TEXTS.monsters),
        rules: text(PAGE, NO_TEXTS.rules),
        encounters: Vec::leak(encounters.collect()),
    };
    Ok((system, source(RULES), assets))
}

/// The same of its file and its `rules.lua`.
///
/// # Errors
/// Everything that is wrong with either, each at its place.
pub fn read_with(
    key: &str,
    source: &Source,
    lua: Option<&Source>,
    assets: Assets,
) -> Result<&'static Written, Vec<Diagnostic>> {
    let told = told(key, source, lua)?;
    let texts = rule_texts(source, lua, &assets);
    let written = Written::new(told, texts, assets).lying_at(&source.name);
    Ok(Box::leak(Box::new(written)))
}

/// What a system's files say.
fn told(key: &str, source: &Source, lua: Option<&Source>) -> Result<Told, Vec<Diagnostic>> {
    let (model, mistakes) = read::read(key, source, lua);
    model.map(Told::new).ok_or(mistakes)
}

/// Those of a system's texts that say how it plays.
fn rule_texts(source: &Source, lua: Option<&Source>, assets: &Assets) -> RuleTexts {
    let mut texts = BTreeMap::from([(SYSTEM.to_owned(), source.text().to_owned())]);
    texts.extend(lua.map(|lua| (RULES.to_owned(), lua.text().to_owned())));
    if assets.tables != NO_TEXTS.tables {
        texts.insert(TABLES.to_owned(), assets.tables.to_owned());
    }
    RuleTexts(texts)
}
