//! Questions of rules and their answers. A prompt is derived from the rule that asks it and never saved. Saves contain
//! each answer with its question: the key, the combatant, and the number of earlier questions with the same key and
//! combatant.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::dice::{BadFaces, Dice, Tally, Typed, Typing};
use crate::encounter::{Need, TypedRolls};
use crate::ron_text::is_default;
use crate::values::{Id, Told, Value, Words, decimal};

/// Identity of one question inside a command. Keys are stable; labels may change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Key of the question in the rule.
    pub key: Cow<'static, str>,
    /// Combatant who answers, if any.
    #[serde(default, skip_serializing_if = "is_default")]
    pub who: Option<Id>,
    /// Number of earlier questions with this key and combatant in the command.
    #[serde(default, skip_serializing_if = "is_default")]
    pub nth: u32,
}

/// Prompt that the screen shows, with the answers that it accepts.
#[derive(Clone, Debug, PartialEq)]
pub struct Prompt {
    pub question: Question,
    /// Heading of the prompt pane, such as "Bandit 1 dodges Balthasar's sword".
    pub title: String,
    /// One more line of explanation, or "".
    pub hint: String,
    pub kind: Kind,
}

/// Kind of answer that a prompt needs.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Roll(Box<Roll>),
    /// Several rolls at once, each with its own question.
    Rolls(Vec<DiceRow>),
    /// Choice of one option; `preset` is the index of the default.
    Choice {
        options: Vec<Choice>,
        preset: usize,
    },
    /// Selection of combatants from a list.
    Pick {
        /// Combatants to choose from.
        from: Vec<Id>,
        /// Minimum number of combatants.
        least: usize,
        /// Maximum number of combatants.
        most: usize,
        preset: Vec<Id>,
        /// Reason why all other combatants cannot be picked, if they have no more specific reason; or "".
        others: &'static str,
    },
    /// Several fields at once, each with a value.
    Form(Vec<Field>),
    Number {
        least: i64,
        most: i64,
        preset: i64,
    },
    /// Free text that may be empty.
    Text {
        preset: String,
    },
    Confirm {
        preset: bool,
    },
}

/// Roll in a prompt for several rolls.
#[derive(Clone, Debug, PartialEq)]
pub struct DiceRow {
    pub question: Question,
    pub roll: Roll,
    pub faces: Option<Vec<u32>>,
}

/// Option of a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub key: String,
    /// Label on the screen.
    pub label: String,
    /// Hint to read before choosing the option, or "".
    pub hint: String,
    /// Reason why the option cannot be chosen now; the option is shown anyway.
    pub refused: Option<String>,
}

impl Choice {
    /// Creates an option that can be chosen.
    pub fn new(key: impl Into<String>, label: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            label: label.into(),
            hint: String::new(),
            refused: None,
        }
    }

    /// Creates an option from a variant of an enum.
    pub fn of(one: impl Words) -> Self {
        Self::new(one.word(), one.label())
    }

    /// Creates options from all variants of an enum.
    pub fn all<T: Words>() -> Vec<Self> {
        T::ALL.iter().copied().map(Self::of).collect()
    }

    /// Sets the hint of the option.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    /// Refuses the option, which is still shown.
    #[must_use]
    pub fn refused(mut self, why: impl Into<String>) -> Self {
        self.refused = Some(why.into());
        self
    }

    /// Refuses the option if there is a reason.
    #[must_use]
    pub fn unless(mut self, why: Option<impl Into<String>>) -> Self {
        self.refused = why.map(Into::into);
        self
    }
}

/// Field of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub key: String,
    /// Label on the screen.
    pub label: String,
    pub kind: FieldKind,
    /// Current value, set by the user or the default.
    pub value: Value,
    /// Hint on the field, or "".
    pub hint: String,
    /// Combatants who cannot be picked although they seem possible, each with a reason.
    pub barred: Vec<(Id, String)>,
    /// Reason why all other combatants cannot be picked, if they have no more specific reason; or "".
    pub others: &'static str,
    /// True if the user set the value; otherwise it is the default.
    pub set: bool,
    /// True for the main number of the form, which takes digits without being opened.
    pub amount: bool,
}

