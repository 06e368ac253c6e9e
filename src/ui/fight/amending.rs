//! Selection of an earlier answer or choice to amend, and of its replacement.

use crate::resolver::{Answer, Choice, Command, Draft, Field, FieldKind, Given, Kind, Prompt};
use crate::session::{Amendable, Input, answered};
use crate::values::Value;

use super::Fight;
use super::own_questions::{Earlier, Errand, prompt};
use crate::ui::ask::value::show_value;

/// Number of earlier answers that are offered at once.
const MOST_AMENDABLE: usize = 60;

impl Fight {
    /// Asks for the earlier answer to amend, after skipping the `later` latest answers.
    pub fn ask_amendment(&mut self, later: usize) {
        if self
            .session
            .amendable()
            .nth(later + MOST_AMENDABLE)
            .is_none()
            && let Err(why) = self.session.read_past()
        {
            self.refuse(format!("{why:#}"));
            return;
        }
        let found = self.earlier(later);
        if found.is_empty() {
            self.refuse("There is no earlier roll or choice yet.");
            return;
        }
        let (found, told): (Vec<Earlier>, Vec<String>) = found.into_iter().unzip();
        let options = told.into_iter().enumerate();
        let options = options.map(|(place, told)| Choice::new(place.to_string(), told));
        let options: Vec<Choice> = options.collect();
        let kind = Kind::Choice { options, preset: 0 };
        self.begin(
            Errand::AmendWhich(found),
            prompt(
                "amend",
                "Which roll or choice do you want to change?",
                "newest first · Affray replays later steps",
                kind,
            ),
        );
    }

    /// Lists earlier inputs, the latest first, each on a line, and an entry for more inputs. The answers of a command
    /// come before its start.
    fn earlier(&self, later: usize) -> Vec<(Earlier, String)> {
        let mut answers = self.session.amendable().peekable();
        let mut all: Vec<Earlier> = Vec::new();
        for entry in self.session.started() {
            while let Some(one) = answers.next_if(|one| one.entry >= entry) {
                all.push(Earlier::Answer(one));
            }
            all.push(Earlier::Start(entry));
        }
        all.extend(answers.map(Earlier::Answer));
        let mut found = Vec::new();
        for (place, one) in all.into_iter().enumerate().skip(later) {
            let Some(told) = self.tell_earlier(&one) else {
                continue;
            };
            if found.len() == MOST_AMENDABLE {
                found.push((Earlier::More(place), "earlier …".to_owned()));
                break;
            }
            found.push((one, told));
        }
        found
    }

    fn tell_earlier(&self, one: &Earlier) -> Option<String> {
        match one {
            Earlier::Answer(one) => self.tell_answer(one),
            Earlier::Start(entry) => {
                // A single offer was not a choice.
                let menu = self.session.menu_before(*entry)?;
                let chosen = menu
                    .entries
                    .get(menu.chosen)
                    .filter(|_| menu.entries.len() > 1)?;
                // A remark in brackets at the end of the title would be misplaced before the choice.
                let asked = match menu.title.split_once(" (") {
                    Some((asked, besides)) if besides.ends_with(')') => asked,
                    _ => &menu.title,
                };
                let answer = self.session.told(chosen);
                // The name of the combatant is not repeated after a title that contains the name.
                let after_name = answer
                    .split_once(", ")
                    .filter(|(name, _)| asked.contains(name));
                Some(told(
                    asked,
                    after_name.map_or(&*answer, |(_, action)| action),
                ))
            }
            Earlier::More(_) => None,
        }
    }

    /// Describes an earlier answer in a line: "Ann strikes Dog: 14"; `None` if the rules no longer ask the question.
    fn tell_answer(&self, one: &Amendable) -> Option<String> {
        let now = self.now();
        let Given {
            question, answer, ..
        } = &*one.given;
        let prompt = self.session.prompt_of(one.entry, question).ok()?;
        let answer = match (&prompt.kind, answer) {
            (Kind::Form(_), Answer::Filled(set)) => {
                self.tell_form(one.entry, &prompt, set, one.given.stood.as_ref())
            }
            _ => answered(&prompt, answer, now),
        };
        let who = question.who.and_then(|id| now.find(id));
        let who = who.filter(|one| !prompt.title.contains(&one.name));
        let who = who.map_or(String::new(), |one| format!("{}, ", one.name));
        Some(told(&format!("{who}{}", prompt.title), &answer))
    }

