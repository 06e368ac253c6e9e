//! Form as one closure that declares, refuses and reads its rows. Every call declares a row and returns its current
//! value, either set by the user or the default, so that a later row may depend on an earlier row.
//!
//! The closure runs again after every change and must not change anything itself.

use std::cell::Cell;
use std::ops::RangeInclusive;

use super::prompt::{Choice, Draft, Field, FieldKind, check_pick};
use crate::encounter::Encounter;
use crate::values::{Id, Value, Words};

/// Reason why a form cannot be sent now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

/// Result of a form's closure.
pub type Filled<T> = Result<T, Refused>;

/// Form while its closure runs.
pub struct Form<'a> {
    /// Encounter of the form. Copy the reference (`let now = f.now`) to read it between rows.
    pub now: &'a Encounter,
    set: &'a Draft,
    show: bool,
    hint: String,
    barred: Vec<(Id, String)>,
    others: &'static str,
    amount: bool,
    /// Rows, each with its depth of nesting in [`Form::below`].
    fields: Vec<(usize, Field)>,
    depth: usize,
    misfit: Option<String>,
    stood: Draft,
    /// True if the values of combatant and item rows are recorded.
    recorded: bool,
}

impl<'a> Form<'a> {
    /// Creates a form with the values that the user has set; `show` adds the texts for the screen.
    pub(crate) fn new(now: &'a Encounter, set: &'a Draft, show: bool) -> Self {
        Self {
            now,
            set,
            show,
            hint: String::new(),
            barred: Vec::new(),
            others: "",
            amount: false,
            fields: Vec::new(),
            depth: 0,
            misfit: None,
            stood: Draft::new(),
            recorded: false,
        }
    }

    /// Records the values of combatant and item rows.
    #[must_use]
    pub(crate) fn recorded(mut self) -> Self {
        self.recorded = true;
        self
    }

    /// Returns the rows for the screen.
    pub(crate) fn into_fields(mut self) -> Vec<Field> {
        self.fields.sort_by_key(|(depth, _)| *depth);
        self.fields.into_iter().map(|(_, field)| field).collect()
    }

    /// Returns the error of a value that the user set, if there is one. The rule continues with the default of that
    /// row; the screen still shows the wrong value.
    pub(crate) fn misfit(&self) -> Option<&str> {
        self.misfit.as_deref()
    }

    /// Returns the values of the combatant and item rows, which are recorded with the answer.
    pub(crate) fn stood(&self) -> &Draft {
        &self.stood
    }

    /// Returns `true` if the texts for the screen are needed.
    pub fn shows(&self) -> bool {
        self.show
    }

    /// Sets the hint of the next row; evaluated only for the screen.
    pub fn hint<S: Into<String>>(&mut self, hint: impl FnOnce() -> S) -> &mut Self {
        if self.show {
            self.hint = hint().into();
        }
        self
    }

    /// Marks combatants as not selectable in the next row, each with a reason as a predicate: "has reacted". Evaluated
    /// only for the screen, or if a combatant was picked.
    pub fn barred<S: Into<String>>(&mut self, who: impl Iterator<Item = (Id, S)>) -> &mut Self {
        if self.show || !self.set.is_empty() {
            self.barred = who.map(|(id, why)| (id, why.into())).collect();
        }
        self
    }

    /// Sets the reason why all other combatants cannot be picked in the next row, as a predicate: "holds nobody".
    pub fn others(&mut self, why: &'static str) -> &mut Self {
        self.others = why;
        self
    }

    /// Shows these rows below all other rows, so that the other rows may depend on these rows.
    pub fn below<T>(&mut self, rows: impl FnOnce(&mut Self) -> T) -> T {
        self.depth += 1;
        let filled = rows(self);
        self.depth -= 1;
        filled
    }

    /// Makes the next row the main number of the form, which takes digits without being opened.
    pub fn amount(&mut self) -> &mut Self {
        self.amount = true;
        self
    }

    pub fn toggle(&mut self, key: &str, label: &str, preset: bool) -> bool {
        let value = match self.set.get(key) {
            None => preset,
            Some(Value::Flag(flag)) => *flag,
            Some(other) => self.wrong(preset, label, || format!("does not take {}", other.kind())),
        };
        self.push(key, label, || Value::Flag(value), || FieldKind::Toggle);
        value
    }

    /// Declares a row for a whole number with a unit ("ft", or "").
    pub fn number(
        &mut self,
        key: &str,
        label: &str,
        range: RangeInclusive<i64>,
        unit: &str,
        preset: i64,
    ) -> i64 {
        self.decimal(key, label, 1, range, unit, preset)
    }

