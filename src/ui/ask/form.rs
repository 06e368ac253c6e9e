//! State of a form: its rows with the values of the draft, the marked row, and the die that follows.

use crate::dice::Dice;
use crate::encounter::{Encounter, Roller};
use crate::resolver::{Field, FieldKind, Kind, Prompt, Roll};
use crate::rules::Keyed;
use crate::session::Preview;

use super::{Ask, Mode};

/// Maximum number of values that a key steps through; a row with more values is opened.
pub(super) const MOST_STEPS: usize = 6;

/// Die that follows a form.
pub enum Due<'a> {
    /// Die that can be typed with the form.
    Die(&'a Roll),
    /// Reason why no die can be typed yet.
    Not(String),
}

/// Returns the fields with the values of the draft.
pub(super) fn fields<'a>(preview: &'a Option<Preview>, prompt: &'a Prompt) -> &'a [Field] {
    match (preview, &prompt.kind) {
        (Some(preview), _) => preview.fields(),
        (None, Kind::Form(fields)) => fields,
        (None, _) => &[],
    }
}

impl Ask {
    /// Marks the first row. Editing starts at once in a form of the screen itself that begins with a text or a number,
    /// and in any form that has only text rows.
    pub(super) fn begin_form(&mut self, fields: &[Field]) {
        self.mark.put(fields, 0);
        self.draft = fields
            .iter()
            .filter(|field| field.set)
            .map(|field| (field.key.clone(), field.value.clone()))
            .collect();
        let empty = |field: &Field| field.value.as_word().is_none_or(str::is_empty);
        let words = |field: &Field| matches!(field.kind, FieldKind::Text) && empty(field);
        let typed = self.capitals.is_of_no_system() || fields.iter().all(words);
        if let Some(field) = fields.first().filter(|_| typed) {
            self.open_for_typing(field);
        }
    }

    /// Returns the fields with the values of the draft.
    pub fn fields<'a>(&'a self, prompt: &'a Prompt) -> &'a [Field] {
        fields(&self.preview, prompt)
    }

    pub(crate) fn field<'a>(&'a self, prompt: &'a Prompt) -> Option<&'a Field> {
        self.mark.row(self.fields(prompt))
    }

    pub(super) fn mark_field(&mut self, place: usize, prompt: &Prompt) {
        self.mark.put(fields(&self.preview, prompt), place);
    }

    /// Keeps the mark on its field, or moves the mark to another field. Returns `true` if an opened field is still the
    /// same.
    pub(super) fn settle_form(&mut self, prompt: &Prompt) -> bool {
        self.keep_spare_keys(prompt);
        let fields = fields(&self.preview, prompt);
        let stays = self.mark.keep_selected(fields);
        if self.mark.place(fields).is_none() {
            self.mark.put(fields, 0);
        }
        let kind = self.mark.row(fields).map(|field| &field.kind);
        stays
            && match (self.mode, kind) {
                (Mode::List, Some(FieldKind::Choice(options))) => {
                    self.option.keep_selected(options);
                    true
                }
                (Mode::Keys | Mode::Die | Mode::Modifier, _)
                | (Mode::Number, Some(FieldKind::Number { .. }))
                | (Mode::Words, Some(FieldKind::Text)) => true,
                (Mode::List | Mode::Number | Mode::Words, _) => false,
            }
    }

