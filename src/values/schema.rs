//! How a system's values are described: the fields of its sheets, its conditions, its options. A [`Schema`] lives as long
//! as the program; rows of values ([`super::Row`]) point into it.

use super::condition_spec::ConditionSpec;
use super::field::{Fields, Spec, twice, unknown};
use super::moment::Moment;
use super::part::PartKind;
use super::table::TableKind;
use crate::text::{self, counted};
use crate::values::FieldSpec;

/// Everything that a system says of its values.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    /// One or two lines for the set-up screen.
    pub description: String,
    /// Fields of the sheet, in the order shown.
    pub fields: Fields,
    /// Conditions, in the order offered.
    pub conditions: Vec<ConditionSpec>,
    /// Moments at which conditions may end, in the order offered.
    pub moments: Vec<Moment>,
    /// Whether what lasts for rounds lasts for so many of its bearer's own turns: it ends with the turn of its last round.
    pub own_turns: bool,
    /// Rounds in a minute, of which the log speaks where something lasts so long; 0 where rounds are no measure of time.
    pub minute: u32,
    /// Options, in the order shown; each has a default, the contract's reading.
    pub options: Fields,
    /// Key of the field that holds the most hit points somebody can have, for fights that roll them; "" if there is
    /// none.
    pub hit_points: String,
    /// Key of the field with the dice they are rolled on; "" if there is none.
    pub hit_dice: String,
    /// The kinds of bonds that lead from one to another, as encounter files name them.
    pub bonds: Vec<&'static str>,
    /// That of a rider to its mount; "" where nobody rides.
    pub rides: &'static str,
    /// The tables that its rules read.
    pub tables: Vec<TableKind>,
    /// The kinds of records that it keeps of a round.
    pub parts: Vec<PartKind>,
}

impl PartialEq for Schema {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Schema {}

/// Fields that every combatant has besides its sheet, as rosters write them.
const SHARED: [&str; 3] = ["name", "notes", "conditions"];

impl Schema {
    /// What is wrong with the description itself, for whoever writes a system.
    pub(crate) fn objections(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        self.fields.objections(&mut wrong);
        self.options.objections(&mut wrong);
        let conditions = self
            .conditions
            .iter()
            .map(|condition| condition.key.as_str());
        if let Some(key) = twice(conditions) {
            wrong.push(format!("the condition `{key}` is described twice"));
        }
        if let Some(word) = twice(self.moments.iter().map(|moment| moment.word)) {
            wrong.push(format!("the trigger `{word}` is described twice"));
        }
        for field in self.fields.iter() {
            if SHARED.contains(&field.key.as_str()) {
                wrong.push(format!("every combatant has `{}` already", field.key));
            }
        }
        for option in self.options.iter() {
            if !matches!(option.kind, Spec::Flag | Spec::Word(_) | Spec::Int(..))
                || option.default.is_none()
            {
                wrong.push(format!(
                    "the option `{}` has to be a flag, a word or a number with a default",
                    option.key
                ));
            }
        }
        let kind_of = |key: &str| self.fields.named(key).map(|field| &field.kind);
        if !self.hit_points.is_empty() && !matches!(kind_of(&self.hit_points), Some(Spec::Int(..)))
        {
            wrong.push(format!(
                "`hit_points`: no number is called `{}`",
                self.hit_points
            ));
        }
        if !self.hit_dice.is_empty() && kind_of(&self.hit_dice) != Some(&Spec::Dice) {
            wrong.push(format!(
                "`hit_dice`: no dice are called `{}`",
                self.hit_dice
            ));
        }
        wrong
    }

    pub(crate) fn part(&self, word: &str) -> Option<&PartKind> {
        self.parts.iter().find(|kind| kind.word == word)
    }

    /// The option under a key.
    pub(crate) fn option(&self, key: &str) -> Result<&FieldSpec, String> {
        let found = self.options.named(key);
        found.ok_or_else(|| unknown("option", key, self.options.words()))
    }

    pub(crate) fn moment(&self, word: &str) -> Result<Moment, String> {
        let found = self.moments.iter().find(|moment| moment.word == word);
        let words = self.moments.iter().map(|moment| moment.word);
        found.copied().ok_or_else(|| unknown("moment", word, words))
    }

    /// What the screen and the log call a condition; one that a GM named is called by its word.
    pub fn called(&self, key: &str) -> String {
        let label = |spec: &ConditionSpec| spec.label.clone();
        let named = self.condition(key);
        named.map_or_else(|_| key.replace(['_', '-'], " "), label)
    }

    /// So many rounds in minutes, hours or days, those begun counted whole; `None` of less than a minute.
    pub fn time(&self, rounds: u32) -> Option<String> {
        if self.minute == 0 || rounds < self.minute {
            return None;
        }
        let minutes = rounds.div_ceil(self.minute);
        let hours = minutes.div_ceil(60);
        Some(match (minutes % 60, hours % 24) {
            (1.., _) if minutes < 600 => counted(minutes.into(), "minute"),
            (0, 0) => counted((hours / 24).into(), "day"),
            _ => counted(hours.into(), "hour"),
        })
    }

    /// Whether a condition is the system's; what else there may be is said.
    pub(crate) fn must_be(&self, word: &str) -> Result<(), String> {
        let own = format!("write one of your own as `(key: \"{word}\", own: true)`");
        match self.condition(word) {
            Ok(_) => Ok(()),
            Err(why) if why.ends_with('?') => Err(format!("{why} Else {own}")),
            Err(why) => Err(format!("{why}: {own}")),
        }
    }

    /// Whether a condition may be called so: by a key of the system, or by a word of the GM's own that is not nearly one.
    pub(crate) fn may_be(&self, word: &str) -> Result<(), String> {
        let keys = self.conditions.iter().map(|spec| spec.key.as_str());
        match self.condition(word) {
            Err(why) if text::nearest(word, keys).is_some() => Err(why),
            _ => Ok(()),
        }
    }

    /// The condition under a key.
    pub(crate) fn condition(&self, key: &str) -> Result<&ConditionSpec, String> {
        let found = self
            .conditions
            .iter()
            .find(|condition| condition.key == key);
        found.ok_or_else(|| {
            let keys = self
                .conditions
                .iter()
                .map(|condition| condition.key.as_str());
            unknown("condition", key, keys)
        })
    }
}
