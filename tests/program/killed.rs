//! The program killed at any moment, with `kill -9` and with signals that can be heard: what it showed as saved is there.

use std::os::unix::process::ExitStatusExt;
use std::time::Duration;

use affray::dice::Seed;
use affray::systems;
use rustix::process::Signal;

use crate::running::{BRIDGE, keys, start};
use crate::shown_and_saved::{check_kept, shown_log};
use crate::support::seeded_chance::{Chance, number};

/// R2. `AFFRAY_KILLS=1000 cargo test --release --test program killed_at` kills it as often.
#[test]
fn killed_at_any_moment_it_has_what_it_showed_as_saved() {
    let seed = Seed::random().expect("a seed");
    println!("seed {seed}");
    let home = tempfile::tempdir().expect("a folder");
    let mut chance = Chance::at(seed, 0, "program");
    let mut name = String::new();
    let kills = number("AFFRAY_KILLS").unwrap_or(50);
    for round in 0..kills {
        let mut pty = if round % 10 == 0 {
            name = match round {
                0 => BRIDGE.to_owned(),
                round => format!("{BRIDGE}-{}", round / 10 + 1),
            };
            start(home.path(), &["new", "bridge"])
        } else {
            start(home.path(), &["resume", &name])
        };
        let mut confirmed = String::new();
        for _ in 0..chance.to(6) {
            pty.send(&keys(&mut chance));
            let wait = Duration::from_millis(u64::from(chance.to(25)));
            pty.take_frames(wait, |screen| {
                if screen
                    .lines()
                    .next()
                    .is_some_and(|top| top.contains("✓ saved"))
                {
                    confirmed = shown_log(screen);
                }
            });
        }
        pty.kill(Signal::KILL);
        pty.wait();
        check_kept(&confirmed, home.path(), &name, systems::all(), seed);
    }
}

/// R19, R20.
#[test]
fn ended_by_a_signal_or_a_hang_up_it_has_all_that_it_showed() {
    let seed = Seed::random().expect("a seed");
    println!("seed {seed}");
    let home = tempfile::tempdir().expect("a folder");
    let mut chance = Chance::at(seed, 0, "program");
    start(home.path(), &["new", "bridge"]).kill(Signal::TERM);
    let signals = [Signal::TERM, Signal::HUP, Signal::INT, Signal::QUIT];
    for round in 0..16 {
        let mut pty = start(home.path(), &["resume", BRIDGE]);
        let mut last = String::new();
        for _ in 0..chance.to(4) {
            pty.send(&keys(&mut chance));
            let wait = Duration::from_millis(u64::from(chance.to(30)));
            pty.take_frames(wait, |screen| last = shown_log(screen));
        }
        let (status, signal) = match signals.get(round % 5) {
            Some(signal) => {
                pty.kill(*signal);
                let status = pty.wait();
                assert!(pty.is_restored(), "seed {seed}: {signal:?}");
                (status, *signal)
            }
            None => {
                pty.hang_up();
                (pty.wait(), Signal::HUP)
            }
        };
        assert_eq!(status.signal(), Some(signal.as_raw()), "seed {seed}");
        check_kept(&last, home.path(), BRIDGE, systems::all(), seed);
    }
}
