//! What stands in the place of the question, as lines: composed elsewhere, framed and drawn here.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use crate::text::{LINE_LIMIT, cut, sanitize, width, wrap};
use crate::ui::edit::Edit;
use crate::ui::ink::{Ink, inside, pane};
use crate::ui::rows::{self, Row};
use crate::ui::theme::{Role, Theme};

/// From so many columns on nothing stands beside a row: it is told, not drawn.
pub(crate) const TOLD: usize = 4_000;

/// The question as lines, ready to be drawn.
pub struct PromptContent {
    pub title: String,
    /// What stands at the bottom of the frame.
    pub below: String,
    pub lines: Vec<Line<'static>>,
    /// What is said about the last key, below the lines and always seen.
    pub said: Vec<Line<'static>>,
    /// What is always seen below the lines, above what is said: the die of a form of which not all rows fit.
    pub kept: Vec<Line<'static>>,
    /// The line that must be seen.
    pub row: usize,
    /// Where the cursor stands: line and column; behind the lines are those kept below them.
    pub cursor: Option<(usize, usize)>,
    /// The rows that the pane can have. Where they do not suffice, only the marked row is said in full.
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

    /// The lines that `lay` puts in, each row with all that is said of it. Where there are more than rows, `lay` comes again
    /// and is told how many lines it can have for what does not fit behind a row.
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

    /// A line being typed, behind its sign, with the cursor in it.
    pub fn typed(&mut self, theme: &Theme, sign: &str, line: &Edit, columns: usize) {
        let (shown, cursor) = line.view(columns.saturating_sub(3).max(1));
        self.cursor = Some((self.lines.len(), 2 + cursor));
        let ink = Ink::new(theme).put(Role::Turn, sign).text(" ");
        self.lines.push(ink.put(Role::Title, &shown).line());
    }

    /// Something said in the pane, in as many lines as it takes.
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

/// Rows that are seen with the marked one and behind it.
const BEHIND: usize = 3;

/// Draws it in its frame; gives back where the cursor belongs.
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

/// Every row inside the frame with its place, and where the cursor belongs.
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
    // What is said about the last key is at the bottom and always seen, but never all there is: half of it, or what the lines
    // leave.
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
    // No further than must be: the first rows stay while the marked one and what follows it are seen.
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

/// What is said behind a row that is begun: on its line where it fits, else below, indented, in as many lines as it takes
/// out of the spare ones; cut at the end of its line where they do not suffice.
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

/// In fewer columns nothing can be read.
const SCRAP: usize = 6;

/// The columns before what stands below a row.
const INDENT: usize = 6;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::theme::{Background, Colours, Glyphs};

    /// The lines that are seen in five rows.
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
    fn the_first_rows_stay_until_the_mark_goes_on() {
        assert_eq!(seen(0), ["0", "1", "2", "3", "4"]);
        assert_eq!(seen(2), ["0", "1", "2", "3", "4"]);
        assert_eq!(seen(4), ["2", "3", "4", "5", "6"]);
        assert_eq!(seen(8), ["4", "5", "6", "7", "8"]);
    }
}
