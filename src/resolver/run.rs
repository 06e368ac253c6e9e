//! Runs a rule until it needs an answer that nobody has given yet.
//!
//! A command is one procedure. It reads the encounter and its answers, changes things through events, and asks with
//! `?`. On every answer it runs again from the encounter as it stood before the command.

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::answers::{Answers, Recorded};
use super::prompt::{Draft, Prompt, Question, Roll};
use super::taken::{Command, Taken};
use crate::encounter::check::Known;
use crate::encounter::{Change, Combatant, Condition, Encounter, Ends, Event, Giver, Link};
use crate::values::{At, Cell, Held, Id, Is, Kept, Moment, Part, PartKind, SideId, value_of};

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

/// What a rule procedure gives back. It stops with [`Stop::Ask`] at a question until that is answered, with
/// [`Stop::Refused`] where the answer is against the rules, and with [`Stop::Broken`] where the rule itself is at fault;
/// pass it on with `?`, never catch it.
pub type Step<T> = Result<T, Stop>;

/// One line that a rule shows beside a form while it is being filled.
#[derive(Clone, Debug, PartialEq)]
pub struct Show {
    pub who: Option<Id>,
    pub text: String,
    /// The throw that it tells of; where that is asked next, it stands with its dice already.
    pub of: Option<Roll>,
}

/// The outcome of a throw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rolled {
    /// Natural faces in the order thrown.
    pub faces: Vec<u32>,
    /// The natural face that counts: of several dice the one that is kept, where several count the first.
    pub natural: u32,
    /// Total of dice and bonus.
    pub total: i64,
    /// True if the roll succeeded, `None` without a target number.
    pub outcome: Option<bool>,
    /// What the GM added to it or took away; part of the total.
    pub adjusted: i64,
}

