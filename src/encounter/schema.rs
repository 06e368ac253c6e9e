//! How a system's values are described: the fields of its sheets, its conditions, its options. A [`Schema`] lives as long
//! as the program; rows of values ([`super::Row`]) point into it.

use std::ops::Deref;

use super::Encounter;
use super::event::Event;
use super::key::Moment;
use super::part::PartKind;
use super::table::TableKind;
use super::value::{Record, Value, decimal};
use crate::ron_text::{Checked, Objection, PathStep, Within, did_you_mean};
use crate::text;

/// Everything that a system says of its values.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    /// One or two lines for the set-up screen.
    pub blurb: String,
    /// Fields of the sheet, in the order shown.
    pub fields: Fields,
    /// Conditions, in the order offered.
    pub conditions: Vec<ConditionSpec>,
    /// Moments at which conditions may end, in the order offered.
    pub moments: Vec<Moment>,
    /// Options, in the order shown; each has a default, the contract's reading.
    pub options: Fields,
    /// Key of the field that holds the most hit points somebody can have, for fights that roll them; "" if there is
    /// none.
    pub hit_points: String,
    /// Key of the field with the dice they are rolled on; "" if there is none.
    pub hit_dice: String,
    /// The tables that its rules read.
    pub tables: Vec<TableKind>,
    /// The kinds of records that it keeps of a round.
    pub parts: Vec<PartKind>,
    /// Reads what a save of format 1 says of a round; a system that is younger than format 2 has nothing to read.
    pub former: Option<Former>,
}

/// Reads a record of a save of format 1, by its key (`round`, `plan/3`), as the event that sets the part which holds it
/// today; `None` for a key that the system never had.
pub type Former = fn(&Encounter, &str, Option<&Record>) -> Option<Event>;

impl PartialEq for Schema {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Schema {}

/// The fields of a kind of row, in the order shown. A field's place in it is its place in the row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields(pub Vec<FieldSpec>);

impl Deref for Fields {
    type Target = [FieldSpec];

    fn deref(&self) -> &[FieldSpec] {
        &self.0
    }
}

impl Fields {
    /// The place of the field of that word.
    pub(crate) fn place(&self, word: &str) -> Option<usize> {
        self.0.iter().position(|field| field.key == word)
    }

    pub(crate) fn named(&self, word: &str) -> Option<&FieldSpec> {
        self.0.iter().find(|field| field.key == word)
    }

    /// The field that a path such as `health` or `attacks/1/damaged` leads to.
    pub(crate) fn at(&self, path: &str) -> Result<&FieldSpec, Objection> {
        let (word, rest) = path.split_once('/').unwrap_or((path, ""));
        let named = self.named(word);
        let field = named.ok_or_else(|| Objection::new(unknown("field", word, self.words())))?;
        match (&field.kind, rest.split_once('/')) {
            _ if rest.is_empty() => Ok(field),
            (Spec::Records(inner), Some((_, word))) => inner.at(word),
            _ => Err(Objection::new(format!(
                "`{path}` leads nowhere: write `{word}`, or of a list LIST/ENTRY/FIELD"
            ))),
        }
    }

    /// What of a record does not fit: unknown and missing fields, values of the wrong kind or out of range.
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

    /// The words of all fields.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|field| field.key.as_str())
    }

    /// What is wrong with the description itself, for whoever writes a system.
    fn objections(&self, wrong: &mut Vec<String>) {
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
            if let Spec::Records(inner) = &field.kind {
                inner.objections(wrong);
            }
        }
    }
}

/// One field of a sheet, of a row in a list on it, or one option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldSpec {
    /// Key, as rosters and saves write it.
    pub key: String,
    /// What the screen calls it.
    pub label: String,
    /// What it takes.
    pub kind: Spec,
    /// What stands there when a roster leaves it out; without one it stays empty.
    pub default: Option<Value>,
    /// A roster has to give it.
    pub required: bool,
    /// Kept by the program during a fight; shown apart on the sheet.
    pub state: bool,
    /// Of that what is left after it, such as wounds and what is broken.
    pub lasts: bool,
    /// Of that the number of a round, of which those are left that are still to come.
    pub round: bool,
    /// One line of help.
    pub help: String,
}

impl FieldSpec {
    /// A field without a default.
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
            help: String::new(),
        }
    }

    /// Whether a value may stand in it.
    pub(crate) fn check(&self, value: &Value) -> Checked {
        self.kind.check(value).map_err(|mut wrong| {
            wrong.what = format!("`{}`: {}", self.key, wrong.what);
            wrong
        })
    }

    pub(crate) fn missing(&self) -> Objection {
        let takes = self.kind.in_words();
        Objection::new(format!("the field `{}` is missing: {takes}", self.key))
    }
}

