//! Checks of everything in a save before it is used. A save with every kind of change is read with extreme values for
//! each number, and with other texts for each text. The limits of the numbers, and the errors beyond them with their
//! places, are in `tests/data/checked_saves.txt`. A missing or different check changes that page; a kind of change that
//! these saves do not contain is reported.
//!
//! `UPDATE_EXPECT=1 cargo test --test library store::checked_saves` rewrites the page. Read its diff to see all effects
//! of a changed check.

use std::collections::BTreeMap;
use std::fmt::{Debug, Write as _};
use std::ops::Range;
use std::path::Path;

use affray::dice::Seed;
use affray::encounter::{Due, Ends, Event, Giver, Need};
use affray::resolver::{Answer, Taken};
use affray::ron_text::{Diagnostic, Source};
use affray::session::{Delta, Session};
use affray::store::saves;
use affray::values::Value;
use serde::de::DeserializeOwned;

use crate::support::how_far::how_far;
use crate::support::tiny_system;

/// All events, with all of their fields.
const EVENTS: &[&str] = &[
    r#"Act(who: 1, about: [2, 3], text: "Ben waves", secret: true)"#,
    r#"Noted(about: [2], text: "in vain", planned: true)"#,
    r#"Amended(about: [2], asked: "How far?", rows: [(row: "steps", was: "1", is: "2")])"#,
    r#"Rolled((who: 1, unnamed: true, what: "a leap", told: "Ann leaps", dice: "2d6", faces: [5, 4], bonus: (parts: [(label: "legs", value: 2)]), total: 11, need: AtLeast(9), high: true, reasons: (parts: [(label: "ditch", value: 9)]), against: "the ditch", verdict: "over", forced: "6", outcome: true, kept_as: "hp"))"#,
    r#"Rolled((what: "luck", dice: "d100", faces: [50], total: 50, need: AtMost(60)))"#,
    "Struck(by: 1, who: 2, hit: true)",
    "Landed(by: 1, who: 2, amount: 3)",
    r#"Changed(who: 2, at: "hp", from: Int(9), to: Int(7), label: "hit points", health: Damage(amount: 2, kind: "fire"), cause: "a blow")"#,
    r#"Changed(who: 2, at: "max_hp", from: Int(9), to: Int(8), label: "most", cause: "a curse")"#,
    r#"Gained(who: 2, condition: (key: "prone", ends: EndOfRound(3), cause: "a trip", by: 1, value: 2, secret: true), label: "prone", replaces: One(1))"#,
    r#"Gained(who: 2, condition: (key: "prone", ends: Turn(moment: "blow", whose: 3, latest: 4), cause: "a trip", by: 2, value: 1, secret: true), label: "prone", replaces: Any)"#,
    r#"Gained(who: 1, condition: (key: "prone", ends: At("bell"), cause: "a trip", by: 3, value: 1, secret: true), label: "prone", replaces: Any)"#,
    r#"Gained(who: 3, condition: (key: "prone", ends: WhenCleared, cause: "a trip", by: 1, value: 1, secret: true), label: "prone", replaces: Any)"#,
    r#"Gained(who: 0, condition: (key: "prone", ends: Stretch, cause: "a trip", by: 1, value: 1, secret: true), label: "prone", replaces: Any)"#,
    r#"Lost(who: 3, key: "prone", giver: One(1), label: "prone", cause: "up again")"#,
    r#"Linked((kind: "holds", from: 1, to: 3))"#,
    r#"Linked((kind: "rides", from: 1, to: 2))"#,
    r#"Unlinked((kind: "rides", from: 1, to: 2))"#,
    "Adjusted(who: 1, by: 2)",
    r#"Kept(part: "blows", who: 2, to: Record({"struck": Int(2)}))"#,
    r#"Round(number: 2, text: "Round 2")"#,
    "Turn(who: 1)",
    r#"Sided(side: (name: "Crowd", roller: Rolled, control: Automatic, tactics: "cautious", players: true, party: "Wolves"))"#,
    r#"Fielded(side: 1, party: "Wolves")"#,
    r#"Joined(combatant: (name: "Eve", other_name: "a hooded figure", side: 1, group: "Foes", sheet: {"max_hp": Int(5), "hp": Int(4), "guard": Int(11), "attack": Int(1), "hit_dice": Dice("2d6")}, conditions: [(key: "prone", ends: EndOfRound(3), cause: "a trip", by: 1, value: 2, secret: true)], roller: Rolled, control: Automatic, hidden: true, gone: true, notes: "late"))"#,
    r#"Left(who: 2, cause: "runs")"#,
    "Returned(who: 2)",
    r#"Edited(who: 2, was: "Cur", name: "Kurt", other_name: "a masked stranger", side: 1, group: "Foes", notes: "bites")"#,
    "Hid(who: 2, hidden: true)",
    "CombatantRoller(who: 2, roller: Rolled)",
    "SideRoller(side: 1, roller: Typed)",
    "CombatantControl(who: 2, control: Automatic)",
    r#"SideControl(side: 1, control: Automatic, tactics: "cautious")"#,
    r#"Led(who: 2, side: 1, why: "near")"#,
    "EnvironmentRoller(roller: Rolled)",
    r#"Notes(text: "rain")"#,
    r#"Scheduled((when: Round(4), text: "a bell", arriving: [(combatant: (name: "Fay", other_name: "a shadow", side: 1, group: "Foes", sheet: {"max_hp": Int(5)}, conditions: [(key: "prone", ends: EndOfRound(3), cause: "a trip", by: 1)], roller: Rolled, control: Automatic, notes: "late"), links: [("holds", "Ann")])], hidden: true, save: "all"))"#,
    r#"Scheduled((when: HalfDown(1), text: "a horn"))"#,
    r#"Scheduled((when: Manual, text: "a gong"))"#,
    r#"CameDue(place: 2, text: "A gong.", hidden: true)"#,
    "Unscheduled(place: 1)",
    "Meanwhile(first: 0, many: 1)",
    r#"Staged(stage: Fighting, text: "On.")"#,
];

