//! The loop that shows the question until it is answered.

use std::sync::mpsc::Receiver;

use anyhow::Result;

use super::{Chosen, Consent, draw};
use crate::ui::input::{self, Message, Signal};
use crate::ui::keeping::Way;
use crate::ui::keeping::found::Ask;
use crate::ui::terminal::Screen;
use crate::ui::theme::Theme;

/// Shows the question until it is answered; `None` when the GM would rather leave.
///
/// # Errors
/// When the terminal fails.
pub fn ask<T>(
    ask: &Ask,
    theme: &Theme,
    screen: &mut Screen,
    receiver: &Receiver<Message<T>>,
) -> Result<Option<Way>> {
    let mut consent = Consent::new(ask);
    let mut messages = Vec::new();
    loop {
        screen.draw(|frame| {
            draw::draw(&consent, theme, frame.area(), frame.buffer_mut());
        })?;
        if !input::wait(receiver, &mut messages) {
            return Ok(None);
        }
        for message in messages.drain(..) {
            match message {
                Message::Key(key) => match consent.press(key) {
                    Chosen::Nothing => {}
                    Chosen::Way(way) => return Ok(Some(way)),
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
