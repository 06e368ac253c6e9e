//! Saves that earlier programs wrote open for ever, and show what they showed.
//!
//! Beside each save in `tests/data/saves` stands what it showed when it was new: in `.state` the fight after its last
//! finished command, in `.md` the log, in `.screen` the screen. The first two are promises and are never written anew;
//! a screen may look different one day, then `UPDATE_EXPECT=1 cargo test --test library old_saves` writes it.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use affray::encounter::{Encounter, Event, Start};
use affray::ron_text::Source;
use affray::rules::System;
use affray::session::{Input, Readers, Session, markdown};
use affray::store::{FileIssue, Resumed, Saves, saves};
use affray::systems;
use affray::text;
use affray::ui::autosave::SaveStatus;
use affray::values::Id;
use expect_test::expect_file;

use crate::support::old_save_files::{check_told, folder, names, open};
use crate::support::screen;

/// A copy of a save with its journal.
fn copy(name: &str) -> tempfile::TempDir {
    let home = tempfile::tempdir().expect("a folder");
    for ending in ["ron", "journal"] {
        let file = format!("{name}.{ending}");
        fs::copy(folder().join(&file), home.path().join(&file)).expect("copied");
    }
    home
}

/// Opens a save as the program does.
fn resume(home: &Path, name: &str) -> Resumed {
    Saves::new(home)
        .resume(name, systems::all())
        .unwrap_or_else(|why| panic!("{name}: {why:#}"))
}

