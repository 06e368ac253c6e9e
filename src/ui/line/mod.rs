//! The line typed in the place of the question: a command, words to look for, somebody who is to join.

pub mod command;
pub(crate) mod draw;
mod keys;
mod orders;

use self::command::CommandLine;
use super::edit::Edit;
use super::finder::Finder;

/// A line typed in the place of the question.
#[derive(Debug)]
pub enum Typing {
    Command(CommandLine),
    /// Words to look for in the log.
    Search(Edit),
    /// Letters of somebody who is to join.
    Add(Finder),
}
