//! Runs a rule until it needs an answer that nobody has given yet.
//!
//! A command is one procedure. It reads the encounter and its answers, changes things through events, and asks with
//! `?`. On every answer it runs again from the encounter as it stood before the command.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::check::{Known, MOST_QUESTIONS};
use super::combatant::{Combatant, Condition, FactionId, Id};
use super::event::{Event, Throw};
use super::form::{Filled, Form, Refused};
use super::key::{At, Is, Kept};
use super::part::{Content, Part};
use super::prompt::{Answer, Choice, Draft, Field, Kind, Misfit, Prompt, Question, Roll};
use super::row::Cell;
use super::value::{Record, Value};
use super::{Encounter, Link, row};

/// The record of what the GM adds to the next throw that is nobody's.
const ADJUST: &str = "adjust";

/// Who does which action. Everything else is asked on the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// Key of the action.
    pub action: String,
    /// Who does it, if somebody does.
    pub who: Option<Id>,
    /// Which faction does it, if one does.
    #[serde(default)]
    pub faction: Option<FactionId>,
}

impl Command {
    /// Nobody's command, such as a step of the round.
    pub fn of(action: &str) -> Self {
        Self {
            action: action.to_owned(),
            who: None,
            faction: None,
        }
    }

    /// Whether it is a ruling of the GM's, which may be made at any time.
    pub fn is_ruling(&self) -> bool {
        self.action.starts_with("gm-")
    }

    /// A combatant's command.
    pub fn by(action: &str, who: Id) -> Self {
        Self {
            who: Some(who),
            ..Self::of(action)
        }
    }

    /// A faction's command.
    pub fn side(action: &str, faction: FactionId) -> Self {
        Self {
            faction: Some(faction),
            ..Self::of(action)
        }
    }
}

/// A recorded answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// What it answers.
    pub question: Question,
    /// What was answered.
    pub answer: Answer,
    /// Whether a person gave it; otherwise it came by itself (dice that fly, answers that belong to a start).
    pub by_hand: bool,
    /// How often these dice were thrown again on request.
    #[serde(default)]
    pub rerolls: u32,
    /// Of a form: how its rows of people and things stood when it was sent.
    #[serde(default)]
    pub stood: Option<Draft>,
}

impl Given {
    /// An answer to a question.
    pub fn new(question: Question, answer: Answer, by_hand: bool) -> Self {
        Self {
            question,
            answer,
            by_hand,
            rerolls: 0,
            stood: None,
        }
    }

    /// The same with how the rows of people and things stood in the form that it answers, by a run that took it.
    pub fn stood_in(&mut self, run: &Run) {
        let mut all = run.stood.iter();
        self.stood = all
            .find(|(question, _)| *question == self.question)
            .map(|(_, stood)| stood.clone());
    }
}

/// A ruling of the GM's, made while the command was open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruled {
    /// At which question it takes effect; `None`: before the command.
    pub at: Option<Question>,
    /// What it changes.
    pub events: Vec<Event>,
}

/// One thing taken down while a command was open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Taken {
    /// An answer.
    Given(Arc<Given>),
    /// A ruling.
    Ruled(Arc<Ruled>),
    /// Earlier answers to a question no longer count, because the rules refuse them now.
    Voided(Question),
}

impl Taken {
    /// The answer that counts for a question, and its place: the last one that was not taken back by the rules.
    pub fn answer<'t>(all: &'t [Taken], question: &Question) -> Option<(usize, &'t Given)> {
        let last = all.iter().enumerate().rev().find(|(_, taken)| match taken {
            Taken::Given(given) => given.question == *question,
            Taken::Voided(voided) => voided == question,
            Taken::Ruled(_) => false,
        });
        match last {
            Some((place, Taken::Given(given))) => Some((place, given)),
            _ => None,
        }
    }
}

/// Why a rule stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// It needs an answer.
    Ask(Box<Prompt>),
    /// What was chosen is against the rules; says why. The last answer is not accepted.
    Refused(String),
    /// The rule itself is at fault.
    Broken(String),
}

