//! The saves in `tests/data/saves`. Only their journals are stored, because the first bytes of a journal are a packed copy
//! of its snapshot; [`copy`] writes both files.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use flate2::read::ZlibDecoder;

use affray::ron_text::{Diagnostic, Source};
use affray::store::{Opened, Saves, SessionFiles, saves};
use affray::systems;

/// Returns the folder of the saves.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/saves")
}

/// Returns the journals in a folder, sorted.
fn journals(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).expect("a folder");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "journal"));
    files.sort();
    files
}

/// Returns the names of all saves.
pub fn names() -> Vec<String> {
    let journals = journals(&folder()).into_iter();
    let names = journals.map(|path| path.file_stem().expect("a name").to_owned());
    names
        .map(|name| name.to_string_lossy().into_owned())
        .collect()
}

/// Returns the snapshot that a journal contains.
pub fn snapshot(journal: &Path) -> String {
    let bytes = fs::read(journal).unwrap_or_else(|why| panic!("{}: {why}", journal.display()));
    let head = bytes
        .iter()
        .position(|byte| *byte == b'\n')
        .expect("a head");
    let mut text = String::new();
    ZlibDecoder::new(&bytes[head + 1..])
        .read_to_string(&mut text)
        .expect("a packed snapshot");
    text
}

/// Writes the snapshots of all saves to a new folder.
pub fn snapshots() -> tempfile::TempDir {
    let home = tempfile::tempdir().expect("a folder");
    for journal in journals(&folder()) {
        let name = journal.with_extension("ron");
        let name = name.file_name().expect("a name");
        fs::write(home.path().join(name), snapshot(&journal)).expect("written");
    }
    home
}

/// Copies the journal of a save to a new folder, with its snapshot, because resuming locks and may compact them.
pub fn copy(folder: &Path, name: &str) -> tempfile::TempDir {
    let home = tempfile::tempdir().expect("a folder");
    let journal = format!("{name}.journal");
    let path = folder.join(&journal);
    fs::write(home.path().join(format!("{name}.ron")), snapshot(&path)).expect("written");
    fs::copy(&path, home.path().join(&journal)).expect("copied");
    home
}

/// Reads the snapshot and the journal of a save.
pub fn open(name: &str) -> Opened {
    let home = copy(&folder(), name);
    SessionFiles::look(Saves::new(home.path()).open_folder(), name).expect("a save")
}

/// Changes the text after `before` in a section of a snapshot, and checks the error at that place.
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
