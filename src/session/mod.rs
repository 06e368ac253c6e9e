//! Running fight as a session: its history, its pending prompt or menu, undo, redo and amendments.
//!
//! [`Session::input`] takes inputs and returns the [`Delta`]s for the journal. Automatic rolls and commands follow
//! every input until the fight waits for a person again.

mod amend;
mod by_itself;
mod checkpoints;
mod decision;
mod delta;
mod history;
mod input;
mod input_error;
mod left_out;
mod log;
mod open_error;
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
pub use input_error::InputError;
pub use log::{Log, markdown};
pub use open_error::OpenError;
pub use players_view::Readers;
pub use replace_command::EarlierMenu;
pub(crate) use saved::FORMAT;
pub use saved::{Saved, Stood, Summary};
pub use script::{complete, one, parse};
pub(crate) use snapshot::recent;
pub use snapshot::snapshot;
pub use validate::Unfit;

use crate::dice::Seed;
use crate::encounter::{Encounter, Event, Line, tell_all, without_rulings};
use crate::resolver::{
    Answer, Command, Draft, Field, Given, Kind, Prompt, Question, Run, Show, Stop, Taken, run,
};
use crate::rules::{self, Entry, Offer, System};
use crate::simulate::{Begun, Standing};
use crate::values::Id;
use checkpoints::Checkpoints;
use left_out::LeftOut;
use unread_past::Past;

/// Input of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    Start(Command),
    /// Starts a command and answers its first questions. One undo reverts the command and the answers.
    StartWith(Command, Vec<Answer>),
    Answer(Answer),
    /// Answers the prompt as a policy chose, with the reason.
    Led(Answer, Cow<'static, str>),
    /// Answers the prompt and the questions after it as one input.
    Answers(Vec<Answer>),
    /// Rolls the prompt's dice, except the dice given here, row by row.
    Roll(Vec<Option<Vec<u32>>>),
    /// Rolls the dice of one row of a prompt with several rows.
    RollRow(usize),
    /// Gives the results of some rows of a prompt with several rows, each with the index of its row.
    Throws(Vec<(usize, Vec<u32>)>),
    /// Applies these events to the encounter, at any time.
    Correct(Vec<Event>),
    /// Adjusts the total of a roll in the prompt; 0 removes the adjustment.
    Adjust {
        /// Index of the roll in the prompt.
        row: usize,
        by: i64,
    },
    /// Closes the open command, in which nothing is answered yet. Rulings made during it are kept.
    Close,
    /// Undoes the last input.
    Undo,
    /// Redoes the last undone input.
    Redo,
    /// Changes an earlier answer. The commands after it are replayed with their recorded answers.
    Amend {
        /// Number of the finished command; for the open command, the count of finished commands.
        entry: usize,
        /// Index in the answers and rulings of that command.
        place: usize,
        answer: Answer,
    },
    /// Replaces an earlier command that a person chose from a menu. The commands after it are replayed.
    Instead {
        /// Number of the entry, as in [`Input::Amend`].
        entry: usize,
        /// New command from the same menu.
        command: Command,
    },
    /// Rerolls the dice of an earlier answer.
    Reroll {
        /// Number of the entry, as in [`Input::Amend`].
        entry: usize,
        /// Index of the answer, as in [`Input::Amend`].
        place: usize,
    },
}

/// Prompt, menu or fault at which the fight waits.
#[derive(Clone, Debug, PartialEq)]
pub enum Waits {
    Prompt(Box<Prompt>),
    /// Menu of commands to start.
    Offers {
        /// Description of the choice.
        title: String,
        /// Commands that may start.
        offers: Vec<Offer>,
    },
    /// Faulty rule; undo and corrections still work.
    Fault(String),
}

/// Result of a half-filled form.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// Form with the effect of the draft on its fields.
    pub form: Prompt,
    /// Values that the rule shows beside the form.
    pub shows: Vec<Show>,
    /// Next question if the user sent the form now.
    pub next: Option<Box<Prompt>>,
    /// Reason why the form cannot be sent now.
    pub refused: Option<String>,
}

impl Preview {
    /// Returns the rows of the form.
    pub fn fields(&self) -> &[Field] {
        match &self.form.kind {
            Kind::Form(fields) => fields,
            _ => &[],
        }
    }

    /// Creates the preview from a run with a half-filled form.
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

/// Answer that can be amended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amendable {
    /// Number of the finished command; for the open command, the count of finished commands.
    pub entry: usize,
    /// Index in the answers and rulings of that command.
    pub place: usize,
    /// Recorded answer with its question.
    pub given: Arc<Given>,
    /// Command of the question.
    pub command: Command,
}

/// Running fight with its history and its pending prompt or menu.
pub struct Session {
    system: &'static dyn System,
    seed: Seed,
    history: History,
    /// Unread beginning of a long fight.
    past: Option<Past>,
    /// Encounters after the finished commands.
    checkpoints: Checkpoints,
    /// One run for each open command, the lowest first.
    runs: Vec<Run>,
    /// True if `runs` are older than the history.
    stale: bool,
    waits: Waits,
    notice: Option<String>,
    /// Warning that the rules differ from the rules in the save.
    other_rules: Option<String>,
    /// Commands and rulings that an amendment could not replay.
    left_out: LeftOut,
    /// Number that changes with every input.
    revision: u64,
    /// Menu of the current offers, set at its first use because prompts borrow it.
    menu: OnceCell<Vec<Entry>>,
    /// Menu with its lists folded; `None` if there are no lists.
    rows: OnceCell<Option<Vec<Entry>>>,
}

