//! `affray watch`: a fight as the players may see it, in a second terminal, while it is fought elsewhere. Writes nothing.

use std::sync::mpsc::Receiver;
use std::time::Duration;

use anyhow::Result;
use crossterm::event::{KeyCode, KeyEvent};

use super::input::{self, Message, Signal};
use super::keymap::{Action, Context, Keymap};
use super::terminal::Screen;
use super::theme::Theme;
use super::view;
use crate::encounter::Schema;
use crate::session::Session;
use crate::store::{Book, Library, Resumed, Saves, Stamp};

/// How often it is asked whether the fight went on.
const OFTEN: Duration = Duration::from_millis(330);

/// What the players' screen shows.
pub struct Watch {
    /// The fight as it was read last.
    pub session: Session,
    /// What its system calls things.
    pub schema: Option<Schema>,
    /// Why it could not be read again, if it could not.
    pub problem: Option<String>,
    book: Book,
    seen: Option<Stamp>,
}

/// Shows a fight and follows it until a key is pressed that leaves.
///
/// # Errors
/// When the terminal fails.
pub fn follow<T>(
    watch: &mut Watch,
    (saves, library): (&Saves, &Library),
    (keymap, theme): (&Keymap, &Theme),
    screen: &mut Screen,
    receiver: &Receiver<Message<T>>,
) -> Result<()> {
    let systems = library.systems();
    let mut messages = Vec::new();
    let mut changed = true;
    loop {
        if changed {
            screen.draw(|frame| {
                view::draw_watch(watch, theme, frame.area(), frame.buffer_mut());
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

impl Watch {
    /// A fight to be shown as it was read.
    pub fn new(resumed: Resumed, library: &Library) -> Self {
        let book = library.book(resumed.session.system().key());
        Self {
            schema: book.map(|book| book.schema.clone()),
            problem: None,
            seen: resumed.book.stamp(),
            session: resumed.session,
            book: resumed.book,
        }
    }

    /// Reads the fight again if its files are not as they were; says whether what is shown has changed. A file that is
    /// being written at this moment is read the next time.
    fn look(&mut self, read: impl FnOnce(&str) -> Result<Resumed>) -> bool {
        let stamp = self.book.stamp();
        if stamp == self.seen {
            return false;
        }
        match read(self.book.name()) {
            Ok(resumed) => {
                self.seen = stamp;
                self.session = resumed.session;
                self.problem = None;
                true
            }
            Err(why) => {
                let why = format!("{why:#}");
                let first = why.lines().next().unwrap_or_default().to_owned();
                let changed = self.problem.as_ref() != Some(&first);
                self.problem = Some(first);
                changed
            }
        }
    }
}

fn leaves(keymap: &Keymap, key: KeyEvent) -> bool {
    let quits = keymap.resolve(&[Context::Global], key) == Some(Action::Quit);
    quits || matches!(key.code, KeyCode::Esc | KeyCode::Char('q'))
}
