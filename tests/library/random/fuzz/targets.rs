//! What reads text that Affray did not write, one function each: whatever the text is, it is read or refused in words.
//!
//! The suite changes the corpora a little at random (`tests/library/random/fuzz`); libFuzzer looks for ways through the code
//! (`tests/libfuzzer`).

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use affray::cli::{check, commands};
use affray::compendium::Compendium;
use affray::dice::{Dice, Generator, Seed};
use affray::ron_text::{Diagnostic, Source};
use affray::rules::{Assets, System};
use affray::session::{Input, Readers, Session, Waits, markdown, parse};
use affray::setup::{self, Newcomer, Setup, SideSetup};
use affray::store::{DiskStore, Library, SessionFiles, saves};
use affray::systems;
use affray::systems::written::{self, NO_TEXTS};

use super::command_line::CommandLine;

/// A target: its name, what it starts from, and what takes a text.
pub struct Target {
    /// What it is called on the command line.
    pub name: &'static str,
    /// Texts that it takes gladly.
    pub corpus: fn() -> Vec<String>,
    /// Takes any text.
    pub take: fn(&str),
}

/// All of them.
pub const TARGETS: [Target; 13] = [
    Target {
        name: "session",
        corpus: snapshots,
        take: session,
    },
    Target {
        name: "journal",
        corpus: journals,
        take: journal,
    },
    Target {
        name: "roster",
        corpus: || assets("roster.ron"),
        take: of_a_system,
    },
    Target {
        name: "encounter",
        corpus: encounters,
        take: |text| file("encounters/any.ron", text),
    },
    Target {
        name: "tables",
        corpus: || assets("tables.ron"),
        take: of_a_system,
    },
    Target {
        name: "settings",
        corpus: || words(&["(player_rolls: Typed, colours: Auto)", "()"]),
        take: |text| file("settings.ron", text),
    },
    Target {
        name: "keymap",
        corpus: || {
            words(&[
                "{ Global: [(keys: [\"f2\", \"ctrl-k\"], action: Help)] }",
                "{ List: [(keys: [\"j\"], action: Down)], Form: [] }",
            ])
        },
        take: |text| file("keymap.ron", text),
    },
    Target {
        name: "dice",
        corpus: || {
            words(&[
                "2d20kh1+5",
                "1d100",
                "3d6-1d4+2",
                "4d6kl3",
                "d6!",
                "10d10+10",
            ])
        },
        take: dice,
    },
    Target {
        name: "command",
        corpus: || {
            words(&[
                "roll\n2d6+1\n--seed\n7\n--json",
                "odds\nbridge\n--fights\n10\n--side\nParty=flees",
                "log\nbridge\n--players",
                "import\nfoes.csv\n--system\nsegments\n--name\nmine",
            ])
        },
        take: command,
    },
    Target {
        name: "line",
        corpus: || {
            words(&[
                "damage b 4",
                "undo",
                "enter",
                "roll",
                "at 3 a bell",
                "note \"x\"",
                "set a health 3",
            ])
        },
        take: line,
    },
    Target {
        name: "import",
        corpus: foreign,
        take: import,
    },
    Target {
        name: "system",
        corpus: written_systems,
        take: system,
    },
    Target {
        name: "lua",
        corpus: scripts,
        take: lua,
    },
];

fn root() -> &'static Path {
    Path::new(super::ROOT)
}

fn words(all: &[&str]) -> Vec<String> {
    all.iter().map(|one| (*one).to_owned()).collect()
}

/// The texts of a folder whose names end so, in order of their names.
fn texts(folder: &Path, ending: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let fits = |path: &PathBuf| path.to_string_lossy().ends_with(ending);
    let mut paths: Vec<PathBuf> = paths.filter(fits).collect();
    paths.sort();
    let text = |path| fs::read_to_string(path).expect("a text");
    paths.into_iter().map(text).collect()
}

fn assets(name: &str) -> Vec<String> {
    let systems = systems::all().iter();
    let text = |key: &str| texts(&root().join("assets").join(key), name);
    systems.flat_map(|system| text(system.key())).collect()
}

