//! Starts Affray in a terminal of its own, and types keys.

use std::path::Path;
use std::process::{Command, Output};

use affray::dice::Seed;

use crate::pty::Pty;
use crate::support::seeded_chance::{Chance, number};

pub const AFFRAY: &str = env!("CARGO_BIN_EXE_affray");
pub const BRIDGE: &str = "The toll bridge";
/// Size of a screen that shows much of the log.
pub const ROWS: u16 = 60;
pub const COLUMNS: u16 = 100;

pub fn start_at(
    home: &Path,
    arguments: &[&str],
    rows: u16,
    columns: u16,
    more: &[(&str, &str)],
) -> Pty {
    let home = home.to_str().expect("temporary folders are UTF-8");
    let mut environment = vec![("AFFRAY_HOME", home), ("TERM", "xterm-256color")];
    environment.extend(more);
    let mut command = vec![AFFRAY];
    command.extend(arguments);
    Pty::start(&command, &environment, rows, columns)
}

pub fn start(home: &Path, arguments: &[&str]) -> Pty {
    let mut pty = start_at(home, arguments, ROWS, COLUMNS, &[]);
    pty.expect_saved();
    pty
}

pub fn affray(home: &Path, arguments: &[&str]) -> Output {
    Command::new(AFFRAY)
        .args(arguments)
        .env("AFFRAY_HOME", home)
        .output()
        .expect("it runs")
}

/// Runs a command of the system that must succeed, and returns what it prints.
#[track_caller]
pub fn done(words: &[&str]) -> String {
    let output = Command::new(words[0]).args(&words[1..]).output();
    let output = output.unwrap_or_else(|why| panic!("{words:?}: {why}"));
    assert!(output.status.success(), "{words:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

pub fn log(home: &Path, name: &str) -> String {
    let done = affray(home, &["log", name]);
    assert!(done.status.success(), "{done:?}");
    String::from_utf8(done.stdout).expect("text")
}

/// Seed of random keys and moments: `AFFRAY_SEED`, otherwise always the same.
pub fn seed() -> Seed {
    let seed = Seed(number("AFFRAY_SEED").unwrap_or(20));
    println!("seed {seed}");
    seed
}

/// Returns random keys that continue a fight; none of them undoes anything.
pub fn keys(chance: &mut Chance) -> Vec<u8> {
    (0..chance.to(12))
        .map(|_| match chance.to(10) {
            1..=6 => b'\r',
            7 => b'0' + u8::try_from(chance.to(6)).expect("small"),
            8 => b' ',
            _ => b'a' - 1 + u8::try_from(chance.to(8)).expect("small"),
        })
        .collect()
}