/// What a rule procedure gives back; pass [`Stop`] on with `?`, never catch it.
pub type Step<T> = Result<T, Stop>;

/// One line that a rule shows beside a form while it is being filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Show {
    /// Whom it concerns.
    pub who: Option<Id>,
    /// The line.
    pub text: String,
}

/// The outcome of a throw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rolled {
    /// Natural faces in the order thrown.
    pub faces: Vec<u32>,
    /// Total of dice and bonus.
    pub total: i64,
    /// Whether it passed; `None` without a need.
    pub outcome: Option<bool>,
    /// What the GM added to it or took away; part of the total.
    pub adjusted: i64,
}

impl Rolled {
    /// The first natural face.
    pub fn natural(&self) -> u32 {
        self.faces.first().copied().unwrap_or(0)
    }

    /// Whether it passed.
    pub fn passed(&self) -> bool {
        self.outcome == Some(true)
    }
}

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Run {
    /// The encounter with everything emitted so far.
    pub now: Encounter,
    /// Everything emitted so far.
    pub events: Vec<Event>,
    /// How it ended.
    pub end: Result<(), Stop>,
    /// For each recorded step, whether it was used.
    pub used: Vec<bool>,
    /// Lines shown after the form that is being previewed.
    pub shows: Vec<Show>,
    /// The form that is being previewed, with the draft's effect on its fields.
    pub form: Option<Prompt>,
    /// How the rows of people and things stood in each form that was answered.
    pub stood: Vec<(Question, Draft)>,
    /// What the GM ruled and the encounter does not take, and adjustments of throws that did not come. Complete when
    /// the rule has ended.
    pub unfit: Vec<Event>,
}

/// Runs a rule over an encounter with what was taken down so far. With a draft, the form it belongs to is taken as
/// answered by it.
pub fn run(
    base: &Encounter,
    taken: &[Taken],
    draft: Option<(&Question, &Draft)>,
    rule: impl FnOnce(&mut Resolver<'_>) -> Step<()>,
) -> Run {
    let mut cx = Resolver {
        now: base.clone(),
        events: Vec::new(),
        taken,
        used: vec![false; taken.len()],
        asked: Vec::new(),
        draft,
        form: None,
        stood: Vec::new(),
        shows: Vec::new(),
        unfit: Vec::new(),
        stopped: false,
    };
    cx.rulings(None);
    let mut end = rule(&mut cx);
    if end.is_ok() {
        cx.late_rulings();
    }
    if cx.stopped && end.is_ok() {
        end = Err(Stop::Broken(
            "a rule went on after its question was not answered".to_owned(),
        ));
    }
    Run {
        now: cx.now,
        events: cx.events,
        end,
        used: cx.used,
        shows: cx.shows,
        form: cx.form,
        stood: cx.stood,
        unfit: cx.unfit,
    }
}

/// A rule's way to the encounter, its answers and its events.
pub struct Resolver<'a> {
    now: Encounter,
    events: Vec<Event>,
    taken: &'a [Taken],
    used: Vec<bool>,
    asked: Vec<(String, Option<Id>, u32)>,
    draft: Option<(&'a Question, &'a Draft)>,
    form: Option<Prompt>,
    stood: Vec<(Question, Draft)>,
    shows: Vec<Show>,
    unfit: Vec<Event>,
    stopped: bool,
}

