//! Language of all texts in the fights of `tests/fights`: number, agreement, pronouns, beginnings of sentences.

use std::collections::{BTreeMap, BTreeSet};

use affray::compendium::Compendium;
use affray::encounter::{Encounter, Event};
use affray::resolver::{Choice, Draft, Field, FieldKind, Kind, Prompt};
use affray::rules::{Entry, System};
use affray::session::recap::Recap;
use affray::session::{Readers, Session, Waits};
use affray::values::Schema;

use crate::support::fight_file;
use crate::support::laws::{self, Least, Of, enough};

/// All texts of a system's fights.
#[derive(Default)]
struct Said {
    /// Texts, each with the first fight that contains it, and true for a line of the log.
    texts: BTreeMap<String, (String, bool)>,
    /// Names of all combatants.
    names: BTreeSet<String>,
    /// Words that follow "is", from conditions that the system knows.
    is: BTreeSet<String>,
}

fn choices(options: &[Choice], say: &mut impl FnMut(&str)) {
    for option in options {
        say(&option.label);
        say(&option.hint);
        say(option.refused.as_deref().unwrap_or_default());
    }
}

fn form(fields: &[Field], say: &mut impl FnMut(&str)) {
    for field in fields {
        say(&field.label);
        say(&field.hint);
        if let FieldKind::Choice(options) = &field.kind {
            choices(options, say);
        }
    }
}

fn prompt(prompt: &Prompt, now: &Encounter, say: &mut impl FnMut(&str)) {
    say(&prompt.title);
    match &prompt.kind {
        Kind::Form(fields) => form(fields, say),
        Kind::Choice { options, .. } => choices(options, say),
        Kind::Rolls(rows) => rows.iter().for_each(|row| say(&now.told(&row.roll.what))),
        _ => {}
    }
}

fn menu(entries: &[Entry], say: &mut impl FnMut(&str)) {
    for entry in entries {
        say(&entry.label);
        say(&entry.hint);
        say(entry.refused.as_deref().unwrap_or_default());
    }
}

/// Collects the texts on the screen, other than the log.
fn listen(session: &Session, say: &mut impl FnMut(&str)) {
    say(session.notice().unwrap_or_default());
    match session.waits() {
        Waits::Prompt(asked) => prompt(asked, session.now(), say),
        Waits::Offers { title, .. } => say(title),
        Waits::Fault(_) => {}
    }
    if let Some(preview) = session.preview(&Draft::default()) {
        prompt(&preview.form, session.now(), say);
        preview.shows.iter().for_each(|show| say(&show.text));
    }
    menu(session.menu(), say);
    menu(&session.extras(), say);
    // The time before round 1 has no number.
    if session.now().round == 0 {
        let recap = Recap::of(session, Readers::GameMaster);
        say(&recap.length());
        let tables = recap.tables();
        for fell in tables.iter().filter(|table| table.title == "Who fell") {
            fell.rows
                .iter()
                .for_each(|row| say(&format!("falls in round {}", row[2])));
        }
    }
    for id in session.now().present() {
        session.row(id).words().into_iter().for_each(&mut *say);
    }
}

/// Returns all texts in the fights of a system.
fn said(system: &'static dyn System) -> Said {
    let (compendium, _) = Compendium::built_in(system);
    let mut said = Said::default();
    let mut known = 0;
    let mut of = String::new();
    fight_file::play_all(system, &compendium, |file, session| {
        if of != file {
            (known, of) = (0, file.to_owned());
        }
        let now = session.now();
        let names = now.ids().map(|id| now.name(id));
        let sides = now.sides.iter().map(|one| one.name.as_str());
        let groups = now.combatants.iter().map(|one| one.group.as_str());
        let named = names.chain(sides).chain(groups);
        said.names
            .extend(named.filter(|name| !name.is_empty()).map(str::to_owned));
        let live = session.live_lines();
        known = known.min(session.lines().len());
        for line in session.lines()[known..].iter().chain(&live) {
            let heard = || (file.to_owned(), true);
            said.texts.entry(line.text.clone()).or_insert_with(heard);
        }
        known = session.lines().len();
        let events = session.history().entries().last();
        for event in events.iter().flat_map(|entry| entry.events.iter()) {
            if let Event::Gained {
                condition, label, ..
            } = event
                && now
                    .schema
                    .conditions
                    .iter()
                    .any(|one| one.key == condition.key)
                && !label.is_empty()
            {
                said.is.insert(now.told(label).into_owned());
            }
        }
        listen(session, &mut |text| {
            let heard = || (file.to_owned(), false);
            said.texts.entry(text.to_owned()).or_insert_with(heard);
        });
    });
    said
}

/// Nouns that are counted.
const COUNTED: [&str; 22] = [
    "action",
    "attack",
    "blow",
    "combatant",
    "day",
    "die",
    "foe",
    "foot",
    "friend",
    "hand",
    "hit",
    "hour",
    "minute",
    "pass",
    "point",
    "round",
    "second",
    "shot",
    "square",
    "turn",
    "wound",
    "zone",
];

