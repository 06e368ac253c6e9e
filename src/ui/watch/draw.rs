//! Draws the players' view: round, current and next combatant, order, everyone's condition, last attack and log.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::rules::Mark;
use crate::session::players_view::{Latest, Players};
use crate::text::{cut, pad, pad_before_number, sanitize, width, wrap};
use crate::ui::theme::{Role, Theme};
use crate::ui::watch::Watch;
use crate::ui::watch::lead;
use crate::ui::watch::seen::{LineSeen, OrderSeen, Person, Seen, Side};
use crate::ui::widgets::scroll;

use crate::ui::ink::{Ink, cut_line, lines, pane};

/// Minimum width for a separate pane of the order.
const WIDE: u16 = 64;
/// Maximum number of rows of the latest event.
const BLOW: usize = 4;
/// Minimum number of rows of the log, without its frame, below the latest event.
const LOG: u16 = 3;
/// Maximum width of a name.
const NAME: usize = 28;

pub fn draw(watch: &Watch, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    draw_panes(watch, theme, area.intersection(buffer.area), buffer);
    theme.finish(buffer);
}

fn draw_panes(watch: &Watch, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    let players = &Players::of(&watch.session);
    let seen = Seen::of(watch, players, usize::from(area.height));
    lines(&[header(watch, &seen, theme, area.width)], area, buffer);
    let rest = Rect {
        y: area.y + 1,
        height: area.height - 1,
        ..area
    };
    let lead = lead::draw(&seen.lead, theme, rest, buffer);
    let rest = Rect {
        y: rest.y + lead,
        height: rest.height - lead,
        ..rest
    };
    let most = usize::from(rest.height / 4).clamp(1, BLOW);
    let told = seen
        .latest
        .as_ref()
        .map_or("", |latest| latest.told.as_str());
    let told = last_sentences(told, usize::from(area.width).saturating_sub(3), most);
    let high = u16::try_from(told.len()).unwrap_or(0);
    // The events get the rows that the combatants do not need, but at least a third of the height, or the rows of the
    // latest event if there are no other events.
    let third = (rest.height / 3).max(3);
    let least = if high + 2 + LOG > third && high > 0 {
        high + 2
    } else {
        third
    };
    let least = least.min(rest.height);
    // The panes share a frame line.
    let most = (rest.height - least).saturating_add(1).min(rest.height);
    let room = usize::from(most.saturating_sub(2));
    let people = people(&seen.sides, theme, room);
    let wanted = u16::try_from(people.rows.len()).unwrap_or(u16::MAX);
    let top = wanted.saturating_add(2).min(most);
    let above = Rect {
        height: top,
        ..rest
    };
    let below = Rect {
        y: rest.y + top.saturating_sub(1),
        height: rest.height - top.saturating_sub(1),
        ..rest
    };
    if top > 2 {
        let order = order(&seen.order, theme);
        let columns = order.rows.iter().map(Line::width).max().unwrap_or(0);
        let columns = u16::try_from(columns).unwrap_or(u16::MAX).saturating_add(2);
        let left = if area.width >= WIDE {
            columns.clamp(16, area.width / 3)
        } else {
            0
        };
        if left > 0 {
            let place = Rect {
                width: left + 1,
                ..above
            };
            let inner = pane("Order", "", false, theme, place, buffer);
            draw_rows(&order.rows, order.acting, inner, buffer);
        }
        let place = Rect {
            x: above.x + left,
            width: above.width - left,
            ..above
        };
        let inner = pane("Combatants", "", false, theme, place, buffer);
        draw_rows(&people.rows, people.acting, inner, buffer);
    }
    let title = match seen.latest {
        Some(Latest { is_blow: false, .. }) => "Latest event",
        _ => "Last attack",
    };
    draw_happened(title, &told, &seen.log, theme, below, buffer);
}

/// Returns the latest event in rows of this width. Of a long text, only the last sentences are returned, which contain
/// the result.
fn last_sentences(told: &str, columns: usize, most: usize) -> Vec<String> {
    let told = sanitize(told, 4_000);
    let begins = told.match_indices(". ").map(|(at, end)| at + end.len());
    let mut from = std::iter::once(0).chain(begins);
    let rows = |from: usize| {
        let mut rows = wrap(&told[from..], columns);
        rows.retain(|row| !row.is_empty());
        rows
    };
    let fitting = from.find_map(|from| Some(rows(from)).filter(|rows| rows.len() <= most));
    fitting.unwrap_or_else(|| {
        let last = told.rfind(". ").map_or(0, |at| at + 2);
        let mut rows = rows(last);
        rows.truncate(most);
        rows
    })
}

/// Draws the latest event, and the log below it if there is room.
fn draw_happened(
    title: &str,
    told: &[String],
    lines: &[LineSeen],
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let high = u16::try_from(told.len()).unwrap_or(0);
    let logs = high == 0 || area.height >= high + 3 + LOG;
    let mut log = area;
    if high > 0 {
        let row = |text: &String| Ink::new(theme).text(" ").put(Role::Focus, text).line();
        let rows: Vec<Line<'static>> = told.iter().map(row).collect();
        let place = Rect {
            height: if logs { high + 2 } else { area.height },
            ..area
        };
        let below = if logs { "" } else { "q leaves" };
        let inner = pane(title, below, false, theme, place, buffer);
        draw_rows(&rows, None, inner, buffer);
        log.y += high + 1;
        log.height = log.height.saturating_sub(high + 1);
    }
    if logs {
        let inner = pane("What happened", "q leaves", false, theme, log, buffer);
        draw_log(lines, theme, inner, buffer);
    }
}

