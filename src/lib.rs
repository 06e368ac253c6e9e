#![doc = include_str!("../ARCHITECTURE.md")]

pub mod cli;
pub mod compendium;
pub mod dice;
pub mod encounter;
pub mod fight_file;
pub mod resolver;
pub mod ron_text;
pub mod rules;
pub mod session;
pub mod setup;
pub mod simulate;
pub mod store;
pub mod systems;
pub mod text;
pub mod ui;
mod unix;
pub mod values;
