//! Data of a system apart from its rules ([`Compendium`]): fields, options, tables, ready combatants, parties. The data
//! is built in or comes from the GM's files. All errors are reported.

mod built_in;
mod capitals;
mod creature;
mod kept_party;
mod party;
mod ready_row;
mod roster;
mod sheet;
mod spare;
mod tables;
mod write;

pub use creature::Creature;
pub use party::Party;
pub(crate) use sheet::{read_condition, read_fields, read_value};
pub(crate) use write::{
    RosterText, quoted, write_condition, write_roster, write_sheet, write_value,
};

use std::sync::{Arc, OnceLock};

use crate::ron_text::{Diagnostic, Objection};
use crate::rules::{Capitals, System};
use crate::values::{Record, Row, Schema, TableSet};

/// All data of a system.
#[derive(Clone)]
pub struct Compendium {
    system: &'static dyn System,
    pub schema: &'static Schema,
    pub tables: TableSet,
    /// Action keys of rows, answers and actions, including user-defined action keys.
    pub capitals: Capitals,
    /// Combatants of `roster.ron` and of the GM's files, in the order of the files.
    known: Vec<Creature>,
    /// Number of built-in combatants at the start of `known`.
    built_in: usize,
    /// Text of `monsters.ron`, which is read when it is first searched.
    monsters: &'static str,
    /// All combatants with the errors in `monsters.ron`, after the first search.
    all: Arc<OnceLock<(Vec<Creature>, Vec<Diagnostic>)>>,
    /// Saved parties, in the order of the files.
    pub parties: Vec<Party>,
    /// Short rules as Markdown.
    pub rules: String,
}

impl Compendium {
    /// Returns the parts of a built-in compendium that a fight's panes need: no tables, no roster.
    pub(crate) fn outline(system: &'static dyn System) -> Self {
        Self {
            system,
            schema: system.schema(),
            tables: TableSet::default(),
            capitals: Capitals::of_system(system),
            known: Vec::new(),
            built_in: 0,
            monsters: "",
            all: Arc::default(),
            parties: Vec::new(),
            rules: system.assets().rules.to_owned(),
        }
    }

    pub(crate) fn system(&self) -> &'static dyn System {
        self.system
    }

    pub fn key(&self) -> &'static str {
        self.system.key()
    }

    /// Returns the display name of the system.
    pub fn name(&self) -> &'static str {
        self.system.name()
    }

    /// Completes a sheet from the given fields, the defaults and the values derived from both.
    pub(crate) fn complete(&self, given: &Record) -> Result<Row, Vec<Objection>> {
        let mut sheet = Row::seat(&self.schema.fields, given)?;
        self.system.complete(&mut sheet);
        let mut wrong = self.system.objections(&sheet);
        wrong.extend(self.tables.strangers(&sheet));
        if wrong.is_empty() {
            Ok(sheet)
        } else {
            Err(wrong)
        }
    }
}