/// Kind of value in a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// Switch with two states ([`Value::Flag`]).
    Toggle,
    /// Whole or decimal number ([`Value::Int`]).
    Number {
        least: i64,
        most: i64,
        /// Number of units per whole: with 2 (halves), the value 5 is shown and typed as 2.5.
        parts: i64,
        /// Unit shown after the number ("ft", "zones"), or "".
        unit: String,
    },
    /// Choice of one word ([`Value::Word`] with the key).
    Choice(Vec<Choice>),
    /// Selection of combatants, stored as [`Value::Who`].
    Pick {
        /// Combatants to choose from.
        from: Vec<Id>,
        /// Minimum number of combatants.
        least: usize,
        /// Maximum number of combatants.
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

    /// Checks that a value is valid for this field.
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

/// Checks a selection of combatants from a list.
pub(super) fn check_pick(
    from: &[Id],
    least: usize,
    most: usize,
    ids: &[Id],
) -> Result<(), AnswerError> {
    if let Some(stranger) = ids.iter().find(|id| !from.contains(id)) {
        return Err(AnswerError(format!(
            "{} is not possible here",
            stranger.letter()
        )));
    }
    if (1..ids.len()).any(|i| ids[..i].contains(&ids[i])) {
        return Err(AnswerError("a combatant is chosen twice".to_owned()));
    }
    if ids.len() < least {
        return Err(AnswerError(match least {
            1 => "choose a combatant by its letter".to_owned(),
            _ => format!("choose at least {least}"),
        }));
    }
    if ids.len() > most {
        return Err(AnswerError(match most {
            1 => "choose only one".to_owned(),
            _ => format!("choose at most {most}"),
        }));
    }
    Ok(())
}

/// Range of natural results that decide regardless of the total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Always {
    /// Least natural result of the range.
    pub from: u32,
    /// Greatest natural result of the range.
    pub to: u32,
    /// True if the roll passes on these results.
    pub passes: bool,
    /// Text for the log in place of "passed" or "failed", such as "critical hit"; "" without such a text.
    pub called: &'static str,
}

/// Outcomes of a roll by its margin above the target number or, without a target number, by its total.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Degrees {
    /// Least margin and name of each outcome, the best first. The last outcome also takes lower margins.
    pub steps: Vec<(i64, &'static str)>,
    /// Natural results that change the outcome.
    pub naturals: Vec<(u32, Natural)>,
}

/// Effect of a natural result on the outcome of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Natural {
    /// Decides the outcome, by its index.
    Is(usize),
    /// Improves the outcome by this number of steps, or makes it worse.
    Shifts(i64),
}

/// Maximum total that may be typed in place of dice.
const MOST_CALLED: i64 = 999;

/// Roll that a rule asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// Key of the question.
    pub key: Cow<'static, str>,
    /// Owner of the dice; `None` for dice without an owner.
    pub who: Option<Id>,
    /// True if the log line above already names the owner.
    pub unnamed: bool,
    /// Purpose of the roll in the log: "AGI save", "damage".
    pub what: Told,
    /// Text of the log in place of name and `what`: "Ann attacks Orc with axe"; "" without such a text.
    pub told: Told,
    /// Heading of the prompt; by default `what`.
    pub title: Cow<'static, str>,
    /// One more line of explanation, or "".
    pub hint: Cow<'static, str>,
    pub dice: Dice,
    /// Bonus added to the dice.
    pub bonus: Tally,
    /// Target number, if there is one.
    pub need: Option<Need>,
    /// Combatant whose numbers the roll changes, if it is not the owner of the dice, such as the target of damage.
    pub about: Option<Id>,
    /// True if a high total is wanted without a target number.
    pub high: bool,
    /// Terms of the target number.
    pub reasons: Tally,
    /// Name of the target number, or "".
    pub against: Cow<'static, str>,
    /// Natural results of the deciding die that override the total; earlier entries take precedence.
    pub always: Vec<Always>,
    /// List of the outcomes by margin. Empty for rolls with only success and failure.
    pub degrees: Degrees,
    /// True if the rule reads each of several dice, so that a total is not accepted.
    pub each_die: bool,
    /// True if a typed number above every total of the dice is the total.
    pub open_ended: bool,
    /// Log texts for success and failure.
    pub words: (Cow<'static, str>, Cow<'static, str>),
    /// Dice rolled together with this roll, with the names of their sources. Their totals are bonuses that the chances
    /// take into account ([`Resolver::rolls_along`](super::Resolver::rolls_along)).
    pub along: Vec<(&'static str, Dice)>,
}