impl Resolver<'_> {
    /// The encounter as it stands at this point of the rule.
    pub fn now(&self) -> &Encounter {
        &self.now
    }

    /// A combatant as it stands now.
    pub fn get(&self, id: Id) -> &Combatant {
        self.now.get(id)
    }

    /// A combatant's name.
    pub fn name(&self, id: Id) -> String {
        self.now.name(id).to_owned()
    }

    /// Whether everybody whom a command names exists.
    ///
    /// # Errors
    /// [`Stop::Refused`] with who does not.
    pub fn knows(&mut self, command: &Command) -> Step<()> {
        match Known::of(&self.now).command(command) {
            Ok(()) => Ok(()),
            Err(wrong) => self.refuse(wrong.what),
        }
    }

    /// Makes something happen.
    pub fn emit(&mut self, event: Event) {
        if self.stopped {
            return;
        }
        debug_assert_eq!(
            self.now.accepts(&event),
            Ok(()),
            "a rule emits only what fits"
        );
        self.now.apply(&event);
        self.events.push(event);
    }

    /// Somebody did something; begins a new line in the log.
    pub fn act(&mut self, who: impl Into<Option<Id>>, about: &[Id], text: impl Into<String>) {
        self.emit(Event::Act {
            who: who.into(),
            about: about.to_vec(),
            text: text.into(),
        });
    }

    /// A sentence that goes on with the line.
    pub fn note(&mut self, about: &[Id], text: impl Into<String>) {
        self.emit(Event::Noted {
            about: about.to_vec(),
            text: text.into(),
        });
    }

    /// Changes a value on a sheet, said under `label`; a number stays in its field's range. Nothing happens when it
    /// stands there already.
    pub fn change<T: Kept>(
        &mut self,
        who: Id,
        at: impl Into<At<T>>,
        to: T,
        label: impl Into<String>,
        cause: impl Into<String>,
    ) {
        let at = at.into();
        let sheet = &self.now.get(who).sheet;
        let kind = at.kind(sheet);
        let to = match to.cell() {
            Cell::Int(number) => Cell::Int(kind.nearest(number)),
            other => other,
        };
        let Some(from) = at.cell(sheet) else {
            return;
        };
        if self.stopped || *from == to {
            return;
        }
        let event = Event::Changed {
            who,
            at: at.path(),
            from: row::value(kind, from),
            to: row::value(kind, &to),
            label: label.into(),
            cause: cause.into(),
        };
        debug_assert_eq!(
            self.now.accepts(&event),
            Ok(()),
            "a rule emits only what fits"
        );
        if let Some(one) = self.now.edit(who) {
            at.put(&mut one.sheet, to);
        }
        self.events.push(event);
    }

    /// Changes a value on a sheet without a word. Nothing happens when it stands there already.
    pub fn set<T: Kept>(&mut self, who: Id, at: impl Into<At<T>>, to: T) {
        self.change(who, at, to, "", "");
    }

    /// As [`Resolver::change`], by path.
    pub fn change_at(
        &mut self,
        who: Id,
        at: &str,
        to: impl Into<Value>,
        label: impl Into<String>,
        cause: impl Into<String>,
    ) {
        self.put_at(who, at, Some(to.into()), label, cause);
    }

    /// As [`Resolver::set`], by path.
    pub fn set_at(&mut self, who: Id, at: &str, to: impl Into<Value>) {
        self.put_at(who, at, Some(to.into()), "", "");
    }

    /// Takes a value off a sheet without a word, by path.
    pub fn unset_at(&mut self, who: Id, at: &str) {
        self.put_at(who, at, None, "", "");
    }

    fn put_at(
        &mut self,
        who: Id,
        at: &str,
        to: Option<Value>,
        label: impl Into<String>,
        cause: impl Into<String>,
    ) {
        let sheet = &self.now.get(who).sheet;
        let from = sheet.value(at);
        let to = to.map(|to| match (to, sheet.fields().at(at)) {
            (Value::Int(number), Ok(field)) => Value::Int(field.kind.nearest(number)),
            (other, _) => other,
        });
        if from != to {
            self.emit(Event::Changed {
                who,
                at: at.to_owned(),
                from,
                to,
                label: label.into(),
                cause: cause.into(),
            });
        }
    }

    /// Gives a condition, said as `label` ("" for silent): "Bandit is `label`."
    pub fn gain(&mut self, who: Id, condition: Condition, label: impl Into<String>) {
        self.emit(Event::Gained {
            who,
            condition,
            label: label.into(),
        });
    }

    /// Takes a condition away if it is there, said as `label` ("" for silent).
    pub fn lose(
        &mut self,
        who: Id,
        is: impl Into<Is>,
        label: impl Into<String>,
        cause: impl Into<String>,
    ) {
        self.lose_named(who, is.into().0, label, cause);
    }

    /// The same by the condition's word, for what a GM names.
    pub fn lose_named(
        &mut self,
        who: Id,
        key: &str,
        label: impl Into<String>,
        cause: impl Into<String>,
    ) {
        if self.now.get(who).named(key).is_some() {
            self.emit(Event::Lost {
                who,
                key: key.to_owned(),
                label: label.into(),
                cause: cause.into(),
            });
        }
    }

    /// Makes a bond.
    pub fn link(&mut self, kind: &str, from: Id, to: Id) {
        if !self.now.linked(kind, from, to) {
            self.emit(Event::Linked(Link {
                kind: kind.to_owned(),
                from,
                to,
            }));
        }
    }

    /// Ends a bond if there is one.
    pub fn unlink(&mut self, kind: &str, from: Id, to: Id) {
        if self.now.linked(kind, from, to) {
            self.emit(Event::Unlinked(Link {
                kind: kind.to_owned(),
                from,
                to,
            }));
        }
    }

    /// Sets the system's record under a key.
    pub fn record(&mut self, key: &str, record: Record) {
        if self.now.record(key) != Some(&record) {
            self.emit(Event::Recorded {
                key: key.to_owned(),
                record: Some(Arc::new(record)),
            });
        }
    }

    /// Removes the system's record under a key.
    pub fn forget(&mut self, key: &str) {
        if self.now.record(key).is_some() {
            self.emit(Event::Recorded {
                key: key.to_owned(),
                record: None,
            });
        }
    }

    /// Puts a part of the system's own state in its place ([`crate::records!`]).
    pub fn keep_part<T: Part>(&mut self, who: Option<Id>, part: T) {
        let old: &T = match who {
            Some(who) => self.now.parts.of(who),
            None => self.now.parts.fight(),
        };
        if *old != part {
            self.emit(Event::Kept {
                part: T::WORD.to_owned(),
                who,
                to: Content::Typed(Arc::new(part)),
            });
        }
    }

    /// Shows a line beside the form that is being filled; does nothing else.
    pub fn show(&mut self, who: impl Into<Option<Id>>, text: impl Into<String>) {
        if self.form.is_some() && !self.stopped {
            self.shows.push(Show {
                who: who.into(),
                text: text.into(),
            });
        }
    }

    /// Refuses what was chosen, with the reason: `return cx.refuse("…")`.
    ///
    /// # Errors
    /// Always [`Stop::Refused`].
    pub fn refuse<T>(&mut self, why: impl Into<String>) -> Step<T> {
        self.stopped = true;
        Err(Stop::Refused(why.into()))
    }

    /// Says that the rule itself is at fault (an action nobody knows, a table without a row).
    ///
    /// # Errors
    /// Always [`Stop::Broken`].
    pub fn broken<T>(&mut self, what: impl Into<String>) -> Step<T> {
        self.stopped = true;
        Err(Stop::Broken(what.into()))
    }

    /// Asks for one throw; the throw goes into the log.
    ///
    /// # Errors
    /// [`Stop::Ask`] until it is answered.
    pub fn roll(&mut self, roll: Roll) -> Step<Rolled> {
        let rolled = self.roll_quietly(roll.clone())?;
        self.log_throw(&roll, &rolled);
        Ok(rolled)
    }

    /// Asks for one throw and leaves telling of it to the rule ([`Resolver::log_throw`]).
    ///
    /// # Errors
    /// [`Stop::Ask`] until it is answered.
    pub fn roll_quietly(&mut self, mut roll: Roll) -> Step<Rolled> {
        let question = self.question(&roll.key, roll.who);
        self.rulings(Some(&question));
        let adjusted = self.adjust(&mut roll);
        let title = if roll.title.is_empty() {
            roll.what.clone()
        } else {
            roll.title.clone()
        };
        let prompt = Prompt {
            question,
            title,
            hint: roll.hint.clone(),
            kind: Kind::Roll(Box::new(roll.clone())),
        };
        match self.ask(prompt)? {
            Answer::Faces(faces) => {
                self.forget(&adjustment_key(roll.who));
                Ok(outcome(&roll, faces, adjusted))
            }
            _ => self.broken("an answer of the wrong kind was let through"),
        }
    }

    /// Puts the GM's adjustment of this throw into it ([`adjustment`]); gives it back.
    fn adjust(&self, roll: &mut Roll) -> i64 {
        let by = self
            .now
            .record(&adjustment_key(roll.who))
            .map_or(0, |record| record.int("by"));
        roll.bonus.add("GM", by);
        by
    }

    /// Puts a throw into the log.
    pub fn log_throw(&mut self, roll: &Roll, rolled: &Rolled) {
        let bonus = roll.bonus.clone().plus("GM", rolled.adjusted);
        self.emit(Event::Rolled(Throw {
            who: roll.who,
            what: roll.what.clone(),
            dice: roll.dice.clone(),
            faces: rolled.faces.clone(),
            bonus,
            total: rolled.total,
            need: roll.need.clone(),
            reasons: roll.reasons.clone(),
            against: roll.against.clone(),
            verdict: match rolled.outcome {
                Some(true) => roll.words.0.clone(),
                Some(false) => roll.words.1.clone(),
                None => String::new(),
            },
        }));
    }

    /// Asks for several throws at once (initiative for everyone). They are not logged by themselves
    /// ([`Resolver::log_throw`]). An empty list asks nothing.
    ///
    /// # Errors
    /// [`Stop::Ask`] until they are answered.
    pub fn rolls(
        &mut self,
        key: &str,
        title: impl Into<String>,
        mut rolls: Vec<Roll>,
    ) -> Step<Vec<Rolled>> {
        if rolls.is_empty() {
            return Ok(Vec::new());
        }
        let question = self.question(key, None);
        self.rulings(Some(&question));
        let adjusted: Vec<i64> = rolls.iter_mut().map(|roll| self.adjust(roll)).collect();
        let prompt = Prompt {
            question,
            title: title.into(),
            hint: String::new(),
            kind: Kind::Rolls(rolls.clone()),
        };
        match self.ask(prompt)? {
            Answer::Rolls(all) => {
                for roll in &rolls {
                    self.forget(&adjustment_key(roll.who));
                }
                Ok(rolls
                    .iter()
                    .zip(all)
                    .zip(adjusted)
                    .map(|((roll, faces), adjusted)| outcome(roll, faces, adjusted))
                    .collect())
            }
            _ => self.broken("an answer of the wrong kind was let through"),
        }
    }

    /// Asks for one of several options and gives its key back. `preset` is the key that Enter takes.
    ///
    /// # Errors
    /// [`Stop::Ask`] until it is answered.
    pub fn choose(
        &mut self,
        key: &str,
        who: impl Into<Option<Id>>,
        title: impl Into<String>,
        options: Vec<Choice>,
        preset: &str,
    ) -> Step<String> {
        let preset = options
            .iter()
            .position(|option| option.key == preset)
            .unwrap_or(0);
        let prompt = self.prompt(
            key,
            who.into(),
            title.into(),
            String::new(),
            Kind::Choice { options, preset },
        );
        match self.ask(prompt)? {
            Answer::Chose(key) => Ok(key),
            _ => self.broken("an answer of the wrong kind was let through"),
        }
    }

    /// Asks for combatants out of a list.
    ///
    /// # Errors
    /// [`Stop::Ask`] until it is answered.
    #[expect(
        clippy::too_many_arguments,
        reason = "they are the parts of one question"
    )]
    pub fn pick(
        &mut self,
        key: &str,
        who: impl Into<Option<Id>>,
        title: impl Into<String>,
        from: Vec<Id>,
        least: usize,
        most: usize,
        preset: Vec<Id>,
    ) -> Step<Vec<Id>> {
        let kind = Kind::Pick {
            from,
            least,
            most,
            preset,
        };
        let prompt = self.prompt(key, who.into(), title.into(), String::new(), kind);
        match self.ask(prompt)? {
            Answer::Picked(ids) => Ok(ids),
            _ => self.broken("an answer of the wrong kind was let through"),
        }
    }

    /// Asks for several things at once: `body` declares the rows, presets, refuses and reads them ([`Form`]).
    ///
    /// What is recorded is what the hand set, and how the rows of people and things stood. When the command runs again and one
    /// of these would stand otherwise, the form is asked anew; all other presets follow the facts.
    ///
    /// # Errors
    /// [`Stop::Ask`] until it is answered, [`Stop::Refused`] when the answer is against the rules.
    pub fn form<T>(
        &mut self,
        key: &str,
        who: impl Into<Option<Id>>,
        title: impl Into<String>,
        body: impl Fn(&mut Form<'_>) -> Filled<T>,
    ) -> Step<T> {
        let question = self.question(key, who.into());
        self.rulings(Some(&question));
        if self.stopped {
            return Err(Stop::Broken(format!(
                "a rule asked `{key}` after its question was not answered"
            )));
        }
        let mut kept = Draft::new();
        let mut drift = None;
        if let Some((place, given)) = Taken::answer(self.taken, &question)
            && let Answer::Filled(set) = &given.answer
        {
            let mut form = Form::new(&self.now, set, false);
            let made = body(&mut form);
            let differs = |stood| drifted(&self.now, stood, form.stood());
            drift = given.stood.as_ref().and_then(differs);
            drift = drift.or_else(|| form.misfit().map(str::to_owned));
            if drift.is_none() {
                self.used[place] = true;
                self.stood.push((question.clone(), form.stood().clone()));
                return made.or_else(|Refused(why)| self.refuse(why));
            }
            kept.clone_from(set);
        }
        let previewed = self.draft.filter(|(wanted, _)| **wanted == question);
        if let (Some((_, draft)), None) = (previewed, &self.form) {
            let mut form = Form::new(&self.now, draft, true);
            let made = body(&mut form);
            let misfit = form.misfit().map(str::to_owned);
            self.form = Some(Prompt {
                question,
                title: title.into(),
                hint: String::new(),
                kind: Kind::Form(form.into_fields()),
            });
            return match (misfit, made) {
                (Some(why), _) | (None, Err(Refused(why))) => self.refuse(why),
                (None, Ok(made)) => Ok(made),
            };
        }
        let mut form = Form::new(&self.now, &kept, true);
        // What the presets would be refused for is told when somebody fills it.
        let _ = body(&mut form);
        let prompt = Prompt {
            question,
            title: title.into(),
            hint: drift.unwrap_or_default(),
            kind: Kind::Form(form.into_fields()),
        };
        self.stopped = true;
        Err(Stop::Ask(Box::new(prompt)))
    }

    /// Asks for several things at once. `fields` makes the fields for what the GM has set so far, so that one field
    /// can depend on another; what is set is put over the presets afterwards. Gives all values back.
    ///
    /// # Errors
    /// [`Stop::Ask`] until it is answered.
    pub fn fields(
        &mut self,
        key: &str,
        who: impl Into<Option<Id>>,
        title: impl Into<String>,
        fields: impl Fn(&Encounter, &Record) -> Vec<Field>,
    ) -> Step<Record> {
        let question = self.question(key, who.into());
        let title = title.into();
        let filled = |now: &Encounter, set: &Draft| {
            // Twice: presets may depend on presets of fields that nobody has touched.
            let mut record = Record(set.clone());
            let mut made = fields(now, &record);
            for _ in 0..2 {
                record = Record(
                    made.iter()
                        .map(|field| {
                            let value = set.get(&field.key).unwrap_or(&field.value);
                            (field.key.clone(), value.clone())
                        })
                        .collect(),
                );
                made = fields(now, &record);
            }
            for field in &mut made {
                if let Some(value) = set.get(&field.key) {
                    field.value = value.clone();
                }
            }
            Prompt {
                question: question.clone(),
                title: title.clone(),
                hint: String::new(),
                kind: Kind::Form(made),
            }
        };
        self.rulings(Some(&question));
        let given = self.given(&question);
        if let Some((_, Answer::Filled(values))) = &given {
            // What was set in a row that is no longer there falls away.
            let Kind::Form(shown) = filled(&self.now, values).kind else {
                return self.broken("a form without fields");
            };
            let mut values = values.clone();
            values.retain(|key, _| shown.iter().any(|field| field.key == *key));
            let prompt = filled(&self.now, &values);
            if prompt.check(&Answer::Filled(values)).is_ok() {
                if let Some((place, _)) = given {
                    self.used[place] = true;
                }
                return Ok(values_of(&prompt));
            }
        }
        if let Some((wanted, draft)) = self.draft
            && *wanted == question
            && self.form.is_none()
        {
            if let Err(wrong) = Known::of(&self.now).values(draft) {
                return self.refuse(wrong.what);
            }
            // Fields that the draft made disappear are dropped from it.
            let first = filled(&self.now, draft);
            let Kind::Form(shown) = &first.kind else {
                return self.broken("a form without fields");
            };
            let kept: Draft = draft
                .iter()
                .filter(|(key, _)| shown.iter().any(|field| field.key == **key))
                .map(|(key, value)| (key.clone(), value.clone()))
                .collect();
            let prompt = filled(&self.now, &kept);
            self.form = Some(prompt.clone());
            if let Err(Misfit(why)) = prompt.check(&Answer::Filled(kept)) {
                return self.refuse(why);
            }
            return Ok(values_of(&prompt));
        }
        let prompt = filled(&self.now, &Draft::new());
        self.stopped = true;
        Err(Stop::Ask(Box::new(prompt)))
    }

    /// Asks for a whole number.
    ///
    /// # Errors
    /// [`Stop::Ask`] until it is answered.
    pub fn number(
        &mut self,
        key: &str,
        who: impl Into<Option<Id>>,
        title: impl Into<String>,
        least: i64,
        most: i64,
        preset: i64,
    ) -> Step<i64> {
        let kind = Kind::Number {
            least,
            most,
            preset: preset.clamp(least, most),
        };
        let prompt = self.prompt(key, who.into(), title.into(), String::new(), kind);
        match self.ask(prompt)? {
            Answer::Number(n) => Ok(n),
            _ => self.broken("an answer of the wrong kind was let through"),
        }
    }

    /// Asks for text; it may come back empty.
    ///
    /// # Errors
    /// [`Stop::Ask`] until it is answered.
    pub fn text(
        &mut self,
        key: &str,
        who: impl Into<Option<Id>>,
        title: impl Into<String>,
        preset: &str,
    ) -> Step<String> {
        let kind = Kind::Text {
            preset: preset.to_owned(),
        };
        let prompt = self.prompt(key, who.into(), title.into(), String::new(), kind);
        match self.ask(prompt)? {
            Answer::Text(text) => Ok(text),
            _ => self.broken("an answer of the wrong kind was let through"),
        }
    }

    /// Asks yes or no.
    ///
    /// # Errors
    /// [`Stop::Ask`] until it is answered.
    pub fn confirm(
        &mut self,
        key: &str,
        who: impl Into<Option<Id>>,
        title: impl Into<String>,
        preset: bool,
    ) -> Step<bool> {
        let prompt = self.prompt(
            key,
            who.into(),
            title.into(),
            String::new(),
            Kind::Confirm { preset },
        );
        match self.ask(prompt)? {
            Answer::Yes(yes) => Ok(yes),
            _ => self.broken("an answer of the wrong kind was let through"),
        }
    }

    fn prompt(
        &mut self,
        key: &str,
        who: Option<Id>,
        title: String,
        hint: String,
        kind: Kind,
    ) -> Prompt {
        Prompt {
            question: self.question(key, who),
            title,
            hint,
            kind,
        }
    }

    /// The question's identity: the third asking of a key of the same combatant has `nth` 2.
    fn question(&mut self, key: &str, who: Option<Id>) -> Question {
        let nth = match self
            .asked
            .iter_mut()
            .find(|(old, whom, _)| old == key && *whom == who)
        {
            Some((_, _, times)) => {
                *times += 1;
                *times - 1
            }
            None => {
                self.asked.push((key.to_owned(), who, 1));
                0
            }
        };
        Question {
            key: key.to_owned(),
            who,
            nth,
        }
    }

    fn ask(&mut self, prompt: Prompt) -> Step<Answer> {
        if self.stopped {
            return Err(Stop::Broken(format!(
                "a rule asked `{}` after its question was not answered",
                prompt.question.key
            )));
        }
        let asked: u32 = self.asked.iter().map(|(_, _, times)| *times).sum();
        if asked as usize > MOST_QUESTIONS {
            return self.broken(format!("a rule asked more than {MOST_QUESTIONS} questions"));
        }
        self.rulings(Some(&prompt.question));
        if let Some((place, answer)) = self.given(&prompt.question)
            && prompt.check(&answer).is_ok()
        {
            self.used[place] = true;
            return Ok(answer);
        }
        self.stopped = true;
        Err(Stop::Ask(Box::new(prompt)))
    }

    fn given(&self, question: &Question) -> Option<(usize, Answer)> {
        let (place, given) = Taken::answer(self.taken, question)?;
        // After an amendment somebody of whom it speaks may never have come.
        Known::of(&self.now).answer(&given.answer).ok()?;
        Some((place, given.answer.clone()))
    }

    /// Rulings that take effect here.
    fn rulings(&mut self, at: Option<&Question>) {
        for (place, taken) in self.taken.iter().enumerate() {
            if let Taken::Ruled(ruled) = taken
                && ruled.at.as_ref() == at
                && !self.used[place]
            {
                self.used[place] = true;
                for event in &ruled.events {
                    self.rule(event);
                }
            }
        }
    }

    /// Rulings whose question did not come count when all is done; an adjustment of a throw that did not come counts
    /// for no other throw.
    fn late_rulings(&mut self) {
        for (place, taken) in self.taken.iter().enumerate() {
            if let Taken::Ruled(ruled) = taken
                && !self.used[place]
            {
                self.used[place] = true;
                for event in &ruled.events {
                    if is_adjustment(event) {
                        self.unfit.push(event.clone());
                    } else {
                        self.rule(event);
                    }
                }
            }
        }
    }

    /// What the GM ruled happens, where it still fits: an earlier answer may have been amended since.
    fn rule(&mut self, event: &Event) {
        if self.now.accepts(event).is_ok() {
            self.now.apply(event);
            self.events.push(event.clone());
        } else {
            self.unfit.push(event.clone());
        }
    }
}

