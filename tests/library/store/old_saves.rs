//! Checks that saves of earlier versions open and show the same as before.
//!
//! Beside each save in `tests/data/saves` are files with what it showed when it was new: the fight after its last
//! finished command (`.state`), the log (`.md`) and the screen (`.screen`). The first two are promises and are never
//! rewritten; a screen may change, and `UPDATE_EXPECT=1 cargo test --test library old_saves` rewrites it.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use affray::encounter::Encounter;
use affray::rules::System;
use affray::session::{Readers, Session, markdown};
use affray::store::{Resumed, Saves};
use affray::systems;
use affray::text;
use affray::ui::autosave::SaveStatus;
use affray::values::Id;
use expect_test::expect_file;

use crate::support::old_save_files::{copy, folder, names, snapshot};
use crate::support::screen;

/// Opens a save like the program.
fn resume(home: &Path, name: &str) -> Resumed {
    Saves::new(home)
        .resume(name, systems::all())
        .unwrap_or_else(|why| panic!("{name}: {why:#}"))
}

/// Formats the fight after its last finished command, which a save keeps whatever else changes.
fn stands(session: &Session) -> String {
    let system = session.system();
    let start = session
        .save()
        .start
        .encounter(system.key(), system.schema())
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
        // At that time rolls were in the line of the action, after it.
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

/// Returns the letter of a combatant in these files: a to z, then aa, ab, …
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

/// Formats a combatant: row, conditions, and changes of the sheet.
fn combatant(text: &mut String, system: &dyn System, start: &Encounter, now: &Encounter, id: Id) {
    let one = now.get(id);
    let row = system.row(now, id);
    let _ = write!(
        text,
        "  {} · {} · {}/{} · {} · {} · {}",
        person(now, id),
        now.side_name(one.side),
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
            condition.key,
            condition.ends,
            condition.value,
            now.told(&condition.cause)
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

/// Returns the facts of a fight without the texts of the panes, which may be worded differently in each version.
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

/// Draws the screen with 120 columns and 36 rows.
fn screen(session: Session) -> String {
    let mut app = screen::app(session);
    app.save_status = SaveStatus::Saved;
    screen::draw(&mut app, 120, 36)
}

/// Reads a file beside a save.
fn beside(name: &str, ending: &str) -> String {
    let path = folder().join(format!("{name}.{ending}"));
    fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

#[test]
fn old_saves_open_in_the_same_state() {
    let names = names();
    assert_eq!(names.len(), 8, "{names:?}");
    for name in names {
        let home = copy(&folder(), &name);
        let session = resume(home.path(), &name).session;
        let (now, then) = (stands(&session), beside(&name, "state"));
        assert_eq!(facts(&now), facts(&then), "{name}");
        let path = folder().join(format!("{name}.md"));
        expect_file![path].assert_eq(&markdown(&session, Readers::GameMaster));
        let path = folder().join(format!("{name}.screen"));
        expect_file![path].assert_eq(&screen(session));
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
    let now = snapshot(&folder().join("amber_ford.journal"));
    let before = ["format: 1,", "format: 2,"].map(|old| now.replacen("format: 3,", old, 1));
    assert!(before.iter().all(|before| *before != now));
    let snapshots = before.iter().map(|before| (before, None, "amber_ford.ron"));
    let journals = JOURNALS.map(|journal| (&now, Some(journal), "amber_ford.journal"));
    for (snapshot, journal, refused) in snapshots.chain(journals) {
        let home = tempfile::tempdir().expect("a folder");
        let path = |ending: &str| home.path().join(format!("amber_ford.{ending}"));
        fs::write(path("ron"), snapshot).expect("written");
        if let Some(journal) = journal {
            fs::write(path("journal"), journal).expect("written");
        }
        let saves = Saves::new(home.path());
        let Err(why) = saves.resume("amber_ford", systems::all()) else {
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
