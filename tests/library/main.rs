//! All tests of the library in one program: `cargo test --test library`. `tests/README.md` explains the modules.

mod cli;
mod house;
mod random;
mod screen;
mod session;
mod simulate;
mod store;
#[path = "../support/mod.rs"]
mod support;
mod systems;
