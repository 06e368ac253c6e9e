//! Keys in a form. An action key flips or opens its row, and letters go to the row of combatants. Digits go to the die
//! that follows the form or to the open number.

use crate::dice::Dice;
use crate::encounter::Encounter;
use crate::resolver::{Answer, Choice, Field, FieldKind, Prompt};
use crate::rules::{DEED, Keyed};
use crate::session::Preview;
use crate::text::{begin_in_order, beginnings, capital, fold};
use crate::values::{Id, Value, decimal, read_decimal};

use super::throws::read_throw;
use super::{is_of_one, with_letter};
use crate::ui::ask::form::fields;
use crate::ui::ask::{Ask, Asked, Due, Mode, Reply};
use crate::ui::keymap::KeyAction;
use crate::ui::selection::Selection;

/// Key of the answer that declines an offer.
const NONE: &str = "none";

/// Maximum number of values that a key steps through; a row with more values is opened.
const MOST_STEPS: usize = 6;

impl Ask {
    /// Handles a combatant's letter: marks the combatant's block, otherwise fills the open row of combatants, otherwise
    /// the target row.
    pub(super) fn person_of_form(&mut self, who: Id, prompt: &Prompt, now: &Encounter) {
        if self.mode == Mode::Number {
            self.leave_field();
        }
        let fields = self.fields(prompt);
        let people = |field: &Field| matches!(field.kind, FieldKind::Pick { .. });
        let open = self.mark.place(fields);
        let open = open.filter(|place| people(&fields[*place]));
        let theirs = |field: &Field| self.keyed(field).and_then(|keyed| keyed.whose()) == Some(who);
        if let (None, Some(place)) = (open, fields.iter().position(theirs)) {
            let field = fields[place].clone();
            self.mark_field(place, prompt);
            self.open_for_typing(&field);
            return;
        }
        // The letter of any member means its side.
        let side = now.side_name(now.get(who).side);
        let marked = self.mark.row(fields).map(|field| &field.kind);
        if let (Some(_), Some(FieldKind::Choice(options))) = (self.led, marked)
            && let Some(place) = options.iter().position(|option| option.key == side)
        {
            return self.take_option(place, prompt);
        }
        let target = || self.in_block(fields, |field, keyed| keyed.capital == 'T' && people(field));
        let first = || fields.iter().position(people);
        match open.or_else(target).or_else(first) {
            Some(place) => self.pick_in(place, who, prompt, now),
            None => {
                self.whose(who, now);
            }
        }
    }

    /// Puts a combatant into the row with this key.
    pub fn put_in(&mut self, row: &str, who: Id, asked: Asked<'_>, now: &Encounter) {
        let Asked::Prompt(prompt) = asked else {
            return;
        };
        let place = self
            .fields(prompt)
            .iter()
            .position(|field| field.key == row);
        if let Some(place) = place {
            self.pick_in(place, who, prompt, now);
        }
    }

    /// Puts a combatant into a row, or removes the combatant.
    pub(super) fn pick_in(&mut self, place: usize, who: Id, prompt: &Prompt, now: &Encounter) {
        let field = &self.fields(prompt)[place];
        let (FieldKind::Pick { from, most, .. }, Value::Who(stands)) = (&field.kind, &field.value)
        else {
            return;
        };
        if !from.contains(&who) {
            let (letter, name, label) = (who.letter(), now.name(who), &field.label);
            self.problem = Some(format!(
                "{label}: {letter} is {name}, who cannot be chosen here."
            ));
            self.stranger = Some((Some(place), who));
            return;
        }
        let picked = with_letter(stands, who, is_of_one(from, *most));
        let key = field.key.clone();
        self.draft.insert(key, Value::Who(picked));
    }

