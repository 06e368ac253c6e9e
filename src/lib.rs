#![doc = include_str!("../ARCHITECTURE.md")]

pub mod cli;
pub mod dice;
pub mod encounter;
pub mod ron_text;
pub mod rules;
pub mod session;
pub mod simulate;
pub mod store;
pub mod tally;
pub mod text;
pub mod ui;
