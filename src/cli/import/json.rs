//! JSON of other programs, read within a limited budget of values.

use std::cell::Cell;
use std::fmt;

use anyhow::{Result, anyhow};
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// Maximum number of values in one file: records, lists, texts and numbers together.
const MOST_VALUES: usize = 1_000_000;
/// Maximum number of fields in one record.
const MOST_FIELDS: usize = 20_000;
/// Depth at which `serde_json` stops.
const DEEPEST: usize = 128;

/// Parses a JSON text.
///
/// # Errors
/// If the text is not JSON, repeats a key within a record, or exceeds the budget.
pub(super) fn read(text: &str) -> Result<Value> {
    let left = Cell::new(MOST_VALUES);
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Counted { left: &left }.deserialize(&mut reader);
    let value = value.and_then(|value| reader.end().map(|()| value));
    value.map_err(|error| match error.to_string() {
        deep if deep.starts_with("recursion limit") => {
            anyhow!("the JSON is nested more than {DEEPEST} levels deep")
        }
        wrong if error.is_data() => anyhow!("{wrong}"),
        wrong => anyhow!("this is not valid JSON: {wrong}"),
    })
}

/// Value that counts against the budget while Affray reads it.
#[derive(Clone, Copy)]
struct Counted<'c> {
    left: &'c Cell<usize>,
}

impl Counted<'_> {
    fn spend<E: Error>(self) -> Result<(), E> {
        let left =
            self.left.get().checked_sub(1).ok_or_else(|| {
                E::custom(format!("the file holds more than {MOST_VALUES} values"))
            })?;
        self.left.set(left);
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Counted<'_> {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        self.spend()?;
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Counted<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(Value::Bool(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::from(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(Value::from(number))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Value::from(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::from(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = from.next_element_seed(self)? {
            list.push(value);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut record = Map::new();
        while let Some(key) = from.next_key::<String>()? {
            if record.contains_key(&key) {
                let key = crate::text::sanitize(&key, crate::text::NAME_LIMIT);
                return Err(A::Error::custom(format!(
                    "the key `{key}` appears twice in one record"
                )));
            }
            if record.len() == MOST_FIELDS {
                return Err(A::Error::custom(format!(
                    "a record has more than {MOST_FIELDS} fields"
                )));
            }
            let value = from.next_value_seed(self)?;
            record.insert(key, value);
        }
        Ok(Value::Object(record))
    }
}
