//! A form being filled: every field has a key, target letters go to the field for combatants, digits to the number.

use crate::dice::Dice;
use crate::encounter::{Answer, Encounter, Field, FieldKind, Id, Kind, Prompt, Value, half};
use crate::session::read_halves;

use super::{Ask, Reply, toggled};
use crate::ui::letters;

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
    ask.row = (!fields.is_empty()).then_some(0);
    if let Some(field) = fields.first()
        && matches!(field.kind, FieldKind::Text)
    {
        ask.mode = Mode::Words;
        ask.line.set(&words_to_edit(field));
    }
}

impl Ask {
    /// The fields as the draft leaves them.
    pub fn fields<'a>(&'a self, prompt: &'a Prompt) -> &'a [Field] {
        let form = self
            .preview
            .as_ref()
            .map_or(prompt, |preview| &preview.form);
        match &form.kind {
            Kind::Form(fields) => fields,
            _ => &[],
        }
    }

    fn field<'a>(&'a self, prompt: &'a Prompt) -> Option<&'a Field> {
        self.fields(prompt).get(self.row?)
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
            .row
            .filter(|row| fields.get(*row).is_some_and(takes_digits))
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
        self.row = Some(row);
        self.line.clear();
        self.line.insert(c);
        self.keep_typed(prompt);
    }

    fn letter(&mut self, c: char, prompt: &Prompt, now: &Encounter) {
        let fields = self.fields(prompt);
        let mut goals: Vec<Goal> = (0..fields.len()).map(Goal::Field).collect();
        let mut keys = letters::of_fields(fields, now);
        // The field at the row comes first, so that two fields for combatants can both be filled by letter.
        let order = self.row.into_iter().chain(0..fields.len());
        for place in order {
            if let FieldKind::Pick { from, .. } = &fields[place].kind {
                for id in from {
                    goals.push(Goal::Target(place, *id));
                    keys.push(id.letter());
                }
            }
        }
        let Some(place) = self.press(c, &keys) else {
            return;
        };
        match goals[place] {
            Goal::Field(place) => self.open(place, prompt),
            Goal::Target(place, id) => self.pick_in(place, id, prompt),
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
        self.draft.insert(key, Value::Who(picked));
        self.row = Some(place);
    }

    /// Picks everybody the field takes, or nobody if that is so already.
    pub fn pick_all(&mut self, prompt: &Prompt) {
        let fields = self.fields(prompt);
        let place = self
            .row
            .filter(|row| takes_several(&fields[*row]))
            .or_else(|| fields.iter().position(takes_several));
        let Some(field) = place.and_then(|place| fields.get(place)) else {
            return;
        };
        if let FieldKind::Pick { from, most, .. } = &field.kind {
            let all: Vec<Id> = from.iter().copied().take(*most).collect();
            let none = matches!(&field.value, Value::Who(picked) if picked.len() == all.len());
            let key = field.key.clone();
            self.draft
                .insert(key, Value::Who(if none { Vec::new() } else { all }));
            self.row = place;
        }
    }

    /// The key of a field was pressed: it is flipped, or opened for what it takes.
    fn open(&mut self, place: usize, prompt: &Prompt) {
        self.row = Some(place);
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
                self.option = here.unwrap_or(0);
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
            self.leave_field();
            return;
        };
        let keys = letters::of_options(options);
        if let Some(place) = self.press(c, &keys) {
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
        let fields = self.fields(prompt);
        if self.mode == Mode::List {
            if let Some(FieldKind::Choice(options)) = self.field(prompt).map(|field| &field.kind) {
                let last = options.len().saturating_sub(1);
                self.option = self.option.saturating_add_signed(by).min(last);
            }
            return;
        }
        let count = fields.len();
        if count == 0 {
            return;
        }
        // Round and round, so that Tab alone reaches every field.
        let row = (self.row.unwrap_or(0) as isize + by).rem_euclid(count as isize) as usize;
        let words =
            matches!(fields[row].kind, FieldKind::Text).then(|| words_to_edit(&fields[row]));
        self.leave_field();
        self.row = Some(row);
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
            self.take_option(self.option, prompt);
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
        let form = self
            .preview
            .as_ref()
            .map_or(prompt, |preview| &preview.form);
        match form.preset() {
            Some(answer @ Answer::Filled(_)) => Reply::Answer(answer),
            _ => Reply::Nothing,
        }
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
