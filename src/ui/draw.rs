//! Drawing of the whole screen. It reads the state and changes nothing.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::app::{App, Screen};
use super::canvas::{Canvas, copy};
use super::overlay::Overlay;
use super::{fight, help, setup, start};

/// Draws everything onto an empty screen; returns the position of the cursor, if visible.
pub fn draw(app: &App, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    let mut canvas = Canvas::new(area.intersection(buffer.area));
    let cursor = draw_on(app, &mut canvas);
    copy(canvas.buffer(), canvas.area(), buffer);
    cursor
}

/// Draws only the save status, if nothing else has changed since the previous frame. Returns `false` if that frame does
/// not show a fight's panes, so that the next frame must be drawn whole.
pub fn draw_status(app: &App, canvas: &mut Canvas) -> bool {
    let drawn = match &app.screen {
        Screen::Fight(fight) if app.overlay.is_none() => {
            fight::draw::draw_status(app, fight, canvas)
        }
        _ => false,
    };
    if drawn {
        app.theme.finish(canvas.finish());
    }
    drawn
}

/// Draws what has changed since the previous frame; returns the position of the cursor, if visible.
pub fn draw_on(app: &App, canvas: &mut Canvas) -> Option<Position> {
    let area = canvas.area();
    let cursor = match (&app.screen, &app.overlay) {
        (Screen::Fight(fight), Overlay::None) => fight::draw::draw_panes(app, fight, canvas),
        (Screen::Fight(fight), overlay) => {
            fight::draw::draw_overlay(app, fight, overlay, area, canvas.anew())
        }
        (_, Overlay::Help(page, _)) => {
            help::draw::draw(page, app, area, canvas.anew());
            None
        }
        (Screen::Start(start), _) => {
            start::draw::draw(start, &app.theme, &app.keymap, area, canvas.anew());
            None
        }
        (Screen::Setup(screen), overlay) => {
            let buffer = canvas.anew();
            let compendium = app.library.compendium(&screen.setup.system);
            compendium.and_then(|compendium| match overlay {
                Overlay::Sheet(sheet) => {
                    setup::draw::draw_sheet(screen, sheet, compendium, &app.theme, area, buffer)
                }
                _ => setup::draw::draw(screen, compendium, &app.keymap, &app.theme, area, buffer),
            })
        }
    };
    app.theme.finish(canvas.finish());
    cursor.filter(|place| area.contains(*place))
}
