//! State of the help page, which shows the keys that work now and the short rules.

pub(crate) mod draw;
mod keys;
mod markdown;

use super::keymap::Context;

/// Help over a screen or over another page.
#[derive(Debug)]
pub struct HelpPage {
    /// Index of the first row shown.
    pub(super) first: usize,
    /// Contexts in which help was opened.
    pub(super) contexts: Vec<Context>,
}