/// Verbs in the singular, which must not follow several names.
const OF_ONE: [&str; 13] = [
    "acts", "attacks", "dodges", "does", "falls", "fails", "has", "is", "passes", "takes", "was",
    "declares", "springs",
];

fn plural(noun: &str) -> String {
    affray::text::noun(2, noun)
}

/// Returns a word without the punctuation around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

/// Phrases that are wrong, or do not say what is meant.
const NEVER: [&str; 21] = [
    "ound 0",
    " pass by ",
    " with unarmed",
    " whom does it bump",
    "(lost: )",
    "A spell is lost",
    "magic magic",
    "1 counts after",
    " a disarm comes",
    " a grapple comes",
    " a shove comes",
    " and the blow with it",
    " below 0",
    ", which has worked since",
    " hits the blast",
    " passes a spell",
    " now is called ",
    " is no_",
    "that are nobody's",
    " the GM =",
    ", rounds: ",
];

/// Words that introduce manner, place or time instead of a state.
const FURTHER: [&str; 16] = [
    "and", "at", "by", "for", "from", "in", "inside", "near", "of", "off", "on", "out", "to",
    "until", "without", "unable",
];

/// Adjectives without a typical ending.
const PLAIN: [&str; 26] = [
    "afraid",
    "asleep",
    "bound",
    "broken",
    "caught",
    "dead",
    "done",
    "down",
    "drunk",
    "gone",
    "held",
    "helpless",
    "immune",
    "kept",
    "lethargic",
    "hidden",
    "invisible",
    "prone",
    "ready",
    "shaken",
    "stable",
    "steady",
    "unable",
    "unconscious",
    "unseen",
    "withdrawn",
];

/// Returns true if a label can follow "is", such as "prone", "strained in a leg" or "holding a charge". Returns false
/// for a label such as "strained leg", which needs "has".
fn behind_is(label: &str) -> bool {
    let adverb = |word: &&str| word.ends_with("ly") || *word == "still";
    let mut words = label.split_whitespace().skip_while(adverb);
    let first = words.next().unwrap_or_default();
    let said = first.ends_with("ed") || PLAIN.contains(&first);
    FURTHER.contains(&first)
        || first.ends_with("ing")
        || (said
            && words
                .next()
                .is_none_or(|next| FURTHER.contains(&next) || next.parse::<u32>().is_ok()))
}

/// Returns the text in brackets that repeats the text before it, or other brackets of the same clause.
fn said_twice<'s>(sentence: &'s str, names: &[String]) -> Option<&'s str> {
    let mut before: Vec<&str> = Vec::new();
    let mut last = 0;
    for (place, _) in sentence.match_indices('(') {
        let mut inside = &sentence[place + 1..];
        let Some(end) = inside.find([')', '(']) else {
            continue;
        };
        if sentence[last..place].contains([',', ';']) {
            before.clear();
        }
        (last, inside) = (place + end, &inside[..end]);
        let said = sentence[..place].trim_end();
        // The bearer may be named with each of several items.
        let words =
            inside.contains(char::is_alphabetic) && !names.iter().any(|name| name == inside);
        if words && (said.ends_with(&format!(" {inside}")) || before.contains(&inside)) {
            return Some(inside);
        }
        before.push(inside);
    }
    None
}

/// Returns a key of the system in a sentence that should contain its label.
fn key_of(system: &dyn System, schema: &Schema, sentence: &str) -> Option<String> {
    let actions = system.actions().iter().map(|action| action.key);
    let told =
        |key: &&str| key.contains('-') && sentence.split_whitespace().any(|one| bare(one) == *key);
    if let Some(key) = actions.into_iter().find(told) {
        return Some(key.to_owned());
    }
    let other = schema
        .conditions
        .iter()
        .map(|one| (one.key.replace('_', " "), &one.label));
    let mut other = other.filter(|(key, label)| !label.starts_with(&**key));
    let named = other.find(|(key, _)| {
        let mut said = ["is", "is no longer", "while"].into_iter();
        said.any(|verb| {
            let said = format!(" {verb} {key}");
            sentence.contains(&format!("{said} ")) || sentence.ends_with(&said)
        })
    });
    named.map(|(key, _)| key)
}

