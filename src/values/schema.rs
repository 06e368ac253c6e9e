//! Description of a system's values: the fields of its sheets, its conditions, its options. A [`Schema`] lives as long
//! as the program; rows of values ([`super::Row`]) refer to it.

use super::condition_spec::ConditionSpec;
use super::field::{Fields, Spec, twice, unknown};
use super::moment::Moment;
use super::part::PartKind;
use super::said::SentenceTable;
use super::table::TableKind;
use crate::text::{self, counted};
use crate::values::FieldSpec;

/// Complete description of a system's values.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    /// Description in one or two lines for the set-up screen.
    pub description: String,
    /// Fields of the sheet, in the order shown.
    pub fields: Fields,
    /// Conditions, in the order offered.
    pub conditions: Vec<ConditionSpec>,
    /// Triggers at which conditions may end, in the order offered.
    pub moments: Vec<Moment>,
    /// True if a duration in rounds means turns of the bearer: the condition ends with the turn of its last round.
    pub own_turns: bool,
    /// Number of rounds in a minute, for long durations in the log; 0 if rounds do not measure time.
    pub minute: u32,
    /// Options, in the order shown, each with the default of the rule contract.
    pub options: Fields,
    /// Key of the field with the maximum hit points, for fights that roll them; "" if there is none.
    pub hit_points: String,
    /// Key of the field with the dice for hit points; "" if there is none.
    pub hit_dice: String,
    /// Kinds of links, as encounter files name them.
    pub bonds: Vec<&'static str>,
    /// Kind of the link from a rider to its mount; "" without riders.
    pub rides: &'static str,
    /// Tables that the system's rules read.
    pub tables: Vec<TableKind>,
    /// Kinds of records that the system keeps of a round.
    pub parts: Vec<PartKind>,
    /// Tables of the sentences that the system's rules log.
    pub sentences: Vec<&'static SentenceTable>,
}

impl PartialEq for Schema {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Schema {}

/// Number of rounds from which on a duration is always shown as a time.
const LONG: u32 = 100;

/// Fields of every combatant outside its sheet, as rosters write them.
const SHARED: [&str; 3] = ["name", "notes", "conditions"];

impl Schema {
    /// Lists the errors of the description itself, for authors of systems.
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
                    "the option `{}` must be a flag, a word or a number with a default",
                    option.key
                ));
            }
        }
        let kind_of = |key: &str| self.fields.named(key).map(|field| &field.kind);
        if !self.hit_points.is_empty() && !matches!(kind_of(&self.hit_points), Some(Spec::Int(..)))
        {
            wrong.push(format!(
                "`hit_points`: there is no number field `{}`",
                self.hit_points
            ));
        }
        if !self.hit_dice.is_empty() && kind_of(&self.hit_dice) != Some(&Spec::Dice) {
            wrong.push(format!(
                "`hit_dice`: there is no dice field `{}`",
                self.hit_dice
            ));
        }
        wrong
    }

    pub(crate) fn part(&self, word: &str) -> Option<&PartKind> {
        self.parts.iter().find(|kind| kind.word == word)
    }

    /// Returns the option with this key.
    pub(crate) fn option(&self, key: &str) -> Result<&FieldSpec, String> {
        let found = self.options.named(key);
        found.ok_or_else(|| unknown("option", key, self.options.words()))
    }

    pub(crate) fn moment(&self, word: &str) -> Result<Moment, String> {
        let found = self.moments.iter().find(|moment| moment.word == word);
        let words = self.moments.iter().map(|moment| moment.word);
        found.copied().ok_or_else(|| unknown("moment", word, words))
    }

    /// Returns the label of a condition; a condition of the GM has its key as label.
    pub fn called(&self, key: &str) -> String {
        let label = |spec: &ConditionSpec| spec.label.clone();
        let named = self.condition(key);
        named.map_or_else(|_| key.replace(['_', '-'], " "), label)
    }

    /// Converts a long duration to minutes, hours or days, rounded up. Returns `None` below [`LONG`] rounds: while the
    /// rounds are counted down, they do not change into minutes and back.
    pub fn long_time(&self, rounds: u32) -> Option<String> {
        self.time(rounds).filter(|_| rounds >= LONG)
    }

    /// Converts rounds to minutes, hours or days, rounded up. Returns `None` below [`LONG`] rounds if they are not a
    /// whole number of minutes.
    pub fn time(&self, rounds: u32) -> Option<String> {
        let is_exact = rounds > 0 && rounds.is_multiple_of(self.minute);
        if self.minute == 0 || rounds < LONG && !is_exact {
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

    /// Checks that a condition belongs to the system; the error explains how to write another one.
    pub(crate) fn must_be(&self, word: &str) -> Result<(), String> {
        let own = format!("write one of your own as `(key: \"{word}\", own: true)`");
        match self.condition(word) {
            Ok(_) => Ok(()),
            Err(why) if why.ends_with('?') => Err(format!("{why} Otherwise {own}")),
            Err(why) => Err(format!("{why}: {own}")),
        }
    }

    /// Checks that a condition may have this name: a key of the system, or a word of the GM that resembles no key.
    pub(crate) fn may_be(&self, word: &str) -> Result<(), String> {
        let keys = self.conditions.iter().map(|spec| spec.key.as_str());
        match self.condition(word) {
            Err(why) if text::nearest(word, keys).is_some() => Err(why),
            _ => Ok(()),
        }
    }

    /// Returns the condition with this key.
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
