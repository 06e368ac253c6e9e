//! Random changes of numbers or words in a save, in its snapshot or in its journal: the error is reported with its
//! place and a remedy, or the fight opens and can be played on, saved and read. Nothing panics.
//!
//! `AFFRAY_CHANGES=50000 cargo test --release --test library changed_saves -- --nocapture` makes 50,000 random changes
//! and shows how many were reported and how many fights opened. `AFFRAY_CHANGE=17` makes and shows only change 17.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::thread;

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::encounter::Event;
use affray::resolver::{Answer, Taken};
use affray::ron_text::{Diagnostic, Source};
use affray::session::{Input, Readers, Session, Waits, markdown, parse};
use affray::setup;
use affray::store::FileIssue;
use affray::store::saves::{self, line, read, resume};
use affray::values::Id;

use crate::support::old_save_files::{check_told, names, open};
use crate::support::screen;
use crate::support::seeded_chance::{Chance, number};
use crate::support::{fight_file, laws};
use affray::systems;

/// Number of changes in the suite.
const CHANGES: u64 = 88;

/// Number of inputs after the stored save, the second half of them in the journal.
const INPUTS: usize = 24;
/// Number of inputs that are undone after a change; once in twenty cases all of them are.
const UNDONE: usize = 12;

/// Resumes a stored save.
fn written(name: String) -> Written {
    let session = resume(open(&name), systems::all()).expect("a save").session;
    following(name, session)
}

/// Returns every stored save, and a fight after some inputs for each system without a stored save.
fn all_written() -> Vec<Written> {
    let mut all: Vec<Written> = names().into_iter().map(written).collect();
    for system in laws::systems() {
        if all.iter().any(|one| one.system == system.key()) {
            continue;
        }
        let (compendium, _) = Compendium::built_in(system);
        for ready in setup::bundled(&compendium).0 {
            let start = ready.setup.begin(&compendium, Seed(1)).expect("a start");
            let session = Session::new(&[system], start, Seed(1));
            let mut session = session.expect("a fight");
            let mut chance = Chance::at(Seed(1), 0, "beginning");
            for _ in 0..2 * INPUTS {
                let menu = session.menu();
                let input = match chance.of(menu) {
                    Some(offer) => Ok(Input::Start(offer.command.clone())),
                    None => parse(&session, "enter"),
                };
                // The input may be refused.
                let _ = input.and_then(|input| Ok(session.input(input)?));
            }
            all.push(following(ready.name, session));
        }
    }
    all
}

/// Creates a save in the current format: some inputs follow, half of them in the journal.
fn following(name: String, mut session: Session) -> Written {
    let system = session.system().key();
    let (mut snapshot, mut lines) = (String::new(), Vec::new());
    for nth in 0..INPUTS {
        if nth == INPUTS / 2 {
            snapshot = saves::snapshot(&session).expect("a snapshot");
        }
        let text = if nth % 6 == 5 { "undo" } else { "enter" };
        let input = match (session.menu().first(), nth % 3) {
            (Some(offer), 1) => Ok(Input::Start(offer.command.clone())),
            _ => parse(&session, text),
        };
        if let Ok(deltas) = input.and_then(|input| Ok(session.input(input)?))
            && nth >= INPUTS / 2
        {
            lines.push(line(&deltas).expect("a line"));
        }
    }
    Written {
        name,
        system,
        snapshot,
        lines,
    }
}

/// Kind of a RON token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Number,
    Word,
    Text,
}

/// Returns every number, bare word and quoted text of a RON text, with its range.
fn tokens(text: &str) -> Vec<(Kind, Range<usize>)> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let kind = match bytes[at] {
            b'"' => {
                at += 1;
                while bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
                Kind::Text
            }
            b'-' | b'0'..=b'9' => {
                at += 1;
                while at < bytes.len() && bytes[at].is_ascii_digit() {
                    at += 1;
                }
                Kind::Number
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
                while at < bytes.len() && is_word(bytes[at]) {
                    at += 1;
                }
                Kind::Word
            }
            _ => {
                at += 1;
                continue;
            }
        };
        tokens.push((kind, start..at));
    }
    tokens
}

