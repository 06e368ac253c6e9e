//! Defines questions and their answers. A prompt is derived from the rule that asks it and is never saved; what is
//! saved is the answer with the key of its question, whom it asked, and which asking of it this was.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::dice::{Dice, Tally};
use crate::encounter::Need;
use crate::ron_text::is_default;
use crate::values::{Id, Value, Words, decimal};

/// What identifies one asking of a question inside a command. Keys are stable; labels may change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Key of the question, as the rule spells it.
    pub key: Cow<'static, str>,
    /// Whom it asks, if it is somebody's.
    #[serde(default, skip_serializing_if = "is_default")]
    pub who: Option<Id>,
    /// Which asking of it this is within the command, from 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub nth: u32,
}

/// Which prompt the screen shows and what it accepts.
#[derive(Clone, Debug, PartialEq)]
pub struct Prompt {
    pub question: Question,
    /// Heading of the prompt pane, such as "Bandit 1 dodges Balthasar's sword".
    pub title: String,
    /// One more line of explanation, or "".
    pub hint: String,
    pub kind: Kind,
}

/// What a prompt asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Roll(Box<Roll>),
    /// Several throws at once, each a question of its own.
    Rolls(Vec<DiceRow>),
    /// Choice of one option; `preset` is the place of the default.
    Choice {
        options: Vec<Choice>,
        preset: usize,
    },
    /// Some combatants out of a list.
    Pick {
        /// Who may be picked.
        from: Vec<Id>,
        /// How many at least.
        least: usize,
        /// How many at most.
        most: usize,
        preset: Vec<Id>,
        /// Why all others cannot be picked, of whom nothing else says so, or "".
        others: &'static str,
    },
    /// Several fields at once; every field has a value already.
    Form(Vec<Field>),
    Number {
        least: i64,
        most: i64,
        preset: i64,
    },
    /// Free text, which may be empty.
    Text {
        preset: String,
    },
    Confirm {
        preset: bool,
    },
}

/// One throw of several.
#[derive(Clone, Debug, PartialEq)]
pub struct DiceRow {
    pub question: Question,
    pub roll: Roll,
    pub faces: Option<Vec<u32>>,
}

/// One option of a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub key: String,
    /// What the screen calls it.
    pub label: String,
    /// What to know before taking it, or "".
    pub hint: String,
    /// Why it cannot be taken now, if so. It is shown all the same.
    pub refused: Option<String>,
}

impl Choice {
    /// An option that can be taken.
    pub fn new(key: impl Into<String>, label: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            label: label.into(),
            hint: String::new(),
            refused: None,
        }
    }

    /// A word of an enum.
    pub fn of(one: impl Words) -> Self {
        Self::new(one.word(), one.label())
    }

    /// Every word of an enum.
    pub fn all<T: Words>() -> Vec<Self> {
        T::ALL.iter().copied().map(Self::of).collect()
    }

    /// The same with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    /// The same, shown but refused.
    #[must_use]
    pub fn refused(mut self, why: impl Into<String>) -> Self {
        self.refused = Some(why.into());
        self
    }

    /// The same, refused for a reason, if there is one.
    #[must_use]
    pub fn unless(mut self, why: Option<impl Into<String>>) -> Self {
        self.refused = why.map(Into::into);
        self
    }
}

/// One field of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub key: String,
    /// What the screen calls it.
    pub label: String,
    pub kind: FieldKind,
    /// What it holds now: what the GM set, else the preset.
    pub value: Value,
    /// What to know about it, or "".
    pub hint: String,
    /// Of a row of people: who cannot be picked though one might think so, and why, as said of them.
    pub barred: Vec<(Id, String)>,
    /// Why all others cannot, of whom nothing else says so, or "".
    pub others: &'static str,
    /// Whether the hand has set it already; otherwise it holds its preset.
    pub set: bool,
    /// Whether it is the one number that the form asks for: digits go to it though nobody opened it.
    pub amount: bool,
}

