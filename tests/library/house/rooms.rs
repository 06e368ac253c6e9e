//! Checks the rules of the codebase: dependencies between modules, names that only one module may use, and shared
//! modules that name no system.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Modules from left to right: each module uses only modules to its left. A module that is not listed here is on the
/// right.
const ROOMS: [&str; 17] = [
    "unix",
    "text",
    "ron_text",
    "dice",
    "values",
    "encounter",
    "resolver",
    "rules",
    "systems",
    "compendium",
    "setup",
    "simulate",
    "session",
    "fight_file",
    "store",
    "ui",
    "cli",
];

/// Folders in `src/systems` that are not systems: shared code, and the code for systems written as data.
const SHARED: [&str; 2] = ["common", "written"];

/// Source file without comments and tests.
struct Code {
    /// Path below `src`, with `/` as the separator.
    path: String,
    /// Top-level module of the file.
    room: String,
    /// Lines with their numbers, from 1.
    lines: Vec<(usize, String)>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn sources() -> Vec<Code> {
    let sources = sources_in("src");
    assert!(sources.len() > 30, "the sources are found");
    sources
}

/// Returns the source files of a folder, with their paths below it.
fn sources_in(folder: &str) -> Vec<Code> {
    let src = root().join(folder);
    let mut files = Vec::new();
    collect(&src, &mut files);
    // Tests in a folder of their own may use any module.
    files.retain(|file| !file.iter().any(|part| part == "tests"));
    files.sort();
    let code = files.iter().map(|file| {
        let path = file.strip_prefix(&src).expect("below src");
        let parts: Vec<String> = path
            .components()
            .map(|part| part.as_os_str().to_string_lossy().into_owned())
            .collect();
        let text = fs::read_to_string(file).expect("a source file");
        let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
        Code {
            room: parts[0].trim_end_matches(".rs").to_owned(),
            path: parts.join("/"),
            lines: lines
                // Tests at the end of a file may use any module.
                .take_while(|(_, line)| line.trim() != "#[cfg(test)]")
                .filter(|(_, line)| !line.trim_start().starts_with("//"))
                .map(|(at, line)| (at, line.to_owned()))
                .collect(),
        }
    });
    code.collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

/// Returns the position of a module; the program's entry point is rightmost.
fn place(room: &str) -> usize {
    ROOMS
        .iter()
        .position(|one| *one == room)
        .unwrap_or(ROOMS.len())
}

/// Returns true if `line` contains `word` as a separate word.
fn names(line: &str, word: &str) -> bool {
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    line.match_indices(word).any(|(at, _)| {
        !is_word(line[..at].chars().next_back()) && !is_word(line[at + word.len()..].chars().next())
    })
}

#[track_caller]
fn check(found: Vec<String>) {
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

/// Returns every line with one of the words, in the files that `where_in` selects.
fn naming(where_in: impl Fn(&Code) -> bool, words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for code in sources().iter().filter(|code| where_in(code)) {
        for (at, line) in &code.lines {
            for word in words.iter().filter(|word| names(line, word)) {
                found.push(format!(
                    "src/{}:{at} names `{word}`: {}",
                    code.path,
                    line.trim()
                ));
            }
        }
    }
    found
}

#[test]
fn modules_use_only_lower_layers() {
    let mut found = Vec::new();
    for code in sources() {
        for (at, line) in &code.lines {
            if line.contains("crate::{") {
                found.push(format!(
                    "src/{}:{at}: one `use crate::room` a room",
                    code.path
                ));
            }
            for room in ROOMS.iter().filter(|room| place(room) > place(&code.room)) {
                let path = format!("crate::{room}");
                if names(line, &path) {
                    found.push(format!("src/{}:{at} uses {room}, to its right", code.path));
                }
            }
        }
    }
    check(found);
}

#[test]
fn every_module_has_a_layer() {
    let src = root().join("src");
    for entry in fs::read_dir(src).expect("a folder") {
        let name = entry.expect("an entry").file_name();
        let name = name.to_string_lossy();
        let room = name.trim_end_matches(".rs");
        let known = ROOMS.contains(&room) || room == "lib" || room == "main";
        assert!(
            known,
            "src/{name} is a room that tests/library/house/rooms.rs does not know"
        );
    }
}

/// Layers of the screen: each layer uses only layers before it. Stored state comes before all layers. Orders are the
/// commands that the GM types and that keys produce.
const SCREEN: [&str; 5] = ["app", "draw", "orders", "keys", "run"];

/// Returns the position in [`SCREEN`] of a file in `src/ui`, by its name or the name of its folder; `None` for stored
/// state.
fn layer(path: &str) -> Option<usize> {
    if ["ui/mod.rs", "ui/program.rs", "ui/picture.rs"].contains(&path) {
        return Some(SCREEN.len() - 1);
    }
    let parts = path.trim_end_matches(".rs").split('/');
    parts
        .filter_map(|part| SCREEN.iter().position(|layer| *layer == part))
        .max()
}

#[test]
fn screen_state_does_not_depend_on_drawing_nor_drawing_on_keys() {
    let mut found = Vec::new();
    for code in sources().iter().filter(|code| code.room == "ui") {
        let above = layer(&code.path).map_or(0, |layer| layer + 1);
        let mut in_use = false;
        for (at, line) in &code.lines {
            let words = line.trim_start();
            in_use |= words.starts_with("use ") || words.starts_with("pub use ");
            for word in &SCREEN[above..] {
                if names(line, word) && (in_use || line.contains(&format!("{word}::"))) {
                    found.push(format!("src/{}:{at} uses {word}: {words}", code.path));
                }
            }
            in_use &= !words.ends_with(';');
        }
    }
    check(found);
}

#[test]
fn only_the_ui_uses_the_terminal() {
    check(naming(
        |code| place(&code.room) < place("ui"),
        &["ratatui", "crossterm", "crokey"],
    ));
}

#[test]
fn no_module_below_the_store_uses_files() {
    check(naming(
        |code| place(&code.room) < place("store") && code.room != "unix",
        &["std::fs", "fs", "File", "OpenOptions", "PathBuf"],
    ));
}

#[test]
fn only_dice_use_randomness_and_rules_use_no_clock() {
    check(naming(|code| code.room != "dice", &["rand"]));
    let is_lua = |code: &Code| code.path.starts_with("systems/written/lua/");
    check(naming(|code| !is_lua(code), &["mlua"]));
    check(naming(
        |code| code.room != "unix",
        &["rustix", "signal_hook", "std::os", "cfg(unix)"],
    ));
    check(naming(
        |code| place(&code.room) < place("store"),
        &["SystemTime", "Instant", "std::env"],
    ));
    // Automatic fights run in large numbers and independently.
    let plays_many = |code: &Code| code.path == "simulate/fight_odds.rs";
    check(naming(
        |code| place(&code.room) < place("store") && !plays_many(code),
        &["thread"],
    ));
    check(naming(|_| true, &["SystemTime::now", "HashMap", "HashSet"]));
}

#[test]
fn no_module_prints_directly() {
    let words = ["println", "print", "eprintln", "eprint", "dbg"];
    let found = naming(|_| true, &words);
    check(
        found
            .into_iter()
            .filter(|line| line.contains('!'))
            .collect(),
    );
}

/// Returns the folders of the systems in `src/systems`.
fn systems() -> Vec<String> {
    let entries = fs::read_dir(root().join("src/systems")).expect("a folder");
    let folders = entries.map(|entry| entry.expect("an entry").path());
    folders
        .filter(|path| path.is_dir())
        .map(|path| {
            path.file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| !SHARED.contains(&name.as_str()))
        .collect()
}

#[test]
fn shared_modules_name_no_system() {
    let systems = systems();
    let is_system = |code: &Code| {
        let mut parts = code.path.split('/');
        parts.next() == Some("systems")
            && parts
                .next()
                .is_some_and(|folder| systems.iter().any(|one| one == folder))
    };
    let mut found = Vec::new();
    for code in sources().iter().filter(|code| !is_system(code)) {
        // Systems are only named in the list of systems.
        let is_list = code.path == "systems/mod.rs";
        let mut listing = false;
        for (at, line) in &code.lines {
            if is_list {
                listing = (listing || line.starts_with("pub fn all()")) && line != "}";
                if listing || line.starts_with("pub mod ") {
                    continue;
                }
            }
            for system in &systems {
                let key = system.replace('_', "-");
                let camel: String = system
                    .split('_')
                    .map(|part| part[..1].to_uppercase() + &part[1..])
                    .collect();
                let spelt = line.contains(&format!("\"{key}\""))
                    || line.contains(&format!("\"{system}\""))
                    || names(line, &format!("systems::{system}"))
                    || names(line, &camel);
                if spelt {
                    found.push(format!(
                        "src/{}:{at} names {system}: {}",
                        code.path,
                        line.trim()
                    ));
                }
            }
        }
    }
    check(found);
}

#[test]
fn systems_do_not_use_each_other() {
    let systems = systems();
    let mut found = Vec::new();
    for code in sources() {
        for system in &systems {
            for other in systems.iter().filter(|other| *other != system) {
                if !code.path.starts_with(&format!("systems/{system}/")) {
                    continue;
                }
                for (at, line) in &code.lines {
                    if names(line, &format!("systems::{other}"))
                        || names(line, &format!("super::{other}"))
                    {
                        found.push(format!("src/{}:{at} uses {other}", code.path));
                    }
                }
            }
        }
    }
    check(found);
}

/// Modules of a system: each module uses only modules before it. The last module is the system itself, which re-exports
/// the others.
const SYSTEM_ROOMS: [&str; 9] = [
    "sheet", "says", "state", "combat", "acts", "flow", "policy", "panes", "mod",
];

/// Permitted dependencies against the order, from file to file, each with the reason why the game itself is circular
/// there.
const CIRCLES: [(&str, &str, &str); 3] = [
    (
        "alternation/combat/maneuvers",
        "alternation/mod",
        "what a hazard does in the midst of an attack is for the GM to rule, and rulings are of the whole system",
    ),
    (
        "countdown/combat/fumble",
        "countdown/combat/reactions",
        "a fumble may let the foe attack at once, who may fumble in turn",
    ),
    (
        "split_round/combat/fetch",
        "split_round/combat/opportunity",
        "a weapon that a fumble has thrown away may be fetched at once, and whoever strikes meanwhile may fumble in turn",
    ),
];

/// Returns the paths that begin with one of the heads, as lists of segments: `super::{a, b::{self, c}}` gives
/// `super::a`, `super::b` and `super::b::c`.
fn paths(text: &str, heads: &[String]) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    for head in heads {
        for (at, _) in text.match_indices(head.as_str()) {
            let before = text[..at].chars().next_back();
            if !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                expand(&text[at..], "", &mut all);
            }
        }
    }
    let segments = |path: String| path.split("::").map(str::to_owned).collect();
    all.into_iter().map(segments).collect()
}

/// Reads one path, or all paths in braces, with the prefix `before`; returns the text after it.
fn expand<'a>(text: &'a str, before: &str, all: &mut Vec<String>) -> &'a str {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
    let (word, mut rest) = text.split_at(end.unwrap_or(text.len()));
    let path = format!("{before}{word}");
    if !rest.starts_with('{') {
        all.push(path.trim_end_matches("::self").to_owned());
        // A path with another name (`as`) is the same path.
        let renamed = rest.trim_start().strip_prefix("as ");
        return renamed.map_or(rest, |rest| {
            rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_')
        });
    }
    while !rest.starts_with('}') {
        rest = expand(rest[1..].trim_start(), &path, all).trim_start();
        assert!(rest.starts_with([',', '}']), "not a path: {path}{rest}");
        if rest[1..].trim_start().starts_with('}') {
            rest = rest[1..].trim_start();
        }
    }
    &rest[1..]
}

