//! A form being filled: every field has a key, target letters go to the field for combatants, digits to the number.

use crate::dice::Dice;
use crate::encounter::{
    Answer, Encounter, Field, FieldKind, Id, Kind, Prompt, Value, half, read_halves,
};
use crate::session::Preview;

use super::{Ask, Reply, toggled};
use crate::ui::letters::{self, Hit};
use crate::ui::selection::Selection;

/// What keys mean to a form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Letters are keys of fields and combatants, digits a number.
    #[default]
    Keys,
    /// A number is typed into the field at the row.
    Number,
    /// Words are typed into the field at the row.
    Words,
    /// The options of the field at the row are open.
    List,
}

/// What a key of a form leads to.
#[derive(Clone, Copy)]
enum Goal {
    Field(usize),
    Target(usize, Id),
}

/// The row at the start: where there is nothing but words and numbers to give, the first word is being typed at once.
pub(super) fn begin(ask: &mut Ask, fields: &[Field]) {
    ask.mark.put(fields, 0);
    ask.draft = fields
        .iter()
        .filter(|field| field.set)
        .map(|field| (field.key.clone(), field.value.clone()))
        .collect();
    if let Some(field) = fields.first()
        && matches!(field.kind, FieldKind::Text)
    {
        ask.mode = Mode::Words;
        ask.line.set(&words_to_edit(field));
    }
}

/// The fields as the draft leaves them.
fn fields<'a>(preview: &'a Option<Preview>, prompt: &'a Prompt) -> &'a [Field] {
    let form = preview.as_ref().map_or(prompt, |preview| &preview.form);
    match &form.kind {
        Kind::Form(fields) => fields,
        _ => &[],
    }
}

impl Ask {
    /// The fields as the draft leaves them.
    pub fn fields<'a>(&'a self, prompt: &'a Prompt) -> &'a [Field] {
        fields(&self.preview, prompt)
    }

    fn field<'a>(&'a self, prompt: &'a Prompt) -> Option<&'a Field> {
        self.mark.row(self.fields(prompt))
    }

    fn mark_field(&mut self, place: usize, prompt: &Prompt) {
        self.mark.put(fields(&self.preview, prompt), place);
    }

    /// Keeps the mark on its field, and on one in any case. Says whether what was opened there still is what it was.
    pub(super) fn settle_form(&mut self, prompt: &Prompt) -> bool {
        let fields = fields(&self.preview, prompt);
        let stays = self.mark.settle(fields);
        if self.mark.place(fields).is_none() {
            self.mark.put(fields, 0);
        }
        let kind = self.mark.row(fields).map(|field| &field.kind);
        stays
            && match (self.mode, kind) {
                (Mode::List, Some(FieldKind::Choice(options))) => {
                    self.option.settle(options);
                    true
                }
                (Mode::Keys, _)
                | (Mode::Number, Some(FieldKind::Number { .. }))
                | (Mode::Words, Some(FieldKind::Text)) => true,
                (Mode::List | Mode::Number | Mode::Words, _) => false,
            }
    }

    pub(super) fn type_into_form(&mut self, c: char, prompt: &Prompt, now: &Encounter) {
        match self.mode {
            Mode::Words => {
                self.line.insert(c);
                self.keep_typed(prompt);
            }
            Mode::List => self.letter_of_list(c, prompt),
            Mode::Number if c.is_ascii_digit() || matches!(c, '.' | '-') => {
                self.line.insert(c);
                self.keep_typed(prompt);
            }
            Mode::Keys if c.is_ascii_digit() => self.digit(c, prompt),
            Mode::Keys | Mode::Number => {
                if self.mode == Mode::Number {
                    self.leave_field();
                }
                self.letter(c, prompt, now);
            }
        }
    }

    /// A digit without a field being typed into: it goes to the field at the row if that takes numbers, else to the
    /// only one that does. Among several it might be meant for none of them: somebody may have typed a die too early.
    fn digit(&mut self, c: char, prompt: &Prompt) {
        let fields = self.fields(prompt);
        let row = self
            .mark
            .place(fields)
            .filter(|row| takes_digits(&fields[*row]))
            .or_else(|| {
                let mut numbers = (0..fields.len()).filter(|row| takes_digits(&fields[*row]));
                numbers.next().filter(|_| numbers.next().is_none())
            });
        let Some(row) = row else {
            self.problem = Some(if fields.iter().any(takes_digits) {
                "which number? choose its field by letter first".to_owned()
            } else {
                "no number is asked for here".to_owned()
            });
            return;
        };
        self.mode = match fields[row].kind {
            FieldKind::Text => Mode::Words,
            _ => Mode::Number,
        };
        self.mark_field(row, prompt);
        self.line.clear();
        self.line.insert(c);
        self.keep_typed(prompt);
    }