impl Roll {
    /// Creates a roll without a target number.
    pub fn new(
        key: impl Into<Cow<'static, str>>,
        who: impl Into<Option<Id>>,
        what: impl Into<Told>,
        dice: Dice,
    ) -> Self {
        Self {
            key: key.into(),
            who: who.into(),
            unnamed: false,
            what: what.into(),
            told: Told::default(),
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
            degrees: Degrees::default(),
            each_die: false,
            open_ended: false,
            words: ("passed".into(), "failed".into()),
            along: Vec::new(),
        }
    }

    /// Sets the prompt's heading.
    #[must_use]
    pub fn title(mut self, title: impl Into<Cow<'static, str>>) -> Self {
        self.title = title.into();
        self
    }

    /// Sets the beginning of the log line, a sentence about what happens.
    #[must_use]
    pub fn told(mut self, told: impl Into<Told>) -> Self {
        self.told = told.into();
        self
    }

    /// Sets the line of explanation.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<Cow<'static, str>>) -> Self {
        self.hint = hint.into();
        self
    }

    /// Adds a tally to the dice.
    #[must_use]
    pub fn bonus(mut self, bonus: Tally) -> Self {
        self.bonus = bonus;
        self
    }

    /// Makes the roll pass on this total or less.
    #[must_use]
    pub fn at_most(mut self, need: i64) -> Self {
        self.need = Some(Need::AtMost(need));
        self
    }

    /// Makes the roll pass on this total or more.
    #[must_use]
    pub fn at_least(mut self, need: i64) -> Self {
        self.need = Some(Need::AtLeast(need));
        self
    }

    /// Marks a high total as good, as for damage or healing. The luck statistics use this for rolls without a target
    /// number.
    #[must_use]
    pub fn high(mut self) -> Self {
        self.high = true;
        self
    }

    /// Sets whether the rule reads each die, for example for doubles, or for a 1 that breaks a weapon.
    #[must_use]
    pub fn each_die(mut self, each_die: bool) -> Self {
        self.each_die = each_die;
        self
    }

    /// Sets whether a typed number above every total of the dice is the total, as for a place in the order.
    #[must_use]
    pub fn open_ended(mut self, open_ended: bool) -> Self {
        self.open_ended = open_ended;
        self
    }

    /// Returns the total that was typed in place of dice, if these results are a total that the dice cannot have.
    pub fn called(&self, faces: &[u32]) -> Option<i64> {
        let [number] = faces else {
            return None;
        };
        let number = i64::from(*number);
        let most = self.dice.most().saturating_add(self.bonus.total());
        (self.open_ended && number > most && number <= MOST_CALLED).then_some(number)
    }

    /// Checks that these results answer the roll: one roll of the dice, or a total in their place.
    ///
    /// # Errors
    /// As for [`Dice::check`].
    pub fn check(&self, faces: &[u32]) -> Result<(), BadFaces> {
        match self.called(faces) {
            Some(_) => Ok(()),
            None => self.dice.check(faces),
        }
    }

    /// Reads the results of this roll alone from a text.
    ///
    /// # Errors
    /// As for [`Dice::parse_faces`].
    pub fn parse_faces(&self, text: &str) -> Result<Vec<u32>, BadFaces> {
        let called: Vec<u32> = text.trim().parse::<u32>().into_iter().collect();
        match self.called(&called) {
            Some(_) => Ok(called),
            None => self.dice.parse_faces(text),
        }
    }

    /// Returns the rules for reading a number typed for this roll.
    pub fn typing(&self, typed: TypedRolls) -> Typing {
        // Different dice have no common natural result, so only single dice show if the result decides.
        let decides = !self.always.is_empty() || !self.degrees.naturals.is_empty();
        let by_face = decides && self.dice.natural(self.dice.least()).is_none();
        Typing {
            totals: typed == TypedRolls::Totals,
            bonus: self.bonus.total(),
            each_die: self.each_die || by_face,
            sum: self.is_sum(),
            above: if self.open_ended { MOST_CALLED } else { 0 },
        }
    }

    /// Returns true for a sum without a target number, such as damage or initiative.
    pub fn is_sum(&self) -> bool {
        self.need.is_none() && self.always.is_empty() && self.degrees.steps.is_empty()
    }

    /// Returns true if only single dice answer the roll, not a total.
    pub fn needs_each_die(&self) -> bool {
        let several = self.dice.count() > 1 && self.typing(TypedRolls::Dice).each_die;
        several || self.dice.is_told_by_faces()
    }

    /// Reads dice or a total for this roll from the front of a line, and returns the rest of the line.
    ///
    /// # Errors
    /// The reason why the text cannot be a roll of these dice.
    pub fn read_typed<'t>(
        &self,
        text: &'t str,
        typed: TypedRolls,
    ) -> Result<(Typed, &'t str), BadFaces> {
        self.dice.parse_typed(text, self.typing(typed))
    }

    /// Sets the combatant whose numbers the roll changes.
    #[must_use]
    pub fn about(mut self, about: Id) -> Self {
        self.about = Some(about);
        self
    }

    /// Sets the combatant whose numbers the roll changes, unless there are several.
    #[must_use]
    pub fn about_all(mut self, all: &[Id]) -> Self {
        self.about = match all {
            [only] => Some(*only),
            _ => None,
        };
        self
    }

    /// Sets the terms of the target number.
    #[must_use]
    pub fn reasons(mut self, reasons: Tally) -> Self {
        self.reasons = reasons;
        self
    }

    /// Sets the name of the target number: "AC", "WIT".
    #[must_use]
    pub fn against(mut self, against: impl Into<Cow<'static, str>>) -> Self {
        self.against = against.into();
        self
    }

    /// Makes natural results `from` to `to` pass or fail regardless of the total, if a single die counts: the kept one
    /// of several. Earlier calls take precedence.
    #[must_use]
    pub fn always(mut self, from: u32, to: u32, passes: bool) -> Self {
        self.always.push(Always {
            from,
            to,
            passes,
            called: "",
        });
        self
    }

    /// Makes a natural result pass or fail like [`Roll::always`], with a text of its own for the log.
    #[must_use]
    pub fn always_called(mut self, face: u32, passes: bool, called: &'static str) -> Self {
        self.always.push(Always {
            from: face,
            to: face,
            passes,
            called,
        });
        self
    }

    /// Sets the texts for success and failure: `words("hit", "missed")`.
    #[must_use]
    pub fn words(
        mut self,
        passed: impl Into<Cow<'static, str>>,
        failed: impl Into<Cow<'static, str>>,
    ) -> Self {
        self.words = (passed.into(), failed.into());
        self
    }

    /// Returns the total of dice and bonus for these results.
    pub(crate) fn total(&self, faces: &[u32]) -> i64 {
        self.dice.total(faces) + self.bonus.total()
    }

    /// Returns `true` if these results pass; `None` without a target number.
    pub(crate) fn passes(&self, faces: &[u32]) -> Option<bool> {
        Some(self.control()?(self.dice.total(faces)))
    }

    /// Returns the range of natural results that overrides the total of these results: "20", "96 to 100"; "" if the
    /// total decides.
    pub(crate) fn forced(&self, faces: &[u32]) -> String {
        let thrown = self.dice.total(faces);
        let plain = self.plain_degree(thrown);
        if self.need.is_some() && plain != self.degree(thrown) {
            let face = self.dice.natural(thrown).unwrap_or_default();
            return format!("a natural {face}");
        }
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

    /// Returns the text for success or failure of these results.
    pub(crate) fn verdict(&self, faces: &[u32], passes: bool) -> &str {
        let named = self.always_of(self.dice.total(faces));
        match named.map_or("", |always| always.called) {
            "" if passes => &self.words.0,
            "" => &self.words.1,
            called => called,
        }
    }

    /// Returns the range that overrides a total of the dice, if there is one.
    fn always_of(&self, thrown: i64) -> Option<&Always> {
        if self.always.is_empty() {
            return None;
        }
        let face = self.dice.natural(thrown)?;
        let mut all = self.always.iter();
        all.find(|always| (always.from..=always.to).contains(&face))
    }

    /// Returns the test that a total of the dice passes; `None` without a target number.
    fn control(&self) -> Option<impl Fn(i64) -> bool> {
        let need = self.need.as_ref()?;
        let bonus = self.bonus.total();
        Some(move |thrown| match self.always_of(thrown) {
            Some(always) => always.passes,
            None => match self.degree(thrown) {
                Some(nth) => self.degrees.steps[nth].0 >= 0,
                None => need.met(thrown + bonus),
            },
        })
    }

    /// Returns the index of the outcome for a total of the dice; `None` if the roll has no outcomes by margin.
    pub fn degree(&self, thrown: i64) -> Option<usize> {
        let plain = self.plain_degree(thrown)?;
        let natural = self.dice.natural(thrown);
        let mut naturals = self.degrees.naturals.iter();
        let rule = naturals.find(|(face, _)| Some(*face) == natural);
        Some(match rule {
            None => plain,
            Some((_, Natural::Is(nth))) => *nth,
            Some((_, Natural::Shifts(by))) => {
                let last = self.degrees.steps.len() as i64 - 1;
                (plain as i64 - by).clamp(0, last) as usize
            }
        })
    }

    /// Returns the index of the outcome for a total of the dice, without the effect of natural results.
    fn plain_degree(&self, thrown: i64) -> Option<usize> {
        let steps = &self.degrees.steps;
        let last = steps.len().checked_sub(1)?;
        let total = thrown.saturating_add(self.bonus.total());
        let margin = match self.need {
            None => total,
            Some(Need::AtLeast(need)) => total.saturating_sub(need),
            Some(Need::AtMost(need)) => need.saturating_sub(total),
        };
        let place = steps.iter().position(|(least, _)| margin >= *least);
        Some(place.unwrap_or(last))
    }

    /// Returns the chance of each outcome by margin, 0 to 1, with the outcome's name.
    pub fn chances(&self) -> Vec<(&'static str, f64)> {
        let steps = &self.degrees.steps;
        if steps.is_empty() {
            return Vec::new();
        }
        let odds = self.dice.odds();
        let chance = |roll: &Roll, nth| odds.when(|thrown| roll.degree(thrown) == Some(nth));
        let steps = steps.iter().enumerate();
        let chances = |(nth, (_, name)): (usize, &(i64, &'static str))| {
            let chance = self.with_added(|roll| Some(chance(roll, nth)));
            Some((*name, chance?))
        };
        steps.filter_map(chances).collect()
    }

    /// Returns the chance to pass, 0 to 1; `None` without a target number.
    pub fn chance(&self) -> Option<f64> {
        self.with_added(|roll| {
            let passes = roll.control()?;
            // Most rolls are one die: each side counts once, and no table of odds is needed.
            if let Some(sides) = roll.dice.lone_die() {
                let passing = (1..=sides).map(|side| i64::from(side) + roll.dice.modifier());
                let passing: u32 = passing.map(|thrown| u32::from(passes(thrown))).sum();
                return Some(f64::from(passing) / f64::from(sides));
            }
            Some(roll.dice.odds().when(passes))
        })
    }

    /// Returns the average of a chance over the totals of the added dice.
    fn with_added(&self, chance: impl Fn(&Self) -> Option<f64>) -> Option<f64> {
        if self.along.is_empty() {
            return chance(self);
        }
        let mut totals = vec![(0, 1.0)];
        for (_, dice) in &self.along {
            let odds = dice.odds();
            let with = |(total, its): (i64, f64)| {
                let added = odds
                    .iter()
                    .map(move |(added, also)| (total + added, its * also));
                added.collect::<Vec<_>>()
            };
            totals = totals.into_iter().flat_map(with).collect();
        }
        let of = |(added, its): (i64, f64)| {
            let mut roll = self.clone();
            roll.along.clear();
            roll.bonus.add("added dice", added);
            Some(its * chance(&roll)?)
        };
        totals.into_iter().map(of).sum()
    }

    /// Formats the target number: "8 or less", "AC 15"; "" without a target number.
    pub fn need_text(&self) -> String {
        let need = self.need.as_ref();
        need.map_or(String::new(), |need| need.words(&self.against))
    }

    /// Returns the target number without results that always fail: 95 or less for a target number of 98 if 96 to 100
    /// always fail.
    pub fn reachable_need(&self) -> Option<Need> {
        match self.need {
            Some(Need::AtMost(need)) if self.dice.count() == 1 && self.bonus.is_empty() => {
                let ends = |always: &&Always| i64::from(always.to) >= self.dice.most();
                let fails = self.always.iter().filter(|always| !always.passes);
                let best = fails.filter(ends).map(|always| i64::from(always.from) - 1);
                let best = best.min().unwrap_or(need);
                Some(Need::AtMost(need.min(best)))
            }
            _ => self.need.clone(),
        }
    }
}

/// Values that the user has set in a form so far, by field.
pub type Draft = BTreeMap<String, Value>;

/// Answer in its recorded form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// Natural results of one roll, in the order rolled.
    Faces(Vec<u32>),
    /// Natural results of several rolls, one list for each row; recorded as [`Answer::Faces`] of each row.
    Rolls(Vec<Vec<u32>>),
    /// Key of the chosen option.
    Chose(String),
    Picked(Vec<Id>),
    /// Values of a form's fields.
    Filled(Draft),
    Number(i64),
    Text(String),
    Yes(bool),
}