/// All changes with fields, each after the changes that it needs.
const CHANGES: &[&str] = &[
    r#"Opened(command: (action: "strike", who: 1, side: 1, ruling: true, led: "near"), by_hand: true)"#,
    r#"Opened(command: (action: "strike", who: 1)), Given((question: (key: "target", who: 1, nth: 2), answer: Picked([2, 3]), by_hand: true, rerolls: 3, stood: {"target": Who([2])}, led: "near"))"#,
    r#"Opened(command: (action: "strike", who: 1)), Given((question: (key: "form"), answer: Filled({"a": Who([1]), "b": Sides([1]), "c": List([{"d": Int(4), "e": Who([2])}]), "f": Record({"g": Who([3])}), "h": Values([Int(3)]), "i": Word("x"), "j": Flag(true), "k": Dice("d6"), "l": Said(("Joins", [Who(4)]))})))"#,
    r#"Opened(command: (action: "strike", who: 1)), Given((question: (key: "number"), answer: Number(3))), Given((question: (key: "dice"), answer: Faces([3]))), Given((question: (key: "all"), answer: Rolls([[3]]))), Given((question: (key: "way"), answer: Chose("left"))), Given((question: (key: "name"), answer: Text("Al"))), Given((question: (key: "sure"), answer: Yes(true)))"#,
    r#"Opened(command: (action: "strike", who: 1)), Ruled((at: (key: "target", who: 1, nth: 2), events: [Adjusted(who: 1, by: 2)], by: (command: (action: "adjust", who: 1, side: 1, ruling: true, led: "near"), taken: [Given((question: (key: "by", who: 1, nth: 2), answer: Number(2), rerolls: 3)), Ruled((at: (key: "by", who: 1, nth: 3), events: [Hid(who: 2, hidden: true)])), Voided((key: "by", who: 1, nth: 4))])))"#,
    r#"Opened(command: (action: "strike", who: 1)), Ruled((events: [Adjusted(who: 1, by: 2)])), Remade(place: 0, at: (key: "target", who: 1, nth: 2), events: [Adjusted(who: 1, by: 3)])"#,
    r#"Opened(command: (action: "strike", who: 1)), Voided((key: "target", who: 1, nth: 2))"#,
    r#"Opened(command: (action: "strike", who: 1)), Given((question: (key: "hit", who: 1), answer: Faces([5]))), Closed([Rolled((who: 1, what: "strike", dice: "d20", faces: [5], total: 5))])"#,
    r#"Opened(command: (action: "strike", who: 1)), Ruled((events: [Changed(who: 2, at: "hp", from: Int(3), to: Int(7))])), Closed([Meanwhile(first: 1, many: 1), Changed(who: 2, at: "hp", from: Int(3), to: Int(7)), Changed(who: 3, at: "hp", from: Int(9), to: Int(8))])"#,
    r#"Opened(command: (action: "strike", who: 1)), Opened(command: (action: "damage", who: 2, ruling: true), by_hand: true), ClosedAmid((at: (key: "target", who: 1, nth: 2), events: [Hid(who: 2, hidden: true)]))"#,
    r#"Opened(command: (action: "strike", who: 1)), Abandoned"#,
    r#"Opened(command: (action: "strike", who: 1)), Given((question: (key: "target", who: 1), answer: Picked([2]))), Amended(entry: 1, place: 0, given: (question: (key: "target", who: 1), answer: Picked([3])))"#,
    r#"Corrected([Hid(who: 2, hidden: true)]), Corrected([Hid(who: 3, hidden: true)]), TakenBack(0), Kept(1)"#,
    r#"Corrected([Hid(who: 2, hidden: true)]), Corrected([Hid(who: 3, hidden: true)]), Corrected([Hid(who: 1, hidden: true)]), TakenBack(0), Drawn(1), Replayed, Skipped"#,
    r#"Corrected([Hid(who: 2, hidden: true)]), Corrected([Hid(who: 3, hidden: true)]), TakenBack(0), Dropped"#,
    r#"Waits((command: (action: "strike", who: 1, side: 1), by_hand: true, taken: [Given((question: (key: "target", who: 1, nth: 2), answer: Picked([2]))), Voided((key: "by", who: 1))], events: [Hid(who: 2, hidden: true)]), Open)"#,
];

