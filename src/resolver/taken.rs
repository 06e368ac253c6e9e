//! What is taken down while a command is open: who does what, what was answered, what the GM ruled.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::prompt::{Answer, Draft, Question};
use crate::encounter::Event;
use crate::ron_text::is_default;
use crate::values::{Id, SideId};

/// Who does which action. Everything else is asked on the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// Key of the action, or of the ruling.
    pub action: Cow<'static, str>,
    /// Who does it, if somebody does.
    #[serde(default, skip_serializing_if = "is_default")]
    pub who: Option<Id>,
    /// Which side does it, if one does.
    #[serde(default, skip_serializing_if = "is_default")]
    pub side: Option<SideId>,
    /// Whether it is a ruling of the GM's, which may be made at any time, and not an action of the system.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ruling: bool,
    /// Why a policy started it, in a word, if one did; "" otherwise.
    #[serde(default, skip_serializing_if = "is_default")]
    pub led: Cow<'static, str>,
    /// Of what is done for all who are left: who these were when it was started; of the end of the fight, who stood. None where
    /// it is for nobody in particular, and in older saves.
    #[serde(default, skip_serializing_if = "is_default")]
    pub whom: Vec<Id>,
}

impl Command {
    /// Nobody's command, such as a step of the round.
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

    /// The same as anybody may start it.
    #[must_use]
    pub(crate) fn plain(&self) -> Self {
        Self {
            led: Cow::Borrowed(""),
            whom: Vec::new(),
            ..self.clone()
        }
    }

    /// A ruling of the GM's, about somebody if that is known.
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
    /// Whether a person gave it; otherwise it came by itself (dice that fly, answers that belong to a start).
    #[serde(default, skip_serializing_if = "is_default")]
    pub by_hand: bool,
    /// How often these dice were thrown again on request.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rerolls: u32,
    /// Values of the combatant and item fields when the form was sent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub stood: Option<Draft>,
    /// Why a policy answered so, in a word, if one did; "" otherwise.
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

    /// The same with how the rows of people and things stood in the form that it answers, of all that a run took.
    pub(crate) fn stood_in(&mut self, forms: &[(Question, Draft)]) {
        let mut all = forms.iter();
        self.stood = all
            .find(|(question, _)| *question == self.question)
            .map(|(_, stood)| stood.clone());
    }
}

/// A ruling of the GM's, made while the command was open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruled {
    /// At which question it takes effect; `None`: before the command.
    #[serde(default, skip_serializing_if = "is_default")]
    pub at: Option<Question>,
    pub events: Vec<Event>,
    /// The command that it was made with, if with one: on other ground it is made again. In the journal it stands in
    /// lines of its own.
    #[serde(default, skip_serializing_if = "is_default")]
    pub by: Option<Arc<Ruling>>,
}

impl Ruled {
    /// A change as it is, made by no command.
    pub(crate) fn plain(at: Option<Question>, events: Vec<Event>) -> Self {
        let by = None;
        Self { at, events, by }
    }

    /// What it changes in the encounter; where it is no adjustment of a throw.
    pub(crate) fn changes(&self) -> bool {
        self.events.iter().any(|one| one.adjustment().is_none())
    }
}

/// A command that the GM ruled with, as it came to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    pub command: Command,
    /// What it took on the way.
    pub taken: Vec<Taken>,
}

/// One thing taken down while a command was open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Taken {
    Given(Arc<Given>),
    Ruled(Arc<Ruled>),
    /// Earlier answers to a question no longer count, because the rules refuse them now.
    Voided(Question),
}

impl Taken {
    /// The answer that counts for a question, and its place: the last one that was not taken back by the rules.
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
