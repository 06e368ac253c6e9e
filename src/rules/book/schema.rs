//! What `assets/<system>/system.ron` says of a system: the fields of its sheet, its conditions and its options, and
//! whether a sheet fits that.

use serde::{Deserialize, Serialize};

use crate::encounter::{Record, Value, half};
use crate::ron_text::did_you_mean;
use crate::text;

/// A system as its `system.ron` describes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schema {
    /// What the system is called on the screen.
    pub name: String,
    /// One or two lines for the set-up screen.
    pub blurb: String,
    /// Fields of the sheet, in the order shown.
    pub fields: Vec<FieldSpec>,
    /// Conditions, in the order offered.
    pub conditions: Vec<ConditionSpec>,
    /// Options, in the order shown.
    pub options: Vec<OptionSpec>,
    /// Key of the field that holds the most hit points somebody can have, for fights that roll them; "" if there is
    /// none.
    #[serde(default)]
    pub hit_points: String,
    /// Key of the field with the dice they are rolled on; "" if there is none.
    #[serde(default)]
    pub hit_dice: String,
}

/// One field of a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldSpec {
    /// Key, as rosters write it.
    pub key: String,
    /// What the screen calls it.
    pub label: String,
    /// What it takes.
    pub kind: Spec,
    /// What stands there when a roster leaves it out; without one it stays empty.
    #[serde(default)]
    pub default: Option<Value>,
    /// A roster has to give it.
    #[serde(default)]
    pub required: bool,
    /// Kept by the program during a fight; shown apart on the sheet.
    #[serde(default)]
    pub state: bool,
    /// One line of help.
    #[serde(default)]
    pub help: String,
}

/// What a field takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Spec {
    /// A whole number in this range, both ends included.
    Int(i64, i64),
    /// Halves: written as 2.5, kept in half units; the range is in half units.
    Halves(i64, i64),
    /// `true` or `false`.
    Flag,
    /// One of these words; any text if the list is empty.
    Word(Vec<String>),
    /// Dice in notation.
    Dice,
    /// A list of records with these fields.
    Records(Vec<FieldSpec>),
}

/// One condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionSpec {
    /// Key.
    pub key: String,
    /// What the log and the rows call it: "is `label`".
    pub label: String,
    /// What it does, in a line.
    #[serde(default)]
    pub help: String,
    /// Not shown in rows (book-keeping).
    #[serde(default)]
    pub silent: bool,
}

/// One option of a system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionSpec {
    /// Key.
    pub key: String,
    /// One line for the set-up screen.
    pub label: String,
    /// What it takes ([`Spec::Flag`], [`Spec::Word`] or [`Spec::Int`]).
    pub kind: Spec,
    /// The contract's reading.
    pub default: Value,
}

/// Fields that every combatant has besides its sheet, as rosters write them.
pub const SHARED: [&str; 2] = ["name", "notes"];

impl Spec {
    /// What it takes, in words.
    pub fn in_words(&self) -> String {
        match self {
            Spec::Int(least, most) => format!("a whole number from {least} to {most}"),
            Spec::Halves(least, most) => format!(
                "a number from {} to {} in steps of 0.5",
                half(*least),
                half(*most)
            ),
            Spec::Flag => "`true` or `false`".to_owned(),
            Spec::Word(words) if words.is_empty() => "a text in quotes".to_owned(),
            Spec::Word(words) => {
                let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
                quoted.join(" or ")
            }
            Spec::Dice => "dice in quotes, such as \"2d6+1\"".to_owned(),
            Spec::Records(_) => "a list of records, `[(…), (…)]`".to_owned(),
        }
    }

    /// Whether a value fits. Records inside a list are checked too.
    ///
    /// # Errors
    /// Says what would fit.
    pub fn check(&self, value: &Value) -> Result<(), String> {
        match (self, value) {
            (Spec::Int(least, most), Value::Int(n)) => {
                if (least..=most).contains(&n) {
                    Ok(())
                } else {
                    Err(format!("{n} is not between {least} and {most}"))
                }
            }
            (Spec::Halves(least, most), Value::Int(n)) => {
                if (least..=most).contains(&n) {
                    Ok(())
                } else {
                    let ends = (half(*least), half(*most));
                    Err(format!(
                        "{} is not between {} and {}",
                        half(*n),
                        ends.0,
                        ends.1
                    ))
                }
            }
            (Spec::Word(words), Value::Word(word)) => {
                if words.is_empty() || words.contains(word) {
                    return Ok(());
                }
                let hint = did_you_mean(word, words.iter().map(String::as_str));
                Err(format!(
                    "unknown word \"{}\"{hint}",
                    text::sanitize(word, text::NAME_LIMIT)
                ))
            }
            (Spec::Flag, Value::Flag(_)) | (Spec::Dice, Value::Dice(_)) => Ok(()),
            (Spec::Records(fields), Value::List(rows)) => {
                for (number, row) in rows.iter().enumerate() {
                    if let Some(wrong) = misfits(fields, row).into_iter().next() {
                        return Err(format!("entry {}: {wrong}", number + 1));
                    }
                }
                Ok(())
            }
            _ => Err(format!(
                "{} is needed, not {}",
                self.in_words(),
                value.kind()
            )),
        }
    }
}

/// Puts the defaults where a record leaves fields out.
pub fn fill(fields: &[FieldSpec], record: &mut Record) {
    for field in fields {
        if let (Spec::Records(inner), Some(Value::List(rows))) =
            (&field.kind, record.0.get_mut(&field.key))
        {
            for row in rows {
                fill(inner, row);
            }
        }
        if let (false, Some(default)) = (record.has(&field.key), &field.default) {
            record.set(&field.key, default.clone());
        }
    }
}