fn header(watch: &Watch, seen: &Seen, theme: &Theme, columns: u16) -> Line<'static> {
    if let Some(why) = &watch.problem {
        let text = cut(why, usize::from(columns)).into_owned();
        return Ink::new(theme).put(Role::Warning, &text).line();
    }
    let mut parts = vec![seen.title.clone()];
    parts.extend(seen.state.iter().cloned());
    let between = format!(" {} ", theme.symbols().between);
    // The state of the fight has priority over its title.
    while parts.len() > 1 && width(&parts.join(&between)) + 2 > usize::from(columns) {
        parts.remove(0);
    }
    Ink::new(theme)
        .text(" ")
        .put(Role::Focus, &parts.join(&between))
        .line()
}

fn order(rows: &[OrderSeen], theme: &Theme) -> Rows {
    let symbols = theme.symbols();
    let line = |row: &OrderSeen| {
        let (sign, role) = match row.mark {
            Mark::Acting => (symbols.turn, Role::Turn),
            Mark::Heading | Mark::Waiting if row.current => (symbols.turn, Role::Turn),
            Mark::Heading => (" ", Role::Title),
            Mark::Waiting => (" ", Role::Text),
            Mark::Done => (symbols.acted, Role::Faint),
            Mark::Held => (symbols.waits, Role::Hurt),
            Mark::Lost => (symbols.out, Role::Out),
        };
        let indent = if row.mark == Mark::Heading { " " } else { "  " };
        let line = Ink::new(theme).put(role, sign).text(indent);
        line.put(role, &row.text).line()
    };
    Rows {
        rows: rows.iter().map(line).collect(),
        acting: rows
            .iter()
            .position(|row| row.current || row.mark == Mark::Acting),
    }
}

/// Rows of a pane, and the index of the acting combatant's row.
struct Rows {
    rows: Vec<Line<'static>>,
    acting: Option<usize>,
}

/// Returns the visible combatants by side, with the names of the sides if there is room. The players' own combatants
/// come first, and only they have hit points.
fn people(sides: &[Side], theme: &Theme, room: usize) -> Rows {
    let seen = || sides.iter().flat_map(|side| &side.people);
    let names = seen().map(|one| width(&one.name)).max();
    let names = names.unwrap_or(0).min(NAME);
    let looks = |one: &Person| match one.life {
        Some((left, most)) => format!("{} {left}/{most}", one.health),
        None => one.health.clone(),
    };
    let widest = seen().map(|one| width(&looks(one))).max().unwrap_or(0);
    let mut people = Rows {
        rows: Vec::new(),
        acting: None,
    };
    let has_headings = seen().count() + sides.len() <= room;
    for side in sides {
        if has_headings {
            let heading = Ink::new(theme).put(Role::Title, &side.name);
            people.rows.push(heading.line());
        }
        for one in &side.people {
            // Without a colour and a heading, a sign distinguishes the players' own combatants.
            let (of_side, plain) = if side.own {
                (Role::Friend, theme.symbols().ready)
            } else {
                (Role::Foe, " ")
            };
            let (sign, role) = match (one.acts, one.down) {
                (true, _) => (theme.symbols().turn, Role::Turn),
                (false, true) => (" ", Role::Out),
                (false, false) => (plain, of_side),
            };
            if one.acts && people.acting.is_none() {
                people.acting = Some(people.rows.len());
            }
            let name = pad_before_number(&sanitize(&one.name, NAME * 4), names);
            let state = one
                .conditions
                .join(&format!(" {} ", theme.symbols().between));
            let plain = if one.down { Role::Out } else { Role::Text };
            let line = Ink::new(theme)
                .put(Role::Turn, sign)
                .text(" ")
                .put(role, &name)
                .text("  ")
                .put(plain, &pad(&looks(one), widest))
                .text("  ")
                .put(Role::Faint, &state)
                .line();
            people.rows.push(line);
        }
    }
    people
}

fn draw_rows(rows: &[Line<'static>], place: Option<usize>, area: Rect, buffer: &mut Buffer) {
    let height = usize::from(area.height);
    let before = place.map_or(0, |place| place.saturating_sub(1));
    let first = scroll(before, place, rows.len(), height);
    let columns = usize::from(area.width);
    let shown = rows.iter().skip(first).take(height);
    let shown: Vec<Line<'static>> = shown.map(|row| cut_line(row.clone(), columns)).collect();
    lines(&shown, area, buffer);
}

fn draw_log(seen: &[LineSeen], theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let height = usize::from(area.height);
    let columns = usize::from(area.width).saturating_sub(1);
    let mut rows: Vec<Line<'static>> = Vec::new();
    for line in seen.iter().rev() {
        if rows.len() >= height {
            break;
        }
        let role = if line.heading {
            Role::Title
        } else {
            Role::Text
        };
        for text in wrap(&sanitize(&line.text, 4_000), columns).iter().rev() {
            rows.push(Ink::new(theme).text(" ").put(role, text).line());
        }
    }
    rows.truncate(height);
    rows.reverse();
    lines(&rows, area, buffer);
}
