//! Reader for CSV tables with commas, semicolons or tabs.

use std::rc::Rc;

use anyhow::{Context, Result, anyhow, bail};

use super::place::is_name;
use super::record::{Each, Foreign};

/// Maximum number of columns in a table.
const MOST_COLUMNS: usize = 500;
/// Text after the last row.
const END: &str = "\u{1}";

/// Reads the rows of a table. The first line names the columns. As in spreadsheet exports, a line such as `sep=;` before
/// it may state the separator.
///
/// # Errors
/// If a column of names is missing, there are too many columns, a quote is not closed or the table has no rows.
pub(super) fn read(text: &str, each: &mut Each<'_>) -> Result<()> {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let said = match first.trim_end_matches('\r').as_bytes() {
        [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', mark] => Some(*mark),
        _ => None,
    };
    let (text, first_line) = match said {
        Some(_) => (rest, 2),
        None => (text, 1),
    };
    let first = text.lines().next().unwrap_or_default();
    let times = |mark: &u8| first.bytes().filter(|byte| byte == mark).count();
    let mark = said.or_else(|| {
        let marks = [b',', b';', b'\t'].into_iter();
        marks.max_by_key(|mark| (times(mark), *mark == b','))
    });
    let mark = mark.unwrap_or(b',');
    let columns = times(&mark) + 1;
    if columns > MOST_COLUMNS {
        bail!(
            "the first line names {columns} columns, but a table can have at most {MOST_COLUMNS}"
        );
    }
    // The end is a separate row, unless a quote before it is never closed.
    let text = format!("{text}\n{END}");
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(mark)
        .flexible(true)
        .from_reader(text.as_bytes());
    let words = reader
        .headers()
        .context("the first line does not name columns")?
        .iter()
        .map(|word| word.trim().into())
        .collect::<Vec<Rc<str>>>();
    let unclosed =
        |line: u64| anyhow!("line {line}: a quote opens here and is never closed: close it");
    if words
        .last()
        .is_some_and(|word| word.len() > END.len() && word.ends_with(END))
    {
        return Err(unclosed(first_line));
    }
    if !words.iter().any(|word| is_name(word)) {
        bail!("line {first_line} is not the header of a table: it has no column `name`");
    }
    let mut rows = 0;
    for row in reader.records() {
        let row = row.map_err(|error| anyhow!("{error}"))?;
        let line = row.position().map_or(0, csv::Position::line) + first_line - 1;
        match row.iter().next_back() {
            Some(END) if row.len() == 1 => break,
            Some(last) if last.ends_with(END) => return Err(unclosed(line)),
            _ => {}
        }
        if row.len() > MOST_COLUMNS {
            bail!(
                "line {line} has {} columns, but a table can have at most {MOST_COLUMNS}",
                row.len()
            );
        }
        let mut record = Foreign::at(format!("line {line}"));
        for (column, text) in row.iter().enumerate() {
            match words.get(column) {
                Some(word) => record.put(Rc::clone(word), text),
                None => record.put(format!("column {}", column + 1), text),
            }
        }
        if !record.fields.is_empty() {
            rows += 1;
            each(record);
        }
    }
    if rows == 0 {
        bail!("the table has a header but no rows: write a line for each combatant below it");
    }
    Ok(())
}