/// What a field takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// On or off ([`Value::Flag`]).
    Toggle,
    /// A whole number ([`Value::Int`]).
    Number {
        least: i64,
        most: i64,
        /// How many of what it counts make one: of halves (2), 5 is shown and typed as 2.5.
        parts: i64,
        /// Unit shown behind the number ("ft", "zones"), or "".
        unit: String,
    },
    /// One of several words ([`Value::Word`] with the key).
    Choice(Vec<Choice>),
    /// Selection of combatants, stored as [`Value::Who`].
    Pick {
        /// Who may be picked.
        from: Vec<Id>,
        /// How many at least.
        least: usize,
        /// How many at most.
        most: usize,
    },
    /// Free text, stored as [`Value::Word`].
    Text,
}

impl Field {
    pub fn number(key: &str, label: impl Into<String>, least: i64, most: i64, preset: i64) -> Self {
        let kind = FieldKind::Number {
            least,
            most,
            parts: 1,
            unit: String::new(),
        };
        Self::new(key, label, kind, Value::Int(preset))
    }

    /// Creates a field with one of several options; `preset` is the key of the default.
    pub fn choice(key: &str, label: impl Into<String>, options: Vec<Choice>, preset: &str) -> Self {
        Self::new(
            key,
            label,
            FieldKind::Choice(options),
            Value::Word(preset.to_owned()),
        )
    }

    pub fn text(key: &str, label: impl Into<String>, preset: &str) -> Self {
        Self::new(key, label, FieldKind::Text, Value::Word(preset.to_owned()))
    }

    fn new(key: &str, label: impl Into<String>, kind: FieldKind, value: Value) -> Self {
        Self {
            key: key.to_owned(),
            label: label.into(),
            kind,
            value,
            hint: String::new(),
            barred: Vec::new(),
            others: "",
            set: false,
            amount: false,
        }
    }

    /// Whether a value fits this field.
    pub(crate) fn check(&self, value: &Value) -> Result<(), AnswerError> {
        let wrong = |text: String| Err(AnswerError(format!("{}: {text}", self.label)));
        match (&self.kind, value) {
            (FieldKind::Toggle, Value::Flag(_)) | (FieldKind::Text, Value::Word(_)) => Ok(()),
            (
                FieldKind::Number {
                    least, most, parts, ..
                },
                Value::Int(n),
            ) => {
                if (least..=most).contains(&n) {
                    Ok(())
                } else {
                    let [n, least, most] = [n, least, most].map(|n| decimal(*n, *parts));
                    wrong(format!("{n} is not between {least} and {most}"))
                }
            }
            (FieldKind::Choice(options), Value::Word(key)) => {
                match options.iter().find(|option| option.key == *key) {
                    Some(Choice {
                        refused: Some(why), ..
                    }) => wrong(why.clone()),
                    Some(_) => Ok(()),
                    None => wrong(format!("`{key}` is not one of the options")),
                }
            }
            (FieldKind::Pick { from, least, most }, Value::Who(ids)) => {
                check_pick(from, *least, *most, ids).or_else(|AnswerError(text)| wrong(text))
            }
            _ => wrong(format!("does not take {}", value.kind())),
        }
    }
}

/// Whether somebody may be picked out of a list.
pub(super) fn check_pick(
    from: &[Id],
    least: usize,
    most: usize,
    ids: &[Id],
) -> Result<(), AnswerError> {
    if let Some(stranger) = ids.iter().find(|id| !from.contains(id)) {
        return Err(AnswerError(format!(
            "{} cannot be picked here",
            stranger.letter()
        )));
    }
    if (1..ids.len()).any(|i| ids[..i].contains(&ids[i])) {
        return Err(AnswerError("somebody is picked twice".to_owned()));
    }
    if ids.len() < least {
        return Err(AnswerError(match least {
            1 => "pick somebody by letter".to_owned(),
            _ => format!("pick at least {least}"),
        }));
    }
    if ids.len() > most {
        return Err(AnswerError(match most {
            1 => "pick one only".to_owned(),
            _ => format!("pick at most {most}"),
        }));
    }
    Ok(())
}

/// Faces that decide whatever the total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Always {
    /// The least natural face.
    pub from: u32,
    /// The greatest natural face.
    pub to: u32,
    /// Whether the roll passes on them.
    pub passes: bool,
}

