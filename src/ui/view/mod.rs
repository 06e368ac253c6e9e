//! The screen: splits it and has each pane drawn. Reads what the screen remembers, changes nothing.

mod combatants;
mod command;
mod consent;
mod form;
mod header;
mod help;
mod ink;
mod layout;
mod log;
mod order;
mod prompt;
mod setup;
mod sheet;
pub mod start;
mod watch;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::app::{App, Page, Screen, Typing};
use super::consent::Consent;
use super::fight::{Fight, Pane};
use super::keymap::Action;
use super::sheet::rows as sheet_rows;
use super::theme::Theme;
use super::watch::Watch;
use crate::rules::OrderRow;

pub use layout::Panes;

/// Draws everything; gives back where the cursor belongs, if anywhere.
pub fn draw(app: &App, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    let area = area.intersection(buffer.area);
    let cursor = match &app.screen {
        Screen::Fight(fight) => match &app.page {
            Page::None => draw_fight(app, fight, area, buffer),
            page => draw_page(app, fight, page, area, buffer),
        },
        Screen::Start(start) => match &app.page {
            Page::Help { first, .. } => {
                help::draw(&help_text(app, &app.page), *first, &app.theme, area, buffer);
                None
            }
            _ => {
                start::draw(start, &app.theme, &app.keymap, area, buffer);
                None
            }
        },
        Screen::Setup(screen) => match &app.page {
            Page::Help { first, .. } => {
                help::draw(&help_text(app, &app.page), *first, &app.theme, area, buffer);
                None
            }
            _ => match app.library.book(&screen.setup.system) {
                Some(book) => setup::draw(screen, book, &app.keymap, &app.theme, area, buffer),
                None => None,
            },
        },
    };
    app.theme.finish(buffer);
    cursor.filter(|place| buffer.area.contains(*place))
}

/// Draws the question what to go on with.
pub fn draw_consent(consent: &Consent<'_>, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let area = area.intersection(buffer.area);
    consent::draw(consent, theme, area, buffer);
    theme.finish(buffer);
}

/// Draws the players' view.
pub fn draw_watch(watch: &Watch, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let area = area.intersection(buffer.area);
    watch::draw(watch, theme, area, buffer);
    theme.finish(buffer);
}

/// What a frame of the fight is made of, worked out once.
struct Frame<'a> {
    order: &'a [OrderRow],
    content: prompt::Content,
    panes: Panes,
}

/// A page over the panes: the top line stays, and a line being typed.
fn draw_page(
    app: &App,
    fight: &Fight,
    page: &Page,
    area: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    let theme = &app.theme;
    let mut rest = area;
    if area.height >= 4 {
        header::draw(app, fight, Rect { height: 1, ..area }, buffer);
        rest = below_header(area);
    }
    let mut cursor = None;
    if app.typing.is_some() && rest.height > 8 {
        let content = prompt_content(app, fight, usize::from(area.width.saturating_sub(4)));
        let height = (rest.height / 3).max(5);
        let place = Rect {
            y: rest.bottom() - height,
            height,
            ..rest
        };
        rest.height -= height - 1;
        cursor = draw_prompt(true, &content, theme, place, buffer);
    }
    match page {
        Page::None => cursor,
        Page::Help { first, .. } => {
            let text = help_text(app, page);
            help::draw(&text, *first, theme, rest, buffer);
            cursor
        }
        Page::Log => {
            let below = "/ search · f of one only · e as Markdown · Esc back";
            let inner = ink::pane(&log_title(fight), below, true, theme, rest, buffer);
            log::draw(fight, &fight.log, theme, inner, buffer);
            cursor
        }
        Page::Sheet(sheet) => {
            let rows = sheet_rows(fight.now(), fight.book.schema, sheet.who);
            sheet::draw(fight, sheet, &rows, theme, rest, buffer).or(cursor)
        }
    }
}

fn below_header(area: Rect) -> Rect {
    Rect {
        y: area.y + 1,
        height: area.height - 1,
        ..area
    }
}

fn help_text(app: &App, page: &Page) -> Vec<ratatui::text::Line<'static>> {
    let Page::Help { contexts, .. } = page else {
        return Vec::new();
    };
    let rules = match &app.screen {
        Screen::Start(_) => "",
        Screen::Fight(fight) => fight.book.rules.as_str(),
        Screen::Setup(screen) => app
            .library
            .book(&screen.setup.system)
            .map_or("", |book| &book.rules),
    };
    let columns = usize::from(app.area.width.saturating_sub(4)).clamp(1, 100);
    help::compose(&app.keymap, contexts, rules, &app.theme, columns)
}

/// Where the panes of the fight lie, whatever lies over them; empty where there is no fight.
pub fn panes(app: &App) -> Panes {
    app.fight()
        .map_or_else(Panes::default, |fight| frame(app, fight, app.area).panes)
}

/// Whether a pane of the fight has a place on the screen.
pub fn is_seen(app: &App, pane: Pane) -> bool {
    let panes = panes(app);
    let area = match pane {
        Pane::Order => panes.order,
        Pane::Combatants => panes.combatants,
        Pane::Log => panes.log,
        Pane::Prompt => panes.prompt,
    };
    !area.is_empty()
}

