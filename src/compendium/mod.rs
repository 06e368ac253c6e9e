//! What the program knows of a system besides its rules ([`Compendium`]): fields, options, tables, ready combatants,
//! parties. Built in or a GM's own; read with every mistake told.

mod capitals;
mod party;
mod roster;
mod sheet;
mod spare;
mod tables;
mod write;

use std::sync::Arc;

pub use party::Party;
pub use roster::Creature;
pub(crate) use sheet::{read_condition, read_fields, read_value};
pub(crate) use write::{quoted, write_condition, write_roster, write_sheet, write_value};

use crate::ron_text::{Diagnostic, Objection, Source};
use crate::rules::{Capitals, System};
use crate::values::{Record, Row, Schema, TableSet};

/// Everything about a system that is data.
#[derive(Clone)]
pub struct Compendium {
    system: &'static dyn System,
    /// Fields, conditions, options.
    pub schema: &'static Schema,
    /// Tables, checked.
    pub tables: TableSet,
    /// Capitals of its rows, answers and actions, the GM's own among them.
    pub capitals: Capitals,
    /// Combatants to choose from, in the order of the files.
    pub roster: Vec<Creature>,
    /// Parties that were kept, in the order of the files.
    pub parties: Vec<Party>,
    /// The rules in short, as Markdown.
    pub rules: String,
}

impl Compendium {
    /// What the panes of a fight need of a system's built-in compendium: no tables, nobody to choose from.
    pub(crate) fn outline(system: &'static dyn System) -> Self {
        Self {
            system,
            schema: system.schema(),
            tables: TableSet::default(),
            capitals: Capitals::of_system(system),
            roster: Vec::new(),
            parties: Vec::new(),
            rules: system.assets().rules.to_owned(),
        }
    }

    /// A system's built-in compendium, and what is wrong with it; nothing, in a released program.
    pub fn built_in(system: &'static dyn System) -> (Compendium, Vec<Diagnostic>) {
        let assets = system.assets();
        let name = |file: &str| format!("{}/{file}", system.key());
        let mut wrong = Vec::new();
        let mut compendium = Self::outline(system);
        let schema = compendium.schema;
        wrong.extend(schema.objections().into_iter().map(Diagnostic::new));
        let source = Source::new(name("tables.ron"), assets.tables);
        let (tables, mistakes) = tables::read_tables(schema, &source, None);
        wrong.extend(mistakes);
        match TableSet::seat(&schema.tables, &Arc::new(tables)) {
            Ok(tables) => compendium.tables = tables,
            Err(mistake) => wrong.push(mistake.explain(&source)),
        }
        wrong.extend(compendium.add_roster(&Source::new(name("roster.ron"), assets.roster), false));
        (compendium, wrong)
    }

    pub(crate) fn system(&self) -> &'static dyn System {
        self.system
    }

    /// The system's key.
    pub fn key(&self) -> &'static str {
        self.system.key()
    }

    /// What the system is called on the screen.
    pub fn name(&self) -> &'static str {
        self.system.name()
    }

    /// A whole sheet: what is given, the defaults for the rest, and what follows from both.
    pub(crate) fn complete(&self, given: &Record) -> Result<Row, Vec<Objection>> {
        let mut sheet = Row::seat(&self.schema.fields, given)?;
        self.system.complete(&mut sheet);
        let mut wrong = self.system.objections(&sheet);
        wrong.extend(self.tables.strangers(&self.schema.fields, &sheet.record()));
        if wrong.is_empty() {
            Ok(sheet)
        } else {
            Err(wrong)
        }
    }
}
