//! Conditions of combatants ([`Condition`]).

use serde::{Deserialize, Serialize};

use super::condition_ends::Ends;
use crate::ron_text::is_default;
use crate::values::{Id, Is, Record, Stored, Told, Value, nearest, nearest_up};

/// Selector among several conditions with the same key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Giver {
    /// All conditions with the key, from any source.
    #[default]
    Any,
    /// Only the condition from this combatant; for `None`, the condition without a source.
    One(Option<Id>),
}

impl Giver {
    /// Returns `true` if this selector includes the condition.
    pub fn gave(self, condition: &Condition) -> bool {
        match self {
            Self::Any => true,
            Self::One(by) => condition.by == by,
        }
    }
}

/// Temporary state of a combatant. A combatant may have several conditions with the same key from different sources
/// (`by`). The state applies until the last of these conditions ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Key of the condition, given by the system or the GM.
    pub key: String,
    #[serde(default, skip_serializing_if = "is_default")]
    pub ends: Ends,
    /// Cause for the log and the details of the row.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cause: Told,
    /// Source of the condition, if it matters.
    #[serde(default, skip_serializing_if = "is_default")]
    pub by: Option<Id>,
    /// Number of the condition, such as a penalty or a target round; 0 without a number.
    #[serde(default, skip_serializing_if = "is_default")]
    pub value: i64,
    /// True if the GM keeps the condition secret from the players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
}

impl Condition {
    /// Clamps the value and the last round to the range of a fight, since a rule may add to a number from a user or a
    /// file.
    pub(crate) fn bound(&mut self) {
        self.value = nearest(self.value);
        match &mut self.ends {
            Ends::EndOfRound(round) => *round = nearest_up(*round),
            Ends::Turn { latest, from, .. } => {
                (*latest, *from) = (nearest_up(*latest), nearest_up(*from));
            }
            Ends::WhenCleared | Ends::At(_) => {}
        }
    }

    /// Creates a condition of the system that lasts until it is cleared.
    pub fn new(is: impl Into<Is>) -> Self {
        Self::named(is.into().0)
    }

    /// Creates a condition from a key that the GM typed.
    pub fn named(key: &str) -> Self {
        Self {
            key: key.to_owned(),
            ends: Ends::WhenCleared,
            cause: Told::default(),
            by: None,
            value: 0,
            secret: false,
        }
    }

    /// Sets the secrecy of the condition.
    #[must_use]
    pub fn secret(mut self, secret: bool) -> Self {
        self.secret = secret;
        self
    }

    /// Sets the end of the condition.
    #[must_use]
    pub fn ends(mut self, ends: Ends) -> Self {
        self.ends = ends;
        self
    }

    /// Sets the cause of the condition.
    #[must_use]
    pub fn because(mut self, cause: impl Into<Told>) -> Self {
        self.cause = cause.into();
        self
    }

    /// Sets the source of the condition.
    #[must_use]
    pub fn by(mut self, who: Id) -> Self {
        self.by = Some(who);
        self
    }

    /// Sets the number of the condition.
    #[must_use]
    pub fn value(mut self, value: i64) -> Self {
        self.value = value;
        self
    }
}

/// Returns the trigger that ends a stored condition.
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
                from,
            } => {
                let mut turn = Record::new()
                    .with("moment", moment.as_str())
                    .with("whose", Value::Who(vec![*whose]))
                    .with("latest", i64::from(*latest));
                if *from > 0 {
                    turn.set("from", i64::from(*from));
                }
                Some(Value::Record(turn))
            }
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
            return Err("name a condition".to_owned());
        };
        let mut condition = Condition::named(record.word("key"));
        condition.ends = match record.get("ends") {
            None => Ends::WhenCleared,
            Some(Value::Word(word)) => Ends::At(word.clone()),
            Some(Value::Record(turn)) => Ends::Turn {
                moment: turn.word("moment").to_owned(),
                whose: Id::restore(turn.get("whose"))?,
                latest: u32::restore(turn.get("latest"))?,
                from: u32::restore(turn.get("from"))?,
            },
            there => Ends::EndOfRound(u32::restore(there)?),
        };
        condition.cause = Told::restore(record.get("cause"))?;
        condition.by = Option::restore(record.get("by"))?;
        condition.value = i64::restore(record.get("value"))?;
        condition.secret = bool::restore(record.get("secret"))?;
        Ok(condition)
    }
}
