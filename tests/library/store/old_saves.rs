//! Checks that saves of released versions open and contain the same as before.
//!
//! `tests/data/saves` holds a fight of every system, saved in the middle of a roll. Beside each journal, a `.facts` file
//! holds what the resumed fight must contain: numbers, ids and keywords, no sentences. A `.facts` file is never rewritten.
//! The log of each fight (`.md`) is rendered from the facts with the current wording; `UPDATE_EXPECT=1 cargo test --test
//! library old_saves` rewrites the logs.
//!
//! `cargo test --test library record -- --ignored` records the fights anew, with the examples in `saves`. Do this only
//! for a new save format, and keep the samples of the old format.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::encounter::{Control, Event, Roller, Stage, Start};
use affray::resolver::{Answer, Kind, Taken};
use affray::rules::System;
use affray::session::{Input, Readers, Session, Waits, markdown, parse};
use affray::setup;
use affray::store::saves::{line, snapshot};
use affray::store::{FileIssue, Saves};
use affray::systems;
use affray::values::{Id, Value};
use expect_test::expect_file;

use crate::support::facts::{self, Asked, Names};
use crate::support::laws;
use crate::support::old_save_files::{self, copy, folder};

/// Saved fights: the systems that are bundled, and `press`, whose rules the save itself contains.
const SYSTEMS: [&str; 8] = [
    "alternation",
    "countdown",
    "d20",
    "plain",
    "press",
    "seconds",
    "segments",
    "split-round",
];

/// Returns the whole numbers above 0 in a text, in ascending order. They do not change if a sentence is reworded or a
/// save leaves out default values.
fn numbers(text: &str) -> String {
    let mut all: Vec<u64> = text
        .split(|sign: char| !sign.is_ascii_digit())
        .filter_map(|number| number.parse().ok())
        .filter(|number| *number > 0)
        .collect();
    all.sort_unstable();
    let all: Vec<String> = all.iter().map(u64::to_string).collect();
    all.join(" ")
}

/// Formats the id of a combatant, or `-`.
fn id(who: Option<Id>) -> String {
    who.map_or("-".to_owned(), |who| who.0.to_string())
}

/// Formats everything that the resumed fight must contain.
fn facts_of(session: &Session) -> String {
    let now = session.now();
    let mut text = format!(
        "{} round {} {} turn {}\n",
        now.system,
        now.round,
        now.stage.word(),
        id(now.turn)
    );
    let history = session.history();
    let _ = writeln!(
        text,
        "finished {} open {} undone {} notes {:?}",
        history.finished(),
        history.open().len(),
        history.undone(),
        now.notes
    );
    combatants(&mut text, session);
    for link in now.links.iter() {
        let _ = writeln!(text, "link {} {} {}", link.kind, link.from.0, link.to.0);
    }
    for (word, who, value) in Start::from(now).parts {
        let value = numbers(&format!("{value:?}"));
        let _ = writeln!(text, "part {word} {}: {value}", id(who));
    }
    prompt(&mut text, session);
    log(&mut text, session);
    text
}

/// Adds every combatant: side, life, conditions and the values of the sheet that the fight has changed.
fn combatants(text: &mut String, session: &Session) {
    let (system, now) = (session.system(), session.now());
    let start = session
        .save()
        .start
        .encounter(system.key(), system.schema());
    let start = start.expect("what the save begins with");
    for who in now.ids() {
        let one = now.get(who);
        let life = system.row(now, who).life;
        let _ = write!(
            text,
            "combatant {} side {} life {}/{}",
            who.0,
            one.side.index(),
            life.0,
            life.1
        );
        for (is, word) in [(one.hidden, "hidden"), (one.gone, "gone")] {
            if is {
                let _ = write!(text, " {word}");
            }
        }
        text.push('\n');
        for condition in &one.conditions {
            let _ = writeln!(
                text,
                "  condition {} {:?} by {} value {}",
                condition.key,
                condition.ends,
                id(condition.by),
                condition.value
            );
        }
        let begun = start.combatants.get(who.index());
        for (key, value) in one.sheet.record().0 {
            let before = begun.and_then(|begun| begun.sheet.record().get(&key).cloned());
            if before.as_ref() != Some(&value) {
                let _ = writeln!(text, "  {key} {value}");
            }
        }
    }
}

