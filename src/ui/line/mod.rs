//! Line that replaces the question: a command, a search text, or a newcomer.

pub mod command;
pub(crate) mod draw;
mod keys;
mod orders;

use self::command::CommandLine;
use super::edit::Edit;
use super::finder::Finder;

/// Line that replaces the question.
#[derive(Debug)]
pub enum Typing {
    Command(CommandLine),
    /// Search text for the log.
    Search(Edit),
    /// Letters of a combatant who is to join.
    Add(Finder),
}
