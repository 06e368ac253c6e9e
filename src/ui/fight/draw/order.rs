//! Draws the initiative pane in the system's own order.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::encounter::{Encounter, Stage};
use crate::rules::{Mark, OrderRow, schedule};
use crate::text::{LINE_LIMIT, cut_before_number, sanitize, width, wrap};
use crate::ui::fight::{Fight, Pane};
use crate::ui::ink::Ink;
use crate::ui::rows::{self, Row};
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::scroll;
use crate::values::Id;

use super::combatants::is_folded;

/// Returns the rows of the order, with the current row always visible, and below them the field and the GM's notes.
pub(super) fn rows(
    fight: &Fight,
    order: &[OrderRow],
    theme: &Theme,
    area: Rect,
) -> Vec<(Rect, Row)> {
    let mut said = field_lines(fight, order.len(), theme, area);
    if order.is_empty() {
        let parts = wrap(no_order(fight.now()), usize::from(area.width));
        let lines = parts
            .iter()
            .map(|part| Ink::new(theme).put(Role::Faint, part).line());
        said.splice(0..0, lines);
    }
    let (area, below) = rows::split(area, said.len());
    let height = usize::from(area.height);
    let kept = without_fallen(fight, order, height);
    let order = kept.as_deref().unwrap_or(order);
    let selected = fight.selected().filter(|_| fight.focus == Pane::Order);
    let place = order
        .iter()
        .position(|row| selected.is_some() && row.who == selected)
        .or_else(|| order.iter().rposition(|row| row.mark == Mark::Acting))
        .or_else(|| order.iter().position(|row| row.current));
    // Shows one row before the current row, and as many rows as fit after the current row.
    let first = scroll(
        place.map_or(0, |place| place.saturating_sub(1)),
        place,
        order.len(),
        height,
    );
    let shown = order.iter().skip(first).take(height);
    let columns = rows::columns(order.len(), area);
    let lines = shown.map(|row| line(fight, row, theme, columns));
    let mut rows = rows::rows(lines, first, order.len(), theme, area);
    rows.extend(rows::rows(said, 0, 0, theme, below));
    rows
}

/// Returns the order without combatants out of the fight, whose number is the last row, if the order is longer than its
/// pane; `None` if it fits, or if the pane has the focus.
fn without_fallen(fight: &Fight, order: &[OrderRow], height: usize) -> Option<Vec<OrderRow>> {
    if order.len() <= height || fight.focus == Pane::Order {
        return None;
    }
    let acts = |row: &OrderRow| row.current || row.mark == Mark::Acting;
    let is_out = |row: &&OrderRow| {
        let who = row.who.filter(|_| row.mark == Mark::Lost && !acts(row));
        who.is_some_and(|who| is_folded(fight, who, &fight.session.row(who)))
    };
    let (out, others): (Vec<&OrderRow>, Vec<&OrderRow>) = order.iter().partition(is_out);
    let mut kept: Vec<OrderRow> = others.into_iter().cloned().collect();
    if let Some(first) = out.first() {
        kept.push(OrderRow {
            label: format!("{} out", out.len()),
            detail: String::new(),
            shared: Vec::new(),
            who: None,
            ..(*first).clone()
        });
    }
    Some(kept)
}

/// Returns the lines of the field and the GM's notes. They fill the rows below the order, at least a third of the pane.
fn field_lines(fight: &Fight, rows: usize, theme: &Theme, area: Rect) -> Vec<Line<'static>> {
    let height = usize::from(area.height);
    let most = height.saturating_sub(rows).max(height / 3);
    let said = field(fight).into_iter().flat_map(|text| {
        let lines = wrapped(&text, area.width)
            .into_iter()
            .enumerate()
            .map(|(place, part)| {
                let lead = if place == 0 {
                    theme.symbols().between
                } else {
                    " "
                };
                let ink = Ink::new(theme).put(Role::Hurt, lead).text(" ");
                ink.put(Role::Hurt, &part).line()
            });
        lines.collect::<Vec<_>>()
    });
    said.take(most).collect()
}

/// Wraps a text to a number of columns that includes its sign.
fn wrapped(text: &str, columns: u16) -> Vec<String> {
    let text = sanitize(text, LINE_LIMIT);
    wrap(&text, usize::from(columns.saturating_sub(2)))
}

/// Returns the number of rows that the field and notes need.
pub(super) fn field_rows(fight: &Fight, columns: u16) -> usize {
    let all = field(fight).into_iter();
    all.map(|text| wrapped(&text, columns).len()).sum()
}

/// Explains why the order is empty.
fn no_order(now: &Encounter) -> &'static str {
    match now.stage {
        Stage::Setup => "No turns yet. The order appears here when the fight begins.",
        Stage::Fighting => "No turns yet.",
        Stage::Over => "No turns: the fight is over.",
        Stage::Between => "No turns between fights.",
    }
}

/// Lists the contents of the field from the system, planned events and the notes of the fight.
pub(crate) fn field(fight: &Fight) -> Vec<String> {
    let now = fight.now();
    let mut lines = fight.session.system().field(now);
    lines.extend(schedule::told(now));
    if !now.notes.is_empty() {
        lines.push(now.notes.to_string());
    }
    lines
}

/// Number of rows above which the order may scroll on a screen of 24 rows.
const SCROLLS: usize = 6;

