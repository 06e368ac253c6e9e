//! Systems that are written as data: what their pages promise, and how little it takes.

use std::fs;
use std::path::{Path, PathBuf};

use affray::ron_text::{Diagnostic, Source};
use affray::systems::written::{self, NO_TEXTS};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn page() -> String {
    fs::read_to_string(root().join("docs/your-own-system.md")).expect("the page")
}

/// The blocks of a page that are RON.
fn blocks(page: &str) -> Vec<String> {
    let parts = page.split("```").skip(1).step_by(2);
    let ron = parts.filter_map(|part| part.strip_prefix("ron\n"));
    ron.map(str::to_owned).collect()
}

fn told(wrong: &[Diagnostic]) -> String {
    let told: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    told.join("\n")
}

/// What the examples of the page speak of and do not declare themselves.
const SHEET: &str = r#""max_health": (required: true, range: (1, 99)), "health": (life: "max_health"), "guard": (default: 11), "armour": (),
    "fists": (), "marks": (), "max_mana": (), "mana": (pool: "max_mana"), "captain": (is: Flag), "zone": (is: OneOf(["near", "far"])),
    "weapons": (is: List({ "damage": (is: Dice), "reach": (is: Flag) })),"#;

/// An example with what else a system needs.
fn whole(example: &str) -> String {
    let has = |word: &str| {
        example
            .lines()
            .any(|line| line.starts_with(&format!("{word}:")))
    };
    let mut whole = format!("(name: \"Example\",\n{example}\n");
    for (word, stands) in [
        ("sheet", format!("sheet: {{ {SHEET} }},\n")),
        ("order", "order: AsListed,\n".to_owned()),
        ("turn", "turn: { \"move\": 1, \"deed\": 1 },\n".to_owned()),
    ] {
        if !has(word) {
            whole += &stands;
        }
    }
    whole + ")"
}

#[test]
fn every_example_of_the_page_is_read() {
    let blocks = blocks(&page());
    assert!(blocks.len() > 9, "only {} examples", blocks.len());
    for block in blocks {
        let text = match block.trim_start().starts_with('(') {
            true => block,
            false => whole(&block),
        };
        let read = written::read("example", &Source::new("page", &text), NO_TEXTS);
        if let Err(wrong) = read {
            panic!("{}\n{text}", told(&wrong));
        }
    }
}

/// Every word that the reader knows is told of, so that nobody has to read the reader.
#[test]
fn the_page_tells_every_word() {
    let page = page();
    let folder = root().join("src/systems/written");
    let mut missing = Vec::new();
    for file in ["read.rs", "read_fields.rs", "read_effects.rs", "reader.rs"] {
        let text = fs::read_to_string(folder.join(file)).expect("a source");
        for sign in ["take(\"", "need(\"", "(&mut fields, \"", "(&mut top, \""] {
            for part in text.split(sign).skip(1) {
                let word = part.split('"').next().unwrap_or_default();
                let told = page.contains(&format!("{word}:"));
                if !told && !["author", "licence", "version"].contains(&word) {
                    missing.push(word.to_owned());
                }
            }
        }
    }
    missing.sort();
    missing.dedup();
    assert_eq!(
        missing, [""; 0],
        "docs/your-own-system.md says nothing of these"
    );
}

/// A whole small game is a page of data.
#[test]
fn popcorn_takes_few_lines_and_no_code() {
    let folder = root().join("tests/support/written_systems/assets/popcorn");
    let text = fs::read_to_string(folder.join("system.ron")).expect("its file");
    assert!(text.lines().count() <= 150);
    assert!(!folder.join("rules.lua").exists());
}

/// Brackets that are never closed come first and most: the line is told where they were opened.
#[test]
fn a_bracket_that_is_never_closed_is_told_where_it_was_opened() {
    let text = "(\n    name: \"X\",\n    sheet: {\n        \"health\": (life: 5,\n    },\n    order: AsListed,\n)";
    let read = written::read("x", &Source::new("x.ron", text), NO_TEXTS);
    let Err(wrong) = read else {
        panic!("it is read");
    };
    let told = told(&wrong);
    assert!(
        told.contains("x.ron:4:19: the `(` that stands here is never closed"),
        "{told}"
    );
}
