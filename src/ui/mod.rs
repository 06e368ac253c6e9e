//! Runs the terminal program and its loop.
//!
//! Keys, signals and news from the saver arrive in one box ([`inbox`]); the loop takes all that waits, updates what the
//! screen remembers, and draws once ([`terminal`]). Which key does what is data ([`keymap`]), colours and symbols
//! stand in one place ([`theme`]), every input is on its way to the disk before the next is taken ([`autosave`]), and
//! whatever ends the process lets the journal finish first ([`ending`]).
//!
//! Without a screen [`lines`] stand in its place: the same loop, told in words and played by lines.
//!
//! A screen is a folder: [`start`], [`setup`], [`fight`], and by itself [`watch`] and [`confirm_open`]. So is what lies
//! over one: [`sheet`], `help`, the [`tutor`], the `line` typed in the place of the question, and what is asked there, [`ask`]. In
//! each folder `mod.rs` and what has a name of its own say what is remembered, `draw` draws it, `keys` says what keys
//! do to it (what is typed into the `line` is carried out by its `orders`), and `run` is a loop of its own. What is
//! remembered knows neither its drawing nor its keys; [`app`] puts it together, [`draw`] and `keys` beside it hand on
//! to the screen that there is.

pub mod app;
pub mod ask;
pub mod autosave;
pub mod canvas;
pub(crate) mod confirm_open;
pub mod draw;
pub mod edit;
pub mod ending;
pub mod fight;
pub mod finder;
mod help;
pub mod inbox;
mod ink;
pub mod keymap;
mod keys;
pub mod line;
pub mod lines;
pub mod odds;
pub(crate) mod palette;
pub mod picture;
mod program;
pub mod recap;
mod rows;
pub mod selection;
pub mod setup;
pub mod sheet;
pub mod start;
pub mod terminal;
pub mod theme;
pub mod tutor;
pub mod watch;
pub mod widgets;

pub use program::{Begin, Config, Shown, run};
