//! `rules.lua`: what a system's data cannot say, as functions of Lua. What their words mean is in `words`; what else they may
//! name is in the prelude, and nothing more is there.

mod call;
mod fault;
mod names;
mod read;
mod state;
mod text;
mod words;

pub use call::call;
pub use read::Script;
