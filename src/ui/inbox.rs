//! Single [`Inbox`] for all events of the program: keys, pastes, changes of size, signals, and messages of other
//! threads, such as the saver's reports.
//!
//! Small threads sleep until something comes; no timer is needed. The loop takes all waiting messages, handles them,
//! and draws once, so that a burst of keys does not cost a frame each. Messages left by one loop remain for the next.

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

use super::ending::Ending;
use super::terminal::TerminalScreen;
use crate::text::sanitize;
use crate::unix::{
    SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH, SIGXFSZ, Signals,
    wait_for_hang_up,
};

/// Maximum part of a paste that is examined, in bytes.
const PASTE_LIMIT: usize = 4 * 1024;

/// Message for the loop. `T` is the type of messages from the program's own threads.
#[derive(Debug)]
pub enum Message<T> {
    /// Key press or repeat.
    Key(KeyEvent),
    /// Pasted text, reduced to its first line and sanitized. The text is typed, never run as keys.
    Paste(String),
    /// Change of the terminal's size.
    Resize,
    /// Request to stop the process, or its continuation afterwards.
    Signal(Signal),
    /// Message of another thread.
    Other(T),
}

/// Signals that the loop handles. Signals that end the process never reach the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Request to restore the terminal and stop.
    Stop,
    /// Continuation on a terminal that other programs have used.
    Continue,
}

/// Starts the threads that send to `sender`, and the threads that end the process with `ending` on a signal or when the
/// terminal is gone. Call this function after the terminal has been set up.
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

/// Starts only the thread that ends the process with `ending` on a signal, for a program without a screen.
pub(crate) fn listen_for_the_end(ending: &Arc<Ending>) -> io::Result<()> {
    let signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGXFSZ])?;
    let (nobody, _) = mpsc::channel::<Message<()>>();
    let end = Arc::clone(ending);
    spawn("signals", move || listen(signals, &nobody, &end))
}

impl<T> Message<T> {
    /// Applies a change of size or a signal to the terminal, equally for all screens. Returns `true` for such a
    /// message.
    ///
    /// # Errors
    /// If the terminal cannot be set up again.
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

/// Messages that have arrived and were not taken yet.
#[derive(Debug)]
pub struct Inbox<T> {
    receiver: Receiver<Message<T>>,
    waiting: VecDeque<Message<T>>,
}

impl<T> Inbox<T> {
    /// Creates an empty inbox and its sender.
    pub fn new() -> (Sender<Message<T>>, Self) {
        let (sender, receiver) = mpsc::channel();
        let waiting = VecDeque::new();
        (sender, Self { receiver, waiting })
    }

    /// Waits for a message, at most for `limit` if given; afterwards all messages that have arrived can be
    /// [taken](Inbox::next). Returns `false` if all senders are gone.
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
        reason = "an inbox that is empty now can receive more messages later"
    )]
    pub fn next(&mut self) -> Option<Message<T>> {
        self.waiting.pop_front()
    }

    /// Returns the messages that have not been taken yet.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = &Message<T>> {
        self.waiting.iter()
    }

    /// Discards all keys and pastes received so far, because they were meant for the previous screen.
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
            // Limit of the file size: the failed write reports it, and the fight continues in memory.
            SIGXFSZ => continue,
            _ => ending.by_signal(signal),
        };
        // If the loop is gone, the process is about to end; signals must work until then.
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
            // A terminal that is unreadable for half a second counts as gone.
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
        // Changes of size come as a signal, whose handler starts before the first frame; crossterm starts later.
        _ => None,
    }
}

/// Returns the first line of `text` that is not blank, sanitized and cut.
fn first_line(text: &str) -> Option<String> {
    let start = &text[..text.floor_char_boundary(PASTE_LIMIT)];
    let line = start
        .split(['\r', '\n'])
        .find(|line| !line.trim().is_empty())?;
    Some(sanitize(line.trim(), PASTE_LIMIT).into_owned())
}

/// Waits until the other end of the terminal is closed. crossterm does not notice this and would read nothing in a busy
/// loop. Not every process of a closed terminal gets a signal.
fn watch(ending: &Arc<Ending>) {
    // If the terminal cannot be watched, SIGHUP must suffice.
    if wait_for_hang_up() {
        ending.by_signal(SIGHUP)
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
    fn presses_and_repeats_of_keys_are_messages_but_releases_are_not() {
        assert!(message::<()>(key(KeyEventKind::Press)).is_some());
        assert!(message::<()>(key(KeyEventKind::Repeat)).is_some());
        assert!(message::<()>(key(KeyEventKind::Release)).is_none());
        assert!(message::<()>(Event::FocusGained).is_none());
    }

    #[test]
    fn a_paste_is_one_safe_line() {
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
    fn all_waiting_messages_are_received_at_once() {
        let (sender, mut inbox) = Inbox::new();
        for n in 0..3 {
            sender.send(Message::Other(n)).unwrap();
        }
        assert!(inbox.wait(None));
        assert_eq!(inbox.waiting().count(), 3);
        assert!(matches!(inbox.next(), Some(Message::Other(0))));
        // The rest is available at once, before later messages.
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
