//! The guide in `docs`: its files are valid, its commands exist, and its table of contents is complete.

use std::fs;
use std::path::Path;

use affray::cli::commands;
use clap::error::ErrorKind;

use crate::support::command_line::affray;

/// Pages for game masters.
const GUIDE: &[&str] = &[
    "running.md",
    "preparing.md",
    "party.md",
    "playing.md",
    "odds.md",
    "players.md",
    "lines.md",
    "files.md",
    "command-line.md",
    "rosters.md",
    "import.md",
    "write-a-system.md",
    "system-cookbook.md",
    "system-words.md",
];

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs")
        .join(name);
    fs::read_to_string(path).expect("a page")
}

/// Returns the RON excerpts of a page.
fn excerpts(name: &str) -> Vec<String> {
    let page = page(name);
    let texts = page.split("```ron\n").skip(1);
    let texts = texts.map(|rest| rest.split_once("```").expect("its end").0.to_owned());
    texts.collect()
}

/// Saves a text as a file in a new home and checks it; returns the report of `affray check`.
fn check(file: &str, text: &str) -> (bool, String) {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join(file);
    fs::create_dir_all(path.parent().expect("a folder")).expect("created");
    fs::write(&path, text).expect("written");
    affray(home.path(), &["check", &path.to_string_lossy()])
}

#[test]
fn excerpts_of_the_guide_are_valid_files() {
    for (name, files) in [
        ("preparing.md", &["encounters/ford.ron"][..]),
        (
            "rosters.md",
            &["rosters/alternation/marsh.ron", "rosters/d20/coven.ron"],
        ),
        ("files.md", &["settings.ron"]),
    ] {
        for (file, text) in files.iter().zip(excerpts(name)) {
            let (valid, report) = check(file, &text);
            assert!(valid, "{name}: {report}");
        }
    }
}

#[test]
fn the_error_in_the_roster_page_is_the_one_that_affray_reports() {
    let roster = excerpts("rosters.md")[0].replace("agi: 12", "agl: 12");
    let (valid, report) = check("rosters/alternation/marsh.ron", &roster);
    assert!(!valid, "{report}");
    let shown = page("rosters.md");
    let (_, rest) = shown.split_once("```text\n").expect("an error");
    let line = rest.lines().next().expect("a line");
    assert!(report.contains(line), "{line}: {report}");
}

/// Returns the commands of a page without placeholders, such as `resume --lines`.
fn commands_of(name: &str) -> Vec<Vec<String>> {
    let page = page(name);
    let spans = page.split('`').skip(1).step_by(2);
    let lines = spans.filter_map(|span| span.strip_prefix("affray "));
    let words = lines.map(|line| {
        let line = line.split(['[', '…']).next().unwrap_or_default();
        line.split_whitespace().map(str::to_owned).collect()
    });
    words.filter(|words: &Vec<_>| !words.is_empty()).collect()
}

#[test]
fn commands_of_the_guide_exist() {
    let mut count = 0;
    for name in GUIDE {
        for words in commands_of(name) {
            let words = words.iter().map(String::as_str);
            let words = words.map(|word| match word {
                "SHELL" => "bash",
                "KEY" => "tavern",
                "DICE" => "2d6",
                word => word,
            });
            let line: Vec<&str> = std::iter::once("affray").chain(words).collect();
            let parsed = commands().try_get_matches_from(&line);
            if line[1] != "COMMAND" {
                let exists = parsed
                    .as_ref()
                    .err()
                    .is_none_or(|error| error.kind() == ErrorKind::MissingRequiredArgument);
                assert!(exists, "{name}: {line:?}");
            }
            count += 1;
        }
    }
    assert!(count > 30, "the guide has {count} commands");
}

#[test]
fn the_table_of_contents_lists_every_page() {
    let contents = page("README.md");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    for entry in fs::read_dir(folder).expect("a folder") {
        let name = entry.expect("an entry").file_name();
        let name = name.to_string_lossy();
        if name.ends_with(".md") && name != "README.md" {
            assert!(contents.contains(&format!("({name})")), "{name}");
        }
    }
}

#[test]
fn every_command_is_on_the_command_line_page() {
    let page = page("command-line.md");
    let mut all = commands().disable_help_subcommand(true);
    all.build();
    for command in all.get_subcommands() {
        let name = command.get_name();
        assert!(page.contains(&format!("| `affray {name}")), "{name}");
    }
}
