//! Everything that can happen to the program, in one [`Inbox`]: keys, pastes, changes of size, signals, and whatever else
//! the loop waits for (the saver says here what is on disk).
//!
//! Small threads sleep until something comes; there is no tick. The loop takes all that waits, handles it, and draws
//! once, so that a flood of keys does not cost a frame each. What one loop leaves in the box, the next one finds there.

use std::{
    collections::VecDeque,
    io,
    sync::{
        Arc,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};

use crossterm::event::{self, Event, KeyEvent, KeyEventKind};
use rustix::event::{PollFd, PollFlags, poll};
use signal_hook::{
    consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH, SIGXFSZ},
    iterator::Signals,
};

use super::ending::Ending;
use super::terminal::TerminalScreen;
use crate::text::sanitize;

/// The part of a paste that is looked at, in bytes.
const PASTE_LIMIT: usize = 4 * 1024;

/// Something for the loop to handle. `T` is what the program's own threads have to say.
#[derive(Debug)]
pub enum Message<T> {
    /// A key was pressed, or repeats.
    Key(KeyEvent),
    /// Pasted text, reduced to its first line and sanitized. It is typed, never run as keys.
    Paste(String),
    /// The terminal has another size.
    Resize,
    /// The process was asked to stop, or continues after it was.
    Signal(Signal),
    /// What another thread says.
    Other(T),
}

/// The signals that are the loop's to handle. Those that end the process never reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Give the terminal back and stop.
    Stop,
    /// The process continues, on a terminal that others have used.
    Continue,
}

/// Starts the threads that send to `sender`, and those that end the process as `ending` says when a signal asks for it
/// or the terminal is gone. Call it after the terminal is taken.
pub fn start<T: Send + 'static>(
    sender: &Sender<Message<T>>,
    ending: &Arc<Ending>,
) -> io::Result<()> {
    let signals = Signals::new([
        SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH, SIGXFSZ,
    ])?;
    let (to, end) = (sender.clone(), Arc::clone(ending));
    spawn("signals", move || listen(signals, &to, &end))?;
    let (to, end) = (sender.clone(), Arc::clone(ending));
    spawn("keys", move || read(&to, &end))?;
    let end = Arc::clone(ending);
    spawn("hang-up", move || watch(&end))
}

/// Starts the thread that ends the process as `ending` says when a signal asks for it, and no other: for a program without
/// a screen.
pub(crate) fn listen_for_the_end(ending: &Arc<Ending>) -> io::Result<()> {
    let signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGXFSZ])?;
    let (nobody, _) = mpsc::channel::<Message<()>>();
    let end = Arc::clone(ending);
    spawn("signals", move || listen(signals, &nobody, &end))
}

impl<T> Message<T> {
    /// Does what a change of size or a signal asks of the terminal, the same on every screen. Says whether it was one.
    ///
    /// # Errors
    /// When the terminal cannot be taken again.
    pub fn is_for(&self, screen: &mut TerminalScreen) -> io::Result<bool> {
        match self {
            Message::Resize => screen.redraw(),
            Message::Signal(Signal::Stop) => {
                screen.suspend()?;
            }
            Message::Signal(Signal::Continue) => screen.resume()?,
            Message::Key(_) | Message::Paste(_) | Message::Other(_) => return Ok(false),
        }
        Ok(true)
    }
}

/// The messages that have come and were not taken yet.
#[derive(Debug)]
pub struct Inbox<T> {
    receiver: Receiver<Message<T>>,
    waiting: VecDeque<Message<T>>,
}

impl<T> Inbox<T> {
    /// An empty one, and the way into it.
    pub fn new() -> (Sender<Message<T>>, Self) {
        let (sender, receiver) = mpsc::channel();
        let waiting = VecDeque::new();
        (sender, Self { receiver, waiting })
    }

    /// Waits until there is a message, but not longer than `limit`, if there is one; then everything that has come is
    /// there to be [taken](Inbox::next). False when nothing will ever come.
    pub fn wait(&mut self, limit: Option<Duration>) -> bool {
        if self.waiting.is_empty() {
            let first = match limit {
                None => self
                    .receiver
                    .recv()
                    .map_err(|_| RecvTimeoutError::Disconnected),
                Some(limit) => self.receiver.recv_timeout(limit),
            };
            match first {
                Ok(first) => self.waiting.push_back(first),
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
        self.waiting.extend(self.receiver.try_iter());
        true
    }

    /// Takes the oldest message.
    #[expect(
        clippy::should_implement_trait,
        reason = "a box that is empty now is not at its end"
    )]
    pub fn next(&mut self) -> Option<Message<T>> {
        self.waiting.pop_front()
    }

    /// What is there and was not taken yet.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = &Message<T>> {
        self.waiting.iter()
    }

    /// Forgets what was typed up to now; it was meant for something else than what is shown next.
    pub(crate) fn forget_typed(&mut self) {
        self.waiting.extend(self.receiver.try_iter());
        let is_typed = |one: &Message<T>| matches!(one, Message::Key(_) | Message::Paste(_));
        self.waiting.retain(|one| !is_typed(one));
    }
}

