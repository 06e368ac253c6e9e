//! The initiative pane: the order as the system understands order.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::encounter::Encounter;
use crate::rules::{Mark, OrderRow};
use crate::text::width;
use crate::ui::fight::{Fight, Pane};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::{more, scroll};

use crate::ui::ink::put;

/// Draws the rows; the fight's place in them is always seen.
pub(crate) fn draw(
    fight: &Fight,
    rows: &[OrderRow],
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let height = usize::from(area.height);
    let selected = fight.selected().filter(|_| fight.focus == Pane::Order);
    let place = rows
        .iter()
        .position(|row| selected.is_some() && row.who == selected)
        .or_else(|| rows.iter().rposition(|row| row.mark == Mark::Acting))
        .or_else(|| rows.iter().position(|row| row.current));
    // One row of what comes before, and as much as fits of what comes next.
    let first = scroll(
        place.map_or(0, |place| place.saturating_sub(1)),
        place,
        rows.len(),
        height,
    );
    for (row, y) in rows.iter().skip(first).zip(area.top()..area.bottom()) {
        draw_row(
            fight,
            row,
            theme,
            Rect {
                y,
                height: 1,
                ..area
            },
            buffer,
        );
    }
    more(first, rows.len(), theme, area, buffer);
}

/// The columns that the rows need.
pub(crate) fn columns(now: &Encounter, rows: &[OrderRow]) -> usize {
    rows.iter()
        .map(|row| {
            let indent = if row.mark == Mark::Heading { 2 } else { 3 };
            let gap = usize::from(!row.detail.is_empty());
            indent + width(&row.text(now)) + gap + width(&row.detail)
        })
        .max()
        .unwrap_or(0)
}

fn draw_row(fight: &Fight, row: &OrderRow, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let symbols = theme.symbols();
    let (sign, role) = match row.mark {
        Mark::Heading if row.current => (symbols.turn, Role::Turn),
        Mark::Heading => (" ", Role::Title),
        Mark::Acting => (symbols.turn, Role::Turn),
        Mark::Waiting if row.current => (symbols.turn, Role::Turn),
        Mark::Waiting => (" ", Role::Text),
        Mark::Done => (symbols.acted, Role::Faint),
        Mark::Held => (symbols.waits, Role::Hurt),
        Mark::Lost => (symbols.out, Role::Out),
    };
    let style = theme.style(role);
    put(buffer, (area.x, area.y), 1, sign, style);
    let indent = if row.mark == Mark::Heading { 2 } else { 3 };
    let left = area.x + indent;
    let room = area.width.saturating_sub(indent);
    // Who it is matters more than what they are about to do.
    let text = row.text(fight.session.now());
    let label = u16::try_from(width(&text)).unwrap_or(room).min(room);
    let detail = u16::try_from(width(&row.detail)).unwrap_or(room);
    let detail = detail.min(room.saturating_sub(label + 1).max(room / 4));
    let gap = u16::from(detail > 0);
    put(
        buffer,
        (left, area.y),
        room.saturating_sub(detail + gap),
        &text,
        style,
    );
    put(
        buffer,
        (area.right().saturating_sub(detail), area.y),
        detail,
        &row.detail,
        theme.style(Role::Faint),
    );
    if row.who.is_some() && row.who == fight.selected() {
        put(
            buffer,
            (area.x + 1, area.y),
            1,
            symbols.selected,
            theme.style(Role::Key),
        );
    }
}
