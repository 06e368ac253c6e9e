//! Recorded data of an open command: the command itself, answers and rulings.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::prompt::{Answer, Draft, Question};
use crate::encounter::Event;
use crate::ron_text::is_default;
use crate::values::{Id, SideId};

/// Action with the combatant or side that performs it. Affray asks for all other values during the command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// Key of the action or ruling.
    pub action: Cow<'static, str>,
    /// Combatant who performs the action, if any.
    #[serde(default, skip_serializing_if = "is_default")]
    pub who: Option<Id>,
    /// Side that performs the action, if any.
    #[serde(default, skip_serializing_if = "is_default")]
    pub side: Option<SideId>,
    /// True for a ruling of the GM, which may be made at any time, rather than an action of the system.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ruling: bool,
    /// Reason of the policy that started the command, in a few words; "" if a person started it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub led: Cow<'static, str>,
    /// Affected combatants when the command started, if it affects all who are left; for the end of the fight, the
    /// combatants who were up. Empty for other commands.
    #[serde(default, skip_serializing_if = "is_default")]
    pub whom: Vec<Id>,
}

impl Command {
    /// Creates a command without a combatant, such as a step of the round.
    pub fn of(action: impl Into<Cow<'static, str>>) -> Self {
        Self {
            action: action.into(),
            who: None,
            side: None,
            ruling: false,
            led: Cow::Borrowed(""),
            whom: Vec::new(),
        }
    }

    /// Returns the command without the details of its start.
    #[must_use]
    pub(crate) fn plain(&self) -> Self {
        Self {
            led: Cow::Borrowed(""),
            whom: Vec::new(),
            ..self.clone()
        }
    }

    /// Creates a ruling of the GM, about a combatant if known.
    pub fn ruling(key: &'static str, who: Option<Id>) -> Self {
        Self {
            who,
            ruling: true,
            ..Self::of(key)
        }
    }

    pub fn by(action: impl Into<Cow<'static, str>>, who: Id) -> Self {
        Self {
            who: Some(who),
            ..Self::of(action)
        }
    }

    pub fn side(action: impl Into<Cow<'static, str>>, side: SideId) -> Self {
        Self {
            side: Some(side),
            ..Self::of(action)
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    pub question: Question,
    pub answer: Answer,
    /// True if a person gave the answer; false for automatic answers (automatic rolls, answers that belong to a start).
    #[serde(default, skip_serializing_if = "is_default")]
    pub by_hand: bool,
    /// Number of rerolls of these dice.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rerolls: u32,
    /// Values of the combatant and item fields when the form was sent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub stood: Option<Draft>,
    /// Reason of the policy that gave the answer, in a few words; "" if a person gave it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub led: Cow<'static, str>,
}

impl Given {
    pub(crate) fn new(question: Question, answer: Answer, by_hand: bool) -> Self {
        Self {
            question,
            answer,
            by_hand,
            rerolls: 0,
            stood: None,
            led: Cow::Borrowed(""),
        }
    }

    /// Adds the values of the combatant and item rows in the answer's form, from the values of a run.
    pub(crate) fn stood_in(&mut self, forms: &[(Question, Draft)]) {
        let mut all = forms.iter();
        self.stood = all
            .find(|(question, _)| *question == self.question)
            .map(|(_, stood)| stood.clone());
    }
}

/// Ruling of the GM during an open command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruled {
    /// Question at which the ruling takes effect; `None`: before the command.
    #[serde(default, skip_serializing_if = "is_default")]
    pub at: Option<Question>,
    pub events: Vec<Event>,
    /// Command that made the ruling, if there is one. The ruling is recomputed if the encounter before the ruling
    /// changes. The journal stores it in separate lines.
    #[serde(default, skip_serializing_if = "is_default")]
    pub by: Option<Arc<Ruling>>,
}

impl Ruled {
    /// Creates a ruling without a command.
    pub(crate) fn plain(at: Option<Question>, events: Vec<Event>) -> Self {
        let by = None;
        Self { at, events, by }
    }

    /// Returns `true` if the ruling changes the encounter, rather than adjusting a roll.
    pub(crate) fn changes(&self) -> bool {
        self.events.iter().any(|one| one.adjustment().is_none())
    }
}

/// Command of a ruling after its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    pub command: Command,
    /// Answers and rulings during the command.
    pub taken: Vec<Taken>,
}

/// Step that was recorded during an open command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Taken {
    Given(Arc<Given>),
    Ruled(Arc<Ruled>),
    /// Marks the answers to a question as void, because the rules refuse them now.
    Voided(Question),
}

impl Taken {
    /// Returns the valid answer to a question and its index: the last answer, unless it was voided.
    pub(crate) fn answer<'t>(all: &'t [Taken], question: &Question) -> Option<(usize, &'t Given)> {
        let last = all.iter().enumerate().rev().find(|(_, taken)| match taken {
            Taken::Given(given) => given.question == *question,
            Taken::Voided(voided) => voided == question,
            Taken::Ruled(_) => false,
        });
        match last {
            Some((place, Taken::Given(given))) => Some((place, given)),
            _ => None,
        }
    }
}
