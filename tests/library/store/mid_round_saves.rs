//! Fights of every system, saved in the middle of a round, resume with the same state, history and prompt.
//!
//! Beside each save in `tests/data/saves/mid_round`, a `.facts` file holds what the resumed fight must contain: numbers, ids
//! and keywords, no sentences. A change of wording therefore changes no facts file. `UPDATE_EXPECT=1 cargo test --test
//! library mid_round` rewrites these files; do that only if the facts of a save are recorded in another way.

use std::fmt::Write;
use std::path::PathBuf;

use affray::encounter::{Event, Start};
use affray::resolver::{Answer, Kind, Taken};
use affray::session::{Input, Readers, Session, Waits, markdown};
use affray::store::{FileIssue, Saves};
use affray::systems;
use affray::values::{Id, Value};
use expect_test::expect_file;

use crate::support::facts::{self, Asked, Names};
use crate::support::old_save_files::{self, copy};

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

/// Bundled systems whose whole log is recorded here; `old_saves` records the logs of the other systems.
const LOGGED: [&str; 2] = ["d20", "plain"];

/// Folder of the saves.
fn folder() -> PathBuf {
    old_save_files::folder().join("mid_round")
}

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

#[test]
fn a_fight_saved_in_the_middle_of_a_round_resumes_as_it_was() {
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
        expect_file![path].assert_eq(&facts_of(&resumed.session));
        if LOGGED.contains(&name) {
            let path = folder().join(format!("{name}.md"));
            expect_file![path].assert_eq(&markdown(&resumed.session, Readers::GameMaster));
        }
    }
}
