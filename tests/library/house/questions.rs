//! Pages `docs/questions/<system>.md`: all questions in the fights of `tests/fights`, with the fields of the forms, for
//! authors of fight files. `UPDATE_EXPECT=1 cargo test --test library house::questions` rewrites the pages.

use std::collections::{BTreeMap, BTreeSet};

use affray::compendium::Compendium;
use affray::encounter::Encounter;
use affray::resolver::{Answer, Kind, Prompt};
use affray::rules::{Capitals, System};
use affray::session::{Session, Waits};
use affray::values::Id;

use crate::support::fight_file;
use crate::support::laws::{self, Least, Of, enough};

/// Question as asked in the fights.
#[derive(Default)]
struct Asked {
    /// Actions that asked the question.
    by: BTreeSet<String>,
    /// Kinds of answers to the question.
    takes: BTreeSet<&'static str>,
    /// Fields of a form, or options of a choice.
    words: BTreeSet<String>,
}

/// Questions by their keys.
type Questions = BTreeMap<String, Asked>;

/// Returns a key with placeholders for combatants and numbers: `on-c` is `on-LETTER`, `weapon2` is `weaponN`.
fn general(now: &Encounter, key: &str) -> String {
    let is_letter = |part: &str| Id::from_letter(part).is_some_and(|id| now.find(id).is_some());
    let mut general = String::new();
    for part in key.split_inclusive(['-', '_']) {
        let word = part.trim_end_matches(['-', '_']);
        let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
        if word != key && is_letter(word) {
            general += "LETTER";
        } else if name.len() < word.len() {
            general += &format!("{name}N");
        } else {
            general += word;
        }
        general += &part[word.len()..];
    }
    general
}

/// Formats a row or an answer with its action key, if it has one.
fn worded(capitals: &Capitals, now: &Encounter, key: &str) -> String {
    let word = general(now, key);
    match capitals.of(key) {
        Some(capital) => format!("`{word}` {capital}"),
        None => format!("`{word}`"),
    }
}

fn note(questions: &mut Questions, capitals: &Capitals, now: &Encounter, prompt: &Prompt) {
    let asked = questions
        .entry(prompt.question.key.to_string())
        .or_default();
    asked.takes.insert(match &prompt.kind {
        Kind::Roll(_) => "a die roll",
        Kind::Rolls(_) => "several rolls",
        Kind::Choice { .. } => "one of several",
        Kind::Pick { .. } => "combatants",
        Kind::Form(_) => "a form",
        Kind::Number { .. } => "a number",
        Kind::Text { .. } => "text",
        Kind::Confirm { .. } => "yes or no",
    });
    if let Kind::Form(fields) = &prompt.kind {
        let keys = fields.iter();
        asked
            .words
            .extend(keys.map(|field| worded(capitals, now, &field.key)));
    }
    if let Kind::Choice { options, .. } = &prompt.kind {
        let fixed = options.iter().filter(|one| capitals.of(&one.key).is_some());
        asked
            .words
            .extend(fixed.map(|one| worded(capitals, now, &one.key)));
    }
}

/// Returns all questions in the fights of a system.
fn questions(system: &'static dyn System) -> Questions {
    let (compendium, _) = Compendium::built_in(system);
    let mut questions = Questions::new();
    let mut look = |session: &Session| {
        let now = session.now();
        if let Waits::Prompt(prompt) = session.waits() {
            note(&mut questions, &compendium.capitals, now, prompt);
        }
        if let Some(last) = session.amendable().next() {
            let asked = questions.entry(last.given.question.key.to_string());
            let asked = asked.or_default();
            asked.by.insert(last.command.action.to_string());
            if let Answer::Filled(fields) = &last.given.answer {
                asked.words.extend(
                    fields
                        .keys()
                        .map(|key| worded(&compendium.capitals, now, key)),
                );
            }
        }
    };
    fight_file::play_all(system, &compendium, |_, session| look(session));
    questions
}

fn page(system: &dyn System, questions: &Questions) -> String {
    let mut page = format!(
        "# {}: questions\n\nFor authors of fight files. Each row has the keyword of a question for `? asks`, the kind of answer, and \
         the actions that ask the question in `tests/fights`. The last column lists the rows of the form (keywords for `set`) or \
         the possible answers, each with its action key.\n\n\
         | question | answer | actions | rows or answers |\n|---|---|---|---|\n",
        system.name()
    );
    let join = |words: &mut dyn Iterator<Item = &str>| words.collect::<Vec<_>>().join(", ");
    for (key, asked) in questions {
        let takes = join(&mut asked.takes.iter().copied());
        let by = join(&mut asked.by.iter().map(String::as_str));
        let words = join(&mut asked.words.iter().map(String::as_str));
        page += &format!("| `{key}` | {takes} | {by} | {words} |\n");
    }
    page
}

#[test]
fn pages_of_questions_match_the_fights() {
    laws::each(|system| {
        let questions = questions(system);
        let path = laws::page(system, "docs/questions/KEY.md");
        expect_test::expect_file![path].assert_eq(&page(system, &questions));
        let least = Least::every(1, 3, Of::Fights);
        enough(system, questions.len(), "questions", "asked", least);
    });
}
