//! Tests of the whole program in a terminal of its own: `cargo test --test program`. `tests/README.md` explains the
//! modules.

mod browser;
mod cut_off;
mod in_lines;
mod killed;
mod own_systems;
mod package;
mod panic;
mod pty;
mod running;
mod served;
mod shown_and_saved;
#[path = "../support/mod.rs"]
#[allow(
    dead_code,
    unused_imports,
    reason = "the tests of the library use the rest"
)]
mod support;
mod surroundings;
mod terminal;

/// Every program in a terminal starts as this test; see [`pty::leader`].
#[test]
fn leader() {
    pty::leader();
}
