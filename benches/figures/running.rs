//! Program on a pseudo-terminal of 120 by 40, measured from outside.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::callgrind::Count;
use crate::fights;
use crate::programs::{BACKSPACE, ENTER, FRAME, Program, ROWS};
use crate::pty::Pty;
use crate::table::median;

const COLUMNS: u16 = 120;

/// Maximum time of a step, under callgrind too.
const PATIENCE: Duration = Duration::from_secs(120);
/// Pause after which the output of a key is complete.
const QUIET: Duration = Duration::from_millis(4);
/// Pause after which the output of an input is complete. An input goes to the disk, and a second frame shows it as
/// saved.
const SAVED: Duration = Duration::from_millis(60);
/// Pause after which a key is drawn, under callgrind.
const DRAWN: Duration = Duration::from_millis(30);
/// Pause after which all output of a start or an input is complete, under callgrind too.
const SETTLED: Duration = Duration::from_millis(600);

/// Command before the program. A program without a library cannot request single keys from the terminal, so this
/// command does it for all of them. Then it waits for a line, which starts the clock.
const STARTER: &str = "stty raw -echo; printf '#'; read -r line; exec \"$@\"";

/// Sequence with which a program leaves the alternate screen.
const LEFT: &[u8] = b"\x1b[?1049l";

/// Copies a folder with its subfolders.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let (path, copied) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &copied);
        } else {
            fs::copy(&path, &copied).expect("copied");
        }
    }
}

fn holds(bytes: &[u8], sign: &[u8]) -> bool {
    bytes.windows(sign.len()).any(|window| window == sign)
}

impl Program {
    /// Starts the program and waits for its first full screen.
    pub fn start(&self) -> Running {
        Running::start(self, &[])
    }

    /// Returns the seconds from the start to the first full screen; the median of `runs`.
    pub fn started_in(&self, runs: usize) -> f64 {
        let times = (0..runs).map(|_| {
            let mut running = self.start();
            let took = running.took();
            running.quiet(QUIET);
            running.leave();
            took
        });
        median(times)
    }

    /// Returns the instructions from the start to the end, with only the key that ends the program.
    pub fn instructions(&self) -> Option<f64> {
        let count = Count::whole()?;
        let mut running = Running::start(self, &count.words());
        running.quiet(SETTLED);
        running.leave();
        count.total()
    }

    /// Returns the instructions of a key and its frame; the mean of ten.
    pub fn instructions_of_a_key(&self) -> Option<f64> {
        let count = Count::parts()?;
        let mut running = Running::start(self, &count.words());
        running.quiet(SETTLED);
        running.key(self.keys[0], SETTLED);
        count.begin(running.pid());
        for key in self.keys.iter().cycle().skip(1).take(10) {
            running.key(key, DRAWN);
        }
        let instructions = count.part(running.pid())? / 10.0;
        running.leave();
        Some(instructions)
    }

    /// Returns the instructions of Enter and everything after it until the input is saved.
    pub fn instructions_of_enter(&self) -> Option<f64> {
        let count = Count::parts()?;
        let mut running = Running::start(self, &count.words());
        running.quiet(SETTLED);
        running.key(ENTER, SETTLED);
        running.key(BACKSPACE, SETTLED);
        count.begin(running.pid());
        running.key(ENTER, SETTLED);
        let instructions = count.part(running.pid())?;
        running.leave();
        Some(instructions)
    }
}

/// Running program.
pub struct Running {
    pty: Pty,
    began: Instant,
    quit: &'static [u8],
    keys: [&'static [u8]; 2],
    _folder: TempDir,
}

impl Running {
    /// Starts a program, with words before its command, and waits for its first full screen.
    fn start(program: &Program, before: &[String]) -> Self {
        let folder = fights::folder();
        if let Some(home) = &program.home {
            copy(home, folder.path());
        }
        let mut command = vec!["sh", "-c", STARTER, "sh"];
        command.extend(before.iter().chain(&program.command).map(String::as_str));
        let environment = [
            ("AFFRAY_HOME", folder.path().to_str().expect("UTF-8")),
            ("TERM", "xterm-256color"),
            ("COLORTERM", "truecolor"),
        ];
        let mut running = Self {
            pty: Pty::start(&command, &environment, ROWS, COLUMNS),
            began: Instant::now(),
            quit: program.quit,
            keys: program.keys,
            _folder: folder,
        };
        running.until(b"#");
        running.began = Instant::now();
        running.pty.send(b"\n");
        running.until(&program.sign);
        running
    }

    /// Waits until these bytes have arrived.
    fn until(&mut self, sign: &[u8]) {
        let end = Instant::now() + PATIENCE;
        let mut from = 0;
        while !holds(&self.pty.bytes[from..], sign) {
            from = self.pty.bytes.len().saturating_sub(sign.len());
            let left = end.saturating_duration_since(Instant::now());
            let came = self.pty.receive(left);
            let said = || String::from_utf8_lossy(&self.pty.bytes).into_owned();
            assert!(came, "{sign:?} does not come: {}", said());
        }
    }