/// Returns the error in a sentence, if there is one.
fn slip(sentence: &str, names: &[String]) -> Option<String> {
    if let Some(said) = NEVER.iter().find(|said| sentence.contains(*said)) {
        return Some(format!("`{said}`"));
    }
    if let Some(said) = said_twice(sentence, names) {
        return Some(format!("`({said})` is said twice"));
    }
    let raw = |word: &str| word.trim_matches('_').contains('_') && !word.contains('`');
    if let Some(key) = sentence.split_whitespace().find(|word| raw(word)) {
        return Some(format!("the key `{key}`"));
    }
    // "Thug 1 attacks" contains no count.
    let names = names.iter().filter(|name| sentence.contains(name.as_str()));
    let nobody = |text: String, name: &String| text.replace(name.as_str(), "Somebody");
    let unnamed = names.clone().rev().fold(sentence.to_owned(), nobody);
    let words: Vec<&str> = unnamed.split_whitespace().collect();
    for pair in words.windows(2) {
        let (number, noun) = (pair[0].trim_start_matches('('), bare(pair[1]));
        let all_digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        if number == "1" && COUNTED.iter().any(|one| plural(one) == noun) {
            return Some(format!("`1 {noun}`"));
        }
        // "2 attack" is a part of a sum, with the name of its source.
        let part = ["attack", "hit", "second"].contains(&noun);
        if all_digits && number != "1" && COUNTED.contains(&noun) && !part {
            return Some(format!("`{number} {noun}`"));
        }
    }
    for name in names {
        for verb in OF_ONE {
            if sentence.contains(&format!(" and {name} {verb} "))
                || sentence.ends_with(&format!(" and {name} {verb}"))
            {
                return Some(format!("`and {name} {verb}`"));
            }
        }
        // A single combatant springs an ambush.
        if sentence
            .strip_prefix(name.as_str())
            .is_some_and(|rest| rest.starts_with(" spring "))
        {
            return Some(format!("`{name} spring`"));
        }
        // A named combatant is "they", not "it".
        let about = sentence.trim_start().strip_prefix(name.as_str());
        if about.is_some_and(|rest| {
            rest.starts_with(' ')
                && [" its ", " itself", " until it ", " it does"]
                    .iter()
                    .any(|it| rest.contains(it))
        }) {
            return Some(format!("`it` of {name}"));
        }
    }
    None
}

/// Returns true if a sentence begins in lower case, and not with a name.
fn begins_small(sentence: &str, names: &[String]) -> bool {
    let named = names.iter().any(|name| sentence.starts_with(name.as_str()));
    sentence.starts_with(|c: char| c.is_lowercase()) && !named
}

fn is_english(system: &'static dyn System) {
    let heard = said(system);
    let names: Vec<String> = heard.names.iter().cloned().collect();
    let least = Least::each(8, Of::Fights);
    enough(system, heard.texts.len(), "texts", "read", least);
    let schema = system.schema();
    let labels = schema.conditions.iter().map(|one| one.label.clone());
    let mut slips: Vec<String> = labels
        .chain(heard.is)
        .filter(|label| !behind_is(label))
        .map(|label| format!("somebody `is {label}`"))
        .collect();
    for (text, (fight, line)) in &heard.texts {
        for sentence in text.trim_end_matches('.').split(". ") {
            let small = *line && begins_small(sentence, &names);
            let small = small.then(|| "it begins small".to_owned());
            let key = || key_of(system, schema, sentence).map(|key| format!("the key `{key}`"));
            if let Some(why) = small.or_else(|| slip(sentence, &names)).or_else(key) {
                slips.push(format!("{fight}: {why}: {sentence}"));
            }
        }
    }
    assert!(
        slips.is_empty(),
        "{} slips\n{}",
        slips.len(),
        slips.join("\n")
    );
}

#[test]
fn sentences_of_all_fights_are_grammatical() {
    laws::each(is_english);
}

#[test]
fn grammatical_errors_are_detected() {
    let names = ["Ann", "Ben", "b1"].map(str::to_owned);
    for wrong in [
        "Ann moves 1 zones",
        "3 turn go by",
        "Ann and Ben fails",
        "Ann and Ben is out",
        "Ann turns its back on Ben",
        "Ann spring an ambush",
        "Ann is out: a grapple comes to nothing",
        "released 1 counts after its start",
        "74 SC + 12 DEF below 0 = 86",
        "Ben now is called Ben",
        "Ann is no_attack",
        "main_hand: it was what other",
        "Ann is concentrating on veil (veil)",
        "Ann is lost (fell) and done (fell)",
        "Round 0 is under way",
    ] {
        assert!(slip(wrong, &names).is_some(), "{wrong}");
    }
    for right in [
        "Ann moves 1 zone",
        "d20 7 + 2 attack",
        "Ann and Ben fail",
        "zone 1 holds Ann",
        "2 - 3 hit = -1",
        "Ann: hp 3 → 2 (axe), as told (the GM)",
    ] {
        assert_eq!(slip(right, &names), None, "{right}");
    }
    assert!(begins_small("damage: d6 3", &names) && !begins_small("b1 attacks Ann", &names));
    for label in ["strained arms", "a leg", "grievous wound"] {
        assert!(!behind_is(label), "{label}");
    }
    for label in [
        "strained in a leg",
        "still aiming",
        "prone",
        "shaken",
        "grievously wounded",
        "held",
    ] {
        assert!(behind_is(label), "{label}");
    }
}
