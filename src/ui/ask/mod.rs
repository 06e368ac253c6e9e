//! What stands half-answered in the prompt pane: typed letters and faces, picked combatants, a form being filled.
//!
//! An [`Ask`] knows nothing of sessions: it is shown what is asked, takes keys, and says what they come to. It serves
//! the fight's questions and the screen's own alike.

pub(crate) mod draw;
mod form;
pub(crate) mod own_form;
mod throws;
pub(crate) mod value;

use crate::encounter::{Answer, Choice, Command, Draft, Encounter, Id, Kind, Prompt};
use crate::rules::Entry;
use crate::session::Preview;

use super::edit::Edit;
use super::letters::{self, Hit};
use super::selection::{RowKey, Selection};

pub use form::Mode;
pub use throws::read_faces;

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub enum Asked<'a> {
    /// What to start.
    Offers(&'a [Entry]),
    /// A question.
    Prompt(&'a Prompt),
    /// Nothing: a rule is at fault.
    Fault(&'a str),
}

/// What keys came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// Nothing yet.
    Nothing,
    /// An answer.
    Answer(Answer),
    /// The program throws the dice that have not fallen.
    Roll,
    /// One throw of several has fallen.
    Throw {
        /// The place of its row.
        row: usize,
        /// What the dice show.
        faces: Vec<u32>,
    },
    /// A command is started.
    Start(Command),
}

/// What stands half-answered.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// Letters, faces or words typed so far.
    pub line: Edit,
    /// The row that the arrows stand on: an offer, an option, a combatant, a throw, a field. Enter takes it.
    pub mark: Selection<RowKey>,
    /// The same inside an opened list of options.
    pub option: Selection<RowKey>,
    /// Whom the GM picked; `None` while that is what the rule proposes.
    pub picked: Option<Vec<Id>>,
    /// What the GM set in a form.
    pub draft: Draft,
    /// What keys mean to a form.
    pub mode: Mode,
    /// What the half-filled form would lead to.
    pub preview: Option<Preview>,
    /// What was wrong with the last key.
    pub problem: Option<String>,
}

