//! Amendments at the end of the fights in `tests/fights`: another answer, another command, a reroll. The pages in
//! `tests/data/amended`, one for each system, show the number of removed events, the new events as facts, and the
//! question that the fight waits for. A line that differs from an earlier one only in numbers and letters is left out.
//! Undoing the amendment must restore everything.
//!
//! `UPDATE_EXPECT=1 cargo test --test library session::amended` rewrites the pages.

use std::collections::{BTreeMap, BTreeSet};

use affray::compendium::Compendium;
use affray::dice::Dice;
use affray::encounter::Event;
use affray::resolver::{Answer, Choice, Draft, Field, FieldKind, Given, Kind, Prompt};
use affray::ron_text::Source;
use affray::rules::System;
use affray::session::{Input, Session};
use affray::store::saves::{read, snapshot};
use affray::values::{Id, Value};

use crate::support::facts::{self, Asked, Names};
use crate::support::fight_file;
use crate::support::laws;

/// Maximum number of new events of an amendment on the page.
const EVENTS: usize = 3;

/// Number of entries of a long list: the first and the last.
const OF_A_LIST: usize = 2;

/// Returns some entries of a list, spread evenly.
fn spread<T>(all: Vec<T>) -> Vec<T> {
    let last = all.len().saturating_sub(1);
    let places: BTreeSet<usize> = (0..OF_A_LIST)
        .map(|nth| last * nth / (OF_A_LIST - 1))
        .collect();
    let all = all.into_iter().enumerate();
    all.filter_map(|(place, one)| places.contains(&place).then_some(one))
        .collect()
}

/// Returns the lowest results of the dice, or the highest if the old ones were the lowest.
fn other_faces(dice: &Dice, old: &[u32]) -> Vec<u32> {
    let least = vec![1; old.len()];
    if least == old {
        (0..old.len()).map(|die| dice.sides_of(die)).collect()
    } else {
        least
    }
}

/// Returns the option after the chosen one.
fn other_choice(options: &[Choice], old: &str) -> Option<String> {
    let open: Vec<&Choice> = options.iter().filter(|one| one.refused.is_none()).collect();
    let place = open.iter().position(|one| one.key == old);
    let next = open.get((place? + 1) % open.len())?;
    (next.key != old).then(|| next.key.clone())
}

/// Returns the chosen combatants with one added, with the last one replaced, or with one removed.
fn other_pick(from: &[Id], most: usize, least: usize, old: &[Id]) -> Option<Vec<Id>> {
    let mut picked = old.to_vec();
    match from.iter().find(|id| !old.contains(id)) {
        Some(more) => {
            if picked.len() >= most {
                picked.pop();
            }
            picked.push(*more);
        }
        None if picked.len() > least => {
            picked.pop();
        }
        None => return None,
    }
    Some(picked)
}

/// Returns another value for a row of a form.
fn other_value(field: &Field) -> Option<Value> {
    Some(match (&field.kind, &field.value) {
        (FieldKind::Toggle, Value::Flag(on)) => Value::Flag(!on),
        (FieldKind::Number { least, most, .. }, Value::Int(number)) if least < most => {
            Value::Int(if number < most { number + 1 } else { *least })
        }
        (FieldKind::Choice(options), Value::Word(word)) => {
            Value::Word(other_choice(options, word)?)
        }
        (FieldKind::Pick { from, least, most }, Value::Who(who)) => {
            Value::Who(other_pick(from, *most, *least, who)?)
        }
        _ => return None,
    })
}

/// Returns forms with another value in one row each.
fn other_forms(fields: &[Field], old: &Draft) -> Vec<Answer> {
    let stands = |field: &Field| {
        let value = old.get(&field.key).unwrap_or(&field.value).clone();
        Field {
            value,
            ..field.clone()
        }
    };
    let rows = fields.iter().filter_map(|field| {
        let to = other_value(&stands(field))?;
        let mut draft = old.clone();
        draft.insert(field.key.clone(), to);
        Some(Answer::Filled(draft))
    });
    rows.collect()
}

/// Returns other answers to a question.
fn other_answers(prompt: &Prompt, given: &Given) -> Vec<Answer> {
    let one = match (&prompt.kind, &given.answer) {
        (Kind::Roll(roll), Answer::Faces(faces)) => {
            Some(Answer::Faces(other_faces(&roll.dice, faces)))
        }
        (Kind::Rolls(rows), Answer::Rolls(all)) => {
            let mut all = all.clone();
            if let (Some(row), Some(faces)) = (rows.first(), all.first_mut()) {
                *faces = other_faces(&row.roll.dice, faces);
            }
            Some(Answer::Rolls(all))
        }
        (Kind::Choice { options, .. }, Answer::Chose(key)) => {
            other_choice(options, key).map(Answer::Chose)
        }
        (
            Kind::Pick {
                from, least, most, ..
            },
            Answer::Picked(who),
        ) => other_pick(from, *most, *least, who).map(Answer::Picked),
        (Kind::Number { least, most, .. }, Answer::Number(number)) => {
            let next = if number < most { number + 1 } else { *least };
            Some(Answer::Number(next))
        }
        (Kind::Confirm { .. }, Answer::Yes(yes)) => Some(Answer::Yes(!yes)),
        (Kind::Form(fields), Answer::Filled(old)) => return spread(other_forms(fields, old)),
        _ => None,
    };
    one.into_iter().collect()
}

