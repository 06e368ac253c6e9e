//! Built-in compendium of a system.

use std::sync::Arc;

use super::Compendium;
use super::tables::read_tables;
use crate::ron_text::{Diagnostic, Source};
use crate::rules::System;
use crate::values::TableSet;

impl Compendium {
    /// Returns a system's built-in compendium and the errors in its files. A release has no errors.
    pub fn built_in(system: &'static dyn System) -> (Compendium, Vec<Diagnostic>) {
        let assets = system.assets();
        let name = |file: &str| system.file_name(file);
        let mut wrong = Vec::new();
        let mut compendium = Self::outline(system);
        let schema = compendium.schema;
        wrong.extend(schema.objections().into_iter().map(Diagnostic::new));
        let source = Source::new(name("tables.ron"), assets.tables);
        let (tables, mistakes) = read_tables(schema, &source, None);
        wrong.extend(mistakes);
        match TableSet::seat(&schema.tables, &Arc::new(tables)) {
            Ok(tables) => compendium.tables = tables,
            Err(mistake) => wrong.push(mistake.explain(&source)),
        }
        wrong.extend(compendium.add_roster(&Source::new(name("roster.ron"), assets.roster), false));
        compendium.built_in = compendium.known.len();
        compendium.monsters = assets.monsters;
        (compendium, wrong)
    }
}