/// Returns a text with one changed token, and a description of the change.
fn changed(text: &str, chance: &mut Chance) -> (String, String) {
    let tokens = tokens(text);
    // Field names are most of a save and very repetitive.
    let wanted = chance.below(4);
    let kinds = [Kind::Number, Kind::Number, Kind::Text, Kind::Word];
    let such: Vec<_> = tokens
        .iter()
        .filter(|(kind, _)| *kind == kinds[wanted])
        .collect();
    let (kind, at) = chance.of(&such).map_or(&tokens[0], |one| *one).clone();
    let old = &text[at.clone()];
    let another = |chance: &mut Chance| {
        let same: Vec<&str> = tokens
            .iter()
            .filter(|(other, at)| *other == kind && &text[at.clone()] != old)
            .map(|(_, at)| &text[at.clone()])
            .collect();
        chance.of(&same).map_or("nonsense", |one| *one).to_owned()
    };
    let new = match kind {
        Kind::Number => {
            let number: i128 = old.parse().expect("a number");
            match chance.below(16) {
                0 | 1 => (number + 1).to_string(),
                2 | 3 => (number - 1).to_string(),
                4 => (-number).to_string(),
                5 => (number + 1_000).to_string(),
                6 => (number * 1_000_003).to_string(),
                7 => "0".to_owned(),
                8 => "999999".to_owned(),
                9 => "1000000000".to_owned(),
                10 => u32::MAX.to_string(),
                11 => i64::MAX.to_string(),
                12 => i64::MIN.to_string(),
                13 => "1.5".to_owned(),
                _ => another(chance),
            }
        }
        Kind::Word => match (old, chance.below(3)) {
            ("true", 0 | 1) => "false".to_owned(),
            ("false", 0 | 1) => "true".to_owned(),
            (_, 0) => format!("{old}x"),
            _ => another(chance),
        },
        // Rules are stored as texts that contain numbers and words.
        Kind::Text if old.len() > 200 && !chance.one_in(4) => changed_within(old, chance),
        Kind::Text => match chance.below(4) {
            0 => "\"\"".to_owned(),
            1 => "\"\\u{1b}[31m\\u{202e}odd\\n\"".to_owned(),
            _ => another(chance),
        },
    };
    let what = format!("byte {}: {old} -> {new}", at.start);
    let text = [&text[..at.start], &new, &text[at.end..]].concat();
    (text, what)
}

/// Returns a long text with one of its numbers or words changed.
fn changed_within(text: &str, chance: &mut Chance) -> String {
    let inner = text[1..text.len() - 1].replace("\\\"", "\u{1}\u{2}");
    let wanted = [Kind::Number, Kind::Word][chance.below(2)];
    let such: Vec<_> = tokens(&inner)
        .into_iter()
        .filter(|(kind, _)| *kind == wanted)
        .collect();
    let (Some((_, at)), Some((_, from))) = (chance.of(&such), chance.of(&such)) else {
        return "\"\"".to_owned();
    };
    let new = match wanted {
        Kind::Number => ["0", "-1", "7", "999999", "9223372036854775807"][chance.below(5)],
        _ => &inner[from.clone()],
    };
    let quoted = |part: &str| part.replace("\u{1}\u{2}", "\\\"");
    format!(
        "\"{}{new}{}\"",
        quoted(&inner[..at.start]),
        quoted(&inner[at.end..])
    )
}

/// Outcome of a change.
enum Outcome {
    /// Error that was reported.
    Told(String),
    /// Fight that opened without an error.
    Opened(Box<Session>),
}

/// Save as it was written.
struct Written {
    name: String,
    system: &'static str,
    snapshot: String,
    lines: Vec<String>,
}

