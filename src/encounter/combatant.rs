//! One fighter: name, side, sheet, conditions.

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

/// Reading of numbers that are typed for the rolls of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TypedRolls {
    /// Results of the dice.
    #[default]
    Dice,
    /// Totals with everything that is added.
    Totals,
}

/// A side of the fight.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// What it is called; unique in the fight.
    pub name: String,
    /// Who throws its members' dice.
    #[serde(default, skip_serializing_if = "is_default")]
    pub roller: Roller,
    /// How numbers typed for its members are read.
    #[serde(default, skip_serializing_if = "is_default")]
    pub typed: TypedRolls,
    /// Who decides for its members.
    #[serde(default, skip_serializing_if = "is_default")]
    pub control: Control,
    /// How it is led where the GM does not decide, or not alone.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tactics: Tactics,
    /// Whether players run it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub players: bool,
    /// The kept party that it began with, by name; "" without one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub party: String,
}

/// One fighter, mount, vehicle or other thing that takes part. In an encounter its sheet is a [`Row`]; in files and in
/// the event of its joining it is a [`Record`] of words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combatant<S = Row> {
    /// Unique in the fight.
    pub name: String,
    /// Whose side it is on.
    pub side: SideId,
    /// The group it belongs to for morale and the like; by default its side's name.
    pub group: String,
    /// What the rulebook's sheet says of it, and what the system keeps there during the fight.
    pub sheet: S,
    /// What is the case with it now, in the order gained.
    #[serde(default, skip_serializing_if = "is_default")]
    pub conditions: Vec<Condition>,
    /// Who throws its dice, where that differs from its side.
    #[serde(default, skip_serializing_if = "is_default")]
    pub roller: Option<Roller>,
    /// Who decides for it, where that differs from its side.
    #[serde(default, skip_serializing_if = "is_default")]
    pub control: Option<Control>,
    /// Hidden from the players' view.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hidden: bool,
    /// Taken out of the fight by the GM: not listed as a target, never acts.
    #[serde(default, skip_serializing_if = "is_default")]
    pub gone: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub notes: String,
}

impl<S> Combatant<S> {
    /// A combatant with this sheet.
    pub fn new(name: &str, side: SideId, sheet: S) -> Self {
        Self {
            name: name.to_owned(),
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

    /// Whether a condition is on it.
    pub fn has(&self, is: impl Into<Is>) -> bool {
        self.condition(is).is_some()
    }

    /// The condition of that name, from whatever source; of several the first gained.
    pub fn condition(&self, is: impl Into<Is>) -> Option<&Condition> {
        self.named(is.into().0)
    }

    /// The condition under a word, for what a GM or a file names.
    pub fn named(&self, key: &str) -> Option<&Condition> {
        self.conditions
            .iter()
            .find(|condition| condition.key == key)
    }

    /// Puts a condition on it, in the place of what it replaces.
    pub(crate) fn gain(&mut self, condition: Condition, replaces: Giver) {
        self.clear(&condition.key, replaces);
        self.conditions.push(condition);
    }

    /// Takes away what stands under a word from one giver or from all.
    pub(crate) fn clear(&mut self, key: &str, giver: Giver) {
        self.conditions
            .retain(|old| old.key != key || !giver.gave(old));
    }

    /// The same with another sheet.
    fn with<T>(&self, sheet: T) -> Combatant<T> {
        Combatant {
            name: self.name.clone(),
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
    /// As it stands in an encounter whose sheets have these fields.
    pub(crate) fn seat(&self, fields: &'static Fields) -> Result<Combatant, Vec<Objection>> {
        Ok(self.with(Row::seat(fields, &self.sheet)?))
    }
}

impl Combatant {
    /// As files say it.
    pub(crate) fn in_words(&self) -> Combatant<Record> {
        self.with(self.sheet.record())
    }

    /// Returns the combatant with a sheet that leaves out the defaults of its fields.
    pub(crate) fn without_defaults(&self) -> Combatant<Record> {
        self.with(self.sheet.without_defaults())
    }
}
