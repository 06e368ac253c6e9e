//! Helpers for drawing text that is styled, sanitized and cut to fit.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;
use ratatui::symbols::merge::MergeStrategy;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Widget};

use crate::text::{LINE_LIMIT, cut, sanitize, width, wrap};
use crate::ui::theme::{Role, Theme};

/// Line builder with roles of a theme. All text from files and people passes through it and is sanitized, whatever its
/// origin.
pub(crate) struct Ink<'a> {
    theme: &'a Theme,
    spans: Vec<Span<'static>>,
    width: usize,
}

impl<'a> Ink<'a> {
    pub(crate) fn new(theme: &'a Theme) -> Self {
        Self {
            theme,
            spans: Vec::new(),
            width: 0,
        }
    }

    /// Appends text in a role.
    #[must_use]
    pub(crate) fn put(mut self, role: Role, text: &str) -> Self {
        self.add(role, text);
        self
    }

    /// Appends text in the ordinary role.
    #[must_use]
    pub(crate) fn text(self, text: &str) -> Self {
        self.put(Role::Text, text)
    }

    /// Appends text in a role.
    pub(crate) fn add(&mut self, role: Role, text: &str) {
        self.styled(self.theme.style(role), text);
    }

    /// Appends text in a style.
    pub(crate) fn styled(&mut self, style: Style, text: &str) {
        if text.is_empty() {
            return;
        }
        let text = sanitize(text, LINE_LIMIT).into_owned();
        self.width += width(&text);
        self.spans.push(Span::styled(text, style));
    }

    /// Returns the width so far.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn line(self) -> Line<'static> {
        Line::from(self.spans)
    }
}

/// Draws text at a position, cut to the available columns; returns the column after it.
pub(crate) fn put(
    buffer: &mut Buffer,
    (x, y): (u16, u16),
    columns: u16,
    text: &str,
    style: Style,
) -> u16 {
    let inside = buffer.area;
    if y < inside.top() || y >= inside.bottom() || x < inside.left() || x >= inside.right() {
        return x;
    }
    let safe = sanitize(text, LINE_LIMIT);
    let short = cut(&safe, usize::from(columns));
    let (end, _) = buffer.set_stringn(x, y, &*short, usize::from(columns), style);
    end
}

/// Draws a frame that shares its lines with its neighbours, with a title at the top left and a text at the bottom
/// right. Returns the area inside the frame, or the whole area if it is too small for a frame.
pub(crate) fn pane(
    title: &str,
    below: &str,
    focused: bool,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> Rect {
    frame(focused, theme, area, buffer);
    titles(title, below, focused, theme, area, buffer);
    inside(area.intersection(buffer.area))
}

/// Draws a frame without its titles.
pub(crate) fn frame(focused: bool, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let area = area.intersection(buffer.area);
    if inside(area) == area {
        return;
    }
    let (set, role) = if focused {
        (theme.symbols().focus_frame, Role::Focus)
    } else {
        (theme.symbols().frame, Role::Faint)
    };
    Block::bordered()
        .border_set(set)
        .border_style(theme.style(role))
        .merge_borders(MergeStrategy::Exact)
        .render(area, buffer);
}

/// Separator between the keys in the lower line of a frame.
const BETWEEN_KEYS: &str = " · ";

/// Draws the titles of an existing frame.
pub(crate) fn titles(
    title: &str,
    below: &str,
    focused: bool,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let area = area.intersection(buffer.area);
    if inside(area) == area {
        return;
    }
    let role = if focused { Role::Focus } else { Role::Title };
    let room = usize::from(area.width).saturating_sub(4);
    let mut block = Block::new();
    let title = sanitize(title, LINE_LIMIT);
    if !title.is_empty() {
        let title = cut(&title, room);
        block = block.title(Line::styled(format!(" {title} "), theme.style(role)));
    }
    // In the lower line, text before a tab is on the left, if there is room for both.
    let below = sanitize_tabbed(below);
    let (left, right) = below.split_once('\t').unwrap_or(("", &below));
    let faint = |text: &str| Line::styled(format!(" {text} "), theme.style(Role::Faint));
    // Whole keys are dropped until the others fit; the last is the most important.
    let mut right = right;
    while width(right) > room {
        right = right
            .split_once(BETWEEN_KEYS)
            .map_or("", |(_, after)| after);
    }
    if !right.is_empty() {
        block = block.title_bottom(faint(right).right_aligned());
    }
    let rest = room.saturating_sub(width(right) + 4);
    if !left.is_empty() {
        // Only whole hints are shown.
        let mut fitting = left;
        while width(fitting) > rest {
            fitting = fitting.rsplit_once("  ").map_or("", |(before, _)| before);
        }
        if !fitting.is_empty() {
            block = block.title_bottom(faint(fitting));
        }
    }
    block.render(area.inner(Margin::new(1, 0)), buffer);
}

/// Returns the area inside a frame, or the whole area if it is too small for a frame.
pub(crate) fn inside(area: Rect) -> Rect {
    if area.height < 3 || area.width < 6 {
        return area;
    }
    area.inner(Margin::new(1, 1))
}

/// Splits an area for panes side by side. The right pane gets `right` columns, and the frames share a column. With 0
/// columns for the right pane, the left pane gets the whole area.
pub(crate) fn beside(area: Rect, right: u16) -> (Rect, Rect) {
    if right == 0 {
        return (area, Rect::default());
    }
    let right = Rect {
        x: area.right() - right,
        width: right,
        ..area
    };
    let left = Rect {
        width: area.width - right.width + 1,
        ..area
    };
    (left, right)
}

/// Sanitizes text, except for the tabs between its parts.
fn sanitize_tabbed(text: &str) -> String {
    let parts: Vec<_> = text
        .split('\t')
        .map(|part| sanitize(part, LINE_LIMIT))
        .collect();
    parts.join("\t")
}

/// Wraps a text in one role to lines of at most `columns`.
pub(crate) fn paragraph<'a>(
    theme: &'a Theme,
    role: Role,
    text: &str,
    columns: usize,
) -> impl Iterator<Item = Line<'static>> + use<'a> {
    let parts = wrap(text, columns).into_iter();
    parts.map(move |part| Ink::new(theme).put(role, &part).line())
}

