//! Checks that all bundled files are valid, and that files with errors (`tests/data/bad`) are reported as their
//! comments say. A comment `//~ words` marks the line of an error whose message begins with these words.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::ron_text::Source;
use affray::rules::{System, When};
use affray::session::{Session, Waits};
use affray::setup;
use affray::store::{FOREIGN_LIMIT, Saves, saves};
use affray::values::{Counter, FieldSpec, Occasion, Schema, Spec, Value, decimal};

use crate::support::command_line::CommandLine;
use crate::support::laws::{self, systems};
use crate::support::old_save_files;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Returns the result of `affray check` for some files.
fn check(paths: &[PathBuf]) -> (bool, String) {
    let around = CommandLine {
        systems: systems(),
        home: None,
        progress: false,
    };
    let paths: Vec<_> = paths.iter().map(|path| path.to_string_lossy()).collect();
    let args: Vec<&str> = paths.iter().map(|path| &**path).collect();
    let (code, out, _) = around.run(&[&["check"], &args[..]].concat());
    (code == ExitCode::SUCCESS, out)
}

#[test]
fn every_bundled_file_is_valid() {
    let mut found = Vec::new();
    for folder in [
        "assets",
        "saves",
        "tests/support/tiny_system/assets",
        "tests/support/written_systems/assets",
    ] {
        files(&root().join(folder), &mut found);
    }
    let snapshots = old_save_files::snapshots();
    files(snapshots.path(), &mut found);
    found.retain(|path| path.extension().is_some_and(|ending| ending == "ron"));
    // `screen::tutor` plays the tutor, whose file only Affray itself contains.
    found.retain(|path| *path != root().join("assets/tutor.ron"));
    found.sort();
    assert!(!found.is_empty());
    let (good, told) = check(&found);
    assert!(good, "\n{told}");
}

#[test]
fn every_asset_is_built_in() {
    laws::each(|system| {
        let (compendium, wrong) = Compendium::built_in(system);
        let told: Vec<String> = wrong.iter().map(ToString::to_string).collect();
        assert!(wrong.is_empty(), "{}", told.join("\n"));
        let folder = laws::page(system, "assets/KEY/encounters");
        let mut there = Vec::new();
        files(&folder, &mut there);
        let (ready, wrong) = setup::bundled(&compendium);
        assert_eq!(wrong, [], "{}", system.key());
        let names: Vec<&str> = ready.iter().map(|one| one.name.as_str()).collect();
        for file in there {
            let stem = file
                .file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            assert!(
                names.contains(&stem.as_str()),
                "{} is not built in: there is {names:?}",
                file.display()
            );
        }
        assert!(
            !compendium.rules.trim().is_empty(),
            "{} has no rules in short",
            system.key()
        );
        assert!(
            !compendium.schema.description.is_empty(),
            "{} has no description",
            system.key()
        );
    });
}

#[test]
fn every_bundled_encounter_starts_a_fight() {
    laws::each(|system| {
        let (compendium, _) = Compendium::built_in(system);
        for bundled in &setup::bundled(&compendium).0 {
            let name = format!("{}/{}", system.key(), bundled.name);
            let start = bundled
                .setup
                .begin(&compendium, Seed(1))
                .expect("no mistakes");
            let session = Session::new(&systems(), start, Seed(1)).expect("a session");
            assert!(
                !bundled.setup.description.is_empty(),
                "{name} has no description"
            );
            match session.waits() {
                Waits::Fault(what) => panic!("{name}: {what}"),
                Waits::Offers { offers, .. } => {
                    assert!(!offers.is_empty(), "{name} offers nothing")
                }
                Waits::Prompt(_) => {}
            }
        }
    });
}

#[test]
fn every_save_in_the_repository_opens() {
    let mut found = Vec::new();
    files(&root().join("saves"), &mut found);
    let snapshots = old_save_files::snapshots();
    files(snapshots.path(), &mut found);
    for path in found
        .iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == "ron"))
    {
        let text = fs::read_to_string(path).expect("a file");
        assert!(text.len() as u64 <= FOREIGN_LIMIT);
        let source = Source::new(path.to_string_lossy(), &text);
        let session = saves::read(&source, &systems()).unwrap_or_else(|why| panic!("{why:#}"));
        let again = saves::snapshot(&session).expect("a snapshot");
        let opened = saves::read(&Source::new("again", &again), &systems()).expect("read");
        assert_eq!(opened.save(), session.save(), "{}", path.display());
        assert!(
            !matches!(session.waits(), Waits::Fault(_)),
            "{}",
            path.display()
        );
    }
}

