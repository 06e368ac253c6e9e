//! Ready rows of a list, such as the spells of a system: a file gives the name of a row, or starts its own row from one.

use crate::ron_text::{Node, Reading, RecordFields};
use crate::values::{Record, unknown};

/// Finds a ready row by its name. The error names the row that was probably meant.
pub(super) fn named(
    reading: &mut Reading<'_>,
    ready: &[Record],
    node: &Node<'_>,
) -> Option<Record> {
    let name = reading.text(node)?;
    let is_it = |row: &&Record| row.word("name").eq_ignore_ascii_case(name.trim());
    let found = ready.iter().find(is_it).cloned();
    if found.is_none() {
        let names = ready.iter().map(|row| row.word("name"));
        reading.wrong(node.at, unknown("row", &name, names));
    }
    found
}

/// Takes `from`, the name of the ready row whose fields a row has unless it names them itself. After a wrong name the
/// row is empty, so that its other fields are not reported as missing.
pub(super) fn base(
    reading: &mut Reading<'_>,
    ready: &[Record],
    fields: &mut RecordFields<'_, '_>,
) -> Option<Record> {
    let node = fields.take("from")?;
    Some(named(reading, ready, node).unwrap_or_default())
}

/// Returns the ready row that a row with a name alone means; otherwise the row itself.
pub(super) fn meant(ready: &[Record], row: Record) -> Record {
    let is_name_alone = row.0.len() == 1 && row.has("name");
    let is_it = |one: &&Record| {
        let name = one.word("name");
        is_name_alone && name.eq_ignore_ascii_case(row.word("name").trim())
    };
    ready.iter().find(is_it).cloned().unwrap_or(row)
}
