//! Written systems bundled with the program, as the files of their folders.

use crate::ron_text::{Diagnostic, Source};
use crate::rules::{Assets, RuleTexts, System};

use super::files::{ENCOUNTERS, MONSTERS, PAGE, ROSTER, ROWS, RULES, SYSTEM, TABLES};
use super::{Told, Written, rule_texts, told};

/// Folder of a system in `assets`.
struct Bundled {
    key: &'static str,
    /// Name in the system's file.
    name: &'static str,
    system: &'static str,
    lua: Option<&'static str>,
    assets: Assets,
    /// Prepared fights, by file name.
    fights: &'static [(&'static str, &'static str)],
}

macro_rules! fights {
    ($key:literal, $($file:literal),+) => {
        &[$(($file, crate::assets!(@text $key, "fights/", $file))),+]
    };
}

static BUNDLED: [Bundled; 2] = [
    Bundled {
        key: "plain",
        name: "Any game",
        system: include_str!("../../../assets/plain/system.ron"),
        lua: None,
        assets: crate::assets!("plain", "alley.ron", "barrow.ron"),
        fights: fights!("plain", "first.ron"),
    },
    Bundled {
        key: "d20",
        name: "Open d20",
        system: include_str!("../../../assets/d20/system.ron"),
        lua: None,
        assets: Assets {
            rows: crate::assets!(@text "d20", "rows.ron"),
            monsters: crate::assets!(@text "d20", "monsters.ron"),
            ..crate::assets!("d20", "toll_bridge.ron", "ash_hollow.ron")
        },
        fights: fights!(
            "d20",
            "about_the_field.ron",
            "at_deaths_door.ron",
            "at_the_end_of_the_rope.ron",
            "first.ron",
            "legends_and_lairs.ron",
            "what_befalls_one.ron",
            "what_waits.ron"
        ),
    },
];

/// Returns the files of a bundled system by their paths in its folder; `None` if there is no system with this key.
pub fn bundled_files(key: &str) -> Option<Vec<(String, &'static str)>> {
    let one = BUNDLED.iter().find(|one| one.key == key)?;
    let mut files = vec![
        (SYSTEM.to_owned(), one.system),
        (ROSTER.to_owned(), one.assets.roster),
        (TABLES.to_owned(), one.assets.tables),
        (PAGE.to_owned(), one.assets.rules),
    ];
    files.extend(one.lua.map(|text| (RULES.to_owned(), text)));
    if !one.assets.rows.is_empty() {
        files.push((ROWS.to_owned(), one.assets.rows));
    }
    if !one.assets.monsters.is_empty() {
        files.push((MONSTERS.to_owned(), one.assets.monsters));
    }
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
    /// Returns the sources of the system's file and of its functions.
    fn sources(&self) -> (Source, Option<Source>) {
        let source = |file: &str, text| Source::new(format!("{}/{file}", self.key), text);
        let lua = self.lua.map(|text| source(RULES, text));
        (source(SYSTEM, self.system), lua)
    }

    /// Reads the contents of the system's files as a system with this key.
    fn told_as(&self, key: &str) -> Result<Told, Vec<Diagnostic>> {
        let (system, lua) = self.sources();
        told(key, &system, lua.as_ref(), self.assets.rows)
    }

    fn texts(&self) -> RuleTexts {
        let (system, lua) = self.sources();
        rule_texts(&system, lua.as_ref(), &self.assets)
    }

    fn read(&self, key: &str) -> Told {
        self.told_as(key).expect("a bundled system is valid")
    }
}

/// Returns the bundled systems. Their files are read at the first use; a test below proves that they are valid.
pub fn bundled() -> Vec<&'static dyn System> {
    let all = BUNDLED.iter().map(|one| {
        let (texts, read) = (|| one.texts(), || one.read(one.key));
        let written = Written::unread(one.key, one.name, one.assets, texts, read);
        Box::leak(Box::new(written)) as &dyn System
    });
    all.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundled_systems_are_valid_and_have_the_names_of_their_files() {
        for one in &BUNDLED {
            let told = one.told_as(one.key).map(|told| told.name());
            assert_eq!(told, Ok(one.name));
        }
    }
}
