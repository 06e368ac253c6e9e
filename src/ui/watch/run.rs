//! The loop of the players' view: draws the fight, and looks at its files again until a key leaves.

use std::sync::mpsc::Receiver;
use std::time::Duration;

use anyhow::Result;
use crossterm::event::{KeyCode, KeyEvent};

use super::{Watch, draw};
use crate::store::{Library, Saves};
use crate::ui::input::{self, Message, Signal};
use crate::ui::keymap::{Context, KeyAction, Keymap};
use crate::ui::terminal::TerminalScreen;
use crate::ui::theme::Theme;

/// How often it is asked whether the fight went on.
const OFTEN: Duration = Duration::from_millis(330);

/// Shows a fight and follows it until a key is pressed that leaves.
pub(crate) fn follow<T>(
    watch: &mut Watch,
    (saves, library): (&Saves, &Library),
    (keymap, theme): (&Keymap, &Theme),
    screen: &mut TerminalScreen,
    receiver: &Receiver<Message<T>>,
) -> Result<()> {
    let systems = library.systems();
    let mut messages = Vec::new();
    let mut changed = true;
    loop {
        if changed {
            screen.draw(|canvas| {
                draw::draw(watch, theme, canvas.area(), canvas.anew());
                None
            })?;
        }
        if !input::wait_at_most(receiver, &mut messages, Some(OFTEN)) {
            return Ok(());
        }
        changed = false;
        for message in messages.drain(..) {
            match message {
                Message::Key(key) if leaves(keymap, key) => return Ok(()),
                Message::Key(_) | Message::Paste(_) | Message::Other(_) => continue,
                Message::Resize => screen.redraw(),
                Message::Signal(Signal::Stop) => {
                    screen.suspend()?;
                }
                Message::Signal(Signal::Continue) => screen.resume()?,
            }
            changed = true;
        }
        changed |= watch.look(|name| saves.look(name, &systems));
    }
}

fn leaves(keymap: &Keymap, key: KeyEvent) -> bool {
    let quits = keymap.resolve(&[Context::Global], key) == Some(KeyAction::Quit);
    quits || matches!(key.code, KeyCode::Esc | KeyCode::Char('q'))
}
