//! Amendments, which replace an earlier answer and log the change. The commands after the answer are
//! [replayed](super::replay).

use std::sync::Arc;

use super::by_itself;
use super::delta::Delta;
use super::input_error::{InputError, Result};
use super::{Amendable, Preview, Session};
use crate::encounter::says::Says;
use crate::encounter::{Amendment, Encounter, Event};
use crate::resolver::{
    Answer, Draft, Field, Given, Kind, MOST_REROLLS, Prompt, Question, Roll, Ruled, Run, Stop,
    Taken, run,
};
use crate::rules;
use crate::text::capital;
use crate::values::Id;

impl Session {
    /// Returns the answers that can be amended, the latest first.
    pub fn amendable(&self) -> impl Iterator<Item = Amendable> + '_ {
        let open = self
            .history
            .open()
            .first()
            .map(|open| (self.history.finished(), &open.command, &open.taken));
        let entries = self
            .history
            .entries()
            .iter()
            .enumerate()
            .rev()
            .map(|(place, entry)| {
                let number = self.history.number(place);
                (number, &entry.command, &entry.taken)
            });
        open.into_iter()
            .chain(entries)
            .flat_map(|(entry, command, taken)| {
                taken
                    .iter()
                    .enumerate()
                    .rev()
                    .filter_map(move |(place, one)| match one {
                        // Earlier answers to the same question do not count.
                        Taken::Given(given)
                            if Taken::answer(taken, &given.question)
                                .is_some_and(|(counts, _)| counts == place) =>
                        {
                            Some(Amendable {
                                entry,
                                place,
                                given: Arc::clone(given),
                                command: command.clone(),
                            })
                        }
                        _ => None,
                    })
            })
    }

    /// Returns the prompt that an earlier question showed, by running the command up to that question.
    ///
    /// # Errors
    /// If the current rules no longer ask the question.
    pub fn prompt_of(&self, entry: usize, question: &Question) -> Result<Prompt> {
        match self
            .run_again(entry, None, |taken| without(taken, question))?
            .end
        {
            Err(Stop::Ask(prompt)) if prompt.question == *question => Ok(*prompt),
            Err(Stop::Ask(prompt)) => match row_of(*prompt, question, self.now()) {
                Some(prompt) => Ok(prompt),
                None => Err(InputError::refused("Affray no longer asks this question")),
            },
            _ => Err(InputError::refused("Affray no longer asks this question")),
        }
    }

    /// Returns the preview of an earlier form with this draft instead of its recorded answer, up to the next question.
    pub(crate) fn preview_of(
        &self,
        entry: usize,
        asked: &Prompt,
        draft: &Draft,
    ) -> Option<Preview> {
        let question = &asked.question;
        let is_it = |one: &Taken| matches!(one, Taken::Given(given) if given.question == *question);
        let run = self.run_again(entry, Some((question, draft)), |taken| {
            let before = taken.iter().take_while(|one| !is_it(one));
            before.cloned().collect()
        });
        Some(Preview::of(run.ok()?, asked))
    }

    /// Reruns an earlier command with its recorded answers, changed by `change`. With a draft, the form of the draft
    /// counts as half-filled.
    fn run_again(
        &self,
        entry: usize,
        draft: Option<(&Question, &Draft)>,
        change: impl Fn(&[Taken]) -> Vec<Taken>,
    ) -> Result<Run> {
        let Some(place) = self.history.place_of(entry) else {
            return Err(InputError::refused("there is no answer to amend"));
        };
        let (command, taken) = match (
            self.history.entries().get(place),
            self.history.open().first(),
        ) {
            (Some(entry), _) => (&entry.command, &entry.taken),
            (None, Some(open)) => (&open.command, &open.taken),
            (None, None) => return Err(InputError::refused("there is no answer to amend")),
        };
        let base = self.checkpoints.after(self.history.entries(), place);
        Ok(run(&base, &change(taken), draft, |cx| {
            rules::resolve(self.system, cx, command)
        }))
    }

    pub(super) fn amend(&mut self, entry: usize, place: usize, answer: Answer) -> Result<()> {
        let old = self.taken_at(entry, place)?;
        if old.answer == answer {
            return Err(InputError::refused(
                "this is the same answer: nothing changes",
            ));
        }
        let prompt = self.prompt_of(entry, &old.question)?;
        prompt.check(&answer)?;
        let mut given = Given::new(old.question.clone(), answer, true);
        let run = self.run_again(entry, None, |taken| {
            let mut taken = taken.to_vec();
            taken.push(Taken::Given(given.clone().into()));
            taken
        })?;
        given.stood_in(&run.stood);
        let rows = self.other(entry, &prompt, &old.answer, &given.answer);
        let event = amended(&prompt, rows, self.now());
        self.change_answer(entry, place, given, event)
    }

    /// Lists the differences between two answers to an earlier question.
    fn other(&self, entry: usize, prompt: &Prompt, old: &Answer, new: &Answer) -> Vec<Amendment> {
        let now = self.now();
        let (Answer::Filled(old), Answer::Filled(new)) = (old, new) else {
            let [was, is] = [old, new].map(|answer| answered(prompt, answer, now));
            let row = String::new();
            return vec![Amendment { row, was, is }];
        };
        let fields = |draft: &Draft| {
            let preview = self.preview_of(entry, prompt, draft);
            match preview.map(|preview| preview.form.kind) {
                Some(Kind::Form(fields)) => fields,
                _ => Vec::new(),
            }
        };
        let (before, after) = (fields(old), fields(new));
        other_rows((&before, old), (&after, new), now)
    }

    /// Replaces an earlier answer and logs the change.
    fn change_answer(
        &mut self,
        entry: usize,
        place: usize,
        given: Given,
        told: Event,
    ) -> Result<()> {
        let at = Some(given.question.clone());
        self.change(Delta::Amended {
            entry,
            place,
            given: given.into(),
        })?;
        self.remake_open()?;
        let events = vec![told];
        self.change(Delta::Ruled(Ruled::plain(at, events).into()))
    }

    pub(super) fn reroll(&mut self, entry: usize, place: usize) -> Result<()> {
        let mut given = (*self.taken_at(entry, place)?).clone();
        let prompt = self.prompt_of(entry, &given.question)?;
        let again = again(&prompt, &given, self.now());
        if given.rerolls >= MOST_REROLLS {
            return Err(InputError::refused(format!(
                "these dice were rerolled {MOST_REROLLS} times: type a result"
            )));
        }
        given.rerolls += 1;
        let stream = by_itself::stream(entry, 0, 0);
        let throw = |question: &Question, roll: &Roll| {
            by_itself::thrown(self.seed, stream, question, &roll.dice, given.rerolls)
        };
        given.answer = match &prompt.kind {
            Kind::Roll(roll) => Answer::Faces(throw(&given.question, roll)),
            Kind::Rolls(rows) => {
                let all = rows.iter().map(|row| throw(&row.question, &row.roll));
                Answer::Rolls(all.collect())
            }
            _ => return Err(InputError::refused("no roll is pending")),
        };
        self.change_answer(entry, place, given, again)
    }

    fn taken_at(&self, entry: usize, place: usize) -> Result<Arc<Given>> {
        let taken = self.history.place_of(entry).and_then(|place| {
            let finished = self.history.entries().get(place).map(|entry| &entry.taken);
            finished.or_else(|| self.history.open().first().map(|open| &open.taken))
        });
        match taken.and_then(|taken| taken.get(place)) {
            Some(Taken::Given(given)) => Ok(Arc::clone(given)),
            _ => Err(InputError::refused("there is no answer to amend")),
        }
    }
}

