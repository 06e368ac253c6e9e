//! Parsing of a typed value for a field of a sheet, and the event that sets it.

use anyhow::{Result, bail};

use crate::encounter::{Encounter, Event};
use crate::values::{
    Counter, FieldSpec, Id, Row, Schema, Spec, Value, decimal, read_decimal, unknown,
};

/// Formats a value as its field shows it.
pub(crate) fn show(field: &FieldSpec, value: Option<&Value>) -> String {
    match (&field.kind, value) {
        (_, None) => "-".to_owned(),
        (Spec::Decimal(parts, ..), Some(Value::Int(n))) => decimal(*n, *parts),
        (Spec::Word(words), Some(Value::Word(word))) if !words.is_empty() => plain(word),
        (_, Some(value)) => value.to_string(),
    }
}

/// Returns the event that sets a value on a sheet.
pub(crate) fn changed(
    now: &Encounter,
    who: Id,
    label: &str,
    path: &str,
    to: Option<Value>,
) -> Event {
    Event::Changed {
        who,
        at: path.to_owned(),
        from: now.get(who).sheet.value(path),
        to,
        label: label.into(),
        health: None,
        cause: "set by the GM".into(),
    }
}

/// Parses a typed value for a field. An empty text or `none` empties a field that may be empty. A sign before the
/// number of a counter adds it to the current value or subtracts it; after `=` a sign is part of the number.
///
/// # Errors
/// Returns an error that lists the values that the field accepts.
pub(crate) fn read_value(
    spec: &FieldSpec,
    text: &str,
    has: Option<&Value>,
) -> Result<Option<Value>> {
    let is_word = |words: &[String]| words.iter().any(|word| word == text);
    let is_none = match &spec.kind {
        _ if text.is_empty() => true,
        Spec::Word(words) => text == "none" && !is_word(words),
        _ => text == "none",
    };
    Ok(match &spec.kind {
        _ if is_none && spec.may_be_empty() => None,
        Spec::Int(..) | Spec::Decimal(..) if text.is_empty() => {
            bail!("{} cannot be empty: type a number", spec.label)
        }
        Spec::Int(least, most) => Some(read_number(spec, text, has, 1, (*least, *most))?),
        Spec::Decimal(parts, least, most) => {
            Some(read_number(spec, text, has, *parts, (*least, *most))?)
        }
        Spec::Flag => match text {
            "yes" | "on" | "true" | "y" => Some(Value::Flag(true)),
            "no" | "off" | "false" | "n" | "" => Some(Value::Flag(false)),
            _ => bail!("`{text}` is neither yes nor no"),
        },
        Spec::Word(words) if words.is_empty() && !spec.several.is_empty() => {
            Some(Value::Word(read_several(&spec.several, text)?))
        }
        Spec::Word(words) if words.is_empty() => Some(Value::Word(text.to_owned())),
        Spec::Word(words) => {
            let meant = |word: &&String| {
                word.eq_ignore_ascii_case(text) || plain(word).eq_ignore_ascii_case(text)
            };
            match words.iter().find(meant) {
                Some(word) => Some(Value::Word(word.clone())),
                None => {
                    let words: Vec<String> = words.iter().map(|word| plain(word)).collect();
                    bail!("`{text}` is not one of {}", words.join(", "))
                }
            }
        }
        Spec::Dice => match crate::dice::Dice::parse(text) {
            Ok(dice) => Some(Value::Dice(dice)),
            Err(not) => bail!("{not}"),
        },
        Spec::Records(_) => bail!(
            "{} is a list: F3 adds and removes entries, `set a {}/0/FIELD VALUE` changes an entry",
            spec.label,
            spec.key
        ),
    })
}

/// Reads a list of allowed words, separated by commas, spaces or "and". Returns the words as a file contains them.
fn read_several(known: &[String], text: &str) -> Result<String> {
    let meant = |typed: &str| {
        let is = |word: &&String| {
            word.eq_ignore_ascii_case(typed) || plain(word).eq_ignore_ascii_case(typed)
        };
        known.iter().find(is).map(String::as_str)
    };
    let mut found: Vec<&str> = Vec::new();
    for part in text.split([',', ';', '&']).map(str::trim) {
        let parts = match meant(part) {
            Some(_) => vec![part],
            None => part.split_whitespace().collect(),
        };
        for word in parts {
            match meant(word) {
                Some(word) if found.contains(&word) => {}
                Some(word) => found.push(word),
                None if word.eq_ignore_ascii_case("and") => {}
                None => bail!(
                    "{}",
                    unknown("word", word, known.iter().map(String::as_str))
                ),
            }
        }
    }
    Ok(found.join(", "))
}

/// Reads a typed number as a multiple of 1/`parts`.
fn read_number(
    spec: &FieldSpec,
    text: &str,
    has: Option<&Value>,
    parts: i64,
    (least, most): (i64, i64),
) -> Result<Value> {
    let (exact, digits) = match text.strip_prefix('=') {
        Some(digits) => (true, digits.trim()),
        None => (false, text),
    };
    let read = |digits: &str| match parts {
        1 => digits.parse().ok(),
        parts => read_decimal(digits.strip_prefix('+').unwrap_or(digits), parts),
    };
    let Some(typed) = read(digits) else {
        if parts == 1 {
            bail!("`{text}` is not a whole number");
        }
        bail!(
            "`{text}` is not a number such as 2 or {}",
            decimal(2 * parts + 1, parts)
        );
    };
    let from = match has.or(spec.default.as_ref()) {
        Some(Value::Int(from)) => Some(*from),
        _ => None,
    };
    let changes = !exact && spec.counter != Counter::No && digits.starts_with(['+', '-']);
    let number = match from.filter(|_| changes) {
        // Values below the lowest number become the lowest number, for example damage beyond the last hit point.
        Some(from) if from > least => from.saturating_add(typed).max(least),
        Some(from) => from.saturating_add(typed),
        None => typed,
    };
    if !(least..=most).contains(&number) {
        let [number, least, most] = [number, least, most].map(|n| decimal(n, parts));
        bail!("{number} is not between {least} and {most}");
    }
    Ok(Value::Int(number))
}

/// Returns the counter that this change raises above its maximum, or raises further above it.
pub(crate) fn above_maximum(
    schema: &Schema,
    sheet: &Row,
    path: &str,
    to: Option<&Value>,
) -> Option<String> {
    let mut then = sheet.clone();
    then.put(path, to).ok()?;
    let number = |sheet: &Row, key: &str| match sheet.value(key) {
        Some(Value::Int(number)) => number,
        _ => 0,
    };
    let maximum = |sheet: &Row, counter: &Counter| match counter {
        Counter::No | Counter::Free => None,
        Counter::UpTo(key) => Some(number(sheet, key)),
        Counter::UpToNumber(most) => Some(*most),
    };
    schema.fields.iter().find_map(|field| {
        let most = maximum(&then, &field.counter)?;
        let was = maximum(sheet, &field.counter)?;
        let (number, before) = (number(&then, &field.key), number(sheet, &field.key));
        let is_worse = before <= was || (field.key == path && number > before);
        let label = &field.label;
        (number > most && is_worse)
            .then(|| format!("{label}: {number} is above the maximum of {most}"))
    })
}

/// Returns a word of a field in readable form, without the characters that join its parts in files.
pub(crate) fn plain(word: &str) -> String {
    word.replace('_', " ")
}
