//! Fields of a sheet, of a row in a list on it, or of a fight's options: their types, and the errors of wrong values.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::value::{Record, Value, decimal};
use crate::ron_text::{Checked, Diagnostic, Objection, PathStep, Within, did_you_mean};
use crate::text;

/// Fields of a kind of row, in the order shown. The index of a field here is its index in the row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields(pub Vec<FieldSpec>);

impl Deref for Fields {
    type Target = [FieldSpec];

    fn deref(&self) -> &[FieldSpec] {
        &self.0
    }
}

impl Fields {
    /// Returns the index of the field with this key.
    pub(crate) fn place(&self, word: &str) -> Option<usize> {
        self.0.iter().position(|field| field.key == word)
    }

    pub(crate) fn named(&self, word: &str) -> Option<&FieldSpec> {
        self.0.iter().find(|field| field.key == word)
    }

    /// Returns the field at a path such as `health` or `attacks/1/damaged`.
    pub(crate) fn at(&self, path: &str) -> Result<&FieldSpec, Objection> {
        let (word, rest) = path.split_once('/').unwrap_or((path, ""));
        let named = self.named(word);
        let field = named.ok_or_else(|| Objection::new(unknown("field", word, self.words())))?;
        match (&field.kind, rest.split_once('/')) {
            _ if rest.is_empty() => Ok(field),
            (Spec::Records(inner), Some((_, word))) => inner.at(word),
            _ => Err(Objection::new(format!(
                "unknown field `{path}`: write `{word}`, or LIST/ENTRY/FIELD for a field in a list"
            ))),
        }
    }

    /// Lists the errors of a record: unknown and missing fields, values of the wrong type or out of range.
    pub(crate) fn misfits(&self, record: &Record) -> Vec<Objection> {
        let mut wrong = Vec::new();
        for (key, value) in &record.0 {
            let fits = match self.named(key) {
                Some(field) => field.check(value),
                None => Err(Objection::new(unknown("field", key, self.words()))),
            };
            wrong.extend(fits.within(PathStep::Key(key.clone())).err());
        }
        let missing = |field: &&FieldSpec| field.required && !record.has(&field.key);
        wrong.extend(self.0.iter().filter(missing).map(FieldSpec::missing));
        wrong
    }

    /// Lists the keys of all fields.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|field| field.key.as_str())
    }

    /// Lists the errors of the declaration itself, for authors of systems.
    pub(super) fn objections(&self, wrong: &mut Vec<String>) {
        let is_number = |kind: &Spec| matches!(kind, Spec::Int(..) | Spec::Decimal(..));
        if let Some(key) = twice(self.words()) {
            wrong.push(format!("the field `{key}` is described twice"));
        }
        for field in &self.0 {
            if let Some(Err(why)) = field
                .default
                .as_ref()
                .map(|default| field.kind.check(default))
            {
                wrong.push(format!("the default of `{}`: {why}", field.key));
            }
            if field.counter != Counter::No && !is_number(&field.kind) {
                wrong.push(format!("the counter `{}` is not a number", field.key));
            }
            if let Counter::UpTo(most) = &field.counter
                && !self.named(most).is_some_and(|most| is_number(&most.kind))
            {
                wrong.push(format!(
                    "the maximum of `{}`: there is no number field `{most}`",
                    field.key
                ));
            }
            if let Spec::Records(inner) = &field.kind {
                inner.objections(wrong);
            }
        }
    }
}

/// Field of a sheet, of a row in a list on it, or of the options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldSpec {
    /// Key in rosters and saves.
    pub key: String,
    /// Label on the screen.
    pub label: String,
    pub kind: Spec,
    /// Value if a roster omits the field; `None` for an empty field.
    pub default: Option<Value>,
    /// True if a roster must contain the field.
    pub required: bool,
    /// True if the field changes during a fight; shown separately on the sheet.
    pub state: bool,
    /// True if the field's value persists after the fight, such as wounds and broken equipment.
    pub lasts: bool,
    /// True for the number of a round, which persists after the fight if that round is still to come.
    pub round: bool,
    /// Counting by a typed sign: up to a maximum, without a maximum, or not at all.
    pub counter: Counter,
    /// Key of the table whose rows the field names by their `key`; "" if there is none.
    pub table: String,
    /// True for a field that the rules keep for themselves: its changes are not logged, and the sheet lists it last.
    pub silent: bool,
    /// Help text in one line.
    pub help: String,
    /// Allowed words in a text that is separated by commas; any text if empty.
    pub several: Vec<String>,
    /// Other names of the field: in other programs, for importers, and in the combatants pane.
    pub elsewhere: Vec<String>,
    /// Ready rows of a list, which a sheet may name.
    pub stock: Stock,
}

