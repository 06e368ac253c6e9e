//! House rules as tests: which room may use which, what only one room names, and that the shared rooms know no system.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms, from left to right: each uses only those to its left. What one is not named here is a room on the right.
const ROOMS: [&str; 11] = [
    "text",
    "ron_text",
    "dice",
    "tally",
    "encounter",
    "rules",
    "simulate",
    "session",
    "store",
    "ui",
    "cli",
];

/// The rooms in `src/rules` that are shared by the systems.
const SHARED_RULES: [&str; 2] = ["compendium", "setup"];

/// A source file without comments and tests, and where it belongs.
struct Code {
    /// Path below `src`, with `/`.
    path: String,
    /// The room.
    room: String,
    /// Lines with their numbers from 1.
    lines: Vec<(usize, String)>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn sources() -> Vec<Code> {
    let src = root().join("src");
    let mut files = Vec::new();
    collect(&src, &mut files);
    assert!(files.len() > 30, "the sources are found");
    files.sort();
    let code = files.iter().map(|file| {
        let path = file.strip_prefix(&src).expect("below src");
        let parts: Vec<String> = path
            .components()
            .map(|part| part.as_os_str().to_string_lossy().into_owned())
            .collect();
        let text = fs::read_to_string(file).expect("a source file");
        let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
        Code {
            room: parts[0].trim_end_matches(".rs").to_owned(),
            path: parts.join("/"),
            lines: lines
                // Tests stand at the end of a file and may use what they like.
                .take_while(|(_, line)| line.trim() != "#[cfg(test)]")
                .filter(|(_, line)| !line.trim_start().starts_with("//"))
                .map(|(at, line)| (at, line.to_owned()))
                .collect(),
        }
    });
    code.collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

/// The place of a room; the program's own start is rightmost.
fn place(room: &str) -> usize {
    ROOMS
        .iter()
        .position(|one| *one == room)
        .unwrap_or(ROOMS.len())
}

/// Whether `word` stands in `line` as a word of its own.
fn names(line: &str, word: &str) -> bool {
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    line.match_indices(word).any(|(at, _)| {
        !is_word(line[..at].chars().next_back()) && !is_word(line[at + word.len()..].chars().next())
    })
}

#[track_caller]
fn check(found: Vec<String>) {
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

/// Every line of the rooms that `where_in` picks which names one of the words.
fn naming(where_in: impl Fn(&Code) -> bool, words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for code in sources().iter().filter(|code| where_in(code)) {
        for (at, line) in &code.lines {
            for word in words.iter().filter(|word| names(line, word)) {
                found.push(format!(
                    "src/{}:{at} names `{word}`: {}",
                    code.path,
                    line.trim()
                ));
            }
        }
    }
    found
}

#[test]
fn rooms_use_only_what_is_to_their_left() {
    let mut found = Vec::new();
    for code in sources() {
        for (at, line) in &code.lines {
            if line.contains("crate::{") {
                found.push(format!(
                    "src/{}:{at}: one `use crate::room` a room",
                    code.path
                ));
            }
            for room in ROOMS.iter().filter(|room| place(room) > place(&code.room)) {
                let path = format!("crate::{room}");
                if names(line, &path) {
                    found.push(format!("src/{}:{at} uses {room}, to its right", code.path));
                }
            }
        }
    }
    check(found);
}

#[test]
fn every_room_has_its_place() {
    let src = root().join("src");
    for entry in fs::read_dir(src).expect("a folder") {
        let name = entry.expect("an entry").file_name();
        let name = name.to_string_lossy();
        let room = name.trim_end_matches(".rs");
        let known = ROOMS.contains(&room) || room == "lib" || room == "main";
        assert!(
            known,
            "src/{name} is a room that tests/layers.rs does not know"
        );
    }
}

/// The layers of the screen: each uses only those before it. What is remembered comes before all of them.
const SCREEN: [&str; 4] = ["app", "draw", "keys", "run"];

/// The layer of a file in `src/ui` as a place in [`SCREEN`], by its name or its folder's; `None`: what is remembered.
fn layer(path: &str) -> Option<usize> {
    if ["ui/mod.rs", "ui/program.rs", "ui/picture.rs"].contains(&path) {
        return Some(SCREEN.len() - 1);
    }
    let parts = path.trim_end_matches(".rs").split('/');
    parts
        .filter_map(|part| SCREEN.iter().position(|layer| *layer == part))
        .max()
}

#[test]
fn on_the_screen_state_knows_no_drawing_and_drawing_no_keys() {
    let mut found = Vec::new();
    for code in sources().iter().filter(|code| code.room == "ui") {
        let above = layer(&code.path).map_or(0, |layer| layer + 1);
        let mut in_use = false;
        for (at, line) in &code.lines {
            let words = line.trim_start();
            in_use |= words.starts_with("use ") || words.starts_with("pub use ");
            for word in &SCREEN[above..] {
                if names(line, word) && (in_use || line.contains(&format!("{word}::"))) {
                    found.push(format!("src/{}:{at} uses {word}: {words}", code.path));
                }
            }
            in_use &= !words.ends_with(';');
        }
    }
    check(found);
}

#[test]
fn only_the_screen_knows_the_terminal() {
    check(naming(
        |code| place(&code.room) < place("ui"),
        &["ratatui", "crossterm", "crokey"],
    ));
}

#[test]
fn nothing_left_of_the_store_touches_a_file() {
    check(naming(
        |code| place(&code.room) < place("store"),
        &["std::fs", "fs", "File", "OpenOptions", "PathBuf"],
    ));
}

#[test]
fn only_dice_know_randomness_and_rules_no_clock() {
    check(naming(|code| code.room != "dice", &["rand"]));
    check(naming(
        |code| place(&code.room) < place("store"),
        &["SystemTime", "Instant", "thread", "std::env"],
    ));
    check(naming(|_| true, &["SystemTime::now", "HashMap", "HashSet"]));
}

#[test]
fn nothing_prints_by_itself() {
    let words = ["println", "print", "eprintln", "eprint", "dbg"];
    let found = naming(|_| true, &words);
    check(
        found
            .into_iter()
            .filter(|line| line.contains('!'))
            .collect(),
    );
}

/// The systems' folders in `src/rules`.
fn systems() -> Vec<String> {
    let entries = fs::read_dir(root().join("src/rules")).expect("a folder");
    let folders = entries.map(|entry| entry.expect("an entry").path());
    folders
        .filter(|path| path.is_dir())
        .map(|path| {
            path.file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| !SHARED_RULES.contains(&name.as_str()))
        .collect()
}

#[test]
fn shared_rooms_know_no_system_by_name() {
    let systems = systems();
    let is_system = |code: &Code| {
        let mut parts = code.path.split('/');
        parts.next() == Some("rules")
            && parts
                .next()
                .is_some_and(|folder| systems.iter().any(|one| one == folder))
    };
    let mut found = Vec::new();
    for code in sources().iter().filter(|code| !is_system(code)) {
        // The list of systems is the one place where they are named.
        let is_list = code.path == "rules/mod.rs";
        let mut listing = false;
        for (at, line) in &code.lines {
            if is_list {
                listing = (listing || line.starts_with("pub fn all()")) && line != "}";
                if listing || line.starts_with("pub mod ") {
                    continue;
                }
            }
            for system in &systems {
                let key = system.replace('_', "-");
                let camel: String = system
                    .split('_')
                    .map(|part| part[..1].to_uppercase() + &part[1..])
                    .collect();
                let spelt = line.contains(&format!("\"{key}\""))
                    || line.contains(&format!("\"{system}\""))
                    || names(line, &format!("rules::{system}"))
                    || names(line, &camel);
                if spelt {
                    found.push(format!(
                        "src/{}:{at} names {system}: {}",
                        code.path,
                        line.trim()
                    ));
                }
            }
        }
    }
    check(found);
}

#[test]
fn systems_do_not_use_each_other() {
    let systems = systems();
    let mut found = Vec::new();
    for code in sources() {
        for system in &systems {
            for other in systems.iter().filter(|other| *other != system) {
                if !code.path.starts_with(&format!("rules/{system}/")) {
                    continue;
                }
                for (at, line) in &code.lines {
                    if names(line, &format!("rules::{other}"))
                        || names(line, &format!("super::{other}"))
                    {
                        found.push(format!("src/{}:{at} uses {other}", code.path));
                    }
                }
            }
        }
    }
    check(found);
}