/// Returns the width that the rows need, with the column of the scroll mark if there are many rows.
pub(crate) fn columns(now: &Encounter, rows: &[OrderRow]) -> usize {
    let mark = usize::from(rows.len() > SCROLLS);
    let widest = rows
        .iter()
        .map(|row| {
            let indent = if row.mark == Mark::Heading { 2 } else { 3 };
            let gap = usize::from(!row.detail.is_empty());
            let text = if row.shared.is_empty() {
                width(&row.label)
            } else {
                width(&row.text(now))
            };
            indent + text + gap + width(&row.detail)
        })
        .max();
    widest.unwrap_or(0) + mark
}

/// Returns `true` for a combatant who is down and may still be saved.
fn is_dying(fight: &Fight, who: Id) -> bool {
    let now = fight.now();
    !now.get(who).gone && !now.dead(who) && fight.session.row(who).down
}

/// Minimum number of letters of the last word of a cut text: a cut text does not end with an article or a preposition.
const LAST_WORD: usize = 4;

/// Returns a text that fits: the whole text, or its first words with "…". Returns `None` if no word fits.
fn whole_words(text: &str, room: usize) -> Option<String> {
    if width(text) <= room {
        return Some(text.to_owned());
    }
    let is_whole = |begin: &&str| {
        let last = begin.rsplit(' ').next().unwrap_or_default();
        width(begin) < room && width(last) >= LAST_WORD
    };
    let mut ends = text.match_indices(' ').map(|(place, _)| &text[..place]);
    let begin = ends.rfind(is_whole)?;
    Some(format!("{}…", begin.trim_end_matches([',', ':', ';'])))
}

/// Returns the label of a row that fits: the name and the whole words after the name, or else only the name.
fn label(text: &str, name: &str, room: usize) -> String {
    let end = text
        .find(name)
        .map_or(text.len(), |place| place + name.len());
    let (name, rest) = text.split_at(end);
    let left = room.saturating_sub(width(name));
    match whole_words(rest, left) {
        Some(rest) if width(name) <= room => format!("{name}{rest}"),
        _ => cut_before_number(name, room).into_owned(),
    }
}

fn line(fight: &Fight, row: &OrderRow, theme: &Theme, columns: u16) -> Line<'static> {
    let symbols = theme.symbols();
    let (sign, role) = match row.mark {
        Mark::Heading if row.current => (symbols.turn, Role::Turn),
        Mark::Heading => (" ", Role::Title),
        Mark::Acting => (symbols.turn, Role::Turn),
        Mark::Waiting if row.current => (symbols.turn, Role::Turn),
        Mark::Waiting => (" ", Role::Text),
        Mark::Done => (symbols.acted, Role::Faint),
        Mark::Held => (symbols.waits, Role::Hurt),
        Mark::Lost if row.who.is_some_and(|who| is_dying(fight, who)) => (symbols.down, Role::Hurt),
        Mark::Lost => (symbols.out, Role::Out),
    };
    let is_selected = row.who.is_some() && row.who == fight.selected();
    let selected = if is_selected { symbols.selected } else { " " };
    let mut ink = Ink::new(theme).put(role, sign).put(Role::Key, selected);
    if row.mark != Mark::Heading {
        ink.add(Role::Text, " ");
    }
    let room = usize::from(columns).saturating_sub(ink.width());
    // The name is more important than the rest. A number at the right end is kept if it leaves half of the row.
    let now = fight.session.now();
    let text = row.text(now);
    let name = match row.who {
        Some(who) => now.name(who),
        None => &text,
    };
    let is_number = row.detail.ends_with(|c: char| c.is_ascii_digit());
    let number = width(&row.detail) + 1;
    let beside = if is_number && !row.detail.is_empty() && number <= room / 2 {
        number
    } else {
        0
    };
    let text = label(&text, name, room - beside);
    ink.add(role, &text);
    let left = room.saturating_sub(width(&text) + 1);
    let detail = whole_words(&row.detail, left).unwrap_or_default();
    let between = usize::from(columns).saturating_sub(ink.width() + width(&detail));
    ink.add(Role::Text, &" ".repeat(between));
    ink.add(Role::Faint, &detail);
    ink.line()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_shows_whole_words_after_the_name_or_only_the_name() {
        let text = "Brida Vane attacks Tide pike 1 with longbow, 4";
        let shown = |room| label(text, "Brida Vane", room);
        assert_eq!(shown(60), text);
        assert_eq!(shown(40), "Brida Vane attacks Tide pike 1 with…");
        assert_eq!(shown(28), "Brida Vane attacks Tide…");
        assert_eq!(shown(15), "Brida Vane");
        assert_eq!(label("Tide pike 1", "Tide pike 1", 7), "Tide… 1");
    }

    #[test]
    fn a_detail_shows_whole_words_or_nothing() {
        assert_eq!(
            whole_words("same moment", 11).as_deref(),
            Some("same moment")
        );
        assert_eq!(whole_words("same moment", 8).as_deref(), Some("same…"));
        assert_eq!(
            whole_words("casts a fire bolt", 9).as_deref(),
            Some("casts…")
        );
        assert_eq!(whole_words("same moment", 3), None);
        assert_eq!(whole_words("", 0).as_deref(), Some(""));
    }
}
