//! Interface between rules and answers ([`Resolver`]): questions, forms, sources of answers, and the run of a rule
//! until an answer is missing.
//!
//! A command is one procedure. The procedure reads the encounter and its answers, changes the encounter through events,
//! and asks with `?`. After every answer it runs again from the encounter before the command.

mod answers;
mod ask;
mod check;
mod form;
mod prompt;
mod records;
mod run;
mod taken;
mod value_text;

pub use answers::{Answers, Filling, Record, Recorded};
pub(crate) use check::MOST_REROLLS;
pub use form::{Filled, Form, Refused};
pub use prompt::{
    Always, Answer, AnswerError, Choice, Degrees, DiceRow, Draft, Field, FieldKind, Kind, Natural,
    Prompt, Question, Roll,
};
pub use run::{Played, Resolver, Rolled, Run, Show, Step, Stop, play, run};
pub use taken::{Command, Given, Ruled, Ruling, Taken};

pub use crate::act;
pub use crate::note;
pub use crate::say;
