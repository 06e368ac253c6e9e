//! Checks that every rule id in the repository is in a contract (`docs/rules`), and that every rule of a contract has a
//! test.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::written_systems;

/// Files and folders to read in addition to `src`.
const READ: [&str; 8] = [
    "tests",
    "benches",
    "assets",
    "docs",
    "saves",
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
];

/// Folder with the contracts of written systems that only the tests know.
const WRITTEN: &str = "tests/support/written_systems/docs/rules";

/// This file, which names ids that do not exist.
const THIS: &str = "tests/library/house/rule_ids.rs";

/// Contract of a system.
struct Contract {
    /// Key of the system, which is also the name of its folder in `tests/fights`.
    system: String,
    /// Rules, with true if they need a test; notes do not.
    rules: BTreeMap<String, bool>,
    /// Worked examples, such as `ALT-EX-13`.
    examples: BTreeSet<String>,
}

/// File below the root of the repository.
struct Page {
    path: String,
    text: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn collect(path: PathBuf, pages: &mut Vec<Page>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("a folder") {
            collect(entry.expect("an entry").path(), pages);
        }
    } else if path
        .extension()
        .is_some_and(|ending| ["rs", "ron", "md"].iter().any(|known| ending == *known))
    {
        let name = path.strip_prefix(root()).expect("below the root");
        pages.push(Page {
            path: name.to_string_lossy().into_owned(),
            text: fs::read_to_string(&path).expect("a text file"),
        });
    }
}

/// Returns the text files in some places, sorted by path.
fn pages(places: &[&str]) -> Vec<Page> {
    let mut pages = Vec::new();
    for place in places {
        collect(root().join(place), &mut pages);
    }
    assert!(!pages.is_empty(), "{places:?} are found");
    pages.sort_by(|a, b| a.path.cmp(&b.path));
    pages
}

/// Returns the ids in a text: three upper-case letters, `EX` for an example, and a number of at least two digits, or
/// one for an example.
fn ids(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    words
        .filter(|word| is_id(word))
        .map(str::to_owned)
        .collect()
}

fn is_id(word: &str) -> bool {
    let mut parts = word.split('-');
    let prefix = parts.next().unwrap_or("");
    let number = match (parts.next(), parts.next(), parts.next()) {
        (Some("EX"), Some(number), None) => number,
        (Some(number), None, None) if number.len() > 1 => number,
        _ => return false,
    };
    prefix.len() == 3
        && prefix.bytes().all(|c| c.is_ascii_uppercase())
        && (1..=3).contains(&number.len())
        && number.bytes().all(|c| c.is_ascii_digit())
}

fn contracts() -> Vec<Contract> {
    let mut contracts = Vec::new();
    for page in pages(&["docs/rules", WRITTEN]) {
        let (_, system) = page.path.rsplit_once('/').expect("a path");
        if system == "README.md" {
            continue;
        }
        let mut contract = Contract {
            system: system.trim_end_matches(".md").to_owned(),
            rules: BTreeMap::new(),
            examples: BTreeSet::new(),
        };
        let mut prefix = String::new();
        for line in page.text.lines() {
            let told = format!("{}: {line}", page.path);
            if let Some((_, rest)) = line.split_once("rule prefix `") {
                prefix = rest[..3].to_owned();
            }
            if let Some((id, rest)) = line
                .strip_prefix("- **")
                .and_then(|rest| rest.split_once("**"))
                .filter(|(id, _)| is_id(id))
            {
                let rest = rest.trim_start_matches([' ', '`']);
                let must = !rest.starts_with("[note]");
                let marked = rest.starts_with("[auto]") || rest.starts_with("[assist]");
                assert!(marked || !must, "no mark: {told}");
                assert!(id.starts_with(&prefix), "another prefix: {told}");
                let twice = contract.rules.insert(id.to_owned(), must);
                assert_eq!(twice, None, "twice: {told}");
            }
            if let Some(number) = line.strip_prefix("**EX-") {
                let number = number.split(' ').next().unwrap_or("");
                assert!(
                    contract.examples.insert(format!("{prefix}-EX-{number}")),
                    "twice: {told}"
                );
            }
        }
        assert!(
            !contract.rules.is_empty() && !contract.examples.is_empty(),
            "{} is a contract",
            page.path
        );
        contracts.push(contract);
    }
    contracts
}

/// Returns the ids that a page proves: ids at the steps of a fight (`src/fight_file`), or ids in the code of a test.
fn proved(page: &Page) -> Vec<String> {
    if page.path.starts_with("tests/fights/") && page.path.ends_with(".ron") {
        let claims = page.text.split("]\"").map(|step| {
            let (_, claim) = step.rsplit_once('[').unwrap_or_default();
            ids(claim)
        });
        return claims.flatten().collect();
    }
    let whole = ["tests/", "/tests.rs"]
        .iter()
        .any(|tests| page.path.contains(tests));
    match page.text.find("#[cfg(test)]") {
        _ if page.path == THIS || !page.path.ends_with(".rs") => Vec::new(),
        _ if whole => ids(&page.text),
        Some(start) => ids(&page.text[start..]),
        None => Vec::new(),
    }
}

#[test]
fn rule_ids_are_parsed() {
    let read = ids(
        "(ALT-61, `CTD-104`) SEG-EX-5: SEG-EX-18; UTF-8, UTF-16LE, DUEL-3, XALT-61, ALT-6100, ALT-EX-b",
    );
    assert_eq!(read, ["ALT-61", "CTD-104", "SEG-EX-5", "SEG-EX-18"]);
}

#[test]
fn every_system_has_a_contract() {
    let contracts = contracts().into_iter().map(|one| one.system);
    let mut contracts: Vec<String> = contracts.collect();
    contracts.sort_unstable();
    let systems = affray::systems::all().iter().copied();
    let written = written_systems::systems();
    let mut systems: Vec<&str> = systems.chain(written).map(|one| one.key()).collect();
    systems.sort_unstable();
    assert_eq!(contracts, systems);
}

#[test]
fn every_rule_id_in_use_is_in_a_contract() {
    let contracts = contracts();
    let known = |id: &str| {
        contracts
            .iter()
            .any(|one| one.rules.contains_key(id) || one.examples.contains(id))
    };
    let mut unknown = Vec::new();
    for page in pages(&[&["src"], &READ[..]].concat()) {
        if page.path == THIS {
            continue;
        }
        for (line, text) in page.text.lines().enumerate() {
            for id in ids(text).iter().filter(|id| !known(id)) {
                unknown.push(format!("{}:{}: {id}", page.path, line + 1));
            }
        }
    }
    assert!(
        unknown.is_empty(),
        "in no contract:\n{}",
        unknown.join("\n")
    );
}

#[test]
fn every_rule_and_example_has_a_test() {
    let proved: BTreeSet<String> = pages(&["src", "tests"]).iter().flat_map(proved).collect();
    let mut open = Vec::new();
    for contract in contracts() {
        let rules = contract.rules.iter().filter(|(_, must)| **must);
        let all = rules.map(|(id, _)| id).chain(&contract.examples);
        let missing: Vec<&str> = all
            .filter(|id| !proved.contains(*id))
            .map(String::as_str)
            .collect();
        if !missing.is_empty() {
            open.push(format!("{}: {}", contract.system, missing.join(" ")));
        }
    }
    assert!(
        open.is_empty(),
        "proved by no fight and no test:\n{}",
        open.join("\n")
    );
}