/// Ready rows for the lists of a sheet: the text of a file that is read when a row is first searched.
#[derive(Clone, Debug, Default)]
pub struct Stock(Option<Arc<StockFile>>);

/// File of ready rows.
#[derive(Debug)]
pub struct StockFile {
    /// Path of the file in messages.
    pub name: String,
    pub text: &'static str,
    /// Lists of rows by their keys, and the errors in the file, once it is read.
    read: OnceLock<(Record, Vec<Diagnostic>)>,
}

impl Stock {
    /// Creates a stock from a file; a stock from an empty text has no rows.
    pub fn new(name: String, text: &'static str) -> Self {
        let read = OnceLock::new();
        Self((!text.is_empty()).then(|| Arc::new(StockFile { name, text, read })))
    }

    /// Returns the stock's lists and the errors in its file. Reads the file with `read` if this has not happened yet.
    /// Returns `None` without a file.
    pub fn lists(
        &self,
        read: impl FnOnce(&StockFile) -> (Record, Vec<Diagnostic>),
    ) -> Option<&(Record, Vec<Diagnostic>)> {
        let file = self.0.as_ref()?;
        Some(file.read.get_or_init(|| read(file)))
    }
}

impl PartialEq for Stock {
    fn eq(&self, other: &Self) -> bool {
        let text = |stock: &Self| stock.0.as_ref().map(|file| file.text);
        text(self) == text(other)
    }
}

impl Eq for Stock {}

impl FieldSpec {
    /// Creates a field without a default.
    pub fn new(key: &str, label: &str, kind: Spec) -> Self {
        Self {
            key: key.to_owned(),
            label: label.to_owned(),
            kind,
            default: None,
            required: false,
            state: false,
            lasts: false,
            round: false,
            counter: Counter::No,
            table: String::new(),
            silent: false,
            help: String::new(),
            several: Vec::new(),
            elsewhere: Vec::new(),
            stock: Stock::default(),
        }
    }

    /// Checks that a value is allowed. Errors state decimal numbers in their internal units, as files contain them.
    pub(crate) fn check(&self, value: &Value) -> Checked {
        let kept = match (&self.kind, value) {
            (Spec::Decimal(_, least, most), Value::Int(_)) => &Spec::Int(*least, *most),
            (kind, _) => kind,
        };
        kept.check(value).map_err(|mut wrong| {
            wrong.what = format!("`{}`: {}", self.key, wrong.what);
            wrong
        })
    }

    /// Returns true if a person may leave the field empty.
    pub(crate) fn may_be_empty(&self) -> bool {
        let is_kept_number = self.state && self.counter != Counter::No;
        let is_list = matches!(self.kind, Spec::Records(_));
        !self.required && self.default.is_none() && !is_kept_number && !is_list
    }

    pub(crate) fn missing(&self) -> Objection {
        let takes = self.kind.in_words();
        Objection::new(format!("the field `{}` is missing: {takes}", self.key))
    }
}

/// Direction in which a number is counted during a fight, so that a typed sign adds or subtracts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Counter {
    /// No counter: a typed sign is part of the number.
    #[default]
    No,
    /// Counter without a maximum.
    Free,
    /// Counter with its maximum in the field with this key.
    UpTo(String),
    /// Counter with this maximum.
    UpToNumber(i64),
}

/// Type of a field's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// Whole number in this range, both ends included.
    Int(i64, i64),
    /// Decimal number in integer units: the units per whole, 2 (for 2.5) or 10 (for 2.4), then the range in these
    /// units.
    Decimal(i64, i64, i64),
    Flag,
    /// One of these keywords; any text if the list is empty.
    Word(Vec<String>),
    Dice,
    /// List of rows with these fields.
    Records(Fields),
}

