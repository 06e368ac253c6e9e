//! Sheet that an import fills: finds its fields by the words of other programs, the words that its fields allow, and
//! the ready rows of its lists.

use crate::compendium::Compendium;
use crate::values::{FieldSpec, Record};

/// Words that programs and people use for the same thing, and the fields that they may mean, the likeliest field first.
/// All words are in the form of [`plain`].
const COMMON: &[(&[&str], &[&str])] = &[
    (
        &["name", "creature", "monster", "character", "title"],
        &["name"],
    ),
    (
        &[
            "note",
            "comment",
            "comments",
            "description",
            "desc",
            "remarks",
        ],
        &["notes"],
    ),
    (
        &["armorclass", "armourclass", "defense", "defence"],
        &["ac"],
    ),
    (&["armor", "armour"], &["armour", "protarmor"]),
    (&["strength"], &["str"]),
    (&["dexterity", "dex"], &["dex", "agi"]),
    (&["agility"], &["agi"]),
    (&["constitution"], &["con"]),
    (&["intelligence", "int"], &["int", "wit"]),
    (&["wisdom"], &["wis"]),
    (&["charisma"], &["cha"]),
    (&["perception"], &["per"]),
    (
        &["speed", "movement", "walk", "walkspeed"],
        &["speed", "move", "tmr"],
    ),
    (
        &[
            "initiative",
            "initiativemodifier",
            "initiativebonus",
            "initmod",
            "init",
        ],
        &["initmod", "initiative"],
    ),
    (
        &["attack", "weapon", "weapons", "attacks", "actions"],
        &["attacks", "weapons"],
    ),
    (
        &[TO_HIT, "tohit", "hitbonus", "attackmodifier", "bonus"],
        &["attackbonus", "attackmod", "bonus"],
    ),
    (&["dmg", "damagedice", "damageroll"], &["damage"]),
    (&["type"], &["damagetype", "kind", "mode"]),
];
/// Word for the bonus on an attack roll.
pub(super) const TO_HIT: &str = "attackbonus";

/// Sheet of the system for which a file is read.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    compendium: &'a Compendium,
}

impl<'a> Fields<'a> {
    pub(super) fn of(compendium: &'a Compendium) -> Self {
        Self { compendium }
    }

    /// Returns `true` if the sheet has a field that `word` means.
    pub(super) fn has(self, word: &str) -> bool {
        best(&self.compendium.schema.fields, word).is_some()
    }

    /// Returns `true` if the field that `field` means allows `word` among its words.
    pub(super) fn knows(self, field: &str, word: &str) -> bool {
        self.words(field).iter().any(|known| known == word)
    }

    /// Returns the words that a field allows; empty for free text.
    pub(super) fn words(self, field: &str) -> &'a [String] {
        best(&self.compendium.schema.fields, field).map_or(&[], |field| &field.several)
    }

    /// Returns the ready row of a list by its name in any case.
    pub(super) fn ready(self, list: &str, name: &str) -> Option<&'a Record> {
        let mut rows = self.compendium.ready_rows(list).iter();
        rows.find(|row| row.word("name").eq_ignore_ascii_case(name))
    }
}

/// Returns a word without the differences between programs: case, spaces, underscores.
pub(super) fn plain(word: &str) -> String {
    word.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Returns the field that a word means: by its key, by its label, otherwise by common use. Fields that Affray changes
/// during a fight are skipped.
pub(super) fn best<'a>(fields: &'a [FieldSpec], word: &str) -> Option<&'a FieldSpec> {
    let given = || fields.iter().filter(|field| !field.state);
    let plain_word = plain(word);
    let named = given().find(|field| means(&plain_word, field));
    named.or_else(|| {
        let (_, meanings) = COMMON
            .iter()
            .find(|(words, _)| words.contains(&plain_word.as_str()))?;
        meanings
            .iter()
            .find_map(|key| given().find(|field| plain(&field.key) == *key))
    })
}

pub(super) fn means(plain_word: &str, field: &FieldSpec) -> bool {
    let mut elsewhere = field.elsewhere.iter();
    plain(&field.key) == plain_word
        || plain(&field.label) == plain_word
        || elsewhere.any(|word| plain(word) == plain_word)
}

/// Returns the key that a word means.
pub(super) fn meant<'k>(word: &str, keys: &[&'k str]) -> Option<&'k str> {
    let word = plain(word);
    let same = keys.iter().find(|key| **key == word);
    same.or_else(|| {
        let (_, meanings) = COMMON
            .iter()
            .find(|(words, _)| words.contains(&word.as_str()))?;
        keys.iter().find(|key| meanings.contains(key))
    })
    .copied()
}
