//! Readers of text that Affray did not write, one function each. Every text is read or refused with a message.
//!
//! The suite changes the corpora at random (`tests/library/random/fuzz`); libFuzzer searches for new paths through the
//! code (`tests/libfuzzer`).

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

/// Target of the fuzzer: its name, its corpus, and the function that reads a text.
pub struct Target {
    /// Name on the command line.
    pub name: &'static str,
    /// Returns valid texts to start from.
    pub corpus: fn() -> Vec<String>,
    /// Reads any text without a panic.
    pub take: fn(&str),
}

/// All targets of the fuzzer.
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

/// Returns the texts of a folder with this file extension, sorted by name.
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

/// Number of inputs in the snapshot of a fight, and in its journal.
const INPUTS: usize = 8;

/// Small saved fight of a system, which a fuzzer can read a million times.
struct Written {
    system: &'static str,
    snapshot: String,
    /// Inputs after the snapshot.
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

/// Returns the lines of a journal for each system, after the key of the system.
fn journals() -> Vec<String> {
    let whole = |fight: &Written| format!("{}\n{}", fight.system, fight.lines.join("\n"));
    fights().iter().map(whole).collect()
}

/// Reads a text as a file of this name, like `affray check`.
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

/// Reads a text as a file of its own system or of another system. Rarely it chooses the system that fits best, which
/// takes five times as long.
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

/// Checks that a message contains no control characters for a terminal.
fn harmless(message: &str) {
    let bad = |sign: char| sign.is_control() && sign != '\n';
    assert!(!message.contains(bad), "{message:?}");
}

fn session(text: &str) {
    if let Ok(session) = saves::read(&Source::new("any.ron", text), systems::all()) {
        shown(&session, systems::all());
    }
}

/// Checks that a fight can be shown, written and read again.
fn shown(session: &Session, systems: &[&'static dyn System]) {
    for readers in [Readers::GameMaster, Readers::Players] {
        markdown(session, readers);
    }
    let text = saves::snapshot(session).expect("what is read can be written");
    let again = saves::read(&Source::new("again.ron", &text), systems);
    let again = again.unwrap_or_else(|why| panic!("what was written cannot be read: {why:#}"));
    assert_eq!(saves::snapshot(&again).expect("a snapshot"), text);
}

/// Reads a journal; the first line names its system.
fn journal(text: &str) {
    let (system, lines) = text.split_once('\n').unwrap_or((text, ""));
    let of = fights().iter().find(|fight| fight.system == system);
    let store = Box::new(DiskStore::new(root().join("tests/data/saves")));
    let mut opened = SessionFiles::look(store, "d20").expect("a save");
    opened
        .snapshot
        .clone_from(&of.unwrap_or(&fights()[0]).snapshot);
    opened.lines = lines.lines().map(str::to_owned).collect();
    let resumed = saves::resume(opened, systems::all()).expect("the snapshot is good");
    for told in &resumed.told {
        harmless(&told.to_string());
    }
    // Without these lines the fight equals the snapshot, which another target reads.
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
        // `run` removes control characters before the message is shown.
        assert!(!why.render().to_string().is_empty());
    }
}

/// Runs a text on the `:` line of a fight; a refused text must not change the fight.
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
    match parse(&session, text).and_then(|input| Ok(session.input(input)?)) {
        Ok(deltas) => {
            saves::line(&deltas).expect("a line");
        }
        // The screen removes control characters from everything it shows.
        Err(_) => UNCHANGED.with_borrow_mut(|fights| {
            fights.insert(place, session);
        }),
    }
}

/// Imports a text of another program, as a list or as JSON.
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

/// Written system known to the tests: its text and its roster.
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

/// Reads a text as the `system.ron` of a folder, with the roster of the system that it names.
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

/// Returns the functions of the page about `rules.lua`, each called by an attack.
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

/// Reads a text as the `rules.lua` of a small system whose attacks, reactions and rounds are its functions.
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

/// Plays a few inputs of a fight, which must then be possible to show, save and read.
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
            // An endless automatic process is reported.
            Waits::Fault(_) => return,
        };
        // The input may be refused.
        let _ = input.map(|input| session.input(input));
    }
    if !matches!(session.waits(), Waits::Fault(_)) {
        shown(&session, &[system]);
    }
}
