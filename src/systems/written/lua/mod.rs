//! Functions in Lua, from `rules.lua`, for rules that a system's data cannot express. The functions that Affray
//! provides are in `words`; the prelude contains all other names that rules can use.

mod call;
mod fault;
mod names;
mod read;
mod state;
mod text;
mod words;

pub use call::call;
pub use read::Script;