    /// Describes the values set in an earlier form, and its rows of combatants and items, with the labels of that time.
    fn tell_form(
        &self,
        entry: usize,
        asked: &Prompt,
        set: &Draft,
        stood: Option<&Draft>,
    ) -> String {
        let preview = self.session.preview_of(entry, asked, set);
        let fields = match preview.map(|preview| preview.form.kind) {
            Some(Kind::Form(fields)) => fields,
            _ => Vec::new(),
        };
        let counts = |field: &&Field| {
            let is_thing = stood.is_some_and(|stood| stood.contains_key(&field.key));
            let empty = matches!(&field.value, Value::Who(ids) if ids.is_empty());
            set.contains_key(&field.key) || is_thing && !empty
        };
        let people = |field: &&Field| matches!(field.kind, FieldKind::Pick { .. });
        let first = fields.iter().find(people).map(|field| &field.key);
        let rows = fields.iter().filter(counts);
        let rows: Vec<String> = rows
            .map(|field| match (&field.value, &field.kind) {
                // The main combatant needs no label.
                (Value::Who(ids), FieldKind::Pick { most: 1, .. }) if first == Some(&field.key) => {
                    self.now().names(ids)
                }
                (Value::Who(ids), _) => format!("{} {}", field.label, self.now().names(ids)),
                _ => {
                    let value = show_value(field, self.now());
                    // The label is not repeated if the value or the end of the title already names the row.
                    if value.starts_with(&field.label) || asked.title.ends_with(&field.label) {
                        value
                    } else {
                        format!("{} {value}", field.label)
                    }
                }
            })
            .collect();
        if rows.is_empty() {
            "as proposed".to_owned()
        } else {
            rows.join(", ")
        }
    }

    /// Shows the question of an earlier answer again.
    pub(super) fn ask_again(&mut self, one: &Amendable) {
        match self.session.prompt_of(one.entry, &one.given.question) {
            Ok(mut asked) => {
                self.own.pop();
                let was = match (&asked.kind, &one.given.answer) {
                    (Kind::Form(_), Answer::Filled(set)) => {
                        self.tell_form(one.entry, &asked, set, one.given.stood.as_ref())
                    }
                    (_, answer) => answered(&asked, answer, self.now()),
                };
                asked.hint = format!("previous: {was}");
                stands_as(&mut asked.kind, &one.given.answer);
                let (entry, place) = (one.entry, one.place);
                self.begin(Errand::Amend { entry, place }, asked);
                // Restores all values, including values of dependent rows.
                if let (Some(own), Answer::Filled(set)) = (self.own.last_mut(), &one.given.answer) {
                    own.ask.draft.clone_from(set);
                    self.preview();
                }
            }
            Err(why) => {
                if let Some(own) = self.own.last_mut() {
                    own.ask.problem = Some(why.to_string());
                }
            }
        }
    }

    /// Shows the menu again from which a command was chosen.
    pub(super) fn choose_again(&mut self, entry: usize) {
        let Some(menu) = self.session.menu_before(entry) else {
            return;
        };
        self.own.pop();
        let was = self.session.told(&menu.entries[menu.chosen]);
        let options = Vec::new();
        let kind = Kind::Choice { options, preset: 0 };
        let asked = prompt("instead", menu.title, &format!("previous: {was}"), kind);
        let (mut menu, chosen) = (menu.entries, menu.chosen);
        for (place, one) in menu.iter_mut().enumerate() {
            one.preset = place == chosen;
        }
        self.begin(Errand::Instead { entry, menu }, asked);
    }

    /// Replaces an earlier command with another command.
    pub(super) fn start_instead(&mut self, errand: &Errand, command: Command) {
        let Errand::Instead { entry, .. } = errand else {
            return;
        };
        let entry = *entry;
        if self.input(Input::Instead { entry, command }) {
            self.own.clear();
            self.preview();
        }
    }

    /// Rerolls the dice of an earlier answer, after Enter without typed results.
    pub(super) fn roll_again(&mut self, errand: &Errand) {
        let Errand::Amend { entry, place } = errand else {
            return;
        };
        let (entry, place) = (*entry, *place);
        if self.input(Input::Reroll { entry, place }) {
            self.own.clear();
            self.preview();
        }
    }
}

/// Fills a question with its earlier answer.
fn stands_as(kind: &mut Kind, answer: &Answer) {
    match (kind, answer) {
        (Kind::Rolls(rows), Answer::Rolls(all)) => {
            for (row, faces) in rows.iter_mut().zip(all) {
                row.faces = Some(faces.clone());
            }
        }
        (Kind::Choice { options, preset }, Answer::Chose(key)) => {
            let chosen = options.iter().position(|option| option.key == *key);
            *preset = chosen.unwrap_or(*preset);
        }
        (Kind::Pick { from, preset, .. }, Answer::Picked(ids)) => {
            let there = ids.iter().copied().filter(|id| from.contains(id));
            *preset = there.collect();
        }
        (Kind::Number { preset, .. }, Answer::Number(number)) => *preset = *number,
        (Kind::Text { preset }, Answer::Text(text)) => preset.clone_from(text),
        (Kind::Confirm { preset }, Answer::Yes(yes)) => *preset = *yes,
        _ => {}
    }
}

/// Formats a question and its answer in a line.
fn told(asked: &str, answer: &str) -> String {
    let colon = if asked.ends_with('?') { "" } else { ":" };
    let asked = asked.trim_end_matches('.');
    format!("{asked}{colon} {answer}")
}
