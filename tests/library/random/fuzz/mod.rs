//! Random changes of text from other programs: every text is read or refused with a message, and nothing panics (R10 of
//! the promises).
//!
//! In the suite each target reads a few changed texts, which are always the same. Run the long form with:
//!
//! ```sh
//! AFFRAY_FUZZ=1000000 cargo test --release --test library fuzz -- --nocapture
//! ```
//!
//! `AFFRAY_FUZZ_TARGET=dice` runs only one target, `AFFRAY_FUZZ_SEED=2` makes other changes. A text that causes a panic
//! is written to `target/tmp`. Put it into `tests/data/fuzz_found/TARGET`, so that the suite reads it from then on.

mod targets;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::thread;

use affray::dice::Seed;
use targets::{TARGETS, Target};

use crate::support::command_line;
use crate::support::seeded_chance::{Chance, number};

/// Root folder of the repository.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Number of changed texts for each target in the suite.
const FEW: u64 = 12;

/// Texts to insert: brackets, delimiters, the largest numbers, invalid characters.
const SPICE: [&str; 36] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "\\",
    ",",
    ":",
    "#",
    "\n",
    "\r",
    "\t",
    "\0",
    "\u{1b}[2J",
    "\u{feff}",
    "\u{202e}",
    "\u{200d}",
    "-",
    "0",
    "1",
    "-1",
    "255",
    "65536",
    "4294967295",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "1e999",
    "NaN",
    "Some(",
    "/*",
    "r#\"",
    "ß\u{301}",
];

/// Returns a random character boundary in a text.
fn place(chance: &mut Chance, text: &str) -> usize {
    let mut place = chance.below(text.len() + 1);
    while !text.is_char_boundary(place) {
        place -= 1;
    }
    place
}

/// Returns a random part of a text, mostly a short part.
fn stretch<'t>(chance: &mut Chance, text: &'t str) -> (usize, &'t str) {
    let from = place(chance, text);
    let longest = [4, 40, 400][chance.below(3)].min(text.len() - from);
    let mut to = from + chance.below(longest + 1);
    while !text.is_char_boundary(to) {
        to += 1;
    }
    (from, &text[from..to])
}

/// Returns a text with one to four changes.
fn changed(chance: &mut Chance, text: &str, others: &[String]) -> String {
    let mut text = text.to_owned();
    for _ in 0..=chance.below(4) {
        match chance.below(6) {
            0 => {
                let (from, cut) = stretch(chance, &text);
                text.replace_range(from..from + cut.len(), "");
            }
            1 => {
                let (from, again) = stretch(chance, &text);
                let again = again.repeat(1 + chance.below(3));
                text.insert_str(from, &again);
            }
            2 => {
                let place = place(chance, &text);
                text.insert_str(place, SPICE[chance.below(SPICE.len())]);
            }
            3 => {
                let (from, cut) = stretch(chance, &text);
                let spice = SPICE[chance.below(SPICE.len())];
                text.replace_range(from..from + cut.len(), spice);
            }
            4 => {
                let other = &others[chance.below(others.len())];
                let (_, part) = stretch(chance, other);
                let place = place(chance, &text);
                text.insert_str(place, part);
            }
            _ => {
                let place = place(chance, &text);
                text.truncate(place);
            }
        }
    }
    text
}

/// Returns the texts that once caused a panic.
fn found(target: &Target) -> Vec<String> {
    let folder = Path::new(ROOT)
        .join("tests/data/fuzz_found")
        .join(target.name);
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let text = |entry: std::io::Result<fs::DirEntry>| {
        let bytes = fs::read(entry.expect("an entry").path()).expect("bytes");
        String::from_utf8_lossy(&bytes).into_owned()
    };
    entries.map(text).collect()
}

/// Runs a target on a text; saves the text if the target panics.
fn take(target: &Target, text: &str, what: &str) {
    let took = catch_unwind(AssertUnwindSafe(|| (target.take)(text)));
    if took.is_err() {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}_{what}", target.name));
        fs::write(&path, text).expect("written");
        panic!("{} {what}: the text is in {}", target.name, path.display());
    }
}

fn run(target: &Target, many: u64, seed: u64) {
    let corpus = (target.corpus)();
    for (nth, text) in corpus.iter().enumerate() {
        take(target, text, &format!("corpus {nth}"));
    }
    for (nth, text) in found(target).iter().enumerate() {
        take(target, text, &format!("found {nth}"));
    }
    for nth in 0..many {
        let mut chance = Chance::at(Seed(seed), nth, target.name);
        let text = &corpus[chance.below(corpus.len())];
        let text = changed(&mut chance, text, &corpus);
        take(target, &text, &format!("seed {seed} {nth}"));
    }
}

#[test]
fn no_text_makes_a_reader_panic() {
    let only = std::env::var("AFFRAY_FUZZ_TARGET").ok();
    let many = number("AFFRAY_FUZZ").unwrap_or(FEW);
    let seed = number("AFFRAY_FUZZ_SEED").unwrap_or(1);
    let wanted = |target: &&Target| only.as_ref().is_none_or(|only| only == target.name);
    let targets: Vec<&Target> = TARGETS.iter().filter(wanted).collect();
    assert!(!targets.is_empty(), "there is no such target");
    thread::scope(|scope| {
        for target in targets {
            scope.spawn(move || {
                run(target, many, seed);
                println!("{}: {many} texts, seed {seed}", target.name);
            });
        }
    });
}