fn encounters() -> Vec<String> {
    let systems = systems::all().iter();
    let text = |key: &str| texts(&root().join("assets").join(key).join("encounters"), ".ron");
    systems.flat_map(|system| text(system.key())).collect()
}

fn foreign() -> Vec<String> {
    let folder = root().join("tests/data/import");
    let mut all = texts(&folder, ".csv");
    all.extend(texts(&folder, ".json"));
    all
}

/// So many inputs stand in the snapshot of a fight, and as many in its journal.
const INPUTS: usize = 8;

/// A small fight of each system, begun and written: a fuzzer reads it a million times.
struct Written {
    system: &'static str,
    snapshot: String,
    /// The inputs after it.
    lines: Vec<String>,
}

fn fights() -> &'static [Written] {
    static FIGHTS: LazyLock<Vec<Written>> = LazyLock::new(|| {
        systems::all()
            .iter()
            .map(|system| written(*system))
            .collect()
    });
    &FIGHTS
}

fn written(system: &'static dyn System) -> Written {
    let (compendium, _) = Compendium::built_in(system);
    let one = |place: usize, side: &str| {
        let name = &compendium.roster()[place].name;
        format!("(from: \"{name}\", side: \"{side}\"), ")
    };
    let text = format!(
        "(title: \"Small\", system: \"{}\", sides: [(name: \"A\"), (name: \"B\")], combatants: [{}{}])",
        system.key(),
        one(0, "A"),
        one(compendium.roster().len() - 1, "B"),
    );
    let (setup, _) = setup::read(&Source::new("small.ron", &text), &[&compendium]);
    let start = setup.expect("a set-up").begin(&compendium, Seed(1));
    let session = Session::new(systems::all(), start.expect("a start"), Seed(1));
    let mut session = session.expect("a fight");
    let go_on = |session: &mut Session| -> Vec<String> {
        let mut enter = || {
            let input = parse(session, "enter").ok()?;
            saves::line(&session.input(input).ok()?).ok()
        };
        (0..INPUTS).filter_map(|_| enter()).collect()
    };
    go_on(&mut session);
    let snapshot = saves::snapshot(&session).expect("a snapshot");
    Written {
        system: system.key(),
        snapshot,
        lines: go_on(&mut session),
    }
}

fn snapshots() -> Vec<String> {
    fights()
        .iter()
        .map(|fight| fight.snapshot.clone())
        .collect()
}

/// Under the key of its system the lines of a journal.
fn journals() -> Vec<String> {
    let whole = |fight: &Written| format!("{}\n{}", fight.system, fight.lines.join("\n"));
    fights().iter().map(whole).collect()
}

/// A text in a file of that name, as `affray check` takes it.
fn file(name: &str, text: &str) {
    thread_local! {
        static LIBRARY: Library = Library::built_in(systems::all());
    }
    let source = Source::new(name, text);
    let verdict = LIBRARY
        .with(|library| check::verdict(&source, Path::new(name), None, library, &mut Vec::new()));
    if let Err(mistakes) = verdict {
        assert!(!mistakes.is_empty(), "refused without a word");
        for mistake in mistakes {
            harmless(&mistake.to_string());
        }
    }
}

/// As a file of a system, its own or another; now and then of whichever it fits best, which is five times the work.
fn of_a_system(text: &str) {
    let systems = systems::all();
    let sum: usize = text.bytes().map(usize::from).sum();
    match sum % 26 {
        25 => file("any.ron", text),
        other => file(
            &format!("{}/any.ron", systems[other % systems.len()].key()),
            text,
        ),
    }
}

/// A message has no sign that would drive a terminal.
fn harmless(message: &str) {
    let bad = |sign: char| sign.is_control() && sign != '\n';
    assert!(!message.contains(bad), "{message:?}");
}

fn session(text: &str) {
    if let Ok(session) = saves::read(&Source::new("any.ron", text), systems::all()) {
        shown(&session, systems::all());
    }
}

