//! Everything that needs Unix: signals, job control, the hang-up of a terminal, and the identity of files.
//! `docs/windows.md` lists what a port needs.

use std::fs::{self, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::process::{getpgid, getsid};
use signal_hook::flag;
use signal_hook::low_level::emulate_default_handler;

pub use signal_hook::consts::{
    SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH, SIGXFSZ,
};
pub use signal_hook::iterator::Signals;

/// Does what a signal does without a handler. It returns after a stop, or on failure.
pub fn act_as_without_handler(signal: i32) -> io::Result<()> {
    emulate_default_handler(signal)
}

/// Sets the flag when the process is asked to end.
pub fn set_when_ended(ends: &Arc<AtomicBool>) -> io::Result<()> {
    for signal in [SIGINT, SIGTERM] {
        flag::register(signal, Arc::clone(ends))?;
    }
    Ok(())
}

/// Waits until the other end of the terminal is closed. Returns `false` if the terminal cannot be watched.
pub fn wait_for_hang_up() -> bool {
    let input = io::stdin();
    loop {
        // Without requested events, a poll returns only for a hang-up.
        let mut terminal = [PollFd::new(&input, PollFlags::empty())];
        match poll(&mut terminal, None) {
            Ok(_) => {
                let events = terminal[0].revents();
                return events.intersects(PollFlags::HUP | PollFlags::ERR);
            }
            Err(Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}

/// Returns `true` for the error of a terminal that no longer exists.
pub fn is_hang_up(error: &io::Error) -> bool {
    [Errno::IO, Errno::PIPE]
        .iter()
        .any(|errno| error.raw_os_error() == Some(errno.raw_os_error()))
}

/// Returns `true` if a shell with job control started the program. Such a shell gives each job its own process group;
/// without one, the group is the session's.
pub fn has_shell() -> bool {
    match (getpgid(None), getsid(None)) {
        (Ok(group), Ok(session)) => group != session,
        _ => false,
    }
}

/// Returns device and number of a file, which stay the same when the file is renamed.
pub fn identity(metadata: &Metadata) -> (u64, u64) {
    (metadata.dev(), metadata.ino())
}

/// Returns the number of names of a file.
pub fn names_of(metadata: &Metadata) -> u64 {
    metadata.nlink()
}

/// Returns options that create files readable only for this user.
pub fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.mode(0o600);
    options
}

/// Returns the device of the terminal, if it is known.
pub fn terminal() -> Option<PathBuf> {
    let terminal = fs::read_link("/proc/self/fd/0").ok()?;
    terminal.starts_with("/dev").then_some(terminal)
}

/// Returns the name of this computer, if it is known.
pub fn host() -> Option<String> {
    let host = fs::read_to_string("/proc/sys/kernel/hostname").ok()?;
    Some(host.trim().to_owned())
}