/// Adds what the fight waits for: the question with its rows, dice or options.
fn prompt(text: &mut String, session: &Session) {
    let Waits::Prompt(prompt) = session.waits() else {
        let _ = writeln!(text, "waits for an action");
        return;
    };
    let question = &prompt.question;
    let _ = writeln!(
        text,
        "asks {} {} {}",
        question.key,
        id(question.who),
        question.nth
    );
    match &prompt.kind {
        Kind::Roll(roll) => {
            let _ = writeln!(text, "  dice {} of {}", roll.dice, id(roll.who));
        }
        Kind::Rolls(rows) => {
            for row in rows {
                let (key, dice) = (&row.question.key, &row.roll.dice);
                let _ = writeln!(
                    text,
                    "  {key} {} {dice} {:?}",
                    id(row.question.who),
                    row.faces
                );
            }
        }
        Kind::Choice { options, preset } => {
            let options: Vec<&str> = options.iter().map(|option| option.key.as_str()).collect();
            let _ = writeln!(text, "  options {} of {}", preset, options.join(" "));
        }
        Kind::Pick { from, preset, .. } => {
            let _ = writeln!(text, "  from {from:?} {preset:?}");
        }
        Kind::Form(fields) => {
            for field in fields {
                let _ = writeln!(text, "  {} {}", field.key, field.value);
            }
        }
        Kind::Number { least, most, .. } => {
            let _ = writeln!(text, "  number {least} {most}");
        }
        Kind::Text { .. } | Kind::Confirm { .. } => {}
    }
}

/// Adds every command with its answers and what it changed.
fn log(text: &mut String, session: &Session) {
    let names = Names::of(session.now());
    for entry in session.history().entries() {
        let command = &entry.command;
        let _ = writeln!(text, "did {} {}", command.action, id(command.who));
        answers(text, &names, &entry.taken);
        events(text, &names, &entry.events);
    }
    for open in session.history().open() {
        let command = &open.command;
        let _ = writeln!(text, "does {} {}", command.action, id(command.who));
        answers(text, &names, &open.taken);
    }
}

/// Adds the answers and rulings that a command took.
fn answers(text: &mut String, names: &Names, all: &[Taken]) {
    for taken in all {
        match taken {
            Taken::Given(given) => {
                let question = &given.question;
                let _ = write!(
                    text,
                    "  {} {} {}: ",
                    question.key,
                    id(question.who),
                    question.nth
                );
                let list = |all: &[String]| all.join(" ");
                let faces =
                    |all: &[u32]| all.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
                let said = match &given.answer {
                    Answer::Faces(all) => faces(all),
                    Answer::Rolls(all) => {
                        list(&all.iter().map(|all| faces(all)).collect::<Vec<_>>())
                    }
                    Answer::Chose(key) => key.clone(),
                    Answer::Picked(who) => facts::value(&Value::Who(who.clone())),
                    Answer::Filled(draft) => {
                        let rows = draft.iter();
                        let rows = rows.map(|(key, to)| format!("{key}={}", facts::value(to)));
                        list(&rows.collect::<Vec<_>>())
                    }
                    Answer::Number(number) => number.to_string(),
                    Answer::Text(said) => format!("text {}", said.len()),
                    Answer::Yes(yes) => yes.to_string(),
                };
                let _ = writeln!(text, "{said}");
            }
            Taken::Ruled(ruled) => {
                let _ = writeln!(text, "  ruled");
                events(text, names, &ruled.events);
            }
            Taken::Voided(question) => {
                let _ = writeln!(text, "  voided {}", question.key);
            }
        }
    }
}

