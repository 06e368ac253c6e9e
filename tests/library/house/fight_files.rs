//! Checks that `docs/fight-files.md` lists exactly the words with which a step of a fight may begin, and that only a few
//! fights check wording.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use affray::compendium::Compendium;
use affray::ron_text::Source;

use crate::support::fight_file;
use crate::support::tiny_system::TINY;

/// Checks of texts of the log and the screen. Fights check facts instead, so that new wording breaks no fight.
const OF_WORDING: [&str; 6] = ["log", "title", "headline", "row", "says", "hints"];

/// Maximum number of fights that check wording.
const MOST_WORDED: usize = 40;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// Returns the quoted words of a text.
fn quoted(text: &str) -> BTreeSet<String> {
    let words = text.split('"').skip(1).step_by(2);
    words.map(str::to_owned).collect()
}

/// Returns the words of a list: `const NAME: [&str; 3] = ["a", "b", "c"];`.
fn list(text: &str, name: &str) -> BTreeSet<String> {
    let head = format!("const {name}: ");
    let (_, rest) = text.split_once(&head).expect("the list");
    let (words, _) = rest.split_once("];").expect("its end");
    quoted(words)
}

/// Returns the words in the arms of a function's match: `"a" => `, `"a" | "b" if … =>`.
fn arms(text: &str, function: &str) -> BTreeSet<String> {
    let (_, rest) = text.split_once(function).expect("the function");
    let (body, _) = rest.split_once("\n    }\n").expect("its end");
    let arms = body
        .lines()
        .filter(|line| line.starts_with("            \""));
    let heads = arms.filter_map(|line| line.split_once("=>").map(|(head, _)| head));
    heads.flat_map(quoted).collect()
}

/// Returns the first words of the code in the first cells of the page's tables: words with a question mark, and words
/// without.
fn told() -> [BTreeSet<String>; 2] {
    let page = read("docs/fight-files.md");
    let mut told: [BTreeSet<String>; 2] = Default::default();
    for row in page.lines().filter(|line| line.starts_with("| `")) {
        let cell = row
            .trim_start_matches("| ")
            .split(" | ")
            .next()
            .unwrap_or_default();
        for code in cell.split('`').skip(1).step_by(2) {
            let (place, step) = match code.strip_prefix("? ") {
                Some(step) => (1, step),
                None => (0, code),
            };
            let mut words = step.split(' ');
            let first = words.next().unwrap_or_default();
            // `? WHO has KEY` is identified by its second word, `? WHO PATH VALUE` has no word.
            let word = if first == "WHO" {
                words.next().unwrap_or_default()
            } else {
                first
            };
            if word.starts_with(char::is_lowercase) {
                told[place].insert(word.to_owned());
            }
        }
    }
    told
}

#[test]
fn the_page_of_fight_files_documents_every_keyword_of_a_step() {
    let [inputs, looks] = told();
    let mut verbs = list(&read("src/session/script.rs"), "VERBS");
    verbs.extend(list(&read("src/fight_file/step.rs"), "EDITS"));
    assert_eq!(inputs, verbs);
    let mut known = BTreeSet::new();
    let checks = read("src/fight_file/checks.rs");
    known.extend(arms(&checks, "pub fn check("));
    known.extend(arms(&checks, "fn somebody("));
    assert_eq!(looks, known);
}

#[test]
fn the_example_in_the_page_of_fight_files_passes() {
    let page = read("docs/fight-files.md");
    let (_, code) = page.split_once("```ron\n").expect("a fight");
    let (text, _) = code.split_once("```\n").expect("its end");
    let (compendium, _) = Compendium::built_in(&TINY);
    let source = Source::new("docs/fight-files.md", text);
    let fight = fight_file::read(&source, &[&compendium]);
    let fight = fight.unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let played = fight_file::play(&fight, &[&compendium], &[&TINY], |_, _| {});
    played.unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn only_the_listed_fights_check_wording() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fights");
    let folders = fs::read_dir(&root).expect("the fights");
    let folders = folders.map(|folder| folder.expect("a folder").path());
    let files = folders.filter(|folder| folder.is_dir()).flat_map(|folder| {
        let files = fs::read_dir(folder).expect("a folder");
        files.map(|file| file.expect("a file").path())
    });
    let is_worded = |file: &PathBuf| {
        let text = fs::read_to_string(file).expect("text");
        OF_WORDING.iter().any(|word| {
            [format!("\"? {word} "), format!("\"? no {word} ")]
                .iter()
                .any(|step| text.contains(step))
        })
    };
    let name = |file: PathBuf| {
        let name = file.strip_prefix(&root).expect("a fight");
        name.display().to_string()
    };
    let worded: BTreeSet<String> = files.filter(is_worded).map(name).collect();
    let listed = read("tests/data/worded_fights.txt");
    let listed: BTreeSet<String> = listed.lines().map(str::to_owned).collect();
    assert_eq!(worded, listed);
    assert!(listed.len() <= MOST_WORDED, "{}", listed.len());
}
