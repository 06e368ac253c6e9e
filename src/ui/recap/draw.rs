//! Drawing of the summary.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::RecapPane;
use crate::ui::ink::{Ink, lines, pane};
use crate::ui::theme::{Role, Theme};

/// Draws the summary from its first row on; `below` is the text in the lower frame.
pub(in crate::ui) fn draw(
    recap: &RecapPane,
    below: &str,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let title = format!("Summary: {}", recap.length);
    let inner = pane(&title, below, true, theme, area, buffer);
    let rows = rows(recap, theme);
    let most = end(recap, usize::from(inner.height));
    lines(&rows[recap.first.min(most)..], inner, buffer);
}

/// Returns the last row that can be at the top of the pane at this height.
pub(super) fn end(recap: &RecapPane, height: usize) -> usize {
    let tables = recap.tables.iter().map(|table| table.rows.len() + 3);
    tables.sum::<usize>().saturating_sub(1 + height)
}

fn rows(recap: &RecapPane, theme: &Theme) -> Vec<Line<'static>> {
    let mut rows = Vec::new();
    for table in &recap.tables {
        if !rows.is_empty() {
            rows.push(Line::default());
        }
        rows.push(Ink::new(theme).put(Role::Title, &table.title).line());
        for (place, line) in table.lines().iter().enumerate() {
            let role = if place == 0 { Role::Faint } else { Role::Text };
            rows.push(Ink::new(theme).put(role, line).line());
        }
    }
    if rows.is_empty() {
        let nothing = "nothing has happened yet";
        rows.push(Ink::new(theme).put(Role::Faint, nothing).line());
    }
    rows
}