    /// Returns the seconds from the start to the first full screen.
    pub fn took(&self) -> f64 {
        self.pty.arrived.duration_since(self.began).as_secs_f64()
    }

    /// Waits for a pause of this length in the output.
    pub fn quiet(&mut self, long: Duration) {
        while self.pty.receive(long) {}
    }

    /// Types a key and reads its output, up to a pause of `quiet`. Returns the seconds to the first byte.
    pub fn key(&mut self, key: &[u8], quiet: Duration) -> f64 {
        let typed = Instant::now();
        self.pty.send(key);
        let came = self.pty.receive(PATIENCE);
        assert!(came, "{key:?} changes nothing on the screen");
        let latency = self.pty.arrived.duration_since(typed);
        self.quiet(quiet);
        latency.as_secs_f64()
    }

    /// Returns the seconds from a key to its first byte; the median of `many`.
    pub fn latency(&mut self, many: usize) -> f64 {
        let keys = self.keys;
        median((0..many).map(|number| self.key(keys[number % 2], QUIET)))
    }

    /// Returns the seconds of processor time of a key; the median of this number of pairs of keys. `None` if the
    /// operating system does not report them.
    pub fn cpu_a_key(&mut self, pairs: usize) -> Option<f64> {
        let keys = self.keys;
        let times: Option<Vec<f64>> = (0..pairs)
            .map(|_| {
                let before = self.cpu()?;
                for key in keys {
                    self.key(key, QUIET);
                }
                Some((self.cpu()? - before) / 2.0)
            })
            .collect();
        Some(median(times?))
    }

    /// Returns the seconds of processor time of Enter and everything after it until the input is saved; each is undone.
    /// The median of `many`.
    pub fn cpu_of_enter(&mut self, many: usize) -> Option<f64> {
        let times: Option<Vec<f64>> = (0..many)
            .map(|_| {
                let before = self.cpu()?;
                self.key(ENTER, SAVED);
                let took = self.cpu()? - before;
                self.key(BACKSPACE, SAVED);
                Some(took)
            })
            .collect();
        Some(median(times?))
    }

    /// Returns the number of bytes received so far.
    pub fn sent(&self) -> usize {
        self.pty.bytes.len()
    }

    /// Types all these keys as fast as the program reads them, then quits. Returns the seconds until the screen is
    /// restored, and the number of frames.
    pub fn flood(mut self, keys: &[u8]) -> (f64, usize) {
        let from = self.pty.bytes.len();
        let mut keyboard = self.pty.keyboard();
        let typed = [keys, self.quit].concat();
        let began = Instant::now();
        let hand = thread::spawn(move || keyboard.write_all(&typed));
        self.until(LEFT);
        let took = self.pty.arrived.duration_since(began).as_secs_f64();
        hand.join().expect("no panic").expect("all typed");
        let windows = self.pty.bytes[from..].windows(FRAME.len());
        (took, windows.filter(|window| *window == FRAME).count())
    }

    /// Quits the program and waits for its end.
    pub fn leave(mut self) {
        self.pty.send(self.quit);
        self.pty.wait();
    }

    /// Returns its process id.
    pub fn pid(&self) -> u32 {
        self.pty.pid().as_raw_nonzero().get().unsigned_abs()
    }

    fn proc(&self, file: &str) -> Option<String> {
        fs::read_to_string(format!("/proc/{}/{file}", self.pid())).ok()
    }

    /// Returns the figures of the scheduler for all threads together: nanoseconds on a processor, nanoseconds of
    /// waiting, number of runs.
    fn scheduled(&self) -> Option<[f64; 3]> {
        let mut sums = [0.0; 3];
        for task in fs::read_dir(format!("/proc/{}/task", self.pid())).ok()? {
            let said = fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
            for (sum, word) in sums.iter_mut().zip(said.split_whitespace()) {
                *sum += word.parse::<f64>().ok()?;
            }
        }
        Some(sums)
    }

    fn cpu(&self) -> Option<f64> {
        Some(self.scheduled()?[0] / 1e9)
    }

    /// Returns how often it has run on a processor so far.
    pub fn wakes(&self) -> Option<f64> {
        Some(self.scheduled()?[2])
    }

    /// Returns its memory in bytes.
    pub fn memory(&self) -> Option<f64> {
        let status = self.proc("status")?;
        let mut lines = status.lines();
        let kilobytes = lines.find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kilobytes = kilobytes.trim().trim_end_matches(" kB");
        Some(kilobytes.parse::<f64>().ok()? * 1024.0)
    }
}
