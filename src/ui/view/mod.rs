//! The screen: splits it and has each pane drawn. Reads what the screen remembers, changes nothing.

mod combatants;
mod form;
mod header;
mod ink;
mod layout;
mod log;
mod order;
mod prompt;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::app::{App, Screen};
use super::fight::{Fight, Pane};
use super::theme::Theme;
use crate::rules::OrderRow;

pub use layout::Panes;

/// Draws everything; gives back where the cursor belongs, if anywhere.
pub fn draw(app: &App, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    let area = area.intersection(buffer.area);
    let cursor = match &app.screen {
        Screen::Fight(fight) => draw_fight(app, fight, area, buffer),
    };
    app.theme.finish(buffer);
    cursor.filter(|place| buffer.area.contains(*place))
}

/// What a frame of the fight is made of, worked out once.
struct Frame {
    order: Vec<OrderRow>,
    content: prompt::Content,
    panes: Panes,
}

fn frame(fight: &Fight, theme: &Theme, area: Rect) -> Frame {
    let order = fight.session.system().order(fight.now());
    let columns = usize::from(area.width.saturating_sub(4));
    let content = prompt::compose(fight, theme, columns);
    let rows = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
    let panes = layout::split(
        area,
        layout::Wants {
            order: rows(order.len()).min(1000),
            combatants: rows(fight.now().combatants.len()).min(1000),
            prompt: rows(content.lines.len()).min(1000),
        },
    );
    Frame {
        order,
        content,
        panes,
    }
}

fn draw_fight(app: &App, fight: &Fight, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    let theme = &app.theme;
    let Frame {
        order,
        content,
        panes,
    } = frame(fight, theme, area);
    header::draw(app, fight, panes.header, buffer);
    let focused = |pane| fight.focus == pane;
    if !panes.order.is_empty() {
        let inner = ink::pane(
            "Initiative",
            "",
            focused(Pane::Order),
            theme,
            panes.order,
            buffer,
        );
        order::draw(fight, &order, theme, inner, buffer);
    }
    if !panes.combatants.is_empty() {
        let inner = ink::pane(
            "Combatants",
            "",
            focused(Pane::Combatants),
            theme,
            panes.combatants,
            buffer,
        );
        combatants::draw(fight, theme, inner, buffer);
    }
    if !panes.log.is_empty() {
        let title = log_title(fight);
        let inner = ink::pane(&title, "", focused(Pane::Log), theme, panes.log, buffer);
        log::draw(fight, &fight.log, theme, inner, buffer);
    }
    draw_prompt(fight, &content, theme, panes.prompt, buffer)
}

fn log_title(fight: &Fight) -> String {
    let mut title = "Log".to_owned();
    if let Some(one) = fight.log.about.and_then(|id| fight.now().find(id)) {
        title += &format!(" of {}", one.name);
    }
    if !fight.log.search.is_empty() {
        title += &format!(" with `{}`", fight.log.search);
    }
    if fight.log.back > 0 {
        title += " (scrolled back)";
    }
    title
}

fn draw_prompt(
    fight: &Fight,
    content: &prompt::Content,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    let focused = fight.focus == Pane::Prompt;
    let mut inner = ink::pane(&content.title, &content.below, focused, theme, area, buffer);
    if inner.width > 2 && inner.height < area.height {
        inner.x += 1;
        inner.width -= 2;
    }
    if inner.is_empty() {
        return None;
    }
    // The end of the pane is where refusals stand; the row with the cursor comes before all.
    let height = usize::from(inner.height);
    let last = content.lines.len().saturating_sub(height);
    let first = content
        .row
        .saturating_sub(height - 1)
        .max(last.min(content.row));
    let first = first.min(last);
    let shown = content.lines.get(first..).unwrap_or_default();
    ink::lines(shown, inner, buffer);
    let (row, column) = content.cursor?;
    let y = inner.y + u16::try_from(row.checked_sub(first)?).ok()?;
    let x = inner.x + u16::try_from(column).ok()?;
    (y < inner.bottom() && x < inner.right()).then(|| Position::new(x, y))
}

/// The panes of a fight on a screen of this size, for what depends on them: paging, scrolling.
pub fn panes(fight: &Fight, theme: &Theme, area: Rect) -> Panes {
    frame(fight, theme, area).panes
}

/// How far the log can be scrolled back on a screen of this size.
pub fn log_end(fight: &Fight, theme: &Theme, area: Rect) -> usize {
    let pane = panes(fight, theme, area).log;
    let columns = usize::from(pane.width.saturating_sub(2));
    let rows = usize::from(pane.height.saturating_sub(2));
    log::height(fight, &fight.log, theme, columns).saturating_sub(rows)
}
