//! Whether answers, commands and rulings that were read from a file can be what the program wrote.

use super::prompt::{Answer, Question};
use super::taken::{Command, Given, Ruled, Taken};
use crate::encounter::check::Known;
use crate::ron_text::{Checked, Within, each};
use crate::values::{at_most, number};

/// How often one throw can be thrown again, each time with faces of its own.
pub(crate) const MOST_REROLLS: u32 = 1_000;
/// A command asks at most so often; more is a bug in the rule.
pub(crate) const MOST_QUESTIONS: usize = 2_000;

impl Known {
    pub(crate) fn command(self, command: &Command) -> Checked {
        self.one(command.who).within("who")?;
        self.ids(&command.whom).within("whom")?;
        let side = command.side;
        side.map_or(Ok(()), |side| self.side(side).within("side"))
    }

    /// What identifies a question.
    pub(crate) fn question(self, question: &Question) -> Checked {
        self.one(question.who).within("who")?;
        at_most(question.nth, MOST_QUESTIONS).within("nth")
    }

    /// An answer, whatever was asked.
    pub(crate) fn answer(self, answer: &Answer) -> Checked {
        let checked = match answer {
            Answer::Picked(ids) => self.ids(ids),
            Answer::Filled(values) => self.values(values),
            Answer::Number(int) => number(*int),
            Answer::Faces(_)
            | Answer::Rolls(_)
            | Answer::Chose(_)
            | Answer::Text(_)
            | Answer::Yes(_) => Ok(()),
        };
        checked.within(0)
    }

    /// An answer to a question.
    pub(crate) fn given(self, given: &Given) -> Checked {
        self.question(&given.question).within("question")?;
        self.answer(&given.answer).within("answer")?;
        at_most(given.rerolls, MOST_REROLLS).within("rerolls")
    }

    /// A ruling amid a command.
    pub(crate) fn ruled(self, ruled: &Ruled) -> Checked {
        if let Some(at) = &ruled.at {
            self.question(at).within("at")?;
        }
        each(&ruled.events, |event| self.event(event)).within("events")?;
        match &ruled.by {
            Some(by) => {
                self.command(&by.command).within("command").within("by")?;
                each(&by.taken, |one| self.taken(one))
                    .within("taken")
                    .within("by")
            }
            None => Ok(()),
        }
    }

    /// One thing taken down while a command was open.
    pub(crate) fn taken(self, taken: &Taken) -> Checked {
        let checked = match taken {
            Taken::Given(given) => self.given(given),
            Taken::Ruled(ruled) => self.ruled(ruled),
            Taken::Voided(question) => self.question(question),
        };
        checked.within(0)
    }
}
