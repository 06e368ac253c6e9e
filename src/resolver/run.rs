//! Run of a rule until an answer is missing.
//!
//! A command is one procedure. The procedure reads the encounter and its answers, changes the encounter through events,
//! and asks with `?`. After every answer it runs again from the encounter before the command.

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::answers::{Answers, Recorded};
use super::prompt::{Draft, Prompt, Question, Roll};
use super::taken::{Command, Taken};
use crate::encounter::check::Known;
use crate::encounter::{
    Change, Combatant, Condition, Encounter, Ends, Event, Giver, HealthChange, Link,
};
use crate::values::{
    At, Cell, Held, Id, Is, Kept, Moment, Part, PartKind, Sentences, SideId, Told, value_of,
};

/// Reason why a rule stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// Question without an answer.
    Ask(Box<Prompt>),
    /// Last answer refused by the rules, with the reason.
    Refused(String),
    /// Fault of the rule itself.
    Broken(String),
}

/// Result of a rule procedure. It stops with [`Stop::Ask`] at a question without an answer, with [`Stop::Refused`] if
/// the answer is against the rules, and with [`Stop::Broken`] if the rule itself has an error. Pass an error on with
/// `?`, and never catch it.
pub type Step<T> = Result<T, Stop>;

/// Line that a rule shows beside a form while it is being filled.
#[derive(Clone, Debug, PartialEq)]
pub struct Show {
    pub who: Option<Id>,
    pub text: String,
    /// Roll that the line describes; if it is the next question, its prompt replaces the line.
    pub of: Option<Roll>,
}

/// Result of a roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rolled {
    /// Natural results in the order rolled.
    pub faces: Vec<u32>,
    /// Natural result that counts: the kept one of several dice, or the first if several count.
    pub natural: u32,
    /// Total of dice and bonus.
    pub total: i64,
    /// True if the roll succeeded, `None` without a target number.
    pub outcome: Option<bool>,
    /// Index of the outcome, if the roll has outcomes by margin.
    pub degree: Option<usize>,
    /// Adjustment by the GM, included in the total.
    pub adjusted: i64,
}

impl Roll {
    /// Returns the result of the roll for these natural results. The bonus includes the GM's adjustment.
    pub fn rolled(&self, faces: Vec<u32>, adjusted: i64) -> Rolled {
        if let Some(total) = self.called(&faces) {
            return Rolled {
                faces: Vec::new(),
                natural: 0,
                total,
                outcome: None,
                degree: None,
                adjusted,
            };
        }
        let counts = self.dice.natural(self.dice.total(&faces));
        Rolled {
            natural: counts.or(faces.first().copied()).unwrap_or(0),
            adjusted,
            total: self.total(&faces),
            outcome: self.passes(&faces),
            degree: self.degree(self.dice.total(&faces)),
            faces,
        }
    }
}

impl Rolled {
    pub fn passed(&self) -> bool {
        self.outcome == Some(true)
    }
}

/// Result of a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// Encounter with all events so far.
    pub now: Encounter,
    /// Events up to this point; empty if the log is disabled.
    pub events: Vec<Event>,
    pub end: Result<(), Stop>,
    /// Flags for the recorded steps that were used.
    pub used: Vec<bool>,
    /// Lines shown after the form that is being previewed.
    pub shows: Vec<Show>,
    /// Form of the preview, with the effect of the draft on its fields.
    pub form: Option<Prompt>,
    /// Values of the combatant and item rows in each form that was answered.
    pub stood: Vec<(Question, Draft)>,
    /// Rulings that the encounter does not accept, and adjustments of rolls that were never made. The list is complete
    /// when the rule has ended.
    pub unfit: Vec<Event>,
}

/// Result of a rule that was executed, apart from its encounter.
#[derive(Clone, Debug)]
pub struct Played {
    /// Events of the rule; empty if the log is disabled.
    pub events: Vec<Event>,
    pub end: Result<(), Stop>,
    /// True if the rule may have changed the encounter.
    pub changed: bool,
    shows: Vec<Show>,
    form: Option<Prompt>,
    unfit: Vec<Event>,
}

