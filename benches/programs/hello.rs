//! Smallest possible program with ratatui: one line that counts keys, drawn again after each key. `q` quits.

use std::io;

use ratatui::crossterm::event::{self, Event, KeyCode};

fn main() -> io::Result<()> {
    let mut keys = 0;
    ratatui::run(|terminal| {
        loop {
            terminal.draw(|frame| {
                frame.render_widget(format!("hello {keys}"), frame.area());
            })?;
            if let Event::Key(key) = event::read()? {
                keys += 1;
                if key.code == KeyCode::Char('q') {
                    return Ok(());
                }
            }
        }
    })
}
