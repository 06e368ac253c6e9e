//! The help page: the keys that work where it was asked for, and the system's rules in short.

pub(crate) mod draw;
mod keys;
mod markdown;
