//! Terminal program and its main loop.
//!
//! Keys, signals and reports of the saver arrive in one [`inbox`]. The loop takes all waiting messages, updates the
//! state, and draws once ([`terminal`]). The key map is data ([`keymap`]), and [`theme`] defines colours and symbols.
//! Every input is on its way to the disk before the next input is taken ([`autosave`]). The journal is finished
//! whatever ends the process ([`ending`]).
//!
//! Without a screen, [`lines`] uses the same loop with text output and input.
//!
//! Each screen is a folder: [`start`], [`setup`], [`fight`], and separately [`watch`] and [`confirm_open`]. So is each page
//! over a screen ([`overlay`]), the `line` that replaces the question, and the question itself, [`ask`]. In each folder,
//! `mod.rs` and other named files have the state, `draw` draws it, `keys` handles its keys (`orders` executes the
//! `line`), and `run` is a separate loop. The state does not depend on drawing or keys. [`app`] combines the states.
//! [`draw`] and `keys` delegate to the current screen.

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
pub mod overlay;
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
