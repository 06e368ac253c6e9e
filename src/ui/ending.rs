//! How the process ends when it is not asked politely: by a signal, by a panic, by a terminal that went away.
//!
//! The thread that notices does everything itself: it waits until the journal is safe, restores the terminal and lets
//! the signal take its usual course. The loop is not asked, because it may be what hangs, for instance in a write to a
//! terminal that nobody reads any more.

use std::{
    io::{self, Write},
    panic,
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
    time::Duration,
};

use super::terminal;

/// How long saving may take before the process ends without it. A disk that does not answer must not keep a process
/// alive that its terminal has left.
const SAVING: Duration = Duration::from_secs(3);

/// How long the terminal may take to accept the sequences that restore it.
const RESTORING: Duration = Duration::from_millis(300);

/// What must be done before the process may end.
pub struct Ending {
    finish_saving: Box<dyn Fn() + Send + Sync>,
    begun: Mutex<()>,
}

impl Ending {
    /// An ending that calls `finish_saving`, which returns when every confirmed input is on disk, or when it cannot be
    /// brought there. It is called from any thread, perhaps more than once.
    pub fn new(finish_saving: impl Fn() + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self {
            finish_saving: Box::new(finish_saving),
            begun: Mutex::new(()),
        })
    }

    /// Ends the process the way `signal` ends one that does not catch it, so that a shell sees the right status.
    pub(crate) fn by_signal(self: &Arc<Self>, signal: i32) -> ! {
        // A second signal waits here for the end that the first one is making.
        let _begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        self.finish();
        within(RESTORING, terminal::restore);
        // Not reached in the good case; the number is the one shells give to a death by signal.
        let _ = signal_hook::low_level::emulate_default_handler(signal);
        std::process::exit(128 + signal)
    }

    /// From now on a panic restores the terminal, prints its message where it can be read, saves, and says then the
    /// `last_words`. A panic outside the main thread ends the process too: half a program would show a fight that nobody
    /// keeps.
    pub fn catch_panics(self: &Arc<Self>, last_words: impl Fn() -> String + Send + Sync + 'static) {
        let ending = Arc::clone(self);
        let print = panic::take_hook();
        let main = thread::current().id();
        panic::set_hook(Box::new(move |info| {
            terminal::restore();
            print(info);
            ending.finish();
            // Perhaps nobody reads the standard error any more.
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

/// Runs `work` beside this thread and waits for it no longer than `limit`.
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
    fn saving_is_waited_for() {
        static SAVED: AtomicU32 = AtomicU32::new(0);
        Ending::new(|| {
            SAVED.fetch_add(1, Ordering::SeqCst);
        })
        .finish();
        assert_eq!(SAVED.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn but_not_for_ever() {
        let (_keep, never) = mpsc::channel::<()>();
        let start = Instant::now();
        within(Duration::from_millis(10), move || {
            let _ = never.recv();
        });
        assert!(start.elapsed() < Duration::from_secs(2));
    }
}
