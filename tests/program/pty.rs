//! Program on a pseudo-terminal of its own: its screen, its last output, and its exit status.

use std::{
    fs::File,
    io::{Read, Write},
    num::NonZero,
    os::{fd::OwnedFd, unix::process::CommandExt},
    process::{Child, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::{Mode, OFlags},
    process::{Pid, Resource, Rlimit, Signal, kill_process, prlimit},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{LocalModes, Termios, Winsize, tcgetattr, tcsetwinsize},
};

/// Maximum time of a step, even on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// Variable set for the test binary that makes itself leader of the pseudo-terminal's session before it becomes the
/// program; `pre_exec` would be unsafe code.
pub const LEADER: &str = "AFFRAY_TEST_LEADER";

/// Running program and the other end of its terminal.
pub struct Pty {
    master: Option<File>,
    /// Kept open, so that the terminal can be read after the program has ended.
    slave: Option<OwnedFd>,
    child: Child,
    screen: vt100::Parser,
    /// All bytes sent by the program so far.
    pub bytes: Vec<u8>,
    /// Time of the last of these bytes.
    pub arrived: Instant,
}

/// Becomes the program to run. Every test program with this module must have a test named `leader` at its root that
/// calls this function. In an ordinary test run the function does nothing.
pub fn leader() {
    let Ok(program) = std::env::var(LEADER) else {
        return;
    };
    rustix::process::setsid().expect("a fresh process may lead a session");
    rustix::process::ioctl_tiocsctty(std::io::stdin()).expect("the leader may take a terminal");
    let mut words = program.split('\n');
    let name = words.next().expect("split gives one word at least");
    let error = Command::new(name).args(words).env_remove(LEADER).exec();
    panic!("{name} does not start: {error}");
}

#[allow(
    dead_code,
    reason = "the tests use one part of it, the benches another"
)]
impl Pty {
    /// Starts `command` as the leader of a session on a new terminal of this size.
    pub fn start(command: &[&str], environment: &[(&str, &str)], rows: u16, columns: u16) -> Self {
        let master =
            openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).expect("a pty");
        grantpt(&master).expect("our own pty");
        unlockpt(&master).expect("our own pty");
        let name = ptsname(&master, Vec::new()).expect("a pty has a name");
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let slave =
            rustix::fs::open(name.as_c_str(), flags, Mode::empty()).expect("the other end opens");
        resize(&master, rows, columns);
        let end = || Stdio::from(slave.try_clone().expect("descriptors can be copied"));
        let child = Command::new(std::env::current_exe().expect("a test knows its program"))
            .args(["--exact", "leader", "--nocapture", "--quiet"])
            .env(LEADER, command.join("\n"))
            .envs(environment.iter().copied())
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .expect("the test binary starts itself");
        let [rows, columns] =
            [rows, columns].map(|n| NonZero::new(n).expect("a terminal has a size"));
        Self {
            master: Some(File::from(master)),
            slave: Some(slave),
            child,
            screen: vt100::Parser::new(rows, columns, 0),
            bytes: Vec::new(),
            arrived: Instant::now(),
        }
    }

    /// Types `keys` in the terminal.
    pub fn send(&mut self, keys: &[u8]) {
        let master = self.master.as_mut().expect("not hung up yet");
        master.write_all(keys).expect("somebody reads the terminal");
    }

    /// Types `keys` repeatedly until the screen shows `text`.
    #[track_caller]
    pub fn send_until(&mut self, keys: &[u8], text: &str) {
        let end = Instant::now() + PATIENCE;
        while !self.contents().contains(text) {
            assert!(
                Instant::now() < end,
                "no {text:?} on the screen:\n{}",
                self.contents()
            );
            self.send(keys);
            self.take_frames(Duration::from_millis(20), |_| {});
        }
    }

    /// Waits until the screen shows `text`.
    #[track_caller]
    pub fn expect(&mut self, text: &str) {
        self.until(text, |pty| pty.screen.screen().contents().contains(text));
    }

    /// Waits until everything is on disk; the message for a stored partial form counts too.
    #[track_caller]
    pub fn expect_saved(&mut self) {
        self.until("saved", |pty| {
            let shown = pty.contents();
            ["✓ saved", "✓ draft saved"]
                .iter()
                .any(|one| shown.contains(one))
        });
    }

    /// Returns the text of the screen.
    pub fn contents(&self) -> String {
        self.screen.screen().contents()
    }

    /// Reads the output for this time, frame by frame: `look` is called after each complete frame.
    pub fn take_frames(&mut self, limit: Duration, mut look: impl FnMut(&str)) {
        const END: &[u8] = b"\x1b[?2026l";
        let end = Instant::now() + limit;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let from = self.bytes.len();
            let mut chunk = [0; 4096];
            let Some(master) = self.master.as_mut() else {
                return;
            };
            let timeout = Timespec::try_from(left).expect("a short time");
            if poll(&mut [PollFd::new(master, PollFlags::IN)], Some(&timeout)) != Ok(1) {
                return;
            }
            let Ok(count @ 1..) = master.read(&mut chunk) else {
                return;
            };
            self.bytes.extend_from_slice(&chunk[..count]);
            let mut done = from;
            // The end of a frame may be split between two reads.
            let search = from.saturating_sub(END.len() - 1);
            let ends: Vec<usize> = self.bytes[search..]
                .windows(END.len())
                .enumerate()
                .filter(|(_, window)| *window == END)
                .map(|(place, _)| search + place + END.len())
                .collect();
            for place in ends {
                if place > done {
                    self.screen.process(&self.bytes[done..place]);
                    done = place;
                    look(&self.screen.screen().contents());
                }
            }
            self.screen.process(&self.bytes[done..]);
            if left.is_zero() {
                return;
            }
        }
    }

    /// Reads frames like [`Pty::take_frames`] until one shows `text`.
    #[track_caller]
    pub fn frames_until(&mut self, text: &str, mut look: impl FnMut(&str)) {
        let end = Instant::now() + PATIENCE;
        let mut shown = false;
        while !shown {
            assert!(
                Instant::now() < end,
                "no {text:?} on the screen:\n{}",
                self.contents()
            );
            self.take_frames(Duration::from_millis(20), |screen| {
                look(screen);
                shown |= screen.contains(text);
            });
        }
    }

    /// Waits until `bytes` have been sent, after position `from` of the output.
    #[track_caller]
    pub fn expect_bytes(&mut self, from: usize, bytes: &str) {
        self.until(bytes, |pty| {
            String::from_utf8_lossy(&pty.bytes[from..]).contains(bytes)
        });
    }

    /// Waits until a condition holds; a timeout reports `what`.
    #[track_caller]
    pub fn until(&mut self, what: &str, met: impl Fn(&Self) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !met(self) {
            if !self.take(end.saturating_duration_since(Instant::now())) {
                panic!(
                    "no {what:?} on the screen:\n{}",
                    self.screen.screen().contents()
                );
            }
        }
    }

    /// Returns a second handle for typing, for more keys than the terminal accepts at once.
    pub fn keyboard(&self) -> File {
        let master = self.master.as_ref().expect("not hung up yet");
        master.try_clone().expect("descriptors can be copied")
    }

    /// Reads the available output, waiting at most `limit`. Returns false if there was none.
    fn take(&mut self, limit: Duration) -> bool {
        let from = self.bytes.len();
        let came = self.receive(limit);
        self.screen.process(&self.bytes[from..]);
        came
    }

    /// Reads like `take`, without drawing the screen, which takes time; for measurements.
    pub fn receive(&mut self, limit: Duration) -> bool {
        let Some(master) = self.master.as_mut() else {
            return false;
        };
        let limit = Timespec::try_from(limit).expect("a short time");
        let ready = poll(&mut [PollFd::new(master, PollFlags::IN)], Some(&limit));
        if ready != Ok(1) {
            return false;
        }
        let mut chunk = [0; 4096];
        match master.read(&mut chunk) {
            Ok(count @ 1..) => {
                self.arrived = Instant::now();
                self.bytes.extend_from_slice(&chunk[..count]);
                true
            }
            _ => false,
        }
    }

    /// Returns the process id of the program.
    pub fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Limits the files that the program writes to a number of bytes, or removes the limit. Simulates a full disk.
    pub fn limit_files(&self, bytes: Option<u64>) {
        let limit = Rlimit {
            current: bytes,
            maximum: None,
        };
        prlimit(Some(self.pid()), Resource::Fsize, limit).expect("the limit can be set");
    }

    /// Sends `signal` to the program.
    pub fn kill(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("the program still runs");
    }

    /// Changes the size of the terminal.
    pub fn resize(&mut self, rows: u16, columns: u16) {
        resize(
            self.master.as_ref().expect("not hung up yet"),
            rows,
            columns,
        );
        let [rows, columns] =
            [rows, columns].map(|n| NonZero::new(n).expect("a terminal has a size"));
        self.screen.screen_mut().set_size(rows, columns);
    }

    /// Closes the terminal, like closing its window.
    pub fn hang_up(&mut self) {
        self.slave = None;
        self.master = None;
    }

    /// Waits until the program has ended and all its output has been read.
    #[track_caller]
    pub fn wait(&mut self) -> ExitStatus {
        let end = Instant::now() + PATIENCE;
        loop {
            let status = self.child.try_wait().expect("our own child");
            while self.take(Duration::from_millis(5)) {}
            if let Some(status) = status {
                return status;
            }
            if Instant::now() > end {
                panic!(
                    "the program does not end:\n{}",
                    self.screen.screen().contents()
                );
            }
        }
    }

    /// Returns the modes of the terminal.
    pub fn modes(&self) -> Termios {
        tcgetattr(self.slave.as_ref().expect("not hung up yet")).expect("a terminal has modes")
    }

    /// Returns true if lines are edited and echoed as in a shell, the alternate screen is left and the cursor is
    /// visible.
    pub fn is_restored(&self) -> bool {
        let screen = self.screen.screen();
        let cooked = LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG;
        let modes = self.modes().local_modes.contains(cooked);
        modes && !screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste()
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn resize(terminal: &impl std::os::fd::AsFd, rows: u16, columns: u16) {
    let size = Winsize {
        ws_row: rows,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(terminal, size).expect("a pty takes any size");
}
