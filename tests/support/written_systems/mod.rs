//! Systems that are written as data and that only the tests know. They pass every law that systems are held to.
//!
//! **Popcorn** (`assets/popcorn/system.ron`): whoever has acted picks who acts next; its contract stands in `docs/rules/popcorn.md`
//! beside it, its fights in `tests/fights/popcorn`.
//!
//! **Time-line** (`assets/timeline`): a line of ticks, spells that go off later and are spoiled, defences out of turn.

use std::sync::LazyLock;

use affray::ron_text::Source;
use affray::rules::{Assets, System};
use affray::systems::written;

/// A system out of its folder, with one bundled fight.
macro_rules! written {
    ($key:literal, $fight:literal) => {
        LazyLock::new(|| {
            let assets = Assets {
                tables: "{}",
                roster: include_str!(concat!("assets/", $key, "/roster.ron")),
                rules: include_str!(concat!("assets/", $key, "/rules.md")),
                encounters: &[(
                    concat!($fight, ".ron"),
                    include_str!(concat!("assets/", $key, "/encounters/", $fight, ".ron")),
                )],
            };
            let file = include_str!(concat!("assets/", $key, "/system.ron"));
            let source = Source::new(concat!($key, "/system.ron"), file);
            written::read($key, &source, assets).unwrap_or_else(|wrong| {
                let told: Vec<String> = wrong.iter().map(ToString::to_string).collect();
                panic!("{}", told.join("\n"))
            })
        })
    };
}

/// Popcorn.
pub static POPCORN: LazyLock<&'static dyn System> = written!("popcorn", "mill_race");
/// The time-line.
pub static TIMELINE: LazyLock<&'static dyn System> = written!("timeline", "toll_bridge");

/// All of them.
pub fn systems() -> Vec<&'static dyn System> {
    vec![*POPCORN, *TIMELINE]
}
