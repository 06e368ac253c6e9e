//! Records as other programs write them: CSV, JSON, and the JSON of Improved Initiative.

use std::rc::Rc;

use anyhow::{Context, Result, anyhow};
use serde_json::{Map, Value};

use super::improved_initiative;
use super::record::{self, Cell, Foreign};
use super::stat_block::{Deed, deeds};

/// More columns than this have no name of their own any more.
const MOST_LEVELS: usize = 4;

/// What is done with each record of a file, one after the other, so that no file stands in memory as records.
pub(super) type Each<'e> = dyn FnMut(Foreign) + 'e;

/// The records of a file, which says itself what it is: JSON begins with a bracket, all else is CSV.
///
/// # Errors
/// For a file that is neither, with the line, and for one with nothing in it.
pub(super) fn read(text: &str, each: &mut Each<'_>) -> Result<()> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        return Err(anyhow!("there is nothing in it"));
    }
    if text.trim_start().starts_with(['[', '{']) {
        let json: Value = serde_json::from_str(text)
            .map_err(|error| anyhow!("this begins like JSON, but {error}"))?;
        return records(&json, each);
    }
    csv(text, each)
}

/// The records of a JSON file: a list of them, one alone, or what Improved Initiative exports.
fn records(json: &Value, each: &mut Each<'_>) -> Result<()> {
    if let Some(found) = improved_initiative::records(json) {
        found.into_iter().for_each(each);
        return Ok(());
    }
    let many = match json {
        Value::Array(entries) => entries.as_slice(),
        // A list that has a name, `{"creatures": […]}`, is meant rather than what holds it.
        Value::Object(fields) => match fields.values().find(|value| is_list_of_records(value)) {
            Some(Value::Array(entries)) if name_of(fields).is_none() => entries.as_slice(),
            _ => std::slice::from_ref(json),
        },
        _ => {
            return Err(anyhow!(
                "a list of combatants is needed, `[{{\"name\": …}}, …]`"
            ));
        }
    };
    for (nth, entry) in many.iter().enumerate() {
        let place = format!("entry {}", nth + 1);
        match entry.as_object() {
            Some(fields) => each(record(place, fields)),
            None if many.iter().any(Value::is_object) => {
                let mut none = Foreign::at(place);
                none.no_combatant = "is no record".to_owned();
                each(none);
            }
            None => return Err(anyhow!("{place} is no record")),
        }
    }
    Ok(())
}

/// What a record is called.
fn name_of(fields: &Map<String, Value>) -> Option<&str> {
    let (_, name) = fields
        .iter()
        .find(|(key, _)| key.eq_ignore_ascii_case("name"))?;
    name.as_str()
}

fn is_list_of_records(value: &Value) -> bool {
    matches!(value, Value::Array(entries) if !entries.is_empty() && entries.iter().all(Value::is_object))
}

pub(super) fn record(place: String, fields: &Map<String, Value>) -> Foreign {
    let mut found = Foreign::at(place);
    for (word, value) in fields {
        take(&mut found, word, value, MOST_LEVELS);
    }
    found
}

