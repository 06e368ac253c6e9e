//! Fights as files: every `tests/fights/<system>/*.ron` is a test with the name of the file.
//!
//! `cargo test --test fights alternation` runs the fights of a system, `cargo test --test fights -- grapple` runs the
//! fights with a word in their name. No two rows that a fight waits for may have the same action key. All failures are
//! reported at the end, with what the fight waited for and its last lines.

#[path = "../support/mod.rs"]
#[allow(
    dead_code,
    unused_imports,
    reason = "the tests of the library use the rest"
)]
mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use affray::compendium::Compendium;
use affray::resolver::{Kind, Prompt};
use affray::ron_text::{Diagnostic, Source};
use affray::rules::{Capitals, DEED, Entry, System};
use affray::session::{Session, Waits};
use affray::ui::fight::own_questions;

use crate::support::{fight_file, tiny_system, written_systems};

/// Options of libtest that take an argument, which is not a filter.
const WITH_WORD: [&str; 6] = [
    "--test-threads",
    "--skip",
    "--format",
    "--color",
    "--logfile",
    "-Z",
];

struct Case {
    name: String,
    file: String,
    text: String,
    /// Expected part of the message of a fight that must fail.
    fails_with: Option<&'static str>,
}

fn main() -> ExitCode {
    let mut filters = Vec::new();
    let mut exact = false;
    let mut list = false;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--exact" => exact = true,
            "--list" => list = true,
            word if WITH_WORD.contains(&word) => drop(args.next()),
            word if word.starts_with('-') => {}
            _ => filters.push(arg),
        }
    }
    let mut systems: Vec<&'static dyn System> = affray::systems::all().to_vec();
    systems.push(&tiny_system::TINY);
    systems.extend(written_systems::systems());
    let mut compendia = Vec::new();
    let mut failures: Vec<(String, String)> = Vec::new();
    for system in &systems {
        let (compendium, wrong) = Compendium::built_in(*system);
        if !wrong.is_empty() {
            failures.push((format!("{}: its assets", system.key()), all(&wrong)));
        }
        compendia.push(compendium);
    }
    let mut cases = runner_cases();
    match files() {
        Ok(found) => cases.extend(found),
        Err(why) => failures.push(("tests/fights".to_owned(), why)),
    }
    cases.retain(|case| {
        filters.is_empty()
            || filters.iter().any(|filter| {
                let filter = filter.replace('-', "_");
                let name = case.name.replace('-', "_");
                if exact {
                    name == filter
                } else {
                    name.contains(&filter)
                }
            })
    });
    if list {
        for case in &cases {
            println!("{}: test", case.name);
        }
        return ExitCode::SUCCESS;
    }
    println!("\nrunning {} tests", cases.len());
    let mut passed = 0;
    for case in &cases {
        // A panic names the thread, and with it the fight.
        let played = std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().name(case.name.clone());
            let played = thread.spawn_scoped(scope, || run(case, &compendia, &systems));
            played.map(|thread| thread.join())
        });
        let outcome = match played {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(_)) => Err("it panicked; see above".to_owned()),
            Err(why) => Err(format!("there is no thread for it: {why}")),
        };
        let outcome = match (case.fails_with, outcome) {
            (None, outcome) => outcome,
            (Some(_), Ok(())) => Err("it should have failed".to_owned()),
            (Some(words), Err(why)) if why.contains(words) => Ok(()),
            (Some(words), Err(why)) => Err(format!("`{words}` is not in: {why}")),
        };
        match outcome {
            Ok(()) => passed += 1,
            Err(why) => {
                println!("test {} ... FAILED", case.name);
                failures.push((case.name.clone(), why));
            }
        }
    }
    for (name, why) in &failures {
        println!("\n---- {name} ----\n{why}");
    }
    let verdict = if failures.is_empty() { "ok" } else { "FAILED" };
    println!(
        "\ntest result: {verdict}. {passed} passed; {} failed\n",
        failures.len()
    );
    if failures.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn all(mistakes: &[Diagnostic]) -> String {
    let told: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
    told.join("\n")
}