impl Session {
    pub fn system(&self) -> &'static dyn System {
        self.system
    }

    /// Returns the seed of the dice.
    pub(crate) fn seed(&self) -> Seed {
        self.seed
    }

    pub fn history(&self) -> &History {
        &self.history
    }

    /// Returns the encounter as the screen shows it, with the effects of the open command so far.
    pub fn now(&self) -> &Encounter {
        self.runs.last().map_or(self.base(), |run| &run.now)
    }

    /// Returns what the fight waits for.
    pub fn waits(&self) -> &Waits {
        &self.waits
    }

    /// Returns a warning if the rules differ from the rules in the save, or if the fight uses the save's copy of the
    /// rules.
    pub fn other_rules(&self) -> Option<&str> {
        self.other_rules.as_deref()
    }

    /// Returns the notice of the last input, such as a warning about answers that became impossible.
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// Returns the log lines of finished commands, after [`Session::earlier_lines`].
    pub fn lines(&self) -> &[Line] {
        self.checkpoints.lines()
    }

    /// Returns the command that logged a line: a line of [`Session::lines`], or a line of the open command.
    pub(crate) fn command_of_line(&self, line: usize) -> Option<&Command> {
        let place = self.checkpoints.command_of(line);
        let entry = self.history.entries().get(place);
        let open = self.history.open().first().map(|open| &open.command);
        entry.map(|entry| &entry.command).or(open)
    }

    /// Returns the log lines of the open command so far.
    pub fn live_lines(&self) -> Vec<Line> {
        let mut round = self.base().round;
        let mut lines = Vec::new();
        for run in &self.runs {
            lines.extend(tell_all(&run.events, round, &run.now));
            round = run.now.round;
        }
        lines
    }

    /// Returns the log lines that redo would restore, in order, without the lines that the open command still has.
    pub fn undone_lines(&self) -> Vec<Line> {
        let now = self.now();
        let undone = self.history.lines().skip(self.history.standing());
        let mut undone: Vec<Line> = undone
            .flat_map(|line| line.iter())
            .flat_map(|delta| match delta {
                Delta::Closed(events) => tell_all(&without_rulings(events), now.round, now),
                Delta::Corrected(events) => tell_all(events, now.round, now),
                Delta::Ruled(ruled) | Delta::ClosedAmid(ruled) => {
                    tell_all(&ruled.events, now.round, now)
                }
                _ => Vec::new(),
            })
            .collect();
        if undone.is_empty() {
            return undone;
        }
        let live = self.live_lines();
        let both = undone.iter().zip(&live);
        let kept = both.take_while(|(undone, live)| undone.text == live.text);
        let kept = kept.count();
        undone.drain(..kept);
        undone
    }

    /// Returns the state of the fight for a simulation: the open commands with all recorded answers.
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

    /// Returns the preview of the current form with this draft; `None` if no form is open.
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

    /// Returns the reason why a combatant cannot be picked in a prompt or in a row of a form ([`rules::barred`]).
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

    /// Returns the form or pick that the last input sent, as the user filled it; `None` if the last input sent no form
    /// or pick.
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

    /// Returns `true` if the last input opened the current prompt and nothing in it is answered yet, so that undo only
    /// closes the prompt.
    pub fn has_just_opened(&self) -> bool {
        let is_asked = matches!(self.waits, Waits::Prompt(_));
        let began = |delta: &Delta| matches!(delta, Delta::Opened { by_hand: true, .. });
        let (first, rest) = match self.history.last_line().split_first() {
            Some((first, rest)) => (first, rest),
            None => return false,
        };
        is_asked && began(first) && rest.iter().all(|delta| matches!(delta, Delta::Given(_)))
    }

    /// Returns `true` if the last input opened a ruling or a command on top of another command and nothing in it is
    /// answered yet, so that undo only closes it.
    pub fn has_just_ruled(&self) -> bool {
        let open = &self.history.open();
        let lies_over = |last: &Open| last.command.ruling || open.len() > 1;
        self.history.has_just_begun() && open.last().is_some_and(lies_over)
    }

    /// Returns `true` if [`Input::Close`] closes the open command: a person started it, and no answer to it holds.
    pub fn can_close(&self) -> bool {
        let used = self.runs.last().map_or(&[][..], |run| &run.used);
        let open = self.history.open();
        let is_unanswered = |top: &Open| {
            // Answers that a ruling has made impossible are asked again.
            let mut taken = top.taken.iter().zip(used);
            let is_answered = taken.any(|(taken, used)| *used && matches!(taken, Taken::Given(_)));
            top.by_hand && !is_answered && (top.command.ruling || open.len() == 1)
        };
        matches!(self.waits, Waits::Prompt(_)) && open.last().is_some_and(is_unanswered)
    }

    /// Returns the encounter after all finished commands.
    fn base(&self) -> &Encounter {
        self.checkpoints.now()
    }

    /// Returns the encounter below the open command at `level`.
    fn below(&self, level: usize) -> &Encounter {
        match level {
            0 => self.base(),
            _ => &self.runs[level - 1].now,
        }
    }

    /// Returns the encounter below the topmost open command.
    fn below_top(&self) -> &Encounter {
        self.below(self.runs.len().saturating_sub(1))
    }
}
