//! Parsing of a typed value for a field of a sheet, and the event that sets it.

use anyhow::{Result, bail};

use crate::encounter::{Encounter, Event};
use crate::values::{FieldSpec, Id, Spec, Value, decimal, read_decimal};

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
        label: label.to_owned(),
        cause: "the GM's word".to_owned(),
    }
}

/// Parses a typed value for a field; empty text removes an optional value.
pub(crate) fn read_value(spec: &FieldSpec, text: &str) -> Result<Option<Value>> {
    let range = |n: i64, least: i64, most: i64, show: &dyn Fn(i64) -> String| {
        if (least..=most).contains(&n) {
            Ok(Some(Value::Int(n)))
        } else {
            bail!(
                "{} is not between {} and {}",
                show(n),
                show(least),
                show(most)
            )
        }
    };
    Ok(match &spec.kind {
        _ if text.is_empty() && !spec.required && spec.default.is_none() => None,
        Spec::Int(least, most) => match text.parse() {
            Ok(n) => range(n, *least, *most, &|n| n.to_string())?,
            Err(_) => bail!("`{text}` is not a whole number"),
        },
        Spec::Decimal(parts, least, most) => match read_decimal(text, *parts) {
            Some(n) => range(n, *least, *most, &|n| decimal(n, *parts))?,
            None => bail!(
                "`{text}` is not a number such as 2 or {}",
                decimal(2 * parts + 1, *parts)
            ),
        },
        Spec::Flag => match text {
            "yes" | "on" | "true" | "y" => Some(Value::Flag(true)),
            "no" | "off" | "false" | "n" | "" => Some(Value::Flag(false)),
            _ => bail!("`{text}` is neither yes nor no"),
        },
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
            "{} is a list: F3 adds entries and takes them out, `set a {}/0/FIELD VALUE` changes one",
            spec.label,
            spec.key
        ),
    })
}

/// Returns a word of a field in readable form, without the characters that join its parts in files.
pub(crate) fn plain(word: &str) -> String {
    word.replace('_', " ")
}