/// Changes a save at a random place and opens it; describes the change in `show`.
fn try_change(written: &Written, chance: &mut Chance, show: &mut String) -> Outcome {
    let name = &written.name;
    // Half of the changes are in the snapshot.
    let line = chance.below(2 * written.lines.len());
    if line >= written.lines.len() {
        let (text, what) = changed(&written.snapshot, chance);
        *show = format!("{name}.ron, {what}");
        return match read(&Source::new(format!("{name}.ron"), &text), &laws::systems()) {
            Ok(session) => Outcome::Opened(Box::new(session)),
            Err(error) => {
                let Some(mistake) = error.downcast_ref::<Diagnostic>() else {
                    // A different format concerns the whole file.
                    let what = format!("{error:#}");
                    let refused = ["reads formats up to", "a development version"];
                    let refused = refused.iter().any(|words| what.contains(words));
                    assert!(refused, "no place: {what}");
                    return Outcome::Told(what);
                };
                assert!(mistake.place.is_some(), "no place: {mistake}");
                assert!(says_what_to_do(&mistake.what), "no remedy: {mistake}");
                Outcome::Told(mistake.what.clone())
            }
        };
    }
    let (text, what) = changed(&written.lines[line], chance);
    *show = format!("{name}.journal, line {}, {what}", line + 1);
    // Files of another fight are set aside.
    let mut opened = open(&names()[0]);
    opened.snapshot.clone_from(&written.snapshot);
    opened.lines.clone_from(&written.lines);
    opened.lines[line] = text;
    let resumed = resume(opened, &laws::systems()).expect("what stands before the line is good");
    match resumed.told.as_slice() {
        [] => Outcome::Opened(Box::new(resumed.session)),
        [told @ FileIssue::Unfit { number, why, .. }] => {
            assert!(*number > line, "an earlier line is told: {told}");
            assert!(why.starts_with("column "), "no place: {told}");
            let what = why.split_once(": ").map_or("", |(_, what)| what);
            Outcome::Told(what.to_owned())
        }
        others => panic!("{others:?}"),
    }
}

/// Returns true if an error contains a remedy or states what is needed.
fn says_what_to_do(what: &str) -> bool {
    [": ", "is needed", "is missing here", "is not between"]
        .iter()
        .any(|words| what.contains(words))
}

/// Formats everything that Affray shows of a fight.
fn sight(session: Session) {
    for readers in [Readers::GameMaster, Readers::Players] {
        assert!(!markdown(&session, readers).is_empty());
    }
    session.undone_lines();
    screen::draw(&mut screen::app(session), 120, 36);
}

/// Undoes some or all inputs, redoes them, and plays on.
fn play_on(mut session: Session, undone: usize) {
    for input in [Input::Undo, Input::Redo] {
        for _ in 0..undone {
            if session.input(input.clone()).is_err() {
                break;
            }
        }
    }
    for _ in 0..6 {
        if let Ok(input) = parse(&session, "enter") {
            // The input may be refused.
            let _ = session.input(input);
        }
    }
    let text = saves::snapshot(&session).expect("a snapshot");
    // An endless automatic process is reported after a while, and continues for a while when the fight is opened again.
    let endless = matches!(session.waits(), Waits::Fault(why) if why.ends_with("without end"));
    sight(session);
    let again = read(&Source::new("again", &text), &laws::systems());
    let again = again.unwrap_or_else(|why| panic!("what was played on cannot be read: {why:#}"));
    if endless {
        return;
    }
    assert_eq!(saves::snapshot(&again).expect("a snapshot"), text);
}

