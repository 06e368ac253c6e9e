//! A fight under way: its history, what it waits for, undo, redo and amendments.
//!
//! Inputs come in through [`Session::input`], which gives back the [`Delta`]s for the journal. Dice that nobody has to
//! throw and commands that happen by themselves follow every input until the fight waits for a person again.

pub mod check;
mod export;
mod flow;
mod history;
pub mod players;
mod script;

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};

pub use crate::encounter::read_halves;
pub use check::Unfit;
pub use export::{Readers, markdown};
pub use history::{CORRECTION, Delta, Entry, History, Open, Shelf};
pub use script::{complete, one, parse, value_of};

use crate::dice::Seed;
use crate::encounter::check::MOST_REROLLS;
use crate::encounter::{
    Answer, Command, Draft, Encounter, Event, Given, Id, Kind, Line, Prompt, Question, Ruled, Run,
    Show, Stage, Start, Stop, Taken, adjustment, run, tell_all, unknown,
};
use crate::ron_text::{Objection, Within};
use crate::rules::{self, Offer, System};

/// The format number of session files this program writes. Older ones stay readable.
pub const FORMAT: u32 = 1;

/// The most a GM adds to a throw or takes away from it.
const MOST_ADJUSTMENT: i64 = 1_000;

/// So many commands are open at most: rulings in the middle of each other.
const MOST_OPEN: usize = 5;

/// Every this many finished commands the encounter is kept, so that an undo need not fold the whole fight.
const CHECKPOINT: usize = 64;

/// A session as it is saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    /// [`FORMAT`] of the program that wrote it.
    pub format: u32,
    /// Version of the program that wrote it.
    pub affray: String,
    /// What addresses the dice.
    pub seed: Seed,
    /// What lists of saves show, so that they need not fold the fight.
    #[serde(default)]
    pub summary: Summary,
    /// The encounter before the first command.
    pub start: Start,
    /// Everything done since.
    pub history: History,
}

/// Where a fight stood when it was saved; nothing hangs on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// What the fight is called.
    pub title: String,
    /// Key of its rule system.
    pub system: String,
    /// Round number.
    pub round: u32,
    /// How far it had come.
    pub stage: Stage,
}

/// What a person does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Starts a command.
    Start(Command),
    /// Starts a command and answers its first questions in the same breath (one undo takes all of it back).
    StartWith(Command, Vec<Answer>),
    /// Answers the prompt.
    Answer(Answer),
    /// Has the program throw the dice that the prompt asks for; throws that are there already are kept.
    Roll(Vec<Option<Vec<u32>>>),
    /// Changes the encounter as told, at any time.
    Correct(Vec<Event>),
    /// Adds to the throw of somebody that the prompt asks for, or takes away; 0 takes that back.
    Adjust {
        /// Whose throw.
        who: Option<Id>,
        /// How much.
        by: i64,
    },
    /// Takes the last input back.
    Undo,
    /// Does again what was undone last.
    Redo,
    /// Changes an earlier answer; what followed is played again with its recorded answers.
    Amend {
        /// In which finished command; their number: in the open one.
        entry: usize,
        /// At which place of what it took.
        place: usize,
        /// The answer instead.
        answer: Answer,
    },
    /// Throws earlier dice again.
    Reroll {
        /// As in [`Input::Amend`].
        entry: usize,
        /// As in [`Input::Amend`].
        place: usize,
    },
}

/// The one thing the fight waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum Waits {
    /// An answer.
    Prompt(Box<Prompt>),
    /// The start of a command.
    Offers {
        /// What it waits for in words.
        title: String,
        /// What may be started.
        offers: Vec<Offer>,
    },
    /// A rule is at fault; undo and corrections still work.
    Fault(String),
}

/// What a half-filled form would lead to.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// The form with the draft's effect on its fields.
    pub form: Prompt,
    /// What the rule shows beside it.
    pub shows: Vec<Show>,
    /// The next question, if the form were answered so.
    pub next: Option<Box<Prompt>>,
    /// Why the form cannot be answered so, if it cannot.
    pub refused: Option<String>,
}

