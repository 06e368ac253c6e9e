//! Inputs of a person, checked before they change anything.

use std::borrow::Cow;
use std::sync::Arc;

use super::by_itself;
use super::delta::Delta;
use super::input_error::{InputError, Result};
use super::left_out::LeftOut;
use super::{Input, Session, Waits};
use crate::encounter::says::Says;
use crate::encounter::{Encounter, Event};
use crate::resolver::{Answer, Command, DiceRow, Given, Kind, Question, Ruled, Stop, Taken, run};
use crate::rules::{self, Entry};
use crate::values::{Id, Value};

/// Maximum number of open commands: rulings during other rulings.
pub(super) const MOST_OPEN: usize = 5;

impl Session {
    /// Applies an input and the automatic steps after it. Returns the deltas for the journal.
    ///
    /// # Errors
    /// If the input is not accepted; nothing has changed then.
    pub fn input(&mut self, input: Input) -> Result<Vec<Delta>> {
        if self.reaches_back(&input) {
            self.read_past()
                .map_err(|why| InputError::Damaged(format!("{why:#}")))?;
        }
        self.notice = None;
        self.left_out = LeftOut::default();
        self.revise();
        let goes_back = match input {
            Input::Undo => Some(Delta::Undone),
            Input::Redo => Some(Delta::Redone),
            _ => None,
        };
        match goes_back {
            Some(Delta::Undone) if self.history.standing() == 0 => {
                return Err(InputError::refused("nothing to undo"));
            }
            Some(Delta::Redone) if self.history.undone() == 0 => {
                return Err(InputError::refused("nothing to redo"));
            }
            _ => {}
        }
        let waited = matches!(input, Input::Answers(_)).then(|| self.waits.clone());
        let done = match (&goes_back, input) {
            (Some(delta), _) => self.change(delta.clone()),
            (None, input) => self.begin(input),
        };
        if let Err(why) = done.and_then(|()| self.advance()) {
            if self.history.back_out() {
                self.follow();
                self.rerun();
            }
            if let Some(waited) = waited {
                self.waits = waited;
            }
            return Err(why);
        }
        let line = match goes_back {
            Some(_) => self.history.seal_behind(),
            None => self.history.seal(),
        };
        Ok(goes_back.into_iter().chain(line).collect())
    }

    /// Applies an input other than undo and redo.
    fn begin(&mut self, input: Input) -> Result<()> {
        match input {
            Input::Start(command) => self.start_command(command, &[]),
            Input::StartWith(command, answers) => self.start_command(command, &answers),
            Input::Answer(answer) => self.answer(answer, Cow::Borrowed("")),
            Input::Led(answer, why) => self.answer(answer, why),
            Input::Answers(answers) => self.answer_all(answers),
            Input::Roll(there) => {
                let given = self.throw(there)?;
                self.give(given, Cow::Borrowed(""))
            }
            Input::RollRow(row) => {
                let all = self.throw(Vec::new())?;
                let row = self.throw_at(row)?;
                let mut all = all.into_iter();
                let Some(thrown) = all.find(|(asked, _)| *asked == row.question) else {
                    return Err(InputError::refused(format!(
                        "{} is already rolled",
                        self.now().told(&row.roll.what)
                    )));
                };
                self.give(vec![thrown], Cow::Borrowed(""))
            }
            Input::Throws(throws) => self.throw_some(&throws),
            Input::Correct(events) => self.correct(events),
            Input::Adjust { row, by } => self.adjust(row, by),
            Input::Amend {
                entry,
                place,
                answer,
            } => self.amend(entry, place, answer),
            Input::Instead { entry, command } => self.instead(entry, command),
            Input::Reroll { entry, place } => self.reroll(entry, place),
            Input::Close => self.close(),
            Input::Undo | Input::Redo => Ok(()),
        }
    }

