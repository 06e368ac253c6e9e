//! State of an unfinished answer in the prompt pane: typed letters and results, picked combatants, a half-filled form.
//!
//! An [`Ask`] is independent of sessions: it receives the question, handles keys, and returns their effect. It serves
//! the questions of the fight and of the screen itself.

pub(crate) mod draw;
mod form;
mod keys;
pub(crate) mod own_form;
mod spare;
pub(crate) mod value;

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use crate::encounter::{Encounter, Roller};
use crate::resolver::{Answer, Command, DiceRow, Draft, FieldKind, Kind, Prompt, Roll};
use crate::rules::{Capitals, Entry};
use crate::session::{Preview, Session};
use crate::simulate::Choice;
use crate::values::{Id, Value};

use super::edit::Edit;
use super::keymap::Context;
use super::selection::{RowKey, Selection};

pub use form::Due;

/// Number of previews that are kept besides the preview of the current draft.
const MOST_OTHERS: usize = 7;

#[derive(Clone, Copy, Debug)]
pub enum Asked<'a> {
    Offers(&'a [Entry]),
    Prompt(&'a Prompt),
    /// Faulty rule, without a question.
    Fault(&'a str),
}

impl Asked<'_> {
    fn is_confirm(self) -> bool {
        matches!(self, Asked::Prompt(prompt) if matches!(prompt.kind, Kind::Confirm { .. }))
    }

    /// Returns the only combatant of a prompt that lets you pick this combatant or none, which is a yes-or-no prompt.
    fn only(self) -> Option<Id> {
        match self {
            Asked::Prompt(Prompt {
                kind: Kind::Pick { from, least: 0, .. },
                ..
            }) => match from.as_slice() {
                [only] => Some(*only),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns `true` for a prompt with the keys `Y` and `N`, which answer it at once.
    pub(crate) fn is_yes_or_no(self) -> bool {
        self.is_confirm() || self.only().is_some()
    }
}

/// Returns the key of a menu row: the letter of the row's combatant, or of the first member of the row's side.
/// Otherwise returns the action key, with a letter if several rows have the same action key.
pub fn key_of(offer: &Entry, offers: &[Entry], capitals: &Capitals, now: &Encounter) -> String {
    match (offer.by_letter, whose(offer, now)) {
        (true, Some(who)) => who.letter(),
        (_, who) => {
            let capital = capitals.of_entry(offer);
            let alike = |other: &&Entry| capital.is_some() && capitals.of_entry(other) == capital;
            // An action key of several rows needs the letter of a combatant.
            let letter = who.filter(|_| offers.iter().filter(alike).count() > 1);
            let letter = letter.map(Id::letter).unwrap_or_default();
            let capital = capital.map(String::from).unwrap_or_default();
            capital + &letter
        }
    }
}

/// Effect of a key.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    Nothing,
    Answer(Answer),
    /// Answers this question and the next question as one input: a form and the die that follows.
    Answers(Vec<Answer>),
    /// Rolls the pending dice.
    Roll,
    /// Rolls the dice of one row.
    RollRow(usize),
    /// Gives the results of some rows of several rolls, each with the index of its row.
    Throws(Vec<(usize, Vec<u32>)>),
    /// Adjusts a roll by the GM's modifier.
    Adjust {
        /// Index of the roll's row.
        row: usize,
        by: i64,
    },
    /// Starts a command of the menu.
    Start(Command),
    /// Opens the list of a menu row, which begins with this command.
    Open(Command),
    /// Starts a command, and fills a combatant into a row of its form.
    StartAt(Command, &'static str, Id),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Letters are combatants, capital letters rows, digits dice.
    #[default]
    Keys,
    /// A number is typed into the marked row.
    Number,
    /// Text is typed into the marked row.
    Words,
    /// The options of the marked row are open, and letters search them.
    List,
    /// The die that follows the form is typed.
    Die,
    /// The GM's modifier of a roll is typed.
    Modifier,
}

#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// Results, digits or text typed so far.
    pub line: Edit,
    /// True if the open text row shows its default, which the first character replaces.
    replaces: bool,
    /// Part of a longer target letter typed so far.
    pub letters: String,
    /// Action key that waits for the letter of its combatant.
    pub deed: Option<char>,
    /// Dice typed while another row is changed: for the roll that follows a form, or for the roll whose modifier is typed.
    pub die: String,
    /// Row that the arrow keys mark: an offer, an option, a combatant, a roll or a field. Enter accepts it.
    pub mark: Selection<RowKey>,
    /// Mark inside an opened list of options.
    pub option: Selection<RowKey>,
    /// Combatants that the GM picked; `None` for the default.
    pub picked: Option<Vec<Id>>,
    /// Values that the GM set in a form.
    pub draft: Draft,
    /// Values of the form that the letter of its target set when it opened the form.
    opening: Draft,
    /// Decision of a policy, which replaces the default.
    proposed: Option<Choice>,
    pub mode: Mode,
    /// Preview of the half-filled form.
    pub preview: Option<Preview>,
    /// Revision of the fight, and the draft from which the preview was made.
    previewed: Option<(u64, Draft)>,
    /// Previews of other drafts at the same revision, the latest first. A key that flips a row can return to these
    /// drafts.
    others: VecDeque<(Draft, Preview)>,
    /// Combatant who was named but cannot be picked, and the form row, if the prompt is a form.
    pub(super) stranger: Option<(Option<usize>, Id)>,
    /// Error of the last key.
    pub problem: Option<String>,
    /// Combatant whose letter d was typed directly before a number, which may have been meant as a die.
    pub(super) not_a_die: Option<Id>,
    /// Last key, if it was refused. An Enter that follows at once belonged to this key.
    stray: Option<char>,
    /// True if Enter added the separator at the end of the typed dice.
    parted: bool,
    /// True if a second without keys came after the refused key, so that the GM has seen the refusal.
    has_paused: bool,
    /// Answer that `y` or `n` has selected in a yes-or-no prompt.
    yes: Option<bool>,
    /// Action key that moved the mark to its row. Pressed again, it moves the mark to the next row with the same name.
    led: Option<char>,
    /// True if the arrow keys moved the mark to its row.
    by_arrows: bool,
    /// Action keys of rows and answers.
    pub capitals: Capitals,
    /// Letters of the rows that declare no action key, as shown so far, by the key of the row.
    spare: BTreeMap<String, char>,
    /// Key of the question of the form, whose rows declare action keys, including rows that are not shown yet.
    form: String,
    /// True for the form of a combatant. The texts in such a form are defaults; names and notes are in other forms.
    is_of_one: bool,
}

impl Ask {
    /// Reports why the named combatant cannot be picked, if there is a reason. In a menu (no prompt), reports the state
    /// of the combatant.
    pub(super) fn tell_stranger(&mut self, prompt: Option<&Prompt>, session: &Session) {
        let Some((row, who)) = self.stranger.take() else {
            return;
        };
        let Some(prompt) = prompt else {
            let (letter, name) = (who.letter(), session.now().name(who));
            let stands = session.system().row(session.now(), who).state.join(", ");
            if !stands.is_empty() {
                let problem =
                    format!("{letter} is {name} ({stands}). No action here applies to {name}.");
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
                Kind::Form(fields) => {
                    ask.form = prompt.question.key.to_string();
                    ask.is_of_one = prompt.question.who.is_some();
                    ask.begin_form(fields);
                    ask.keep_spare_keys(prompt);
                }
                Kind::Text { .. } | Kind::Roll(_) | Kind::Number { .. } | Kind::Confirm { .. } => {}
            },
            Asked::Fault(_) => {}
        }
        ask
    }

    /// Returns the rolls that a typed line answers: the marked roll, then the other rolls with typed dice.
    fn rolls_from_mark<'r>(
        &self,
        rows: &'r [DiceRow],
        now: &Encounter,
    ) -> impl Iterator<Item = &'r Roll> {
        let mut done = Vec::new();
        let mut place = self.mark.place(rows);
        std::iter::from_fn(move || {
            let row = place?;
            done.push(row);
            place = next_asked(rows, now, row, |one| done.contains(&one));
            Some(&rows[row].roll)
        })
    }

    /// Replaces the default with the decision of a policy.
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

    /// Returns `true` if a policy would start this command.
    pub(crate) fn is_proposed(&self, command: &Command) -> bool {
        matches!(&self.proposed, Some(Choice::Start(proposed)) if proposed == command)
    }

    /// Returns the answer of Enter to a yes-or-no prompt.
    pub(crate) fn confirms(&self, preset: bool) -> bool {
        match &self.proposed {
            _ if self.yes.is_some() => self.yes == Some(true),
            Some(Choice::Answer(Answer::Yes(yes))) => *yes,
            _ => preset,
        }
    }

    /// Keeps the mark on its row after the rows may have changed. If that row is gone, its typed text is cleared.
    pub fn keep_selected(&mut self, asked: Asked<'_>) {
        let stays = match asked {
            Asked::Offers(offers) => self.mark.keep_selected(offers),
            Asked::Prompt(prompt) => match &prompt.kind {
                Kind::Choice { options, .. } => self.mark.keep_selected(options),
                Kind::Pick { from, .. } => self.mark.keep_selected(from),
                Kind::Rolls(rows) => self.mark.keep_selected(rows),
                Kind::Form(_) => self.settle_form(prompt),
                Kind::Text { .. } | Kind::Roll(_) | Kind::Number { .. } | Kind::Confirm { .. } => {
                    true
                }
            },
            Asked::Fault(_) => true,
        };
        if !stays {
            if self.mode == Mode::Modifier {
                self.die.clear();
            }
            self.leave_field();
        }
    }

    /// Updates the preview of the form. Calls `preview` only if the preview is not known. A default that a change of
    /// another row made impossible is cleared if its row may stay empty.
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

    /// Returns `true` if every character typed now is text.
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

    /// Returns `true` if the text typed now is the form's amount.
    fn types_amount(&self, asked: Asked<'_>) -> bool {
        let Asked::Prompt(prompt) = asked else {
            return false;
        };
        let open = self.mark.row(self.fields(prompt));
        self.mode == Mode::Words && open.is_some_and(|field| field.amount)
    }

    /// Returns the key contexts of the edited field, unless it takes text.
    pub(crate) fn field_contexts(&self) -> &'static [Context] {
        let of_numbers = matches!(self.mode, Mode::Number | Mode::Die);
        match (of_numbers, self.is_typing()) {
            (true, true) => &[Context::Edit, Context::Number],
            // The minus starts a number. In a form without a typed die, minus selects the lower value and plus the
            // higher value.
            (true, false) if self.mode == Mode::Number => &[Context::Number],
            (false, true) => &[Context::Edit],
            _ => &[],
        }
    }

    /// Keeps the current values as those that opened the form.
    pub(crate) fn keep_opening(&mut self) {
        self.opening.clone_from(&self.draft);
    }

    /// Returns `true` if the GM changed a value since the form opened.
    pub(crate) fn is_changed(&self) -> bool {
        self.draft != self.opening
    }

    /// Returns `true` if a field contains typed text.
    pub fn is_typing(&self) -> bool {
        !self.line.is_empty()
    }

    /// Returns `true` if there is an unfinished answer.
    pub fn is_begun(&self) -> bool {
        let own = match &self.proposed {
            Some(Choice::Answer(Answer::Filled(draft))) => self.draft != *draft,
            Some(Choice::Answer(Answer::Picked(ids))) => self.picked.as_ref() != Some(ids),
            _ => !self.draft.is_empty() || self.picked.is_some(),
        };
        own || self.is_typing() || !self.die.is_empty()
    }
}

