//! Everything that a `system.ron` can say is read, or told with its place and what would be right. Of the examples of
//! [the page](../../../docs/your-own-system.md), of the tests' own systems and of those that come along, each kind of place is
//! taken once, in the smallest text that has it: what is told where a number, a text, a sum, a word or a list stands there
//! instead, where nothing stands there, and how far a number goes, is written in `tests/data/checked_systems.txt`. A check
//! that is left out, or one that asks for one more or less, is another page.
//!
//! `UPDATE_EXPECT=1 cargo test --test library systems::checked_systems` writes the page anew.

use std::fs;
use std::path::Path;

use affray::ron_text::Source;
use affray::systems::written::{self, NO_TEXTS};

use crate::support::every_place::Page;
use crate::support::own_system_page::examples;

/// The texts, the smaller first, with their `rules.lua`.
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
fn every_place_of_a_system_says_what_it_takes() {
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
    expect_test::expect_file![path].assert_eq(&page.text);
}
