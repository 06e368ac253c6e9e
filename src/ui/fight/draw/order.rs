//! The initiative pane: the order as the system understands order.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::encounter::Encounter;
use crate::rules::{Mark, OrderRow, schedule};
use crate::text::{LINE_LIMIT, sanitize, width, wrap};
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
    let area = draw_field(fight, theme, area, buffer);
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

/// What is on the field and the GM's notes, below the rows; gives back what is left for these.
fn draw_field(fight: &Fight, theme: &Theme, area: Rect, buffer: &mut Buffer) -> Rect {
    let said = field(fight).into_iter().flat_map(|text| {
        let parts = wrap(
            &sanitize(&text, LINE_LIMIT),
            usize::from(area.width.saturating_sub(2)),
        );
        let lead = |place| {
            if place == 0 {
                theme.symbols().between
            } else {
                " "
            }
        };
        let lines = parts.into_iter().enumerate();
        lines
            .map(move |(place, part)| (lead(place), part))
            .collect::<Vec<_>>()
    });
    let said: Vec<_> = said.take(usize::from(area.height / 2)).collect();
    let rows = u16::try_from(said.len()).unwrap_or(0);
    let top = area.bottom() - rows;
    for ((lead, part), y) in said.iter().zip(top..area.bottom()) {
        let style = theme.style(Role::Hurt);
        put(buffer, (area.x, y), 1, lead, style);
        put(
            buffer,
            (area.x + 2, y),
            area.width.saturating_sub(2),
            part,
            style,
        );
    }
    Rect {
        height: area.height - rows,
        ..area
    }
}

/// What is on the field, as the system says it, and the notes of the fight.
pub(crate) fn field(fight: &Fight) -> Vec<String> {
    let now = fight.now();
    let mut lines = fight.session.system().field(now);
    lines.extend(schedule::told(now));
    if !now.notes.is_empty() {
        lines.push(now.notes.to_string());
    }
    lines
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
