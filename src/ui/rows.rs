//! Rows of a pane, each a separate part of the frame.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use super::ink::{lines, put};
use super::theme::{Role, Theme};

/// Row of a pane.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Row {
    line: Line<'static>,
    /// Sign at the end of the row for more rows above or below, with its style.
    more: Option<(&'static str, Style)>,
}

impl Row {
    pub(crate) fn draw(&self, place: Rect, buffer: &mut Buffer) {
        lines(std::slice::from_ref(&self.line), place, buffer);
        if let Some((sign, style)) = self.more {
            let edge = place.right().saturating_sub(1);
            put(buffer, (edge, place.y), 1, sign, style);
        }
    }
}

/// Returns every row of an area with its position: the lines of a list with `length` lines starting at `first`, and
/// blank rows below. Signs at the right edge of the first and the last row indicate more rows.
pub(crate) fn rows(
    shown: impl IntoIterator<Item = Line<'static>>,
    first: usize,
    length: usize,
    theme: &Theme,
    area: Rect,
) -> Vec<(Rect, Row)> {
    let height = usize::from(area.height);
    let more = |at: usize| {
        let sign = if at == 0 && first > 0 {
            theme.symbols().above
        } else if at + 1 == height && length > first.saturating_add(height) {
            theme.symbols().below
        } else {
            return None;
        };
        Some((sign, theme.style(Role::Faint)))
    };
    let lines = shown.into_iter().map(Some).chain(std::iter::repeat(None));
    let lines = lines.zip(area.top()..area.bottom()).enumerate();
    let rows = lines.map(|(at, (line, y))| {
        let place = Rect {
            y,
            height: 1,
            ..area
        };
        let line = line.unwrap_or_default();
        let more = more(at);
        (place, Row { line, more })
    });
    rows.collect()
}

/// Returns the width for the lines of a list of this `length`. If the list is longer than its area, the last column is
/// for the sign, so that the sign never covers a digit.
pub(crate) fn columns(length: usize, area: Rect) -> u16 {
    let longer = length > usize::from(area.height);
    area.width.saturating_sub(u16::from(longer))
}

/// Splits the last rows off an area.
pub(crate) fn split(area: Rect, below: usize) -> (Rect, Rect) {
    let below = u16::try_from(below).unwrap_or(u16::MAX).min(area.height);
    let above = Rect {
        height: area.height - below,
        ..area
    };
    let rest = Rect {
        y: above.bottom(),
        height: below,
        ..area
    };
    (above, rest)
}
