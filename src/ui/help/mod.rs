//! Keeps the state of the help page with the keys that work now and the short rules.

pub(crate) mod draw;
mod keys;
mod markdown;