/// Returns the dependencies between the files of a system, as paths below `systems` without extension.
fn arrows(system: &str) -> BTreeMap<String, BTreeSet<String>> {
    let sources = sources();
    let file = |code: &Code| {
        let path = code.path.strip_prefix("systems/")?.strip_suffix(".rs")?;
        let mut rooms = path.split('/');
        let mine = rooms.next() == Some(system) && rooms.all(|room| room != "tests");
        mine.then(|| path.to_owned())
    };
    let files: BTreeSet<String> = sources.iter().filter_map(file).collect();
    // File in which a module path ends: for `combat::wounds::hurt` it is `combat/wounds`.
    let home = |path: &[String]| {
        let mut ways = (1..=path.len()).rev().map(|long| path[..long].join("/"));
        ways.find_map(|way| {
            let room = format!("{way}/mod");
            [way, room].into_iter().find(|way| files.contains(way))
        })
    };
    let heads = ["super::".to_owned(), format!("crate::systems::{system}")];
    let mut arrows = BTreeMap::new();
    for code in &sources {
        let Some(from) = file(code) else {
            continue;
        };
        let mut module: Vec<String> = from.split('/').map(str::to_owned).collect();
        module.retain(|word| word != "mod");
        let text: Vec<&str> = code.lines.iter().map(|(_, line)| line.as_str()).collect();
        // An implementation names a trait of the system without depending on it.
        let writes = |name: &str| {
            let end = format!(" for {name} {{");
            let mut heads = text.iter().filter(|line| line.starts_with("impl "));
            heads.any(|head| head.ends_with(&end))
        };
        let mut to = BTreeSet::new();
        for path in paths(&text.join("\n"), &heads) {
            let up = path.iter().take_while(|word| *word == "super").count();
            let whole: Vec<String> = if up == 0 {
                path[2..].to_vec()
            } else {
                let parent = &module[..module.len().saturating_sub(up)];
                parent.iter().chain(&path[up..]).cloned().collect()
            };
            if !(whole.len() == 2 && writes(&whole[1])) {
                to.extend(home(&whole));
            }
        }
        // A module depends on its own files.
        for line in text {
            let words = line.trim_start_matches("pub ").strip_prefix("mod ");
            if let Some(child) = words.and_then(|words| words.strip_suffix(';')) {
                to.extend(home(&[module.as_slice(), &[child.to_owned()]].concat()));
            }
        }
        to.remove(&from);
        arrows.insert(from, to);
    }
    arrows
}

