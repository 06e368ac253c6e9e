//! The players' view: title and round, who acts and who comes next, the order, who is there and how they look, the last
//! blow, what happened.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::encounter::{Encounter, Stage};
use crate::rules::{Mark, OrderRow};
use crate::session::players_view::{Latest, Players, is_players_own, is_seen};
use crate::text::{cut, pad, sanitize, width, wrap};
use crate::ui::theme::{Role, Theme};
use crate::ui::watch::Watch;
use crate::ui::watch::lead::{self, Lead};
use crate::ui::widgets::scroll;
use crate::values::{FactionId, Id};

use crate::ui::ink::{Ink, lines, pane};

/// From this width on the order has a pane of its own.
const WIDE: u16 = 64;
/// The most rows of what was seen last.
const BLOW: usize = 4;
/// The least rows of the log, besides its frame, beside what was seen last.
const LOG: u16 = 3;
/// The widest that a name is shown.
const NAME: usize = 28;

/// Draws it.
pub fn draw(watch: &Watch, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    draw_panes(watch, theme, area.intersection(buffer.area), buffer);
    theme.finish(buffer);
}

fn draw_panes(watch: &Watch, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    let players = &Players::of(&watch.session);
    lines(&[header(watch, players, theme, area.width)], area, buffer);
    let rest = Rect {
        y: area.y + 1,
        height: area.height - 1,
        ..area
    };
    let lead = lead::draw(&Lead::of(watch, players), theme, rest, buffer);
    let rest = Rect {
        y: rest.y + lead,
        height: rest.height - lead,
        ..rest
    };
    let most = usize::from(rest.height / 4).clamp(1, BLOW);
    let latest = players.latest();
    let told = latest.as_ref().map_or("", |latest| latest.told.as_str());
    let told = last_sentences(told, usize::from(area.width).saturating_sub(3), most);
    let high = u16::try_from(told.len()).unwrap_or(0);
    // What happened has what the people leave, but at least a third; where that is only what was seen last, its rows.
    let third = (rest.height / 3).max(3);
    let least = match high + 2 + LOG > third {
        true if high > 0 => high + 2,
        _ => third,
    };
    let least = least.min(rest.height);
    // They share a line of their frames.
    let most = (rest.height - least).saturating_add(1).min(rest.height);
    let room = usize::from(most.saturating_sub(2));
    let people = people(watch, players, theme, room);
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
        let order = order(watch, players, theme);
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
        let inner = pane("Who is there", "", false, theme, place, buffer);
        draw_rows(&people.rows, people.acting, inner, buffer);
    }
    let title = match latest {
        Some(Latest { is_blow: false, .. }) => "It came to pass",
        _ => "The last blow",
    };
    draw_happened(title, &told, players, theme, below, buffer);
}

/// What was seen last in rows of so many columns: of a long text the last sentences, which say what came of it.
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

/// What was seen last, and under it the log where there is room for it.
fn draw_happened(
    title: &str,
    told: &[String],
    players: &Players<'_>,
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
        draw_log(players, theme, inner, buffer);
    }
}