impl Run {
    /// Returns the question at which a ruling takes effect in this command, which runs on `below`. The ruling takes
    /// effect before the command (`None`) if everything that the ruling needs exists there. In addition, the ruling
    /// must not touch anything that the command has changed, nor a combatant that the command has logged as hit.
    /// Otherwise it takes effect at the current question.
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

/// Runs a rule on an encounter with the recorded answers. A draft counts as the answer to its form.
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

/// Executes a rule in an encounter with any source of answers.
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
        nothing_due: false,
        secret: false,
    };
    cx.early_rulings();
    let mut end = rule(&mut cx);
    if end.is_ok() {
        cx.ruled_amid(None);
        cx.late_rulings();
    }
    if cx.stopped && end.is_ok() {
        end = Err(Stop::Broken(
            "a rule continued without an answer to its question".to_owned(),
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

/// Logs an action of a combatant and begins a new log line. The sentence is formatted only if the log is enabled:
/// `act!(cx, who, &[target], "{} attacks {}.", cx.name(who), cx.name(target))`.
#[macro_export]
macro_rules! act {
    ($cx:expr, $who:expr, $about:expr, $($text:tt)+) => {
        if $cx.heard() {
            let text = format!($($text)+);
            $cx.act_text($who, $about, text);
        }
    };
}

/// Adds a sentence to the current log line, formatted only if the log is enabled: `note!(cx, &[target], "{} falls.",
/// name)`.
#[macro_export]
macro_rules! note {
    ($cx:expr, $about:expr, $($text:tt)+) => {
        if $cx.heard() {
            let text = format!($($text)+);
            $cx.note_text($about, text);
        }
    };
}

/// Formats a title, a hint or the purpose of a roll, only if the log is enabled: `say!(now, "{} strikes",
/// now.name(who))`.
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

/// Access of a rule to the encounter, its answers and its events.
pub struct Resolver<'a> {
    pub(super) now: &'a mut Encounter,
    pub(super) events: Vec<Event>,
    /// True if the log is enabled.
    pub(super) heard: bool,
    /// Reason why combatants outside the list of the next question cannot be picked.
    pub(super) others: &'static str,
    /// Affected combatants when the command started, if the command affects all remaining combatants.
    whom: Vec<Id>,
    pub(super) answers: &'a mut dyn Answers,
    /// Latest occurrence of each question.
    pub(super) asked: Vec<Question>,
    /// Titles that were [numbered](Self::numbered), each with its count.
    pub(super) titles: Vec<(Cow<'static, str>, u32)>,
    /// Number of questions so far.
    pub(super) times: usize,
    /// Number of questions so far that need no dice.
    pub(super) choices: usize,
    /// Adjustments by the GM for pending rolls.
    pub(super) adjusted: BTreeMap<Option<Id>, i64>,
    pub(super) form: Option<Prompt>,
    pub(super) shows: Vec<Show>,
    pub(super) unfit: Vec<Event>,
    /// Rulings that take effect before the command but whose point in time is still to come. Each has the index of its
    /// event, or `None` if the event was not possible.
    pub(super) early: VecDeque<Option<usize>>,
    pub(super) stopped: bool,
    pub(super) changed: bool,
    /// True if a system has found nothing due since the last change.
    nothing_due: bool,
    /// True while the players do not learn of conditions that begin.
    pub(super) secret: bool,
}

impl Resolver<'_> {
    /// Returns the encounter at this point of the rule.
    pub fn now(&self) -> &Encounter {
        self.now
    }

    /// Returns a combatant in its current state.
    pub fn get(&self, id: Id) -> &Combatant {
        self.now.get(id)
    }

    /// Returns the name of a combatant for a sentence; "" if the log is disabled.
    pub fn name(&self, id: Id) -> String {
        if self.heard {
            self.now.name(id).to_owned()
        } else {
            String::new()
        }
    }

    /// Adds a number to a title that a command uses several times, starting with the second: "damage on Ada (2)".
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

    /// Checks that all combatants of a command exist, and makes it the current command.
    pub fn knows(&mut self, command: &Command) -> Step<()> {
        self.whom.clone_from(&command.whom);
        match Known::of(self.now).command(command) {
            Ok(()) => Ok(()),
            Err(wrong) => self.refuse(wrong.what),
        }
    }

    /// Returns the combatants in `left` whom the command did not affect when it started. Only an amendment can add
    /// them.
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
            "a rule emits only valid events"
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
                "a rule emits only valid events"
            );
            self.events.push(event);
        }
        self.changes();
        self.now.change(change);
    }

    /// Returns the number of questions so far.
    pub fn questions(&self) -> usize {
        self.times
    }

    /// Returns the number of questions so far that are not rolls.
    pub fn choices(&self) -> usize {
        self.choices
    }

    /// Runs a step whose rule may have an error ([`Stop::Broken`]). In that case all effects of the step are reverted,
    /// except rulings made meanwhile, and `otherwise` can log the fault.
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
        self.nothing_due = false;
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

    /// Logs that a policy made the next decision, for this reason; does nothing if the reason is "".
    pub(crate) fn led(&mut self, who: Option<Id>, side: Option<SideId>, why: &str) {
        if self.heard && !self.stopped && !why.is_empty() {
            self.events.push(Event::Led {
                who,
                side,
                why: why.to_owned(),
            });
        }
    }

    /// Returns `true` if the log is enabled. Sentences are needed only then ([`crate::act!`], [`crate::note!`]).
    pub fn heard(&self) -> bool {
        self.heard
    }

    /// Logs an action of a combatant and begins a new log line.
    pub fn act(&mut self, who: impl Into<Option<Id>>, said: impl Sentences) {
        if self.heard {
            self.acted(who.into(), Vec::new(), Told::Said(said.said()), false);
        }
    }

    /// Logs an action as plain text: in words of the GM or of a written system.
    pub fn act_text(
        &mut self,
        who: impl Into<Option<Id>>,
        about: &[Id],
        text: impl Into<Cow<'static, str>>,
    ) {
        if self.heard {
            self.acted(who.into(), about.to_vec(), Told::Plain(text.into()), false);
        }
    }

    fn acted(&mut self, who: Option<Id>, about: Vec<Id>, text: Told, secret: bool) {
        self.emit(Event::Act {
            who,
            about,
            text,
            secret,
        });
    }

    /// Begins a new log line for a ruling of the GM; players see it unless it is secret.
    pub(crate) fn ruled(&mut self, about: &[Id], text: impl Into<Told>, secret: bool) {
        self.acted(None, about.to_vec(), text.into(), secret);
    }

    /// Adds a sentence to the current log line.
    pub fn note(&mut self, said: impl Sentences) {
        if self.heard {
            self.emit(Event::sentence(Vec::new(), Told::Said(said.said())));
        }
    }

    /// Adds plain text to the current log line: words of the GM or of a written system.
    pub fn note_text(&mut self, about: &[Id], text: impl Into<Cow<'static, str>>) {
        if self.heard {
            self.emit(Event::sentence(about.to_vec(), Told::Plain(text.into())));
        }
    }

    /// Adds a sentence about a combatant to the current log line: facts or plain text.
    pub fn note_of(&mut self, who: Id, text: impl Into<Told>) {
        if self.heard {
            self.noted(who, text.into(), false, false);
        }
    }

    /// Logs the outcome of a plan that had not begun. Players do not see the plans of foes.
    pub fn note_planned(&mut self, who: Id, text: impl Into<Told>) {
        self.noted(who, text.into(), true, false);
    }

    /// Logs the reason why a question was skipped; only the GM sees it.
    pub fn note_aside(&mut self, who: Id, text: impl Into<Told>) {
        if self.heard {
            self.noted(who, text.into(), false, true);
        }
    }

    fn noted(&mut self, who: Id, text: Told, planned: bool, aside: bool) {
        let about = match &text {
            Told::Plain(_) => vec![who],
            Told::Said(_) => Vec::new(),
        };
        self.emit(Event::Noted {
            about,
            text,
            planned,
            aside,
        });
    }

    /// Records that an attack of `by` on `who` was decided, for the statistics. A hit whose damage follows immediately
    /// is recorded before the damage.
    pub fn struck(&mut self, by: Id, who: Id, hit: bool) {
        if self.heard {
            self.emit(Event::Struck { by, who, hit });
        }
    }

    /// Credits an amount of the next damage of `who` to an earlier attack of `by`.
    pub fn landed(&mut self, by: Id, who: Id, amount: i64) {
        if self.heard {
            self.emit(Event::Landed { by, who, amount });
        }
    }

    /// Changes a value on a sheet, logged under `label`; a number is clamped to the range of its field. Does nothing if
    /// the value is unchanged.
    pub fn change<T: Kept>(
        &mut self,
        who: Id,
        at: impl Into<At<T>>,
        to: T,
        label: impl Into<Told>,
        cause: impl Into<Told>,
    ) {
        self.write(who, at.into(), to, (label.into(), None), cause.into());
    }

    /// Changes hit points or wounds like [`Self::change`], logged as damage or healing with a unit such as "HP".
    pub fn change_health<T: Kept>(
        &mut self,
        who: Id,
        at: impl Into<At<T>>,
        to: T,
        (health, unit): (HealthChange, impl Into<Told>),
        cause: impl Into<Told>,
    ) {
        let said = (unit.into(), Some(health));
        self.write(who, at.into(), to, said, cause.into());
    }

    fn write<T: Kept>(
        &mut self,
        who: Id,
        at: At<T>,
        to: T,
        (label, health): (Told, Option<HealthChange>),
        cause: Told,
    ) {
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
            label,
            health,
            cause,
        });
    }

    /// Notes that the encounter is about to change.
    fn changes(&mut self) {
        self.changed = true;
        self.nothing_due = false;
        self.answers.changes();
    }

    /// Notes that nothing is due in the encounter as it is, so that the system need not check again before a change.
    pub fn note_nothing_due(&mut self) {
        self.nothing_due = true;
    }

    /// Returns true if nothing has changed since [`Self::note_nothing_due`].
    pub fn is_nothing_due(&self) -> bool {
        self.nothing_due
    }

    /// Changes a value on a sheet without logging it. Does nothing if the value is unchanged.
    pub fn set<T: Kept>(&mut self, who: Id, at: impl Into<At<T>>, to: T) {
        self.change(who, at, to, "", "");
    }

    /// Adds a condition, logged with `label`: "Bandit is `label`." ("": not logged). The condition replaces the
    /// condition with the same key from the same source; conditions from other sources remain.
    pub fn gain(&mut self, who: Id, condition: Condition, label: impl Into<Told>) {
        let mut old = self.now.get(who).conditions.iter();
        // Uses the default, which files omit, if both give the same result.
        let replaces = if old.any(|old| old.key == condition.key && old.by != condition.by) {
            Giver::One(condition.by)
        } else {
            Giver::Any
        };
        self.gain_over(who, condition, label, replaces);
    }

    /// Runs a part of a rule in which all conditions that begin are kept from the players, if `secret`.
    pub(crate) fn in_secret<T>(
        &mut self,
        secret: bool,
        part: impl FnOnce(&mut Self) -> Step<T>,
    ) -> Step<T> {
        let before = std::mem::replace(&mut self.secret, secret);
        let done = part(self);
        self.secret = before;
        done
    }

    /// Adds a condition and removes all other conditions with the same key, from any source.
    pub fn gain_alone(&mut self, who: Id, condition: Condition, label: impl Into<Told>) {
        self.gain_over(who, condition, label, Giver::Any);
    }

    fn gain_over(
        &mut self,
        who: Id,
        mut condition: Condition,
        label: impl Into<Told>,
        replaces: Giver,
    ) {
        condition.bound();
        condition.secret |= self.secret;
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

    /// Removes a condition from all its sources, logged with `label` ("": not logged). Does nothing if it is missing.
    pub fn lose(
        &mut self,
        who: Id,
        is: impl Into<Is>,
        label: impl Into<Told>,
        cause: impl Into<Told>,
    ) {
        let key = is.into().0;
        if self.now.get(who).named(key).is_some() {
            self.lose_from(who, key, Giver::Any, |_| (label.into(), cause.into()));
        }
    }

    /// Removes a condition by key, for keys from a GM. The condition is logged under its own label.
    pub fn lose_named(&mut self, who: Id, key: &str, cause: impl Into<Told>) {
        if self.now.get(who).named(key).is_some() {
            let said = |now: &Encounter| (now.schema.called(key).into(), cause.into());
            self.lose_from(who, key, Giver::Any, said);
        }
    }

    /// Removes the conditions that satisfy `over`, each separately; conditions with the same key from other sources
    /// remain. `label` returns the log text of a key ("": not logged).
    pub fn lose_over(
        &mut self,
        who: Id,
        over: impl Fn(&Condition) -> bool,
        label: impl Fn(&str) -> String,
        cause: impl Into<Told>,
    ) {
        let cause = cause.into();
        self.lose_all(who, over, label, |_| cause.clone());
    }

    fn lose_all(
        &mut self,
        who: Id,
        over: impl Fn(&Condition) -> bool,
        label: impl Fn(&str) -> String,
        cause: impl Fn(&Encounter) -> Told,
    ) {
        let conditions = self.now.get(who).conditions.iter();
        let mut ending: Vec<(String, Option<Id>)> = Vec::new();
        for one in conditions.filter(|one| over(one)) {
            // A set-up may contain a condition twice.
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
            self.lose_from(who, &key, giver, |now| (label(&key).into(), cause(now)));
        }
    }

    fn lose_from(
        &mut self,
        who: Id,
        key: &str,
        giver: Giver,
        said: impl FnOnce(&Encounter) -> (Told, Told),
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

    /// Ends the conditions that last until this trigger, for one combatant or for all. Each end is logged, unless
    /// the system suppresses the log line.
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
            let round = self.now.round;
            let over = |one: &Condition| match &one.ends {
                Ends::At(word) => word == moment.word && comes(id),
                Ends::Turn { whose, .. } => {
                    comes(*whose) && one.ends.comes_with(moment, *whose, round)
                }
                Ends::WhenCleared | Ends::EndOfRound(_) => false,
            };
            let cause = |now: &Encounter| match who {
                Some(who) if who != id => moment.told(&format!("{}'s", now.name(who))).into(),
                _ => moment.told("the").into(),
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

    /// Removes a link, if it exists.
    pub fn unlink(&mut self, kind: &str, from: Id, to: Id) {
        if self.now.linked(kind, from, to) {
            self.emit(Event::Unlinked(Link {
                kind: kind.to_owned(),
                from,
                to,
            }));
        }
    }

    /// Removes every link that satisfies `which`.
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

    /// Returns `true` while a form is being filled, so that [`Resolver::show`] has an effect.
    pub fn shows(&self) -> bool {
        self.form.is_some() && !self.stopped
    }

    /// Shows a line beside the form that is being filled. The line has no other effect.
    pub fn show(&mut self, who: impl Into<Option<Id>>, text: impl Into<String>) {
        self.shown(who.into(), text.into(), None);
    }

    /// Shows a line about a roll that follows from the form, unless that roll is the next question.
    pub fn foresee(&mut self, who: Id, roll: Roll, text: impl Into<String>) {
        self.shown(Some(who), text.into(), Some(roll));
    }

    fn shown(&mut self, who: Option<Id>, text: String, of: Option<Roll>) {
        if self.shows() {
            self.shows.push(Show { who, text, of });
        }
    }

    /// Refuses the choice, with the reason: `return cx.refuse("…")`.
    pub fn refuse<T>(&mut self, why: impl Into<String>) -> Step<T> {
        self.stopped = true;
        Err(Stop::Refused(why.into()))
    }

    /// Reports a fault of the rule itself (an unknown action, a table without a row).
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

    /// Applies the rulings made at this question.
    pub(super) fn rulings(&mut self, at: &Question) {
        self.ruled_amid(Some(at));
        if let Some(record) = self.answers.record() {
            let ruled = record.ruled(Some(at));
            self.rule_amid(ruled);
        }
    }

    /// Marks in the event list the rulings that took effect before the command but were made up to this question
    /// (`None`: all remaining rulings).
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

    /// Applies rulings at this point and marks them.
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

    /// Applies, at the end, the rulings whose question was never reached. Drops the adjustment of a roll that was never
    /// made.
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

    /// Applies a ruling if it is still possible, since an earlier answer may have been amended. Returns the index of
    /// its event.
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
