//! Content of the screen as text.

use affray::compendium::Compendium;
use affray::session::Session;
use affray::ui::app::App;
use affray::ui::draw;
use affray::ui::fight::Fight;
use affray::ui::keymap::Keymap;
use affray::ui::theme::{Background, Colours, Glyphs, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Creates the program with a fight on the screen, the default keys and no colours.
pub fn app(session: Session) -> App {
    let (compendium, wrong) = Compendium::built_in(session.system());
    assert_eq!(wrong.len(), 0, "what is built in has no mistakes");
    let theme = Theme::new(Colours::None, Background::Dark, Glyphs::Unicode);
    App::new(Keymap::built_in(), theme, Fight::new(session, compendium))
}

/// Draws the whole screen in a size.
pub fn draw(app: &mut App, width: u16, height: u16) -> String {
    app.area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(app.area);
    draw::draw(app, app.area, &mut buffer);
    text(&buffer)
}

/// Returns the rows drawn in a size.
pub fn seen(app: &mut App, width: u16, height: u16) -> Vec<String> {
    let drawn = draw(app, width, height);
    drawn.lines().map(str::to_owned).collect()
}

/// Checks that a row drawn in a size contains these words.
#[track_caller]
pub fn check_seen(app: &mut App, size: (u16, u16), words: &str) {
    let rows = seen(app, size.0, size.1);
    let found = rows.iter().any(|row| row.contains(words));
    assert!(found, "`{words}` is not in\n{}", rows.join("\n"));
}

/// Returns the drawn lines without trailing spaces.
pub fn text(buffer: &Buffer) -> String {
    let area = buffer.area;
    let rows = (0..area.height).map(|y| {
        let row: String = (0..area.width).map(|x| buffer[(x, y)].symbol()).collect();
        row.trim_end().to_owned() + "\n"
    });
    rows.collect()
}
