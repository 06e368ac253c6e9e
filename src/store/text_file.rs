//! Handwritten files from anywhere on the disk.

use anyhow::{Result, anyhow};
use std::path::Path;

use super::disk::{DiskStore, Store};
use super::file_issue::failed;
use super::session_files::FOREIGN_LIMIT;
use crate::text;

/// Returns a path that is safe for display.
pub(crate) fn shown(path: &Path) -> String {
    text::sanitize(&path.to_string_lossy(), text::LINE_LIMIT).into_owned()
}

/// Reads the text of a handwritten file of at most [`FOREIGN_LIMIT`] bytes. Larger files are refused without reading
/// them.
pub(crate) fn load(path: &Path) -> Result<String> {
    let label = shown(path);
    let (Some(folder), Some(name)) = (
        path.parent(),
        path.file_name().and_then(|name| name.to_str()),
    ) else {
        return Err(anyhow!("{label} is not a file: choose another file"));
    };
    let bytes = DiskStore::new(folder)
        .read(name, FOREIGN_LIMIT)
        .map_err(|error| failed(&label, &error))?;
    let no_text = |good: &[u8]| {
        let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
        anyhow!("{label}: line {line} is not valid text: save the file as UTF-8")
    };
    // Text in UTF 16 is full of zero bytes; other text has no zero bytes.
    if bytes.contains(&0) {
        let good = bytes.split(|byte| *byte == 0).next();
        return Err(no_text(good.unwrap_or_default()));
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        no_text(&error.as_bytes()[..good])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_loaded_or_refused_with_a_reason() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("roster.ron");
        std::fs::write(&path, b"[\n\xff]").expect("written");
        let explained = |path: &Path| {
            let text = load(path).expect_err("not loaded").to_string();
            text.replace(&*folder.path().to_string_lossy(), "~")
        };
        assert_eq!(
            explained(&path),
            "~/roster.ron: line 2 is not valid text: save the file as UTF-8"
        );
        std::fs::write(&path, b"n\0a\0m\0e\0,\0h\0p\0\n\0").expect("written");
        assert_eq!(
            explained(&path),
            "~/roster.ron: line 1 is not valid text: save the file as UTF-8"
        );
        assert_eq!(
            explained(&folder.path().join("none.ron")),
            "~/none.ron: not found: restore it or choose another file"
        );
        assert_eq!(
            explained(folder.path()),
            "~: this is not a file: choose another file"
        );
        std::fs::write(&path, "[]").expect("written");
        assert_eq!(load(&path).expect("text"), "[]");
    }
}
