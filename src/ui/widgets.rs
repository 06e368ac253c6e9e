//! Widgets that several panes use: lists and bars. No widget panics for any area, even if the area is empty or outside
//! the buffer.

use ratatui::{buffer::Buffer, layout::Rect, text::Line, widgets::Widget};

use super::keymap::KeyAction;
use super::theme::{Role, Theme};

/// Returns a bar of `columns` that shows `value` of `most`. The bar is empty only at 0 and full only at `most`, so that
/// one hit point is always visible.
pub(crate) fn bar(value: i64, most: i64, columns: usize, theme: &Theme) -> String {
    let symbols = theme.symbols();
    let full = if value <= 0 || columns == 0 {
        0
    } else if value >= most {
        columns
    } else {
        let share = i128::from(value) * columns as i128 / i128::from(most);
        // The bar fills at least one column, but not all columns. With only one column, the remaining value has
        // priority.
        usize::try_from(share)
            .unwrap_or(columns)
            .clamp(1, columns.max(2) - 1)
    };
    symbols.full.repeat(full) + &symbols.empty.repeat(columns - full)
}

/// Returns the role for a health of `value` out of `most`.
pub(crate) fn health(value: i64, most: i64) -> Role {
    let (value, most) = (i128::from(value), i128::from(most));
    match value {
        ..=0 => Role::Out,
        _ if value * 4 <= most => Role::Bad,
        _ if value * 2 <= most => Role::Hurt,
        _ => Role::Good,
    }
}

/// Returns the first row of a page after a scroll key, at most `end`; `None` for other keys.
pub(crate) fn scrolled(first: usize, action: KeyAction, page: usize, end: usize) -> Option<usize> {
    let first = match action {
        KeyAction::Up => first.saturating_sub(1),
        KeyAction::Down => first + 1,
        KeyAction::PageUp => first.saturating_sub(page),
        KeyAction::PageDown => first + page,
        KeyAction::First => 0,
        KeyAction::Last => end,
        _ => return None,
    };
    Some(first.min(end))
}

/// Returns the first row to show of a list of `length`, so that the selected row is among the `height` visible rows.
/// The list moves as little as possible from `first`.
pub(crate) fn scroll(first: usize, selected: Option<usize>, length: usize, height: usize) -> usize {
    let last_first = length.saturating_sub(height);
    let Some(selected) = selected else {
        return first.min(last_first);
    };
    let lowest = (selected + 1).saturating_sub(height);
    first
        .clamp(lowest, selected.max(lowest))
        .min(last_first.max(lowest))
}

/// Draws the `rows` from `first` on. The selected row has a sign before it and is reversed. Signs at the right edge
/// indicate more rows above or below.
pub(crate) fn list(
    rows: &[Line],
    first: usize,
    selected: Option<usize>,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let area = area.intersection(buffer.area);
    if area.is_empty() {
        return;
    }
    let symbols = theme.symbols();
    for (row, y) in rows
        .iter()
        .enumerate()
        .skip(first)
        .zip(area.top()..area.bottom())
    {
        let (index, line) = row;
        let place = Rect {
            y,
            height: 1,
            ..area
        };
        let text = Rect {
            x: area.x.saturating_add(2),
            width: area.width.saturating_sub(2),
            ..place
        };
        line.render(text.intersection(area), buffer);
        if selected == Some(index) {
            buffer.set_stringn(area.x, y, symbols.selected, 1, theme.style(Role::Key));
            buffer.set_style(place, theme.style(Role::Selected));
        }
    }
    more(first, rows.len(), theme, area, buffer);
}

