//! Implements `affray words`, which explains the keywords of `system.ron`.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, bail};
use serde::Serialize;

use super::environment::write_json;
use crate::systems::written::keywords::{self, Keyword, Part};
use crate::text;

/// Columns of the list.
const COLUMNS: usize = 100;
/// Maximum number of similar keywords that are named.
const MOST_NEAR: usize = 6;
/// Maximum number of keywords, and of recipes, that are listed for a term.
const MOST_FOUND: usize = 8;
/// Number of bytes below which a term is not searched.
const SHORTEST_STEM: usize = 3;
/// Recipes for rules, each under a heading of the third level.
const COOKBOOK: &str = include_str!("../../docs/system-cookbook.md");

/// Keyword in the JSON output.
#[derive(Serialize)]
struct Entry {
    word: &'static str,
    /// Parts of the file in which the keyword may appear.
    places: Vec<&'static str>,
    does: &'static str,
    example: &'static str,
    shows: &'static str,
}

impl Entry {
    fn of(keyword: &Keyword) -> Self {
        Self {
            word: keyword.word,
            places: keyword.parts.iter().map(|part| part.label()).collect(),
            does: keyword.does,
            example: keyword.example,
            shows: keyword.shows,
        }
    }
}

/// Writes the list of keywords, the meanings of one keyword, or the keywords and recipes that mention another term.
pub(super) fn words(out: &mut dyn Write, word: Option<&str>, json: bool) -> Result<ExitCode> {
    let found: Vec<&Keyword> = match word {
        Some(word) => meanings(word),
        None => keywords::all().collect(),
    };
    if let (Some(word), true) = (word, found.is_empty()) {
        if json || !search(out, word)? {
            bail!(unknown(word));
        }
        return Ok(ExitCode::SUCCESS);
    }
    if json {
        let entries: Vec<Entry> = found.into_iter().map(Entry::of).collect();
        write_json(out, &entries)?;
    } else if word.is_none() {
        list(out)?;
    } else {
        for keyword in found {
            writeln!(out, "{}: in {}", keyword.word, keyword.place())?;
            writeln!(out, "    {}", keyword.does)?;
            writeln!(out, "    Example: {}", keyword.example)?;
            if !keyword.shows.is_empty() {
                writeln!(out, "    You see: {}", keyword.shows)?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Lists the keywords and recipes whose texts contain a word that begins with a term, without its plural ending.
/// Returns false and writes nothing if there are none.
fn search(out: &mut dyn Write, term: &str) -> Result<bool> {
    let stem = term.strip_suffix('s').unwrap_or(term);
    let begins = |word: &str| text::beginnings(word, stem).is_some();
    let contains = |text: &str| text.split(|c: char| !c.is_alphanumeric()).any(begins);
    let found = keywords::all().filter(|one| contains(one.word) || contains(one.does));
    let found: Vec<&Keyword> = found.take(MOST_FOUND).collect();
    let recipes = COOKBOOK.split("\n### ").skip(1);
    let recipes = recipes.filter_map(|recipe| recipe.split_once('\n'));
    let (mut titles, others): (Vec<_>, Vec<_>) = recipes.partition(|(title, _)| contains(title));
    titles.extend(others.into_iter().filter(|(_, text)| contains(text)));
    titles.truncate(MOST_FOUND);
    if stem.len() < SHORTEST_STEM || found.is_empty() && titles.is_empty() {
        return Ok(false);
    }
    let term = text::sanitize(term, text::NAME_LIMIT);
    writeln!(out, "`{term}` is not a keyword.")?;
    if !found.is_empty() {
        writeln!(out, "Keywords whose explanation contains it:")?;
    }
    for one in found {
        let sentence = one
            .does
            .split_once(". ")
            .map_or(one.does, |(first, _)| first);
        writeln!(out, "    {} (in {}): {sentence}", one.word, one.place())?;
    }
    if !titles.is_empty() {
        writeln!(out, "Recipes in docs/system-cookbook.md:")?;
    }
    for (title, _) in titles {
        writeln!(out, "    {title}")?;
    }
    Ok(true)
}

/// Returns the meanings of a keyword, with this case or else with any case.
fn meanings(word: &str) -> Vec<&'static Keyword> {
    match keywords::meanings(word) {
        exact if !exact.is_empty() => exact,
        _ => {
            let alike = keywords::all().filter(|one| one.word.eq_ignore_ascii_case(word));
            alike.collect()
        }
    }
}

/// Returns the error for an unknown keyword, with the most similar keywords.
fn unknown(word: &str) -> String {
    let near: Vec<String> = keywords::nearest(word, MOST_NEAR)
        .into_iter()
        .map(|near| format!("`{near}`"))
        .collect();
    let word = text::sanitize(word, text::NAME_LIMIT);
    if near.is_empty() {
        return format!("unknown keyword `{word}`: `affray words` lists all keywords");
    }
    format!(
        "unknown keyword `{word}`: the nearest are {}",
        near.join(", ")
    )
}

/// Writes all keywords by the part of the file in which they may appear.
fn list(out: &mut dyn Write) -> Result<()> {
    for part in Part::ALL {
        writeln!(out, "In {}:", part.label())?;
        let mut line = String::new();
        for word in keywords::of(part) {
            if line.len() + word.len() + 5 > COLUMNS {
                writeln!(out, "   {line}")?;
                line.clear();
            }
            line += " ";
            line += word;
        }
        writeln!(out, "   {line}")?;
    }
    writeln!(out, "`affray words Gain` explains a keyword.")?;
    Ok(())
}