#[test]
fn every_part_of_a_save_is_checked_before_it_is_used() {
    const START: &str = "\n    start: (";
    const PLAYED: &str = "\n    inputs: [";
    let text = written("countdown".to_owned()).snapshot;
    let nobody = |id: u32| format!("combatant {id} does not exist: write a number from 0 to 8");
    check_told(
        &text,
        "(\n",
        "format: ",
        ("3", "0"),
        "unknown format: the latest is 3",
    );
    let systems: Vec<&str> = systems::all().iter().map(|system| system.key()).collect();
    check_told(
        &text,
        START,
        "system: ",
        ("\"countdown\"", "\"chess\""),
        &format!(
            "unknown rule system `chess`: write one of {}",
            systems.join(", ")
        ),
    );
    check_told(
        &text,
        "(\n",
        "undone: ",
        ("1", "99"),
        "99 is too large: the limit is 50",
    );
    check_told(
        &text,
        START,
        "\"hp_max\": Int(",
        ("14", "99999"),
        "`hp_max`: 99999 is not between 1 and 999",
    );
    check_told(
        &text,
        START,
        "side: ",
        ("0", "2"),
        "side 2 does not exist: write a number from 0 to 1",
    );
    // An empty name would be in every sentence that players read.
    for (whose, name) in [("side", "\"Party\""), ("combatant", "\"Hedda Brook\"")] {
        let told = format!("a {whose} needs a name: write a name");
        check_told(&text, START, "name: ", (name, "\"\""), &told);
    }
    check_told(
        &text,
        START,
        "\"rounds_per_turn\": Int(",
        ("60", "0"),
        "`rounds_per_turn`: 0 is not between 1 and 999",
    );
    check_told(&text, PLAYED, "\"target\": Who([", ("4", "44"), &nobody(44));
    check_told(&text, PLAYED, "Closed([Act(who: ", ("0", "10"), &nobody(10));
    check_told(&text, PLAYED, "Led(who: ", ("4", "12"), &nobody(12));
    let spear =
        "told: (\"ChargeTold\", [Who(5), Who(1), Text(\"long spear\")]), dice: \"d20\", faces: ";
    check_told(
        &text,
        PLAYED,
        spear,
        ("[11]", "[21]"),
        "a d20 cannot show 21: it shows 1 to 20",
    );
    // Values that a file contains twice must agree: a roll and its answer, a target number and its reasons.
    let added = ", bonus: (parts: [(label: \"attack\", value: 1), (label: \"STR\", value: 1), (label: \"charge\", value: 2)]), total: ";
    check_told(
        &text,
        PLAYED,
        spear,
        (&format!("[11]{added}15"), &format!("[12]{added}16")),
        "the answer to this roll was [11], not [12]: write [11]",
    );
    check_told(
        &text,
        PLAYED,
        &format!("{spear}[11]{added}15, need: AtLeast("),
        ("11", "7"),
        "the parts of the target number add up to 11, not 7: write 11",
    );
    check_told(
        &text,
        PLAYED,
        "total: ",
        ("6", "7"),
        "the dice and modifiers add up to 6, not 7: write 6",
    );
    check_told(
        &text,
        PLAYED,
        "at: \"hp\", from: ",
        ("Int(7)", "Int(9)"),
        "`hp` was 7 before this change: write that value",
    );
    check_told(
        &text,
        PLAYED,
        "at: \"hp\", from: Int(7), to: Int(",
        ("1", "-1"),
        "`hp`: -1 is not between 0 and 999",
    );
    check_told(
        &text,
        PLAYED,
        "(key: \"declare\", who: ",
        ("4", "66"),
        &nobody(66),
    );
    // A question's first occurrence has no number in the file.
    let text = text.replacen("(key: \"surprise\")", "(key: \"surprise\", nth: 0)", 1);
    check_told(
        &text,
        PLAYED,
        "(key: \"surprise\", nth: ",
        ("0", "4294967295"),
        "4294967295 is too large: the limit is 2000",
    );
}

/// A roll whose modifiers bring it to 0 is stored and read without an error.
#[test]
fn a_roll_with_total_0_is_saved_and_read() {
    let nothing: [(&str, &str, &[&str]); 2] = [
        (
            "seconds",
            r#"(name: "Ann", side: "P", sheet: (dexterity: -1)), (name: "Orc", side: "O")"#,
            &["roll 1 4"],
        ),
        (
            "countdown",
            r#"(name: "Ann", side: "P", sheet: (hp_max: 9, ac: 12, dex_mod: -3)), (name: "Orc", side: "O", sheet: (hp_max: 9, ac: 12))"#,
            &[
                "enter",
                "do usual a",
                "do usual b",
                "do initiative",
                "roll 3 1",
            ],
        ),
    ];
    for (key, combatants, steps) in nothing {
        let compendium = fight_file::compendium(key);
        let setup = format!(
            r#"title: "Nothing", system: "{key}", sides: [(name: "P", players: true), (name: "O")], combatants: [{combatants}]"#
        );
        let played = fight_file::course(&compendium, &setup, steps).session;
        let threw = |event: &Event| matches!(event, Event::Rolled(throw) if throw.total == 0);
        let mut entries = played.history().entries().iter();
        assert!(entries.any(|entry| entry.events.iter().any(threw)), "{key}");
        let again = Session::resume(systems::all(), played.save(), &[]);
        let again = again.unwrap_or_else(|wrong| panic!("{key}: {wrong:#?}")).0;
        assert_eq!(again.now(), played.now());
    }
}