/// What is read can be told and written, and read again.
fn shown(session: &Session, systems: &[&'static dyn System]) {
    for readers in [Readers::GameMaster, Readers::Players] {
        markdown(session, readers);
    }
    let text = saves::snapshot(session).expect("what is read can be written");
    let again = saves::read(&Source::new("again.ron", &text), systems);
    let again = again.unwrap_or_else(|why| panic!("what was written cannot be read: {why:#}"));
    assert_eq!(saves::snapshot(&again).expect("a snapshot"), text);
}

/// The first line says which fight they follow.
fn journal(text: &str) {
    let (system, lines) = text.split_once('\n').unwrap_or((text, ""));
    let of = fights().iter().find(|fight| fight.system == system);
    let store = Box::new(DiskStore::new(root().join("tests/data/saves")));
    let mut opened = SessionFiles::look(store, "toll_bridge").expect("a save");
    opened
        .snapshot
        .clone_from(&of.unwrap_or(&fights()[0]).snapshot);
    opened.lines = lines.lines().map(str::to_owned).collect();
    let resumed = saves::resume(opened, systems::all()).expect("the snapshot is good");
    for told in &resumed.told {
        harmless(&told.to_string());
    }
    // Without the lines it is the snapshot, which the sessions' target looks at.
    if resumed.told.is_empty() {
        shown(&resumed.session, systems::all());
    }
}

fn dice(text: &str) {
    let dice = match Dice::parse(text) {
        Ok(dice) => dice,
        Err(_) => return,
    };
    assert_eq!(Dice::parse(&dice.to_string()), Ok(dice.clone()), "{text:?}");
    let faces = dice.roll(&mut Generator::at(Seed(1), 0, "fuzz", 0, 0));
    assert_eq!(dice.check(&faces), Ok(()), "{text:?}");
    let total = dice.total(&faces);
    assert!((dice.least()..=dice.most()).contains(&total), "{text:?}");
}

fn command(text: &str) {
    let words = std::iter::once("affray").chain(text.lines());
    if let Err(why) = commands().try_get_matches_from(words) {
        // `run` makes it harmless before anybody reads it.
        assert!(!why.render().to_string().is_empty());
    }
}

/// What stands on the `:` line, in one of the fights; what was refused changed nothing, and the fight serves again.
fn line(text: &str) {
    thread_local! {
        static UNCHANGED: RefCell<BTreeMap<usize, Session>> = RefCell::default();
    }
    let sum: usize = text.bytes().map(usize::from).sum();
    let place = sum % fights().len();
    let read = || {
        let source = Source::new("any.ron", &fights()[place].snapshot);
        saves::read(&source, systems::all()).expect("a save")
    };
    let unchanged = UNCHANGED.with_borrow_mut(|fights| fights.remove(&place));
    let mut session = unchanged.unwrap_or_else(read);
    match parse(&session, text).and_then(|input| session.input(input)) {
        Ok(deltas) => {
            saves::line(&deltas).expect("a line");
        }
        // The screen makes the words harmless, as whatever it shows.
        Err(_) => UNCHANGED.with_borrow_mut(|fights| {
            fights.insert(place, session);
        }),
    }
}

/// What another program wrote, as a list or as JSON.
fn import(text: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let name = if text.trim_start().starts_with(['{', '[']) {
        "any.json"
    } else {
        "any.csv"
    };
    let path = folder.path().join(name);
    fs::write(&path, text).expect("written");
    let path = path.to_string_lossy();
    let words = ["import", &path, "--system", "alternation", "--print"];
    let (_, _, err) = CommandLine::of(folder.path()).run(&words);
    harmless(&err);
}

/// A written system as the tests know it: its text and its roster.
struct Book {
    system: String,
    roster: &'static str,
}

fn books() -> &'static [Book] {
    static BOOKS: LazyLock<Vec<Book>> = LazyLock::new(|| {
        let homes = ["assets", "tests/support/written_systems/assets"];
        let folders = homes.iter().flat_map(|home| {
            let entries = fs::read_dir(root().join(home)).expect("a folder");
            entries.map(|entry| entry.expect("an entry").path())
        });
        let mut folders: Vec<PathBuf> = folders.collect();
        folders.sort();
        let book = |folder: PathBuf| {
            let text = |name: &str| fs::read_to_string(folder.join(name)).ok();
            Some(Book {
                system: text("system.ron")?,
                roster: text("roster.ron")?.leak(),
            })
        };
        folders.into_iter().filter_map(book).collect()
    });
    &BOOKS
}

