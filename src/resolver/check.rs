//! Checks that Affray could have written the answers, commands and rulings in a file.

use super::prompt::{Answer, Question};
use super::taken::{Command, Given, Ruled, Taken};
use crate::encounter::check::Known;
use crate::ron_text::{Checked, Within, each};
use crate::values::{at_most, number};

/// Maximum number of rerolls of one roll, each of which has new results.
pub(crate) const MOST_REROLLS: u32 = 1_000;
/// Maximum number of questions in a command. A higher number indicates a bug in the rule.
pub(crate) const MOST_QUESTIONS: usize = 2_000;

impl Known {
    pub(crate) fn command(self, command: &Command) -> Checked {
        self.one(command.who).within("who")?;
        self.ids(&command.whom).within("whom")?;
        let side = command.side;
        side.map_or(Ok(()), |side| self.side(side).within("side"))
    }

    /// Checks the parts of a question.
    pub(crate) fn question(self, question: &Question) -> Checked {
        self.one(question.who).within("who")?;
        at_most(question.nth, MOST_QUESTIONS).within("nth")
    }

    /// Checks an answer without its question.
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

    /// Checks an answer with its question.
    pub(crate) fn given(self, given: &Given) -> Checked {
        self.question(&given.question).within("question")?;
        self.answer(&given.answer).within("answer")?;
        at_most(given.rerolls, MOST_REROLLS).within("rerolls")
    }

    /// Checks a ruling made during a command.
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

    /// Checks a recorded step of a command.
    pub(crate) fn taken(self, taken: &Taken) -> Checked {
        let checked = match taken {
            Taken::Given(given) => self.given(given),
            Taken::Ruled(ruled) => self.ruled(ruled),
            Taken::Voided(question) => self.question(question),
        };
        checked.within(0)
    }
}
