//! One fighter: name, faction, sheet, conditions.

use serde::{Deserialize, Serialize};

use super::value::Record;

/// A combatant's number, given in order of joining and kept for the whole fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Id(pub u32);

impl Id {
    /// The target letter: a to z, then aa, ab, …
    pub fn letter(self) -> String {
        let mut number = u64::from(self.0) + 1;
        let mut letters = Vec::new();
        while number > 0 {
            number -= 1;
            letters.push(b'a' + u8::try_from(number % 26).expect("a remainder of 26 is small"));
            number /= 26;
        }
        letters.reverse();
        String::from_utf8(letters).expect("letters are ASCII")
    }

    /// The combatant that a target letter names, whether or not it exists.
    pub fn from_letter(text: &str) -> Option<Id> {
        if text.is_empty() || text.len() > 5 || !text.bytes().all(|b| b.is_ascii_lowercase()) {
            return None;
        }
        let number = text
            .bytes()
            .fold(0u32, |sum, b| sum * 26 + u32::from(b - b'a') + 1);
        Some(Id(number - 1))
    }

    /// The place in the list of combatants.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A faction's number, in the order in which the factions were added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FactionId(pub u32);

impl FactionId {
    /// The place in the list of factions.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Who throws somebody's dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Roller {
    /// The dice are real: the program asks for the faces.
    #[default]
    Asked,
    /// The program rolls without being asked.
    Rolled,
}

/// A side of the fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Faction {
    /// What it is called; unique in the fight.
    pub name: String,
    /// Who throws its members' dice.
    pub roller: Roller,
    /// Whether players run it.
    pub players: bool,
}

/// When a condition ends by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ends {
    /// Never: somebody has to clear it.
    #[default]
    WhenCleared,
    /// At the end of this round (by number), at the moment the system says.
    EndOfRound(u32),
    /// At the end of the stretch, a longer unit of game time that outlasts a fight.
    Stretch,
}

/// Something that is the case with a combatant for a while.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Key, as the system or the GM names it.
    pub key: String,
    /// When it ends.
    pub ends: Ends,
    /// Why it is there, for the log and the row detail.
    #[serde(default)]
    pub cause: String,
    /// Who gave it, if that matters.
    #[serde(default)]
    pub by: Option<Id>,
    /// A number that belongs to it (a penalty, a target round), 0 without one.
    #[serde(default)]
    pub value: i64,
}

impl Condition {
    /// A condition that lasts until it is cleared.
    pub fn new(key: &str) -> Self {
        Self {
            key: key.to_owned(),
            ends: Ends::WhenCleared,
            cause: String::new(),
            by: None,
            value: 0,
        }
    }

    /// The same, ending as told.
    #[must_use]
    pub fn ends(mut self, ends: Ends) -> Self {
        self.ends = ends;
        self
    }

    /// The same, with its cause.
    #[must_use]
    pub fn because(mut self, cause: impl Into<String>) -> Self {
        self.cause = cause.into();
        self
    }

    /// The same, with who gave it.
    #[must_use]
    pub fn by(mut self, who: Id) -> Self {
        self.by = Some(who);
        self
    }

    /// The same, with a number.
    #[must_use]
    pub fn value(mut self, value: i64) -> Self {
        self.value = value;
        self
    }
}

/// One fighter, mount, vehicle or other thing that takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combatant {
    /// Unique in the fight.
    pub name: String,
    /// Whose side it is on.
    pub faction: FactionId,
    /// The group it belongs to for morale and the like; by default its faction's name.
    pub group: String,
    /// What the rulebook's sheet says of it, and what the system keeps there during the fight.
    pub sheet: Record,
    /// What is the case with it now, in the order gained.
    #[serde(default)]
    pub conditions: Vec<Condition>,
    /// Who throws its dice, where that differs from its faction.
    #[serde(default)]
    pub roller: Option<Roller>,
    /// Hidden from the players' view.
    #[serde(default)]
    pub hidden: bool,
    /// Taken out of the fight by the GM: not listed as a target, never acts.
    #[serde(default)]
    pub gone: bool,
    /// The GM's notes.
    #[serde(default)]
    pub notes: String,
}

impl Combatant {
    /// A combatant with nothing on its sheet.
    pub fn new(name: &str, faction: FactionId) -> Self {
        Self {
            name: name.to_owned(),
            faction,
            group: String::new(),
            sheet: Record::new(),
            conditions: Vec::new(),
            roller: None,
            hidden: false,
            gone: false,
            notes: String::new(),
        }
    }

    /// Whether a condition is on it.
    pub fn has(&self, key: &str) -> bool {
        self.condition(key).is_some()
    }

    /// The condition under a key.
    pub fn condition(&self, key: &str) -> Option<&Condition> {
        self.conditions
            .iter()
            .find(|condition| condition.key == key)
    }
}
