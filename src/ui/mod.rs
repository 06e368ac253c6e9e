//! The terminal program.
//!
//! Keys, signals and news from the saver arrive on one channel ([`input`]); the loop takes all that waits, updates what
//! the screen remembers, and draws once ([`terminal`]). Which key does what is data ([`keymap`]), colours and symbols
//! stand in one place ([`theme`]), every input is on its way to the disk before the next is taken ([`keeping`]), and
//! whatever ends the process lets the journal finish first ([`ending`]).

pub mod app;
pub mod ask;
pub mod command;
pub mod consent;
pub mod edit;
pub mod ending;
pub mod fight;
pub mod finder;
pub mod input;
pub mod keeping;
pub mod keymap;
pub mod letters;
pub mod mark;
mod orders;
pub mod own;
mod pages;
pub mod palette;
pub mod picture;
mod play;
mod program;
pub mod setup;
pub mod setup_forms;
mod setup_keys;
pub mod sheet;
pub mod start;
pub mod terminal;
pub mod theme;
pub mod view;
pub mod watch;
pub mod widgets;

pub use program::{Begin, Home, run};
