//! A fight under way: its history, what it waits for, undo, redo and amendments.
//!
//! Inputs come in through [`Session::input`], which gives back the [`Delta`]s for the journal. Dice that nobody has to
//! throw and commands that happen by themselves follow every input until the fight waits for a person again.

mod amend;
mod by_itself;
mod checkpoints;
mod decision;
mod delta;
mod history;
mod input;
mod left_out;
mod log;
mod panes;
pub mod players_view;
mod read_past;
pub mod recap;
mod replace_command;
mod replay;
mod saved;
mod script;
mod snapshot;
mod unread_past;
mod validate;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::Arc;

pub use amend::answered;
pub use delta::{Delta, HistoryEntry, Open, Waiting, Was};
pub use history::History;
pub use log::{Log, markdown};
pub use players_view::Readers;
pub use replace_command::EarlierMenu;
pub(crate) use saved::FORMAT;
pub use saved::{Saved, Stood, Summary};
pub use script::{complete, one, parse};
pub(crate) use snapshot::recent;
pub use snapshot::snapshot;
pub use validate::Unfit;

use crate::dice::Seed;
use crate::encounter::{Encounter, Event, Line, tell_all};
use crate::resolver::{
    Answer, Command, Draft, Field, Given, Kind, Prompt, Question, Run, Show, Stop, run,
};
use crate::rules::{self, Entry, Offer, System};
use crate::simulate::{Begun, Standing};
use crate::values::Id;
use checkpoints::Checkpoints;
use left_out::LeftOut;
use unread_past::Past;

/// What a person does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    Start(Command),
    /// Starts a command and answers its first questions in the same breath (one undo takes all of it back).
    StartWith(Command, Vec<Answer>),
    Answer(Answer),
    /// Answers the prompt as a policy decided, for this reason.
    Led(Answer, Cow<'static, str>),
    /// Answers the prompt and what is asked next, in the same breath.
    Answers(Vec<Answer>),
    /// Has the program throw the dice that the prompt asks for, but for those given here, row by row.
    Roll(Vec<Option<Vec<u32>>>),
    /// Has the program throw the dice of one row of several throws.
    RollRow(usize),
    /// Gives the faces of some rows of several throws, each by the place of its row.
    Throws(Vec<(usize, Vec<u32>)>),
    /// Changes the encounter as told, at any time.
    Correct(Vec<Event>),
    /// Adds to a throw that the prompt asks for, or takes away; 0 takes that back.
    Adjust {
        /// The place of the throw among all that are asked for.
        row: usize,
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
        answer: Answer,
    },
    /// Has another command in the place of one that somebody started; what followed is played again.
    Instead {
        /// Number of the entry, as in [`Input::Amend`].
        entry: usize,
        /// One of those that could have been started then.
        command: Command,
    },
    /// Throws earlier dice again.
    Reroll {
        /// Number of the entry, as in [`Input::Amend`].
        entry: usize,
        /// Place of the answer, as in [`Input::Amend`].
        place: usize,
    },
}

/// The one thing the fight waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum Waits {
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

impl Preview {
    /// The rows of the form.
    pub fn fields(&self) -> &[Field] {
        match &self.form.kind {
            Kind::Form(fields) => fields,
            _ => &[],
        }
    }

    /// What a run with a half-filled form came to.
    fn of(run: Run, asked: &Prompt) -> Self {
        let (next, refused) = match run.end {
            Ok(()) => (None, None),
            Err(Stop::Ask(next)) => (Some(next), None),
            Err(Stop::Refused(why) | Stop::Broken(why)) => (None, Some(why)),
        };
        Self {
            form: run.form.unwrap_or_else(|| asked.clone()),
            shows: run.shows,
            next,
            refused,
        }
    }
}

/// An answer that can be amended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amendable {
    /// In which finished command; their number: in the open one.
    pub entry: usize,
    /// At which place of what it took.
    pub place: usize,
    /// What was answered, and to which question.
    pub given: Arc<Given>,
    /// The command it belongs to.
    pub command: Command,
}

/// A fight under way.
pub struct Session {
    system: &'static dyn System,
    seed: Seed,
    history: History,
    /// What was done before, where it is not read.
    past: Option<Past>,
    /// After all finished commands.
    checkpoints: Checkpoints,
    /// One run for each open command.
    runs: Vec<Run>,
    /// Whether `runs` are older than the history.
    stale: bool,
    waits: Waits,
    notice: Option<String>,
    /// That it is played by other rules than when it was saved, if so.
    other_rules: Option<String>,
    /// What an amendment could not play again.
    left_out: LeftOut,
    /// Number that changes with every input.
    revision: u64,
    /// Menu of the current offers, set at its first use because prompts borrow it.
    menu: OnceCell<Vec<Entry>>,
    /// Menu with its lists folded; `None` if it has none.
    rows: OnceCell<Option<Vec<Entry>>>,
}