/// Draws the signs for more rows above or below at the right edge of a list.
pub(crate) fn more(first: usize, length: usize, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let area = area.intersection(buffer.area);
    if area.is_empty() {
        return;
    }
    let (symbols, style) = (theme.symbols(), theme.style(Role::Faint));
    let edge = area.right() - 1;
    if first > 0 {
        buffer.set_stringn(edge, area.top(), symbols.above, 1, style);
    }
    if length > first.saturating_add(usize::from(area.height)) {
        buffer.set_stringn(edge, area.bottom() - 1, symbols.below, 1, style);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ratatui::widgets::Paragraph;

    use super::*;
    use crate::text::{sanitize, width};
    use crate::ui::ink::pane;
    use crate::ui::theme::{Background, Colours, Glyphs};

    fn theme(signs: Glyphs) -> Theme {
        Theme::new(Colours::None, Background::Dark, signs)
    }

    #[track_caller]
    fn check_bar(value: i64, most: i64, expected: &str) {
        assert_eq!(
            bar(value, most, 8, &theme(Glyphs::Unicode)),
            expected,
            "{value} of {most}"
        );
    }

    #[test]
    fn a_bar_shows_even_the_last_hit_point() {
        check_bar(5, 8, "█████░░░");
        check_bar(8, 8, "████████");
        check_bar(0, 8, "░░░░░░░░");
        check_bar(1, 100, "█░░░░░░░");
        check_bar(99, 100, "███████░");
        check_bar(-3, 8, "░░░░░░░░");
        check_bar(20, 8, "████████");
        check_bar(5, 0, "████████");
        check_bar(i64::MAX - 1, i64::MAX, "███████░");
        assert_eq!(bar(3, 8, 4, &theme(Glyphs::Ascii)), "#---");
        assert_eq!(bar(3, 8, 1, &theme(Glyphs::Ascii)), "#");
        assert_eq!(bar(3, 8, 0, &theme(Glyphs::Ascii)), "");
        assert_eq!(
            [8, 4, 2, 0].map(|value| health(value, 8)),
            [Role::Good, Role::Hurt, Role::Bad, Role::Out]
        );
    }

    #[test]
    fn lists_mark_the_selected_row_and_show_arrows_for_hidden_rows() {
        let rows: Vec<Line> = ["one", "two", "three", "four"].map(Line::from).to_vec();
        let mut buffer = Buffer::empty(Rect::new(0, 0, 8, 2));
        let area = buffer.area;
        list(
            &rows,
            1,
            Some(2),
            &theme(Glyphs::Unicode),
            area,
            &mut buffer,
        );
        let text: String = buffer.content.iter().map(|cell| cell.symbol()).collect();
        assert_eq!(text, "  two  ↑› three↓");
    }

    #[test]
    fn scrolling_moves_as_little_as_possible() {
        assert_eq!(scroll(0, Some(4), 10, 3), 2);
        assert_eq!(scroll(5, Some(4), 10, 3), 4);
        assert_eq!(scroll(3, Some(4), 10, 3), 3);
        assert_eq!(scroll(9, Some(9), 10, 3), 7);
        assert_eq!(scroll(9, None, 10, 3), 7);
        assert_eq!(scroll(4, Some(1), 2, 3), 0);
        assert_eq!(scroll(0, Some(5), 10, 0), 6);
    }

    proptest! {
        #[test]
        fn every_area_can_be_drawn(x in 0..9_u16, y in 0..9_u16, width in 0..40_u16, height in 0..40_u16, wide in 0..30_u16, high in 0..30_u16, first in 0..9_usize, selected in prop::option::of(0..9_usize)) {
            let mut buffer = Buffer::empty(Rect::new(1, 1, wide, high));
            let rows: Vec<Line> = ["one", "ゴブリン", "three", "four", "five"].map(Line::from).to_vec();
            let theme = theme(Glyphs::Unicode);
            let inner = pane("ゴブリン", "gobelin\tゴブリン", true, &theme, Rect::new(x, y, width, height), &mut buffer);
            list(&rows, first, selected, &theme, inner, &mut buffer);
            theme.finish(&mut buffer);
        }

        #[test]
        fn the_selected_row_of_a_list_is_always_visible(first in 0..50_usize, length in 1..50_usize, place in 0..50_usize, height in 1..20_usize) {
            let selected = place % length;
            let first = scroll(first, Some(selected), length, height);
            prop_assert!(first <= selected && selected < first + height);
            prop_assert!(first == 0 || first + height <= length);
        }

        /// Checks that the model measures any text as wide as the screen draws it.
        #[test]
        fn measured_width_equals_the_drawn_cells(text in any::<String>()) {
            let text = sanitize(&text, 60);
            let mut buffer = Buffer::empty(Rect::new(0, 0, 200, 1));
            let (end, _) = buffer.set_stringn(0, 0, &text, 200, theme(Glyphs::Unicode).style(Role::Text));
            prop_assert_eq!(usize::from(end), width(&text));
        }

        #[test]
        fn any_safe_text_can_be_drawn(text in any::<String>(), columns in 0..40_u16) {
            let text = sanitize(&text, 60).into_owned();
            let mut buffer = Buffer::empty(Rect::new(0, 0, columns, 2));
            Paragraph::new(text).render(buffer.area, &mut buffer);
            theme(Glyphs::Ascii).finish(&mut buffer);
            prop_assert!(buffer.content.iter().all(|cell| cell.symbol().is_ascii()));
        }
    }
}
