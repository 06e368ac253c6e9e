//! Imports lists of plain JSON records from any program. The sheet determines the meaning of each word.

use serde_json::{Map, Value};

use super::block::{Part, Section};
use super::fields::Fields;
use super::place::is_name;
use super::record::{self, Cell, Foreign};
use super::sheet::{Acts, put_acts};
use super::value::text;

/// Maximum depth of nested records whose fields are added to the outer record; deeper records stay JSON text.
const MOST_LEVELS: usize = 4;

/// Creates a record from the fields of a JSON record.
pub(super) fn record(place: String, fields: &Map<String, Value>, sheet: Fields<'_>) -> Foreign {
    let mut found = Foreign::at(place);
    let mut parts = Vec::new();
    // The names of records inside, such as the source of the record, come after the name of the combatant.
    let (names, others): (Vec<_>, Vec<_>) = fields
        .iter()
        .partition(|(word, value)| is_name(word) && !value.is_object());
    for (word, value) in names.into_iter().chain(others) {
        take(&mut found, &mut parts, word, value, MOST_LEVELS);
    }
    if !parts.is_empty() {
        put_acts(&mut found, Acts::read(&parts, sheet), None);
    }
    found
}

/// Returns the name of a record.
pub(super) fn name_of(fields: &Map<String, Value>) -> Option<&str> {
    let (_, name) = fields
        .iter()
        .find(|(key, _)| key.eq_ignore_ascii_case("name"))?;
    name.as_str()
}

pub(super) fn is_list_of_records(value: &Value) -> bool {
    matches!(value, Value::Array(entries) if !entries.is_empty() && entries.iter().all(Value::is_object))
}

fn take(found: &mut Foreign, parts: &mut Vec<Part>, word: &str, value: &Value, levels: usize) {
    match value {
        Value::Null => {}
        Value::Bool(flag) => found.put(word.trim(), &flag.to_string()),
        Value::Number(number) => found.put(word.trim(), &record::number(number)),
        Value::String(text) => found.put(word.trim(), text),
        Value::Array(entries) if is_list_of_records(value) && told_in_sentences(entries) => {
            parts.extend(entries.iter().filter_map(|entry| part(word, entry)));
        }
        // A list of one unnamed record describes the list: `"ac": [{"ac": 15, "from": …}]`.
        Value::Array(entries) if is_list_of_records(value) && entries.iter().all(nameless) => {
            if let Some(inner) = entries.first() {
                take(found, parts, word, inner, levels.saturating_sub(1));
            }
        }
        // Names with addresses, `[{"name": "Charmed", "url": …}]`, are words.
        Value::Array(entries) if is_list_of_records(value) && entries.iter().all(is_named_word) => {
            let names: Vec<&str> = entries
                .iter()
                .filter_map(|entry| name_of(entry.as_object()?))
                .collect();
            found.put(word.trim(), &names.join("; "));
        }
        Value::Array(entries) if is_list_of_records(value) => {
            let numbered = entries.iter().filter_map(Value::as_object).enumerate();
            let rows = numbered.map(|(nth, entry)| {
                let mut row = Foreign::at(format!("entry {}", nth + 1));
                for (word, value) in entry {
                    take(&mut row, &mut Vec::new(), word, value, MOST_LEVELS);
                }
                row
            });
            let rows = Cell::Rows(rows.collect());
            found.fields.push((word.trim().into(), rows));
        }
        Value::Array(entries) => {
            let texts: Vec<String> = entries
                .iter()
                .map(|entry| {
                    entry
                        .as_str()
                        .map_or_else(|| entry.to_string(), str::to_owned)
                })
                .collect();
            found.put(word.trim(), &texts.join("; "));
        }
        // A record in a record, `"abilities": {"str": 12}`, adds its fields.
        Value::Object(inner) if levels > 0 => {
            for (key, value) in inner {
                let outer = word.to_lowercase();
                let inner = key.to_lowercase();
                let word = match inner.as_str() {
                    "value" | "average" => word.to_owned(),
                    "formula" => "hit dice".to_owned(),
                    "name" if found.fields.iter().any(|(word, _)| is_name(word)) => word.to_owned(),
                    // `"save": {"dex": "+5"}` are saves, not abilities.
                    _ if outer.starts_with("save") || outer.starts_with("saving") => {
                        format!("{key} save")
                    }
                    _ => key.clone(),
                };
                take(found, parts, &word, value, levels - 1);
            }
        }
        Value::Object(_) => found.put(word.trim(), &value.to_string()),
    }
}

/// Returns `true` if an entry of a list is a name with an address.
fn is_named_word(entry: &Value) -> bool {
    let known = ["name", "index", "url", "key"];
    entry.as_object().is_some_and(|fields| {
        let known = |word: &String| known.contains(&&*word.to_lowercase());
        name_of(fields).is_some() && fields.keys().all(known)
    })
}

fn nameless(entry: &Value) -> bool {
    entry
        .as_object()
        .is_none_or(|fields| name_of(fields).is_none())
}

/// Returns `true` if a list consists of traits or actions in sentences.
fn told_in_sentences(entries: &[Value]) -> bool {
    entries.iter().all(|entry| sentences_of(entry).is_some())
}

/// Returns the sentences of a trait or an action.
fn sentences_of(entry: &Value) -> Option<String> {
    let fields = entry.as_object()?;
    name_of(fields)?;
    let known = ["desc", "description", "text", "content", "entries"];
    let (_, told) = fields
        .iter()
        .find(|(key, _)| known.contains(&&*key.to_lowercase()))?;
    match told {
        Value::String(text) => Some(text.clone()),
        Value::Array(lines) => {
            let lines: Vec<&str> = lines.iter().filter_map(Value::as_str).collect();
            Some(lines.join("\n"))
        }
        _ => None,
    }
}

/// Reads a trait or an action of the list called `word`.
fn part(word: &str, entry: &Value) -> Option<Part> {
    let word = word.to_lowercase();
    let section = match word.as_str() {
        word if word.starts_with("legendary") => Section::Legendary,
        word if word.starts_with("reaction") => Section::Reaction,
        word if word.starts_with("bonus") => Section::Bonus,
        word if word.starts_with("lair") => Section::Lair,
        word if word.starts_with("mythic") => Section::Mythic,
        word if word.contains("trait") || word.contains("abilit") || word.contains("feature") => {
            Section::Trait
        }
        _ => Section::Action,
    };
    let name = text(
        entry
            .as_object()?
            .iter()
            .find(|(key, _)| key.eq_ignore_ascii_case("name"))
            .map(|(_, name)| name),
    );
    Some(Part::new(section, &name, &sentences_of(entry)?))
}