/// How far the help can be scrolled.
pub fn help_end(app: &App) -> usize {
    let rows = help_text(app, &app.page).len();
    rows.saturating_sub(usize::from(app.area.height.saturating_sub(3)))
}

/// What stands in the place of the question.
fn prompt_content(app: &App, fight: &Fight, columns: usize) -> prompt::Content {
    match &app.typing {
        None => prompt::compose(fight, &app.theme, columns),
        Some(Typing::Command(line)) => command::compose(line, &app.theme, columns),
        Some(Typing::Search(line)) => {
            let found = log::count(fight, &fight.log);
            command::compose_search(line, found, &app.theme, columns)
        }
        Some(Typing::Add(finder)) => setup::find(finder, &fight.book, &app.theme, columns),
    }
}

fn frame<'a>(app: &App, fight: &'a Fight, area: Rect) -> Frame<'a> {
    let order = fight.session.order();
    let columns = usize::from(area.width.saturating_sub(4));
    let content = prompt_content(app, fight, columns);
    let rows = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
    let panes = layout::split(
        area,
        layout::Wants {
            order: rows(order.len()).min(1000),
            order_width: rows(order::columns(order)).min(1000),
            combatants: rows(fight.now().combatants.len()).min(1000),
            prompt: rows(content.lines.len() + content.said.len()).min(1000),
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
    } = frame(app, fight, area);
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
        order::draw(fight, order, theme, inner, buffer);
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
    let focused = app.typing.is_some() || focused(Pane::Prompt);
    let mut content = content;
    if app.typing.is_none() {
        content.below = format!("{}\t{}", hints(app), content.below);
    }
    draw_prompt(focused, &content, theme, panes.prompt, buffer)
}

/// The keys that work whatever is asked, as many as there is room for.
fn hints(app: &App) -> String {
    let contexts = app.contexts();
    let words = [
        (Action::Undo, "undo"),
        (Action::Rule, "rule"),
        (Action::Correct, "sheet"),
        (Action::Amend, "amend"),
        (Action::Add, "add"),
        (Action::WhoRolls, "who rolls"),
        (Action::Dice, "dice"),
        (Action::Note, "note"),
    ];
    let hints: Vec<String> = words
        .iter()
        .filter_map(|(action, word)| {
            let (key, _) = app.keymap.hint(&contexts, *action)?;
            Some(format!("{key} {word}"))
        })
        .collect();
    hints.join("  ")
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
    focused: bool,
    content: &prompt::Content,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    let mut inner = ink::pane(&content.title, &content.below, focused, theme, area, buffer);
    if inner.width > 2 && inner.height < area.height {
        inner.x += 1;
        inner.width -= 2;
    }
    if inner.is_empty() {
        return None;
    }
    // What is said about the last key is at the bottom and always seen, but never all there is.
    let all = usize::from(inner.height);
    let room = if all > 1 { all / 2 } else { 0 };
    let said = content.said.len().min(room);
    let height = all - said;
    let place = Rect {
        y: inner.bottom() - u16::try_from(said).unwrap_or(0),
        height: u16::try_from(said).unwrap_or(0),
        ..inner
    };
    inner.height -= place.height;
    ink::lines(&content.said, place, buffer);
    let last = content.lines.len().saturating_sub(height);
    let first = content.row.saturating_sub(height / 2).min(last);
    let shown = content.lines.get(first..).unwrap_or_default();
    ink::lines(shown, inner, buffer);
    let faint = theme.style(super::theme::Role::Faint);
    let edge = inner.right().saturating_sub(1);
    if first > 0 {
        ink::put(buffer, (edge, inner.y), 1, theme.symbols().above, faint);
    }
    if shown.len() > height && height > 0 {
        ink::put(
            buffer,
            (edge, inner.bottom() - 1),
            1,
            theme.symbols().below,
            faint,
        );
    }
    let (row, column) = content.cursor?;
    let y = inner.y + u16::try_from(row.checked_sub(first)?).ok()?;
    let x = inner.x + u16::try_from(column).ok()?;
    (y < inner.bottom() && x < inner.right()).then(|| Position::new(x, y))
}

/// The log's columns and rows on a screen of this size, in its pane or as a page.
fn log_size(app: &App, fight: &Fight, whole: bool) -> (usize, usize) {
    let area = app.area;
    let pane = if whole {
        below_header(Rect {
            height: area.height.max(1),
            ..area
        })
    } else {
        frame(app, fight, area).panes.log
    };
    let columns = usize::from(pane.width.saturating_sub(2));
    let rows = usize::from(pane.height.saturating_sub(2));
    (columns, rows)
}

/// How many rows of the log are seen.
pub fn log_rows(app: &App, whole: bool) -> usize {
    let Screen::Fight(fight) = &app.screen else {
        return 0;
    };
    log_size(app, fight, whole).1
}

/// How far the log can be scrolled back.
pub fn log_end(app: &App, whole: bool) -> usize {
    let Screen::Fight(fight) = &app.screen else {
        return 0;
    };
    let (columns, rows) = log_size(app, fight, whole);
    log::height(fight, &fight.log, &app.theme, columns).saturating_sub(rows)
}