/// Space at which no line breaks.
const FIRM: char = '\u{a0}';

/// Wraps a line to lines of at most `columns`, at spaces; every character keeps its style. Spaces that must not break
/// become ordinary spaces.
pub(crate) fn wrapped(line: Line<'static>, columns: usize) -> Vec<Line<'static>> {
    let mut lines = broken(line, columns);
    let spans = lines.iter_mut().flat_map(|line| &mut line.spans);
    for span in spans.filter(|span| span.content.contains(FIRM)) {
        span.content = span.content.replace(FIRM, " ").into();
    }
    lines
}

/// Breaks a line at spaces.
fn broken(line: Line<'static>, columns: usize) -> Vec<Line<'static>> {
    if line.width() <= columns {
        return vec![line];
    }
    let styled = |span: &Span<'static>| {
        let style = span.style;
        span.content
            .chars()
            .map(move |c| (c, style))
            .collect::<Vec<_>>()
    };
    let text: String = line
        .spans
        .iter()
        .map(|span| span.content.as_ref())
        .collect();
    let mut signs = line.spans.iter().flat_map(styled).peekable();
    let mut style = Style::default();
    let mut lines = Vec::new();
    for part in wrap(&text, columns) {
        let mut spans: Vec<Span<'static>> = Vec::new();
        for c in part.chars() {
            // Spaces at a break were dropped.
            while c != ' ' && signs.next_if(|(sign, _)| *sign == ' ').is_some() {}
            if let Some((_, its)) = signs.next_if(|(sign, _)| *sign == c) {
                style = its;
            }
            match spans.last_mut() {
                Some(last) if last.style == style => last.content.to_mut().push(c),
                _ => spans.push(Span::styled(c.to_string(), style)),
            }
        }
        lines.push(Line::from(spans));
    }
    lines
}

/// Returns a line, cut with an ellipsis if it does not fit.
pub(crate) fn cut_line(line: Line<'static>, columns: usize) -> Line<'static> {
    if width(line.to_string().trim_end()) <= columns {
        return line;
    }
    let mut room = columns;
    let mut spans = Vec::new();
    for span in line.spans {
        // A span that is not the last must be cut even if it just fits, because more text follows.
        let text = if span.width() < room {
            span.content.into_owned()
        } else {
            cut(&format!("{} ", span.content), room).into_owned()
        };
        room -= width(&text);
        spans.push(Span::styled(text, span.style));
        if room == 0 {
            break;
        }
    }
    Line::from(spans)
}

/// Draws lines from the top of an area down, as many as fit.
pub(crate) fn lines(lines: &[Line<'_>], area: Rect, buffer: &mut Buffer) {
    let area = area.intersection(buffer.area);
    for (line, y) in lines.iter().zip(area.top()..area.bottom()) {
        line.render(
            Rect {
                y,
                height: 1,
                ..area
            },
            buffer,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::theme::{Background, Colours, Glyphs};

    #[track_caller]
    fn check(title: &str, below: &str, focused: bool, (columns, rows): (u16, u16), expected: &str) {
        let signs = if focused {
            Glyphs::Ascii
        } else {
            Glyphs::Unicode
        };
        let theme = Theme::new(Colours::None, Background::Dark, signs);
        let mut buffer = Buffer::empty(Rect::new(0, 0, columns, rows));
        let area = buffer.area;
        let inner = pane(title, below, focused, &theme, area, &mut buffer);
        let rows: Vec<String> = buffer
            .content
            .chunks(usize::from(columns))
            .map(|row| row.iter().map(|cell| cell.symbol()).collect())
            .collect();
        assert_eq!(rows.join("\n"), expected);
        let blank = rows.iter().any(|row| row.trim().is_empty());
        assert_eq!(inner == area, blank, "{inner}");
    }

    #[test]
    fn panes_have_a_frame_if_it_fits() {
        check(
            "Initiative",
            "",
            false,
            (12, 3),
            "┌ Initiat… ┐\n│          │\n└──────────┘",
        );
        check(
            "Log",
            "",
            true,
            (12, 3),
            "# Log =====#\n#          #\n#==========#",
        );
        check("Log", "", true, (12, 2), "            \n            ");
    }

    #[test]
    fn hints_below_a_pane_are_shown_whole_or_omitted() {
        let below = "u undo  r rule\tEsc back";
        check(
            "",
            below,
            true,
            (32, 3),
            "#==============================#\n#                              #\n# u undo  r rule ==== Esc back #",
        );
        check(
            "",
            below,
            true,
            (24, 3),
            "#======================#\n#                      #\n# u undo ==== Esc back #",
        );
        check(
            "",
            below,
            true,
            (11, 3),
            "#=========#\n#         #\n#=========#",
        );
    }

    #[test]
    fn panes_side_by_side_share_a_column() {
        let area = Rect::new(3, 1, 20, 5);
        let (left, right) = beside(area, 8);
        assert_eq!(
            (left, right),
            (Rect::new(3, 1, 13, 5), Rect::new(15, 1, 8, 5))
        );
        assert_eq!(beside(area, 0), (area, Rect::default()));
    }
}