    fn letter(&mut self, c: char, prompt: &Prompt, now: &Encounter) {
        let fields = self.fields(prompt);
        let mut goals: Vec<Goal> = (0..fields.len()).map(Goal::Field).collect();
        let mut keys = letters::of_fields(fields, now);
        // The field at the row comes first, so that two fields for combatants can both be filled by letter.
        let order = self.mark.place(fields).into_iter().chain(0..fields.len());
        for place in order {
            if let FieldKind::Pick { from, .. } = &fields[place].kind {
                for id in from {
                    goals.push(Goal::Target(place, *id));
                    keys.push(id.letter());
                }
            }
        }
        match self.press(c, &keys) {
            Hit::Only(place) => match goals[place] {
                Goal::Field(place) => self.open(place, prompt),
                Goal::Target(place, id) => self.pick_in(place, id, prompt),
            },
            Hit::Perhaps(place) => {
                let (Goal::Field(place) | Goal::Target(place, _)) = goals[place];
                self.mark_field(place, prompt);
            }
            Hit::Begun | Hit::Nothing => {}
        }
    }

    fn pick_in(&mut self, place: usize, id: Id, prompt: &Prompt) {
        let field = &self.fields(prompt)[place];
        let FieldKind::Pick { most, .. } = field.kind else {
            return;
        };
        let picked = match self.draft.get(&field.key) {
            Some(Value::Who(picked)) => Some(picked.as_slice()),
            _ => None,
        };
        let picked = toggled(picked, id, most);
        let key = field.key.clone();
        self.mark_field(place, prompt);
        self.draft.insert(key, Value::Who(picked));
    }

    /// Picks everybody the field takes, or nobody if that is so already.
    pub fn pick_all(&mut self, prompt: &Prompt) {
        let fields = self.fields(prompt);
        let place = self
            .mark
            .place(fields)
            .filter(|row| takes_several(&fields[*row]))
            .or_else(|| fields.iter().position(takes_several));
        let Some(place) = place else {
            return;
        };
        let field = &fields[place];
        if let FieldKind::Pick { from, most, .. } = &field.kind {
            let all: Vec<Id> = from.iter().copied().take(*most).collect();
            let none = matches!(&field.value, Value::Who(picked) if picked.len() == all.len());
            let key = field.key.clone();
            self.mark_field(place, prompt);
            self.draft
                .insert(key, Value::Who(if none { Vec::new() } else { all }));
        }
    }

    /// The key of a field was pressed: it is flipped, or opened for what it takes.
    fn open(&mut self, place: usize, prompt: &Prompt) {
        self.mark_field(place, prompt);
        let Some(field) = self.field(prompt) else {
            return;
        };
        match &field.kind {
            FieldKind::Toggle => self.more(1, prompt),
            FieldKind::Choice(options) if options.len() <= 2 => self.more(1, prompt),
            FieldKind::Choice(options) => {
                let here = options
                    .iter()
                    .position(|option| field.value.as_word() == Some(option.key.as_str()));
                self.option = Selection::at(options, here.unwrap_or(0));
                self.mode = Mode::List;
            }
            FieldKind::Number { .. } => {
                self.mode = Mode::Number;
                self.line.clear();
            }
            FieldKind::Text => {
                let words = words_to_edit(field);
                self.mode = Mode::Words;
                self.line.set(&words);
            }
            FieldKind::Pick { .. } => {}
        }
    }

    /// The next value of the field at the row, or the one before.
    pub fn more(&mut self, by: i64, prompt: &Prompt) {
        self.problem = None;
        let Some(field) = self.field(prompt) else {
            return;
        };
        let value = match (&field.kind, &field.value) {
            (FieldKind::Toggle, Value::Flag(on)) => Value::Flag(!on),
            (FieldKind::Number { least, most, .. }, Value::Int(number)) => {
                Value::Int(number.saturating_add(by).clamp(*least, *most))
            }
            (FieldKind::Choice(options), value) => {
                let count = options.len() as i64;
                let here = options
                    .iter()
                    .position(|option| value.as_word() == Some(option.key.as_str()))
                    .map_or(-1, |place| place as i64);
                let next = (1..=count)
                    .map(|step| (here + by * step).rem_euclid(count) as usize)
                    .find(|place| options[*place].refused.is_none());
                match next {
                    Some(place) => Value::Word(options[place].key.clone()),
                    None => return,
                }
            }
            (FieldKind::Pick { from, most: 1, .. }, Value::Who(picked)) if !from.is_empty() => {
                let count = from.len() as i64;
                let here = picked
                    .first()
                    .and_then(|id| from.iter().position(|one| one == id))
                    .map_or(-1, |place| place as i64);
                Value::Who(vec![from[(here + by).rem_euclid(count) as usize]])
            }
            _ => return,
        };
        let key = field.key.clone();
        self.draft.insert(key, value);
        self.line.clear();
        if self.mode == Mode::Number {
            self.mode = Mode::Keys;
        }
    }