    /// Returns the declared action key of a row.
    pub fn keyed<'f>(&self, field: &'f Field) -> Option<Keyed<'f>> {
        self.capitals.row(&field.key)
    }

    /// Returns the block of the marked row; "" if the rows do not repeat.
    pub(super) fn block<'f>(&self, fields: &'f [Field]) -> &'f str {
        let marked = self.mark.row(fields).and_then(|field| self.keyed(field));
        let in_one = marked
            .map(|keyed| keyed.block)
            .filter(|block| !block.is_empty());
        let first = || {
            let mut blocks = fields.iter().filter_map(|field| self.keyed(field));
            blocks.find(|keyed| !keyed.block.is_empty())
        };
        in_one.or_else(|| Some(first()?.block)).unwrap_or_default()
    }

    /// Finds the matching row in the marked block, or a matching row outside all blocks.
    pub(super) fn in_block(
        &self,
        fields: &[Field],
        fits: impl Fn(&Field, Keyed<'_>) -> bool,
    ) -> Option<usize> {
        let block = self.block(fields);
        (0..fields.len()).find(|place| {
            let keyed = self.keyed(&fields[*place]);
            keyed.is_some_and(|keyed| {
                (keyed.block.is_empty() || keyed.block == block) && fits(&fields[*place], keyed)
            })
        })
    }

    /// Returns the die that can be typed with the form, if the next question is a single typed roll of the combatant
    /// who fills the form. Otherwise returns the reason why no die can be typed.
    pub fn due<'a>(&'a self, prompt: &'a Prompt, now: &Encounter) -> Due<'a> {
        let Some(preview) = &self.preview else {
            return Due::Not("No die is needed here.".to_owned());
        };
        if let Some(why) = &preview.refused {
            return Due::Not(why.clone());
        }
        let Some(next) = &preview.next else {
            return Due::Not("No roll follows. Enter sends the form.".to_owned());
        };
        let roll = match &next.kind {
            Kind::Roll(roll) => roll,
            Kind::Rolls(_) => {
                let why = "Several dice follow. Press Enter to send the form, then type the dice.";
                return Due::Not(why.to_owned());
            }
            _ => {
                return Due::Not(format!(
                    "Send the form first. The next question is: {}",
                    next.title
                ));
            }
        };
        let mut fields = self.fields(prompt).iter();
        if let Some(amount) = fields.find(|field| field.amount) {
            return Due::Not(format!("Digits set the {} here.", amount.label));
        }
        if now.roller(roll.who) == Roller::Rolled {
            let whose = roll.who.and_then(|id| now.find(id));
            let what = match whose {
                Some(one) => format!("for {}", one.name),
                None => now.told(&roll.what).into_owned(),
            };
            return Due::Not(format!("Affray rolls {what}. F4 changes who rolls."));
        }
        if roll.who != prompt.question.who {
            let whose = roll.who.and_then(|id| now.find(id));
            let whose = whose.map_or_else(String::new, |one| format!("{}: ", one.name));
            return Due::Not(format!(
                "Send the form first. The next roll is: {whose}{}",
                now.told(&roll.what)
            ));
        }
        Due::Die(roll)
    }

    /// Returns `true` if the die that follows can be typed with the form.
    pub(super) fn die_is_due(&self, prompt: &Prompt, now: &Encounter) -> bool {
        matches!(self.due(prompt, now), Due::Die(_))
    }

    /// Starts editing a text or number row.
    pub(super) fn open_for_typing(&mut self, field: &Field) {
        match field.kind {
            FieldKind::Number { .. } => {
                self.mode = Mode::Number;
                self.line.clear();
            }
            FieldKind::Text => {
                self.mode = Mode::Words;
                self.line.set(&words_to_edit(field));
                let is_default = self.is_of_one && !self.draft.contains_key(&field.key);
                self.replaces = is_default && !self.line.is_empty();
            }
            FieldKind::Toggle | FieldKind::Choice(_) | FieldKind::Pick { .. } => {}
        }
    }

    /// Ends editing and closes an open list. A typed die is kept: dice typed before a modifier return to their box.
    pub fn leave_field(&mut self) {
        if self.mode == Mode::Modifier {
            return self.leave_modifier();
        }
        if self.mode == Mode::Die {
            self.die = self.line.value().to_owned();
        }
        self.mode = Mode::Keys;
        self.line.clear();
    }

    /// Closes the row of the GM's modifier. The dice typed before it return to their box.
    pub(super) fn leave_modifier(&mut self) {
        if self.mode == Mode::Modifier {
            self.mode = Mode::Keys;
            let typed = std::mem::take(&mut self.die);
            self.line.set(&typed);
        }
    }
}

/// Returns `true` if each press of the action key changes the row at once.
pub(super) fn flips(field: &Field) -> bool {
    match &field.kind {
        FieldKind::Toggle => true,
        FieldKind::Choice(options) => options.len() <= MOST_STEPS,
        _ => false,
    }
}

/// Returns the initial text for editing a field: its text, or nothing for a number or dice.
fn words_to_edit(field: &Field) -> String {
    match field.value.as_word() {
        Some(word) if !word.is_empty() && Dice::parse(word).is_err() => word.to_owned(),
        _ => String::new(),
    }
}
