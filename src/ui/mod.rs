//! The terminal program.
//!
//! Keys, signals and news from the saver arrive on one channel ([`input`]); the loop takes all that waits, updates what
//! the screen remembers, and draws once ([`terminal`]). Which key does what is data ([`keymap`]), colours and symbols
//! stand in one place ([`theme`]), and whatever ends the process lets the journal finish first ([`ending`]).

pub mod edit;
pub mod ending;
pub mod input;
pub mod keymap;
pub mod palette;
pub mod picture;
pub mod terminal;
pub mod theme;
pub mod widgets;
