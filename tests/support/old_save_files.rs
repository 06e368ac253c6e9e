//! The saves in `tests/data/saves`.

use std::path::{Path, PathBuf};

use affray::ron_text::{Diagnostic, Source};
use affray::store::{Opened, Saves, SessionFiles, saves};
use affray::systems;

/// Returns the folder of the saves.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/saves")
}

/// Returns the names of all saves.
pub fn names() -> Vec<String> {
    let saves = Saves::new(folder()).list().expect("a list");
    let mut names: Vec<String> = saves.into_iter().map(|save| save.name).collect();
    names.sort();
    names
}

/// Reads the snapshot and the journal of a save.
pub fn open(name: &str) -> Opened {
    SessionFiles::look(Saves::new(folder()).open_folder(), name).expect("a save")
}

/// Changes the text behind `before` in a section of a snapshot, and checks the error at that place.
#[track_caller]
pub fn check_told(
    text: &str,
    section: &str,
    before: &str,
    (old, new): (&str, &str),
    expected: &str,
) {
    let section = text.find(section).expect("the section");
    let wanted = format!("{before}{old}");
    let at = section + text[section..].find(&wanted).expect("the place") + before.len();
    let text = [&text[..at], new, &text[at + old.len()..]].concat();
    let source = Source::new("changed.ron", &text);
    let Err(error) = saves::read(&source, systems::all()) else {
        panic!("it was read");
    };
    let mistake = error
        .downcast::<Diagnostic>()
        .expect("a mistake at a place");
    assert_eq!(mistake, source.explain(at, expected));
}
