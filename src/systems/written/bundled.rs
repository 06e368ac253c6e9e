//! The written systems that come with the program, as the files of their folders.

use crate::ron_text::{Diagnostic, Source};
use crate::rules::{Assets, System};

use super::files::{ENCOUNTERS, PAGE, ROSTER, RULES, SYSTEM, TABLES};
use super::{Told, Written, told};

/// A folder of `assets`.
struct Bundled {
    key: &'static str,
    /// What it is called in its file.
    name: &'static str,
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
        name: "Any game",
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
        name: "Open d20",
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

impl Bundled {
    /// What its files say.
    fn told(&self) -> Result<Told, Vec<Diagnostic>> {
        let source = |file: &str, text| Source::new(format!("{}/{file}", self.key), text);
        let lua = self.lua.map(|text| source(RULES, text));
        let system = source(SYSTEM, self.system);
        told(self.key, &system, lua.as_ref(), &self.assets)
    }
}

/// All of them. Their files are not read before somebody plays them: that they can be is a law below.
pub fn bundled() -> Vec<&'static dyn System> {
    let all = BUNDLED.iter().map(|one| {
        let read = || one.told().expect("a bundled system is right");
        let written = Written::unread(one.key, one.name, one.assets, read);
        Box::leak(Box::new(written)) as &dyn System
    });
    all.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundled_systems_are_right_and_are_called_as_their_files_say() {
        for one in &BUNDLED {
            let told = one.told().map(|told| told.name());
            assert_eq!(told, Ok(one.name));
        }
    }
}
