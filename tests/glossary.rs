//! The glossary (`docs/glossary.md`) says where its words live: there they are.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All sources of a room or a module, `ui::app` or `encounter`, in one text.
fn sources(module: &str) -> String {
    let path = root().join("src").join(module.replace("::", "/"));
    let mut found = vec![path.with_extension("rs"), path];
    let mut text = String::new();
    while let Some(path) = found.pop() {
        if path.is_dir() {
            let inside = fs::read_dir(&path).expect("a folder");
            found.extend(inside.map(|entry| entry.expect("an entry").path()));
        } else if let Ok(source) = fs::read_to_string(&path) {
            text += &source;
        }
    }
    text
}

/// Whether a source declares something of that name.
fn declares(source: &str, name: &str) -> bool {
    let kinds = ["struct", "enum", "trait", "type", "fn"];
    kinds.iter().any(|kind| {
        source
            .split(&format!("{kind} {name}"))
            .skip(1)
            .any(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}

#[test]
fn every_word_stands_once_and_lives_where_it_says() {
    let path: PathBuf = root().join("docs/glossary.md");
    let text = fs::read_to_string(path).expect("a page");
    let mut words = BTreeSet::new();
    for row in text.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [word, what, place] = cells[..] else {
            panic!("{row}: a word, what it is, and where");
        };
        if word == "word" {
            continue;
        }
        assert!(words.insert(word), "`{word}` stands twice");
        let sentence = what.ends_with('.') && what.matches(". ").count() == 0;
        assert!(sentence, "`{word}`: one sentence says what it is");
        let (module, name) = place
            .trim_matches('`')
            .rsplit_once("::")
            .unwrap_or_else(|| panic!("`{word}`: {place} is not in a module"));
        assert!(
            declares(&sources(module), name),
            "`{word}`: there is no `{name}` in src/{module}"
        );
    }
    assert!(words.len() > 50, "only {} words were read", words.len());
}
