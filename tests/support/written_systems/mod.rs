//! Systems that are written as data and that only the tests know. They pass the checks for all systems.
//!
//! - **Popcorn** (`assets/popcorn/system.ron`): the acting combatant picks the next one.
//! - **Press** (`assets/press`): attacks, shouts and nerves are functions of its `rules.lua`.
//! - **Spotlight** (`assets/spotlight/system.ron`): no initiative, rolls with three outcomes, harm that counts up.
//! - **Time-line** (`assets/timeline/system.ron`): ticks, delayed spells that can be interrupted, reactions.
//! - **Old dungeon** (`assets/dungeon/system.ron`): phases of sides, tables, declared spells, morale of a side.
//! - **Cards and wounds** (`assets/cards/system.ron`): a card each round, exploding dice, bennies, wounds.
//!
//! The contract of each system is in `docs/rules` next to them, its fights are in `tests/fights`.

use std::sync::LazyLock;

use affray::ron_text::Source;
use affray::rules::{Assets, System};
use affray::systems::written;

/// Creates the system of a folder, with its functions, if any, and its encounters.
macro_rules! system {
    ($key:literal, lua, $($encounter:literal),+) => {
        system!($key, Some(include_str!(concat!("assets/", $key, "/rules.lua"))); $($encounter),+)
    };
    ($key:literal, $($encounter:literal),+) => {
        system!($key, None; $($encounter),+)
    };
    ($key:literal, $lua:expr; $($encounter:literal),+) => {
        read(
            $key,
            include_str!(concat!("assets/", $key, "/system.ron")),
            $lua,
            Assets {
                tables: "{}",
                roster: include_str!(concat!("assets/", $key, "/roster.ron")),
                rows: "",
                monsters: "",
                rules: include_str!(concat!("assets/", $key, "/rules.md")),
                encounters: &[$((
                    $encounter,
                    include_str!(concat!("assets/", $key, "/encounters/", $encounter)),
                )),+],
            },
        )
    };
}

static SYSTEMS: LazyLock<Vec<&'static dyn System>> = LazyLock::new(|| {
    vec![
        system!("popcorn", "mill_race.ron"),
        system!("spotlight", "toll_bridge.ron"),
        system!("timeline", "toll_bridge.ron"),
        system!("dungeon", "second_stair.ron"),
        system!("cards", "high_noon.ron"),
        system!("press", lua, "quay.ron"),
    ]
});

fn read(key: &str, file: &str, lua: Option<&str>, assets: Assets) -> &'static dyn System {
    let source = Source::new(format!("{key}/system.ron"), file);
    let lua = lua.map(|text| Source::new(format!("{key}/rules.lua"), text));
    written::read_with(key, &source, lua.as_ref(), assets).unwrap_or_else(|wrong| {
        let told: Vec<String> = wrong.iter().map(ToString::to_string).collect();
        panic!("{}", told.join("\n"))
    })
}

/// Returns all of these systems.
pub fn systems() -> Vec<&'static dyn System> {
    SYSTEMS.clone()
}
