//! Errors found when a `rules.lua` is read. One script has every form of Lua and every kind of name that is checked;
//! each of its parts is left out once and renamed once. The errors, or the number of functions and lines if the script
//! is valid, are in `tests/data/checked_scripts.txt`. A missing or different check changes that page.
//!
//! `UPDATE_EXPECT=1 cargo test --test library systems::checked_scripts` rewrites the page.

use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;

use super::written_lua::read;
use crate::support::shorter::lists_once;

/// Script with everything that can be in a valid file.
const SCRIPT: &str = include_str!("../../data/duel/every_form.lua");

/// Returns the parts of a script: names, numbers, quoted texts, operators; texts in long brackets and comments are
/// single parts.
fn parts(text: &str) -> Vec<Range<usize>> {
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let run = |fits: fn(char) -> bool| rest.find(|c| !fits(c)).unwrap_or(rest.len());
        let quoted = |end: &str, from: usize| {
            let end = rest[from..].find(end).expect("it ends") + end.len();
            from + end
        };
        let (part, long) = match next {
            c if c.is_whitespace() => (false, c.len_utf8()),
            '-' if rest.starts_with("--[[") => (false, quoted("]]", 4)),
            '-' if rest.starts_with("--") => (false, quoted("\n", 2)),
            '[' if rest.starts_with("[[") => (true, quoted("]]", 2)),
            '[' if rest.starts_with("[==[") => (true, quoted("]==]", 4)),
            '"' => (true, quoted("\"", 1)),
            '\'' => (true, quoted("'", 1)),
            c if c.is_alphanumeric() || c == '_' => {
                (true, run(|c| c.is_alphanumeric() || c == '_'))
            }
            _ => {
                let two = ["//", "==", "~=", "<=", ">=", "::", "..", "<<", ">>"];
                let long = two.iter().any(|sign| rest.starts_with(sign));
                (true, 1 + usize::from(long))
            }
        };
        if part {
            all.push(at..at + long);
        }
        at += long;
    }
    all
}

/// Returns the errors of a script, or a summary of its content.
fn told(lua: &str) -> String {
    match read(lua) {
        Err(wrong) => {
            // The place of the file is known; the rest of each error shows its line.
            let first = |told: &str| told.lines().next().unwrap_or_default().to_owned();
            let mistakes = wrong.split("\nduel/").map(first);
            let mistakes: Vec<String> = mistakes
                .map(|told| told.trim_start_matches("duel/").to_owned())
                .collect();
            mistakes.join("; ")
        }
        Ok(system) => {
            let coverage = system.coverage();
            coverage.watch();
            let functions = coverage.never().into_iter().map(|one| one.to_string());
            let functions = functions.filter(|one| one.contains("the function `"));
            format!(
                "taken: {} functions, {} parts",
                functions.count(),
                coverage.counts().0
            )
        }
    }
}

#[test]
fn errors_at_every_part_of_a_script_match_the_snapshot() {
    let whole = told(SCRIPT);
    let mut page = format!("{whole}\n");
    for part in parts(SCRIPT) {
        let word = &SCRIPT[part.clone()];
        let line = SCRIPT[..part.start].matches('\n').count() + 1;
        let instead = |new: &str| {
            let told = told(&[&SCRIPT[..part.start], new, &SCRIPT[part.end..]].concat());
            if told == whole {
                "the same".to_owned()
            } else {
                told
            }
        };
        let named = word.starts_with(|c: char| c.is_alphabetic());
        let quoted = word.strip_prefix(['\'', '"']);
        let other = match quoted {
            Some(text) if text.len() > 1 => Some("'nonsense'"),
            None if named => Some("nonsense"),
            _ => None,
        };
        let _ = writeln!(page, "{line}: {word}\n    without: {}", instead(""));
        if let Some(other) = other {
            let _ = writeln!(page, "    {other}: {}", instead(other));
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/checked_scripts.txt");
    expect_test::expect_file![path].assert_eq(&lists_once(&page));
}
