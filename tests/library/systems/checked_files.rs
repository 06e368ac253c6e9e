//! Every value of an encounter, a roster and a fight file is read, or reported with its place and a remedy. Each kind
//! of place in the bundled files and in those of the tests is tried once; the results are in
//! `tests/data/checked_files.txt`. The fields of sheets are described on [the page of the
//! system](../../../docs/fields), so only the sheets of one roster are tried.
//!
//! `UPDATE_EXPECT=1 cargo test --test library systems::checked_files` rewrites the page.

use std::fs;
use std::path::{Path, PathBuf};

use affray::compendium::Compendium;
use affray::ron_text::{Diagnostic, Source};
use affray::{fight_file, setup, systems};

use crate::support::every_place::Page;
use crate::support::shorter::lists_once;

fn compendia() -> Vec<Compendium> {
    let all = systems::all().iter();
    all.map(|system| Compendium::built_in(*system).0).collect()
}

/// Returns the texts of a folder, sorted by name.
fn texts(folder: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = fs::read_dir(&folder).expect("a folder");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "ron"));
    files.sort();
    let texts = files
        .iter()
        .map(|file| fs::read_to_string(file).expect("a text"));
    texts.collect()
}

#[test]
fn errors_at_every_place_of_a_file_match_the_snapshot() {
    let compendia = compendia();
    let known: Vec<&Compendium> = compendia.iter().collect();
    let no_sheet = |kind: &str| !kind.contains("sheet.");
    let mut page = Page::default();
    let encounter = |source: &Source| setup::read(source, &known).1;
    for compendium in &compendia {
        for text in texts(&format!("assets/{}/encounters", compendium.key())) {
            page.add(&text, &encounter, no_sheet);
        }
    }
    page.text += "\nA fight as a test\n";
    let fight = |source: &Source| -> Vec<Diagnostic> {
        fight_file::read(source, &known).err().unwrap_or_default()
    };
    for text in texts("tests/fights/alternation") {
        page.add(&text, &fight, |kind| {
            no_sheet(kind) && !kind.contains("setup.")
        });
    }
    page.text += "\nA roster\n";
    let alternation = known.iter().find(|one| one.key() == "alternation");
    let alternation = alternation.expect("a system");
    let roster = |source: &Source| alternation.read_roster(source, true).1;
    for text in texts("assets/alternation")
        .iter()
        .filter(|text| text.contains("attacks:"))
    {
        page.add(text, &roster, |_| true);
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/checked_files.txt");
    expect_test::expect_file![path].assert_eq(&lists_once(&page.text));
}