fn written_systems() -> Vec<String> {
    books().iter().map(|book| book.system.clone()).collect()
}

/// As the `system.ron` of a folder, with the roster of the system whose name it has.
fn system(text: &str) {
    let named = |book: &&Book| {
        let name = book.system.lines().find(|line| line.contains("name: \""));
        name.is_some_and(|name| text.contains(name))
    };
    let book = books().iter().find(named).unwrap_or(&books()[0]);
    let assets = Assets {
        roster: book.roster,
        ..NO_TEXTS
    };
    match written::read("any", &Source::new("any/system.ron", text), assets) {
        Ok(system) => played(system),
        Err(mistakes) => told(&mistakes),
    }
}

fn told(mistakes: &[Diagnostic]) {
    assert!(!mistakes.is_empty(), "refused without a word");
    for mistake in mistakes {
        harmless(&mistake.to_string());
    }
}

/// The functions of the page of `rules.lua`, each called by an attack.
fn scripts() -> Vec<String> {
    let page = fs::read_to_string(root().join("docs/rules-lua.md")).expect("the page");
    let blocks = page.split("```").skip(1).step_by(2);
    let blocks = blocks.filter_map(|block| block.strip_prefix("lua\n"));
    let called = |block: &str| {
        let heads = block
            .lines()
            .filter_map(|line| line.strip_prefix("function "));
        let names = heads.filter_map(|head| head.split_once('('));
        let calls: String = names
            .map(|(name, _)| format!("  {name}(self, target, with, test(self, \"attack\"))\n"))
            .collect();
        format!("{block}function act(self, target, with, hit)\n{calls}end\n")
    };
    blocks.map(called).collect()
}

/// As the `rules.lua` of a small system whose attacks, reactions and rounds are functions of it.
fn lua(text: &str) {
    let mut text = text.to_owned();
    for name in ["act", "tick", "ward"] {
        if !text.contains(&format!("function {name}(")) {
            text += &format!("\nfunction {name}() end");
        }
    }
    let assets = Assets {
        roster: include_str!("../../../data/duel/roster.ron"),
        ..NO_TEXTS
    };
    let duel = include_str!("../../../data/duel/system.ron");
    let (duel, lua) = (
        Source::new("duel/system.ron", duel),
        Source::new("duel/rules.lua", &text),
    );
    match written::read_with("duel", &duel, Some(&lua), assets) {
        Ok(system) => played(system),
        Err(mistakes) => told(&mistakes),
    }
}

/// A few inputs of a fight of what was read; then it can be shown, saved and read.
fn played(system: &'static dyn System) {
    let (compendium, wrong) = Compendium::built_in(system);
    for mistake in &wrong {
        harmless(&mistake.to_string());
    }
    let mut setup = Setup::new(system.key());
    for (name, players) in [("A", true), ("B", false)] {
        setup.sides.push(SideSetup {
            name: name.to_owned(),
            players,
            ..SideSetup::default()
        });
    }
    let ends = compendium
        .roster()
        .first()
        .into_iter()
        .chain(compendium.roster().last());
    for (one, side) in ends.zip(["A", "B"]) {
        setup
            .combatants
            .push(Newcomer::from_roster(&one.name, 2, side));
    }
    let Ok(start) = setup.begin(&compendium, Seed(1)) else {
        return;
    };
    let Ok(mut session) = Session::new(&[system], start, Seed(1)) else {
        return;
    };
    for nth in 0..2 * INPUTS {
        let input = match session.waits() {
            Waits::Offers { .. } => {
                let menu = session.menu();
                menu.get(nth % menu.len().max(1))
                    .map(|offer| Input::Start(offer.command.clone()))
            }
            Waits::Prompt(_) => parse(&session, "enter").ok(),
            // What goes on by itself for ever is told.
            Waits::Fault(_) => return,
        };
        // It may be refused.
        let _ = input.map(|input| session.input(input));
    }
    if !matches!(session.waits(), Waits::Fault(_)) {
        shown(&session, &[system]);
    }
}
