//! Abnormal end of the process: by a signal, a panic, or a terminal that disappeared.
//!
//! The thread that notices the end does everything itself: it waits until the journal is safe, restores the terminal
//! and lets the signal take its default effect. The main loop is not involved, because it may be what hangs, for
//! instance in a write to a closed terminal.

use std::{
    io::{self, Write},
    panic,
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
    time::Duration,
};

use super::terminal;
use crate::unix;

/// Time limit for saving before the process ends without it. An unresponsive disk must not keep a process alive without
/// a terminal.
const SAVING: Duration = Duration::from_secs(3);

/// Time limit for the terminal to accept the sequences that restore it.
const RESTORING: Duration = Duration::from_millis(300);

/// Work to do before the process may end.
pub struct Ending {
    finish_saving: Box<dyn Fn() + Send + Sync>,
    begun: Mutex<()>,
}

impl Ending {
    /// Creates an ending that calls `finish_saving`, which returns when every confirmed input is on disk, or cannot be
    /// saved. The function may be called from any thread, perhaps more than once.
    pub fn new(finish_saving: impl Fn() + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self {
            finish_saving: Box::new(finish_saving),
            begun: Mutex::new(()),
        })
    }

    /// Ends the process like a `signal` without a handler, so that a shell gets the correct status.
    pub(crate) fn by_signal(self: &Arc<Self>, signal: i32) -> ! {
        // A second signal waits here for the end started by the first signal.
        let _begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        self.finish();
        within(RESTORING, terminal::restore);
        // This line is reached only on failure. The exit status is the status that shells use for a signal.
        let _ = unix::act_as_without_handler(signal);
        std::process::exit(128 + signal)
    }

    /// Installs a panic hook that restores the terminal, prints the message visibly, saves, and prints the
    /// `last_words`. A panic outside the main thread ends the process too: otherwise the screen would show a fight that
    /// is not saved.
    pub fn catch_panics(self: &Arc<Self>, last_words: impl Fn() -> String + Send + Sync + 'static) {
        let ending = Arc::clone(self);
        let print = panic::take_hook();
        let main = thread::current().id();
        panic::set_hook(Box::new(move |info| {
            terminal::restore();
            print(info);
            ending.finish();
            // The standard error may be closed.
            let _ = writeln!(io::stderr(), "{}", last_words());
            if thread::current().id() != main {
                std::process::exit(101);
            }
        }));
    }

    fn finish(self: &Arc<Self>) {
        let ending = Arc::clone(self);
        within(SAVING, move || (ending.finish_saving)());
    }
}

/// Runs `work` on another thread and waits for it at most for `limit`.
fn within(limit: Duration, work: impl FnOnce() + Send + 'static) {
    let (done, wait) = mpsc::channel();
    let spawned = thread::Builder::new().name("ending".into()).spawn(move || {
        work();
        let _ = done.send(());
    });
    if spawned.is_ok() {
        let _ = wait.recv_timeout(limit);
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicU32, Ordering},
        time::Instant,
    };

    use super::*;

    #[test]
    fn the_program_ends_after_saving() {
        static SAVED: AtomicU32 = AtomicU32::new(0);
        Ending::new(|| {
            SAVED.fetch_add(1, Ordering::SeqCst);
        })
        .finish();
        assert_eq!(SAVED.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn the_wait_for_saving_is_limited() {
        let (_keep, never) = mpsc::channel::<()>();
        let start = Instant::now();
        within(Duration::from_millis(10), move || {
            let _ = never.recv();
        });
        assert!(start.elapsed() < Duration::from_secs(2));
    }
}
