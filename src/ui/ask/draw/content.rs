//! Draws the contents of the prompt pane, which are composed elsewhere, in their frame.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use crate::text::{LINE_LIMIT, cut, sanitize, width, wrap};
use crate::ui::edit::Edit;
use crate::ui::ink::{Ink, inside, pane};
use crate::ui::rows::{self, Row};
use crate::ui::theme::{Role, Theme};

/// Width for output without a screen, at which text always stays on the line of its row.
pub(crate) const TOLD: usize = 4_000;

/// Question as lines, ready to draw.
pub struct PromptContent {
    pub title: String,
    /// Text at the bottom of the frame.
    pub below: String,
    pub lines: Vec<Line<'static>>,
    /// Message about the last key, below the lines and always visible.
    pub said: Vec<Line<'static>>,
    /// Lines that are always visible, above the message: the die of a form whose rows do not all fit.
    pub kept: Vec<Line<'static>>,
    /// Index of the line that must be visible.
    pub row: usize,
    /// Line and column of the cursor; `kept` lines are counted after `lines`.
    pub cursor: Option<(usize, usize)>,
    /// Maximum number of rows in the pane. If there are more rows, only the marked row shows its whole text.
    pub room: usize,
}

impl PromptContent {
    pub fn titled(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            below: String::new(),
            lines: Vec::new(),
            said: Vec::new(),
            kept: Vec::new(),
            row: 0,
            cursor: None,
            room: usize::MAX,
        }
    }

    /// Adds lines with `lay`, each row with its whole text. If the lines do not fit, `lay` is called again with the
    /// number of spare lines for text that does not fit on its row.
    pub fn fit(&mut self, lay: impl Fn(&mut Self, usize)) {
        let top = self.lines.len();
        let mut spare = usize::MAX;
        loop {
            lay(self, spare);
            let rows = self.lines.len();
            if spare > 0 && rows > self.room {
                spare = 0;
            } else if spare == 0 && rows < self.room {
                spare = self.room - rows;
            } else {
                return;
            }
            self.lines.truncate(top);
            self.cursor = None;
        }
    }

    /// Adds an input line with the cursor after its prompt character.
    pub fn typed(&mut self, theme: &Theme, sign: &str, line: &Edit, columns: usize) {
        let (shown, cursor) = line.view(columns.saturating_sub(3).max(1));
        self.cursor = Some((self.lines.len(), 2 + cursor));
        let ink = Ink::new(theme).put(Role::Turn, sign).text(" ");
        self.lines.push(ink.put(Role::Title, &shown).line());
    }

    /// Adds a message to the pane, wrapped to as many lines as needed.
    pub fn say(&mut self, theme: &Theme, role: Role, text: &str, columns: usize) {
        let sign = match role {
            Role::Error => theme.symbols().warning,
            _ => theme.symbols().between,
        };
        let safe = sanitize(text, LINE_LIMIT);
        let parts = wrap(&safe, columns.saturating_sub(2));
        for (row, part) in parts.iter().enumerate() {
            let lead = if row == 0 { sign } else { " " };
            let ink = Ink::new(theme).put(role, lead).text(" ").put(role, part);
            self.said.push(ink.line());
        }
    }
}

/// Number of rows visible after the marked row.
const BEHIND: usize = 3;

/// Draws the contents in their frame and returns the position of the cursor.
pub fn draw(
    focused: bool,
    content: &PromptContent,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    pane(&content.title, &content.below, focused, theme, area, buffer);
    let (rows, cursor) = rows(content, theme, area);
    for (place, row) in rows {
        row.draw(place, buffer);
    }
    cursor
}