/// Returns the module of a system's file.
fn room_of(file: &str) -> &str {
    file.split('/').nth(1).expect("below a system")
}

/// Returns true if one file depends on another through files of the same module.
fn leads(arrows: &BTreeMap<String, BTreeSet<String>>, from: &str, to: &str) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(one) = open.pop() {
        let near = arrows[one]
            .iter()
            .filter(|next| room_of(next) == room_of(to));
        for next in near {
            if next == to {
                return true;
            }
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    false
}

#[test]
fn files_of_a_system_keep_their_layers_without_cycles() {
    let mut found = Vec::new();
    let mut needed = BTreeSet::new();
    for system in &systems() {
        let mut arrows = arrows(system);
        assert!(arrows.len() > 5, "the files of {system} are found");
        for (from, to, why) in CIRCLES {
            if arrows.get_mut(from).is_some_and(|all| all.remove(to)) {
                needed.insert((from, to, why));
            }
        }
        let place = |file: &str| {
            let room = SYSTEM_ROOMS.iter().position(|room| *room == room_of(file));
            room.unwrap_or_else(|| panic!("src/systems/{file}.rs stands in no room of a system"))
        };
        for (from, all) in &arrows {
            for to in all {
                if place(to) > place(from) {
                    found.push(format!("src/systems/{from}.rs uses {to}, in a later room"));
                } else if place(to) == place(from) && leads(&arrows, to, from) {
                    found.push(format!(
                        "src/systems/{from}.rs uses {to}, which leads back to it"
                    ));
                }
            }
        }
    }
    for gone in CIRCLES.iter().filter(|one| !needed.contains(one)) {
        found.push(format!(
            "{} no longer uses {}: strike the circle out",
            gone.0, gone.1
        ));
    }
    check(found);
}

/// Returns the dependencies of each file in a folder, as paths below it without extension. A path depends on the file
/// that defines the item: a `mod.rs` that only declares files and re-exports their names has no dependencies.
fn leads_to(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let sources = sources_in(folder);
    let stem = |code: &Code| code.path.trim_end_matches(".rs").to_owned();
    let files: BTreeSet<String> = sources.iter().map(stem).collect();
    let texts: Vec<(String, Text)> = sources
        .iter()
        .map(|code| (stem(code), Text::of(code, &files)))
        .collect();
    let handed: BTreeMap<(&str, &str), &[String]> = texts
        .iter()
        .flat_map(|(file, text)| {
            let names = text.handed_on.iter();
            names.map(|(name, path)| ((file.as_str(), name.as_str()), path.as_slice()))
        })
        .collect();
    let arrows = texts.iter().map(|(from, text)| {
        // A re-exported name counts as used if the file uses it as well.
        let own = text.handed_on.iter();
        let own = own.filter(|(name, _)| names(&text.code, name));
        let all = text.used.iter().chain(own.map(|(_, path)| path));
        let to = all.filter_map(|path| definition(path, &files, &handed));
        let to = to.filter(|to| to != from).collect();
        (from.clone(), to)
    });
    arrows.collect()
}

/// Code of a file, with the paths and names it uses.
struct Text {
    /// Code without declarations of modules and re-exports.
    code: String,
    /// Paths in the code, from the folder down.
    used: Vec<Vec<String>>,
    /// Re-exported names, and the paths they come from.
    handed_on: Vec<(String, Vec<String>)>,
}

impl Text {
    fn of(code: &Code, files: &BTreeSet<String>) -> Self {
        let path = code.path.trim_end_matches(".rs");
        let mut module: Vec<&str> = path.split('/').collect();
        module.retain(|word| !["mod", "lib", "main"].contains(word));
        let is_child = |word: &str| {
            let child = [module.as_slice(), &[word]].concat().join("/");
            files.contains(&child) || files.contains(&format!("{child}/mod"))
        };
        let whole = |path: &[String]| -> Option<Vec<String>> {
            let up = path.iter().take_while(|word| *word == "super").count();
            let (from, rest) = match path[0].as_str() {
                "crate" => (Vec::new(), &path[1..]),
                "self" => (module.clone(), &path[1..]),
                "super" => (
                    module[..module.len().checked_sub(up)?].to_vec(),
                    &path[up..],
                ),
                word if is_child(word) => (module.clone(), path),
                _ => return None,
            };
            let from = from.into_iter().map(str::to_owned);
            Some(from.chain(rest.iter().cloned()).collect())
        };
        let (mut own, mut handed_on, mut handing) = (String::new(), Vec::new(), None::<String>);
        for (_, line) in &code.lines {
            let line = line.replace("$crate", "");
            // A visibility such as `pub(super)` is not a dependency.
            let (visible, words) = match line.trim_start().strip_prefix("pub") {
                Some(rest) if rest.starts_with('(') => {
                    (true, rest.split_once(')').map_or("", |(_, words)| words))
                }
                Some(rest) if rest.starts_with(' ') => (true, rest),
                _ => (false, line.as_str()),
            };
            let words = words.trim();
            if handing.is_none() && visible && words.starts_with("use ") {
                handing = Some(String::new());
            }
            if let Some(so_far) = &mut handing {
                *so_far += words.trim_start_matches("use ");
                if let Some(all) = so_far.strip_suffix(';') {
                    let mut paths = Vec::new();
                    expand(all, "", &mut paths);
                    for path in paths {
                        let path: Vec<String> = path.split("::").map(str::to_owned).collect();
                        let name = path.last().expect("a path").clone();
                        handed_on.extend(whole(&path).map(|path| (name, path)));
                    }
                    handing = None;
                }
            } else if !(words.starts_with("mod ") && words.ends_with(';')) {
                own += words;
                own.push('\n');
            }
        }
        let mut heads: Vec<String> = ["super::", "self::", "crate::"].map(str::to_owned).to_vec();
        let children = files.iter().filter_map(|file| {
            let below = file
                .strip_prefix(&module.join("/"))?
                .trim_start_matches('/');
            let word = below.split('/').next()?;
            (path.ends_with("mod") && is_child(word)).then(|| format!("{word}::"))
        });
        heads.extend(children.collect::<BTreeSet<String>>());
        let used = paths(&own, &heads);
        Self {
            used: used.iter().filter_map(|path| whole(path)).collect(),
            code: own,
            handed_on,
        }
    }
}

/// Returns the file that defines the item of a path, following re-exports.
fn definition(
    path: &[String],
    files: &BTreeSet<String>,
    handed: &BTreeMap<(&str, &str), &[String]>,
) -> Option<String> {
    let mut path = path.to_vec();
    for _ in 0..8 {
        let long = (1..=path.len()).rev().find_map(|long| {
            let way = path[..long].join("/");
            let room = format!("{way}/mod");
            let file = [way, room].into_iter().find(|way| files.contains(way))?;
            Some((long, file))
        });
        let (long, file) = long?;
        let next = path.get(long).and_then(|name| handed.get(&(&file, name)));
        match next {
            Some(from) => path = from.iter().chain(&path[long + 1..]).cloned().collect(),
            None => return Some(file),
        }
    }
    None
}

/// Permitted circular dependencies between files, each with its reason.
const LEAD_BACK: [(&str, &str, &str); 4] = [
    (
        "simulate/lookahead",
        "simulate/one_fight",
        "what a side tries is a fight played on, and in a fight a side may try",
    ),
    (
        "systems/written/play/lasting",
        "systems/written/play/look",
        "the row that caused a condition is read like every row, and modifiers read it",
    ),
    (
        "systems/written/play/lasting",
        "systems/written/play/changes",
        "a condition with an end of its own begins and ends like every condition",
    ),
    (
        "systems/written/play/lasting",
        "systems/written/play/effects",
        "a save that ends a condition is rolled like every test, and effects start conditions",
    ),
];

/// Returns true if one file depends on another, directly or indirectly.
fn reaches(arrows: &BTreeMap<String, BTreeSet<String>>, from: &str, to: &str) -> bool {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(one) = open.pop() {
        if one == to {
            return true;
        }
        if seen.insert(one) {
            open.extend(arrows[one].iter().map(String::as_str));
        }
    }
    false
}

#[test]
fn no_two_files_depend_on_each_other() {
    let mut found = Vec::new();
    let mut needed = BTreeSet::new();
    for folder in ["src", "benches/figures"] {
        let mut arrows = leads_to(folder);
        let many: usize = arrows.values().map(BTreeSet::len).sum();
        assert!(
            many > arrows.len(),
            "only {many} uses in {folder} were read"
        );
        // Circles within systems are checked by the test of the systems.
        for (from, to, _) in CIRCLES {
            let (from, to) = (format!("systems/{from}"), format!("systems/{to}"));
            arrows.get_mut(&from).map(|all| all.remove(&to));
        }
        for (from, to, why) in LEAD_BACK {
            if arrows.get(from).is_some_and(|all| all.contains(to)) && reaches(&arrows, to, from) {
                arrows.get_mut(from).expect("a file").remove(to);
                needed.insert((from, to, why));
            }
        }
        for (from, all) in &arrows {
            for to in all.iter().filter(|to| reaches(&arrows, to, from)) {
                found.push(format!(
                    "{folder}/{from}.rs uses {to}, which leads back to it"
                ));
            }
        }
    }
    for gone in LEAD_BACK.iter().filter(|one| !needed.contains(*one)) {
        found.push(format!(
            "{} and {} lead to each other no more: strike them out",
            gone.0, gone.1
        ));
    }
    check(found);
}