impl Session {
    pub fn system(&self) -> &'static dyn System {
        self.system
    }

    /// What addresses the dice.
    pub(crate) fn seed(&self) -> Seed {
        self.seed
    }

    pub fn history(&self) -> &History {
        &self.history
    }

    /// The encounter as the screen shows it: with what the open command has done so far.
    pub fn now(&self) -> &Encounter {
        self.runs.last().map_or(self.base(), |run| &run.now)
    }

    /// What the fight waits for.
    pub fn waits(&self) -> &Waits {
        &self.waits
    }

    /// That the fight is not played by the rules by which it was saved, or by a copy of them that it keeps, in words; `None` where
    /// its system is as it was.
    pub fn other_rules(&self) -> Option<&str> {
        self.other_rules.as_deref()
    }

    /// What the last input brought to say (answers that no longer fitted, …).
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// Log lines of finished commands; before them come [`Session::earlier_lines`].
    pub fn lines(&self) -> &[Line] {
        self.checkpoints.lines()
    }

    /// Log lines of the open command so far.
    pub fn live_lines(&self) -> Vec<Line> {
        let mut round = self.base().round;
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
        let undone = self.history.lines().skip(self.history.standing());
        undone
            .flat_map(|line| line.iter())
            .flat_map(|delta| match delta {
                Delta::Closed(events) | Delta::Corrected(events) => {
                    tell_all(events, now.round, now)
                }
                _ => Vec::new(),
            })
            .collect()
    }

    /// Where the fight stands, to be played on without anybody: the open commands with all that was answered.
    pub fn standing(&self) -> Standing {
        let open = self.history.open().iter().zip(&self.runs);
        let begun = |(open, run): (&Open, &Run)| Begun {
            command: open.command.clone(),
            taken: open.taken.clone(),
            run: run.clone(),
        };
        Standing {
            base: self.base().clone(),
            open: open.map(begun).collect(),
        }
    }

    /// What the form that is being asked would lead to with this draft; `None` when no form is asked.
    pub fn preview(&self, draft: &Draft) -> Option<Preview> {
        let Waits::Prompt(prompt) = &self.waits else {
            return None;
        };
        if !matches!(prompt.kind, Kind::Form(_)) {
            return None;
        }
        let top = self.history.open().last()?;
        let draft = Some((&prompt.question, draft));
        let run = run(self.below_top(), &top.taken, draft, |cx| {
            rules::resolve(self.system, cx, &top.command)
        });
        Some(Preview::of(run, prompt))
    }

    /// Why somebody cannot be picked in a prompt, in a form at one of its rows ([`rules::barred`]).
    pub fn barred(
        &self,
        asked: &Prompt,
        fields: &[Field],
        row: Option<usize>,
        who: Id,
    ) -> Option<String> {
        let acts = || self.history.open().last()?.command.who;
        let by = asked.question.who.or_else(acts);
        rules::barred(self.system, self.now(), by, asked, fields, row, who)
    }

    /// The form or the people that the last input sent, if it sent any, as the hand had filled or picked them.
    pub fn last_sent(&self) -> Option<(Question, Answer)> {
        let mut last = self.history.last_line().iter();
        last.find_map(|delta| match delta {
            Delta::Given(given) => match &given.answer {
                Answer::Filled(_) | Answer::Picked(_) => {
                    Some((given.question.clone(), given.answer.clone()))
                }
                _ => None,
            },
            _ => None,
        })
    }

    /// Whether the last input opened what is asked now, and nothing in it is answered since: undoing it changes nothing else.
    pub fn has_just_opened(&self) -> bool {
        let is_asked = matches!(self.waits, Waits::Prompt(_));
        let began = |delta: &Delta| matches!(delta, Delta::Opened { by_hand: true, .. });
        let (first, rest) = match self.history.last_line().split_first() {
            Some((first, rest)) => (first, rest),
            None => return false,
        };
        is_asked && began(first) && rest.iter().all(|delta| matches!(delta, Delta::Given(_)))
    }

    /// Whether the last input opened what lies over the fight, a ruling or something done in the midst of another
    /// command, and nothing in it is answered yet: undoing it changes nothing else.
    pub fn has_just_ruled(&self) -> bool {
        let open = &self.history.open();
        let lies_over = |last: &Open| last.command.ruling || open.len() > 1;
        self.history.has_just_begun() && open.last().is_some_and(lies_over)
    }

    /// The encounter after all finished commands.
    fn base(&self) -> &Encounter {
        self.checkpoints.now()
    }

    /// The encounter that the open command at `level` stands on.
    fn below(&self, level: usize) -> &Encounter {
        match level {
            0 => self.base(),
            _ => &self.runs[level - 1].now,
        }
    }

    /// The encounter that the topmost open command stands on.
    fn below_top(&self) -> &Encounter {
        self.below(self.runs.len().saturating_sub(1))
    }
}