/// One throw that a rule asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// Key of the question.
    pub key: Cow<'static, str>,
    /// Whose dice; `None` for dice that are nobody's.
    pub who: Option<Id>,
    /// Whether the line above in the log says already whose they are.
    pub unnamed: bool,
    /// True if `what` is a deed in the third person, such as "attacks Orc with sword", which the log tells with the result.
    pub deed: bool,
    /// What the log calls it: "AGI save", "damage".
    pub what: Cow<'static, str>,
    /// Heading of the prompt; the default is `what`.
    pub title: Cow<'static, str>,
    /// One more line of explanation, or "".
    pub hint: Cow<'static, str>,
    pub dice: Dice,
    /// What is added to the dice.
    pub bonus: Tally,
    /// What has to be reached, if anything.
    pub need: Option<Need>,
    /// Whose numbers it changes, where that is another than whoever throws: the victim of damage.
    pub about: Option<Id>,
    /// Whether whoever throws wants it high though nothing has to be reached.
    pub high: bool,
    /// What the need is made of.
    pub reasons: Tally,
    /// What the need is called, or "".
    pub against: Cow<'static, str>,
    /// Natural faces of the die that counts that decide whatever the total; earlier entries win.
    pub always: Vec<Always>,
    /// What the log says when it passes and when it fails.
    pub words: (Cow<'static, str>, Cow<'static, str>),
}

impl Roll {
    /// A throw without a need.
    pub fn new(
        key: impl Into<Cow<'static, str>>,
        who: impl Into<Option<Id>>,
        what: impl Into<Cow<'static, str>>,
        dice: Dice,
    ) -> Self {
        Self {
            key: key.into(),
            who: who.into(),
            unnamed: false,
            deed: false,
            what: what.into(),
            title: Cow::Borrowed(""),
            hint: Cow::Borrowed(""),
            dice,
            bonus: Tally::new(),
            need: None,
            about: None,
            high: false,
            reasons: Tally::new(),
            against: Cow::Borrowed(""),
            always: Vec::new(),
            words: ("passed".into(), "failed".into()),
        }
    }

    /// Sets the prompt's heading.
    #[must_use]
    pub fn title(mut self, title: impl Into<Cow<'static, str>>) -> Self {
        self.title = title.into();
        self
    }

    /// Sets the line of explanation.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<Cow<'static, str>>) -> Self {
        self.hint = hint.into();
        self
    }

    /// Marks `what` as a deed in the third person.
    #[must_use]
    pub fn deed(mut self) -> Self {
        self.deed = true;
        self
    }

    /// Adds a tally to the dice.
    #[must_use]
    pub fn bonus(mut self, bonus: Tally) -> Self {
        self.bonus = bonus;
        self
    }

    /// Passes on this total or less.
    #[must_use]
    pub fn at_most(mut self, need: i64) -> Self {
        self.need = Some(Need::AtMost(need));
        self
    }

    /// Passes on this total or more.
    #[must_use]
    pub fn at_least(mut self, need: i64) -> Self {
        self.need = Some(Need::AtLeast(need));
        self
    }

    /// Whoever throws wants it high: damage, healing. By this luck is judged where nothing has to be reached.
    #[must_use]
    pub fn high(mut self) -> Self {
        self.high = true;
        self
    }

    /// Says whose numbers it changes.
    #[must_use]
    pub fn about(mut self, about: Id) -> Self {
        self.about = Some(about);
        self
    }

    /// Says whose numbers it changes: of several it is nobody's more than another's.
    #[must_use]
    pub fn about_all(mut self, all: &[Id]) -> Self {
        self.about = match all {
            [only] => Some(*only),
            _ => None,
        };
        self
    }

    /// Says what the need is made of.
    #[must_use]
    pub fn reasons(mut self, reasons: Tally) -> Self {
        self.reasons = reasons;
        self
    }

    /// Says what the need is called: "AC", "WIT".
    #[must_use]
    pub fn against(mut self, against: impl Into<Cow<'static, str>>) -> Self {
        self.against = against.into();
        self
    }

    /// Natural faces `from` to `to` pass or fail whatever the total, where a single die counts: the one that is kept of
    /// several. Earlier calls win.
    #[must_use]
    pub fn always(mut self, from: u32, to: u32, passes: bool) -> Self {
        self.always.push(Always { from, to, passes });
        self
    }

    /// The words for passed and failed: `words("hit", "missed")`.
    #[must_use]
    pub fn words(
        mut self,
        passed: impl Into<Cow<'static, str>>,
        failed: impl Into<Cow<'static, str>>,
    ) -> Self {
        self.words = (passed.into(), failed.into());
        self
    }

    /// Total of dice and bonus for these faces.
    pub(crate) fn total(&self, faces: &[u32]) -> i64 {
        self.dice.total(faces) + self.bonus.total()
    }

    /// Whether these faces pass; `None` without a need.
    pub(crate) fn passes(&self, faces: &[u32]) -> Option<bool> {
        Some(self.control()?(self.dice.total(faces)))
    }

    /// The natural faces that decide these against their total, in words: "20", "96 to 100"; "" where the total decides.
    pub(crate) fn forced(&self, faces: &[u32]) -> String {
        let thrown = self.dice.total(faces);
        let Some((always, face)) = self.always_of(thrown).zip(self.dice.natural(thrown)) else {
            return String::new();
        };
        let total = thrown + self.bonus.total();
        match self.need.as_ref().map(|need| need.met(total)) {
            Some(plain) if plain != always.passes => {
                if always.from == always.to {
                    format!("a natural {face}")
                } else {
                    format!("{} to {}", always.from, always.to)
                }
            }
            _ => String::new(),
        }
    }

    /// What decides a total of the dice by its natural face alone, if something does.
    fn always_of(&self, thrown: i64) -> Option<&Always> {
        if self.always.is_empty() {
            return None;
        }
        let face = self.dice.natural(thrown)?;
        let mut all = self.always.iter();
        all.find(|always| (always.from..=always.to).contains(&face))
    }

    /// Whether a total of the dice passes; `None` without a need.
    fn control(&self) -> Option<impl Fn(i64) -> bool> {
        let need = self.need.as_ref()?;
        let bonus = self.bonus.total();
        Some(move |thrown| match self.always_of(thrown) {
            Some(always) => always.passes,
            None => need.met(thrown + bonus),
        })
    }

    /// The chance to pass, 0 to 1; `None` without a need.
    pub fn chance(&self) -> Option<f64> {
        let passes = self.control()?;
        Some(self.dice.odds().when(passes))
    }

    /// The need in words: "8 or less", "AC 15"; "" without one.
    pub fn need_text(&self) -> String {
        let need = self.need.as_ref();
        need.map_or(String::new(), |need| need.words(&self.against))
    }
}

