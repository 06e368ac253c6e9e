//! Keeps the state of the help page, which shows the keys that work now and the short rules.

pub(crate) mod draw;
mod keys;
mod markdown;
