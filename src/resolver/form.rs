//! A form as one closure that declares its rows, gives each its value, refuses and reads: every call names a row and gives
//! what stands in it now, what the hand set or else the preset, so that a later row may depend on an earlier one.
//!
//! The closure runs again whenever something changes; it must change nothing itself.

use std::cell::Cell;
use std::ops::RangeInclusive;

use super::prompt::{Choice, Draft, Field, FieldKind, check_pick};
use crate::encounter::Encounter;
use crate::values::{Id, Value, Words};

/// Why a form cannot be sent as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

/// What a form's closure gives back.
pub type Filled<T> = Result<T, Refused>;

/// A form while its closure runs.
pub struct Form<'a> {
    /// The encounter that it is asked in. Copy the reference (`let now = f.now`) to read it between rows.
    pub now: &'a Encounter,
    set: &'a Draft,
    show: bool,
    hint: String,
    barred: Vec<(Id, String)>,
    others: &'static str,
    amount: bool,
    /// The rows, each with how far down its block stands.
    fields: Vec<(usize, Field)>,
    depth: usize,
    misfit: Option<String>,
    stood: Draft,
    /// Whether anybody takes down how they stood.
    recorded: bool,
}

impl<'a> Form<'a> {
    /// A form over what the hand has set; with `show`, its rows are made for a reader.
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

    /// The same, of which it is taken down how its rows of people and things stood.
    #[must_use]
    pub(crate) fn recorded(mut self) -> Self {
        self.recorded = true;
        self
    }

    /// The rows for a reader.
    pub(crate) fn into_fields(mut self) -> Vec<Field> {
        self.fields.sort_by_key(|(depth, _)| *depth);
        self.fields.into_iter().map(|(_, field)| field).collect()
    }

    /// Why a row does not take what the hand set in it, if one does not. The rule goes on with its preset; a reader still sees
    /// what was set, which is to be corrected.
    pub(crate) fn misfit(&self) -> Option<&str> {
        self.misfit.as_deref()
    }

    /// The rows of people and of things as they stand: what an answer is recorded with.
    pub(crate) fn stood(&self) -> &Draft {
        &self.stood
    }

    /// Whether its rows are made for a reader.
    pub fn shows(&self) -> bool {
        self.show
    }

    /// What to know about the next row; made only for a reader.
    pub fn hint<S: Into<String>>(&mut self, hint: impl FnOnce() -> S) -> &mut Self {
        if self.show {
            self.hint = hint().into();
        }
        self
    }

    /// Who cannot stand in the next row though one might think so, and why, as said of them: "has reacted". Made only for a
    /// reader, or where somebody was picked.
    pub fn barred<S: Into<String>>(&mut self, who: impl Iterator<Item = (Id, S)>) -> &mut Self {
        if self.show || !self.set.is_empty() {
            self.barred = who.map(|(id, why)| (id, why.into())).collect();
        }
        self
    }

    /// Why all others cannot stand in the next row, of whom nothing else says so, as said of each: "holds nobody".
    pub fn others(&mut self, why: &'static str) -> &mut Self {
        self.others = why;
        self
    }

    /// Rows that stand below all others, so that those may depend on them.
    pub fn below<T>(&mut self, rows: impl FnOnce(&mut Self) -> T) -> T {
        self.depth += 1;
        let filled = rows(self);
        self.depth -= 1;
        filled
    }

    /// The next row is the one number that the form asks for: digits go to it though nobody opened it.
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

    /// A whole number with a unit ("ft", or "").
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

    /// A number in parts of one, so many of which make one; range, preset and result are in such parts.
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

    /// One of the words of an enum.
    pub fn option<T: Words>(&mut self, key: &str, label: &str, preset: T) -> T {
        self.option_of(key, label, T::ALL, preset)
    }

    /// One of some words of an enum.
    pub fn option_of<T: Words>(&mut self, key: &str, label: &str, all: &[T], preset: T) -> T {
        self.option_told(key, label, all, preset, |one| Choice::of(*one))
    }

    /// The same with what a reader is told of each: a hint, or why the rules refuse it.
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

    /// One of the things that the rule has at hand (weapons, spells, deeds): `word` is what a save says of one, `tell` what
    /// a reader sees, a reason against it included. `None` where there is nothing to choose from. What stands here is
    /// recorded with the answer.
    pub fn one_of<T: Clone>(
        &mut self,
        key: &str,
        label: &str,
        all: &[T],
        preset: usize,
        word: impl Fn(&T) -> &str,
        tell: impl Fn(&T) -> Choice,
    ) -> Option<T> {
        self.one_offered(key, label, all, preset, word, |one| Some(tell(one)))
    }

