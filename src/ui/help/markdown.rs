//! Renderer for the subset of Markdown in short rules: headings, paragraphs, lists and tables.

use ratatui::text::Line;

use crate::text::{pad, sanitize, width, wrap};
use crate::ui::ink::Ink;
use crate::ui::theme::{Role, Theme};

/// Width of the gap between the columns of a table.
const GAP: usize = 2;

/// Block of the text.
enum Block {
    Heading(String),
    /// Text to wrap, after its bullet or number in a list.
    Paragraph {
        sign: String,
        words: String,
    },
    Table(Vec<Vec<String>>),
    Empty,
}

/// Returns the text in lines of this width, and the indexes of headings.
pub(super) fn compose(
    text: &str,
    theme: &Theme,
    columns: usize,
) -> (Vec<Line<'static>>, Vec<usize>) {
    let (mut lines, mut headings) = (Vec::new(), Vec::new());
    for block in blocks(text) {
        match block {
            Block::Empty => lines.push(Line::default()),
            Block::Heading(words) => {
                headings.push(lines.len());
                let parts = wrap(&words, columns);
                let titled = |part: &String| Ink::new(theme).put(Role::Title, part).line();
                lines.extend(parts.iter().map(titled));
            }
            Block::Paragraph { sign, words } => {
                let indent = width(&sign);
                let parts = wrap(&words, columns.saturating_sub(indent).max(1));
                for (row, part) in parts.iter().enumerate() {
                    let lead = if row == 0 { sign.as_str() } else { "" };
                    let ink = Ink::new(theme).put(Role::Key, &pad(lead, indent));
                    lines.push(ink.text(part).line());
                }
            }
            Block::Table(rows) => table(&mut lines, &rows, theme, columns),
        }
    }
    (lines, headings)
}

/// Joins the lines of a block, as Markdown does.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for line in text.lines() {
        let clean = sanitize(line, 2_000).replace("**", "").replace('`', "");
        let bare = clean.trim();
        if bare.is_empty() {
            blocks.push(Block::Empty);
        } else if let Some(rest) = bare.strip_prefix('#') {
            let words = rest.trim_start_matches('#').trim();
            blocks.push(Block::Heading(words.to_owned()));
        } else if let Some(row) = bare.strip_prefix('|') {
            let row = row.strip_suffix('|').unwrap_or(row);
            // The line below a table's head is only a rule.
            if row.chars().all(|c| matches!(c, '-' | ':' | '|' | ' ')) && row.contains('-') {
                continue;
            }
            let cells = row.split('|').map(|cell| cell.trim().to_owned()).collect();
            match blocks.last_mut() {
                Some(Block::Table(rows)) => rows.push(cells),
                _ => blocks.push(Block::Table(vec![cells])),
            }
        } else if let Some((sign, words)) = item(bare) {
            blocks.push(Block::Paragraph {
                sign,
                words: words.to_owned(),
            });
        } else if let Some(Block::Paragraph { words, .. }) = blocks.last_mut() {
            words.push(' ');
            words.push_str(bare);
        } else {
            blocks.push(Block::Paragraph {
                sign: String::new(),
                words: bare.to_owned(),
            });
        }
    }
    blocks
}

/// Splits a list item into its bullet or number, "- " or "3. ", and its text.
fn item(line: &str) -> Option<(String, &str)> {
    let (sign, words) = line.split_once(' ')?;
    let number = sign.strip_suffix('.').unwrap_or("");
    let numbered = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is = sign == "-" || sign == "*" || numbered;
    is.then(|| (format!("{sign} "), words.trim_start()))
}

/// Adds a table below its head; cells that are too wide are wrapped in their columns.
fn table(lines: &mut Vec<Line<'static>>, rows: &[Vec<String>], theme: &Theme, columns: usize) {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |place: usize| {
        let cells = rows.iter().filter_map(|row| row.get(place));
        cells.map(|cell| width(cell)).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..count).map(widest).collect();
    let room = columns
        .saturating_sub(GAP * count.saturating_sub(1))
        .max(count);
    while widths.iter().sum::<usize>() > room
        && let Some(most) = widths.iter_mut().max()
    {
        *most -= 1;
    }
    for (place, row) in rows.iter().enumerate() {
        let role = if place == 0 { Role::Key } else { Role::Text };
        let cells: Vec<Vec<String>> = widths
            .iter()
            .enumerate()
            .map(|(column, room)| wrap(row.get(column).map_or("", String::as_str), *room))
            .collect();
        for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
            let mut ink = Ink::new(theme);
            for (cell, room) in cells.iter().zip(&widths) {
                let text = cell.get(line).map_or("", String::as_str);
                ink.add(role, &pad(text, *room));
                ink.add(role, &" ".repeat(GAP));
            }
            lines.push(ink.line());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::theme::{Background, Colours, Glyphs};

    fn composed(text: &str, columns: usize) -> (Vec<String>, Vec<usize>) {
        let theme = Theme::new(Colours::None, Background::Dark, Glyphs::Unicode);
        let (lines, headings) = compose(text, &theme, columns);
        let text = |line: &Line<'_>| line.to_string().trim_end().to_owned();
        (lines.iter().map(text).collect(), headings)
    }

    #[test]
    fn paragraphs_are_joined_and_list_items_are_indented() {
        let text = "# Rules\n\nOne line\nand its end.\n- an item of\n  two lines\n- more";
        let (lines, headings) = composed(text, 40);
        let expected = [
            "Rules",
            "",
            "One line and its end.",
            "- an item of two lines",
            "- more",
        ];
        assert_eq!(
            (lines.as_slice(), headings),
            (expected.map(str::to_owned).as_slice(), vec![0])
        );
        let (lines, _) = composed("1. an item of some words", 12);
        assert_eq!(lines, ["1. an item", "   of some", "   words"]);
    }

    #[test]
    fn a_table_has_columns_and_wraps_cells_in_them() {
        let text = "| declared | costs |\n|---|---|\n| run | half of the attacks |\n| draw | |";
        let (lines, _) = composed(text, 40);
        let expected = ["declared  costs", "run       half of the attacks", "draw"];
        assert_eq!(lines, expected);
        let (lines, _) = composed(text, 20);
        assert_eq!(lines[1..3], ["run       half of", "          the"]);
    }

    #[test]
    fn the_rules_of_every_system_have_no_raw_markdown_and_fit_the_width() {
        for system in crate::systems::all() {
            let rules = crate::compendium::Compendium::built_in(*system).0.rules;
            for columns in [40, 76, 100] {
                let (lines, headings) = composed(&rules, columns);
                assert!(headings.len() > 3, "{}", system.key());
                for line in lines {
                    assert!(
                        width(&line) <= columns && !line.contains(['|', '`']),
                        "{line}"
                    );
                }
            }
        }
    }
}
