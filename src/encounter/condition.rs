//! Something that is the case with a combatant for a while ([`Condition`]).

use serde::{Deserialize, Serialize};

use super::condition_ends::Ends;
use crate::ron_text::is_default;
use crate::values::{Id, Is, Record, Stored, Value, nearest, nearest_up};

/// Which of the conditions of one key are meant, where somebody has several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Giver {
    /// All of them, whoever gave them.
    #[default]
    Any,
    /// The one that this combatant gave, or the one that nobody did.
    One(Option<Id>),
}

impl Giver {
    /// Whether a condition is among them.
    pub fn gave(self, condition: &Condition) -> bool {
        match self {
            Self::Any => true,
            Self::One(by) => condition.by == by,
        }
    }
}

/// Something that is the case with a combatant for a while. One key may stand several times, each from a source of its
/// own (`by`): then it is the case until the last of them ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Key, as the system or the GM names it.
    pub key: String,
    #[serde(default, skip_serializing_if = "is_default")]
    pub ends: Ends,
    /// Why it is there, for the log and the row detail.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cause: String,
    /// Its source: who gave it, if that matters.
    #[serde(default, skip_serializing_if = "is_default")]
    pub by: Option<Id>,
    /// A number that belongs to it (a penalty, a target round), 0 without one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub value: i64,
    /// Whether the GM keeps it from the players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
}

impl Condition {
    /// Limits value and last round to what a fight counts: a rule may add to a number from a person or a file.
    pub(crate) fn bound(&mut self) {
        self.value = nearest(self.value);
        if let Ends::EndOfRound(round) | Ends::Turn { latest: round, .. } = &mut self.ends {
            *round = nearest_up(*round);
        }
    }

    /// A condition of the system that lasts until it is cleared.
    pub fn new(is: impl Into<Is>) -> Self {
        Self::named(is.into().0)
    }

    /// The same by its word, for what a GM names.
    pub fn named(key: &str) -> Self {
        Self {
            key: key.to_owned(),
            ends: Ends::WhenCleared,
            cause: String::new(),
            by: None,
            value: 0,
            secret: false,
        }
    }

    /// The same, kept from the players if it is.
    #[must_use]
    pub fn secret(mut self, secret: bool) -> Self {
        self.secret = secret;
        self
    }

    /// The same, ending as told.
    #[must_use]
    pub fn ends(mut self, ends: Ends) -> Self {
        self.ends = ends;
        self
    }

    /// The same, with its cause.
    #[must_use]
    pub fn because(mut self, cause: impl Into<String>) -> Self {
        self.cause = cause.into();
        self
    }

    /// The same, with who gave it.
    #[must_use]
    pub fn by(mut self, who: Id) -> Self {
        self.by = Some(who);
        self
    }

    /// The same, with a number.
    #[must_use]
    pub fn value(mut self, value: i64) -> Self {
        self.value = value;
        self
    }
}

/// The moment at which a condition ends, of the words that one is stored in.
pub(super) fn moment_in(record: &Record) -> Option<&str> {
    record.get("key")?.as_word()?;
    match record.get("ends")? {
        Value::Record(turn) => turn.get("moment")?.as_word(),
        ends => ends.as_word(),
    }
}

impl Stored for Condition {
    fn store(&self) -> Option<Value> {
        let mut record = Record::new().with("key", self.key.as_str());
        let ends = match &self.ends {
            Ends::WhenCleared => None,
            Ends::EndOfRound(round) => Some(Value::Int((*round).into())),
            Ends::At(word) => Some(Value::Word(word.clone())),
            Ends::Turn {
                moment,
                whose,
                latest,
            } => Some(Value::Record(
                Record::new()
                    .with("moment", moment.as_str())
                    .with("whose", Value::Who(vec![*whose]))
                    .with("latest", i64::from(*latest)),
            )),
        };
        let parts = [
            ("ends", ends),
            ("cause", self.cause.store()),
            ("by", self.by.store()),
            ("value", self.value.store()),
            ("secret", self.secret.store()),
        ];
        for (key, value) in parts {
            if let Some(value) = value {
                record.set(key, value);
            }
        }
        Some(Value::Record(record))
    }

    fn restore(value: Option<&Value>) -> Result<Self, String> {
        let Some(Value::Record(record)) = value else {
            return Err("a condition is needed".to_owned());
        };
        let mut condition = Condition::named(record.word("key"));
        condition.ends = match record.get("ends") {
            None => Ends::WhenCleared,
            Some(Value::Word(word)) => Ends::At(word.clone()),
            Some(Value::Record(turn)) => Ends::Turn {
                moment: turn.word("moment").to_owned(),
                whose: Id::restore(turn.get("whose"))?,
                latest: u32::restore(turn.get("latest"))?,
            },
            there => Ends::EndOfRound(u32::restore(there)?),
        };
        condition.cause = String::restore(record.get("cause"))?;
        condition.by = Option::restore(record.get("by"))?;
        condition.value = i64::restore(record.get("value"))?;
        condition.secret = bool::restore(record.get("secret"))?;
        Ok(condition)
    }
}