    /// The same where not all of them are worth a row: of those that are not, `tell` says nothing.
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
        let place = self.chosen(key, label, all.len(), preset, &named, &told)?;
        let one = all.get(place)?;
        self.stands(key, || Value::Word(word(one).to_owned()));
        Some(one.clone())
    }

    /// One of several circumstances, told as in [`Form::one_of`]; as with [`Form::option`] its preset follows the facts.
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
        let place = self.chosen(key, label, all.len(), preset, &word, &tell)?;
        all.get(place).cloned()
    }

    /// The place of one of so many.
    fn chosen<'w>(
        &mut self,
        key: &str,
        label: &str,
        count: usize,
        preset: usize,
        word: &dyn Fn(usize) -> &'w str,
        tell: &dyn Fn(usize) -> Option<Choice>,
    ) -> Option<usize> {
        let kind = || FieldKind::Choice((0..count).filter_map(tell).collect());
        let place = match self.set.get(key) {
            None => preset,
            Some(given) => {
                let place = given
                    .as_word()
                    .and_then(|wanted| (0..count).find(|at| word(*at) == wanted));
                match place.and_then(|place| Some((place, tell(place)?))) {
                    // It stands though the rules refuse it, so that its rows stay; sent it cannot be.
                    Some((place, told)) => match told.refused {
                        Some(why) => self.wrong(place, label, || why),
                        None => place,
                    },
                    None => self.unfit(preset, label, kind(), given),
                }
            }
        };
        if place >= count {
            return None;
        }
        self.push(key, label, || Value::Word(word(place).to_owned()), kind);
        Some(place)
    }

    /// One combatant out of a list that is only made for a reader, or to check what the hand picked. What stands here is
    /// recorded with the answer. `None` where nobody is there to be picked.
    pub fn pick_one<I: IntoIterator<Item = Id>>(
        &mut self,
        key: &str,
        label: &str,
        from: impl Fn() -> I,
        preset: Option<Id>,
    ) -> Option<Id> {
        self.pick_likely(key, label, from, || preset)
    }

    /// The same with a preset that is only looked for where it is needed.
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

    /// Some combatants out of such a list, at least and at most so many; the form cannot be sent with fewer.
    pub fn pick<I: IntoIterator<Item = Id>>(
        &mut self,
        key: &str,
        label: &str,
        from: impl Fn() -> I,
        least: usize,
        most: usize,
        preset: Vec<Id>,
    ) -> Vec<Id> {
        let from = || from().into_iter().collect();
        let preset = Cell::new(preset);
        let picked = self.picked(key, label, &from, least, most, &|| preset.take());
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
                // Who never came, since what brought them was changed, is left out without a reason.
                let known = |id: &&Id| !there.contains(id) && self.now.find(**id).is_some();
                let stranger = ids.iter().find(known);
                let other = stranger.filter(|_| !self.others.is_empty());
                let why = why.or(other.map(|id| (*id, self.others)));
                let why = why.map(|(id, why)| format!(": {} {why}", self.now.name(id)));
                // Whoever cannot be picked any more is not shown either: nobody could take such a one out again.
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

    /// Whether a row stands as it is proposed and nobody looks: then what else could stand in it need not be found.
    pub fn passes(&self, key: &str) -> bool {
        !self.show && !self.recorded && !self.set.contains_key(key)
    }

    /// How a row further down that is on or off stands: for a row above that depends on it.
    pub fn ahead(&self, key: &str, preset: bool) -> bool {
        let set = self.set.get(key).and_then(Value::as_flag);
        set.unwrap_or(preset)
    }

    /// The same of a row further down that is one of the words of an enum.
    pub fn option_ahead<T: Words>(&self, key: &str, preset: T) -> T {
        let set = self.set.get(key).and_then(Value::as_word);
        set.and_then(T::from_word).unwrap_or(preset)
    }

    /// The same of a row further down that is a whole number.
    pub fn number_ahead(&self, key: &str, preset: i64) -> i64 {
        let set = self.set.get(key).and_then(Value::as_int);
        set.unwrap_or(preset)
    }

    /// The same of a row further down that is a combatant.
    pub fn pick_ahead(&self, key: &str, preset: Id) -> Id {
        match self.set.get(key) {
            Some(Value::Who(ids)) if ids.len() == 1 => ids[0],
            _ => preset,
        }
    }

    /// The same of a row further down that is one of the things at hand.
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

    /// Refuses the form as it stands.
    pub fn refuse_if(&self, why: Option<impl Into<String>>) -> Filled<()> {
        why.map_or(Ok(()), |why| Err(Refused(why.into())))
    }

    /// What a row gave, or the reason why the form cannot be sent without it.
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

    /// What stands where the hand set what does not fit; the first such misfit is told.
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