    fn start_command(&mut self, command: Command, answers: &[Answer]) -> Result<()> {
        if !command.ruling {
            self.check_start(&command)?;
            if let Some(end) = self.end_before(&command) {
                return self.take_back(end);
            }
        }
        if self.history.open().len() >= MOST_OPEN {
            return Err(InputError::refused("finish the open ruling first"));
        }
        let command = rules::meant(self.system, self.now(), command);
        let mut taken: Vec<Taken> = Vec::new();
        let mut answers = answers.iter();
        let run = loop {
            let run = run(self.now(), &taken, None, |cx| {
                rules::resolve(self.system, cx, &command)
            });
            let (prompt, answer) = match (&run.end, answers.next()) {
                (Err(Stop::Refused(why)), _) => return Err(InputError::refused(why)),
                (Err(Stop::Broken(why)), _) => return Err(InputError::Fault(why.clone())),
                (Ok(()), _) | (Err(Stop::Ask(_)), None) => break run,
                (Err(Stop::Ask(prompt)), Some(answer)) => (prompt, answer),
            };
            prompt.check(answer)?;
            if Taken::answer(&taken, &prompt.question).is_some() {
                return Err(InputError::refused(format!(
                    "the answer to `{}` is not possible",
                    prompt.question.key
                )));
            }
            let given = Given::new(prompt.question.clone(), answer.clone(), false);
            taken.push(Taken::Given(given.into()));
        };
        self.change(Delta::Opened {
            command,
            by_hand: true,
        })?;
        for one in taken {
            if let Taken::Given(given) = one {
                let mut given = Arc::unwrap_or_clone(given);
                given.stood_in(&run.stood);
                self.change(Delta::Given(given.into()))?;
            }
        }
        Ok(())
    }

    /// Returns the index of the command that ended the fight, if this command resumes it and only rulings came in
    /// between.
    fn end_before(&self, command: &Command) -> Option<usize> {
        rules::action(self.system, command).filter(|action| action.resumes)?;
        let last = self.last_action()?;
        let ended = rules::action(self.system, &self.history.entries()[last].command);
        ended
            .filter(|action| action.ends)
            .map(|_| self.history.number(last))
    }

    /// Returns the index of the last finished command that is not a ruling, without the unread past.
    fn last_action(&self) -> Option<usize> {
        let entries = self.history.entries();
        entries.iter().rposition(|entry| !entry.command.ruling)
    }

    /// Returns `true` if an input concerns the unread past.
    fn reaches_back(&self, input: &Input) -> bool {
        match input {
            Input::Undo => self.history.standing() <= 1,
            Input::Amend { entry, .. }
            | Input::Instead { entry, .. }
            | Input::Reroll { entry, .. } => self.history.place_of(*entry).is_none(),
            Input::Start(command) | Input::StartWith(command, _) => {
                let action = rules::action(self.system, command);
                action.is_some_and(|action| action.resumes) && self.last_action().is_none()
            }
            Input::Answer(_)
            | Input::Led(..)
            | Input::Answers(_)
            | Input::Roll(_)
            | Input::RollRow(_)
            | Input::Throws(_)
            | Input::Correct(_)
            | Input::Adjust { .. }
            | Input::Close
            | Input::Redo => false,
        }
    }

    /// Cancels the end of the fight: the fight continues, with the rulings made since.
    fn take_back(&mut self, end: usize) -> Result<()> {
        self.change(Delta::TakenBack(end))?;
        self.rule(vec![Event::sentence(Vec::new(), Says::FightReopens {})])
    }

    /// Checks that a command may start now.
    fn check_start(&self, command: &Command) -> Result<()> {
        let amid = !self.history.open().is_empty();
        let offers = match &self.waits {
            Waits::Offers { offers, .. } => offers.as_slice(),
            Waits::Prompt(_) | Waits::Fault(_) => &[],
        };
        match rules::entry(self.system, self.now(), offers, command) {
            Some(entry) if amid && !entry.anytime => {
                Err(InputError::refused("answer the question first, or undo it"))
            }
            Some(Entry {
                refused: Some(why), ..
            }) => Err(InputError::refused(why)),
            Some(_) => Ok(()),
            None if amid => Err(InputError::refused("answer the question first, or undo it")),
            None => Err(InputError::refused(format!(
                "`{}` is not possible now",
                command.action
            ))),
        }
    }