pub(crate) fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new()
        .name(name.into())
        .spawn(work)
        .map(drop)
}

fn listen<T>(mut signals: Signals, sender: &Sender<Message<T>>, ending: &Arc<Ending>) {
    for signal in signals.forever() {
        let message = match signal {
            SIGTSTP => Message::Signal(Signal::Stop),
            SIGCONT => Message::Signal(Signal::Continue),
            SIGWINCH => Message::Resize,
            // A file may not grow: the write that tried says so, and the fight goes on in memory.
            SIGXFSZ => continue,
            _ => ending.by_signal(signal),
        };
        // A loop that has gone is about to end the process; until then signals must still be able to.
        let _ = sender.send(message);
    }
}

fn read<T>(sender: &Sender<Message<T>>, ending: &Arc<Ending>) {
    let mut failures = 0;
    loop {
        match event::read() {
            Ok(event) => {
                failures = 0;
                if let Some(message) = message(event)
                    && sender.send(message).is_err()
                {
                    return;
                }
            }
            // A terminal that cannot be read for half a second is as good as gone.
            Err(_) if failures == 50 => ending.by_signal(SIGHUP),
            Err(_) => {
                failures += 1;
                thread::sleep(Duration::from_millis(10));
            }
        }
    }
}

fn message<T>(event: Event) -> Option<Message<T>> {
    match event {
        Event::Key(key) if matches!(key.kind, KeyEventKind::Press | KeyEventKind::Repeat) => {
            Some(Message::Key(key))
        }
        Event::Paste(text) => first_line(&text).map(Message::Paste),
        // Changes of size come as a signal, which is listened for before the first frame; crossterm starts later.
        _ => None,
    }
}

/// The first line of `text` that holds anything, sanitized and cut.
fn first_line(text: &str) -> Option<String> {
    let start = &text[..text.floor_char_boundary(PASTE_LIMIT)];
    let line = start
        .split(['\r', '\n'])
        .find(|line| !line.trim().is_empty())?;
    Some(sanitize(line.trim(), PASTE_LIMIT).into_owned())
}

/// Waits until the other end of the terminal is closed. crossterm would not notice but read nothing for ever, at full
/// speed, and the signal that should come is not sent to every process that a terminal leaves behind.
fn watch(ending: &Arc<Ending>) {
    let input = io::stdin();
    loop {
        // No events asked for: a poll then returns for a hang-up only.
        let mut terminal = [PollFd::new(&input, PollFlags::empty())];
        match poll(&mut terminal, None) {
            Ok(_)
                if terminal[0]
                    .revents()
                    .intersects(PollFlags::HUP | PollFlags::ERR) =>
            {
                ending.by_signal(SIGHUP)
            }
            Err(rustix::io::Errno::INTR) => {}
            // Not a terminal that can be watched; SIGHUP has to do.
            Ok(_) | Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyCode, KeyModifiers};

    use super::*;

    fn key(kind: KeyEventKind) -> Event {
        Event::Key(KeyEvent::new_with_kind(
            KeyCode::Char('a'),
            KeyModifiers::NONE,
            kind,
        ))
    }

    #[test]
    fn a_key_counts_when_it_goes_down() {
        assert!(message::<()>(key(KeyEventKind::Press)).is_some());
        assert!(message::<()>(key(KeyEventKind::Repeat)).is_some());
        assert!(message::<()>(key(KeyEventKind::Release)).is_none());
        assert!(message::<()>(Event::FocusGained).is_none());
    }

    #[test]
    fn a_paste_is_one_harmless_line() {
        assert_eq!(first_line("goblin\nquit\n").as_deref(), Some("goblin"));
        assert_eq!(first_line("\r\n  12 \rq").as_deref(), Some("12"));
        assert_eq!(
            first_line("a\x1b[201~:quit").as_deref(),
            Some("a␛[201~:quit")
        );
        assert_eq!(first_line(" \n"), None);
        let flood = first_line(&"ü".repeat(1 << 20)).expect("text");
        assert_eq!(flood.len(), PASTE_LIMIT);
    }

    #[test]
    fn all_that_waits_comes_at_once() {
        let (sender, mut inbox) = Inbox::new();
        for n in 0..3 {
            sender.send(Message::Other(n)).unwrap();
        }
        assert!(inbox.wait(None));
        assert_eq!(inbox.waiting().count(), 3);
        assert!(matches!(inbox.next(), Some(Message::Other(0))));
        // What was left is there at once, and before what came after it.
        sender.send(Message::Other(3)).unwrap();
        assert!(inbox.wait(None));
        let left: Vec<u8> = std::iter::from_fn(|| inbox.next())
            .filter_map(|message| match message {
                Message::Other(n) => Some(n),
                _ => None,
            })
            .collect();
        assert_eq!(left, [1, 2, 3]);
        assert!(inbox.wait(Some(Duration::ZERO)));
        assert!(inbox.next().is_none());
        drop(sender);
        assert!(!inbox.wait(None));
    }
}