/// Dice typed for a roll that are not sent yet.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct TypedDice {
    text: String,
    /// Index of the roll among several rolls.
    row: usize,
}

impl TypedDice {
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

impl Ask {
    /// Returns the dice typed at a roll, or for the roll that follows a form.
    pub(crate) fn typed_dice(&self, asked: Asked<'_>) -> TypedDice {
        let Asked::Prompt(prompt) = asked else {
            return TypedDice::default();
        };
        let (text, row) = match (&prompt.kind, self.mode) {
            (Kind::Roll(_), Mode::Keys) | (Kind::Form(_), Mode::Die) => (self.line.value(), 0),
            (Kind::Rolls(rows), Mode::Keys) => {
                (self.line.value(), self.mark.place(rows).unwrap_or(0))
            }
            (Kind::Rolls(rows), Mode::Modifier) => (&*self.die, self.mark.place(rows).unwrap_or(0)),
            (Kind::Form(_), _) | (Kind::Roll(_), Mode::Modifier) => (&*self.die, 0),
            _ => ("", 0),
        };
        let text = text.to_owned();
        TypedDice { text, row }
    }

    /// Types dice again that [`Ask::typed_dice`] returned. Text that is no dice is ignored.
    pub(crate) fn retype(&mut self, dice: TypedDice, asked: Asked<'_>) {
        let Asked::Prompt(prompt) = asked else {
            return;
        };
        let typed = |c: char| c.is_ascii_digit() || " ,+-.".contains(c);
        if !dice.text.chars().all(typed) {
            return;
        }
        match &prompt.kind {
            Kind::Roll(_) => self.line.set(&dice.text),
            Kind::Rolls(rows) => {
                if dice.row < rows.len() {
                    self.mark.put(rows, dice.row);
                }
                self.line.set(&dice.text);
            }
            Kind::Form(_) => self.die = dice.text,
            _ => {}
        }
    }
}

/// Returns the combatant of a menu row: the row's own combatant, or the first member of the row's side.
pub(crate) fn whose(entry: &Entry, now: &Encounter) -> Option<Id> {
    let first = |side| now.members(side).next();
    entry
        .command
        .who
        .or_else(|| entry.command.side.and_then(first))
}

/// Returns the next roll from `start` that is pending and typed by a person, except rolls that are `done`.
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