    /// Takes answers one after another, with the automatic steps between them.
    fn answer_all(&mut self, answers: Vec<Answer>) -> Result<()> {
        for (place, answer) in answers.into_iter().enumerate() {
            if place > 0 {
                self.advance()?;
            }
            self.answer(answer, Cow::Borrowed(""))?;
        }
        Ok(())
    }

    fn answer(&mut self, answer: Answer, led: Cow<'static, str>) -> Result<()> {
        let Waits::Prompt(prompt) = &self.waits else {
            return Err(InputError::refused("no prompt is open"));
        };
        prompt.check(&answer)?;
        if let (Kind::Rolls(_), Answer::Rolls(all)) = (&prompt.kind, &answer) {
            let given = self.throw(all.iter().cloned().map(Some).collect())?;
            return self.give(given, led);
        }
        self.give(vec![(prompt.question.clone(), answer)], led)
    }

    /// Applies answers to the current questions. `led` is the reason for a policy's answer, or "".
    fn give(&mut self, answers: Vec<(Question, Answer)>, led: Cow<'static, str>) -> Result<()> {
        let Some(top) = self.history.open().last() else {
            return Err(InputError::refused("no prompt is open"));
        };
        let new = answers.into_iter();
        let mut new: Vec<Given> = new
            .map(|(question, answer)| Given {
                led: led.clone(),
                ..Given::new(question, answer, true)
            })
            .collect();
        let mut taken = top.taken.clone();
        taken.extend(new.iter().map(|given| Taken::Given(given.clone().into())));
        let run = run(self.below_top(), &taken, None, |cx| {
            rules::resolve(self.system, cx, &top.command)
        });
        match &run.end {
            Err(Stop::Refused(why)) => return Err(InputError::refused(why)),
            Err(Stop::Ask(again)) => {
                let refused = new.iter().find(|given| given.question == again.question);
                if let Some(given) = refused {
                    return Err(InputError::refused(self.misfit(&given.answer)));
                }
            }
            // A command with a faulty rule is dropped together with this answer.
            Err(Stop::Broken(_)) | Ok(()) => {}
        }
        for given in &mut new {
            given.stood_in(&run.stood);
        }
        for given in new {
            self.change(Delta::Given(given.into()))?;
        }
        if let Some(last) = self.runs.last_mut() {
            *last = run;
            self.stale = false;
        }
        Ok(())
    }

    /// Explains why the current form does not accept an answer.
    fn misfit(&self, answer: &Answer) -> String {
        let Answer::Filled(values) = answer else {
            return "this answer belongs to another prompt".to_owned();
        };
        let Some(preview) = self.preview(values) else {
            return "this answer belongs to another prompt".to_owned();
        };
        let why = preview.refused;
        why.unwrap_or_else(|| "this answer does not match the form".to_owned())
    }

    fn correct(&mut self, events: Vec<Event>) -> Result<()> {
        let mut trial = self.now().clone();
        let there = trial.combatants.len();
        for event in &events {
            trial.accepts(event)?;
            trial.names_rows(event)?;
            trial.apply(event);
        }
        let tied = events.iter().filter_map(|event| self.tied(&trial, event));
        let mut tied = Vec::from_iter(tied);
        tied.dedup();
        let mut events = events;
        if trial.fighting() {
            let newcomers: Vec<Id> = trial.ids().skip(there).collect();
            let acts = |who: &Id| self.system.joins(&trial, *who);
            for some in newcomers.chunk_by(|one, next| acts(one) == acts(next)) {
                if let Some(first) = acts(&some[0]) {
                    let who = some.to_vec();
                    events.push(Event::sentence(Vec::new(), Says::Joins { who, first }));
                }
            }
        }
        events.extend(tied);
        self.rule(events)
    }