/// What a GM has set in a form so far, by field.
pub type Draft = BTreeMap<String, Value>;

/// An answer, as it is recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// Natural faces of one throw, in the order thrown.
    Faces(Vec<u32>),
    /// Natural faces of several throws, as saves of before have them.
    Rolls(Vec<Vec<u32>>),
    /// The key of a choice.
    Chose(String),
    Picked(Vec<Id>),
    /// All fields of a form.
    Filled(Draft),
    Number(i64),
    Text(String),
    Yes(bool),
}

/// Why an answer does not fit its prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerError(pub String);

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for AnswerError {}

impl Prompt {
    /// Whether an answer fits.
    pub(crate) fn check(&self, answer: &Answer) -> Result<(), AnswerError> {
        match (&self.kind, answer) {
            (Kind::Roll(roll), Answer::Faces(faces)) => roll
                .dice
                .check(faces)
                .map_err(|bad| AnswerError(bad.to_string())),
            (Kind::Rolls(rolls), Answer::Rolls(all)) => {
                if rolls.len() != all.len() {
                    return Err(AnswerError(format!(
                        "{} throws are asked for, not {}",
                        rolls.len(),
                        all.len()
                    )));
                }
                rolls
                    .iter()
                    .zip(all)
                    .try_for_each(|(row, faces)| row.roll.dice.check(faces))
                    .map_err(|bad| AnswerError(bad.to_string()))
            }
            (Kind::Choice { options, .. }, Answer::Chose(key)) => {
                match options.iter().find(|option| option.key == *key) {
                    Some(Choice {
                        refused: Some(why), ..
                    }) => Err(AnswerError(why.clone())),
                    Some(_) => Ok(()),
                    None => Err(AnswerError(format!("`{key}` is not one of the options"))),
                }
            }
            (
                Kind::Pick {
                    from, least, most, ..
                },
                Answer::Picked(ids),
            ) => check_pick(from, *least, *most, ids),
            // Its rows depend on what is set in it: only the rule knows whether that fits.
            (Kind::Form(_), Answer::Filled(_)) => Ok(()),
            (Kind::Number { least, most, .. }, Answer::Number(n)) => {
                if (least..=most).contains(&n) {
                    Ok(())
                } else {
                    Err(AnswerError(format!(
                        "{n} is not between {least} and {most}"
                    )))
                }
            }
            (Kind::Text { .. }, Answer::Text(_)) | (Kind::Confirm { .. }, Answer::Yes(_)) => Ok(()),
            _ => Err(AnswerError("this answers another question".to_owned())),
        }
    }

