//! The terminal program.
//!
//! Keys, signals and news from the saver arrive on one channel ([`input`]); the loop takes all that waits, updates what
//! the screen remembers, and draws once ([`terminal`]). Which key does what is data ([`keymap`]), colours and symbols
//! stand in one place ([`theme`]), and whatever ends the process lets the journal finish first ([`ending`]).

pub mod app;
pub mod ask;
pub mod command;
pub mod edit;
pub mod ending;
pub mod fight;
pub mod finder;
pub mod input;
pub mod keymap;
pub mod letters;
mod orders;
pub mod own;
mod pages;
pub mod palette;
pub mod picture;
mod play;
pub mod setup;
pub mod setup_forms;
mod setup_keys;
pub mod sheet;
pub mod terminal;
pub mod theme;
pub mod view;
pub mod widgets;

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};

use anyhow::Result;

use app::{App, Wish};
use ending::Ending;
use input::{Message, Signal};
use terminal::Screen;

/// Shows the program on the terminal until it is left.
///
/// # Errors
/// When there is no terminal, or it fails.
pub fn run(mut app: App) -> Result<()> {
    let (sender, receiver) = mpsc::channel();
    let ending = Ending::new(|| {});
    let mut screen = Screen::open()?;
    ending.catch_panics();
    input::start(&sender, &ending)?;
    turn(&mut app, &mut screen, &receiver, &ending)
}

/// Takes all that waits, updates, draws once; for ever.
fn turn(
    app: &mut App,
    screen: &mut Screen,
    receiver: &Receiver<Message<()>>,
    _ending: &Arc<Ending>,
) -> Result<()> {
    let mut messages = Vec::new();
    loop {
        screen.draw(|frame| {
            app.area = frame.area();
            if let Some(cursor) = view::draw(app, frame.area(), frame.buffer_mut()) {
                frame.set_cursor_position(cursor);
            }
        })?;
        if !input::wait(receiver, &mut messages) {
            return Ok(());
        }
        for message in messages.drain(..) {
            match message {
                Message::Key(key) => app.press(key),
                Message::Paste(text) => app.paste(&text),
                Message::Resize => screen.redraw(),
                Message::Signal(Signal::Stop) => app.wishes.push(Wish::Suspend),
                Message::Signal(Signal::Continue) => screen.resume()?,
                Message::Other(()) => {}
            }
            for wish in std::mem::take(&mut app.wishes) {
                match wish {
                    Wish::Quit => return Ok(()),
                    Wish::Redraw => screen.redraw(),
                    Wish::Suspend => {
                        screen.suspend()?;
                    }
                    Wish::Export(_) | Wish::Begun => {}
                    Wish::Leave => return Ok(()),
                }
            }
        }
    }
}
