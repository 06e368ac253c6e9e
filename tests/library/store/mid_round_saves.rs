//! Fights of every system, saved in the middle of a round, resume with the same state, history and prompt.
//!
//! Beside each save in `tests/data/saves/mid_round`, a `.facts` file holds what the resumed fight must contain: numbers, ids
//! and keywords, no sentences. A change of wording therefore changes no facts file.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use affray::encounter::{Encounter, Event, Start};
use affray::resolver::{Answer, Kind, Taken};
use affray::session::{Input, Session, Waits};
use affray::store::{FileIssue, Saves};
use affray::systems;
use affray::values::Id;

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

/// Folder of the saves.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/saves/mid_round")
}

/// Copy of a save, since resuming locks and may compact it.
fn copy(name: &str) -> tempfile::TempDir {
    let home = tempfile::tempdir().expect("a folder");
    for ending in ["ron", "journal"] {
        let file = format!("{name}.{ending}");
        fs::copy(folder().join(&file), home.path().join(&file)).expect("copied");
    }
    home
}

/// Whole numbers above 0 in a text, in ascending order: rewording a sentence does not change them, nor does a save that
/// leaves out default values.
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

/// Id of a combatant, or `-`.
fn id(who: Option<Id>) -> String {
    who.map_or("-".to_owned(), |who| who.0.to_string())
}

/// Everything that the resumed fight must contain.
fn facts(session: &Session) -> String {
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

/// Every combatant: side, life, conditions and the values of the sheet that the fight has changed.
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

/// What the fight waits for: the question with its rows, dice or options.
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

/// Every command with its answers and what it changed.
fn log(text: &mut String, session: &Session) {
    for entry in session.history().entries() {
        let command = &entry.command;
        let _ = writeln!(text, "did {} {}", command.action, id(command.who));
        answers(text, session.now(), &entry.taken);
        events(text, session.now(), &entry.events);
    }
    for open in session.history().open() {
        let command = &open.command;
        let _ = writeln!(text, "does {} {}", command.action, id(command.who));
        answers(text, session.now(), &open.taken);
    }
}

/// Answers and rulings that a command took.
fn answers(text: &mut String, now: &Encounter, all: &[Taken]) {
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
                let _ = match &given.answer {
                    Answer::Text(said) => writeln!(text, "text {}", said.len()),
                    answer => writeln!(text, "{answer:?}"),
                };
            }
            Taken::Ruled(ruled) => {
                let _ = writeln!(text, "  ruled");
                events(text, now, &ruled.events);
            }
            Taken::Voided(question) => {
                let _ = writeln!(text, "  voided {}", question.key);
            }
        }
    }
}

/// Events, sentences reduced to the numbers in them.
fn events(text: &mut String, now: &Encounter, all: &[Event]) {
    for event in all {
        let _ = match event {
            Event::Act {
                who,
                about,
                text: said,
                ..
            } => {
                writeln!(
                    text,
                    "  act {} {about:?} {}",
                    id(*who),
                    numbers(&now.told(said))
                )
            }
            Event::Noted {
                about, text: said, ..
            } => {
                writeln!(text, "  note {about:?} {}", numbers(&now.told(said)))
            }
            Event::Rolled(throw) => writeln!(
                text,
                "  roll {} {} {:?} total {} need {:?}",
                id(throw.who),
                throw.dice,
                throw.faces,
                throw.total,
                throw.need
            ),
            Event::Changed {
                who, at, from, to, ..
            } => {
                let shown = |value: &Option<affray::values::Value>| {
                    value.as_ref().map_or("-".to_owned(), ToString::to_string)
                };
                writeln!(text, "  {} {at} {} -> {}", who.0, shown(from), shown(to))
            }
            Event::Gained { who, condition, .. } => writeln!(
                text,
                "  {} gains {} {:?}",
                who.0, condition.key, condition.ends
            ),
            Event::Lost { who, key, .. } => writeln!(text, "  {} loses {key}", who.0),
            Event::Struck { by, who, hit } => writeln!(text, "  {} strikes {} {hit}", by.0, who.0),
            Event::Landed { by, who, amount } => {
                writeln!(text, "  {} harms {} {amount}", by.0, who.0)
            }
            Event::Round { number, .. } => writeln!(text, "  round {number}"),
            Event::Turn { who } => writeln!(text, "  turn {}", id(*who)),
            Event::Left { who, .. } => writeln!(text, "  {} leaves", who.0),
            Event::Joined { combatant } => {
                writeln!(text, "  joins side {}", combatant.side.index())
            }
            other => writeln!(text, "  event {}", numbers(&format!("{other:?}"))),
        };
    }
}

#[test]
fn a_fight_saved_in_the_middle_of_a_round_resumes_as_it_was() {
    for name in SYSTEMS {
        let home = copy(name);
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
        let expected = fs::read_to_string(&path).expect("the facts of the save");
        assert_eq!(facts(&resumed.session), expected, "{name}");
    }
}
