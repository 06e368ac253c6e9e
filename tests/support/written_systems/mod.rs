//! Systems that are written as data and that only the tests know. They pass every law that systems are held to.
//!
//! **Popcorn** (`assets/popcorn/system.ron`): whoever has acted picks who acts next; its contract stands in `docs/rules/popcorn.md`
//! beside it, its fights in `tests/fights/popcorn`.

use std::sync::LazyLock;

use affray::ron_text::Source;
use affray::rules::{Assets, System};
use affray::systems::written;

/// Popcorn.
pub static POPCORN: LazyLock<&'static dyn System> = LazyLock::new(|| {
    let assets = Assets {
        tables: "{}",
        roster: include_str!("assets/popcorn/roster.ron"),
        rules: include_str!("assets/popcorn/rules.md"),
        encounters: &[(
            "mill_race.ron",
            include_str!("assets/popcorn/encounters/mill_race.ron"),
        )],
    };
    let file = include_str!("assets/popcorn/system.ron");
    let source = Source::new("popcorn/system.ron", file);
    written::read("popcorn", &source, assets).unwrap_or_else(|wrong| {
        let told: Vec<String> = wrong.iter().map(ToString::to_string).collect();
        panic!("{}", told.join("\n"))
    })
});

/// All of them.
pub fn systems() -> Vec<&'static dyn System> {
    vec![*POPCORN]
}