/// Returns the recorded steps of a command without the answers to one question.
fn without(taken: &[Taken], question: &Question) -> Vec<Taken> {
    let other = |one: &&Taken| match one {
        Taken::Given(given) => given.question != *question,
        Taken::Ruled(_) | Taken::Voided(_) => true,
    };
    taken.iter().filter(other).cloned().collect()
}

/// Extracts the prompt of a single roll from a prompt with several.
fn row_of(prompt: Prompt, question: &Question, now: &Encounter) -> Option<Prompt> {
    let Kind::Rolls(rows) = prompt.kind else {
        return None;
    };
    let row = rows.into_iter().find(|row| row.question == *question)?;
    // A single roll of several has the title of its row.
    let title = match row.roll.who.and_then(|who| now.find(who)) {
        Some(one) => format!("{} · {}", one.name, now.told(&row.roll.what)),
        None => prompt.title,
    };
    Some(Prompt {
        question: row.question,
        title,
        hint: prompt.hint,
        kind: Kind::Roll(Box::new(row.roll)),
    })
}

/// Returns the log line for rerolled dice.
fn again(prompt: &Prompt, given: &Given, now: &Encounter) -> Event {
    let (who, roll) = owner_and_name(prompt, now);
    let was = faces(&given.answer).into();
    let said = match who {
        Some(who) if !roll.contains(now.name(who)) => Says::RerolledFor {
            who,
            roll: roll.into(),
            was,
        },
        _ => Says::Rerolled {
            roll: capital(&roll).into(),
            was,
        },
    };
    Event::sentence(who.into_iter().collect(), said)
}

