//! Functions in Lua, from `rules.lua`, for rules that a system's data cannot express. Their words are implemented in
//! `words`; the prelude contains all other names that they may use.

mod call;
mod fault;
mod names;
mod read;
mod state;
mod text;
mod words;

pub use call::call;
pub use read::Script;