    /// Returns the change of a value that follows from a corrected value on the same sheet (`System::tied`).
    fn tied(&self, now: &Encounter, event: &Event) -> Option<Event> {
        let Event::Changed { who, cause, .. } = event else {
            return None;
        };
        let (before, sheet) = (&self.now().find(*who)?.sheet, &now.get(*who).sheet);
        let (key, to) = self.system.tied(before, sheet)?;
        let field = now.schema.fields.at(key.word()).ok()?;
        Some(Event::Changed {
            who: *who,
            at: key.word().to_owned(),
            from: sheet.value(key.word()),
            to: Some(Value::Int(field.kind.nearest(to))),
            label: (&field.label).into(),
            health: None,
            cause: cause.clone(),
        })
    }

    /// Changes the encounter immediately.
    pub(super) fn rule(&mut self, events: Vec<Event>) -> Result<()> {
        if self.history.open().is_empty() {
            return self.change(Delta::Corrected(events.into()));
        }
        let at = self.place_of(&events, self.runs.len() - 1);
        self.change(Delta::Ruled(Ruled::plain(at, events).into()))
    }

    /// Adds the GM's adjustment to one roll. The ruling takes effect at the question of that roll, so other rolls of
    /// the combatant do not change.
    fn adjust(&mut self, row: usize, by: i64) -> Result<()> {
        let Waits::Prompt(prompt) = &self.waits else {
            return Err(InputError::refused("no roll is pending"));
        };
        let (who, question) = match &prompt.kind {
            Kind::Roll(roll) if row == 0 => (roll.who, &prompt.question),
            Kind::Rolls(rows) if row < rows.len() => (rows[row].roll.who, &rows[row].question),
            _ => return Err(InputError::refused("no roll of that kind is pending")),
        };
        let event = Event::Adjusted { who, by };
        self.now().accepts(&event)?;
        let ruled = Ruled::plain(Some(question.clone()), vec![event]);
        self.change(Delta::Ruled(ruled.into()))
    }

    /// Returns the question at which a ruling takes effect in the open command at `level`.
    pub(super) fn place_of(&self, events: &[Event], level: usize) -> Option<Question> {
        self.runs[level].place_of(self.below(level), events)
    }

    /// Returns the results for the prompt. `given` has the typed results row by row; Affray rolls all other rows.
    fn throw(&self, given: Vec<Option<Vec<u32>>>) -> Result<Vec<(Question, Answer)>> {
        let Waits::Prompt(prompt) = &self.waits else {
            return Err(InputError::refused("no roll is pending"));
        };
        by_itself::faces(self.seed, self.stream(), prompt, given)
    }

    fn throw_some(&mut self, throws: &[(usize, Vec<u32>)]) -> Result<()> {
        let mut given = Vec::with_capacity(throws.len());
        for (row, faces) in throws {
            let row = self.throw_at(*row)?;
            row.roll.check(faces)?;
            given.push((row.question.clone(), Answer::Faces(faces.clone())));
        }
        self.give(given, Cow::Borrowed(""))
    }

    /// Returns one row of the pending rolls.
    fn throw_at(&self, row: usize) -> Result<&DiceRow> {
        let Waits::Prompt(prompt) = &self.waits else {
            return Err(InputError::refused("no roll is pending"));
        };
        let Kind::Rolls(rows) = &prompt.kind else {
            return Err(InputError::refused("only one roll is pending"));
        };
        let Some(found) = rows.get(row) else {
            return Err(InputError::refused(format!(
                "{} rolls are pending, not {}",
                rows.len(),
                row + 1
            )));
        };
        Ok(found)
    }

    /// Applies a change and updates the checkpoints.
    pub(super) fn change(&mut self, delta: Delta) -> Result<()> {
        let applied = self.history.apply(delta);
        applied.map_err(|wrong| InputError::Fault(wrong.what))?;
        self.follow();
        Ok(())
    }

    pub(super) fn follow(&mut self) {
        let untouched = self.history.take_untouched();
        self.checkpoints.follow(self.history.entries(), untouched);
        self.stale = true;
    }
}