/// Adds events, with sentences reduced to the combatants and numbers in them.
fn events(text: &mut String, names: &Names, all: &[Event]) {
    let all: Vec<&Event> = all.iter().collect();
    for event in facts::events(names, &all, &Asked::default()) {
        let _ = writeln!(text, "  {event}");
    }
}

/// Inputs of a recorded fight, with the number of inputs before them.
const SCRIPT: [(usize, &[&str]); 4] = [
    (
        2,
        &["ruling text", "set words=The beam creaks", "choose nothing"],
    ),
    (
        5,
        &[
            "ruling schedule",
            "set when=round, rounds=3, words=The wind turns",
        ],
    ),
    (9, &["undo", "redo", "undo"]),
    (13, &["ruling damage", "set targets=a, amount=1"]),
];
/// Number of inputs after which the journal begins with a new snapshot.
const FOLDED: usize = 22;
/// Number of inputs after which the recording ends at the next roll.
const ENOUGH: usize = 32;

/// Plays a bundled fight of a system by default choices and the [`SCRIPT`], until the roll of an attack in the middle of
/// a command, and writes its files to a folder.
fn record(system: &'static dyn System, home: &Path) -> Session {
    let (compendium, _) = Compendium::built_in(system);
    let first = &setup::bundled(&compendium).0[0].setup;
    let mut start = first.begin(&compendium, Seed(7)).expect("no mistakes");
    for (place, side) in Arc::make_mut(&mut start.sides).iter_mut().enumerate() {
        side.control = [Control::Gm, Control::Automatic][place % 2];
        side.roller = [Roller::Typed, Roller::Rolled][place % 2];
    }
    let mut session = Session::new(&laws::systems(), start, Seed(7)).expect("a session");
    let mut files = Saves::new(home).create(&session).expect("files");
    let mut inputs = 0;
    let mut put = |session: &mut Session, input: Input| -> bool {
        let Ok(deltas) = session.input(input) else {
            return false;
        };
        inputs += 1;
        if inputs == FOLDED {
            files
                .fold(snapshot(session).expect("a snapshot"))
                .expect("folded");
        } else {
            files
                .append(&line(&deltas).expect("a line"))
                .expect("appended");
        }
        true
    };
    let mut script = SCRIPT.iter().peekable();
    for nth in 0.. {
        if let Some((_, texts)) = script.next_if(|(at, _)| *at <= nth && in_attack(&session)) {
            for text in *texts {
                let input = parse(&session, text).unwrap_or_else(|why| panic!("{text}: {why}"));
                assert!(put(&mut session, input), "{}: {text}", system.key());
            }
        }
        if nth >= ENOUGH && script.peek().is_none() && in_attack(&session) {
            break;
        }
        assert!(
            nth < 9 * ENOUGH && session.now().stage != Stage::Over,
            "{}: the fight ends after {nth} inputs, in round {}",
            system.key(),
            session.now().round
        );
        let decision = session.decision(None).map(Input::from);
        let input = decision.or_else(|| parse(&session, "enter").ok());
        assert!(put(&mut session, input.expect("Enter")), "{}", system.key());
    }
    // One answer is undone, so that the redo is part of the save.
    assert!(put(&mut session, Input::Roll(Vec::new())) && put(&mut session, Input::Undo));
    session
}

/// Returns true if a combatant of the players rolls in the middle of a command.
fn in_attack(session: &Session) -> bool {
    let Waits::Prompt(prompt) = session.waits() else {
        return false;
    };
    let open = session.history().open();
    let is_plain = open.iter().all(|open| !open.command.ruling);
    matches!(prompt.kind, Kind::Roll(_)) && is_plain && !open.is_empty()
}