/// Changes without fields, which are separate lines of a journal.
const ALONE: [&str; 2] = ["Undone", "Redone"];

/// Creates a fight in which all of these events have happened before its start.
fn session() -> Session {
    let mut start = tiny_system::start();
    for text in EVENTS {
        let event: Event = ron(text);
        // Conditions and schedules are kept, so that the start of the fight contains them.
        if !matches!(event, Event::CameDue { .. } | Event::Unscheduled { .. }) {
            let fits = start.accepts(&event);
            assert!(fits.is_ok(), "{text}: {fits:?}");
            start.apply(&event);
        }
    }
    Session::new(&tiny_system::systems(), start, Seed(1)).expect("a fight")
}

/// Reads a text like the program.
fn ron<T: DeserializeOwned>(text: &str) -> T {
    affray::ron_text::read_as(&Source::new("a row", text))
        .unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// Returns a save with one more input.
fn with_input(text: &str, input: &str) -> String {
    let whole = text.strip_suffix(")\n").expect("an end");
    format!("{whole}    inputs: [\n        [{input}],\n    ],\n)\n")
}

/// Returns the error of a save, with its line and column if it has a place; `None` if the save opens.
fn told(text: &str) -> Option<(String, Option<(usize, usize)>)> {
    let error = saves::read(&Source::new("a save", text), &tiny_system::systems()).err()?;
    Some(match error.downcast::<Diagnostic>() {
        Ok(mistake) => {
            let place = mistake.place.map(|place| (place.line, place.column));
            (mistake.what, place)
        }
        Err(why) => (why.to_string(), None),
    })
}

/// Returns the ranges of every number, and of every quoted text that is not a key, in a part of a save.
fn values(text: &str, part: Range<usize>) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = part.start;
    while at < part.end {
        let start = at;
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        match bytes[at] {
            b'"' => {
                at = start + 2 + text[start + 1..].find('"').expect("its end");
                if bytes[at] != b':' {
                    found.push(start..at);
                }
            }
            b'-' | b'0'..=b'9' => {
                at += 1 + text[at + 1..]
                    .find(|c: char| !c.is_ascii_digit())
                    .expect("more");
                found.push(start..at);
            }
            byte if is_word(byte) => {
                at += text[at..].bytes().take_while(|byte| is_word(*byte)).count();
            }
            _ => at += 1,
        }
    }
    found
}