/// Returns every row inside the frame with its area, and the position of the cursor.
pub(crate) fn rows(
    content: &PromptContent,
    theme: &Theme,
    area: Rect,
) -> (Vec<(Rect, Row)>, Option<Position>) {
    let mut inner = inside(area);
    if inner.width > 2 && inner.height < area.height {
        inner.x += 1;
        inner.width -= 2;
    }
    // The message at the bottom is always visible, but takes at most half of the pane, or the rows that the lines do
    // not need.
    let all = usize::from(inner.height);
    let kept = content.kept.len().min(all / 3);
    let room = if all > 1 {
        (all / 2).max(all.saturating_sub(content.lines.len())) - kept.min(all / 2)
    } else {
        0
    };
    let said = content.said.len().min(room);
    let height = all - said - kept;
    let last = content.lines.len().saturating_sub(height);
    // Scrolls only as far as necessary: the first rows stay while the marked row and the rows after it are visible.
    let first = (content.row + BEHIND).saturating_sub(height).min(last);
    let first = first.min(content.row);
    let shown = content.lines.get(first..).unwrap_or_default();
    let (above, below) = rows::split(inner, said + kept);
    let shown = shown.iter().cloned();
    let mut all = rows::rows(shown, first, content.lines.len(), theme, above);
    let kept_lines = content.kept.iter().take(kept);
    let told = kept_lines.chain(content.said.iter().take(said)).cloned();
    all.extend(rows::rows(told, 0, said + kept, theme, below));
    let cursor = content.cursor.and_then(|(row, column)| {
        let row = match row.checked_sub(content.lines.len()) {
            Some(below) => Some(below).filter(|below| *below < kept)? + height,
            None => row.checked_sub(first).filter(|row| *row < height)?,
        };
        let y = inner.y + u16::try_from(row).ok()?;
        let x = inner.x.saturating_add(u16::try_from(column).ok()?);
        (x < inner.right()).then(|| Position::new(x, y))
    });
    (all, cursor)
}

/// Adds a text to a row: on the same line if it fits, otherwise indented below on the spare lines. If the spare lines
/// do not suffice, the text is cut at the end of its line.
pub(super) fn behind(
    mut ink: Ink<'_>,
    said: &str,
    spare: &mut usize,
    theme: &Theme,
    columns: usize,
) -> Vec<Line<'static>> {
    let rest = columns.saturating_sub(ink.width() + 2);
    if said.is_empty() {
        return vec![ink.line()];
    }
    let below = wrap(said, columns.saturating_sub(INDENT).max(1));
    if width(said) <= rest || below.len() > *spare {
        if rest < SCRAP {
            return vec![ink.line()];
        }
        ink.add(Role::Faint, &format!("  {}", cut(said, rest)));
        return vec![ink.line()];
    }
    *spare -= below.len();
    let indented = |part: &String| {
        let ink = Ink::new(theme).text(&" ".repeat(INDENT));
        ink.put(Role::Faint, part).line()
    };
    let mut lines = vec![ink.line()];
    lines.extend(below.iter().map(indented));
    lines
}

/// Minimum number of columns for readable text.
const SCRAP: usize = 6;

/// Indentation of text below a row.
const INDENT: usize = 6;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::theme::{Background, Colours, Glyphs};

    /// Returns the visible lines in five rows.
    fn seen(row: usize) -> Vec<String> {
        let theme = Theme::new(Colours::None, Background::Dark, Glyphs::Unicode);
        let mut content = PromptContent::titled("");
        content.lines = (0..9).map(|line| Line::from(line.to_string())).collect();
        content.row = row;
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 7));
        draw(false, &content, &theme, buffer.area, &mut buffer);
        let rows = (1..6).map(|y| buffer[(2, y)].symbol().to_owned());
        rows.collect()
    }

    #[test]
    fn the_marked_row_is_in_the_middle_of_a_list_except_at_its_ends() {
        assert_eq!(seen(0), ["0", "1", "2", "3", "4"]);
        assert_eq!(seen(2), ["0", "1", "2", "3", "4"]);
        assert_eq!(seen(4), ["2", "3", "4", "5", "6"]);
        assert_eq!(seen(8), ["4", "5", "6", "7", "8"]);
    }
}