#[test]
#[ignore = "records the samples of a save format; see the module"]
fn record_saves() {
    for key in SYSTEMS {
        let mut all = laws::systems().into_iter();
        let system = all.find(|system| system.key() == key).expect("a system");
        let home = tempfile::tempdir().expect("a folder");
        let session = record(system, home.path());
        let name = &Saves::new(home.path()).list().expect("listed")[0].name;
        let journal = home.path().join(format!("{name}.journal"));
        fs::copy(journal, folder().join(format!("{key}.journal"))).expect("copied");
        fs::write(folder().join(format!("{key}.facts")), facts_of(&session)).expect("written");
        let (compendium, _) = Compendium::built_in(system);
        let example = setup::bundled(&compendium).0[0].name.clone();
        if systems::all().iter().any(|bundled| bundled.key() == key) {
            let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("saves");
            let text = snapshot(&session).expect("a snapshot");
            // The examples follow the rules of the program.
            let lines = text.split_inclusive('\n');
            let text: String = lines
                .filter(|line| !line.starts_with("    rules: "))
                .collect();
            fs::write(examples.join(format!("{example}.ron")), text).expect("written");
        }
    }
}

#[test]
fn saves_of_every_system_open_with_the_same_state_history_and_prompt() {
    assert_eq!(old_save_files::names(), SYSTEMS);
    for name in SYSTEMS {
        let home = copy(&folder(), name);
        let mut resumed = Saves::new(home.path())
            .resume(name, systems::all())
            .unwrap_or_else(|why| panic!("{name}: {why:#}"));
        let uses_stored_rules = match &resumed.told[..] {
            [] => false,
            [FileIssue::OtherRules { .. }] => true,
            told => panic!("{name}: {told:?}"),
        };
        // The rules of bundled written systems may have changed since the save.
        let may_differ = ["d20", "plain"].contains(&name);
        let is_bundled = systems::all().iter().any(|system| system.key() == name);
        assert!(may_differ || uses_stored_rules != is_bundled, "{name}");
        // An input about the first command loads all of a long history, even if it is refused.
        let first = Input::Reroll {
            entry: 0,
            place: usize::MAX,
        };
        resumed.session.input(first).expect_err("no such roll");
        let path = folder().join(format!("{name}.facts"));
        let facts = fs::read_to_string(&path).expect("facts beside the save");
        assert_eq!(facts_of(&resumed.session), facts, "{}", path.display());
        let path = folder().join(format!("{name}.md"));
        expect_file![path].assert_eq(&markdown(&resumed.session, Readers::GameMaster));
    }
}

/// A file in a format that only development versions wrote is refused with a message that names it, and stays
/// unchanged.
#[test]
fn a_format_from_before_the_first_release_is_refused_without_changing_the_file() {
    const JOURNALS: [&str; 2] = [
        "affray journal 1 generation 1 base 6c62272e07bb0142 length 9 follows head 96a2074bc2c69d24\n(a fight)\n",
        "affray journal 2 generation 1 base 6c62272e07bb0142 length 9 follows head b0c4f445f9db6175\n(a fight)\n",
    ];
    let now = old_save_files::snapshot(&folder().join("countdown.journal"));
    let before = ["format: 1,", "format: 2,"].map(|old| now.replacen("format: 3,", old, 1));
    assert!(before.iter().all(|before| *before != now));
    let snapshots = before.iter().map(|before| (before, None, "countdown.ron"));
    let journals = JOURNALS.map(|journal| (&now, Some(journal), "countdown.journal"));
    for (snapshot, journal, refused) in snapshots.chain(journals) {
        let home = tempfile::tempdir().expect("a folder");
        let path = |ending: &str| home.path().join(format!("countdown.{ending}"));
        fs::write(path("ron"), snapshot).expect("written");
        if let Some(journal) = journal {
            fs::write(path("journal"), journal).expect("written");
        }
        let saves = Saves::new(home.path());
        let Err(why) = saves.resume("countdown", systems::all()) else {
            panic!("{refused} was opened");
        };
        assert_eq!(
            format!("{why:#}"),
            format!(
                "{refused} was written by a development version of Affray before 0.2 and cannot be opened"
            )
        );
        assert_eq!(fs::read_to_string(path("ron")).expect("there"), *snapshot);
        assert_eq!(fs::read_to_string(path("journal")).ok().as_deref(), journal);
    }
}