/// Every roll has an event, because an answer is compared with its events when it is read
/// ([`every_part_of_a_save_is_checked_before_it_is_used`]).
#[test]
fn every_roll_has_an_event_with_its_dice() {
    laws::each(|system| {
        let compendium = Compendium::built_in(system).0;
        for (file, fight) in fight_file::all(system, &compendium) {
            let mut seen = 0;
            fight_file::play(&fight, &[&compendium], &[system], |_, session| {
                let entries = session.history().entries();
                for entry in entries.iter().skip(seen) {
                    let taken = &entry.taken;
                    for (place, one) in taken.iter().enumerate() {
                        let Taken::Given(given) = one else { continue };
                        let Answer::Faces(faces) = &given.answer else {
                            continue;
                        };
                        // Only the deck knows the card of a number.
                        if given.question.key == "cards" {
                            continue;
                        }
                        // A number called out in place of dice has a sentence of its own.
                        let called = faces.iter().any(|face| *face > 20);
                        if given.question.key == "initiative" && called {
                            continue;
                        }
                        // A later input changed or removed the answer.
                        let later = taken[place + 1..].iter().any(|later| match later {
                            Taken::Given(later) => later.question == given.question,
                            Taken::Voided(question) => *question == given.question,
                            Taken::Ruled(_) => false,
                        });
                        let told = entry.events.iter().any(|event| match event {
                            Event::Rolled(throw) => {
                                throw.who == given.question.who && throw.faces == *faces
                            }
                            _ => false,
                        });
                        assert!(told || later, "{file}: {:?}: {faces:?}", given.question);
                    }
                }
                seen = entries.len();
            })
            .expect("it is played");
        }
    });
}

#[test]
fn an_initiative_count_must_match_its_dice() {
    let told = |file: &str, (before, old, new): (&str, &str, &str), expected: &str| {
        let (system, file) = file.split_once('/').expect("a system");
        let mut all = systems::all().iter().copied();
        let system = all.find(|one| one.key() == system).expect("a system");
        let compendium = Compendium::built_in(system).0;
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fights");
        let path = path.join(system.key()).join(file);
        let (_, fight) = fight_file::one(&path, &compendium);
        let mut text = String::new();
        fight_file::play(&fight, &[&compendium], &[system], |_, session| {
            text = saves::snapshot(session).expect("a snapshot");
        })
        .expect("it is played");
        check_told(&text, "InitiativeRoll", before, (old, new), expected);
    };
    let made = |total: u32| format!("the total of this roll is {total}: write {total}");
    let count = "who: 0, at: \"initiative\", to: ";
    let changed = (count, "Int(6)", "Int(5)");
    told("countdown/blinded_number.ron", changed, &made(6));
    let rolls = |last: u32| format!("Record({{\"rolls\": Values([Int(7), Int(6), Int({last})])}})");
    let kept = "Kept(part: \"initiative\", who: 0, to: ";
    let changed = (kept, &*rolls(5), &*rolls(4));
    told("seconds/ex_04_ties.ron", changed, &made(5));
    let text = open("d20").snapshot;
    let before = "(key: \"initiative\", who: 0), answer: Faces(";
    let changed = text.replacen(&format!("{before}[1]"), &format!("{before}[2]"), 1);
    assert_ne!(changed, text);
    let wrong = read(&Source::new("changed.ron", &changed), systems::all());
    let told = "the answer to this roll was [2], not [1]: write [2]";
    assert!(wrong.is_err_and(|why| why.to_string().contains(told)));
}

#[test]
fn a_link_needs_two_different_combatants() {
    const ENGAGED: &str = "Linked((kind: \"engaged\", from: ";
    let text = written("countdown".to_owned()).snapshot;
    let nobody = "combatant 99 does not exist: write a number from 0 to 8";
    check_told(&text, ENGAGED, ENGAGED, ("3", "99"), nobody);
    check_told(&text, ENGAGED, "to: ", ("5", "99"), nobody);
    let same = "a link needs two different combatants";
    check_told(&text, ENGAGED, "to: ", ("5", "3"), same);
}

#[test]
fn a_ruling_saved_outside_the_events_of_its_command_is_reported() {
    const RULED: &str = "Meanwhile(";
    let text = written("d20".to_owned()).snapshot;
    let most = |most: u32| format!("99 is too large: the limit is {most}");
    check_told(&text, RULED, "first: ", ("0", "99"), &most(12));
    check_told(&text, RULED, "many: ", ("1", "99"), &most(12));
}