    /// Declares a row for a decimal number. Range, default and result are in units of 1/`parts`.
    pub fn decimal(
        &mut self,
        key: &str,
        label: &str,
        parts: i64,
        range: RangeInclusive<i64>,
        unit: &str,
        preset: i64,
    ) -> i64 {
        let kind = || FieldKind::Number {
            least: *range.start(),
            most: *range.end(),
            parts,
            unit: unit.to_owned(),
        };
        let (value, shown) = match self.set.get(key) {
            None => (preset, preset),
            Some(Value::Int(n)) if range.contains(n) => (*n, *n),
            Some(other) => {
                let value = self.unfit(preset, label, kind(), other);
                (value, other.as_int().unwrap_or(value))
            }
        };
        self.push(key, label, || Value::Int(shown), kind);
        value
    }

    /// Declares a row for one of all variants of an enum.
    pub fn option<T: Words>(&mut self, key: &str, label: &str, preset: T) -> T {
        self.option_of(key, label, T::ALL, preset)
    }

    /// Declares a row for one of some variants of an enum.
    pub fn option_of<T: Words>(&mut self, key: &str, label: &str, all: &[T], preset: T) -> T {
        self.option_told(key, label, all, preset, |one| Choice::of(*one))
    }

    /// Declares a row for one of some variants of an enum, each with texts: a hint, or the reason of a refusal.
    pub fn option_told<T: Words>(
        &mut self,
        key: &str,
        label: &str,
        all: &[T],
        preset: T,
        tell: impl Fn(&T) -> Choice,
    ) -> T {
        let place = all.iter().position(|one| *one == preset).unwrap_or(0);
        self.choice(key, label, all, place, |one| one.word(), tell)
            .unwrap_or(preset)
    }

    /// Declares a row for an element of a list (weapons, spells, actions). `word` returns the element's keyword in
    /// saves, and `tell` returns its texts, including the reason of a refusal. Returns `None` for an empty list. The
    /// value is recorded with the answer.
    pub fn one_of<T: Clone>(
        &mut self,
        key: &str,
        label: &str,
        all: &[T],
        preset: usize,
        word: impl Fn(&T) -> &str,
        tell: impl Fn(&T) -> Choice,
    ) -> Option<T> {
        self.one_likely(key, label, all, || preset, word, tell)
    }

    /// Declares a row like [`Form::one_of`], but with a default that is computed only if needed.
    pub fn one_likely<T: Clone>(
        &mut self,
        key: &str,
        label: &str,
        all: &[T],
        preset: impl Fn() -> usize,
        word: impl Fn(&T) -> &str,
        tell: impl Fn(&T) -> Choice,
    ) -> Option<T> {
        let (named, told) = (|at: usize| word(&all[at]), |at: usize| Some(tell(&all[at])));
        let place = self.chosen(key, label, all.len(), &preset, &named, &told)?;
        let one = all.get(place)?;
        self.stands(key, || Value::Word(word(one).to_owned()));
        Some(one.clone())
    }

    /// Declares a row like [`Form::one_of`], but without the elements for which `tell` returns `None`.
    pub fn one_offered<T: Clone>(
        &mut self,
        key: &str,
        label: &str,
        all: &[T],
        preset: usize,
        word: impl Fn(&T) -> &str,
        tell: impl Fn(&T) -> Option<Choice>,
    ) -> Option<T> {
        let (named, told) = (|at: usize| word(&all[at]), |at: usize| tell(&all[at]));
        let place = self.chosen(key, label, all.len(), &|| preset, &named, &told)?;
        let one = all.get(place)?;
        self.stands(key, || Value::Word(word(one).to_owned()));
        Some(one.clone())
    }

    /// Declares a row for one of several circumstances, with texts as in [`Form::one_of`]. The default of the row
    /// follows the facts, as in [`Form::option`].
    pub fn choice<T: Clone>(
        &mut self,
        key: &str,
        label: &str,
        all: &[T],
        preset: usize,
        word: impl Fn(&T) -> &str,
        tell: impl Fn(&T) -> Choice,
    ) -> Option<T> {
        let (word, tell) = (|at: usize| word(&all[at]), |at: usize| Some(tell(&all[at])));
        let place = self.chosen(key, label, all.len(), &|| preset, &word, &tell)?;
        all.get(place).cloned()
    }

