//! Drawing of a fight: its panes, or the overlay over them.

mod combatants;
mod drawn_from;
mod frames;
mod header;
mod layout;
mod log;
mod order;
mod question;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use super::{Fight, Pane, Said};
use crate::encounter::Stage;
use crate::rules::OrderRow;
use crate::text::cut;
use crate::ui::app::{App, Screen};
use crate::ui::ask::Asked;
use crate::ui::ask::draw::content::{self, PromptContent};
use crate::ui::canvas::Canvas;
use crate::ui::ink::{inside, lines, pane, paragraph};
use crate::ui::keymap::KeyAction;
use crate::ui::line::{self, Typing};
use crate::ui::overlay::Overlay;
use crate::ui::rows::{self, Row};
use crate::ui::sheet::{self, Subject};
use crate::ui::theme::{Role, Theme};
use crate::ui::{finder, help, odds, recap, tutor};

pub use layout::PaneAreas;

use drawn_from::DrawnFrom;
use frames::Frames;

/// Contents of a frame, computed once.
struct Frame {
    /// Lines of the tutor, and their place.
    tutor: (Vec<Line<'static>>, Rect),
    order: Vec<OrderRow>,
    content: PromptContent,
    panes: PaneAreas,
}

/// Draws an overlay over the panes, with the header and a command line.
pub(crate) fn draw_overlay(
    app: &App,
    fight: &Fight,
    overlay: &Overlay,
    area: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    let theme = &app.theme;
    let (tutor, top, area) = tutor::draw::place(app, area);
    lines(&tutor, top, buffer);
    let mut rest = area;
    if area.height >= 4 {
        let place = Rect { height: 1, ..area };
        header::compose(app, fight, place).draw(place, buffer);
        rest = below_header(area);
    }
    let mut cursor = None;
    if app.typing.is_some() && rest.height > 8 {
        let height = (rest.height / 3).max(5);
        let columns = usize::from(area.width.saturating_sub(4));
        let content = prompt_content(app, fight, columns, usize::from(height - 2));
        let place = Rect {
            y: rest.bottom() - height,
            height,
            ..rest
        };
        rest.height -= height - 1;
        cursor = content::draw(true, &content, theme, place, buffer);
    }
    match overlay {
        Overlay::None => cursor,
        Overlay::Help(page, _) => {
            help::draw::draw(page, app, rest, buffer);
            cursor
        }
        Overlay::Log => {
            let keys = "/ search · f filter by combatant · e export · Esc back";
            let below = said_or(fight, keys, rest);
            let inner = pane(&log_title(fight), &below, true, theme, rest, buffer);
            lines(&log::seen(fight, &fight.log, theme, inner), inner, buffer);
            cursor
        }
        Overlay::Odds(pane) => {
            odds::draw::draw(pane, theme, rest, buffer);
            cursor
        }
        Overlay::Recap(pane) => {
            let below = said_or(fight, "e export · Esc back", rest);
            recap::draw::draw(pane, &below, theme, rest, buffer);
            cursor
        }
        Overlay::Sheet(sheet) => {
            let Subject::Combatant(who) = sheet.of else {
                return cursor;
            };
            let rows = sheet::rows(fight.now(), fight.compendium.schema, who);
            let title = format!("{} {}", who.letter(), fight.now().name(who));
            let beside = |columns| sheet::draw::state_lines(fight, who, theme, columns);
            sheet::draw::draw(&title, sheet, &rows, beside, theme, rest, buffer).or(cursor)
        }
    }
}

/// Returns the text in the lower frame of a page over the fight: the last message, otherwise the keys of the page.
fn said_or(fight: &Fight, keys: &str, area: Rect) -> String {
    match &fight.said {
        Some(Said::Note(said) | Said::Refused(said)) => {
            cut(said, usize::from(area.width.saturating_sub(4))).into_owned()
        }
        None => keys.to_owned(),
    }
}

fn below_header(area: Rect) -> Rect {
    Rect {
        y: area.y + 1,
        height: area.height - 1,
        ..area
    }
}

/// Returns the areas of the fight's panes, regardless of overlays; empty without a fight.
pub fn panes(app: &App) -> PaneAreas {
    app.fight().map_or_else(PaneAreas::default, |fight| {
        frame(app, fight, app.area).panes
    })
}

/// Returns `true` if a pane of the fight is visible.
pub(crate) fn is_seen(app: &App, pane: Pane) -> bool {
    let panes = panes(app);
    let area = match pane {
        Pane::Order => panes.order,
        Pane::Combatants => panes.combatants,
        Pane::Log => panes.log,
        Pane::Prompt => panes.prompt,
    };
    !area.is_empty()
}

/// Returns the contents of the prompt pane.
pub(crate) fn prompt_content(
    app: &App,
    fight: &Fight,
    columns: usize,
    rows: usize,
) -> PromptContent {
    match &app.typing {
        None => question::compose(fight, &app.theme, columns, rows),
        Some(Typing::Command(typed)) => line::draw::compose(typed, &app.theme, columns),
        Some(Typing::Search(typed)) => {
            let found = log::count(fight, &fight.log);
            line::draw::compose_search(typed, found, &app.theme, columns)
        }
        Some(Typing::Add(finder)) => {
            finder::draw::compose(finder, &fight.compendium, &app.theme, columns)
        }
    }
}

fn frame(app: &App, fight: &Fight, area: Rect) -> Frame {
    let (tutor, top, area) = tutor::draw::place(app, area);
    let order = fight.session.order();
    let columns = usize::from(area.width.saturating_sub(4));
    let rows = |count: usize| u16::try_from(count).unwrap_or(u16::MAX).min(1000);
    let order_width = order::columns(fight.now(), &order);
    let enough = layout::enough(area.width, rows(order_width));
    let combatants_width = combatants::columns(fight, area.width, enough);
    let order_columns = layout::order_columns(area.width, rows(order_width), combatants_width);
    let field = order::field_rows(fight, order_columns);
    let mut wants = layout::Wants {
        order: rows(order.len() + field),
        order_width: rows(order_width),
        combatants: rows(fight.now().combatants.len()),
        combatants_width,
        log: if fight.session.has_earlier_lines() {
            rows(usize::MAX)
        } else {
            rows(fight.session.lines().len())
        },
        results: app.typing.is_none() && matches!(fight.asked(), Asked::Offers(_)),
        prompt: 0,
    };
    let room = layout::prompt_room(area, wants);
    let content = prompt_content(app, fight, columns, usize::from(room));
    wants.prompt = rows(content.lines.len() + content.kept.len() + content.said.len());
    let panes = layout::split(area, wants);
    Frame {
        tutor: (tutor, top),
        order,
        content,
        panes,
    }
}

/// Redraws the header over the panes of the previous frame; returns `false` if that frame had no panes.
pub(crate) fn draw_status(app: &App, fight: &Fight, canvas: &mut Canvas) -> bool {
    let Some(panes) = canvas.layout::<PaneAreas>().copied() else {
        return false;
    };
    canvas.begin(panes);
    draw_header(app, fight, panes.header, canvas);
    true
}

fn draw_header(app: &App, fight: &Fight, place: Rect, canvas: &mut Canvas) {
    let header = header::compose(app, fight, place);
    canvas.part(place, header, |header, buffer| header.draw(place, buffer));
}

/// Draws the fight part by part; returns the position of the cursor.
pub(crate) fn draw_panes(app: &App, fight: &Fight, canvas: &mut Canvas) -> Option<Position> {
    let theme = &app.theme;
    let Frame {
        tutor: (tutor, top),
        order,
        mut content,
        panes,
    } = frame(app, fight, canvas.area());
    if app.typing.is_none() {
        // During auto-play, Enter takes the next step.
        if fight.is_playing() {
            content.below.clear();
        }
        content.below = format!("{}\t{}", hints(app), content.below);
    }
    canvas.begin(panes);
    draw_rows(rows::rows(tutor, 0, 0, theme, top), canvas);
    draw_header(app, fight, panes.header, canvas);
    // An edited line replaces the question.
    let focus = match app.typing {
        Some(_) => Pane::Prompt,
        None => fight.focus,
    };
    let frames = Frames::new(
        panes,
        focus,
        theme,
        log_title(fight),
        sheet_title(fight),
        &content,
    );
    let changed = |before: Option<&Frames>, frames: &Frames| frames.changed(before);
    canvas.hollow(
        &frames.places(),
        frames,
        changed,
        |frames, changed, buffer| {
            frames.draw(changed, buffer);
        },
    );
    canvas.together(DrawnFrom::of(fight, theme, &panes), |canvas| {
        let log = inside(panes.log);
        let seen = log::seen(fight, &fight.log, theme, log);
        let sheet = inside(panes.sheet);
        let acting = sheet_lines(fight, theme, sheet);
        let length = acting.len();
        let all = [
            rows::rows(acting, 0, length, theme, sheet),
            order::rows(fight, &order, theme, inside(panes.order)),
            combatants::rows(fight, theme, inside(panes.combatants)),
            rows::rows(seen, 0, 0, theme, log),
        ];
        draw_rows(all.into_iter().flatten(), canvas);
    });
    let (rows, cursor) = content::rows(&content, theme, panes.prompt);
    draw_rows(rows, canvas);
    cursor
}

/// Returns the state and the used values of the combatant whose sheet F3 opens.
fn sheet_lines(fight: &Fight, theme: &Theme, area: Rect) -> Vec<Line<'static>> {
    if area.is_empty() {
        return Vec::new();
    }
    let columns = usize::from(area.width);
    match fight.subject() {
        Some(who) => sheet::draw::summary(fight, who, theme, columns),
        None => paragraph(theme, Role::Faint, "No combatant is left.", columns).collect(),
    }
}