/// The GM's adjustment of the throw of `who` that is being asked for: a ruling at its question. It counts for that
/// one throw, whatever the rule system, and stands in the log as a part of its own.
pub fn adjustment(who: Option<Id>, by: i64) -> Event {
    Event::Recorded {
        key: adjustment_key(who),
        record: (by != 0).then(|| Arc::new(Record::new().with("by", by))),
    }
}

/// Whether a ruling [adjusts](adjustment) a throw.
pub fn is_adjustment(event: &Event) -> bool {
    matches!(event, Event::Recorded { key, .. } if key == ADJUST || key.starts_with("adjust/"))
}

fn adjustment_key(who: Option<Id>) -> String {
    match who {
        Some(id) => format!("adjust/{}", id.0),
        None => ADJUST.to_owned(),
    }
}

/// Which row of people or things stands otherwise than when the answer was given, in words.
fn drifted(now: &Encounter, then: &Draft, today: &Draft) -> Option<String> {
    let said = |value: Option<&Value>| match value {
        Some(Value::Who(ids)) => {
            let there = ids.iter().copied().filter(|id| now.find(*id).is_some());
            now.names(&there.collect::<Vec<Id>>())
        }
        Some(value) => value.to_string(),
        None => "nothing".to_owned(),
    };
    let keys = then.keys().chain(today.keys());
    let key = keys
        .into_iter()
        .find(|key| then.get(*key) != today.get(*key))?;
    Some(format!(
        "{key}: it was {}, it would be {} now",
        said(then.get(key)),
        said(today.get(key))
    ))
}

fn outcome(roll: &Roll, faces: Vec<u32>, adjusted: i64) -> Rolled {
    Rolled {
        adjusted,
        total: roll.total(&faces),
        outcome: roll.passes(&faces),
        faces,
    }
}

fn values_of(form: &Prompt) -> Record {
    match form.preset() {
        Some(Answer::Filled(values)) => Record(values),
        _ => Record::new(),
    }
}
