//! Power cut of a real file system. While a fight is played, an ext4 image is shut down and loses unwritten data, or
//! turns read-only. After it is mounted again, everything that was shown as saved is there (R1, R3).
//!
//! The test is not in the suite, because it needs root, a loop device, `mke2fs` and Python:
//! `AFFRAY_CUTS=300 cargo test --release --test program cut_off -- --ignored --nocapture`.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use affray::systems;
use rustix::process::Signal;

use crate::running::{BRIDGE, done, keys, seed, start};
use crate::shown_and_saved::{check_kept, shown_log};
use crate::support::seeded_chance::{Chance, number};

/// Request that makes a file system of the kernel behave as in a power cut: `EXT4_IOC_SHUTDOWN`, with the mode in the
/// first word.
const SHUTDOWN: &str = "import fcntl, os, struct, sys; \
    fcntl.ioctl(os.open(sys.argv[2], os.O_RDONLY), 0x8004587d, struct.pack('I', int(sys.argv[1])))";

/// Mounted image, removed when the test ends.
struct Mounted<'p>(&'p str);

impl<'p> Mounted<'p> {
    fn new(image: &str, mode: &str, at: &'p str) -> Self {
        done(&["mount", "-o", &format!("loop,{mode}"), image, at]);
        Self(at)
    }
}

impl Drop for Mounted<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}

#[ignore = "takes root, a loop device, mke2fs and Python"]
#[test]
fn a_power_cut_of_a_real_file_system_loses_no_confirmed_input() {
    let seed = seed();
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (image, at) = (path("image"), path("mounted"));
    std::fs::create_dir(&at).expect("made");
    let file = std::fs::File::create(&image).expect("made");
    file.set_len(32 << 20).expect("a size");
    done(&["mke2fs", "-q", "-t", "ext4", &image]);
    let mut chance = Chance::at(seed, 0, "cuts");
    let (mut name, mut shown, mut told) = (String::new(), 0, 0);
    let home = Path::new(&at);
    for round in 0..number("AFFRAY_CUTS").unwrap_or(30) {
        let mode = ["data=ordered", "data=writeback", "data=journal"][chance.below(3)];
        let mounted = Mounted::new(&image, mode, &at);
        let mut pty = match round % 10 {
            0 => {
                name = match round {
                    0 => BRIDGE.to_owned(),
                    round => format!("{BRIDGE}-{}", round / 10 + 1),
                };
                start(home, &["new", "bridge"])
            }
            _ => start(home, &["resume", &name]),
        };
        let mut confirmed = String::new();
        let mut top = String::new();
        let mut go_on = |pty: &mut crate::pty::Pty, chance: &mut Chance, confirmed: &mut String| {
            pty.send(&keys(chance));
            let wait = Duration::from_millis(u64::from(chance.to(25)));
            pty.take_frames(wait, |screen| {
                top = screen.lines().next().unwrap_or_default().to_owned();
                if top.contains("✓ saved") {
                    *confirmed = shown_log(screen);
                }
            });
            top.clone()
        };
        for _ in 0..chance.to(6) {
            go_on(&mut pty, &mut chance, &mut confirmed);
        }
        let cut = chance.below(3);
        let _ = match cut {
            // Mode 2 discards what the journal has not written yet, mode 1 writes it first.
            0 => done(&["python3", "-c", SHUTDOWN, "2", &at]),
            1 => done(&["python3", "-c", SHUTDOWN, "1", &at]),
            _ => done(&["mount", "-o", "remount,abort", &at]),
        };
        // Inputs that the screen shows as saved from here on must be on disk too. Mostly the screen reports that the
        // disk failed.
        for _ in 0..4 {
            let top = go_on(&mut pty, &mut chance, &mut confirmed);
            told += usize::from(top.contains("not saved"));
        }
        println!("{round}: {mode}, cut {cut}: {}", top.trim());
        pty.kill(Signal::KILL);
        pty.wait();
        drop(mounted);
        shown += usize::from(!confirmed.is_empty());
        let _mounted = Mounted::new(&image, "data=ordered", &at);
        check_kept(&confirmed, home, &name, systems::all(), seed);
    }
    println!("{shown} with something shown as saved, {told} frames told a fault");
    assert!(shown > 0);
}
