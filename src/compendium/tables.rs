//! Tables of the rulebook, and the GM's tables that replace them.

use std::sync::Arc;

use super::Compendium;
use crate::ron_text::{Diagnostic, PathStep, Reading, Shape, Source, parse, read_part};
use crate::values::{Schema, Table, TableSet, Tables, unknown};

impl Compendium {
    /// Replaces tables with the tables of a GM's file. Returns the errors; a table with an error is skipped.
    pub(crate) fn add_tables(&mut self, source: &Source) -> Vec<Diagnostic> {
        let (own, mut mistakes) = self.read_tables(source);
        let mut tables = (**self.tables.words()).clone();
        tables.extend(own);
        match TableSet::seat(&self.schema.tables, &Arc::new(tables)) {
            Ok(tables) => self.tables = tables,
            Err(mistake) => mistakes.push(mistake.explain(source)),
        }
        mistakes
    }

    /// Reads the tables of a GM's file. Only tables of the system are allowed. Also returns the errors of the file; a
    /// table with an error is skipped.
    pub(crate) fn read_tables(&self, source: &Source) -> (Tables, Vec<Diagnostic>) {
        read_tables(self.schema, source, Some(self.tables.words()))
    }
}

/// Reads the tables of a file. If known tables are given, only these tables are allowed. Also returns the errors of the
/// file; a table with an error is skipped.
pub(super) fn read_tables(
    schema: &Schema,
    source: &Source,
    known: Option<&Tables>,
) -> (Tables, Vec<Diagnostic>) {
    let (root, told) = parse(source);
    let mut reading = Reading::new(source, told);
    let mut tables = Tables::new();
    let Shape::Map(pairs) = &root.shape else {
        if root.shape != Shape::Broken {
            reading.wrong(
                root.at,
                "tables by key are needed here: `{ \"key\": (title: …) }`",
            );
        }
        return (tables, reading.done());
    };
    for (word, node) in pairs {
        let Some(key) = reading.text(word) else {
            continue;
        };
        if reading.is_enough() {
            break;
        }
        match read_part::<Table>(source, node.at) {
            Ok(table) => {
                let kind = schema.tables.iter().find(|kind| kind.word == key);
                let fits = match kind {
                    Some(kind) => kind.seat(&table).map(drop),
                    None => table.ascending(),
                };
                let strange = known.filter(|known| !known.contains_key(&key));
                match (fits, strange) {
                    (Ok(()), None) => {
                        tables.insert(key, table);
                    }
                    (Ok(()), Some(known)) => {
                        let known = known.keys().map(String::as_str);
                        reading.wrong(word.at, unknown("table", &key, known));
                    }
                    (Err(mut wrong), _) => {
                        wrong.what = format!("table `{key}`: {}", wrong.what);
                        reading.tell(wrong.within(PathStep::Key(key)).explain(source));
                    }
                }
            }
            Err(mistake) => reading.tell(mistake),
        }
    }
    (tables, reading.done())
}