/// The fights for viewing open without a notice, in the middle of a round, at a prompt.
#[test]
fn example_saves_open_at_a_prompt() {
    let mut found = Vec::new();
    files(&root().join("saves"), &mut found);
    let mut played = Vec::new();
    for path in found {
        let home = tempfile::tempdir().expect("a folder");
        let resumed = Saves::new(home.path())
            .import(&path, &systems())
            .unwrap_or_else(|why| panic!("{why:#}"));
        let session = resumed.session;
        assert_eq!(resumed.told, [], "{}", path.display());
        assert!(session.now().fighting(), "{}", path.display());
        assert!(
            matches!(session.waits(), Waits::Prompt(_)),
            "{}",
            path.display()
        );
        played.push(session.system().key());
    }
    for system in affray::systems::all() {
        assert!(played.contains(&system.key()), "{}", system.key());
    }
}

#[test]
fn invalid_files_have_the_errors_that_their_comments_list() {
    let mut found = Vec::new();
    files(&root().join("tests/data/bad"), &mut found);
    found.sort();
    assert!(found.len() >= 8);
    let mut missing = Vec::new();
    for path in &found {
        let text = fs::read_to_string(path).expect("a file");
        let shown = path.to_string_lossy();
        let (good, told) = check(std::slice::from_ref(path));
        assert!(!good, "{shown} has no mistakes");
        let mut messages: Vec<(usize, &str)> = told
            .lines()
            .filter_map(|line| line.strip_prefix(&*shown)?.strip_prefix(':'))
            .filter_map(|line| {
                let mut parts = line.splitn(3, ':');
                let number = parts.next()?.parse().ok()?;
                parts.next()?;
                Some((number, parts.next()?.trim()))
            })
            .collect();
        for (at, line) in text.lines().enumerate() {
            let Some((_, words)) = line.split_once("//~") else {
                continue;
            };
            let fits = messages
                .iter()
                .position(|(number, what)| *number == at + 1 && what.starts_with(words.trim()));
            match fits {
                Some(place) => drop(messages.remove(place)),
                None => missing.push(format!("{shown}:{}: {}", at + 1, words.trim())),
            }
        }
        let besides = messages.iter();
        missing.extend(besides.map(|(line, what)| format!("{shown}:{line}: besides: {what}")));
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Pages `docs/fields/<system>.md` match the code; `UPDATE_EXPECT=1 cargo test --test library systems::assets` rewrites
/// them.
#[test]
fn pages_of_fields_match_the_code() {
    laws::each(|system| {
        let page = fields_page(system.name(), system.schema());
        let path = laws::page(system, "docs/fields/KEY.md");
        expect_test::expect_file![path].assert_eq(&page);
    });
}

/// Pages `docs/actions/<system>.md` match the tables of actions; they are rewritten like the pages of fields.
#[test]
fn pages_of_actions_match_the_tables() {
    laws::each(|system| {
        let page = actions_page(system);
        let path = laws::page(system, "docs/actions/KEY.md");
        expect_test::expect_file![path].assert_eq(&page);
    });
}

/// Action keys of a form's rows and of yes and no are not used by actions.
#[test]
fn no_action_uses_an_action_key_of_a_form() {
    for system in systems() {
        for one in system.actions() {
            let taken = one
                .capital
                .is_some_and(|capital| "WTRCGYN".contains(capital));
            assert!(!taken, "{}: `{}`", system.key(), one.key);
        }
    }
}

pub(super) fn actions_page(system: &dyn System) -> String {
    let mut page = format!(
        "# {}: actions\n\nFor authors of test fights and contributors. The keyword starts the action on the `:` line and names the \
         action in saves. The key starts the action in a menu. [The contract](../rules/{}.md) has the rules.\n\n\
         | keyword | key | label | description | when possible | rules |\n|---|---|---|---|---|---|\n",
        system.name(),
        system.key()
    );
    for one in system.actions() {
        let mut capital = one.capital.map(String::from).unwrap_or_default();
        if let Some(list) = one.list {
            capital += &format!(": {list}");
        }
        let (key, label, help, rules) = (one.key, one.label, one.help, one.rules);
        let when = match one.when {
            When::ByItself => "automatically",
            when => when.words(),
        };
        page += &format!("| `{key}` | {capital} | {label} | {help} | {when} | {rules} |\n");
    }
    page
}

pub(super) fn fields_page(name: &str, schema: &Schema) -> String {
    let mut page = format!(
        "# {}: fields of a sheet\n\nFor authors of rosters and encounters. Affray updates the fields marked *this fight only* or \
         *persists between fights*. A saved party contains the fields that persist between fights. On the screen, a typed sign \
         changes a *counter*: `+5` adds, `-3` subtracts, `=5` sets the value. Every combatant has a `name`, and may have `notes` and \
         `conditions: [\"…\"]`.\n\n## Sheet\n\n",
        name
    );
    fields_table(&mut page, &schema.fields);
    for field in schema.fields.iter() {
        if let Spec::Records(inner) = &field.kind {
            page += &format!("\n## A row of `{}`\n\n", field.key);
            fields_table(&mut page, inner);
        }
    }
    if !schema.options.is_empty() {
        page += "\n## Options of a fight\n\n";
        fields_table(&mut page, &schema.options);
    }
    for kind in &schema.tables {
        page += &format!("\n## A row of the table `{}`\n\n", kind.word);
        fields_table(&mut page, (kind.fields)());
    }
    page +=
        "\n## Conditions\n\n| keyword | label | effect | after the fight |\n|---|---|---|---|\n";
    for condition in &schema.conditions {
        let (key, label, help) = (&condition.key, &condition.label, &condition.help);
        let after = match (condition.fatal, condition.timed, condition.lasts) {
            (true, ..) => "persists; does not take part in later fights",
            (_, true, _) => "persists; its rounds continue between fights",
            (.., true) => "persists",
            _ => "",
        };
        page += &format!("| `{key}` | {label} | {help} | {after} |\n");
    }
    if !schema.bonds.is_empty() {
        page += "\n## Links\n\nA link points from one combatant of an encounter to another: `links: [(\"…\", \"NAME\")]`. ";
        let bonds: Vec<String> = schema
            .bonds
            .iter()
            .map(|bond| format!("`{bond}`"))
            .collect();
        let kinds = match bonds.as_slice() {
            [kinds @ .., last] if !kinds.is_empty() => {
                format!("The kinds are {} and {last}.\n", kinds.join(", "))
            }
            kinds => format!("The only kind is {}.\n", kinds.concat()),
        };
        page += &kinds;
    }
    if !schema.moments.is_empty() {
        page +=
            "\n## Triggers\n\nA condition can end at a trigger: `(key: \"…\", until: \"…\")`.\n\n";
        page += "| keyword | label | after the fight |\n|---|---|---|\n";
        for moment in &schema.moments {
            let after = match moment.occasion {
                Occasion::BetweenFights => "the condition persists until then",
                _ => "",
            };
            let label = moment.told("the");
            page += &format!("| `{}` | {label} | {after} |\n", moment.word);
        }
    }
    page
}

fn fields_table(page: &mut String, fields: &[FieldSpec]) {
    page.push_str("| field | label | value | default | notes |\n|---|---|---|---|---|\n");
    for field in fields {
        let left_out = match (&field.default, &field.kind) {
            _ if field.required => "required".to_owned(),
            (Some(Value::Int(n)), Spec::Decimal(parts, ..)) => decimal(*n, *parts),
            (Some(default), _) => default.to_string(),
            (None, _) => "empty".to_owned(),
        };
        let kept = match (field.state, field.lasts) {
            (true, true) => "persists between fights",
            (true, false) => "this fight only",
            _ => "",
        };
        let elsewhere = match field.elsewhere.join(", ") {
            none if none.is_empty() => none,
            words => format!("other names in F6 and imports: {words}"),
        };
        let counter = match &field.counter {
            Counter::No => String::new(),
            Counter::Free => "counter".to_owned(),
            Counter::UpTo(most) => format!("counter up to `{most}`"),
            Counter::UpToNumber(most) => format!("counter up to {most}"),
        };
        let notes: Vec<&str> = [kept, &counter, &field.help, &elsewhere]
            .into_iter()
            .filter(|note| !note.is_empty())
            .collect();
        let takes = match field.several.as_slice() {
            [] => field.kind.in_words().replace('|', "\\|"),
            words => format!("several of {}, separated by commas", words.join(", ")),
        };
        page.push_str(&format!(
            "| `{}` | {} | {takes} | {left_out} | {} |\n",
            field.key,
            field.label,
            notes.join("; ")
        ));
    }
}