fn run(
    case: &Case,
    compendia: &[Compendium],
    systems: &[&'static dyn System],
) -> Result<(), String> {
    let source = Source::new(&case.file, &case.text);
    let compendia: Vec<&Compendium> = compendia.iter().collect();
    let fight = fight_file::read(&source, &compendia).map_err(|mistakes| all(&mistakes))?;
    if let (Some((folder, _)), None) = (case.name.split_once('/'), case.fails_with)
        && folder != fight.system()
    {
        return Err(format!("its system is `{}`: move it there", fight.system()));
    }
    let system = systems.iter().find(|one| one.key() == fight.system());
    let capitals = system.map(|system| Capitals::of_system(*system));
    let mut clash = None;
    fight_file::play(&fight, &compendia, systems, |_, session| {
        clash = clash
            .take()
            .or_else(|| twice(capitals.as_ref()?, session))
            .or_else(|| twice_in_f4(session));
    })
    .map_err(|wrong| wrong.to_string())?;
    clash.map_or(Ok(()), Err)
}

/// Returns two rows of what the fight waits for that have the same action key. Rows of an action that several
/// combatants may start share its key. Rows that repeat, such as `weapon1` and `weapon2`, share the key of their name.
fn twice(capitals: &Capitals, session: &Session) -> Option<String> {
    let (title, rows) = match session.waits() {
        Waits::Offers { title, .. } => {
            let mut rows = keys_of_menu(capitals, session.menu_rows());
            for list in session
                .menu_rows()
                .iter()
                .filter(|row| !row.opens.is_empty())
            {
                let inside = keys_of_menu(capitals, &session.menu_list(list));
                let inside = inside.into_iter();
                rows.extend(inside.map(|(key, row)| ((key.0, list.label.clone()), row)));
            }
            (title, rows)
        }
        Waits::Prompt(prompt) => (&prompt.title, keys_of_prompt(capitals, prompt)),
        Waits::Fault(_) => return None,
    };
    clash_of(title, rows)
}

/// Checks the form of rollers and control, which F4 opens and which has a row of each kind for each side.
fn twice_in_f4(session: &Session) -> Option<String> {
    let capitals = Capitals::new(own_questions::CAPITALS);
    let prompt = own_questions::rollers_prompt(session.now());
    clash_of(&prompt.title, keys_of_prompt(&capitals, &prompt))
}

/// Rows by their action key and their block.
type Keys = Vec<((char, String), String)>;

fn keys_of_menu(capitals: &Capitals, menu: &[Entry]) -> Keys {
    let keyed = menu.iter().filter_map(|entry| {
        let key = capitals.of_entry(entry)?;
        Some(((key, String::new()), entry.command.action.to_string()))
    });
    keyed.collect()
}

fn keys_of_prompt(capitals: &Capitals, prompt: &Prompt) -> Keys {
    let plain = |key: Option<char>, row: &str| Some(((key?, String::new()), row.to_owned()));
    match &prompt.kind {
        Kind::Choice { options, .. } => options
            .iter()
            .filter_map(|one| plain(capitals.deed(&one.key), &one.key))
            .collect(),
        Kind::Form(fields) => fields
            .iter()
            .filter_map(|field| {
                let keyed = capitals.row(&field.key)?;
                let key = (keyed.capital, keyed.block.to_owned());
                (keyed.capital != DEED).then(|| (key, field.key.clone()))
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn clash_of(title: &str, rows: Keys) -> Option<String> {
    let mut taken: BTreeMap<(char, String), String> = BTreeMap::new();
    rows.into_iter().find_map(|(key, row)| {
        let capital = key.0;
        let other = taken.entry(key).or_insert_with(|| row.clone());
        (*other != row).then(|| format!("{title}: {capital} is on `{other}` and `{row}`"))
    })
}

/// Returns the fights on disk.
fn files() -> Result<Vec<Case>, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fights");
    let mut cases = Vec::new();
    for folder in sorted(&root)?.into_iter().filter(|path| path.is_dir()) {
        let system = folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        for file in sorted(&folder)? {
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            let text =
                fs::read_to_string(&file).map_err(|why| format!("{}: {why}", file.display()))?;
            cases.push(Case {
                name: format!("{system}/{name}"),
                file: format!("tests/fights/{system}/{name}.ron"),
                text,
                fails_with: None,
            });
        }
    }
    Ok(cases)
}

fn sorted(folder: &Path) -> Result<Vec<std::path::PathBuf>, String> {
    let told = |why| format!("{}: {why}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(told)? {
        found.push(entry.map_err(told)?.path());
    }
    found.sort();
    Ok(found)
}

/// Returns fights that must fail, which prove that a test can fail.
fn runner_cases() -> Vec<Case> {
    let fails: [(&'static str, &str, &'static str); 37] = [
        (
            "missing die",
            r#""do strike a", "enter", "do strike b""#,
            "waits for `attack` of a (Ann)",
        ),
        (
            "die at the end",
            r#""do strike a", "enter""#,
            "a roll is still pending at the end",
        ),
        (
            "left-over die",
            r#""do strike a", "enter", "roll 2", "roll 3""#,
            "step 4 `roll 3`: no prompt is open",
        ),
        (
            "impossible die",
            r#""do strike a", "enter", "roll 21""#,
            "step 3 `roll 21`",
        ),
        ("wrong value", r#""? a hp 8""#, "it is 9"),
        ("claim without a number", r#""? a hp 9 [TIN-]""#, "it is 9"),
        ("wrong condition", r#""? a has acted""#, "Ann has []"),
        (
            "wrong question",
            r#""do strike a", "? asks attack""#,
            "the prompt is `strike`",
        ),
        (
            "wrong person",
            r#""do strike a", "? asks strike b""#,
            "the prompt is for a",
        ),
        (
            "wrong need",
            r#""do strike a", "? needs 11""#,
            "the target number is 12",
        ),
        (
            "wrong chance",
            r#""do strike a", "? chance 50""#,
            "the chance is 60",
        ),
        (
            "no refusal",
            r#""! do strike a :: no""#,
            "the input was not refused",
        ),
        (
            "other refusal",
            r#""! roll 9 :: cannot show""#,
            "with other words: no prompt is open",
        ),
        ("no offer", r#""? offers begin""#, "not offered"),
        (
            "unknown action",
            r#""? no offers strke""#,
            "did you mean `strike`?",
        ),
        (
            "offer all the same",
            r#""? no offers strike a""#,
            "the check without `no` succeeds",
        ),
        (
            "no field",
            r#""do strike a", "? field cover""#,
            "no such field",
        ),
        (
            "other hint",
            r#""? hints strike a :: run for it""#,
            "the hint is",
        ),
        (
            "other words",
            r#""do strike a", "? says mind the step""#,
            "the question is",
        ),
        ("no log", r#""? log dances""#, "the log shows"),
        ("no fact", r#""? fact rolled who=a""#, "the facts are"),
        (
            "unknown fact",
            r#""? no fact Dances""#,
            "the system has no fact `Dances`",
        ),
        (
            "unknown argument",
            r#""? no fact rolled whom=a""#,
            "`rolled` has no `whom`",
        ),
        (
            "other figures",
            r#""? figures row a 77""#,
            "the figures are",
        ),
        ("other default", r#""? default pass""#, "the default is"),
        (
            "other dice",
            r#""do strike a", "? dice 3d6""#,
            "the dice are",
        ),
        ("wrong round", r#""? round 2""#, "it is round 1"),
        ("not over", r#""? over""#, "the fight is not over"),
        ("not bound", r#""? linked holding a b""#, "the links are []"),
        ("nobody", r#""? q hp 3""#, "names no combatant"),
        ("no such check", r#""? smells""#, "names no combatant"),
        (
            "no such field",
            r#""? a smell no""#,
            "unknown field `smell`",
        ),
        (
            "nothing to look at",
            r#""? no option dodge""#,
            "no prompt is open",
        ),
        (
            "which rule",
            r#""do strike a", "? needs 11 [TIN-1, TIN-2]""#,
            "`? needs 11` (proves TIN-1, TIN-2): the target number is 12",
        ),
        (
            "empty claim",
            r#""do strike a", "enter [TIN-1]""#,
            "`enter` passes whatever the rules do",
        ),
        (
            "empty claim of a correction",
            r#""gain a acted [TIN-1]""#,
            "`gain a acted` passes whatever the rules do",
        ),
        ("unknown verb", r#""dance""#, "is not a command"),
    ];
    let setup = r#"title: "x", system: "tiny", sides: [(name: "A"), (name: "B")], combatants: [
        (from: "Ann", side: "A"), (from: "Ann", name: "Ben", side: "A"), (from: "Cur", side: "B"),
    ]"#;
    let mut cases: Vec<Case> = fails
        .into_iter()
        .map(|(name, steps, words)| Case {
            name: format!("runner/{name}"),
            file: "fight.ron".to_owned(),
            text: format!("(about: \"\", setup: ({setup}), steps: [{steps}])"),
            fails_with: Some(words),
        })
        .collect();
    cases.push(Case {
        name: "runner/broken file".to_owned(),
        file: "fight.ron".to_owned(),
        text: format!("(abot: \"\", setup: ({setup}, sides: []), steps: [enter])"),
        fails_with: Some("unknown field `abot`: did you mean `about`?"),
    });
    cases
}
