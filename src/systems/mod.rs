//! The rule systems: a folder each, what several of their rulebooks share ([`common`], [`morale`]), and the list of them
//! ([`all`]).
//!
//! A sixth system is a folder here, two lines in this file, a folder in `assets` and one in `tests/fights`
//! (`docs/writing-a-system.md`).

pub mod alternation;
pub mod common;
pub mod countdown;
pub mod morale;
pub mod seconds;
pub mod segments;
pub mod split_round;

use crate::rules::System;

/// Every rule system built into the program.
pub fn all() -> &'static [&'static dyn System] {
    &[
        &alternation::Alternation,
        &countdown::Countdown,
        &segments::Segments,
        &split_round::SplitRound,
        &seconds::Seconds,
    ]
}
