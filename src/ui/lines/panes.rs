//! Reading of a drawn screen as lists: pane by pane, each from top to bottom.

use ratatui::buffer::Buffer;

use crate::ui::theme::{ACROSS, CORNER, DOWN};

/// Contents of a pane.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Pane {
    pub(super) title: String,
    pub(super) rows: Vec<String>,
    /// Texts in the lower frame of the pane: keys and hints.
    pub(super) below: Vec<String>,
    /// True for a pane with a frame.
    pub(super) framed: bool,
}

/// Part of a screen row between two vertical frame lines.
struct Segment {
    from: usize,
    text: String,
    /// True if a horizontal frame line runs through the segment.
    is_frame: bool,
    /// True if the row has vertical frame lines.
    framed: bool,
}

fn is_across(c: char) -> bool {
    c == ACROSS || ('\u{2500}'..='\u{2501}').contains(&c)
}

fn is_upright(cell: &str) -> bool {
    let is = |c: char| c == DOWN || c == CORNER || ('\u{2502}'..='\u{257f}').contains(&c);
    cell.starts_with(is)
}

fn segments(row: &[&str]) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut from = 0;
    let framed = row.iter().any(|cell| is_upright(cell));
    for end in 0..=row.len() {
        if row.get(end).is_some_and(|cell| !is_upright(cell)) {
            continue;
        }
        let text = row[from..end].concat();
        let is_frame = text.contains(is_across);
        let is_inside = framed && from > 0 && end < row.len();
        if is_frame || is_inside || !text.trim().is_empty() {
            segments.push(Segment {
                from,
                text,
                is_frame,
                framed,
            });
        }
        from = end + 1;
    }
    segments
}

/// Returns the panes of a screen in reading order.
pub(super) fn read(buffer: &Buffer) -> Vec<Pane> {
    let area = buffer.area;
    let rows: Vec<Vec<Segment>> = (area.top()..area.bottom())
        .map(|y| {
            let row = (area.left()..area.right()).map(|x| buffer[(x, y)].symbol());
            segments(&row.collect::<Vec<&str>>())
        })
        .collect();
    let mut panes: Vec<Pane> = Vec::new();
    // Open panes, by column.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let none = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        // Text outside of the frames ends where a frame begins.
        if row.iter().any(|segment| segment.framed) {
            open.retain(|(_, place)| panes[*place].framed);
        }
        for segment in row {
            let above = open.iter().position(|(from, _)| *from == segment.from);
            if !segment.is_frame {
                let place = match above {
                    Some(place) => open[place].1,
                    None => {
                        panes.push(Pane {
                            framed: segment.framed,
                            ..Pane::default()
                        });
                        open.push((segment.from, panes.len() - 1));
                        panes.len() - 1
                    }
                };
                panes[place].rows.push(segment.text.clone());
                continue;
            }
            let above = above.map(|place| open.swap_remove(place).1);
            let texts = segment.text.split(is_across).map(str::trim);
            let mut texts = texts.filter(|text| !text.is_empty());
            let below = rows.get(y + 1).unwrap_or(&none).iter();
            let mut below = below.filter(|below| below.from == segment.from);
            if below.any(|below| !below.is_frame) {
                let has_title = !segment.text.starts_with(is_across);
                let title = if has_title { texts.next() } else { None };
                panes.push(Pane {
                    title: title.unwrap_or_default().to_owned(),
                    framed: true,
                    ..Pane::default()
                });
                open.push((segment.from, panes.len() - 1));
            }
            if let Some(above) = above {
                panes[above].below.extend(texts.map(str::to_owned));
            }
        }
    }
    for pane in &mut panes {
        pane.rows = pane.rows.iter().map(|row| gaps(row)).collect();
        pane.rows.retain(|row| !row.is_empty());
    }
    panes.retain(|pane| !pane.rows.is_empty() || !pane.below.is_empty());
    panes
}

/// Separates the columns of a text by two spaces.
pub(super) fn gaps(text: &str) -> String {
    let parts = text.trim_end().split("  ").map(str::trim);
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("  ")
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;

    use super::*;
    use crate::ui::ink::{beside, lines, pane};
    use crate::ui::theme::Theme;

    #[test]
    fn panes_are_read_one_after_the_other() {
        let theme = Theme::told();
        let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 12));
        let above = Rect::new(0, 1, 40, 6);
        let (left, right) = beside(above, 18);
        for (title, below, area, texts) in [
            ("Left", "a key", left, ["one", "two"]),
            ("", "", right, ["three", "four"]),
            ("Below", "Esc", Rect::new(0, 6, 40, 5), ["five", "six"]),
        ] {
            let inner = pane(title, below, false, &theme, area, &mut buffer);
            lines(&texts.map(ratatui::text::Line::from), inner, &mut buffer);
        }
        let panes = read(&buffer);
        let read: Vec<(&str, String)> = panes
            .iter()
            .map(|pane| (pane.title.as_str(), pane.rows.join(" ")))
            .collect();
        let expected = [
            ("Left", "one two"),
            ("", "three four"),
            ("Below", "five six"),
        ];
        assert_eq!(read, expected.map(|(title, rows)| (title, rows.to_owned())));
        assert_eq!(panes[2].below, ["Esc"]);
        assert!(panes.iter().all(|pane| pane.framed));
    }
}
