//! The written systems that come with the program, as the files of their folders.

use crate::ron_text::Source;
use crate::rules::{Assets, System};

use super::files::{ENCOUNTERS, PAGE, ROSTER, RULES, SYSTEM, TABLES};
use super::{Written, read_with};

/// A folder of `assets`.
struct Bundled {
    key: &'static str,
    system: &'static str,
    lua: Option<&'static str>,
    assets: Assets,
    /// Its fights, by their files' names.
    fights: &'static [(&'static str, &'static str)],
}

/// All of them.
static BUNDLED: [Bundled; 2] = [
    Bundled {
        key: "plain",
        system: include_str!("../../../assets/plain/system.ron"),
        lua: None,
        assets: crate::assets!("plain", "alley.ron", "barrow.ron"),
        fights: &[(
            "first.ron",
            include_str!("../../../assets/plain/fights/first.ron"),
        )],
    },
    Bundled {
        key: "d20",
        system: include_str!("../../../assets/d20/system.ron"),
        lua: None,
        assets: crate::assets!("d20", "toll_bridge.ron", "ash_hollow.ron"),
        fights: &[(
            "first.ron",
            include_str!("../../../assets/d20/fights/first.ron"),
        )],
    },
];

/// The keys of the written systems that come with the program.
pub fn bundled_keys() -> Vec<&'static str> {
    BUNDLED.iter().map(|one| one.key).collect()
}

/// The files of one of them, by their paths in its folder; `None` where there is none of that key.
pub fn bundled_files(key: &str) -> Option<Vec<(String, &'static str)>> {
    let one = BUNDLED.iter().find(|one| one.key == key)?;
    let mut files = vec![
        (SYSTEM.to_owned(), one.system),
        (ROSTER.to_owned(), one.assets.roster),
        (TABLES.to_owned(), one.assets.tables),
        (PAGE.to_owned(), one.assets.rules),
    ];
    files.extend(one.lua.map(|text| (RULES.to_owned(), text)));
    let folders = [(ENCOUNTERS, one.assets.encounters), ("fights", one.fights)];
    for (folder, texts) in folders {
        files.extend(
            texts
                .iter()
                .map(|(name, text)| (format!("{folder}/{name}"), *text)),
        );
    }
    Some(files)
}

/// All of them, as their files say them.
pub fn bundled() -> Vec<&'static dyn System> {
    let all = BUNDLED.iter().map(|one| {
        let source = Source::new(format!("{}/{SYSTEM}", one.key), one.system);
        // That they are right is a law of the tests; one that is not would be missing from the list.
        let lua = one
            .lua
            .map(|text| Source::new(format!("{}/{RULES}", one.key), text));
        read_with(one.key, &source, lua.as_ref(), one.assets).ok()
    });
    all.flatten()
        .map(|one: &Written| one as &dyn System)
        .collect()
}
