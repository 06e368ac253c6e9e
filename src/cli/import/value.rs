//! Typed access to JSON values.

use serde_json::{Map, Value};

use super::record;

/// Returns a text or a number as text; "" for other values.
pub(super) fn text(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => record::number(number),
        _ => String::new(),
    }
}

/// Returns a value as a whole number; it may be in a text such as "+7" or "40 ft.".
pub(super) fn int(value: Option<&Value>) -> Option<i64> {
    match value? {
        Value::Number(_) => text(value).parse().ok(),
        Value::String(text) => {
            let text = text.trim().trim_start_matches('+').replace('\u{2212}', "-");
            let end = text
                .char_indices()
                .find(|(at, c)| !c.is_ascii_digit() && (*at > 0 || *c != '-'));
            text[..end.map_or(text.len(), |(at, _)| at)].parse().ok()
        }
        _ => None,
    }
}

/// Returns the entries of a list; empty for other values.
pub(super) fn list(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Returns the fields of a record.
pub(super) fn record(value: Option<&Value>) -> Option<&Map<String, Value>> {
    value?.as_object()
}

/// Returns the names in a list of texts or of records with a name.
pub(super) fn names(value: Option<&Value>) -> Vec<String> {
    let name = |entry: &Value| match entry {
        Value::String(text) => text.clone(),
        _ => text(entry.get("name")),
    };
    let names = list(value).iter().map(name);
    names.filter(|name| !name.is_empty()).collect()
}

/// Returns the challenge rating as books print it: "1/4" for 0.25.
pub(super) fn challenge(value: Option<&Value>) -> String {
    let said = text(value);
    match said.parse::<f64>() {
        Ok(0.125) => "1/8".to_owned(),
        Ok(0.25) => "1/4".to_owned(),
        Ok(0.5) => "1/2".to_owned(),
        Ok(whole) if whole.fract() == 0.0 => format!("{whole:.0}"),
        _ => said,
    }
}