/// Returns all amendments, each with its description on the page.
fn changes(session: &Session) -> Vec<(String, Input)> {
    let mut all = Vec::new();
    for one in spread(session.amendable().collect()) {
        let question = &one.given.question;
        let who = question.who.map_or(String::new(), |id| id.letter());
        let what = format!("{} {who}", question.key);
        let (entry, place) = (one.entry, one.place);
        match session.prompt_of(entry, question) {
            Ok(prompt) => {
                for answer in other_answers(&prompt, &one.given) {
                    all.push((
                        what.clone(),
                        Input::Amend {
                            entry,
                            place,
                            answer,
                        },
                    ));
                }
                if prompt.throws().next().is_some() {
                    let again = Input::Reroll { entry, place };
                    all.push((format!("{what} thrown again"), again));
                }
            }
            Err(_) => all.push((format!("{what} not asked"), Input::Reroll { entry, place })),
        }
    }
    for entry in spread(session.started().collect()) {
        let Some(menu) = session.menu_before(entry) else {
            continue;
        };
        let open = |place: &usize| menu.entries[*place].refused.is_none();
        let next = (1..menu.entries.len()).map(|by| (menu.chosen + by) % menu.entries.len());
        if let Some(next) = next.into_iter().find(open) {
            let [was, is] = [menu.chosen, next].map(|place| menu.entries[place].command.clone());
            let what = format!("{} instead of {}", is.action, was.action);
            all.push((what, Input::Instead { entry, command: is }));
        }
    }
    all
}

/// Returns the lines of the log.
fn log(session: &Session) -> Vec<String> {
    let live = session.live_lines();
    let lines = session.lines().iter().chain(&live);
    lines.map(|line| line.text.clone()).collect()
}

/// Returns the events of all commands as facts.
fn events(session: &Session) -> Vec<String> {
    let finished = session.history().entries().iter();
    let finished = finished.flat_map(|entry| entry.events.iter().cloned());
    let open = session.standing().open.into_iter();
    let open = open.flat_map(|begun| begun.run.events);
    let all: Vec<Event> = finished.chain(open).collect();
    let all: Vec<&Event> = all.iter().collect();
    let names = Names::of(session.now());
    facts::events(&names, &all, &Asked::default())
}

/// Formats the effects of one amendment as a line of the page; `before` are the events without it.
fn told(session: &mut Session, before: &[String], what: &str, input: Input) -> String {
    let (now_before, log_before) = (session.now().clone(), log(session));
    let what = what.trim();
    if let Err(why) = session.input(input) {
        let why = Names::of(&now_before).facts(&format!("{why:#}"));
        return format!("{what}: refused {why}").trim_end().to_owned() + "\n";
    }
    let mut old: BTreeMap<&str, usize> = BTreeMap::new();
    for event in before {
        *old.entry(event).or_default() += 1;
    }
    let mut new = events(session);
    new.retain(|event| match old.get_mut(event.as_str()) {
        Some(many @ 1..) => {
            *many -= 1;
            false
        }
        _ => true,
    });
    let gone: usize = old.values().sum();
    let names = Names::of(session.now());
    let more = new.len().saturating_sub(EVENTS);
    new.truncate(EVENTS);
    if more > 0 {
        new.push(format!("and {more} more"));
    }
    if let Some(notice) = session.notice() {
        new.push(format!("notice {}", names.facts(notice)));
    }
    let asked = facts::waits(session, &names).head;
    let page = format!("{what}: -{gone} +{} ? {asked}", new.join("; "));
    let page = page.trim_end().to_owned() + "\n";
    session.input(Input::Undo).expect("taken back");
    assert!(
        *session.now() == now_before,
        "{what}: taken back it is not as it was"
    );
    assert_eq!(log(session), log_before, "{what}");
    page
}

fn page(system: &'static dyn System) -> String {
    let (compendium, _) = Compendium::built_in(system);
    let mut page = String::new();
    let mut known = BTreeSet::new();
    for (file, fight) in fight_file::some(system, &compendium) {
        let mut text = String::new();
        fight_file::play(&fight, &[&compendium], &[system], |_, session| {
            text = snapshot(session).expect("a snapshot");
        })
        .unwrap_or_else(|why| panic!("{why}"));
        let mut session = read(&Source::new(file.as_str(), &text), &[system]).expect("read");
        let before = events(&session);
        let mut lines = String::new();
        for (what, input) in changes(&session) {
            let line = told(&mut session, &before, &what, input);
            if known.insert(kind(&line)) {
                lines += &line;
            }
        }
        if !lines.is_empty() {
            page += &format!("### {file}\n{lines}");
        }
    }
    page
}

/// Returns a line without its numbers and letters.
fn kind(line: &str) -> String {
    let is_letter = |word: &str| word.len() == 1 && word.starts_with(|c: char| c.is_lowercase());
    let words = line.split_inclusive(|c: char| !c.is_alphanumeric());
    let words = words.map(|word| {
        let end = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        if is_letter(end) {
            word.replacen(end, "@", 1)
        } else {
            word.replace(|c: char| c.is_ascii_digit(), "")
        }
    });
    words.collect()
}

#[test]
fn effects_of_amendments_match_the_snapshots() {
    laws::each(|system| {
        let path = laws::page(system, "tests/data/amended/KEY.txt");
        expect_test::expect_file![path].assert_eq(&page(system));
    });
}
