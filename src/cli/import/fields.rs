//! Knowledge of the sheet that an import fills: its fields, its words, and the ready rows of its lists.

use super::place::best;
use crate::compendium::Compendium;
use crate::values::Record;

/// Sheet of the system for which a file is read.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    compendium: &'a Compendium,
}

impl<'a> Fields<'a> {
    pub(super) fn of(compendium: &'a Compendium) -> Self {
        Self { compendium }
    }

    /// Returns `true` if the sheet has a field that `word` means.
    pub(super) fn has(self, word: &str) -> bool {
        best(&self.compendium.schema.fields, word).is_some()
    }

    /// Returns `true` if the field that `field` means allows `word` among its words.
    pub(super) fn knows(self, field: &str, word: &str) -> bool {
        self.words(field).iter().any(|known| known == word)
    }

    /// Returns the words that a field allows; empty for free text.
    pub(super) fn words(self, field: &str) -> &'a [String] {
        best(&self.compendium.schema.fields, field).map_or(&[], |field| &field.several)
    }

    /// Returns the ready row of a list by its name in any case.
    pub(super) fn ready(self, list: &str, name: &str) -> Option<&'a Record> {
        let mut rows = self.compendium.ready_rows(list).iter();
        rows.find(|row| row.word("name").eq_ignore_ascii_case(name))
    }
}