fn header(watch: &Watch, players: &Players<'_>, theme: &Theme, columns: u16) -> Line<'static> {
    if let Some(why) = &watch.problem {
        let text = cut(why, usize::from(columns)).into_owned();
        return Ink::new(theme).put(Role::Warning, &text).line();
    }
    let now = watch.session.now();
    let mut parts = vec![now.title.to_string()];
    match now.stage {
        Stage::Over | Stage::Between => parts.push(now.stage.word().to_owned()),
        Stage::Setup => {}
        Stage::Fighting if now.round > 0 => parts.push(format!("round {}", now.round)),
        Stage::Fighting => {}
    }
    let headline = players.headline();
    if !headline.is_empty() && !now.over() {
        parts.push(headline);
    }
    let between = format!(" {} ", theme.symbols().between);
    // The title gives way to where the fight stands.
    while parts.len() > 1 && width(&parts.join(&between)) + 2 > usize::from(columns) {
        parts.remove(0);
    }
    Ink::new(theme)
        .text(" ")
        .put(Role::Focus, &parts.join(&between))
        .line()
}

/// What the players read of a row of the order: of their own all, of a foe its name, of a number those who are seen.
fn readable(players: &Players<'_>, now: &Encounter, row: &OrderRow) -> Option<String> {
    let text = match row.spelled.is_empty() {
        true => row.text(now),
        false => row.spelled.clone(),
    };
    let open = !players.gives_away(&text);
    match row.who {
        Some(who) if is_players_own(now, who) && open => Some(text),
        Some(who) => {
            let indent = text.len() - text.trim_start().len();
            Some(format!("{:indent$}{}", "", now.name(who)))
        }
        None => open.then_some(text),
    }
}

fn order(watch: &Watch, players: &Players<'_>, theme: &Theme) -> Rows {
    let now = watch.session.now();
    let symbols = theme.symbols();
    let mut order = Rows {
        rows: Vec::new(),
        acting: None,
    };
    for row in &players.order() {
        let Some(text) = readable(players, now, row) else {
            continue;
        };
        if order.acting.is_none() && (row.current || row.mark == Mark::Acting) {
            order.acting = Some(order.rows.len());
        }
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
        order.rows.push(line.put(role, &text).line());
    }
    order
}

/// The rows of a pane, and the one of whoever acts.
struct Rows {
    rows: Vec<Line<'static>>,
    acting: Option<usize>,
}

/// Everybody who is seen, by sides, each under its name where there are rows for it: the players' own first, who alone
/// have their hit points beside them.
fn people(watch: &Watch, players: &Players<'_>, theme: &Theme, room: usize) -> Rows {
    let now = watch.session.now();
    let acting = lead::acting(players);
    let seen: Vec<Id> = now.ids().filter(|id| is_seen(now, *id)).collect();
    let names = seen.iter().map(|id| width(now.name(*id))).max();
    let names = names.unwrap_or(0).min(NAME);
    let looks = |id: Id| {
        let row = watch.session.row(id);
        match is_players_own(now, id) {
            true => format!("{} {}/{}", row.health_word, row.life.0, row.life.1),
            false => row.health_word.clone(),
        }
    };
    let widest = seen.iter().map(|id| width(&looks(*id))).max().unwrap_or(0);
    let (own, foes): (Vec<FactionId>, Vec<FactionId>) = now
        .faction_ids()
        .partition(|side| now.factions[side.index()].players);
    let mut people = Rows {
        rows: Vec::new(),
        acting: None,
    };
    for side in own.into_iter().chain(foes) {
        let of_side = |id: &&Id| now.get(**id).faction == side;
        let members: Vec<Id> = seen.iter().filter(of_side).copied().collect();
        if members.is_empty() {
            continue;
        }
        if seen.len() + now.factions.len() <= room {
            let heading = Ink::new(theme).put(Role::Title, now.faction_name(side));
            people.rows.push(heading.line());
        }
        for id in members {
            let down = watch.session.row(id).down;
            let acts = acting.contains(&id);
            // Without a colour and a heading a sign tells the players' own from others.
            let (side, of_side) = match is_players_own(now, id) {
                true => (Role::Friend, theme.symbols().ready),
                false => (Role::Foe, " "),
            };
            let (sign, role) = match (acts, down) {
                (true, _) => (theme.symbols().turn, Role::Turn),
                (false, true) => (" ", Role::Out),
                (false, false) => (of_side, side),
            };
            if acts && people.acting.is_none() {
                people.acting = Some(people.rows.len());
            }
            let name = pad(&sanitize(now.name(id), NAME * 4), names);
            let state = conditions(watch, id).join(&format!(" {} ", theme.symbols().between));
            let plain = if down { Role::Out } else { Role::Text };
            let line = Ink::new(theme)
                .put(Role::Turn, sign)
                .text(" ")
                .put(role, &name)
                .text("  ")
                .put(plain, &pad(&looks(id), widest))
                .text("  ")
                .put(Role::Faint, &state)
                .line();
            people.rows.push(line);
        }
    }
    people
}

/// What is the case with somebody, in the words of the system.
fn conditions(watch: &Watch, id: Id) -> Vec<String> {
    let now = watch.session.now();
    let mut words: Vec<String> = Vec::new();
    let known = now.get(id).conditions.iter();
    for condition in known.filter(|condition| !condition.secret) {
        let specs = watch.schema.as_ref().map(|schema| &schema.conditions);
        let mut specs = specs.into_iter().flatten();
        let spec = specs.find(|spec| spec.key == condition.key);
        if spec.is_some_and(|spec| spec.silent) {
            continue;
        }
        let word = spec.map_or_else(
            || condition.key.replace(['_', '-'], " "),
            |spec| spec.label.clone(),
        );
        if !words.contains(&word) && word != watch.session.row(id).health_word {
            words.push(word);
        }
    }
    words
}

fn draw_rows(rows: &[Line<'static>], place: Option<usize>, area: Rect, buffer: &mut Buffer) {
    let height = usize::from(area.height);
    let before = place.map_or(0, |place| place.saturating_sub(1));
    let first = scroll(before, place, rows.len(), height);
    lines(&rows[first.min(rows.len())..], area, buffer);
}

fn draw_log(players: &Players<'_>, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let height = usize::from(area.height);
    let columns = usize::from(area.width).saturating_sub(1);
    let mut rows: Vec<Line<'static>> = Vec::new();
    for line in players.last_lines(height).iter().rev() {
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
