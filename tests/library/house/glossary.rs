//! Checks that pages for contributors refer to existing code. The glossary (`docs/glossary.md`) is checked word by
//! word. The map (`ARCHITECTURE.md`) and the guide (`docs/rust-rulebooks.md`) are checked for every path, type and
//! function, and the guide for every line of code. The map of the tests (`tests/README.md`) is checked for every
//! module.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns all source code of a module, such as `ui::app` or `encounter`, in one text.
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

/// Returns true if a source declares an item of this name.
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
fn each_term_is_listed_once_with_its_module() {
    let path: PathBuf = root().join("docs/glossary.md");
    let text = fs::read_to_string(path).expect("a page");
    let mut words = BTreeSet::new();
    for row in text.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [word, what, place] = cells[..] else {
            panic!("{row}: a word, what it is, and where");
        };
        if word == "term" {
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

/// Returns the source files below `src`, each with its path and text.
fn files() -> Vec<(PathBuf, String)> {
    let (mut folders, mut files) = (vec![root().join("src")], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let text = fs::read_to_string(&path).expect("a source");
                files.push((path, text));
            }
        }
    }
    files
}

/// Returns true if a text contains a word on its own.
fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .any(|one| one == word)
}

/// Returns true if a page names existing code: a path, `cx.roll`, `sheet!`, `When::Due`, `stage::begins`. Returns false
/// if the name has none of these forms, and an error if the code is missing.
fn found(named: &str, files: &[(PathBuf, String)]) -> Result<bool, String> {
    let there = |ok: bool, what: &str| ok.then_some(true).ok_or_else(|| format!("no {what}"));
    if let Some(path) = path_of(named) {
        for system in affray::systems::all() {
            // The folder of a module has no hyphen in its name.
            let key = if path.starts_with("src") {
                system.key().replace('-', "_")
            } else {
                system.key().to_owned()
            };
            // Systems written as data have no folder of code.
            if path.starts_with("src") && !root().join("src/systems").join(&key).exists() {
                continue;
            }
            let path = path.replace("KEY", &key);
            let places = [root().join(&path), root().join("src").join(&path)];
            let is = |place: &PathBuf| place.exists() || place.with_extension("rs").exists();
            there(places.iter().any(is), &path)?;
        }
        return Ok(true);
    }
    let word = named.split(|c: char| !c.is_alphanumeric() && !"_:.".contains(c));
    let word = word.into_iter().next().unwrap_or_default();
    let any = |is: &dyn Fn(&Path, &str) -> bool| files.iter().any(|(path, text)| is(path, text));
    if named == format!("{word}!") {
        let made = format!("macro_rules! {word} ");
        return there(any(&|_, text| text.contains(&made)), &made);
    }
    if let Some(asks) = word.strip_prefix("cx.") {
        return there(declares(&sources("resolver"), asks), named);
    }
    if let Some(row) = word.strip_prefix("f.") {
        return there(declares(&sources("resolver::form"), row), named);
    }
    match word.split_once("::") {
        Some((of, member)) if is_type(of) => {
            // Records have their methods from `records!`.
            let kept = declares(&sources("resolver::records"), member);
            let has = |text: &str| declares(text, of) && (kept || has_word(text, member));
            there(any(&|_, text| has(text)), named)
        }
        Some((module, name)) if !name.is_empty() => {
            let is = |path: &Path| path.with_extension("").iter().any(|part| part == module);
            there(any(&|path, text| is(path) && declares(text, name)), named)
        }
        None if word == named && is_type(word) => {
            there(any(&|_, text| declares(text, word)), named)
        }
        _ => Ok(false),
    }
}

/// Returns the path that a name means, from the root or from `src`.
fn path_of(named: &str) -> Option<String> {
    let ends = [".rs", ".ron", ".md"];
    // A path with a number leads to a value on a sheet.
    let value = named.split('/').any(|part| part.parse::<u32>().is_ok());
    if named.contains('/') && !value {
        let path = named.replace("<system>", "KEY");
        Some(path.trim_end_matches("*.ron").to_owned())
    } else if ends.iter().any(|end| named.ends_with(end)) {
        Some(format!("assets/KEY/{named}"))
    } else {
        None
    }
}

/// Checks the code that a page of a folder names, outside its code blocks; returns the number of names found.
fn hold(prose: &str, folder: &Path) -> usize {
    let files = files();
    let spans = prose.split('`').skip(1).step_by(2);
    let found = spans.filter(|named| {
        found(named, &files).unwrap_or_else(|why| panic!("`{named}`: there is {why}"))
    });
    let found = found.count();
    for link in prose.split("](").skip(1) {
        let to = link.split(')').next().unwrap_or_default();
        assert!(folder.join(to).exists(), "{to} leads nowhere");
    }
    found
}

#[test]
fn names_in_the_architecture_page_exist() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("a page");
    let found = hold(&page, root());
    assert!(found > 50, "only {found} names were read");
}

/// Returns true if a word names a type.
fn is_type(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && word.contains(char::is_lowercase) && word != "Option"
}