/// The fight after its last finished command: what a save keeps whatever else changes.
fn stands(session: &Session) -> String {
    let system = session.system();
    let start = session
        .save()
        .start
        .encounter(system.key(), system.schema(), system.format_1())
        .expect("it was opened");
    let mut now = start.clone();
    let entries = session.history().entries();
    for event in entries.iter().flat_map(|entry| entry.events.iter()) {
        now.apply(event);
    }
    let mut text = format!(
        "{}\n{}, round {}, {}",
        now.title,
        now.system,
        now.round,
        now.stage.word()
    );
    if let Some(who) = now.turn {
        let _ = write!(text, ", turn of {}", person(&now, who));
    }
    let _ = writeln!(
        text,
        "\nlines of the log: {}\n\norder",
        // Throws stood behind their act then.
        session
            .lines()
            .iter()
            .filter(|line| line.depth == 0)
            .count()
    );
    for row in system.order(&now) {
        let who = row.who.map_or(String::new(), |who| person(&now, who));
        let at = if row.current { ">" } else { " " };
        let line = format!(
            "{at} {:?} · {who} · {} · {}",
            row.mark,
            row.text(&now),
            row.detail
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text += "\ncombatants\n";
    for id in now.ids() {
        combatant(&mut text, system, &start, &now, id);
    }
    text += "\nbonds\n";
    for link in now.links.iter() {
        let (from, to) = (person(&now, link.from), person(&now, link.to));
        let _ = writeln!(text, "  {from} · {} · {to}", link.kind);
    }
    let lines = text
        .lines()
        .map(|line| text::sanitize(line, usize::MAX) + "\n");
    lines.collect()
}

/// The letters of those who wrote down how the saves stand: a to z, then aa, ab, …
fn letter_of_before(id: Id) -> String {
    let sign = |number: u32| char::from(b'a' + u8::try_from(number % 26).expect("small"));
    match id.0 {
        one @ 0..26 => String::from(sign(one)),
        more => String::from_iter([sign(more / 26 - 1), sign(more)]),
    }
}

fn person(now: &Encounter, id: Id) -> String {
    format!("{} {}", letter_of_before(id), now.name(id))
}

/// Somebody's row, conditions, and what has changed on the sheet.
fn combatant(text: &mut String, system: &dyn System, start: &Encounter, now: &Encounter, id: Id) {
    let one = now.get(id);
    let row = system.row(now, id);
    let _ = write!(
        text,
        "  {} · {} · {}/{} · {} · {} · {}",
        person(now, id),
        now.faction_name(one.faction),
        row.life.0,
        row.life.1,
        row.defence,
        row.words().join(", "),
        row.health_word,
    );
    for (is, word) in [
        (row.down, "down"),
        (one.hidden, "hidden"),
        (one.gone, "gone"),
    ] {
        if is {
            let _ = write!(text, " · {word}");
        }
    }
    text.push('\n');
    for condition in &one.conditions {
        let by = condition.by.map_or(String::new(), |by| person(now, by));
        let _ = writeln!(
            text,
            "      is {} · {:?} · {} · {by} · {}",
            condition.key, condition.ends, condition.value, condition.cause
        );
    }
    let before = start.find(id).map(|before| &before.sheet);
    for (key, value) in one.sheet.record().0 {
        let old = before.and_then(|sheet| sheet.value(&key));
        if before.is_some() && old.as_ref() != Some(&value) {
            let _ = writeln!(text, "      {key} is {value}");
        }
    }
}

/// How a fight stands, without the words of the panes: the order and the words of rows say the same facts otherwise from
/// one edition of the program to the next.
fn facts(stands: &str) -> Vec<String> {
    let mut part = "";
    let mut facts = Vec::new();
    for line in stands.lines() {
        if ["order", "combatants", "bonds"].contains(&line) {
            part = line;
        }
        let row = part == "combatants" && line.starts_with("  ") && !line.starts_with("   ");
        match part {
            "order" => {}
            _ if row => facts.push(line.split(" · ").take(4).collect::<Vec<_>>().join(" · ")),
            _ => facts.push(line.to_owned()),
        }
    }
    facts
}

/// A log without what the table of those present says behind their numbers, in the words of the panes, without those who
/// have left, who once stood in none, with throws behind their act as they stood once, and without the "or more" that a
/// need against somebody's armour once had.
fn plain(log: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in log.replace(" or more", "").lines() {
        match (
            line.split_once(", "),
            line.strip_prefix("  - "),
            lines.last_mut(),
        ) {
            (Some((_, states)), ..) if line.starts_with('|') && states.starts_with("left") => {}
            (Some((numbers, _)), ..) if line.starts_with('|') => lines.push(numbers.to_owned()),
            (_, Some(thrown), Some(act)) => {
                act.push(' ');
                act.push_str(thrown);
            }
            _ => lines.push(line.trim_end_matches([' ', '|']).to_owned()),
        }
    }
    lines
}

/// The screen, 120 columns by 36 rows.
fn screen(session: Session) -> String {
    let mut app = screen::app(session);
    app.save_status = SaveStatus::Saved;
    screen::draw(&mut app, 120, 36)
}

/// What was written beside a save.
fn beside(name: &str, ending: &str) -> String {
    let path = folder().join(format!("{name}.{ending}"));
    fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

#[test]
fn every_save_stands_as_it_stood() {
    let names = names();
    assert_eq!(names.len(), 14, "{names:?}");
    for name in names {
        let home = copy(&name);
        let session = resume(home.path(), &name).session;
        let (now, then) = (stands(&session), beside(&name, "state"));
        assert_eq!(facts(&now), facts(&then), "{name}");
        let page = markdown(&session, Readers::GameMaster);
        // What it came to is reckoned today.
        let (log, _) = page
            .split_once("\n## What it came to")
            .unwrap_or((&page, ""));
        let (mut log, then) = (plain(log), plain(&beside(&name, "md")));
        // What is open is told as it is told today.
        let live = session.live_lines();
        log.truncate(log.len() - live.iter().filter(|line| line.depth == 0).count());
        assert_eq!(log, then[..log.len()], "{name}");
        let path = folder().join(format!("{name}.screen"));
        expect_file![path].assert_eq(&screen(session));
    }
}

/// A fight of an older format can be undone back to where it was opened, which is said once.
#[test]
fn an_older_format_is_told_once_and_undone_back_to_its_opening() {
    let of_before = |name: &String| beside(name, "ron").starts_with("(\n    format: 1,");
    let older: Vec<String> = names().into_iter().filter(of_before).collect();
    assert_eq!(older.len(), 11, "{older:?}");
    for name in older {
        let home = copy(&name);
        let Resumed {
            mut session,
            mut files,
            told,
            ..
        } = resume(home.path(), &name);
        let file = format!("{name}.ron");
        assert_eq!(told, [FileIssue::OldFormat { file }], "{name}");
        let (opened, waits) = (stands(&session), session.waits().clone());
        let why = session.input(Input::Undo).expect_err("nothing was done");
        assert_eq!(why.to_string(), "there is nothing to undo", "{name}");
        let notes = Event::Notes {
            text: "A new note.".to_owned(),
        };
        session.input(Input::Correct(vec![notes])).expect("noted");
        session.input(Input::Undo).expect("undone");
        assert_eq!(stands(&session), opened, "{name}");
        assert_eq!(*session.waits(), waits, "{name}");

        let snapshot = saves::snapshot(&session).expect("a snapshot");
        assert!(snapshot.starts_with("(\n    format: 2,"), "{name}");
        files.fold(&snapshot).expect("saved");
        drop(files);
        let mut again = resume(home.path(), &name);
        assert_eq!(again.told, [], "{name}");
        assert_eq!(again.session.save(), session.save(), "{name}");
        assert_eq!(*again.session.waits(), waits, "{name}");
        again.session.input(Input::Redo).expect("noted again");
        assert_eq!(again.session.now().notes.as_ref(), "A new note.", "{name}");
    }
}

#[test]
fn a_mistake_in_an_older_format_is_told_at_its_place() {
    const ENTRIES: &str = "\n        entries: [";
    const OPEN: &str = "\n        open: [";
    const PENDING: &str = "\n        pending: [";
    let text = beside("countdown_amended", "ron");
    let nobody = |id: u32| format!("combatant {id} does not exist: write one from 0 to 9");
    check_told(
        &text,
        "\n    start: (",
        "\"hp_max\": Int(",
        ("14", "99999"),
        "`hp_max`: 99999 is not between 1 and 999",
    );
    check_told(&text, ENTRIES, "\"usual\", who: ", ("0", "10"), &nobody(10));
    check_told(
        &text,
        ENTRIES,
        "\"declare\", who: ",
        ("6", "66"),
        &nobody(66),
    );
    check_told(
        &text,
        ENTRIES,
        "(key: \"declare\", who: ",
        ("6", "66"),
        &nobody(66),
    );
    check_told(&text, ENTRIES, "Act(who: ", ("0", "10"), &nobody(10));
    check_told(&text, OPEN, "\"attack\", who: ", ("1", "11"), &nobody(11));
    check_told(
        &text,
        PENDING,
        "\"attack\", who: ",
        ("2", "22"),
        &nobody(22),
    );
}

#[test]
fn a_journal_of_an_older_format_is_read_as_far_as_it_fits() {
    let nobody = r#"[Opened(command:(action:"attack",who:99,faction:None),by_hand:true)]"#;
    const LINES: usize = 20;
    for (line, expected) in [
        (
            nobody,
            "column 1: combatant 99 does not exist: write one from 0 to 9",
        ),
        (
            "[Undone, Replayed]",
            "column 10: nothing waits to be played again",
        ),
    ] {
        let mut opened = open("amber_ford");
        assert_eq!(opened.lines.len(), LINES);
        opened.lines[8] = line.to_owned();
        let resumed =
            saves::resume(opened, systems::all()).expect("what stands before the line is good");
        let file = |ending: &str| format!("amber_ford.{ending}");
        let told = [
            FileIssue::OldFormat { file: file("ron") },
            FileIssue::Unfit {
                file: file("journal"),
                number: 9,
                later: LINES - 9,
                why: expected.to_owned(),
            },
        ];
        assert_eq!(resumed.told, told);
    }
}

/// In format 1 an undo right after an amendment takes the amendment back.
#[test]
fn an_amendment_of_an_older_format_is_undone_as_a_whole() {
    let opening = |lines: &dyn Fn(&mut Vec<String>)| {
        let mut opened = open("amber_ford");
        lines(&mut opened.lines);
        let resumed = saves::resume(opened, systems::all()).expect("it fits");
        assert_eq!(resumed.told.len(), 1, "{:?}", resumed.told);
        resumed.session.save().opening
    };
    let undone = opening(&|lines| {
        assert!(lines[12].starts_with("[Amended"));
        lines.truncate(14);
        let back_and_forth = ["[Undone]", "[Redone]", "[Undone]", "[Undone]"];
        lines.extend(back_and_forth.map(str::to_owned));
    });
    assert_eq!(undone, opening(&|lines| lines.truncate(12)));
}

/// Format 1 took the slots of a round away one by one, and all of them are gone when the next one begins.
#[test]
fn slots_that_an_older_format_took_away_are_gone() {
    let home = copy("wreckers_cove");
    let session = resume(home.path(), "wreckers_cove").session;
    let slots = |session: &Session| -> usize {
        let parts = Start::from(session.now()).parts;
        let parts = parts.iter().map(|part| format!("{part:?}"));
        parts.map(|part| part.matches("\"until\"").count()).sum()
    };
    let ron = beside("wreckers_cove", "ron");
    let begun = saves::read(&Source::new("a save", &ron), systems::all()).expect("it is read");
    assert_ne!(slots(&begun), 0);
    assert_eq!(slots(&session), 0);
}

/// In format 1 all rows of a throw had one answer, and in a command that was open it counts.
#[test]
fn rows_that_an_older_format_answered_together_are_thrown() {
    let ron = beside("wreckers_cove", "ron");
    let whole = saves::read(&Source::new("a save", &ron), systems::all()).expect("it is read");
    let (before, behind) = ron
        .split_once("            (\n                command: (action: \"initiative\"")
        .expect("initiative");
    let (initiative, _) = behind
        .split_once("                events: ")
        .expect("events");
    let (_, behind) = ron.split_once("        undone: []").expect("undone");
    let open = format!(
        "{before}        ],\n        open: [\n            (\n                command: (action: \"initiative\"{initiative}            ),\n        ],\n        undone: []{behind}"
    );
    let open = saves::read(&Source::new("a save", &open), systems::all()).expect("it is read");
    let told = |session: &Session| -> Vec<String> {
        let lines = session.lines().iter().map(|line| line.text.clone());
        lines
            .take_while(|line| !line.starts_with("Count"))
            .collect()
    };
    let (open, whole) = (told(&open), told(&whole));
    assert_eq!(open, whole);
    assert!(open.contains(&"Initiative: d10 8 - 5 move = 3.".to_owned()));
}