/// An answer that can be amended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amendable {
    /// In which finished command; their number: in the open one.
    pub entry: usize,
    /// At which place of what it took.
    pub place: usize,
    /// What was answered, and to which question.
    pub given: Given,
    /// The command it belongs to.
    pub command: Command,
}

/// A fight under way.
pub struct Session {
    system: &'static dyn System,
    seed: Seed,
    start: Encounter,
    history: History,
    /// After all finished commands.
    base: Encounter,
    checkpoints: Vec<(usize, Encounter)>,
    lines: Vec<Line>,
    line_ends: Vec<usize>,
    /// One run for each open command.
    runs: Vec<Run>,
    /// Whether `runs` are older than the history.
    stale: bool,
    waits: Waits,
    notice: Option<String>,
}

impl Session {
    /// Begins a fight. What happens by itself first has happened already.
    ///
    /// # Errors
    /// When no system of that name is among `systems`.
    pub fn new(systems: &[&'static dyn System], start: Encounter, seed: Seed) -> Result<Self> {
        Self::resume(
            systems,
            Saved {
                format: FORMAT,
                affray: env!("CARGO_PKG_VERSION").to_owned(),
                seed,
                summary: Summary::default(),
                start: Start::from(&start),
                history: History::default(),
            },
            &[],
        )
        .map(|(session, _)| session)
        .map_err(Into::into)
    }

    /// Takes a saved fight up again: the snapshot, then the journal's lines. Gives back what happened by itself on
    /// the way, for the journal; usually nothing.
    ///
    /// # Errors
    /// When the system is unknown, the format is newer than this program, or something does not fit together; says
    /// where.
    pub fn resume(
        systems: &[&'static dyn System],
        saved: Saved,
        journal: &[Vec<Delta>],
    ) -> Result<(Self, Vec<Delta>), Unfit> {
        if saved.format > FORMAT {
            let wrong = format!(
                "the session has format {}, written by Affray {}; this program reads up to format {FORMAT}: update Affray",
                saved.format, saved.affray
            );
            return Err(Objection::new(wrong).within("format").into());
        }
        let key = &saved.start.system;
        let Some(system) = systems.iter().find(|system| system.key() == key) else {
            let keys = systems.iter().map(|system| system.key());
            let wrong = Objection::new(unknown("rule system", key, keys));
            return Err(wrong.within("system").within("start").into());
        };
        let start = check::start(&saved.start, *system).map_err(|wrong| wrong.within("start"))?;
        let mut known = check::everybody(&start, &saved.history);
        check::history(&start, &saved.history, known).within("history")?;
        let mut session = Self {
            system: *system,
            seed: saved.seed,
            base: start.clone(),
            start,
            history: saved.history,
            checkpoints: Vec::new(),
            lines: Vec::new(),
            line_ends: Vec::new(),
            runs: Vec::new(),
            stale: true,
            waits: Waits::Fault(String::new()),
            notice: None,
        };
        session.fold();
        for (number, line) in journal.iter().enumerate() {
            for (nth, delta) in line.iter().enumerate() {
                let checked = check::delta(&mut known, &session.base, &session.history, delta);
                let changed = checked.and_then(|()| {
                    let done = session.change(delta.clone(), &mut Vec::new());
                    done.map_err(|error| Objection::new(error.to_string()))
                });
                changed.map_err(|wrong| Unfit {
                    line: Some(number),
                    wrong: wrong.within(nth),
                })?;
            }
        }
        let mut deltas = Vec::new();
        let settled = session.settle(&mut deltas);
        settled.map_err(|error| Objection::new(error.to_string()))?;
        Ok((session, deltas))
    }

    /// The session as it is saved.
    pub fn save(&self) -> Saved {
        Saved {
            format: FORMAT,
            affray: env!("CARGO_PKG_VERSION").to_owned(),
            seed: self.seed,
            summary: Summary {
                title: self.base.title.to_string(),
                system: self.base.system.to_owned(),
                round: self.base.round,
                stage: self.base.stage,
            },
            start: Start::from(&self.start),
            history: self.history.clone(),
        }
    }

    /// The rule system.
    pub fn system(&self) -> &'static dyn System {
        self.system
    }

    /// What addresses the dice.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// Everything done.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The encounter as the screen shows it: with what the open command has done so far.
    pub fn now(&self) -> &Encounter {
        self.runs.last().map_or(&self.base, |run| &run.now)
    }

    /// What the fight waits for.
    pub fn waits(&self) -> &Waits {
        &self.waits
    }

    /// What the last input brought to say (answers that no longer fitted, …).
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// Log lines of finished commands.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Log lines of the open command so far.
    pub fn live_lines(&self) -> Vec<Line> {
        let mut round = self.base.round;
        let mut lines = Vec::new();
        for run in &self.runs {
            lines.extend(tell_all(&run.events, round, &run.now));
            round = run.now.round;
        }
        lines
    }

    /// Log lines of what was undone and can be redone, in the order in which they would come back.
    pub fn undone_lines(&self) -> Vec<Line> {
        let now = self.now();
        self.history
            .undone
            .iter()
            .rev()
            .flat_map(|shelf| &shelf.entries)
            .flat_map(|entry| tell_all(&entry.events, now.round, now))
            .collect()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        !self.history.undone.is_empty()
    }

    /// Answers that can be amended, the latest first.
    pub fn amendable(&self) -> impl Iterator<Item = Amendable> + '_ {
        let open = self
            .history
            .open
            .first()
            .map(|open| (self.history.entries.len(), &open.command, &open.taken));
        let entries = self
            .history
            .entries
            .iter()
            .enumerate()
            .rev()
            .map(|(number, entry)| (number, &entry.command, &entry.taken));
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
                                given: given.clone(),
                                command: command.clone(),
                            })
                        }
                        _ => None,
                    })
            })
    }

    /// Takes an input and everything that follows by itself. Gives back the journal's line.
    ///
    /// # Errors
    /// Says why the input is not accepted; nothing has changed then.
    pub fn input(&mut self, input: Input) -> Result<Vec<Delta>> {
        self.notice = None;
        let mut deltas = Vec::new();
        match input {
            Input::Start(command) => self.start_command(command, &[], &mut deltas)?,
            Input::StartWith(command, answers) => {
                self.start_command(command, &answers, &mut deltas)?
            }
            Input::Answer(answer) => self.answer(answer, &mut deltas)?,
            Input::Roll(there) => {
                let answer = self.throw(there)?;
                self.answer(answer, &mut deltas)?;
            }
            Input::Correct(events) => self.correct(events, &mut deltas)?,
            Input::Adjust { who, by } => self.adjust(who, by, &mut deltas)?,
            Input::Undo => {
                if !self.history.can_undo() && self.history.amends.is_empty() {
                    bail!("there is nothing to undo");
                }
                self.change(Delta::Undone, &mut deltas)?;
            }
            Input::Redo => {
                if !self.can_redo() {
                    bail!("there is nothing to redo");
                }
                self.change(Delta::Redone, &mut deltas)?;
            }
            Input::Amend {
                entry,
                place,
                answer,
            } => {
                let mut given = self.taken_at(entry, place)?;
                given.answer = answer;
                given.by_hand = true;
                given.rerolls = 0;
                self.stand(entry, &mut given);
                self.change(
                    Delta::Amended {
                        entry,
                        place,
                        given,
                    },
                    &mut deltas,
                )?;
            }
            Input::Reroll { entry, place } => {
                let mut given = self.taken_at(entry, place)?;
                if given.rerolls >= MOST_REROLLS {
                    bail!("these dice were thrown again {MOST_REROLLS} times: type what they show");
                }
                given.rerolls += 1;
                given.answer = self.throw_again(entry, &given)?;
                self.change(
                    Delta::Amended {
                        entry,
                        place,
                        given,
                    },
                    &mut deltas,
                )?;
            }
        }
        self.settle(&mut deltas)?;
        Ok(deltas)
    }

    /// What the form that is being asked would lead to with this draft; `None` when no form is asked.
    pub fn preview(&self, draft: &Draft) -> Option<Preview> {
        let Waits::Prompt(prompt) = &self.waits else {
            return None;
        };
        if !matches!(prompt.kind, Kind::Form(_)) {
            return None;
        }
        let top = self.history.open.last()?;
        let below = self.below_top();
        let question: &Question = &prompt.question;
        let run = run(below, &top.taken, Some((question, draft)), |cx| {
            rules::resolve(self.system, cx, &top.command)
        });
        let (next, refused) = match run.end {
            Ok(()) => (None, None),
            Err(Stop::Ask(next)) => (Some(next), None),
            Err(Stop::Refused(why) | Stop::Broken(why)) => (None, Some(why)),
        };
        Some(Preview {
            form: run.form.unwrap_or_else(|| (**prompt).clone()),
            shows: run.shows,
            next,
            refused,
        })
    }

    /// The encounter that the open command at `level` stands on.
    fn below(&self, level: usize) -> &Encounter {
        match level {
            0 => &self.base,
            _ => &self.runs[level - 1].now,
        }
    }

    /// The encounter that the topmost open command stands on.
    fn below_top(&self) -> &Encounter {
        self.below(self.runs.len().saturating_sub(1))
    }

    fn start_command(
        &mut self,
        command: Command,
        answers: &[Answer],
        deltas: &mut Vec<Delta>,
    ) -> Result<()> {
        let ruling = command.action.starts_with("gm-");
        if !ruling {
            let amid = !self.history.open.is_empty();
            let extras = self.system.extras(self.now());
            let offers = match &self.waits {
                Waits::Offers { offers, .. } => offers.as_slice(),
                Waits::Prompt(_) | Waits::Fault(_) => &[],
            };
            match offers
                .iter()
                .chain(&extras)
                .find(|offer| offer.command == command)
            {
                Some(offer) if amid && !offer.anytime => {
                    bail!("answer the question first, or undo it")
                }
                Some(Offer {
                    refused: Some(why), ..
                }) => bail!("{why}"),
                Some(_) => {}
                None if amid => bail!("answer the question first, or undo it"),
                None => bail!("`{}` cannot be started now", command.action),
            }
        }
        if self.history.open.len() >= MOST_OPEN {
            bail!("finish one of the open rulings first");
        }
        let opened = Delta::Opened {
            command: command.clone(),
            by_hand: true,
        };
        let mut taken: Vec<Taken> = Vec::new();
        let mut answers = answers.iter();
        let run = loop {
            let run = run(self.now(), &taken, None, |cx| {
                rules::resolve(self.system, cx, &command)
            });
            match &run.end {
                Err(Stop::Refused(why) | Stop::Broken(why)) => bail!("{why}"),
                Ok(()) => break run,
                Err(Stop::Ask(prompt)) => match answers.next() {
                    Some(answer) => {
                        let prompt = prompt.clone();
                        if !matches!(prompt.kind, Kind::Form(_)) {
                            prompt.check(answer)?;
                        }
                        if taken.iter().any(|one| matches!(one, Taken::Given(old) if old.question == prompt.question)) {
                            bail!("the answer to `{}` does not fit", prompt.question.key);
                        }
                        let given = Given::new(prompt.question, answer.clone(), false);
                        taken.push(Taken::Given(given));
                    }
                    None => break run,
                },
            }
        };
        self.change(opened, deltas)?;
        for one in taken {
            if let Taken::Given(mut given) = one {
                given.stood_in(&run);
                self.change(Delta::Given(given), deltas)?;
            }
        }
        Ok(())
    }

    fn answer(&mut self, answer: Answer, deltas: &mut Vec<Delta>) -> Result<()> {
        let Waits::Prompt(prompt) = &self.waits else {
            bail!("nothing is asked");
        };
        // A form's fields depend on what is set in it, so only the rule knows whether an answer fits.
        if !matches!(prompt.kind, Kind::Form(_)) {
            prompt.check(&answer)?;
        }
        let mut given = Given::new(prompt.question.clone(), answer, true);
        let Some(top) = self.history.open.last() else {
            bail!("nothing is asked");
        };
        let mut taken = top.taken.clone();
        taken.retain(|old| !matches!(old, Taken::Given(old) if old.question == given.question));
        taken.push(Taken::Given(given.clone()));
        let run = run(self.below_top(), &taken, None, |cx| {
            rules::resolve(self.system, cx, &top.command)
        });
        match &run.end {
            Err(Stop::Refused(why) | Stop::Broken(why)) => bail!("{why}"),
            Err(Stop::Ask(again)) if again.question == given.question => {
                bail!("{}", self.misfit(&given.answer));
            }
            _ => {}
        }
        given.stood_in(&run);
        self.change(Delta::Given(given), deltas)?;
        if let Some(last) = self.runs.last_mut() {
            *last = run;
            self.stale = false;
        }
        Ok(())
    }

    /// Why the form that is asked does not take an answer.
    fn misfit(&self, answer: &Answer) -> String {
        let Answer::Filled(values) = answer else {
            return "this answers another question".to_owned();
        };
        let Some(preview) = self.preview(values) else {
            return "this answers another question".to_owned();
        };
        match (preview.refused, preview.form.check(answer)) {
            (Some(why), _) => why,
            (None, Err(misfit)) => misfit.to_string(),
            (None, Ok(())) => "this does not fit the form".to_owned(),
        }
    }

    fn correct(&mut self, events: Vec<Event>, deltas: &mut Vec<Delta>) -> Result<()> {
        let mut trial = self.now().clone();
        for event in &events {
            trial.accepts(event)?;
            trial.apply(event);
        }
        if self.history.open.is_empty() {
            self.change(Delta::Corrected(events), deltas)
        } else {
            let at = self.place_of(&events, self.runs.len() - 1);
            self.change(Delta::Ruled(Ruled { at, events }), deltas)
        }
    }

    fn adjust(&mut self, who: Option<Id>, by: i64, deltas: &mut Vec<Delta>) -> Result<()> {
        let Waits::Prompt(prompt) = &self.waits else {
            bail!("no dice are asked for");
        };
        if !prompt.throws().iter().any(|roll| roll.who == who) {
            bail!("no dice of that kind are asked for");
        }
        if by.abs() > MOST_ADJUSTMENT {
            bail!("{by} is not between -{MOST_ADJUSTMENT} and {MOST_ADJUSTMENT}");
        }
        let ruled = Ruled {
            at: Some(prompt.question.clone()),
            events: vec![adjustment(who, by)],
        };
        self.change(Delta::Ruled(ruled), deltas)
    }

    /// Where a ruling takes effect in the open command at `level`: before it when it touches nothing that the
    /// command has changed and all it speaks of is there, else at the current question.
    fn place_of(&self, events: &[Event], level: usize) -> Option<Question> {
        let run = &self.runs[level];
        let Err(Stop::Ask(prompt)) = &run.end else {
            return None;
        };
        let touched = events
            .iter()
            .any(|event| run.events.iter().any(|done| event.clashes(done)));
        let later = touched || !takes(self.below(level), events);
        later.then(|| prompt.question.clone())
    }

    fn taken_at(&self, entry: usize, place: usize) -> Result<Given> {
        let taken = if entry == self.history.entries.len() {
            self.history.open.first().map(|open| &open.taken)
        } else {
            self.history.entries.get(entry).map(|entry| &entry.taken)
        };
        match taken.and_then(|taken| taken.get(place)) {
            Some(Taken::Given(given)) => Ok(given.clone()),
            _ => bail!("there is no answer to amend"),
        }
    }

    /// Notes with an amended answer how the rows of people and things stand in the form that it answers.
    fn stand(&self, entry: usize, given: &mut Given) {
        let (command, taken) = match self.history.entries.get(entry) {
            Some(entry) => (&entry.command, &entry.taken),
            None => match self.history.open.first() {
                Some(open) => (&open.command, &open.taken),
                None => return,
            },
        };
        let mut taken = taken.clone();
        given.stood = None;
        taken.push(Taken::Given(given.clone()));
        let base = self.base_before(entry);
        given.stood_in(&run(&base, &taken, None, |cx| {
            rules::resolve(self.system, cx, command)
        }));
    }

    /// The faces that the program throws for the prompt; throws that are there already are kept.
    fn throw(&self, mut there: Vec<Option<Vec<u32>>>) -> Result<Answer> {
        let Waits::Prompt(prompt) = &self.waits else {
            bail!("no dice are asked for");
        };
        flow::faces(self.seed, self.stream(), prompt, &mut there, 0)
    }

    fn throw_again(&self, entry: usize, given: &Given) -> Result<Answer> {
        let prompt = self.prompt_of(entry, &given.question)?;
        let stream = flow::stream(entry, 0, 0);
        flow::faces(self.seed, stream, &prompt, &mut Vec::new(), given.rerolls)
    }

    /// The prompt that an earlier question showed: its command is run up to it.
    ///
    /// # Errors
    /// When today's rules no longer ask it.
    pub fn prompt_of(&self, entry: usize, question: &Question) -> Result<Prompt> {
        let base = self.base_before(entry);
        let (command, taken) = match self.history.entries.get(entry) {
            Some(entry) => (&entry.command, &entry.taken),
            None => match self.history.open.first() {
                Some(open) => (&open.command, &open.taken),
                None => bail!("there is no answer to amend"),
            },
        };
        let taken: Vec<Taken> = taken
            .iter()
            .filter(|one| !matches!(one, Taken::Given(given) if given.question == *question))
            .cloned()
            .collect();
        match run(&base, &taken, None, |cx| {
            rules::resolve(self.system, cx, command)
        })
        .end
        {
            Err(Stop::Ask(prompt)) if prompt.question == *question => Ok(*prompt),
            _ => bail!("this question is no longer asked"),
        }
    }

    fn base_before(&self, entry: usize) -> Encounter {
        let (from, mut now) = self
            .checkpoints
            .iter()
            .rev()
            .find(|(at, _)| *at <= entry)
            .map_or((0, self.start.clone()), |(at, encounter)| {
                (*at, encounter.clone())
            });
        for done in self.history.entries.iter().take(entry).skip(from) {
            for event in &done.events {
                now.apply(event);
            }
        }
        now
    }

    /// Applies a change to the history and keeps everything that follows from it in step.
    fn change(&mut self, delta: Delta, deltas: &mut Vec<Delta>) -> Result<()> {
        let redone = self.history.undone.last().map(|shelf| shelf.keep);
        self.history.apply(&delta)?;
        // How many of the folded commands still stand.
        let keep = match &delta {
            Delta::Undone => self.history.undone.last().map(|shelf| shelf.keep),
            Delta::Redone => redone,
            Delta::Amended { entry, .. } => Some(*entry),
            _ => None,
        };
        if let Some(keep) = keep {
            self.cut(keep);
        }
        self.fold();
        deltas.push(delta);
        self.stale = true;
        Ok(())
    }

    /// Forgets what was folded of finished commands from `keep` on.
    fn cut(&mut self, keep: usize) {
        if keep >= self.line_ends.len() {
            return;
        }
        self.checkpoints.retain(|(at, _)| *at <= keep);
        self.base = self.base_before(keep.min(self.history.entries.len()));
        self.line_ends.truncate(keep);
        self.lines
            .truncate(self.line_ends.last().copied().unwrap_or(0));
    }

    /// Folds the finished commands that are not folded yet.
    fn fold(&mut self) {
        for number in self.line_ends.len()..self.history.entries.len() {
            let entry = &self.history.entries[number];
            let before = self.base.round;
            for event in &entry.events {
                self.base.apply(event);
            }
            self.lines
                .extend(tell_all(&entry.events, before, &self.base));
            self.line_ends.push(self.lines.len());
            if (number + 1) % CHECKPOINT == 0 {
                self.checkpoints.push((number + 1, self.base.clone()));
            }
        }
    }
}

/// Whether events can happen one after another.
fn takes(now: &Encounter, events: &[Event]) -> bool {
    let mut trial = now.clone();
    events.iter().all(|event| {
        let fits = trial.accepts(event).is_ok();
        trial.apply(event);
        fits
    })
}