#[test]
fn undo_or_amendment_of_a_missing_input_is_reported() {
    // If no prompt is open, a fight can be ended and resumed.
    let reopened = all_written().into_iter().find_map(|written| {
        let saved = Source::new("kept", &written.snapshot);
        let mut session = read(&saved, &laws::systems()).ok()?;
        while matches!(session.waits(), Waits::Prompt(_)) {
            session.input(Input::Undo).ok()?;
        }
        for text in ["do end", "do reopen"] {
            session.input(parse(&session, text).ok()?).ok()?;
        }
        saves::snapshot(&session).ok()
    });
    let text = reopened.expect("a fight that can be ended");
    let at = text.find("TakenBack(").expect("it is written") + "TakenBack(".len();
    let end = at + text[at..].find(')').expect("its end");
    let text = [&text[..at], "9999", &text[end..]].concat();
    let error = read(&Source::new("changed.ron", &text), &laws::systems())
        .err()
        .expect("refused");
    let mistake = error
        .downcast::<Diagnostic>()
        .expect("a mistake at a place");
    assert!(
        says_what_to_do(&mistake.what) && mistake.place.is_some(),
        "{mistake}"
    );
}

#[test]
fn an_edit_of_a_missing_combatant_is_an_error() {
    let kept = open("countdown").snapshot;
    let mut session = read(&Source::new("kept", &kept), systems::all()).expect("a fight");
    let name = Event::renamed(session.now(), Id(1), "Zed".to_owned());
    session.input(Input::Correct(vec![name])).expect("taken");
    let text = saves::snapshot(&session).expect("a snapshot");
    let last = session.now().ids().count() - 1;
    let nobody = format!("combatant 99 does not exist: write a number from 0 to {last}");
    check_told(&text, "Edited(", "who: ", ("1", "99"), &nobody);
}