impl Ask {
    /// Nothing answered yet; the arrows stand on what Enter takes.
    pub fn new(asked: Asked<'_>, now: &Encounter) -> Self {
        let mut ask = Self::default();
        match asked {
            Asked::Offers(offers) => {
                if let Some(preset) = offers.iter().position(|offer| offer.preset) {
                    ask.mark.put(offers, preset);
                }
            }
            Asked::Prompt(prompt) => match &prompt.kind {
                Kind::Choice { options, preset } => ask.mark.put(options, *preset),
                Kind::Rolls(rows) => {
                    let first = throws::next_asked(rows, now, 0, None);
                    ask.mark.put(rows, first.unwrap_or(0));
                }
                Kind::Pick { from, preset, .. } => {
                    let first = |id| from.iter().position(|one| one == id);
                    if let Some(place) = preset.first().and_then(first) {
                        ask.mark.put(from, place);
                    }
                }
                Kind::Form(fields) => form::begin(&mut ask, fields),
                Kind::Text { .. } | Kind::Roll(_) | Kind::Number { .. } | Kind::Confirm { .. } => {}
            },
            Asked::Fault(_) => {}
        }
        ask
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
            }) => self.mode == Mode::Words,
            _ => false,
        }
    }

    /// Whether something typed stands in a field.
    pub fn is_typing(&self) -> bool {
        !self.line.is_empty()
    }

    /// A sign was typed.
    pub fn type_char(&mut self, c: char, asked: Asked<'_>, now: &Encounter) -> Reply {
        self.problem = None;
        match asked {
            Asked::Offers(offers) => self.letter_of_offers(c, offers, now),
            Asked::Fault(_) => Reply::Nothing,
            Asked::Prompt(prompt) => match &prompt.kind {
                Kind::Roll(roll) => {
                    self.type_face(c, &roll.dice);
                    Reply::Nothing
                }
                Kind::Rolls(rows) => self.type_into_throws(c, rows),
                Kind::Choice { options, .. } => self.letter_of_options(c, options),
                Kind::Pick {
                    from, least, most, ..
                } => self.letter_of_pick(c, from, (*least, *most)),
                Kind::Form(_) => {
                    self.type_into_form(c, prompt, now);
                    Reply::Nothing
                }
                Kind::Number { least, most, .. } => {
                    if c.is_ascii_digit() || (c == '-' && self.line.is_empty()) {
                        self.line.insert(c);
                        self.check_number(*least, *most);
                    } else {
                        self.problem = Some(format!("type a number, {least} to {most}"));
                    }
                    Reply::Nothing
                }
                Kind::Text { .. } => {
                    self.line.insert(c);
                    Reply::Nothing
                }
                Kind::Confirm { .. } => match c.to_ascii_lowercase() {
                    'y' => Reply::Answer(Answer::Yes(true)),
                    'n' => Reply::Answer(Answer::Yes(false)),
                    _ => {
                        self.problem = Some("press y or n".to_owned());
                        Reply::Nothing
                    }
                },
            },
        }
    }

    /// Enter was pressed.
    pub fn enter(&mut self, asked: Asked<'_>, now: &Encounter) -> Reply {
        self.problem = None;
        match asked {
            Asked::Offers(offers) => self.enter_offers(offers, now),
            Asked::Fault(_) => Reply::Nothing,
            Asked::Prompt(prompt) => match &prompt.kind {
                Kind::Roll(roll) => self.enter_faces(&roll.dice),
                Kind::Rolls(rows) => self.enter_throws(rows, now),
                Kind::Choice { options, .. } => {
                    let options: &[Choice] = options;
                    match self.typed_key(&letters::of_options(options)) {
                        Some(place) => self.choose(options, place),
                        None => self.choose(options, self.mark.place(options).unwrap_or(0)),
                    }
                }
                Kind::Pick {
                    from, most, preset, ..
                } => {
                    if !self.line.is_empty() {
                        let keys: Vec<String> = from.iter().map(|id| id.letter()).collect();
                        match self.typed_key(&keys) {
                            Some(place) => {
                                self.toggle(from[place], *most);
                                self.line.clear();
                                if *most > 1 {
                                    return Reply::Nothing;
                                }
                            }
                            None => return self.nobody(),
                        }
                    }
                    let picked = self.picked.clone().unwrap_or_else(|| preset.clone());
                    Reply::Answer(Answer::Picked(picked))
                }
                Kind::Form(_) => self.enter_form(prompt),
                Kind::Number {
                    least,
                    most,
                    preset,
                } => self.enter_number(*least, *most, *preset),
                Kind::Text { preset } if self.line.is_empty() => {
                    Reply::Answer(Answer::Text(preset.clone()))
                }
                Kind::Text { .. } => Reply::Answer(Answer::Text(self.line.value().to_owned())),
                Kind::Confirm { preset } => Reply::Answer(Answer::Yes(*preset)),
            },
        }
    }

    /// Moves the row by some places; stays at the ends. A throw that is typed is given.
    pub fn step(&mut self, by: isize, asked: Asked<'_>) -> Reply {
        self.problem = None;
        if let Asked::Prompt(prompt) = asked
            && matches!(prompt.kind, Kind::Form(_))
        {
            self.step_field(by, prompt);
            return Reply::Nothing;
        }
        let mut reply = Reply::Nothing;
        if let Asked::Prompt(Prompt {
            kind: Kind::Rolls(rows),
            ..
        }) = asked
        {
            reply = self.keep_throw(rows);
        }
        if self.problem.is_some() {
            return reply;
        }
        self.line.clear();
        match asked {
            Asked::Offers(offers) => self.mark.step(offers, by),
            Asked::Prompt(prompt) => match &prompt.kind {
                Kind::Choice { options, .. } => self.mark.step(options, by),
                Kind::Pick { from, .. } => self.mark.step(from, by),
                Kind::Rolls(rows) => self.mark.step(rows, by),
                _ => {}
            },
            Asked::Fault(_) => {}
        }
        reply
    }

    /// Space, where it is no text: marks the combatant at the row, switches the field at the row.
    pub fn mark(&mut self, asked: Asked<'_>) {
        self.problem = None;
        if let Asked::Prompt(prompt) = asked {
            match &prompt.kind {
                Kind::Pick { from, most, .. } => {
                    if let Some(id) = self.mark.row(from) {
                        self.toggle(*id, *most);
                    }
                }
                Kind::Form(_) => self.more(1, prompt),
                _ => {}
            }
        }
    }

    /// Picks everybody who can be picked.
    pub fn all(&mut self, asked: Asked<'_>) {
        if let Asked::Prompt(prompt) = asked {
            match &prompt.kind {
                Kind::Pick { from, most, .. } => {
                    self.picked = Some(from.iter().copied().take(*most).collect());
                }
                Kind::Form(_) => self.pick_all(prompt),
                _ => {}
            }
        }
    }

    /// Whether a field of a form is typed into, or its options are open.
    pub fn is_inside(&self) -> bool {
        self.mode != Mode::Keys || !self.line.is_empty()
    }

    /// Takes back what stands half-answered, the innermost first. Says whether there was anything.
    pub fn step_back(&mut self, asked: Asked<'_>, now: &Encounter) -> bool {
        let had_problem = self.problem.take().is_some();
        if self.mode != Mode::Keys {
            self.leave_field();
            return true;
        }
        if !self.line.is_empty() {
            self.line.clear();
            return true;
        }
        if self.picked.is_some() || !self.draft.is_empty() {
            *self = Self::new(asked, now);
            return true;
        }
        had_problem
    }

    /// After the line was edited by other keys than signs: says at once what is wrong with it.
    pub fn edited(&mut self, asked: Asked<'_>) {
        self.problem = None;
        if let Asked::Prompt(prompt) = asked {
            match &prompt.kind {
                Kind::Roll(roll) => self.check_faces(&roll.dice),
                Kind::Rolls(rows) => {
                    if let Some(row) = self.mark.row(rows) {
                        self.check_faces(&row.roll.dice);
                    }
                }
                Kind::Number { least, most, .. } => self.check_number(*least, *most),
                Kind::Form(_) => self.keep_typed(prompt),
                _ => {}
            }
        }
    }

    fn letter_of_offers(&mut self, c: char, offers: &[Entry], now: &Encounter) -> Reply {
        let keys = letters::of_offers(offers, now);
        match self.press(c, &keys) {
            Hit::Only(place) => return self.start(offers, place),
            Hit::Perhaps(place) => self.mark.put(offers, place),
            Hit::Begun => {}
            Hit::Nothing => {
                let whose = Id::from_letter(&String::from(c)).and_then(|id| now.find(id));
                if let (Some(problem), Some(one)) = (&mut self.problem, whose) {
                    *problem = format!("{} is not to be chosen now", one.name);
                }
            }
        }
        Reply::Nothing
    }

    fn enter_offers(&mut self, offers: &[Entry], now: &Encounter) -> Reply {
        if !self.line.is_empty() {
            return match self.typed_key(&letters::of_offers(offers, now)) {
                Some(place) => self.start(offers, place),
                None => self.nothing_on(),
            };
        }
        match self.mark.place(offers) {
            Some(place) => self.start(offers, place),
            None => {
                self.problem = Some("nothing is preset: choose by letter".to_owned());
                Reply::Nothing
            }
        }
    }

    fn start(&mut self, offers: &[Entry], place: usize) -> Reply {
        self.line.clear();
        match offers.get(place) {
            Some(Entry {
                refused: Some(why), ..
            }) => {
                self.problem = Some(why.clone());
                self.mark.put(offers, place);
                Reply::Nothing
            }
            Some(offer) => Reply::Start(offer.command.clone()),
            None => Reply::Nothing,
        }
    }

    fn letter_of_options(&mut self, c: char, options: &[Choice]) -> Reply {
        let keys = letters::of_options(options);
        if let Some(digit) = c.to_digit(10)
            && self.line.is_empty()
            && !keys.iter().any(|key| key.starts_with(c))
            && (1..=options.len()).contains(&(digit as usize))
        {
            return self.choose(options, digit as usize - 1);
        }
        // An option has one letter, so that none is the beginning of another.
        match self.press(c, &keys) {
            Hit::Only(place) => self.choose(options, place),
            Hit::Perhaps(_) | Hit::Begun | Hit::Nothing => Reply::Nothing,
        }
    }

    fn choose(&mut self, options: &[Choice], place: usize) -> Reply {
        self.line.clear();
        match options.get(place) {
            Some(Choice {
                refused: Some(why), ..
            }) => {
                self.problem = Some(why.clone());
                self.mark.put(options, place);
                Reply::Nothing
            }
            Some(option) => Reply::Answer(Answer::Chose(option.key.clone())),
            None => Reply::Nothing,
        }
    }

    fn letter_of_pick(&mut self, c: char, from: &[Id], bounds: (usize, usize)) -> Reply {
        let keys: Vec<String> = from.iter().map(|id| id.letter()).collect();
        let hit = self.press(c, &keys);
        if let Hit::Only(place) | Hit::Perhaps(place) = hit {
            self.mark.put(from, place);
        }
        let Hit::Only(place) = hit else {
            return Reply::Nothing;
        };
        self.toggle(from[place], bounds.1);
        match (bounds, &self.picked) {
            ((1, 1), Some(picked)) if picked.len() == 1 => {
                Reply::Answer(Answer::Picked(picked.clone()))
            }
            _ => Reply::Nothing,
        }
    }

    fn toggle(&mut self, id: Id, most: usize) {
        self.picked = Some(toggled(self.picked.as_deref(), id, most));
    }

    /// A letter of a key was typed; says what the letters mean now.
    fn press(&mut self, c: char, keys: &[String]) -> Hit {
        self.line.insert(c);
        let mut hit = letters::hit(keys.iter().map(String::as_str), self.line.value());
        if hit == Hit::Nothing && self.line.value().chars().count() > 1 {
            // A slip: begin again with the last letter.
            self.line.clear();
            self.line.insert(c);
            hit = letters::hit(keys.iter().map(String::as_str), self.line.value());
        }
        match hit {
            Hit::Only(_) => self.line.clear(),
            Hit::Perhaps(_) | Hit::Begun => {}
            Hit::Nothing => {
                self.nothing_on();
                self.line.clear();
            }
        }
        hit
    }

    /// The place of the key that was typed, when Enter ends it.
    fn typed_key(&self, keys: &[String]) -> Option<usize> {
        if self.line.is_empty() {
            return None;
        }
        match letters::hit(keys.iter().map(String::as_str), self.line.value()) {
            Hit::Only(place) | Hit::Perhaps(place) => Some(place),
            Hit::Begun | Hit::Nothing => None,
        }
    }

    fn nothing_on(&mut self) -> Reply {
        self.problem = Some(format!("nothing is on `{}` here", self.line.value()));
        Reply::Nothing
    }

    fn nobody(&mut self) -> Reply {
        self.problem = Some(format!("`{}` cannot be picked here", self.line.value()));
        Reply::Nothing
    }

    /// Refuses what no further digit can bring into the range.
    fn check_number(&mut self, least: i64, most: i64) {
        let text = self.line.value();
        let hopeless = match text.parse::<i64>() {
            Ok(number) if number < 0 => number < least,
            Ok(number) => number > most,
            Err(_) => !text.is_empty() && text != "-",
        };
        self.problem = hopeless.then(|| format!("{text} is not between {least} and {most}"));
    }

    fn enter_number(&mut self, least: i64, most: i64, preset: i64) -> Reply {
        if self.line.is_empty() {
            return Reply::Answer(Answer::Number(preset));
        }
        match self.line.value().parse() {
            Ok(number) if (least..=most).contains(&number) => Reply::Answer(Answer::Number(number)),
            _ => {
                let text = self.line.value();
                self.problem = Some(format!("{text} is not between {least} and {most}"));
                Reply::Nothing
            }
        }
    }
}

/// Whom a letter leaves picked: the first one replaces what was proposed, later ones come and go; where only one may be
/// picked, each replaces the other.
fn toggled(picked: Option<&[Id]>, id: Id, most: usize) -> Vec<Id> {
    match picked {
        Some(picked) if most != 1 => {
            let mut picked = picked.to_vec();
            match picked.iter().position(|one| *one == id) {
                Some(place) => {
                    picked.remove(place);
                }
                None => picked.push(id),
            }
            picked
        }
        _ => vec![id],
    }
}
