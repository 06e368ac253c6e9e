//! Tests with random players, keys and texts. Each has a long form, listed in `tests/long-runs.md`.

mod alternation;
mod fuzz;
mod invariants;
mod key_model;
mod long_use;
mod lua_scripts;
mod random_keys;