/// What of a record does not fit: unknown and missing fields, values of the wrong kind or out of range.
pub fn misfits(fields: &[FieldSpec], record: &Record) -> Vec<String> {
    let mut wrong = Vec::new();
    for (key, value) in &record.0 {
        match fields.iter().find(|field| field.key == *key) {
            Some(field) => {
                if let Err(why) = field.kind.check(value) {
                    wrong.push(format!("`{key}`: {why}"));
                }
            }
            None => {
                let hint = did_you_mean(key, fields.iter().map(|field| field.key.as_str()));
                wrong.push(format!(
                    "unknown field `{}`{hint}",
                    text::sanitize(key, text::NAME_LIMIT)
                ));
            }
        }
    }
    for field in fields {
        if field.required && !record.has(&field.key) {
            wrong.push(format!(
                "the field `{}` is missing: {}",
                field.key,
                field.kind.in_words()
            ));
        }
    }
    wrong
}

impl Schema {
    /// What is wrong with the description itself, for whoever writes a system.
    pub fn objections(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        if let Some(key) = twice(self.fields.iter().map(|field| &field.key)) {
            wrong.push(format!("the field `{key}` is described twice"));
        }
        if let Some(key) = twice(self.conditions.iter().map(|condition| &condition.key)) {
            wrong.push(format!("the condition `{key}` is described twice"));
        }
        if let Some(key) = twice(self.options.iter().map(|option| &option.key)) {
            wrong.push(format!("the option `{key}` is described twice"));
        }
        for field in &self.fields {
            if SHARED.contains(&field.key.as_str()) {
                wrong.push(format!("every combatant has `{}` already", field.key));
            }
        }
        defaults(&self.fields, &mut wrong);
        for option in &self.options {
            if !matches!(option.kind, Spec::Flag | Spec::Word(_) | Spec::Int(..)) {
                wrong.push(format!(
                    "the option `{}` has to be a flag, a word or a number",
                    option.key
                ));
            }
            if let Err(why) = option.kind.check(&option.default) {
                wrong.push(format!("the default of the option `{}`: {why}", option.key));
            }
        }
        let kind_of = |key: &str| {
            let field = self.fields.iter().find(|field| field.key == key);
            field.map(|field| &field.kind)
        };
        if !self.hit_points.is_empty() && !matches!(kind_of(&self.hit_points), Some(Spec::Int(..)))
        {
            wrong.push(format!(
                "`hit_points`: no number is called `{}`",
                self.hit_points
            ));
        }
        if !self.hit_dice.is_empty() && kind_of(&self.hit_dice) != Some(&Spec::Dice) {
            wrong.push(format!(
                "`hit_dice`: no dice are called `{}`",
                self.hit_dice
            ));
        }
        wrong
    }

    /// The options of a fight: those given, and the contract's reading for the rest.
    ///
    /// # Errors
    /// What of those given does not fit.
    pub fn options(&self, given: &Record) -> Result<Record, Vec<String>> {
        let mut wrong = Vec::new();
        for (key, value) in &given.0 {
            if let Err(why) = self.option(key).and_then(|option| {
                option
                    .kind
                    .check(value)
                    .map_err(|why| format!("`{key}`: {why}"))
            }) {
                wrong.push(why);
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let value = |option: &OptionSpec| given.get(&option.key).unwrap_or(&option.default).clone();
        let pairs = self
            .options
            .iter()
            .map(|option| (option.key.clone(), value(option)));
        Ok(Record(pairs.collect()))
    }

    /// The option under a key.
    ///
    /// # Errors
    /// Says which there are.
    pub fn option(&self, key: &str) -> Result<&OptionSpec, String> {
        let found = self.options.iter().find(|option| option.key == key);
        found.ok_or_else(|| {
            let keys = self.options.iter().map(|option| option.key.as_str());
            unknown("option", key, keys)
        })
    }

    /// The condition under a key.
    ///
    /// # Errors
    /// Says which there are.
    pub fn condition(&self, key: &str) -> Result<&ConditionSpec, String> {
        let found = self
            .conditions
            .iter()
            .find(|condition| condition.key == key);
        found.ok_or_else(|| {
            let keys = self
                .conditions
                .iter()
                .map(|condition| condition.key.as_str());
            unknown("condition", key, keys)
        })
    }
}

/// "unknown option `x`", and what may be meant.
pub fn unknown<'a>(what: &str, word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let hint = did_you_mean(word, known);
    format!(
        "unknown {what} `{}`{hint}",
        text::sanitize(word, text::NAME_LIMIT)
    )
}

fn twice<'a>(keys: impl Iterator<Item = &'a String>) -> Option<&'a String> {
    let mut seen = Vec::new();
    for key in keys {
        if seen.contains(&key) {
            return Some(key);
        }
        seen.push(key);
    }
    None
}

fn defaults(fields: &[FieldSpec], wrong: &mut Vec<String>) {
    for field in fields {
        if let Some(Err(why)) = field
            .default
            .as_ref()
            .map(|default| field.kind.check(default))
        {
            wrong.push(format!("the default of `{}`: {why}", field.key));
        }
        if let Spec::Records(inner) = &field.kind {
            if let Some(key) = twice(inner.iter().map(|field| &field.key)) {
                wrong.push(format!(
                    "the field `{}/{key}` is described twice",
                    field.key
                ));
            }
            if inner
                .iter()
                .any(|field| matches!(field.kind, Spec::Records(_)))
            {
                wrong.push(format!("`{}` has a list inside a list", field.key));
            }
            defaults(inner, wrong);
        }
    }
}