    /// What Enter answers, where that needs no dice: of a form, what the hand has set already, for presets are no answer.
    pub fn preset(&self) -> Option<Answer> {
        Some(match &self.kind {
            Kind::Roll(_) | Kind::Rolls(_) => return None,
            Kind::Choice { options, preset } => Answer::Chose(options.get(*preset)?.key.clone()),
            Kind::Pick { preset, .. } => Answer::Picked(preset.clone()),
            Kind::Form(fields) => {
                let set = fields.iter().filter(|field| field.set);
                let set = set.map(|field| (field.key.clone(), field.value.clone()));
                Answer::Filled(set.collect())
            }
            Kind::Number { preset, .. } => Answer::Number(*preset),
            Kind::Text { preset } => Answer::Text(preset.clone()),
            Kind::Confirm { preset } => Answer::Yes(*preset),
        })
    }

    /// Whom it is about: whose numbers its throw changes, else whom it asks.
    pub fn about(&self) -> Option<Id> {
        let thrown = match &self.kind {
            Kind::Roll(roll) => roll.about,
            _ => None,
        };
        thrown.or(self.question.who)
    }

    /// Everybody who may be picked in it.
    pub fn people(&self) -> Vec<Id> {
        match &self.kind {
            Kind::Pick { from, .. } => from.clone(),
            Kind::Form(fields) => {
                let rows = fields.iter().map(|field| match &field.kind {
                    FieldKind::Pick { from, .. } => from.as_slice(),
                    _ => &[],
                });
                rows.flatten().copied().collect()
            }
            _ => Vec::new(),
        }
    }

    /// The throws it asks for.
    pub fn throws(&self) -> impl Iterator<Item = &Roll> {
        let (one, rows) = match &self.kind {
            Kind::Roll(roll) => (Some(&**roll), &[][..]),
            Kind::Rolls(rows) => (None, rows.as_slice()),
            _ => (None, &[][..]),
        };
        let open = rows.iter().filter(|row| row.faces.is_none());
        one.into_iter().chain(open.map(|row| &row.roll))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(dice: &str, faces: &[u32], passes: bool, chance: f64) {
        let dice = Dice::parse(dice).expect("dice");
        let roll = Roll::new("attack", None, "an attack", dice).at_least(15);
        let roll = roll.always(1, 1, false).always(20, 20, true);
        let roll = roll.bonus(Tally::new().plus("skill", -4));
        assert_eq!(roll.passes(faces), Some(passes), "{faces:?}");
        let found = roll.chance().expect("a need");
        assert!((found - chance).abs() < 1e-9, "{found} is not {chance}");
    }

    #[test]
    fn the_die_that_counts_decides_a_natural_one_or_twenty() {
        // 19 or 20 of 20.
        check("1d20", &[20], true, 0.1);
        check("1d20", &[18], false, 0.1);
        // The kept one of two, with what the dice themselves add: a 1 fails and a 20 passes, else 17 is needed.
        check("2d20kh1+2", &[1, 20], true, 1.0 - (16.0f64 / 20.0).powi(2));
        check("2d20kl1+30", &[20, 1], false, (19.0f64 / 20.0).powi(2));
        check("2d20kl1", &[20, 18], false, (2.0f64 / 20.0).powi(2));
        check("2d20kl1", &[20, 20], true, (2.0f64 / 20.0).powi(2));
        // Where two count, neither decides.
        check("2d20", &[20, 1], true, odds_of_two());
    }

    /// The chance of 19 or more on the sum of two.
    fn odds_of_two() -> f64 {
        let pairs = (1..=20).flat_map(|one| (1..=20).map(move |other| one + other));
        pairs.filter(|sum| *sum >= 19).count() as f64 / 400.0
    }
}