impl Spec {
    /// Describes the allowed values in words.
    pub fn in_words(&self) -> String {
        match self {
            Spec::Int(least, most) => format!("a whole number from {least} to {most}"),
            Spec::Decimal(parts, least, most) => format!(
                "a number from {} to {} in steps of {}",
                decimal(*least, *parts),
                decimal(*most, *parts),
                decimal(1, *parts)
            ),
            Spec::Flag => "`true` or `false`".to_owned(),
            Spec::Word(words) if words.is_empty() => "a text in quotes".to_owned(),
            Spec::Word(words) => {
                let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
                if quoted.len() < 3 {
                    quoted.join(" or ")
                } else {
                    format!("one of {}", quoted.join(", "))
                }
            }
            Spec::Dice => "dice in quotes, such as \"2d6+1\"".to_owned(),
            Spec::Records(_) => "a list of records, `[(…), (…)]`".to_owned(),
        }
    }

    /// Checks that a value is allowed, including records inside a list.
    pub fn check(&self, value: &Value) -> Checked {
        let wrong = match (self, value) {
            (Spec::Int(least, most), Value::Int(n)) => {
                if (least..=most).contains(&n) {
                    return Ok(());
                }
                format!("{n} is not between {least} and {most}")
            }
            (Spec::Decimal(parts, least, most), Value::Int(n)) => {
                if (least..=most).contains(&n) {
                    return Ok(());
                }
                let [n, least, most] = [n, least, most].map(|n| decimal(*n, *parts));
                format!("{n} is not between {least} and {most}")
            }
            (Spec::Word(words), Value::Word(word)) => {
                if words.is_empty() || words.contains(word) {
                    return Ok(());
                }
                let hint = did_you_mean(word, words.iter().map(String::as_str));
                let word = text::sanitize(word, text::NAME_LIMIT);
                format!("unknown word \"{word}\"{hint}")
            }
            (Spec::Flag, Value::Flag(_)) | (Spec::Dice, Value::Dice(_)) => return Ok(()),
            (Spec::Records(fields), Value::List(rows)) => {
                for (nth, row) in rows.iter().enumerate() {
                    if let Some(mut wrong) = fields.misfits(row).into_iter().next() {
                        wrong.what = format!("entry {}: {}", nth + 1, wrong.what);
                        return Err(wrong.within(nth).within(0));
                    }
                }
                return Ok(());
            }
            _ => {
                let wrong = format!("{} is needed, not {}", self.in_words(), value.kind());
                return Err(Objection::new(wrong));
            }
        };
        Err(Objection::new(wrong).within(0))
    }

    /// Clamps a number to the allowed range.
    pub(crate) fn nearest(&self, number: i64) -> i64 {
        match self {
            Spec::Int(least, most) | Spec::Decimal(_, least, most) => number.clamp(*least, *most),
            _ => number,
        }
    }
}

/// Returns the error "unknown option `x`", with a suggestion.
pub fn unknown<'a>(what: &str, word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let hint = did_you_mean(word, known);
    format!(
        "unknown {what} `{}`{hint}",
        text::sanitize(word, text::NAME_LIMIT)
    )
}

/// Returns the first repeated element, if there is one.
pub(super) fn twice<'a>(keys: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut seen = Vec::new();
    for key in keys {
        if seen.contains(&key) {
            return Some(key);
        }
        seen.push(key);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_shows_a_decimal_number_as_written_in_the_file() {
        let field = FieldSpec::new("speed", "speed", Spec::Decimal(2, 0, 80));
        let told = |wrong: Checked| wrong.map_err(|wrong| wrong.what);
        let kept = "`speed`: 255 is not between 0 and 80".to_owned();
        assert_eq!(told(field.check(&Value::Int(255))), Err(kept));
        let written = "127.5 is not between 0 and 40".to_owned();
        assert_eq!(told(field.kind.check(&Value::Int(255))), Err(written));
        assert_eq!(field.check(&Value::Int(80)), Ok(()));
    }
}
