//! Everything that uses the library, in one program: `cargo test --test library`. What stands where tells `tests/README.md`.

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
