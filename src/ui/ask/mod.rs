//! What stands half-answered in the prompt pane: typed letters and faces, picked combatants, a form being filled.
//!
//! An [`Ask`] knows nothing of sessions: it is shown what is asked, takes keys, and says what they come to. It serves
//! the fight's questions and the screen's own alike.

pub(crate) mod draw;
mod form;
mod keys;
pub(crate) mod own_form;
pub(crate) mod value;

use std::collections::VecDeque;

use crate::encounter::{Encounter, Roller};
use crate::resolver::{Answer, Command, DiceRow, Draft, FieldKind, Kind, Prompt};
use crate::rules::{Capitals, Entry};
use crate::session::{Preview, Session};
use crate::simulate::Choice;
use crate::values::{Id, Value};

use super::edit::Edit;
use super::keymap::Context;
use super::selection::{RowKey, Selection};

pub use form::Due;

/// So many previews are kept besides that of the draft as it stands.
const MOST_OTHERS: usize = 7;

#[derive(Clone, Copy, Debug)]
pub enum Asked<'a> {
    Offers(&'a [Entry]),
    Prompt(&'a Prompt),
    /// Nothing: a rule is at fault.
    Fault(&'a str),
}

/// What keys came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    Nothing,
    Answer(Answer),
    /// Answers to this question and the next, in one breath: a form and the die it leads to.
    Answers(Vec<Answer>),
    /// The program throws the dice that have not fallen.
    Roll,
    /// The program throws the dice of one row.
    RollRow(usize),
    /// Some throws of several have fallen, each by the place of its row.
    Throws(Vec<(usize, Vec<u32>)>),
    /// The GM adds to a throw, or takes away.
    Adjust {
        /// The place of its row.
        row: usize,
        by: i64,
    },
    /// A command is started.
    Start(Command),
    /// The list of a row of the menu is opened, which begins with this command.
    Open(Command),
    /// A command is started, and its form opens with somebody in a row.
    StartAt(Command, &'static str, Id),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Letters are people, capitals rows, digits dice.
    #[default]
    Keys,
    /// A number is typed into the row at the mark.
    Number,
    /// Words are typed into the row at the mark.
    Words,
    /// The options of the row at the mark are open, and letters find one of them.
    List,
    /// The die is typed that the form leads to.
    Die,
    /// The GM's modifier of a throw is typed.
    Modifier,
}

#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// Faces, digits or words typed so far.
    pub line: Edit,
    /// The letters typed so far of somebody's longer one.
    pub letters: String,
    /// The capital of a deed that waits for the letter of whoever does it.
    pub deed: Option<char>,
    /// The die typed for what a form leads to, while something else of the form is changed.
    pub die: String,
    /// The row that the arrows stand on: an offer, an option, a combatant, a throw, a field. Enter takes it.
    pub mark: Selection<RowKey>,
    /// The same inside an opened list of options.
    pub option: Selection<RowKey>,
    /// Whom the GM picked; `None` while that is what the rule proposes.
    pub picked: Option<Vec<Id>>,
    /// What the GM set in a form.
    pub draft: Draft,
    /// What a policy would decide, which stands here in the place of what the rule proposes.
    proposed: Option<Choice>,
    pub mode: Mode,
    /// What the half-filled form would lead to.
    pub preview: Option<Preview>,
    /// The revision of the fight and the draft that the preview is of.
    previewed: Option<(u64, Draft)>,
    /// What other drafts would lead to at the same revision, the last first: a key that flips a row comes back to them.
    others: VecDeque<(Draft, Preview)>,
    /// Who was named and cannot be picked, in which row of a form.
    pub(super) stranger: Option<(Option<usize>, Id)>,
    /// What was wrong with the last key.
    pub problem: Option<String>,
    /// That key, where it was a digit which no die waits for, or a sign of no number: the Enter behind it was meant for it.
    stray: Option<char>,
    /// The answer that `y` or `n` has selected in a yes/no prompt.
    yes: Option<bool>,
    /// The capital that led the mark to its row: pressed again, it goes on to the next row of its name.
    led: Option<char>,
    /// Whether arrows led it there.
    by_arrows: bool,
    /// The capitals of rows and answers.
    pub capitals: Capitals,
}

impl Ask {
    /// Says why whoever was named cannot be picked, where anything tells why; of a menu (no prompt) how they stand.
    pub(super) fn tell_stranger(&mut self, prompt: Option<&Prompt>, session: &Session) {
        let Some((row, who)) = self.stranger.take() else {
            return;
        };
        let Some(prompt) = prompt else {
            let (letter, name) = (who.letter(), session.now().name(who));
            let stands = session.system().row(session.now(), who).state.join(", ");
            if !stands.is_empty() {
                let problem = format!("{letter} is {name} ({stands}), who cannot be chosen now.");
                self.problem = Some(problem);
            }
            return;
        };
        let fields = self.fields(prompt);
        let label = row.map_or_else(String::new, |row| format!("{}: ", fields[row].label));
        if let Some(why) = session.barred(prompt, fields, row, who) {
            let (letter, name) = (who.letter(), session.now().name(who));
            self.problem = Some(format!("{label}{letter} is {name}, who {why}"));
        }
    }

    /// Opens a prompt without an answer, with the default selected.
    pub fn new(asked: Asked<'_>, now: &Encounter, capitals: Capitals) -> Self {
        let mut ask = Self {
            capitals,
            ..Self::default()
        };
        match asked {
            Asked::Offers(offers) => {
                if let Some(preset) = offers.iter().position(|offer| offer.preset) {
                    ask.mark.put(offers, preset);
                }
            }
            Asked::Prompt(prompt) => match &prompt.kind {
                Kind::Choice { options, preset } => ask.mark.put(options, *preset),
                Kind::Rolls(rows) => {
                    let first = next_asked(rows, now, 0, |_| false);
                    ask.mark.put(rows, first.unwrap_or(0));
                }
                Kind::Pick { from, preset, .. } => {
                    let first = |id| from.iter().position(|one| one == id);
                    if let Some(place) = preset.first().and_then(first) {
                        ask.mark.put(from, place);
                    }
                }
                Kind::Form(fields) => ask.begin_form(fields),
                Kind::Text { .. } | Kind::Roll(_) | Kind::Number { .. } | Kind::Confirm { .. } => {}
            },
            Asked::Fault(_) => {}
        }
        ask
    }

    /// What a policy would decide stands in the place of what the rule proposes.
    pub(crate) fn propose(&mut self, choice: &Choice, asked: Asked<'_>) {
        match (choice, asked) {
            (Choice::Start(command), Asked::Offers(offers)) => {
                if let Some(place) = offers
                    .iter()
                    .position(|one| one.command == *command || one.opens.contains(command))
                {
                    self.mark.put(offers, place);
                }
            }
            (Choice::Answer(answer), Asked::Prompt(prompt)) => match (answer, &prompt.kind) {
                (Answer::Chose(key), Kind::Choice { options, .. }) => {
                    if let Some(place) = options.iter().position(|one| one.key == *key) {
                        self.mark.put(options, place);
                    }
                }
                (Answer::Picked(ids), Kind::Pick { .. }) => self.picked = Some(ids.clone()),
                (Answer::Filled(draft), Kind::Form(_)) => self.draft.clone_from(draft),
                _ => {}
            },
            _ => {}
        }
        self.proposed = Some(choice.clone());
    }

    /// Whether a policy would start a command here.
    pub(crate) fn is_proposed(&self, command: &Command) -> bool {
        matches!(&self.proposed, Some(Choice::Start(proposed)) if proposed == command)
    }

    /// What Enter answers where yes or no is asked.
    pub(crate) fn confirms(&self, preset: bool) -> bool {
        match &self.proposed {
            _ if self.yes.is_some() => self.yes == Some(true),
            Some(Choice::Answer(Answer::Yes(yes))) => *yes,
            _ => preset,
        }
    }

    /// After the rows may have changed: the mark keeps to its row. Where that is gone, so is what was typed into it.
    pub fn settle(&mut self, asked: Asked<'_>) {
        let stays = match asked {
            Asked::Offers(offers) => self.mark.settle(offers),
            Asked::Prompt(prompt) => match &prompt.kind {
                Kind::Choice { options, .. } => self.mark.settle(options),
                Kind::Pick { from, .. } => self.mark.settle(from),
                Kind::Rolls(rows) => self.mark.settle(rows),
                Kind::Form(_) => self.settle_form(prompt),
                Kind::Text { .. } | Kind::Roll(_) | Kind::Number { .. } | Kind::Confirm { .. } => {
                    true
                }
            },
            Asked::Fault(_) => true,
        };
        if !stays {
            self.leave_field();
        }
    }

    /// Takes what the form as it is filled now would lead to, worked out by `preview` unless it is known. Who was marked in a
    /// row that may stay empty, and can be picked there no longer since another row is changed, is marked no more.
    pub(crate) fn preview_by(
        &mut self,
        revision: u64,
        preview: impl Fn(&Draft) -> Option<Preview>,
    ) {
        self.preview_of_draft(revision, &preview);
        let mut dropped = false;
        for field in self.preview.iter().flat_map(Preview::fields) {
            if let FieldKind::Pick { from, least: 0, .. } = &field.kind
                && let Some(Value::Who(ids)) = self.draft.get_mut(&field.key)
            {
                let many = ids.len();
                ids.retain(|id| from.contains(id));
                dropped |= ids.len() < many;
            }
        }
        if dropped {
            self.preview_of_draft(revision, &preview);
        }
    }

    fn preview_of_draft(&mut self, revision: u64, preview: &impl Fn(&Draft) -> Option<Preview>) {
        let known = self.previewed.as_ref();
        if self.preview.is_some()
            && known.is_some_and(|(of, draft)| (*of, draft) == (revision, &self.draft))
        {
            return;
        }
        match (self.previewed.take(), self.preview.take()) {
            (Some((of, draft)), Some(preview)) if of == revision => {
                self.others.push_front((draft, preview));
                self.others.truncate(MOST_OTHERS);
            }
            _ => self.others.clear(),
        }
        let there = self
            .others
            .iter()
            .position(|(draft, _)| *draft == self.draft);
        self.preview = match there.and_then(|place| self.others.remove(place)) {
            Some((_, known)) => Some(known),
            None => preview(&self.draft),
        };
        self.previewed = Some((revision, self.draft.clone()));
    }

    /// Whether every sign that is typed now is text.
    pub fn takes_words(&self, asked: Asked<'_>) -> bool {
        match asked {
            Asked::Prompt(Prompt {
                kind: Kind::Text { .. },
                ..
            }) => true,
            Asked::Prompt(Prompt {
                kind: Kind::Form(_),
                ..
            }) => matches!(self.mode, Mode::Words | Mode::List),
            _ => false,
        }
    }

    /// Whether what is typed now is the amount that the form asks for.
    fn types_amount(&self, asked: Asked<'_>) -> bool {
        let Asked::Prompt(prompt) = asked else {
            return false;
        };
        let open = self.mark.row(self.fields(prompt));
        self.mode == Mode::Words && open.is_some_and(|field| field.amount)
    }

    /// The contexts of the field that is typed into, where it takes no words.
    pub(crate) fn field_contexts(&self) -> &'static [Context] {
        let of_numbers = matches!(self.mode, Mode::Number | Mode::Die);
        match (of_numbers, self.is_typing()) {
            (true, true) => &[Context::Edit, Context::Number],
            // The minus of a number that is begun; of a form whose die is not typed it is less, as plus is more.
            (true, false) if self.mode == Mode::Number => &[Context::Number],
            (false, true) => &[Context::Edit],
            _ => &[],
        }
    }

    /// Whether something typed stands in a field.
    pub fn is_typing(&self) -> bool {
        !self.line.is_empty()
    }

    /// Whether anything stands here that is not sent yet.
    pub fn is_begun(&self) -> bool {
        let own = match &self.proposed {
            Some(Choice::Answer(Answer::Filled(draft))) => self.draft != *draft,
            Some(Choice::Answer(Answer::Picked(ids))) => self.picked.as_ref() != Some(ids),
            _ => !self.draft.is_empty() || self.picked.is_some(),
        };
        own || self.is_typing() || !self.die.is_empty()
    }
}

/// Whose a menu's row is: somebody's, or that of the side of the first here.
pub(crate) fn whose(entry: &Entry, now: &Encounter) -> Option<Id> {
    let first = |side| now.members(side).next();
    entry
        .command
        .who
        .or_else(|| entry.command.side.and_then(first))
}

/// The next throw from `start` on that has not fallen yet and that somebody throws by hand, but for those that are `done`.
fn next_asked(
    rows: &[DiceRow],
    now: &Encounter,
    start: usize,
    done: impl Fn(usize) -> bool,
) -> Option<usize> {
    let open = |place: &usize| {
        let row = &rows[*place];
        let asked = now.roller(row.roll.who) == Roller::Typed;
        asked && row.faces.is_none() && !done(*place)
    };
    (start..rows.len())
        .find(open)
        .or_else(|| (0..start.min(rows.len())).find(open))
}
