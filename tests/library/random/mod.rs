//! What is drawn at random: players, keys, texts. Each has a long form, which `tests/long-runs.md` lists.

mod alternation;
mod fuzz;
mod invariants;
mod key_model;
mod long_use;
mod lua_scripts;
mod random_keys;