#[test]
fn errors_in_scheduled_events_are_reported_at_the_wrong_value() {
    const PLANNED: &str = "scheduled: [";
    let (compendium, _) = Compendium::built_in(systems::all()[0]);
    let text = format!(
        "(title: \"Planned\", system: \"{}\", sides: [(name: \"A\"), (name: \"B\")],
        combatants: [(name: \"Ada\", side: \"A\"), (name: \"Bel\", side: \"B\")],
        events: [(at: Round(2), text: \"a bell\"), (at: HalfDown(\"B\"), text: \"a horn\")])",
        compendium.key()
    );
    let (setup, wrong) = setup::read(&Source::new("fight.ron", &text), &[&compendium]);
    assert_eq!(wrong, []);
    let start = setup.expect("a set-up").begin(&compendium, Seed(1));
    let session = Session::new(systems::all(), start.expect("a start"), Seed(1));
    let text = saves::snapshot(&session.expect("a fight")).expect("a snapshot");
    check_told(
        &text,
        PLANNED,
        "Round(",
        ("2", "2000000000"),
        "2000000000 is too large: the limit is 1000000000",
    );
    check_told(
        &text,
        PLANNED,
        "HalfDown(",
        ("1", "2"),
        "side 2 does not exist: write a number from 0 to 1",
    );
}

#[test]
fn effects_of_rulings_stay_in_range_and_can_be_read() {
    for name in ["d20", "countdown", "segments"] {
        let kept = open(name).snapshot;
        let mut session = read(&Source::new(name, &kept), systems::all()).expect("a fight");
        for text in [
            "ruling damage b",
            "set amount=1000000",
            "ruling heal c",
            "set amount=1000000",
        ] {
            let input = parse(&session, text).unwrap_or_else(|why| panic!("{name}, {text}: {why}"));
            let done = session.input(input);
            done.unwrap_or_else(|why| panic!("{name}, {text}: {why}"));
        }
        let text = saves::snapshot(&session).expect("a snapshot");
        let again = read(&Source::new(name, &text), systems::all());
        again.unwrap_or_else(|why| panic!("{why:#}"));
    }
}

/// Returns a text in which every number after one of these words is the maximum that a fight counts.
fn greatest_after(text: &str, words: &[&str]) -> String {
    let mut new = text.to_owned();
    for word in words {
        let mut parts = new.split(word);
        let first = parts.next().unwrap_or_default().to_owned();
        new = parts.fold(first, |new, part| {
            let rest = part.trim_start_matches(|sign: char| sign.is_ascii_digit());
            format!("{new}{word}1000000000{rest}")
        });
    }
    new
}

#[test]
fn counters_stop_at_the_largest_number() {
    let (mut opened, mut saved) = (BTreeMap::new(), BTreeSet::new());
    for save in names().into_iter().map(written) {
        let whole = read(&Source::new(&*save.name, &save.snapshot), systems::all());
        saved.insert(whole.expect("a save").system().key());
        let rounds = ["        round: ", "Round(number: ", "EndOfRound("];
        for words in [&rounds[..], &["\"index\": Int("], &["\"value\": Int("]] {
            let text = greatest_after(&save.snapshot, words);
            if text == save.snapshot {
                continue;
            }
            let title = format!("{} with {words:?}", save.name);
            if let Ok(session) = read(&Source::new(title, &text), systems::all()) {
                *opened.entry(session.system().key()).or_insert(0) += 1;
                play_on(session, 2);
            }
        }
    }
    let without: Vec<&&str> = saved
        .iter()
        .filter(|key| !opened.contains_key(*key))
        .collect();
    assert!(without.is_empty(), "none of these opened: {without:?}");
}

/// Outcomes of many changes.
#[derive(Default)]
struct Outcomes {
    /// Number of occurrences of each error.
    told: BTreeMap<String, u64>,
    /// Number of fights that opened and were played on.
    opened: u64,
    /// Descriptions of all panics.
    faults: Vec<String>,
}

impl Outcomes {
    /// Makes a change and records the outcome; returns a description of the change.
    fn make(&mut self, change: u64, saves: &[Written]) -> String {
        let mut chance = Chance::at(Seed(change), 0, "change");
        let save = &saves[usize::try_from(change).expect("small") % saves.len()];
        let undone = if chance.below(20) == 0 { 1_000 } else { UNDONE };
        let mut show = String::new();
        let done = catch_unwind(AssertUnwindSafe(|| {
            match try_change(save, &mut chance, &mut show) {
                Outcome::Told(what) => Some(what),
                Outcome::Opened(session) => {
                    play_on(*session, undone);
                    None
                }
            }
        }));
        match done {
            Ok(Some(what)) => *self.told.entry(kind_of(&what)).or_default() += 1,
            Ok(None) => self.opened += 1,
            Err(_) => self.faults.push(format!("change {change}: {show}")),
        }
        show
    }
}

#[test]
fn every_changed_save_is_reported_or_playable() {
    let saves = all_written();
    let mut all = Outcomes::default();
    if let Some(only) = number("AFFRAY_CHANGE") {
        println!("{}", all.make(only, &saves));
    } else {
        let changes = number("AFFRAY_CHANGES").unwrap_or(CHANGES);
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let saves = &saves;
        let run = |worker: usize| {
            let mut some = Outcomes::default();
            for change in (worker as u64..changes).step_by(workers) {
                some.make(change, saves);
            }
            some
        };
        thread::scope(|scope| {
            let threads: Vec<_> = (0..workers)
                .map(|worker| scope.spawn(move || run(worker)))
                .collect();
            for thread in threads {
                let some = thread.join().expect("it catches panics");
                for (what, times) in some.told {
                    *all.told.entry(what).or_default() += times;
                }
                all.opened += some.opened;
                all.faults.extend(some.faults);
            }
        });
        assert!(!all.told.is_empty() && all.opened > 0);
    }
    for (what, times) in &all.told {
        println!("{times:6} {what}");
    }
    let told: u64 = all.told.values().sum();
    println!(
        "{told} told, {} opened and played on, {} faults",
        all.opened,
        all.faults.len()
    );
    assert!(all.faults.is_empty(), "{}", all.faults.join("\n"));
}

/// Returns an error without the parts that differ from file to file.
fn kind_of(what: &str) -> String {
    let mut kind = String::new();
    for (nth, part) in what.split('`').enumerate() {
        kind += if nth % 2 == 1 { "`…`" } else { part };
    }
    let mut short = String::new();
    for c in kind.chars() {
        let c = if c.is_ascii_digit() { '0' } else { c };
        if !(c == '0' && short.ends_with('0')) {
            short.push(c);
        }
    }
    short
}
