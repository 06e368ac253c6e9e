//! The whole screen, drawn by the screen that there is. Reads what the screen remembers, changes nothing.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::app::{App, Overlay, Screen};
use super::{fight, help, setup, start};

/// Draws everything; gives back where the cursor belongs, if anywhere.
pub fn draw(app: &App, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    let area = area.intersection(buffer.area);
    let cursor = match (&app.screen, &app.overlay) {
        (Screen::Fight(fight), _) => fight::draw::draw(app, fight, area, buffer),
        (_, Overlay::Help { first, .. }) => {
            help::draw::draw(app, *first, area, buffer);
            None
        }
        (Screen::Start(start), _) => {
            start::draw::draw(start, &app.theme, &app.keymap, area, buffer);
            None
        }
        (Screen::Setup(screen), _) => {
            app.library
                .compendium(&screen.setup.system)
                .and_then(|compendium| {
                    setup::draw::draw(screen, compendium, &app.keymap, &app.theme, area, buffer)
                })
        }
    };
    app.theme.finish(buffer);
    cursor.filter(|place| buffer.area.contains(*place))
}