/// Writes the errors for each value in a part of a save.
fn page(page: &mut String, text: &str, part: Range<usize>) {
    let begin = part.start;
    for at in values(text, part) {
        let line_start = text[..at.start].rfind('\n').map_or(0, |end| end + 1);
        let here = (
            text[..at.start].matches('\n').count() + 1,
            text[line_start..at.start].chars().count() + 1,
        );
        let instead = |new: &str| {
            let said = told(&[&text[..at.start], new, &text[at.end..]].concat())?;
            let elsewhere = match said.1 {
                Some(place) if place == here => "",
                Some(place) if place.0 == here.0 => {
                    &format!(" (column {:+})", place.1 as i64 - here.1 as i64)
                }
                Some(place) => &format!(" (line {:+})", place.0 as i64 - here.0 as i64),
                None => " (nowhere)",
            };
            Some(said.0 + elsewhere)
        };
        let before = &text[begin..at.start];
        let before = before
            .rsplit(['(', '[', '{', ',', '\n'])
            .next()
            .unwrap_or_default();
        let value = &text[at.clone()];
        let row = format!("  {}{value}", before.trim_start());
        let Ok(number) = value.parse::<i64>() else {
            let ways = ["\"\"", "\"nonsense\""].map(instead);
            if ways != [None, None] {
                let ways = ways.map(|said| said.unwrap_or_else(|| "taken".to_owned()));
                let _ = writeln!(
                    page,
                    "{row}\n    nothing: {}\n    nonsense: {}",
                    ways[0], ways[1]
                );
            }
            continue;
        };
        let (ends, told) = how_far(number, |number| instead(&number.to_string()));
        let _ = writeln!(page, "{row}{ends}");
        for beyond in told {
            let _ = writeln!(page, "    {beyond}");
        }
    }
}

#[test]
fn errors_at_the_limits_of_saves_match_the_snapshot() {
    let begun = saves::snapshot(&session()).expect("a snapshot");
    let begun = begun.replace(env!("CARGO_PKG_VERSION"), "0.1.0");
    assert_eq!(told(&begun), None);
    let mut whole = "Where a fight begins\n".to_owned();
    page(&mut whole, &begun, 0..begun.len());
    let fresh =
        Session::new(&tiny_system::systems(), tiny_system::start(), Seed(1)).expect("a fight");
    let fresh = saves::snapshot(&fresh).expect("a snapshot");
    let events = EVENTS.iter().map(|event| format!("Corrected([{event}])"));
    for input in events.chain(CHANGES.iter().map(|change| (*change).to_owned())) {
        // Some inputs are only possible once, some only after others.
        let ways = [&fresh, &begun].map(|text| with_input(text, &input));
        let fits = ways.iter().find(|text| told(text).is_none());
        let text = fits.unwrap_or_else(|| panic!("{input}: {:?}", told(&ways[0])));
        let _ = writeln!(whole, "{input}");
        let start = text.rfind(&input).expect("it stands there");
        page(&mut whole, text, start..start + input.len());
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/checked_saves.txt");
    expect_test::expect_file![path].assert_eq(&whole);
}

/// Returns the names of all variants of a type.
fn kinds<T: DeserializeOwned + Debug>() -> &'static [&'static str] {
    match ron::from_str::<T>("Nonsense")
        .expect_err("there is no such kind")
        .code
    {
        ron::Error::NoSuchEnumVariant { expected, .. } => expected,
        other => panic!("{other}"),
    }
}

/// These saves contain every kind of event and change, so that none is left untested.
#[test]
fn the_checked_saves_contain_every_kind_of_entry() {
    let all = [EVENTS, CHANGES].concat().join("\n");
    let lists: BTreeMap<&str, &[&str]> = BTreeMap::from([
        ("events", kinds::<Event>()),
        ("changes", kinds::<Delta>()),
        ("answers", kinds::<Answer>()),
        ("what is taken down", kinds::<Taken>()),
        ("values", kinds::<Value>()),
        ("ends", kinds::<Ends>()),
        ("givers", kinds::<Giver>()),
        ("times", kinds::<Due>()),
        ("needs", kinds::<Need>()),
    ]);
    for (what, kinds) in lists {
        assert!(!kinds.is_empty(), "{what}");
        for kind in kinds.iter().filter(|kind| !ALONE.contains(kind)) {
            let mut words = all.split(|c: char| !c.is_ascii_alphanumeric());
            assert!(
                words.any(|word| word == *kind),
                "{what}: `{kind}` stands in none of these saves"
            );
        }
    }
    // The first value of a kind must contain all of its fields.
    let mut seen = Vec::new();
    for text in EVENTS {
        let kind = text.split('(').next().unwrap_or_default();
        if seen.contains(&kind) {
            continue;
        }
        seen.push(kind);
        let told = format!("{:?}", ron::<Event>(text));
        for empty in ["None", "[]", "\"\"", "{}"] {
            assert!(!told.contains(empty), "{text} leaves something out: {told}");
        }
    }
}
