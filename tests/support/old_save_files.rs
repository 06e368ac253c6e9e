//! The saves in `tests/data/saves`.

use std::path::{Path, PathBuf};

use affray::ron_text::{Diagnostic, Source};
use affray::store::{Opened, Saves, SessionFiles, saves};
use affray::systems;

/// Where they lie.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/saves")
}

/// The names of all of them.
pub fn names() -> Vec<String> {
    let saves = Saves::new(folder()).list().expect("a list");
    let mut names: Vec<String> = saves.into_iter().map(|save| save.name).collect();
    names.sort();
    names
}

/// The snapshot and the journal of one, as they stand.
pub fn open(name: &str) -> Opened {
    SessionFiles::look(Saves::new(folder()).open_folder(), name).expect("a save")
}

/// Changes what stands behind `before` in a section of a snapshot, and sees what is told of that very place.
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
