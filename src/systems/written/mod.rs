//! Systems that are written as a folder of data instead of Rust: `system.ron`, and the files that every system has. What
//! is read of one (`read`) is a [`model`](model::Model) in which every name leads to what it names; it is played by the same
//! functions of the resolver that the systems in Rust use.
//!
//! Whoever writes one reads `docs/your-own-system.md`.

mod acts;
mod found;
mod later;
mod look;
mod lookup;
mod model;
mod play;
mod read;
mod read_effects;
mod read_fields;
mod reader;
mod rounds;
mod state;
mod sum;
mod system;
mod table;
mod throw;
mod throws;
mod ticks;
mod worth;

use crate::ron_text::{Diagnostic, Source};
use crate::rules::{Assets, System};

pub use system::Written;

/// The file of Any game.
const PLAIN: &str = include_str!("../../../assets/plain/system.ron");

/// The keys of the written systems that come with the program.
pub fn bundled_keys() -> Vec<&'static str> {
    vec!["plain"]
}

/// The file of a written system that comes with the program.
pub fn file_of(key: &str) -> Option<&'static str> {
    (key == "plain").then_some(PLAIN)
}

/// The written systems that come with the program, as their files in `assets` say them.
pub fn bundled() -> Vec<&'static dyn System> {
    let plain = crate::assets!("plain", "alley.ron", "barrow.ron");
    let read = read("plain", &Source::new("plain/system.ron", PLAIN), plain);
    // That they are right is a law of the tests; one that is not would be missing from the list.
    read.into_iter().collect()
}

/// The texts of a system that has its file alone.
pub const NO_TEXTS: Assets = Assets {
    tables: "{}",
    roster: "[]",
    rules: "",
    encounters: &[],
};

/// Reads a system's file; the texts beside it are its `assets`. It lives as long as the program.
///
/// # Errors
/// Everything that is wrong, each at its place.
pub fn read(
    key: &str,
    source: &Source,
    assets: Assets,
) -> Result<&'static dyn System, Vec<Diagnostic>> {
    let (model, mistakes) = read::read(key, source);
    match model {
        Some(model) => Ok(Box::leak(Box::new(Written::new(model, assets)))),
        None => Err(mistakes),
    }
}
