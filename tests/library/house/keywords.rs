//! Checks that `docs/keywords.md` names every keyword that a GM can write, and only existing keywords.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use affray::cli::commands;
use affray::dice::Dice;
use affray::rules::ruling::RULINGS;

type Words = BTreeSet<String>;

fn text(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// Returns the keywords of a section of the page: the first column of its table, without planned keywords.
fn page(section: &str) -> Words {
    let page = text("docs/keywords.md");
    let (_, rest) = page
        .split_once(&format!("\n## {section}\n"))
        .unwrap_or_else(|| panic!("no section {section}"));
    let rows = rest.split("\n## ").next().unwrap_or_default().lines();
    let rows = rows.filter(|row| row.starts_with("| `"));
    let cells = rows.filter_map(|row| row.split(" | ").next());
    let existing = cells.filter(|cell| !cell.contains("*planned*"));
    let word = |cell: &str| cell.split('`').nth(1).unwrap_or_default().to_owned();
    existing.map(word).collect()
}

#[track_caller]
fn agree(section: &str, words: impl IntoIterator<Item = String>) {
    let (page, program) = (page(section), words.into_iter().collect::<Words>());
    assert!(program.len() > 2, "{section}: the program has no keywords");
    let missing: Vec<_> = program.difference(&page).collect();
    let unknown: Vec<_> = page.difference(&program).collect();
    assert!(
        missing.is_empty() && unknown.is_empty(),
        "{section}: docs/keywords.md lacks {missing:?} and has {unknown:?}, which the program does not know"
    );
}

/// Returns the quoted keywords directly after one of these prefixes.
fn behind(source: &str, signs: &[&str]) -> Vec<String> {
    let parts = signs.iter().flat_map(|sign| source.split(sign).skip(1));
    let words = parts.filter_map(|part| part.split('"').next());
    words.map(str::to_owned).collect()
}

/// Returns the fields that a reader takes from a record.
fn fields(paths: &[&str]) -> Vec<String> {
    let signs = ["take(\"", "need(\""];
    let all = paths.iter().flat_map(|path| behind(&text(path), &signs));
    all.collect()
}

/// Returns all quoted words of the first passage between two markers.
fn quoted(source: &str, from: &str, to: &str) -> Vec<String> {
    let (_, rest) = source.split_once(from).expect("the passage");
    let passage = rest.split(to).next().unwrap_or_default();
    let words = passage.split('"').skip(1).step_by(2);
    words.map(str::to_owned).collect()
}

/// Returns the variants of an enum without fields.
fn variants(source: &str, name: &str) -> Vec<String> {
    let (_, rest) = source
        .split_once(&format!("pub enum {name} {{\n"))
        .expect("the enum");
    let lines = rest.split("\n}").next().unwrap_or_default().lines();
    let lines = lines.map(str::trim).filter(|line| !line.starts_with("//"));
    let names = lines.filter_map(|line| line.strip_suffix(','));
    names.map(str::to_owned).collect()
}

#[test]
fn keywords_of_settings_and_keys_are_documented() {
    let rolls = behind(&text("src/store/settings.rs"), &["            (\""]);
    let rolls = rolls.into_iter().filter(|word| word.ends_with("_rolls"));
    agree(
        "Settings",
        fields(&["src/store/settings.rs"]).into_iter().chain(rolls),
    );
    let keymap = text("src/ui/keymap/mod.rs");
    let names = ["Context", "KeyAction"].map(|name| variants(&keymap, name));
    let words = fields(&["src/ui/keymap/read.rs"]);
    agree("Key map", names.concat().into_iter().chain(words));
}

#[test]
fn keywords_of_encounters_and_rosters_are_documented() {
    agree("Encounters", fields(&["src/setup/file.rs"]));
    let rosters = ["src/compendium/roster.rs", "src/compendium/ready_row.rs"];
    agree("Rosters", fields(&rosters));
    agree("Conditions", fields(&["src/compendium/sheet.rs"]));
    let steps = text("src/fight_file/step.rs");
    let checks = text("src/fight_file/checks.rs");
    let arms = checks.lines().map(str::trim_start);
    let arms = arms.filter(|line| line.starts_with('"') && line.contains("\" => "));
    let arms = arms.flat_map(|line| behind(line, &["\""]).into_iter().take(1));
    let words = fields(&["src/fight_file/mod.rs"]).into_iter();
    let words = words.chain(quoted(&steps, "const EDITS: [&str; 6] = [", "];"));
    agree("Fight files", words.chain(arms));
}

#[test]
fn commands_on_the_colon_line_and_in_the_shell_are_documented() {
    let line = text("src/ui/line/command.rs");
    let script = text("src/session/script.rs");
    let verbs = quoted(&script, "const VERBS: [&str; 15] = [", "];");
    let (_, rest) = line.split_once("const VERBS: ").expect("the verbs");
    let rest = rest.split("];").next().unwrap_or_default();
    let first = behind(&rest.replace("(\n        \"", "(\""), &["    (\""]);
    let rulings = RULINGS.iter().map(|one| one.verb.to_owned());
    let rulings = rulings.filter(|verb| !verb.is_empty());
    agree(
        "Commands on the `:` line",
        verbs.into_iter().chain(first).chain(rulings),
    );
    let all = commands();
    let mut words = Vec::new();
    for command in all.get_subcommands() {
        words.push(command.get_name().to_owned());
        let longs = command.get_arguments().filter_map(|one| one.get_long());
        words.extend(longs.map(|long| format!("--{long}")));
    }
    agree("Commands and options", words);
}

#[test]
fn documented_dice_are_valid() {
    for dice in page("Dice") {
        assert!(Dice::parse(&dice).is_ok(), "{dice}");
    }
}
