//! Action keys of rows and answers. Each row or answer that declares an action key has the same key in all prompts of
//! a system.
//!
//! All systems share these keys: `A` attack, `M` move, `W` weapon or means, `T` target, `R` range or distance, `C`
//! cover or concealment, `G` the GM's modifier, `Y` yes and `N` no or none. No other row uses `G`. Actions use only `A`
//! and `M` of these keys.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::action::Action;
use super::action::Entry;
use super::capital_group::{ARROWS, CapitalGroup, DEED};
use super::ruling;
use super::system::System;
use crate::values::{Id, unknown};

/// Action key and block of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keyed<'a> {
    /// Action key, or [`DEED`].
    pub capital: char,
    /// Suffix that distinguishes the row from rows of other blocks: a number or a combatant's letter; "" if the row
    /// does not repeat.
    pub block: &'a str,
}

impl Keyed<'_> {
    /// Returns the combatant of the block, if blocks are combatants.
    pub fn whose(&self) -> Option<Id> {
        Id::from_letter(self.block)
    }
}

/// User-defined action keys, by the keyword of the row, answer or action.
pub(crate) type Own = BTreeMap<String, char>;

/// Action keys that apply in a prompt.
#[derive(Clone, Debug, Default)]
pub struct Capitals {
    groups: &'static [CapitalGroup],
    shared: &'static [CapitalGroup],
    actions: &'static [&'static Action],
    own: Arc<Own>,
}

impl Capitals {
    /// Creates the action keys of some groups without a system, for the screen's own questions.
    pub fn new(groups: &'static [CapitalGroup]) -> Self {
        Self {
            groups,
            shared: ruling::CAPITALS,
            ..Self::default()
        }
    }

    /// Creates the action keys of a system's prompts, including the shared action keys.
    pub fn of_system(system: &dyn System) -> Self {
        Self {
            actions: system.actions(),
            ..Self::new(system.capitals())
        }
    }

    /// Adds user-defined action keys.
    ///
    /// # Errors
    /// If a word is not a row, answer or action, or if two items of one prompt or menu would have the same key.
    pub(crate) fn with(mut self, own: Own) -> Result<Self, Vec<String>> {
        let rows = || self.groups.iter().flat_map(|group| group.rows);
        let words = || {
            rows()
                .map(|(name, _)| *name)
                .filter(|name| *name != "*")
                .chain(self.actions.iter().map(|one| one.key))
        };
        let mut wrong: Vec<String> = own
            .keys()
            .filter(|word| !words().any(|known| known == *word))
            .map(|word| unknown("row, answer or action", word, words()))
            .collect();
        self.own = Arc::new(own);
        let mut check = |one: &str, other: &str, on: [Option<char>; 2]| {
            if let [Some(left), Some(right)] = on
                && left == right
            {
                wrong.push(format!(
                    "`{other}` and `{one}` would both use the key {left}"
                ));
            }
        };
        let named = |name: &str, capital: char| match self.own.get(name) {
            _ if capital == DEED => None,
            Some(own) => Some(*own),
            None => Some(capital).filter(|capital| *capital != ARROWS),
        };
        for group in self.groups {
            for (place, (one, capital)) in group.rows.iter().enumerate() {
                for (other, its) in &group.rows[..place] {
                    check(one, other, [named(one, *capital), named(other, *its)]);
                }
            }
        }
        for (place, one) in self.actions.iter().enumerate() {
            let same = self.actions[..place]
                .iter()
                .filter(|other| other.when == one.when);
            // The table itself may repeat a key for items that never meet.
            let moved = |other: &Action| self.own.contains_key(other.key);
            for other in same.filter(|other| moved(other) || moved(one)) {
                check(
                    one.key,
                    other.key,
                    [self.action(one.key), self.action(other.key)],
                );
            }
        }
        wrong.sort();
        wrong.dedup();
        if wrong.is_empty() {
            Ok(self)
        } else {
            Err(wrong)
        }
    }

    /// Returns the action key of a menu entry.
    pub fn of_entry(&self, entry: &Entry) -> Option<char> {
        let own = self.own.get(&*entry.command.action).copied();
        own.or(entry.capital)
    }

    /// Returns the declared key of a row or an answer.
    pub fn row<'a>(&self, key: &'a str) -> Option<Keyed<'a>> {
        let rows = self.groups.iter().chain(self.shared);
        let mut rows = rows.flat_map(|group| group.rows);
        rows.find_map(|(name, capital)| {
            let block = match name.strip_suffix('*') {
                None => (*name == key).then_some("")?,
                Some(stem) => key.strip_prefix(stem).filter(|rest| is_block(rest))?,
            };
            let own = self.own.get(*name).filter(|_| *capital != DEED);
            let capital = own.copied().unwrap_or(*capital);
            (capital != ARROWS).then_some(Keyed { capital, block })
        })
    }

    /// Returns `true` if a row or an answer of a question has no action key ([`ARROWS`]).
    pub fn by_arrows(&self, question: &str, key: &str) -> bool {
        let groups = self.groups.iter().chain(self.shared);
        let mut groups = groups.filter(|group| group.prompts.contains(&question));
        groups.any(|group| {
            let mut rare = group.rows.iter().filter(|(_, capital)| *capital == ARROWS);
            rare.any(|(name, _)| is_row(name, key))
        })
    }

    /// Returns the action keys that the rows or answers of a question declare, whether they are shown or not. Rows that
    /// never appear together with `row` do not count.
    pub fn declared(&self, question: &str, row: &str) -> Vec<char> {
        let groups = self.groups.iter().chain(self.shared);
        let groups = groups.filter(|group| group.prompts.contains(&question));
        let (with_row, others): (Vec<&CapitalGroup>, Vec<&CapitalGroup>) =
            groups.partition(|group| group.rows.iter().any(|(name, _)| is_row(name, row)));
        let groups = if with_row.is_empty() {
            others
        } else {
            with_row
        };
        let rows = groups.into_iter().flat_map(|group| group.rows);
        let rows = rows.filter(|(_, capital)| ![DEED, ARROWS].contains(capital));
        rows.map(|(name, capital)| self.own.get(*name).copied().unwrap_or(*capital))
            .collect()
    }

    /// Returns `true` without a system: in the screen's own forms, rows are few or reached by arrow keys.
    pub fn is_of_no_system(&self) -> bool {
        self.actions.is_empty()
    }

    /// Replaces the user-defined action keys with keys for the words of one question.
    #[must_use]
    pub(crate) fn with_words(self, words: Own) -> Self {
        Self {
            own: Arc::new(words),
            ..self
        }
    }

    /// Returns the action key of a row or answer.
    pub fn of(&self, word: &str) -> Option<char> {
        let row = self.row(word).map(|row| row.capital);
        let row = row.filter(|capital| *capital != DEED);
        row.or_else(|| self.own.get(word).copied())
    }

    /// Returns the action key of an action that a row offers.
    pub fn deed(&self, word: &str) -> Option<char> {
        self.action(word).or_else(|| self.of(word))
    }

    fn action(&self, word: &str) -> Option<char> {
        let action = self.actions.iter().find(|action| action.key == word)?;
        let own = self.own.get(word).copied();
        own.or(action.capital)
    }
}

/// Returns `true` if a declared name, such as `target` or `target*`, means this row.
fn is_row(name: &str, row: &str) -> bool {
    match name.strip_suffix('*') {
        Some(stem) => row.starts_with(stem),
        None => row == name,
    }
}

fn is_block(rest: &str) -> bool {
    let number = rest.bytes().all(|b| b.is_ascii_digit());
    !rest.is_empty() && (number || Id::from_letter(rest).is_some())
}