impl Rolled {
    pub fn passed(&self) -> bool {
        self.outcome == Some(true)
    }
}

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Run {
    /// The encounter with everything emitted so far.
    pub now: Encounter,
    /// Everything emitted so far; nothing when nobody listens.
    pub events: Vec<Event>,
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

/// What a rule that was played came to, beside the encounter that it was played in.
#[derive(Clone, Debug)]
pub struct Played {
    /// Everything emitted; nothing when nobody listens.
    pub events: Vec<Event>,
    pub end: Result<(), Stop>,
    /// Whether it may have changed the encounter.
    pub changed: bool,
    shows: Vec<Show>,
    form: Option<Prompt>,
    unfit: Vec<Event>,
}

impl Run {
    /// Where a ruling takes effect in a command that has come so far over `below`: before it when it touches nothing
    /// that the command has changed, nobody whom it has told to be hit, and all it speaks of is there, else at the current
    /// question.
    pub(crate) fn place_of(&self, below: &Encounter, events: &[Event]) -> Option<Question> {
        let Err(Stop::Ask(prompt)) = &self.end else {
            return None;
        };
        let mut clashes = events
            .iter()
            .flat_map(|event| self.events.iter().map(move |done| event.clashes(done)));
        let mut marks = events.iter().filter_map(Event::marks);
        let is_hit = |who| {
            let mut done = self.events.iter();
            done.any(
                |done| matches!(done, Event::Struck { who: hit, hit: true, .. } if *hit == who),
            )
        };
        let later = clashes.any(|clashes| clashes) || marks.any(is_hit) || !below.takes(events);
        later.then(|| prompt.question.clone())
    }
}

/// Runs a rule over an encounter with what was taken down so far. With a draft, the form it belongs to is taken as
/// answered by it.
pub fn run(
    base: &Encounter,
    taken: &[Taken],
    draft: Option<(&Question, &Draft)>,
    rule: impl FnOnce(&mut Resolver<'_>) -> Step<()>,
) -> Run {
    let mut recorded = Recorded::new(taken, draft);
    let mut now = base.clone();
    let played = play(&mut now, &mut recorded, rule);
    Run {
        now,
        events: played.events,
        end: played.end,
        used: recorded.used,
        shows: played.shows,
        form: played.form,
        stood: recorded.stood,
        unfit: played.unfit,
    }
}

/// Plays a rule in an encounter with whoever answers.
pub fn play(
    now: &mut Encounter,
    answers: &mut dyn Answers,
    rule: impl FnOnce(&mut Resolver<'_>) -> Step<()>,
) -> Played {
    let mut cx = Resolver {
        now,
        events: Vec::new(),
        heard: answers.listens(),
        others: "",
        whom: Vec::new(),
        answers,
        asked: Vec::new(),
        titles: Vec::new(),
        times: 0,
        choices: 0,
        adjusted: BTreeMap::new(),
        form: None,
        shows: Vec::new(),
        unfit: Vec::new(),
        early: VecDeque::new(),
        stopped: false,
        changed: false,
    };
    cx.early_rulings();
    let mut end = rule(&mut cx);
    if end.is_ok() {
        cx.ruled_amid(None);
        cx.late_rulings();
    }
    if cx.stopped && end.is_ok() {
        end = Err(Stop::Broken(
            "a rule went on after its question was not answered".to_owned(),
        ));
    }
    Played {
        events: cx.events,
        end,
        changed: cx.changed,
        shows: cx.shows,
        form: cx.form,
        unfit: cx.unfit,
    }
}

/// Logs an action and begins a new log line. The sentence is made only when somebody reads it: `act!(cx, who,
/// &[target], "{} attacks {}.", cx.name(who), cx.name(target))`.
#[macro_export]
macro_rules! act {
    ($cx:expr, $who:expr, $about:expr, $($text:tt)+) => {
        if $cx.heard() {
            let text = format!($($text)+);
            $cx.act($who, $about, text);
        }
    };
}

/// A sentence that goes on with the line, made only when somebody reads it: `note!(cx, &[target], "{} falls.", name)`.
#[macro_export]
macro_rules! note {
    ($cx:expr, $about:expr, $($text:tt)+) => {
        if $cx.heard() {
            let text = format!($($text)+);
            $cx.note($about, text);
        }
    };
}

/// A title, a hint or what a throw is called, made only when somebody reads it: `say!(now, "{} strikes", now.name(who))`.
#[macro_export]
macro_rules! say {
    ($now:expr, $($text:tt)+) => {
        if $now.heard {
            std::borrow::Cow::<'static, str>::Owned(format!($($text)+))
        } else {
            std::borrow::Cow::Borrowed("")
        }
    };
}

/// A rule's way to the encounter, its answers and its events.
pub struct Resolver<'a> {
    pub(super) now: &'a mut Encounter,
    pub(super) events: Vec<Event>,
    /// Whether somebody reads what is said.
    pub(super) heard: bool,
    /// Why all others cannot be picked who are not among those whom the next question is about.
    pub(super) others: &'static str,
    /// Whom the command was meant for as it was started, of what is for all who are left.
    whom: Vec<Id>,
    pub(super) answers: &'a mut dyn Answers,
    /// The last asking of each question.
    pub(super) asked: Vec<Question>,
    /// The titles that were [numbered](Self::numbered), and how often.
    pub(super) titles: Vec<(Cow<'static, str>, u32)>,
    /// How many questions were asked.
    pub(super) times: usize,
    /// How many of these were no dice.
    pub(super) choices: usize,
    /// What the GM adds to the throws that are asked for.
    pub(super) adjusted: BTreeMap<Option<Id>, i64>,
    pub(super) form: Option<Prompt>,
    pub(super) shows: Vec<Show>,
    pub(super) unfit: Vec<Event>,
    /// Of what the GM ruled in the midst of the command and counts before it, as far as its place in time has not come:
    /// where it stands among the events, if it fitted.
    pub(super) early: VecDeque<Option<usize>>,
    pub(super) stopped: bool,
    pub(super) changed: bool,
}

impl Resolver<'_> {
    /// The encounter as it stands at this point of the rule.
    pub fn now(&self) -> &Encounter {
        self.now
    }

    /// A combatant as it stands now.
    pub fn get(&self, id: Id) -> &Combatant {
        self.now.get(id)
    }

    /// A combatant's name, for a sentence: "" where nobody hears one.
    pub fn name(&self, id: Id) -> String {
        if self.heard {
            self.now.name(id).to_owned()
        } else {
            String::new()
        }
    }

    /// A title that a command may have several times in turn, from the second on with its number: "damage on Ada (2)".
    pub fn numbered(&mut self, title: Cow<'static, str>) -> Cow<'static, str> {
        if !self.heard {
            return title;
        }
        match self.titles.iter_mut().find(|(known, _)| *known == title) {
            Some((_, times)) => {
                *times += 1;
                format!("{title} ({times})").into()
            }
            None => {
                self.titles.push((title.clone(), 1));
                title
            }
        }
    }

    /// Whether everybody whom a command names exists; from now on it is this one that is played.
    pub fn knows(&mut self, command: &Command) -> Step<()> {
        self.whom.clone_from(&command.whom);
        match Known::of(self.now).command(command) {
            Ok(()) => Ok(()),
            Err(wrong) => self.refuse(wrong.what),
        }
    }

    /// Of all who are `left` for a command that is for them: for whom it was not meant when it was started, since they are
    /// among them only after an earlier answer was changed.
    pub fn not_meant(&self, left: &[Id]) -> Vec<Id> {
        let meant = |id: &Id| self.whom.is_empty() || self.whom.contains(id);
        left.iter().copied().filter(|id| !meant(id)).collect()
    }

    pub fn emit(&mut self, event: Event) {
        if self.stopped {
            return;
        }
        let event = event.borne();
        debug_assert_eq!(
            self.now.accepts(&event),
            Ok(()),
            "a rule emits only what fits"
        );
        self.changes();
        self.now.apply(&event);
        if self.heard {
            self.events.push(event);
        }
    }

    /// Makes a change and records it as an event if the log is enabled.
    fn make(&mut self, change: Change<'_>, event: impl FnOnce(&Encounter) -> Event) {
        if self.stopped {
            return;
        }
        if self.heard {
            let event = event(self.now);
            debug_assert_eq!(
                self.now.accepts(&event),
                Ok(()),
                "a rule emits only what fits"
            );
            self.events.push(event);
        }
        self.changes();
        self.now.change(change);
    }

    /// How many questions have been asked so far.
    pub fn questions(&self) -> usize {
        self.times
    }

    /// How many of them somebody chooses an answer to: all but throws of dice.
    pub fn choices(&self) -> usize {
        self.choices
    }

    /// Does something that may turn out to be at fault ([`Stop::Broken`]): then it is as if nothing of it had been done, but
    /// what the GM ruled meanwhile, and `otherwise` says what is to be said.
    ///
    /// # Errors
    /// Every other stop.
    pub fn attempt(
        &mut self,
        what: impl FnOnce(&mut Self) -> Step<()>,
        otherwise: impl FnOnce(&mut Self, &str),
    ) -> Step<()> {
        let (before, place) = (self.now.clone(), self.events.len());
        let why = match what(self) {
            Err(Stop::Broken(why)) => why,
            other => return other,
        };
        self.stopped = false;
        *self.now = before;
        let done = self.events.split_off(place);
        for event in &done {
            match event {
                Event::Meanwhile { first, many } if *first >= place => {
                    let ruled = done.iter().skip(first - place).take(*many);
                    self.rule_amid(ruled.cloned().collect());
                }
                Event::Meanwhile { .. } => self.events.push(event.clone()),
                _ => {}
            }
        }
        otherwise(self, &why);
        Ok(())
    }

    /// What comes was decided by a policy, for this reason; nothing where that is "".
    pub(crate) fn led(&mut self, who: Option<Id>, side: Option<SideId>, why: &str) {
        if self.heard && !self.stopped && !why.is_empty() {
            self.events.push(Event::Led {
                who,
                side,
                why: why.to_owned(),
            });
        }
    }

    /// Whether somebody reads what is said: sentences are made only then ([`crate::act!`], [`crate::note!`]).
    pub fn heard(&self) -> bool {
        self.heard
    }

    /// Logs an action of a combatant and begins a new log line.
    pub fn act(&mut self, who: impl Into<Option<Id>>, about: &[Id], text: impl Into<String>) {
        if !self.heard {
            return;
        }
        self.emit(Event::Act {
            who: who.into(),
            about: about.to_vec(),
            text: text.into(),
            secret: false,
        });
    }

    /// Something that the GM rules; begins a new line in the log, which players may read unless it is kept secret.
    pub(crate) fn ruled(&mut self, about: &[Id], text: String, secret: bool) {
        self.emit(Event::Act {
            who: None,
            about: about.to_vec(),
            text,
            secret,
        });
    }

    /// A sentence that goes on with the line.
    pub fn note(&mut self, about: &[Id], text: impl Into<String>) {
        if !self.heard {
            return;
        }
        self.emit(Event::sentence(about.to_vec(), text.into()));
    }

    /// Says what becomes of something that somebody meant to do and had not begun, which nobody is told of a foe.
    pub fn note_planned(&mut self, who: Id, text: impl Into<String>) {
        self.emit(Event::Noted {
            about: vec![who],
            text: text.into(),
            planned: true,
            aside: false,
        });
    }

    /// Says why somebody is not asked, which is for the GM alone.
    pub fn note_aside(&mut self, who: Id, text: impl Into<String>) {
        if !self.heard {
            return;
        }
        self.emit(Event::Noted {
            about: vec![who],
            text: text.into(),
            planned: false,
            aside: true,
        });
    }

    /// An attack of `by` on `who` was decided, for whoever counts hits, misses and damage. A hit is told before its damage
    /// where it lands at once.
    pub fn struck(&mut self, by: Id, who: Id, hit: bool) {
        if self.heard {
            self.emit(Event::Struck { by, who, hit });
        }
    }

    /// So much of the damage that `who` takes next is that of an attack of `by` which was decided before.
    pub fn landed(&mut self, by: Id, who: Id, amount: i64) {
        if self.heard {
            self.emit(Event::Landed { by, who, amount });
        }
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
        if *from == to {
            return;
        }
        let was = value_of(kind, from);
        let change = Change::Cell {
            who,
            at: at.cell_path(),
            to: to.clone(),
        };
        self.make(change, |_| Event::Changed {
            who,
            at: at.path(),
            from: was,
            to: value_of(kind, &to),
            label: label.into(),
            cause: cause.into(),
        });
    }

    /// The encounter changes now.
    fn changes(&mut self) {
        self.changed = true;
        self.answers.changes();
    }

    /// Changes a value on a sheet without a word. Nothing happens when it stands there already.
    pub fn set<T: Kept>(&mut self, who: Id, at: impl Into<At<T>>, to: T) {
        self.change(who, at, to, "", "");
    }

    /// Gives a condition, said as `label` ("" for silent): "Bandit is `label`." It replaces the one of its key that the
    /// same source gave; those from others stand beside it.
    pub fn gain(&mut self, who: Id, condition: Condition, label: impl Into<String>) {
        let mut old = self.now.get(who).conditions.iter();
        // What files leave out where it comes to the same.
        let replaces = if old.any(|old| old.key == condition.key && old.by != condition.by) {
            Giver::One(condition.by)
        } else {
            Giver::Any
        };
        self.gain_over(who, condition, label, replaces);
    }

    /// Gives a condition instead of all that stand under its key, whoever gave them.
    pub fn gain_alone(&mut self, who: Id, condition: Condition, label: impl Into<String>) {
        self.gain_over(who, condition, label, Giver::Any);
    }

    fn gain_over(
        &mut self,
        who: Id,
        mut condition: Condition,
        label: impl Into<String>,
        replaces: Giver,
    ) {
        condition.bound();
        let change = Change::Gain {
            who,
            condition: condition.clone(),
            replaces,
        };
        self.make(change, |_| Event::Gained {
            who,
            condition,
            label: label.into(),
            replaces,
        });
    }

    /// Takes a condition away if it is there, from all its sources, said as `label` ("" for silent).
    pub fn lose(
        &mut self,
        who: Id,
        is: impl Into<Is>,
        label: impl Into<String>,
        cause: impl Into<String>,
    ) {
        let key = is.into().0;
        if self.now.get(who).named(key).is_some() {
            self.lose_from(who, key, Giver::Any, |_| (label.into(), cause.into()));
        }
    }

    /// The same by the condition's word, for what a GM names; it is said as it is called.
    pub fn lose_named(&mut self, who: Id, key: &str, cause: &str) {
        if self.now.get(who).named(key).is_some() {
            let said = |now: &Encounter| (now.schema.called(key), cause.to_owned());
            self.lose_from(who, key, Giver::Any, said);
        }
    }

    /// Takes away those conditions of which `over` is true, each by itself: what others gave under the same key goes on.
    /// Each is said as what `label` makes of its key ("" for silent).
    pub fn lose_over(
        &mut self,
        who: Id,
        over: impl Fn(&Condition) -> bool,
        label: impl Fn(&str) -> String,
        cause: &str,
    ) {
        self.lose_all(who, over, label, |_| cause.to_owned());
    }

    fn lose_all(
        &mut self,
        who: Id,
        over: impl Fn(&Condition) -> bool,
        label: impl Fn(&str) -> String,
        cause: impl Fn(&Encounter) -> String,
    ) {
        let conditions = self.now.get(who).conditions.iter();
        let mut ending: Vec<(String, Option<Id>)> = Vec::new();
        for one in conditions.filter(|one| over(one)) {
            // A set-up may give the same twice.
            let one = (one.key.clone(), one.by);
            if !ending.contains(&one) {
                ending.push(one);
            }
        }
        for (key, by) in ending {
            let mut all = self.now.get(who).conditions.iter();
            let giver = if all.any(|one| one.key == key && one.by != by) {
                Giver::One(by)
            } else {
                Giver::Any
            };
            self.lose_from(who, &key, giver, |now| (label(&key), cause(now)));
        }
    }

    fn lose_from(
        &mut self,
        who: Id,
        key: &str,
        giver: Giver,
        said: impl FnOnce(&Encounter) -> (String, String),
    ) {
        self.make(Change::Lose { who, key, giver }, |now| {
            let (label, cause) = said(now);
            Event::Lost {
                who,
                key: key.to_owned(),
                giver,
                label,
                cause,
            }
        });
    }

    /// A moment has come, for somebody or for everybody: the conditions that last until then end, each with a sentence
    /// unless the system keeps it silent.
    pub fn moment(&mut self, who: impl Into<Option<Id>>, moment: Moment) {
        let who = who.into();
        let schema = self.now.schema;
        let comes = |id: Id| who.is_none_or(|who| who == id);
        let label = |key: &str| match schema.condition(key) {
            Ok(spec) if spec.silent => String::new(),
            _ => schema.called(key),
        };
        for id in self.now.ids() {
            if self.now.get(id).conditions.is_empty() {
                continue;
            }
            let over = |one: &Condition| match &one.ends {
                Ends::At(word) => word == moment.word && comes(id),
                Ends::Turn {
                    moment: word,
                    whose,
                    ..
                } => word == moment.word && comes(*whose),
                Ends::WhenCleared | Ends::EndOfRound(_) => false,
            };
            let cause = |now: &Encounter| match who {
                Some(who) if who != id => moment.told(&format!("{}'s", now.name(who))),
                _ => moment.told("the"),
            };
            self.lose_all(id, over, label, cause);
        }
    }

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

    /// Ends every bond of which `which` is true.
    pub fn unlink_all(&mut self, which: impl Fn(&Link) -> bool) {
        let ending = self.now.links.iter().filter(|link| which(link));
        for link in ending.cloned().collect::<Vec<_>>() {
            self.emit(Event::Unlinked(link));
        }
    }

    /// Replaces a record of the system's own state ([`crate::records!`]).
    pub fn keep_part<T: Part>(&mut self, who: Option<Id>, part: T) {
        self.keep_shared(who, Arc::new(part));
    }

    /// Changes a record of the system's own state.
    pub fn change_part<T: Part>(&mut self, who: Option<Id>, change: impl FnOnce(&mut T)) {
        let mut part = self.now.parts.shared::<T>(who);
        change(Arc::make_mut(&mut part));
        self.keep_shared(who, part);
    }

    fn keep_shared<T: Part>(&mut self, who: Option<Id>, part: Arc<T>) {
        if *self.now.parts.part::<T>(who) == *part {
            return;
        }
        let change = Change::Keep {
            who,
            kind: PartKind::of::<T>(),
            held: Arc::clone(&part) as Arc<dyn Held>,
        };
        self.make(change, |_| Event::kept::<T>(who, part));
    }

    /// Whether a form is being filled, so that what is shown beside it ([`Resolver::show`]) is worth making.
    pub fn shows(&self) -> bool {
        self.form.is_some() && !self.stopped
    }

    /// Shows a line beside the form that is being filled; does nothing else.
    pub fn show(&mut self, who: impl Into<Option<Id>>, text: impl Into<String>) {
        self.shown(who.into(), text.into(), None);
    }

    /// Shows a line about a throw that the form leads to, unless that very throw is asked next.
    pub fn foresee(&mut self, who: Id, roll: Roll, text: impl Into<String>) {
        self.shown(Some(who), text.into(), Some(roll));
    }

    fn shown(&mut self, who: Option<Id>, text: String, of: Option<Roll>) {
        if self.shows() {
            self.shows.push(Show { who, text, of });
        }
    }

    /// Refuses what was chosen, with the reason: `return cx.refuse("…")`.
    pub fn refuse<T>(&mut self, why: impl Into<String>) -> Step<T> {
        self.stopped = true;
        Err(Stop::Refused(why.into()))
    }

    /// Says that the rule itself is at fault (an action nobody knows, a table without a row).
    pub fn broken<T>(&mut self, what: impl Into<String>) -> Step<T> {
        self.stopped = true;
        Err(Stop::Broken(what.into()))
    }

    /// Applies the rulings that take effect before the command.
    fn early_rulings(&mut self) {
        let Some(record) = self.answers.record() else {
            return;
        };
        for event in record.ruled(None) {
            let place = self.rule(event);
            self.early.push_back(place);
        }
    }

    /// Applies the rulings that were made at this question.
    pub(super) fn rulings(&mut self, at: &Question) {
        self.ruled_amid(Some(at));
        if let Some(record) = self.answers.record() {
            let ruled = record.ruled(Some(at));
            self.rule_amid(ruled);
        }
    }

    /// Here in time stands what was ruled up to a question, or in all that is left, and took effect before the command.
    pub(super) fn ruled_amid(&mut self, at: Option<&Question>) {
        let Some(record) = self.answers.record() else {
            return;
        };
        let due = record.ruled_amid(at).min(self.early.len());
        let places: Vec<usize> = self.early.drain(..due).flatten().collect();
        if let Some(first) = places.first() {
            self.meanwhile(*first, places.len());
        }
    }

    /// Rulings take effect here.
    fn rule_amid(&mut self, ruled: Vec<Event>) {
        let first = self.events.len();
        for event in ruled {
            self.rule(event);
        }
        self.meanwhile(first, self.events.len() - first);
    }

    fn meanwhile(&mut self, first: usize, many: usize) {
        if many > 0 {
            self.events.push(Event::Meanwhile { first, many });
        }
    }

    /// Rulings whose question did not come count when all is done; an adjustment of a throw that did not come counts
    /// for no other throw.
    fn late_rulings(&mut self) {
        let Some(record) = self.answers.record() else {
            return;
        };
        let late = record.ruled_elsewhere().into_iter();
        let (adjustments, late): (Vec<_>, Vec<_>) =
            late.partition(|event| event.adjustment().is_some());
        self.unfit.extend(adjustments);
        self.rule_amid(late);
    }

    /// What the GM ruled happens, where it still fits: an earlier answer may have been amended since. Its place among the
    /// events.
    fn rule(&mut self, event: Event) -> Option<usize> {
        if let Some((who, by)) = event.adjustment() {
            self.adjusted.insert(who, by);
        } else if self.now.accepts(&event).is_ok() {
            self.changes();
            self.now.apply(&event);
            self.events.push(event);
            return Some(self.events.len() - 1);
        } else {
            self.unfit.push(event);
        }
        None
    }
}
