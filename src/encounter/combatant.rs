//! Combatants and sides of a fight.

use serde::{Deserialize, Serialize};

use super::condition::{Condition, Giver};
use super::leading::{Control, Tactics};
use crate::ron_text::{Objection, is_default};
use crate::values::{Fields, Is, Record, Row, SideId};

/// Roller of a combatant's dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Roller {
    /// Real dice: Affray asks for the results.
    #[default]
    Typed,
    /// Affray rolls without a prompt.
    Rolled,
}

impl Roller {
    /// Returns the label of dice with this roller.
    pub fn label(self) -> &'static str {
        match self {
            Self::Typed => "typed at the table",
            Self::Rolled => "rolled by Affray",
        }
    }
}

/// Meaning of the numbers that are typed for the rolls of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TypedRolls {
    /// Results of the dice.
    #[default]
    Dice,
    /// Totals, including all modifiers.
    Totals,
}

/// Side of the fight, a group of combatants.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// Name of the side, unique in the fight.
    pub name: String,
    /// Roller of the members' dice.
    #[serde(default, skip_serializing_if = "is_default")]
    pub roller: Roller,
    /// Setting for numbers typed for the members' rolls: dice or totals.
    #[serde(default, skip_serializing_if = "is_default")]
    pub typed: TypedRolls,
    /// Control of the members.
    #[serde(default, skip_serializing_if = "is_default")]
    pub control: Control,
    /// Tactics for automatic and suggested decisions.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tactics: Tactics,
    /// True if players run the side.
    #[serde(default, skip_serializing_if = "is_default")]
    pub players: bool,
    /// Name of the saved party that the side started as; "" without a party.
    #[serde(default, skip_serializing_if = "is_default")]
    pub party: String,
}

/// Fighter, mount, vehicle or other participant. The sheet is a [`Row`] in an encounter, and a [`Record`] of keys and
/// values in files and in the joining event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combatant<S = Row> {
    /// Name, unique in the fight.
    pub name: String,
    /// Name that the players see instead of the real name; "" if the players see the real name.
    #[serde(default, skip_serializing_if = "is_default")]
    pub other_name: String,
    /// Side of the combatant.
    pub side: SideId,
    /// Group for morale and similar rules; by default the name of the side.
    pub group: String,
    /// Values of the sheet, including the values that the system stores during the fight.
    pub sheet: S,
    /// Current conditions, in the order gained.
    #[serde(default, skip_serializing_if = "is_default")]
    pub conditions: Vec<Condition>,
    /// Roller of the combatant's dice, if it differs from the side's.
    #[serde(default, skip_serializing_if = "is_default")]
    pub roller: Option<Roller>,
    /// Control of the combatant, if it differs from the side's.
    #[serde(default, skip_serializing_if = "is_default")]
    pub control: Option<Control>,
    /// True if hidden from the players' view.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hidden: bool,
    /// True if the GM removed the combatant from the fight. A removed combatant is not a target and never acts.
    #[serde(default, skip_serializing_if = "is_default")]
    pub gone: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub notes: String,
}

impl<S> Combatant<S> {
    /// Creates a combatant with this sheet.
    pub fn new(name: &str, side: SideId, sheet: S) -> Self {
        Self {
            name: name.to_owned(),
            other_name: String::new(),
            side,
            group: String::new(),
            sheet,
            conditions: Vec::new(),
            roller: None,
            control: None,
            hidden: false,
            gone: false,
            notes: String::new(),
        }
    }

    /// Returns the name that the players see.
    pub fn players_name(&self) -> &str {
        if self.other_name.is_empty() {
            &self.name
        } else {
            &self.other_name
        }
    }

    /// Returns `true` if this is one of the two names of the combatant.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.name == name || self.other_name == name
    }

    /// Returns `true` if the combatant has this condition.
    pub fn has(&self, is: impl Into<Is>) -> bool {
        self.condition(is).is_some()
    }

    /// Returns the condition of this type from any source. If there are several, returns the first gained.
    pub fn condition(&self, is: impl Into<Is>) -> Option<&Condition> {
        self.named(is.into().0)
    }

    /// Returns the condition with this key, for keys from GMs and files.
    pub fn named(&self, key: &str) -> Option<&Condition> {
        self.conditions
            .iter()
            .find(|condition| condition.key == key)
    }

    /// Adds a condition and removes the conditions that it replaces.
    pub(crate) fn gain(&mut self, condition: Condition, replaces: Giver) {
        self.clear(&condition.key, replaces);
        self.conditions.push(condition);
    }

    /// Removes the conditions with this key from one giver or from all givers.
    pub(crate) fn clear(&mut self, key: &str, giver: Giver) {
        self.conditions
            .retain(|old| old.key != key || !giver.gave(old));
    }

    /// Returns a copy of the combatant with another sheet.
    fn with<T>(&self, sheet: T) -> Combatant<T> {
        Combatant {
            name: self.name.clone(),
            other_name: self.other_name.clone(),
            side: self.side,
            group: self.group.clone(),
            sheet,
            conditions: self.conditions.clone(),
            roller: self.roller,
            control: self.control,
            hidden: self.hidden,
            gone: self.gone,
            notes: self.notes.clone(),
        }
    }
}

impl Combatant<Record> {
    /// Returns the combatant with a sheet of these fields.
    pub(crate) fn seat(&self, fields: &'static Fields) -> Result<Combatant, Vec<Objection>> {
        Ok(self.with(Row::seat(fields, &self.sheet)?))
    }
}

impl Combatant {
    /// Returns the combatant as files contain it.
    pub(crate) fn in_words(&self) -> Combatant<Record> {
        self.with(self.sheet.record())
    }

    /// Returns the combatant with a sheet that omits default values.
    pub(crate) fn without_defaults(&self) -> Combatant<Record> {
        self.with(self.sheet.without_defaults())
    }
}