/// Reason why an answer is not valid for its prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerError(pub String);

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for AnswerError {}

impl Prompt {
    /// Checks that an answer is valid.
    pub(crate) fn check(&self, answer: &Answer) -> Result<(), AnswerError> {
        match (&self.kind, answer) {
            (Kind::Roll(roll), Answer::Faces(faces)) => roll
                .check(faces)
                .map_err(|bad| AnswerError(bad.to_string())),
            (Kind::Rolls(rolls), Answer::Rolls(all)) => {
                if rolls.len() != all.len() {
                    return Err(AnswerError(format!(
                        "{} rolls are pending, not {}",
                        rolls.len(),
                        all.len()
                    )));
                }
                rolls
                    .iter()
                    .zip(all)
                    .try_for_each(|(row, faces)| row.roll.check(faces))
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
            // The rows depend on the values, so only the rule can check them.
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
            _ => Err(AnswerError(
                "this answer belongs to another prompt".to_owned(),
            )),
        }
    }

    /// Returns the answer that Enter gives, if the prompt needs no dice. For a form, the answer has only the values set
    /// so far, because defaults are not answers.
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

    /// Returns the combatant whom the prompt concerns: the combatant whose numbers the roll changes, otherwise the
    /// combatant who answers.
    pub fn about(&self) -> Option<Id> {
        let thrown = match &self.kind {
            Kind::Roll(roll) => roll.about,
            _ => None,
        };
        thrown.or(self.question.who)
    }

    /// Returns all combatants who may be picked in the prompt.
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

    /// Returns the pending rolls of the prompt.
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
    fn the_chance_counts_dice_rolled_along() {
        let dice = |text: &str| Dice::parse(text).expect("dice");
        let roll = Roll::new("attack", None, "an attack", dice("d20")).at_least(15);
        let mut by_margin = roll.clone();
        by_margin.degrees.steps = vec![(0, "success"), (i64::MIN, "failure")];
        let check = |along: &[&str], chance: f64| {
            for mut roll in [roll.clone(), by_margin.clone()] {
                roll.along = along.iter().map(|text| ("added", dice(text))).collect();
                let found = roll.chance().expect("a need");
                assert!(
                    (found - chance).abs() < 1e-9,
                    "{along:?}: {found} is not {chance}"
                );
            }
        };
        check(&[], 0.3);
        check(&["d4"], (0.35 + 0.4 + 0.45 + 0.5) / 4.0);
        check(&["-1d4"], (0.25 + 0.2 + 0.15 + 0.1) / 4.0);
        check(&["d4", "-1d4"], 0.3);
    }

    #[test]
    fn a_natural_one_or_twenty_of_the_deciding_die_overrides_the_total() {
        // Passes on 19 of 20 results.
        check("1d20", &[20], true, 0.1);
        check("1d20", &[18], false, 0.1);
        // With the kept die of two and a modifier in the dice, a 1 fails and a 20 passes; otherwise 17 is needed.
        check("2d20kh1+2", &[1, 20], true, 1.0 - (16.0f64 / 20.0).powi(2));
        check("2d20kl1+30", &[20, 1], false, (19.0f64 / 20.0).powi(2));
        check("2d20kl1", &[20, 18], false, (2.0f64 / 20.0).powi(2));
        check("2d20kl1", &[20, 20], true, (2.0f64 / 20.0).powi(2));
        // If two dice count, neither decides.
        check("2d20", &[20, 1], true, odds_of_two());
    }

    /// Returns the chance of 19 or more as the sum of two dice.
    fn odds_of_two() -> f64 {
        let pairs = (1..=20).flat_map(|one| (1..=20).map(move |other| one + other));
        pairs.filter(|sum| *sum >= 19).count() as f64 / 400.0
    }
}
