//! Every value of a `system.ron` is read, or reported with its place and a remedy. Each kind of place in the examples
//! with every word, in the systems of the tests and in the bundled ones is tried once,
//! in the smallest text that has it: the errors for other kinds of values and for an empty value, and the limits of
//! numbers, are in `tests/data/checked_systems.txt`. A missing or different check changes that page.
//!
//! `UPDATE_EXPECT=1 cargo test --test library systems::checked_systems` rewrites the page.

use std::fs;
use std::path::Path;

use affray::ron_text::Source;
use affray::systems::written::{self, NO_TEXTS};

use crate::support::every_place::Page;
use crate::support::shorter::lists_once;
use crate::support::system_pages::examples;

/// Returns the texts, smaller ones first, with their `rules.lua`.
fn texts() -> Vec<(String, Option<String>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all: Vec<_> = examples().into_iter().map(|text| (text, None)).collect();
    let own = [
        "popcorn",
        "spotlight",
        "timeline",
        "dungeon",
        "cards",
        "press",
    ];
    let own = own.map(|key| format!("tests/support/written_systems/assets/{key}"));
    let ours = written::bundled();
    let ours = ours.iter().map(|one| format!("assets/{}", one.key()));
    for folder in own.into_iter().chain(ours) {
        let text = |file| fs::read_to_string(root.join(&folder).join(file)).ok();
        all.push((text("system.ron").expect("a system"), text("rules.lua")));
    }
    all.sort_by_key(|(text, _)| text.len());
    all
}

#[test]
fn errors_at_every_place_of_a_system_match_the_snapshot() {
    let mut page = Page::default();
    for (text, lua) in texts() {
        let lua = lua.map(|lua| Source::new("its functions", &lua));
        let read = |source: &Source| {
            let read = written::read_with("example", source, lua.as_ref(), NO_TEXTS);
            read.err().unwrap_or_default()
        };
        page.add(&text, &read, |_| true);
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/checked_systems.txt");
    expect_test::expect_file![path].assert_eq(&lists_once(&page.text));
}