fn sheet_title(fight: &Fight) -> String {
    match fight.subject() {
        Some(who) => format!("{} {}", who.letter(), fight.now().name(who)),
        None => "Sheet".to_owned(),
    }
}

fn draw_rows(rows: impl IntoIterator<Item = (Rect, Row)>, canvas: &mut Canvas) {
    for (place, row) in rows {
        canvas.part(place, row, |row, buffer| row.draw(place, buffer));
    }
}

/// Returns hints for the keys that always work, the most important first.
fn hints(app: &App) -> String {
    let contexts = app.contexts();
    // Tasks after a fight and between two fights come first.
    let stage = app
        .fight()
        .filter(|fight| matches!(fight.asked(), Asked::Offers(_)))
        .map(|fight| fight.now().stage);
    let keeps = (KeyAction::Save, "save party");
    let over_it = app.fight().is_some_and(Fight::can_be_left);
    let plays = app.fight().is_some_and(Fight::is_playing);
    let stopped = app.fight().is_some_and(Fight::is_stopped);
    let first: &[(KeyAction, &str)] = match stage {
        _ if plays => &[
            (KeyAction::Accept, "next step"),
            (KeyAction::AutoPlay, "pause"),
        ],
        _ if over_it && stopped => &[(KeyAction::Back, "back"), (KeyAction::AutoPlay, "resume")],
        _ if over_it => &[(KeyAction::Back, "back")],
        _ if stopped => &[(KeyAction::AutoPlay, "resume")],
        Some(Stage::Over) => &[keeps, (KeyAction::Summary, "summary")],
        Some(Stage::Between) => &[keeps, (KeyAction::Ruling, "heal or rule")],
        _ => &[],
    };
    let words = [
        (KeyAction::Undo, "undo"),
        (KeyAction::Ruling, "ruling"),
        (KeyAction::Sheet, "sheet"),
        (KeyAction::Amend, "amend"),
        (KeyAction::Add, "add"),
        (KeyAction::WhoRolls, "who rolls"),
        (KeyAction::Dice, "dice"),
        (KeyAction::Note, "note"),
        (KeyAction::Odds, "odds"),
        (KeyAction::Summary, "summary"),
    ];
    let told = |(action, _): &(KeyAction, &str)| first.iter().any(|(known, _)| known == action);
    let hints: Vec<String> = first
        .iter()
        .copied()
        .chain(words.into_iter().filter(|word| !told(word)))
        .filter_map(|(action, word)| {
            let (key, _) = app.keymap.hint(&contexts, action)?;
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

/// Returns the columns and rows of the log on a screen of this size, in its pane or as an overlay.
fn log_size(app: &App, fight: &Fight, whole: bool) -> (usize, usize) {
    let area = tutor::draw::below(app, app.area);
    let pane = if whole {
        below_header(Rect {
            height: area.height.max(1),
            ..area
        })
    } else {
        frame(app, fight, app.area).panes.log
    };
    let columns = usize::from(pane.width.saturating_sub(2));
    let rows = usize::from(pane.height.saturating_sub(2));
    (columns, rows)
}

/// Returns the number of visible rows of the log.
pub(crate) fn log_rows(app: &App, whole: bool) -> usize {
    let Screen::Fight(fight) = &app.screen else {
        return 0;
    };
    log_size(app, fight, whole).1
}

/// Returns how many rows the log must be scrolled back to show the newest line that matches the search.
pub(crate) fn log_back_to_match(app: &App, whole: bool) -> usize {
    let Screen::Fight(fight) = &app.screen else {
        return 0;
    };
    let (columns, rows) = log_size(app, fight, whole);
    log::back_to_match(fight, &fight.log, &app.theme, columns, rows)
}

/// Returns how many rows the log can be scrolled back.
pub(crate) fn log_end(app: &App, whole: bool) -> usize {
    let Screen::Fight(fight) = &app.screen else {
        return 0;
    };
    let (columns, rows) = log_size(app, fight, whole);
    let below = log::below(fight, &fight.log, &app.theme, columns, rows);
    log::height(fight, &fight.log, &app.theme, columns).saturating_sub(rows + below)
}