/// What a field takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// A whole number in this range, both ends included.
    Int(i64, i64),
    /// A number in parts of one, 2 (written as 2.5) or 10 (2.4): how many make one, then the range in such parts, in which it
    /// is kept.
    Decimal(i64, i64, i64),
    /// `true` or `false`.
    Flag,
    /// One of these words; any text if the list is empty.
    Word(Vec<String>),
    /// Dice in notation.
    Dice,
    /// A list of rows with these fields.
    Records(Fields),
}

/// One condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionSpec {
    /// Key.
    pub key: String,
    /// What the log and the rows call it: "is `label`".
    pub label: String,
    /// What it does, in a line.
    pub help: String,
    /// Not shown in rows (book-keeping).
    pub silent: bool,
    /// Left after the fight until somebody clears it.
    pub lasts: bool,
    /// The same for so many rounds, which go on to be counted after the fight.
    pub timed: bool,
    /// The same, and whoever it is the case with takes part in no other fight.
    pub fatal: bool,
}

impl ConditionSpec {
    /// Whether words name it, by its key or by what it is called, in capitals or not.
    pub fn is(&self, words: &str) -> bool {
        let words = words.trim();
        let key = words.replace(' ', "_");
        self.key.eq_ignore_ascii_case(&key) || self.label.eq_ignore_ascii_case(words)
    }
}

/// Fields that every combatant has besides its sheet, as rosters write them.
const SHARED: [&str; 3] = ["name", "notes", "conditions"];

impl Spec {
    /// What it takes, in words.
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
                quoted.join(" or ")
            }
            Spec::Dice => "dice in quotes, such as \"2d6+1\"".to_owned(),
            Spec::Records(_) => "a list of records, `[(…), (…)]`".to_owned(),
        }
    }

    /// Whether a value fits. Records inside a list are checked too.
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

    /// The nearest number that it takes.
    pub(crate) fn nearest(&self, number: i64) -> i64 {
        match self {
            Spec::Int(least, most) | Spec::Decimal(_, least, most) => number.clamp(*least, *most),
            _ => number,
        }
    }
}

impl Schema {
    /// What is wrong with the description itself, for whoever writes a system.
    pub(crate) fn objections(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        self.fields.objections(&mut wrong);
        self.options.objections(&mut wrong);
        let conditions = self
            .conditions
            .iter()
            .map(|condition| condition.key.as_str());
        if let Some(key) = twice(conditions) {
            wrong.push(format!("the condition `{key}` is described twice"));
        }
        if let Some(word) = twice(self.moments.iter().map(|moment| moment.word)) {
            wrong.push(format!("the moment `{word}` is described twice"));
        }
        for field in self.fields.iter() {
            if SHARED.contains(&field.key.as_str()) {
                wrong.push(format!("every combatant has `{}` already", field.key));
            }
        }
        for option in self.options.iter() {
            if !matches!(option.kind, Spec::Flag | Spec::Word(_) | Spec::Int(..))
                || option.default.is_none()
            {
                wrong.push(format!(
                    "the option `{}` has to be a flag, a word or a number with a default",
                    option.key
                ));
            }
        }
        let kind_of = |key: &str| self.fields.named(key).map(|field| &field.kind);
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

    pub(super) fn part(&self, word: &str) -> Option<&PartKind> {
        self.parts.iter().find(|kind| kind.word == word)
    }

    /// The option under a key.
    pub(crate) fn option(&self, key: &str) -> Result<&FieldSpec, String> {
        let found = self.options.named(key);
        found.ok_or_else(|| unknown("option", key, self.options.words()))
    }

    pub(crate) fn moment(&self, word: &str) -> Result<Moment, String> {
        let found = self.moments.iter().find(|moment| moment.word == word);
        let words = self.moments.iter().map(|moment| moment.word);
        found.copied().ok_or_else(|| unknown("moment", word, words))
    }

    /// What the screen and the log call a condition; one that a GM named is called by its word.
    pub fn called(&self, key: &str) -> String {
        let label = |spec: &ConditionSpec| spec.label.clone();
        let named = self.condition(key);
        named.map_or_else(|_| key.replace(['_', '-'], " "), label)
    }

    /// Whether a condition may be called so: by a key of the system, or by a word of the GM's own that is not nearly one.
    pub(crate) fn may_be(&self, word: &str) -> Result<(), String> {
        let keys = self.conditions.iter().map(|spec| spec.key.as_str());
        match self.condition(word) {
            Err(why) if text::nearest(word, keys).is_some() => Err(why),
            _ => Ok(()),
        }
    }

    /// The condition under a key.
    pub(crate) fn condition(&self, key: &str) -> Result<&ConditionSpec, String> {
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

fn twice<'a>(keys: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut seen = Vec::new();
    for key in keys {
        if seen.contains(&key) {
            return Some(key);
        }
        seen.push(key);
    }
    None
}
