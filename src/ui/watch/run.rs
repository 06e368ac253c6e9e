//! Loop of the players' view: draws the fight, and checks its files again until a key leaves.

use anyhow::Result;
use crossterm::event::{KeyCode, KeyEvent};

use super::{OFTEN, Watch, draw};
use crate::store::{Library, Saves};
use crate::ui::inbox::{Inbox, Message};
use crate::ui::keymap::{Context, KeyAction, Keymap};
use crate::ui::terminal::TerminalScreen;
use crate::ui::theme::Theme;

/// Shows a fight and follows it until a key leaves.
pub(crate) fn follow<T>(
    watch: &mut Watch,
    (saves, library): (&Saves, &Library),
    (keymap, theme): (&Keymap, &Theme),
    screen: &mut TerminalScreen,
    inbox: &mut Inbox<T>,
) -> Result<()> {
    let systems = library.systems();
    let mut changed = true;
    loop {
        if changed {
            screen.draw(|canvas| {
                draw::draw(watch, theme, canvas.area(), canvas.anew());
                None
            })?;
        }
        if !inbox.wait(Some(OFTEN)) {
            return Ok(());
        }
        changed = false;
        while let Some(message) = inbox.next() {
            if matches!(message, Message::Key(key) if leaves(keymap, key)) {
                return Ok(());
            }
            changed |= message.is_for(screen)?;
        }
        changed |= watch.look(|name| saves.look(name, &systems));
    }
}

fn leaves(keymap: &Keymap, key: KeyEvent) -> bool {
    let quits = keymap.resolve(&[Context::Global], key) == Some(KeyAction::Quit);
    quits || matches!(key.code, KeyCode::Esc | KeyCode::Char('q'))
}
