//! The loop that shows the question until it is answered.

use std::sync::mpsc::Receiver;

use anyhow::Result;

use super::{Chosen, ConfirmOpen, draw};
use crate::ui::autosave::{OpenChoice, OpenQuestion};
use crate::ui::input::{self, Message, Signal};
use crate::ui::terminal::TerminalScreen;
use crate::ui::theme::Theme;

/// Shows the question until it is answered; `None` when the GM would rather leave.
pub(crate) fn confirm<T>(
    question: &OpenQuestion,
    theme: &Theme,
    screen: &mut TerminalScreen,
    receiver: &Receiver<Message<T>>,
) -> Result<Option<OpenChoice>> {
    let mut dialog = ConfirmOpen::new(question);
    let mut messages = Vec::new();
    loop {
        screen.draw(|canvas| {
            draw::draw(&dialog, theme, canvas.area(), canvas.anew());
            None
        })?;
        if !input::wait(receiver, &mut messages) {
            return Ok(None);
        }
        for message in messages.drain(..) {
            match message {
                Message::Key(key) => match dialog.press(key) {
                    Chosen::Nothing => {}
                    Chosen::Choice(choice) => return Ok(Some(choice)),
                    Chosen::Leave => return Ok(None),
                },
                Message::Resize => screen.redraw(),
                Message::Signal(Signal::Stop) => {
                    screen.suspend()?;
                }
                Message::Signal(Signal::Continue) => screen.resume()?,
                Message::Paste(_) | Message::Other(_) => {}
            }
        }
    }
}