    fn letter_of_list(&mut self, c: char, prompt: &Prompt) {
        let Some(FieldKind::Choice(options)) = self.field(prompt).map(|field| &field.kind) else {
            return;
        };
        // An option has one letter, so that none is the beginning of another.
        if let Hit::Only(place) = self.press(c, &letters::of_options(options)) {
            self.take_option(place, prompt);
        }
    }

    fn take_option(&mut self, place: usize, prompt: &Prompt) {
        let Some(field) = self.field(prompt) else {
            return;
        };
        let FieldKind::Choice(options) = &field.kind else {
            return;
        };
        let Some(option) = options.get(place) else {
            return;
        };
        if let Some(why) = option.refused.clone() {
            self.problem = Some(why);
            return;
        }
        let (key, word) = (field.key.clone(), option.key.clone());
        self.draft.insert(key, Value::Word(word));
        self.leave_field();
    }

    pub(super) fn step_field(&mut self, by: isize, prompt: &Prompt) {
        let fields = fields(&self.preview, prompt);
        if self.mode == Mode::List {
            let field = self.mark.row(fields).map(|field| &field.kind);
            if let Some(FieldKind::Choice(options)) = field {
                self.option.step(options, by);
            }
            return;
        }
        // Round and round, so that Tab alone reaches every field.
        self.mark.turn(fields, by);
        let field = self.mark.row(fields);
        let words = field
            .filter(|field| matches!(field.kind, FieldKind::Text))
            .map(words_to_edit);
        self.leave_field();
        if let Some(words) = words {
            self.mode = Mode::Words;
            self.line.set(&words);
        }
    }

    /// No field is typed into, no list is open.
    pub fn leave_field(&mut self) {
        self.mode = Mode::Keys;
        self.line.clear();
    }

    /// Takes what is typed into the draft.
    pub(super) fn keep_typed(&mut self, prompt: &Prompt) {
        self.problem = None;
        let Some(field) = self.field(prompt) else {
            return;
        };
        let key = field.key.clone();
        let text = self.line.value();
        let value = match &field.kind {
            FieldKind::Text if self.mode == Mode::Words => Some(Value::Word(text.to_owned())),
            FieldKind::Number {
                least,
                most,
                halves,
                ..
            } if self.mode == Mode::Number => {
                if text.is_empty() || text == "-" {
                    return;
                }
                let read = if *halves {
                    read_halves(text)
                } else {
                    text.parse().ok()
                };
                if read.is_none() {
                    let show = |n: i64| if *halves { half(n) } else { n.to_string() };
                    self.problem = Some(format!(
                        "`{text}` is not a number from {} to {}",
                        show(*least),
                        show(*most)
                    ));
                }
                read.map(Value::Int)
            }
            _ => None,
        };
        if let Some(value) = value {
            self.draft.insert(key, value);
        }
    }

    pub(super) fn enter_form(&mut self, prompt: &Prompt) -> Reply {
        if self.mode == Mode::List {
            if let Some(FieldKind::Choice(options)) = self.field(prompt).map(|field| &field.kind)
                && let Some(place) = self.option.place(options)
            {
                self.take_option(place, prompt);
            }
            return Reply::Nothing;
        }
        if self.mode == Mode::Keys && !self.line.is_empty() {
            // The letter of a combatant that could have gone on: Enter ends it.
            let typed = self.line.value().to_owned();
            self.line.clear();
            let fields = self.fields(prompt);
            let target = fields
                .iter()
                .enumerate()
                .find_map(|(place, field)| match &field.kind {
                    FieldKind::Pick { from, .. } => from
                        .iter()
                        .find(|id| id.letter() == typed)
                        .map(|id| (place, *id)),
                    _ => None,
                });
            if let Some((place, id)) = target {
                self.pick_in(place, id, prompt);
            }
            return Reply::Nothing;
        }
        if let Some(problem) = self
            .preview
            .as_ref()
            .and_then(|preview| preview.refused.clone())
        {
            self.problem = Some(problem);
            return Reply::Nothing;
        }
        // What nobody touched follows the facts: only what the hand set is an answer.
        Reply::Answer(Answer::Filled(self.draft.clone()))
    }
}

/// What stands in the line when a field for words is opened: words to go on with; a number or dice are typed anew.
fn words_to_edit(field: &Field) -> String {
    match field.value.as_word() {
        Some(word) if !word.is_empty() && Dice::parse(word).is_err() => word.to_owned(),
        _ => String::new(),
    }
}

fn takes_digits(field: &Field) -> bool {
    match (&field.kind, &field.value) {
        (FieldKind::Number { .. }, _) => true,
        (FieldKind::Text, Value::Word(word)) => Dice::parse(word).is_ok(),
        _ => false,
    }
}

fn takes_several(field: &Field) -> bool {
    matches!(field.kind, FieldKind::Pick { most, .. } if most > 1)
}