/// Each type in the map's table of modules belongs to the module of its row, and to no other.
#[test]
fn types_in_the_architecture_page_belong_to_their_module() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("a page");
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    let mut found = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        let rooms: Vec<&str> = cells[0].split('`').skip(1).step_by(2).collect();
        if !rooms.iter().all(|room| {
            root().join("src").join(room).exists() || root().join(format!("src/{room}.rs")).exists()
        }) {
            // The table of the systems has no types.
            continue;
        }
        let text: String = rooms.iter().map(|room| sources(room)).collect();
        let named = cells[1].split('`').skip(1).step_by(2);
        for name in named.filter(|name| is_type(name) && name.chars().all(char::is_alphanumeric)) {
            assert!(declares(&text, name), "there is no `{name}` in {rooms:?}");
            found += 1;
        }
    }
    assert!(found > 15, "only {found} types were read");
}

#[test]
fn names_in_the_rulebook_guide_exist() {
    let folder = root().join("docs");
    let page = fs::read_to_string(folder.join("rust-rulebooks.md")).expect("a page");
    // Shell commands name no code.
    let mut parts = page.split("```text\n");
    let first = parts.next().unwrap_or_default().to_owned();
    let page = parts.fold(first, |page, part| {
        page + part.split_once("```\n").expect("it ends").1
    });
    let (mut prose, mut quoted) = (String::new(), 0);
    for (place, part) in page.split("```rust\n").enumerate() {
        let (code, rest) = match place {
            0 => ("", part),
            _ => part.split_once("```\n").expect("the code ends"),
        };
        prose += rest;
        let Some((head, lines)) = code.split_once('\n') else {
            continue;
        };
        let path = head.strip_prefix("// ").expect("where the code stands");
        let source = fs::read_to_string(root().join(path)).expect("a source");
        let trim = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
        let says = trim(&source).contains(&trim(lines));
        assert!(says, "{path} does not say\n{lines}");
        quoted += 1;
    }
    let found = hold(&prose, &folder);
    assert!(
        quoted > 5 && found > 60,
        "{quoted} quotations and {found} names were read"
    );
}

/// The guide lists the tests of all systems: every test that uses the list of systems.
#[test]
fn the_guide_lists_the_tests_of_all_systems() {
    let page = fs::read_to_string(root().join("docs/rust-rulebooks.md")).expect("a page");
    let signs = [
        "laws::",
        "random_games::",
        "in systems::all()",
        "in affray::systems::all()",
        "systems::all().iter().map",
        "\"src/systems\"",
    ];
    let mut folders = vec![root().join("tests/library")];
    let mut missing = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).expect("a source");
            let path = path.strip_prefix(root()).expect("below the root");
            let path = path.to_string_lossy().into_owned();
            if signs.iter().any(|sign| text.contains(sign)) && !page.contains(&path) {
                missing.push(path);
            }
        }
    }
    assert!(missing.is_empty(), "the guide does not list {missing:?}");
}

#[test]
fn every_promise_names_existing_tests() {
    let page = fs::read_to_string(root().join("tests/promises.md")).expect("a page");
    let rows = page.lines().filter(|line| line.starts_with("| R"));
    let mut ids = Vec::new();
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        ids.push(cells[0].to_owned());
        let tests = cells[2].split('`').skip(1).step_by(2);
        let tests: Vec<&str> = tests.filter(|word| word.contains("::")).collect();
        assert!(!tests.is_empty(), "{row}");
        for test in tests {
            let (module, name) = test.rsplit_once("::").expect("a module and a test");
            let files = ["library", "program"].map(|program| {
                let path = root().join("tests").join(program);
                let path = path.join(module.replace("::", "/"));
                [path.with_extension("rs"), path.join("mod.rs")]
            });
            let text = files
                .iter()
                .flatten()
                .find_map(|path| fs::read_to_string(path).ok());
            let text = text.unwrap_or_else(|| panic!("no file of {test}"));
            assert!(
                text.contains(&format!("#[test]\nfn {name}()")),
                "no test {test}"
            );
        }
    }
    let all: Vec<String> = (1..=26).map(|number| format!("R{number}")).collect();
    assert_eq!(ids, all);
}

/// Returns the modules that a test file declares.
fn modules_in(file: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("tests").join(file)).expect("a source");
    let names = text.lines().filter_map(|line| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        line.strip_prefix("mod ")?.strip_suffix(';')
    });
    names.map(str::to_owned).collect()
}

#[test]
fn every_test_module_is_listed_in_the_readme() {
    let page = fs::read_to_string(root().join("tests/README.md")).expect("a page");
    let mut names = modules_in("program/main.rs");
    names.extend(modules_in("support/mod.rs"));
    for folder in modules_in("library/main.rs") {
        if folder != "support" {
            let inside = modules_in(&format!("library/{folder}/mod.rs"));
            names.extend(inside.iter().map(|name| format!("{folder}::{name}")));
        }
    }
    assert!(names.len() > 60, "only {} modules were found", names.len());
    for name in names {
        assert!(page.contains(&format!("`{name}`")), "no row for `{name}`");
    }
}
