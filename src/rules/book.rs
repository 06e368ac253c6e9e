//! What `assets/<system>/system.ron` says of a system: the fields of its sheet, its conditions and its options.

use serde::{Deserialize, Serialize};

use crate::encounter::Value;

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
