//! Rule systems:
//!
//! - a folder for each of the five compiled rulebooks
//! - code that several rulebooks share ([`common`], [`morale`])
//! - the interpreter of systems written as data ([`written`])
//! - the list of all seven built-in systems ([`all`])
//!
//! To add a compiled system, add a folder here, two lines in this file, a folder in `assets` and one in `tests/fights`
//! (`docs/rust-rulebooks.md`).

pub mod alternation;
pub mod common;
pub mod countdown;
pub mod morale;
pub mod prelude;
pub mod seconds;
pub mod segments;
pub mod split_round;
pub mod written;

use std::sync::LazyLock;

use crate::rules::System;

/// Returns all built-in rule systems: first the compiled ones, then the systems written as data.
pub fn all() -> &'static [&'static dyn System] {
    static ALL: LazyLock<Vec<&'static dyn System>> = LazyLock::new(|| {
        let mut all: Vec<&'static dyn System> = vec![
            &alternation::Alternation,
            &countdown::Countdown,
            &segments::Segments,
            &split_round::SplitRound,
            &seconds::Seconds,
        ];
        all.extend(written::bundled());
        all
    });
    &ALL
}