fn take(found: &mut Foreign, word: &str, value: &Value, levels: usize) {
    match value {
        Value::Null => {}
        Value::Bool(flag) => found.put(word.trim(), &flag.to_string()),
        Value::Number(number) => found.put(word.trim(), &record::number(number)),
        Value::String(text) => found.put(word.trim(), text),
        Value::Array(entries) if is_list_of_records(value) && told_in_sentences(entries) => {
            let all: Vec<Deed> = entries.iter().filter_map(deed).collect();
            let attacks = deeds(found, &all);
            if !attacks.is_empty() {
                found.fields.push(("attacks".into(), Cell::Rows(attacks)));
            }
        }
        // What stands in a list alone and has no name is what the list is of: `"ac": [{"ac": 15, "from": …}]`.
        Value::Array(entries) if is_list_of_records(value) && entries.iter().all(nameless) => {
            if let Some(inner) = entries.first() {
                take(found, word, inner, levels.saturating_sub(1));
            }
        }
        // Names with an address each, `[{"name": "Charmed", "url": …}]`, are words.
        Value::Array(entries) if is_list_of_records(value) && entries.iter().all(is_named_word) => {
            let names: Vec<&str> = entries
                .iter()
                .filter_map(|entry| name_of(entry.as_object()?))
                .collect();
            found.put(word.trim(), &names.join("; "));
        }
        Value::Array(entries) if is_list_of_records(value) => {
            let numbered = entries.iter().filter_map(Value::as_object).enumerate();
            let rows = numbered.map(|(nth, entry)| record(format!("entry {}", nth + 1), entry));
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
        // A record in a record, `"abilities": {"str": 12}`, is its fields.
        Value::Object(inner) if levels > 0 => {
            for (key, value) in inner {
                let outer = word.to_lowercase();
                let inner = key.to_lowercase();
                let word = match inner.as_str() {
                    "value" | "average" => word.to_owned(),
                    "formula" => "hit dice".to_owned(),
                    // `"save": {"dex": "+5"}` speaks of saves and not of abilities.
                    _ if outer.starts_with("save") || outer.starts_with("saving") => {
                        format!("{key} save")
                    }
                    _ => key.clone(),
                };
                take(found, &word, value, levels - 1);
            }
        }
        Value::Object(_) => found.put(word.trim(), &value.to_string()),
    }
}

/// Whether an entry of a list is a name and where to read of it.
fn is_named_word(entry: &Value) -> bool {
    let known = ["name", "index", "url", "key"];
    entry.as_object().is_some_and(|fields| {
        let known = |word: &String| known.contains(&&*word.to_lowercase());
        name_of(fields).is_some() && fields.keys().all(known)
    })
}

/// Whether an entry of a list has no name.
fn nameless(entry: &Value) -> bool {
    entry
        .as_object()
        .is_none_or(|fields| name_of(fields).is_none())
}

/// Whether a list is one of actions, told in sentences: an attack says "to hit".
fn told_in_sentences(entries: &[Value]) -> bool {
    let mut all = entries.iter().filter_map(deed);
    all.any(|deed| deed.is_attack())
}

/// An action with its sentences.
fn deed(entry: &Value) -> Option<Deed> {
    let fields = entry.as_object()?;
    let sentences = ["desc", "description", "text", "content", "entries"];
    let (_, told) = fields
        .iter()
        .find(|(key, _)| sentences.contains(&&*key.to_lowercase()))?;
    let text = match told {
        Value::String(text) => text.clone(),
        Value::Array(lines) => {
            let lines: Vec<&str> = lines.iter().filter_map(Value::as_str).collect();
            lines.join(" ")
        }
        _ => return None,
    };
    Some(Deed::new(name_of(fields)?, &text))
}

/// What stands behind the last row of a table.
const END: &str = "\u{1}";

/// The records of a table whose first line names the columns, which commas, semicolons or tabs part. A line before it may say
/// which does, `sep=;`, as spreadsheets write it.
fn csv(text: &str, each: &mut Each<'_>) -> Result<()> {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let said = match first.trim_end_matches('\r').as_bytes() {
        [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', mark] => Some(*mark),
        _ => None,
    };
    let (text, first_line) = match said {
        Some(_) => (rest, 2),
        None => (text, 1),
    };
    let first = text.lines().next().unwrap_or_default();
    let times = |mark: &u8| first.bytes().filter(|byte| byte == mark).count();
    let mark = said.or_else(|| {
        let marks = [b',', b';', b'\t'].into_iter();
        marks.max_by_key(|mark| (times(mark), *mark == b','))
    });
    // The end stands in a row of its own, unless a quote before it is never closed.
    let text = format!("{text}\n{END}");
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(mark.unwrap_or(b','))
        .flexible(true)
        .from_reader(text.as_bytes());
    let words = reader
        .headers()
        .context("the first line does not name columns")?
        .iter()
        .map(|word| word.trim().into())
        .collect::<Vec<Rc<str>>>();
    let unclosed =
        |line: u64| anyhow!("line {line}: a quote opens here and is never closed: close it");
    if words
        .last()
        .is_some_and(|word| word.len() > END.len() && word.ends_with(END))
    {
        return Err(unclosed(first_line));
    }
    let mut rows = 0;
    for row in reader.records() {
        let row = row.map_err(|error| anyhow!("{error}"))?;
        let line = row.position().map_or(0, csv::Position::line) + first_line - 1;
        match row.iter().next_back() {
            Some(END) if row.len() == 1 => break,
            Some(last) if last.ends_with(END) => return Err(unclosed(line)),
            _ => {}
        }
        let mut record = Foreign::at(format!("line {line}"));
        for (column, text) in row.iter().enumerate() {
            match words.get(column) {
                Some(word) => record.put(Rc::clone(word), text),
                None => record.put(format!("column {}", column + 1), text),
            }
        }
        if !record.fields.is_empty() {
            rows += 1;
            each(record);
        }
    }
    match rows {
        0 => Err(anyhow!(
            "nobody is in it: a line for each combatant stands under the one that names the columns"
        )),
        _ => Ok(()),
    }
}