    /// Handles the action key of a row, or of an action that a row chooses. Among rows with the same name, the key
    /// selects the row in the marked block. If the key is pressed again, it moves to the next row with that name.
    pub(super) fn capital_of_form(&mut self, c: char, prompt: &Prompt) {
        self.leave_field();
        let again = self.led == Some(c);
        (self.led, self.by_arrows) = (Some(c), false);
        let fields = self.fields(prompt);
        let option = |field: &Field| match &field.kind {
            FieldKind::Choice(options) => options
                .iter()
                .position(|option| self.capitals.deed(&option.key) == Some(c)),
            _ => None,
        };
        let deed =
            |field: &Field, keyed: Keyed<'_>| keyed.capital == DEED && option(field).is_some();
        let declined = |field: &Field, keyed: Keyed<'_>| {
            c == 'N' && keyed.capital == 'Y' && matches!(field.kind, FieldKind::Toggle)
        };
        let named = |field: &Field| self.keyed(field).is_some_and(|keyed| keyed.capital == c);
        let marked = self.mark.place(fields);
        let next =
            marked.filter(|place| again && named(&fields[*place]) && !flips(&fields[*place]));
        let next = next.and_then(|place| after(place, fields, named));
        let here = || self.in_block(fields, |_, keyed| keyed.capital == c);
        let elsewhere = || after(marked.unwrap_or(0), fields, named);
        if let Some(place) = next.or_else(here) {
            self.mark_field(place, prompt);
            self.open(prompt);
        } else if let Some(place) = elsewhere() {
            self.mark_field(place, prompt);
        } else if let Some(place) = self.in_block(fields, deed) {
            let option = option(&fields[place]).unwrap_or(0);
            self.mark_field(place, prompt);
            self.take_option(option, prompt);
        } else if let Some(place) = self.in_block(fields, declined) {
            let key = fields[place].key.clone();
            self.draft.insert(key, Value::Flag(false));
        } else if matches!(c, 'Y' | 'N') && self.is_arrows_row(prompt) {
            let stands = self.field(prompt).map(|field| field.value.clone());
            if c == 'Y' || stands == Some(Value::Flag(true)) {
                self.open(prompt);
            }
        } else if let Some(place) = self.row_of_spare(c, prompt) {
            self.mark_field(place, prompt);
            self.open(prompt);
        } else {
            self.led = None;
            self.nothing_on(c);
        }
    }

    /// Returns `true` if the marked row has no action key, so that Space and Y change it.
    pub(super) fn is_arrows_row(&self, prompt: &Prompt) -> bool {
        let field = self.field(prompt);
        self.mode == Mode::Keys && field.is_some_and(|field| self.keyed(field).is_none())
    }

    /// Returns `true` if the marked row is a number.
    pub(super) fn is_at_number(&self, prompt: &Prompt) -> bool {
        let field = self.field(prompt);
        field.is_some_and(|field| matches!(field.kind, FieldKind::Number { .. }))
    }

    /// Returns the action key that just stepped through the few values of the marked row. Letters do not search these
    /// values, unlike in a row that opens.
    pub(in crate::ui::ask) fn stepped(&self, prompt: &Prompt) -> Option<char> {
        let steps = |field: &&Field| matches!(field.kind, FieldKind::Choice(_)) && flips(field);
        let (key, _) = self.key_of_marked(self.fields(prompt))?;
        let led = self.field(prompt).filter(steps).and(self.led);
        led.filter(|led| *led == key)
    }

    /// Describes how to reach a row that has the same action key as another row: the row after the marked row,
    /// otherwise the first such row. Returns `None` if all keys differ, or if the key changes the marked row again.
    pub(in crate::ui::ask) fn leads_on(&self, prompt: &Prompt) -> Option<String> {
        let fields = self.fields(prompt);
        match self.key_of_marked(fields) {
            Some((_, Some(_))) if self.field(prompt).is_none_or(flips) => None,
            Some((key, Some(next))) if self.led == Some(key) => {
                Some(format!("{key} again selects {next}"))
            }
            Some((key, Some(next))) => Some(format!("{key} twice selects {next}")),
            _ => {
                let (key, second) = self.shared_key(fields)?;
                Some(format!("{key} twice selects {second}"))
            }
        }
    }

    /// Returns `true` if Space belongs to the marked row: a row without an action key that the arrows reached, or a
    /// list of check boxes.
    pub(in crate::ui::ask) fn takes_space(&self, prompt: &Prompt) -> bool {
        let ticks = || {
            let tick = |field: &Field| matches!(field.kind, FieldKind::Toggle);
            let unkeyed = |field: &Field| self.keyed(field).is_none();
            self.fields(prompt)
                .iter()
                .all(|one| tick(one) && unkeyed(one))
        };
        self.is_arrows_row(prompt) && (self.by_arrows || ticks())
    }

    /// Handles a digit, or another character of numbers and dice.
    pub(super) fn sign_of_form(&mut self, c: char, prompt: &Prompt, now: &Encounter) {
        match self.mode {
            Mode::Number => self.sign_of_number(c, prompt),
            _ if c.is_ascii_digit() || self.mode == Mode::Die => self.digit(c, prompt, now),
            _ if matches!(c, '-' | '+') => self.leading_sign(c, prompt),
            _ => {}
        }
    }

    /// Handles a sign while no number is open: it can only start the number of the marked row.
    fn leading_sign(&mut self, c: char, prompt: &Prompt) {
        let number = |field: &&Field| matches!(field.kind, FieldKind::Number { .. });
        match self.field(prompt).filter(number).cloned() {
            Some(field) => {
                self.open_for_typing(&field);
                self.sign_of_number(c, prompt);
            }
            None => {
                let why = "starts a number, but the selected row takes no number.";
                self.refuse_stray(c, format!("`{c}` {why}"));
            }
        }
    }

    /// Handles a character typed into the number that is being edited. A leading sign belongs to the number and is
    /// refused with the number.
    fn sign_of_number(&mut self, c: char, prompt: &Prompt) {
        let leads = self.line.is_empty();
        self.problem = match c {
            '-' | '+' if !leads => Some(format!("Type `{c}` before the number.")),
            '0'..='9' | '.' | '-' => {
                self.line.insert(c);
                return self.keep_typed(prompt);
            }
            _ => None,
        };
    }

    /// Opens the amount of a form, if there is one, and types the start of dice. Returns `false` without an amount.
    pub(super) fn open_amount(&mut self, start: &str, prompt: &Prompt) -> bool {
        let takes_dice = |field: &Field| field.amount && matches!(field.kind, FieldKind::Text);
        let Some(place) = self.fields(prompt).iter().position(takes_dice) else {
            return false;
        };
        self.mark_field(place, prompt);
        self.open(prompt);
        self.line.set(start);
        self.keep_typed(prompt);
        true
    }

    /// Handles a digit while no number is open. The digit belongs to the only amount of the form. If no roll follows
    /// the form, the digit belongs to the number that the arrow keys selected or that has no action key. Otherwise it
    /// belongs to the die that follows.
    fn digit(&mut self, c: char, prompt: &Prompt, now: &Encounter) {
        let fields = self.fields(prompt);
        let last = |preview: &Preview| preview.next.is_none() && preview.refused.is_none();
        let is_meant = self.by_arrows || self.is_arrows_row(prompt);
        let gone_to = is_meant && self.preview.as_ref().is_some_and(last);
        let marked = self
            .mark
            .place(fields)
            .filter(|_| gone_to || self.capitals.is_of_no_system());
        let marked = marked.filter(|place| takes_digits(&fields[*place]));
        if let Some(place) = marked.or_else(|| fields.iter().position(|field| field.amount)) {
            self.mark_field(place, prompt);
            self.open(prompt);
            self.line.clear();
            self.line.insert(c);
            self.keep_typed(prompt);
            return;
        }
        if let (Due::Not(why), true) = (self.due(prompt, now), self.die.is_empty()) {
            let row = self.field(prompt);
            let number = row.filter(|field| matches!(field.kind, FieldKind::Number { .. }));
            let opens = number.map(|field| match self.keyed(field) {
                Some(keyed) => format!("{} opens {}.", keyed.capital, field.label),
                None => format!("Space opens {}.", field.label),
            });
            self.refuse_stray(
                c,
                match opens {
                    Some(opens) => format!("{}. {opens}", why.trim_end_matches(['.', '?'])),
                    None => why,
                },
            );
            return;
        }
        self.goes_back_to_die();
        self.mode = Mode::Die;
        self.type_face(c, prompt, now);
    }

    /// Returns to the die that was typed before another row changed. Returns `false` if there is no such die.
    pub(super) fn goes_back_to_die(&mut self) -> bool {
        if !self.die.is_empty() && self.mode == Mode::Keys {
            self.mode = Mode::Die;
            let typed = std::mem::take(&mut self.die);
            self.line.set(&typed);
        }
        self.mode == Mode::Die
    }

    /// Handles Backspace while a die is typed but another row is marked: deletes a character of the die. Returns
    /// `false` without a typed die.
    pub(crate) fn delete_of_die(&mut self, asked: Asked<'_>, now: &Encounter) -> bool {
        let typed = self.mode == Mode::Keys && !self.die.is_empty() && self.goes_back_to_die();
        let deleted = typed && self.line.apply(KeyAction::DeleteBack);
        if deleted {
            self.edited(asked, now);
        }
        deleted
    }

    /// Declines the offer of a form: its yes-or-no rows, or the choice of its only row. Returns `false` if the form
    /// offers nothing.
    pub(super) fn declines(&mut self, prompt: &Prompt) -> bool {
        let fields = self.fields(prompt);
        let offer = |field: &Field| {
            let yes = self.keyed(field).is_some_and(|keyed| keyed.capital == 'Y');
            let none = match &field.kind {
                FieldKind::Toggle if yes => Value::Flag(false),
                FieldKind::Choice(ways) if fields.len() == 1 => {
                    let none = ways.iter().find(|way| way.key == NONE);
                    Value::Word(none?.key.clone())
                }
                _ => return None,
            };
            Some((field.key.clone(), none))
        };
        let declined = fields.iter().filter_map(offer);
        let declined: Vec<(String, Value)> = declined.collect();
        if declined.is_empty() {
            return false;
        }
        self.draft.extend(declined);
        // The consequences of the draft are out of date.
        self.preview = None;
        true
    }

    /// Returns the label of the option that Space chooses in a form with only one row.
    pub fn space_option<'a>(&'a self, prompt: &'a Prompt) -> Option<&'a str> {
        match self.fields(prompt) {
            [field] => match &field.kind {
                FieldKind::Choice(ways) => {
                    let none = ways.iter().find(|way| way.key == NONE)?;
                    Some(none.label.as_str())
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Picks all combatants that the field takes. If they are already picked, clears the selection.
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

    /// Flips, steps or opens the marked row.
    pub(super) fn open(&mut self, prompt: &Prompt) {
        let Some(field) = self.field(prompt) else {
            return;
        };
        match &field.kind {
            FieldKind::Toggle => self.more(1, prompt),
            FieldKind::Choice(options) if options.len() <= MOST_STEPS => self.more(1, prompt),
            FieldKind::Choice(options) => {
                let here = options
                    .iter()
                    .position(|option| field.value.as_word() == Some(option.key.as_str()));
                self.option = Selection::at(options, here.unwrap_or(0));
                self.mode = Mode::List;
                self.line.clear();
            }
            FieldKind::Number { .. } | FieldKind::Text => {
                let field = field.clone();
                self.open_for_typing(&field);
            }
            FieldKind::Pick { .. } => {}
        }
    }

    /// Selects the next or previous value of the marked field.
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
            (FieldKind::Pick { from, least, most }, Value::Who(picked))
                if is_of_one(from, *most) && !from.is_empty() =>
            {
                // An empty choice comes before the first combatant, if allowed.
                let nobody = i64::from(*least == 0);
                let count = from.len() as i64 + nobody;
                let first = picked.first();
                let here = first.and_then(|id| from.iter().position(|one| one == id));
                let here = here.map_or(nobody - 1, |place| place as i64 + nobody);
                let next = (here + by).rem_euclid(count) - nobody;
                let next = usize::try_from(next).ok();
                Value::Who(next.map(|place| from[place]).into_iter().collect())
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

    /// Handles typed text in a form: changes the marked row, or searches its options.
    pub(super) fn typed_words(&mut self, prompt: &Prompt) {
        if self.mode != Mode::List {
            return self.keep_typed(prompt);
        }
        self.problem = self.no_option(prompt);
        let fields: &[Field] = fields(&self.preview, prompt);
        if let Some(FieldKind::Choice(options)) = self.mark.row(fields).map(|field| &field.kind)
            && !self.line.is_empty()
            && let Some(place) = found(options, self.line.value())
        {
            self.option.put(options, place);
        }
    }

    /// Returns the reason why Enter takes no option of the open list: no option matches the typed text.
    fn no_option(&self, prompt: &Prompt) -> Option<String> {
        let field = self.field(prompt)?;
        let FieldKind::Choice(options) = &field.kind else {
            return None;
        };
        let typed = self.line.value();
        let label = &field.label;
        found(options, typed)
            .is_none()
            .then(|| format!("{}: nothing matches `{typed}`.", capital(label)))
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
            // An arrow ends a search without a match, so that Enter takes the marked option.
            if self.no_option(prompt).is_some() {
                self.line.clear();
            }
            let field = self.mark.row(fields).map(|field| &field.kind);
            if let Some(FieldKind::Choice(options)) = field {
                self.option.step(options, by);
            }
            return;
        }
        // Wraps around, so that Tab alone reaches every field.
        self.mark.turn(fields, by);
        let field = self.mark.row(fields).cloned();
        self.leave_field();
        (self.led, self.by_arrows) = (None, true);
        // A number is opened by its key, because digits belong to the die. No die follows the screen's own forms.
        let number = |field: &Field| matches!(field.kind, FieldKind::Number { .. });
        let of_no_system = self.capitals.is_of_no_system();
        if let Some(field) = field.filter(|field| of_no_system || !number(field)) {
            self.open_for_typing(&field);
        }
    }

    /// Opens the next row of a form that only has numbers, such as the initiative of several combatants. Returns `false`
    /// if no number is typed, or if the last row is open.
    pub(super) fn next_number(&mut self, prompt: &Prompt) -> bool {
        let fields = self.fields(prompt);
        let number = |field: &Field| matches!(field.kind, FieldKind::Number { .. });
        let is_list = fields
            .iter()
            .all(|field| number(field) && self.keyed(field).is_none());
        let place = self.mark.place(fields);
        let next = place
            .map(|place| place + 1)
            .filter(|next| *next < fields.len());
        let is_typed = self.mode == Mode::Number && self.is_typing();
        let Some(next) = next.filter(|_| is_list && is_typed) else {
            return false;
        };
        let field = fields[next].clone();
        self.leave_field();
        self.mark_field(next, prompt);
        self.open_for_typing(&field);
        true
    }

    /// Moves the typed text into the draft.
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
                least, most, parts, ..
            } if self.mode == Mode::Number => {
                if text.is_empty() {
                    // An emptied row returns to its default.
                    self.draft.remove(&key);
                    return;
                }
                if text == "-" {
                    return;
                }
                let read = read_decimal(text, *parts);
                if read.is_none() {
                    self.problem = Some(format!(
                        "`{text}` is not a number from {} to {}.",
                        decimal(*least, *parts),
                        decimal(*most, *parts)
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

    /// Handles Enter in a form: takes the option of an open list, otherwise sends the form with the typed die.
    pub(super) fn enter_form(&mut self, prompt: &Prompt, now: &Encounter) -> Reply {
        if self.mode == Mode::List {
            self.problem = self.no_option(prompt);
            if self.problem.is_some() {
                return Reply::Nothing;
            }
            if let Some(FieldKind::Choice(options)) = self.field(prompt).map(|field| &field.kind)
                && let Some(place) = self.option.place(options)
            {
                self.take_option(place, prompt);
            }
            return Reply::Nothing;
        }
        let refused = self.preview.as_ref();
        if let Some(problem) = refused.and_then(|preview| preview.refused.clone()) {
            self.problem = Some(problem);
            return Reply::Nothing;
        }
        // Defaults follow the facts, so only values that the user set are sent.
        let filled = Answer::Filled(self.draft.clone());
        // After a refusal the die stays in its box with the mark.
        if !self.goes_back_to_die() || self.line.is_empty() {
            return Reply::Answer(filled);
        }
        let read = match self.due(prompt, now) {
            Due::Die(roll) => read_throw(roll, self.line.value(), now),
            Due::Not(why) => {
                let why = why.trim_end_matches('.');
                self.problem = Some(format!(
                    "The typed die is not possible now. {why}. Esc clears it."
                ));
                return Reply::Nothing;
            }
        };
        match read {
            Ok(faces) => Reply::Answers(vec![filled, Answer::Faces(faces)]),
            Err(not_yet) => self.refuse_faces(not_yet),
        }
    }
}

/// Returns `true` if each press of the action key changes the row at once.
fn flips(field: &Field) -> bool {
    match &field.kind {
        FieldKind::Toggle => true,
        FieldKind::Choice(options) => options.len() <= MOST_STEPS,
        _ => false,
    }
}

/// Finds the next matching row after `place`, wrapping around; the row at `place` comes last.
fn after(place: usize, fields: &[Field], fits: impl Fn(&Field) -> bool) -> Option<usize> {
    let rows = (place + 1..fields.len()).chain(0..fields.len().min(place + 1));
    rows.clone().find(|row| fits(&fields[*row]))
}

/// Finds the option for typed letters: first by the beginning of its label, then by the beginnings of its words, then
/// by letters inside a word.
fn found(options: &[Choice], typed: &str) -> Option<usize> {
    let typed = fold(typed);
    let find = |fits: &dyn Fn(&str) -> bool| options.iter().position(|one| fits(&one.label));
    find(&|label| fold(label).starts_with(&typed))
        .or_else(|| find(&|label| beginnings(label, &typed).is_some()))
        .or_else(|| find(&|label| begin_in_order(label, &typed)))
        .or_else(|| find(&|label| fold(label).contains(&typed)))
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
