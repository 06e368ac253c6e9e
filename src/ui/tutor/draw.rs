//! Draws the current step of the tutor as lines.

use ratatui::layout::Rect;
use ratatui::text::Line;

use super::{KeyNames, Text, Tutor};
use crate::ui::app::App;
use crate::ui::ink::{Ink, wrapped};
use crate::ui::theme::{Role, Theme};

/// Returns the part of a screen that the tutor leaves free.
pub(crate) fn below(app: &App, area: Rect) -> Rect {
    place(app, area).2
}

/// Returns the lines of the tutor, their area at the top of the screen, and the area that remains below. Without a
/// tutor the whole screen remains.
pub(crate) fn place(app: &App, area: Rect) -> (Vec<Line<'static>>, Rect, Rect) {
    let fight = app.fight();
    let Some((fight, tutor)) = fight.and_then(|fight| Some((fight, fight.tutor.as_ref()?))) else {
        return (Vec::new(), Rect::default(), area);
    };
    let columns = usize::from(area.width);
    let lines = app.with_key_names(fight, |names| compose(tutor, names, &app.theme, columns));
    // The prompt is never covered: a small screen shows fewer lines.
    let height = u16::try_from(lines.len())
        .unwrap_or(u16::MAX)
        .min(area.height / 3);
    let top = Rect { height, ..area };
    let rest = Rect {
        y: top.bottom(),
        height: area.height - height,
        ..area
    };
    (lines, top, rest)
}

/// Returns the lines of the current step, with the hint after a wrong key or another input.
fn compose(
    tutor: &Tutor,
    names: &KeyNames<'_>,
    theme: &Theme,
    columns: usize,
) -> Vec<Line<'static>> {
    let all = tutor.lesson.steps.len();
    let number = format!(" Tutor {}/{all}  ", tutor.place() + 1);
    let lead = Ink::new(theme).put(Role::Focus, &number);
    let sign = theme.symbols().warning;
    let (text, role) = if tutor.astray {
        (&tutor.lesson.astray, Role::Warning)
    } else {
        (&tutor.step().text, Role::Text)
    };
    let mut lines = written(lead, text, role, names, theme, columns);
    let hint = if tutor.astray {
        Some((
            format!(" {sign} Expected: "),
            &tutor.lesson.steps[tutor.missed].hint,
        ))
    } else if tutor.wrong_key {
        Some((format!(" {sign} "), &tutor.step().hint))
    } else {
        None
    };
    if let Some((lead, hint)) = hint {
        let lead = Ink::new(theme).put(Role::Warning, &lead);
        lines.extend(written(lead, hint, Role::Warning, names, theme, columns));
    }
    lines
}

/// Draws a text after its lead, with keys in their own role.
fn written(
    mut ink: Ink<'_>,
    text: &Text,
    role: Role,
    names: &KeyNames<'_>,
    theme: &Theme,
    columns: usize,
) -> Vec<Line<'static>> {
    for (piece, is_key) in text.pieces(names) {
        ink.add(if is_key { Role::Key } else { role }, &piece);
    }
    let indented = |line: Line<'static>| {
        let mut spans = Ink::new(theme).text(" ").line().spans;
        spans.extend(line.spans);
        Line::from(spans)
    };
    let mut lines = wrapped(ink.line(), columns.saturating_sub(2).max(1)).into_iter();
    let first = lines.next();
    first.into_iter().chain(lines.map(indented)).collect()
}