    /// Returns the index of the chosen element.
    fn chosen<'w>(
        &mut self,
        key: &str,
        label: &str,
        count: usize,
        preset: &dyn Fn() -> usize,
        word: &dyn Fn(usize) -> &'w str,
        tell: &dyn Fn(usize) -> Option<Choice>,
    ) -> Option<usize> {
        let kind = || FieldKind::Choice((0..count).filter_map(tell).collect());
        let place = match self.set.get(key) {
            None => preset(),
            Some(given) => {
                let place = given
                    .as_word()
                    .and_then(|wanted| (0..count).find(|at| word(*at) == wanted));
                match place.and_then(|place| Some((place, tell(place)?))) {
                    // A refused choice keeps its rows, but the form cannot be sent.
                    Some((place, told)) => match told.refused {
                        Some(why) => self.wrong(place, label, || why),
                        None => place,
                    },
                    None => self.unfit(preset(), label, kind(), given),
                }
            }
        };
        if place >= count {
            return None;
        }
        self.push(key, label, || Value::Word(word(place).to_owned()), kind);
        Some(place)
    }

    /// Declares a row for one combatant from a list. The list is computed only for the screen or to check a pick. The
    /// value is recorded with the answer. Returns `None` for an empty list.
    pub fn pick_one<I: IntoIterator<Item = Id>>(
        &mut self,
        key: &str,
        label: &str,
        from: impl Fn() -> I,
        preset: Option<Id>,
    ) -> Option<Id> {
        self.pick_likely(key, label, from, || preset)
    }

    /// Declares a row like [`Form::pick_one`], but with a default that is computed only if needed.
    pub fn pick_likely<I: IntoIterator<Item = Id>>(
        &mut self,
        key: &str,
        label: &str,
        from: impl Fn() -> I,
        preset: impl Fn() -> Option<Id>,
    ) -> Option<Id> {
        let preset = || preset().into_iter().collect();
        let from = || from().into_iter().collect();
        let picked = self.picked(key, label, &from, 1, 1, &preset);
        picked.first().copied()
    }

    /// Declares a row for several combatants from a list, at least `least` and at most `most`. The form cannot be sent
    /// with fewer combatants.
    pub fn pick<I: IntoIterator<Item = Id>>(
        &mut self,
        key: &str,
        label: &str,
        from: impl Fn() -> I,
        least: usize,
        most: usize,
        preset: Vec<Id>,
    ) -> Vec<Id> {
        let preset = Cell::new(preset);
        self.pick_usually(key, label, from, least, most, || preset.take())
    }

    /// Declares a row like [`Form::pick`], but with a default that is computed only if needed.
    pub fn pick_usually<I: IntoIterator<Item = Id>>(
        &mut self,
        key: &str,
        label: &str,
        from: impl Fn() -> I,
        least: usize,
        most: usize,
        preset: impl Fn() -> Vec<Id>,
    ) -> Vec<Id> {
        let from = || from().into_iter().collect();
        let picked = self.picked(key, label, &from, least, most, &preset);
        if picked.len() < least
            && let Err(misfit) = check_pick(&picked, least, most, &picked)
        {
            self.wrong((), label, || misfit.0);
        }
        picked
    }

    fn picked(
        &mut self,
        key: &str,
        label: &str,
        from: &dyn Fn() -> Vec<Id>,
        least: usize,
        most: usize,
        preset: &dyn Fn() -> Vec<Id>,
    ) -> Vec<Id> {
        let kind = || FieldKind::Pick {
            from: from(),
            least,
            most,
        };
        let barred = std::mem::take(&mut self.barred);
        let mut shown = None;
        let value = match self.set.get(key) {
            None => preset(),
            Some(Value::Who(ids)) => {
                let there = from();
                let why = barred.iter().find(|(id, _)| ids.contains(id));
                let why = why.map(|(id, why)| (*id, why.as_str()));
                // A combatant who is missing after an amendment needs no reason.
                let known = |id: &&Id| !there.contains(id) && self.now.find(**id).is_some();
                let stranger = ids.iter().find(known);
                let other = stranger.filter(|_| !self.others.is_empty());
                let why = why.or(other.map(|id| (*id, self.others)));
                let why = why.map(|(id, why)| format!(": {} {why}", self.now.name(id)));
                // A pick with an impossible combatant is not shown, because the user could not remove it.
                let shows = self.show && ids.iter().all(|id| there.contains(id));
                shown = shows.then(|| ids.clone());
                match check_pick(&there, least, most, ids) {
                    Ok(()) => ids.clone(),
                    Err(misfit) => {
                        self.wrong(preset(), label, || misfit.0 + &why.unwrap_or_default())
                    }
                }
            }
            Some(other) => self.unfit(preset(), label, kind(), other),
        };
        self.stands(key, || Value::Who(value.clone()));
        let shown = || Value::Who(shown.unwrap_or_else(|| value.clone()));
        self.barred = barred;
        self.push(key, label, shown, kind);
        value
    }

    pub fn text(&mut self, key: &str, label: &str, preset: &str) -> String {
        let value = match self.set.get(key) {
            None => preset.to_owned(),
            Some(Value::Word(text)) => text.clone(),
            Some(other) => {
                let kind = other.kind();
                self.wrong(preset.to_owned(), label, || format!("does not take {kind}"))
            }
        };
        let shown = || Value::Word(value.clone());
        self.push(key, label, shown, || FieldKind::Text);
        value
    }

    /// Returns `true` if a row keeps its default and is not shown, so that its other choices are not needed.
    pub fn passes(&self, key: &str) -> bool {
        !self.show && !self.recorded && !self.set.contains_key(key)
    }

    /// Returns the value of a later toggle, for an earlier row that depends on it.
    pub fn ahead(&self, key: &str, preset: bool) -> bool {
        let set = self.set.get(key).and_then(Value::as_flag);
        set.unwrap_or(preset)
    }

    /// Returns the value of a later row for a variant of an enum.
    pub fn option_ahead<T: Words>(&self, key: &str, preset: T) -> T {
        let set = self.set.get(key).and_then(Value::as_word);
        set.and_then(T::from_word).unwrap_or(preset)
    }

    /// Returns the value of a later row for a whole number.
    pub fn number_ahead(&self, key: &str, preset: i64) -> i64 {
        let set = self.set.get(key).and_then(Value::as_int);
        set.unwrap_or(preset)
    }

    /// Returns the value of a later row for a combatant.
    pub fn pick_ahead(&self, key: &str, preset: Id) -> Id {
        match self.picked_ahead(key).as_slice() {
            [only] => *only,
            _ => preset,
        }
    }

    /// Returns the combatants that are already set in a row.
    pub fn picked_ahead(&self, key: &str) -> Vec<Id> {
        match self.set.get(key) {
            Some(Value::Who(ids)) => ids.clone(),
            _ => Vec::new(),
        }
    }

    /// Returns the value of a later row for an element of a list.
    pub fn one_ahead<T: Clone>(
        &self,
        key: &str,
        all: &[T],
        preset: usize,
        word: impl Fn(&T) -> &str,
    ) -> Option<T> {
        let set = self.set.get(key).and_then(Value::as_word);
        let place = set.and_then(|set| all.iter().position(|one| word(one) == set));
        all.get(place.unwrap_or(preset)).cloned()
    }

    /// Refuses the form if there is a reason.
    pub fn refuse_if(&self, why: Option<impl Into<String>>) -> Filled<()> {
        why.map_or(Ok(()), |why| Err(Refused(why.into())))
    }

    /// Returns the value of a row, or refuses the form without it.
    pub fn need<T>(&self, value: Option<T>, why: &str) -> Filled<T> {
        value.ok_or_else(|| Refused(why.to_owned()))
    }

    fn stands(&mut self, key: &str, value: impl FnOnce() -> Value) {
        if self.recorded {
            self.stood.insert(key.to_owned(), value());
        }
    }

    fn push(
        &mut self,
        key: &str,
        label: &str,
        value: impl FnOnce() -> Value,
        kind: impl FnOnce() -> FieldKind,
    ) {
        if self.show {
            let value = value();
            let field = Field {
                key: key.to_owned(),
                label: label.to_owned(),
                kind: kind(),
                set: self.set.get(key) == Some(&value),
                value,
                hint: std::mem::take(&mut self.hint),
                barred: std::mem::take(&mut self.barred),
                others: std::mem::take(&mut self.others),
                amount: std::mem::take(&mut self.amount),
            };
            self.fields.push((self.depth, field));
        }
    }

    /// Returns the value to use instead of a wrong value. Keeps the first error.
    fn wrong<T>(&mut self, stands: T, label: &str, why: impl FnOnce() -> String) -> T {
        self.misfit
            .get_or_insert_with(|| format!("{label}: {}", why()));
        stands
    }

    fn unfit<T>(&mut self, preset: T, label: &str, kind: FieldKind, given: &Value) -> T {
        let field = Field {
            key: String::new(),
            label: label.to_owned(),
            kind,
            value: Value::Flag(false),
            hint: String::new(),
            barred: Vec::new(),
            others: "",
            set: false,
            amount: false,
        };
        if let Err(misfit) = field.check(given) {
            self.misfit.get_or_insert(misfit.0);
        }
        preset
    }
}