/// Returns the log line for an amended answer.
fn amended(prompt: &Prompt, rows: Vec<Amendment>, now: &Encounter) -> Event {
    let (who, asked) = owner_and_name(prompt, now);
    let name = who.map(|id| now.name(id));
    let name = name.filter(|name| !asked.contains(name));
    let name = name.map_or_else(String::new, |name| format!("{name}, "));
    Event::Amended {
        about: who.into_iter().collect(),
        asked: format!("{name}{asked}"),
        rows,
    }
}

/// Lists the form rows that differ: the rows that the user set differently, or dependent rows if there are no such
/// rows.
fn other_rows(old: (&[Field], &Draft), new: (&[Field], &Draft), now: &Encounter) -> Vec<Amendment> {
    let row = |field: &Field| {
        let before = old.0.iter().find(|one| one.key == field.key);
        let was = before.map_or_else(String::new, |one| one.value_text(now));
        let is = field.value_text(now);
        let row = field.label.clone();
        (was != is).then_some(Amendment { row, was, is })
    };
    let by_hand = |field: &&Field| old.1.get(&field.key) != new.1.get(&field.key);
    let set: Vec<Amendment> = new.0.iter().filter(by_hand).filter_map(row).collect();
    if set.is_empty() {
        new.0.iter().filter_map(row).collect()
    } else {
        set
    }
}

/// Returns the combatant that a question concerns, and the name of the question in the log.
fn owner_and_name(prompt: &Prompt, now: &Encounter) -> (Option<Id>, String) {
    let who = prompt.question.who.filter(|id| now.find(*id).is_some());
    let what = match &prompt.kind {
        Kind::Roll(roll) => now.told(&roll.what).into_owned(),
        _ => prompt.title.to_string(),
    };
    (who, what)
}

/// Returns the rolled dice as text, roll by roll.
fn faces(answer: &Answer) -> String {
    let all = match answer {
        Answer::Faces(faces) => std::slice::from_ref(faces),
        Answer::Rolls(all) => all,
        _ => &[],
    };
    let shown = all.iter().map(|faces| {
        let faces: Vec<String> = faces.iter().map(u32::to_string).collect();
        faces.join(" ")
    });
    shown.collect::<Vec<_>>().join("; ")
}

/// Returns an answer as text, with the labels of its question; "" for a form.
pub fn answered(prompt: &Prompt, answer: &Answer, now: &Encounter) -> String {
    match (answer, &prompt.kind) {
        (Answer::Faces(_) | Answer::Rolls(_), _) => faces(answer),
        (Answer::Chose(key), Kind::Choice { options, .. }) => options
            .iter()
            .find(|option| option.key == *key)
            .map_or_else(|| key.clone(), |option| option.label.clone()),
        (Answer::Chose(key), _) => key.clone(),
        (Answer::Picked(ids), _) if ids.is_empty() => "none".to_owned(),
        (Answer::Picked(ids), _) => {
            let there = ids.iter().copied().filter(|id| now.find(*id).is_some());
            now.names(&there.collect::<Vec<_>>())
        }
        (Answer::Number(number), _) => number.to_string(),
        (Answer::Text(text), _) => format!("`{text}`"),
        (Answer::Yes(yes), _) => if *yes { "yes" } else { "no" }.to_owned(),
        (Answer::Filled(_), _) => String::new(),
    }
}
