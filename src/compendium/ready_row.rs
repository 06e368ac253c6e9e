//! Ready rows of a list, such as the spells of a system: a file gives the name of a row, or starts its own row from one.

use crate::ron_text::{Node, Reading, RecordFields};
use crate::values::{Record, unknown};

/// Finds a ready row by its name, in any case.
fn find<'r>(ready: &'r [Record], name: &str) -> Option<&'r Record> {
    let mut all = ready.iter();
    all.find(|row| row.word("name").eq_ignore_ascii_case(name.trim()))
}

/// Reads the name of a ready row. The error names the row that was probably meant.
pub(super) fn named(
    reading: &mut Reading<'_>,
    ready: &[Record],
    node: &Node<'_>,
) -> Option<Record> {
    let name = reading.text(node)?;
    let found = find(ready, &name).cloned();
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
    let found = find(ready, row.word("name")).filter(|_| is_name_alone);
    found.cloned().unwrap_or(row)
}
