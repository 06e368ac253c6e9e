//! One fighter: name, faction, sheet, conditions.

use serde::{Deserialize, Serialize};

use super::key::{Is, Moment};
use super::row::Row;
use super::schema::Fields;
use super::value::Record;
use crate::ron_text::{Objection, is_default};

/// A combatant's number, given in order of joining and kept for the whole fight.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Id(pub u32);

/// How many have one letter; `z` begins the longer ones.
const SINGLE: u32 = 25;

/// How many have one or two.
const DOUBLE: u32 = 2 * SINGLE;

/// How many more each further pair of letters has, but for `zz`.
const BLOCK: u32 = 26 * 26 - 1;

/// Longer letters are nobody's.
const MOST_LETTERS: usize = 64;

/// How many have letters.
const MOST: u32 = DOUBLE + (MOST_LETTERS as u32 / 2 - 1) * BLOCK;

impl Id {
    /// The target letter: a to y, then za to zy, then zz and two letters. No letter is the beginning of another.
    pub fn letter(self) -> String {
        let sign = |number: u32| char::from(b'a' + u8::try_from(number % 26).unwrap_or_default());
        match self.0 {
            one @ 0..SINGLE => String::from(sign(one)),
            two @ SINGLE..DOUBLE => String::from_iter(['z', sign(two - SINGLE)]),
            more if more >= MOST => format!("#{more}"),
            more => {
                // `zzzz` is where the next letters begin.
                let (blocks, place) = ((more - DOUBLE) / BLOCK, (more - DOUBLE) % BLOCK);
                let mut letters = "zz".repeat(blocks as usize + 1);
                letters.extend([sign(place / 26), sign(place)]);
                letters
            }
        }
    }

    /// The combatant that a target letter names, whether or not it exists.
    pub fn from_letter(text: &str) -> Option<Id> {
        let place = |b: &u8| b.is_ascii_lowercase().then(|| u32::from(b - b'a'));
        let number = match text.as_bytes() {
            [one] => place(one).filter(|place| *place < SINGLE)?,
            [b'z', two] => SINGLE + place(two).filter(|place| *place < SINGLE)?,
            [blocks @ .., left, right] if blocks.len() % 2 == 0 && text.len() <= MOST_LETTERS => {
                let block = u32::try_from(blocks.len() / 2).ok()?.checked_sub(1)?;
                let place = place(left)? * 26 + place(right)?;
                let fits = blocks.iter().all(|b| *b == b'z') && place < BLOCK;
                fits.then_some(DOUBLE + block * BLOCK + place)?
            }
            _ => return None,
        };
        Some(Id(number))
    }

    /// Whether more has to be typed until it is somebody's letter.
    pub fn begins_letter(text: &str) -> bool {
        let letters = text.bytes().all(|b| b.is_ascii_lowercase());
        let mut pairs = text.as_bytes().chunks(2);
        letters
            && text.len() <= MOST_LETTERS
            && match (text, pairs.next_back()) {
                ("z", _) => true,
                (_, Some([_])) => text.len() > 1 && pairs.all(|pair| pair == b"zz"),
                (_, Some(last)) => last == b"zz" && pairs.all(|pair| pair == b"zz"),
                _ => false,
            }
    }

    /// The place in the list of combatants.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A faction's number, in the order in which the factions were added.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
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
    #[serde(default, skip_serializing_if = "is_default")]
    pub roller: Roller,
    /// Whether players run it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub players: bool,
    /// The kept party that it began with, by name; "" without one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub party: String,
}

/// When a condition ends by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written")]
pub enum Ends {
    /// Never: somebody has to clear it.
    #[default]
    WhenCleared,
    /// At the end of this round (by number), at the moment the system says.
    EndOfRound(u32),
    /// At a [`Moment`] of the system, by its word.
    At(String),
    /// At a moment of somebody's turns, whoever bears the condition.
    Turn {
        /// The [`Moment`], by its word.
        moment: String,
        /// Whose turns.
        whose: Id,
        /// The round that it ends with where no such turn has come by then: nobody waits for the turn of the fallen.
        latest: u32,
    },
}

impl Ends {
    /// At a moment of somebody's turns, seen from a round: with the round after it at the latest.
    pub fn turn(moment: Moment, whose: Id, round: u32) -> Self {
        Self::Turn {
            moment: moment.word.to_owned(),
            whose,
            latest: round.saturating_add(1),
        }
    }

    /// At a moment of the system.
    pub fn at(moment: Moment) -> Self {
        Self::At(moment.word.to_owned())
    }
}

/// The moment that the first saves knew, whatever their system. Where the system has none of that word, such a condition
/// waits to be cleared.
pub(super) const FIRST_MOMENT: &str = "stretch";

/// [`Ends`] as files say them, those from before the systems named their moments included.
#[derive(Deserialize)]
#[serde(rename = "Ends")]
enum Written {
    WhenCleared,
    EndOfRound(u32),
    At(String),
    Turn {
        moment: String,
        whose: Id,
        latest: u32,
    },
    Stretch,
}

impl From<Written> for Ends {
    fn from(written: Written) -> Self {
        match written {
            Written::WhenCleared => Self::WhenCleared,
            Written::EndOfRound(round) => Self::EndOfRound(round),
            Written::At(word) => Self::At(word),
            Written::Turn {
                moment,
                whose,
                latest,
            } => Self::Turn {
                moment,
                whose,
                latest,
            },
            Written::Stretch => Self::At(FIRST_MOMENT.to_owned()),
        }
    }
}

/// Which of the conditions of one key are meant, where somebody has several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Giver {
    /// All of them, whoever gave them.
    #[default]
    Any,
    /// The one that this combatant gave, or the one that nobody did.
    One(Option<Id>),
}

impl Giver {
    /// Whether a condition is among them.
    pub fn gave(self, condition: &Condition) -> bool {
        match self {
            Self::Any => true,
            Self::One(by) => condition.by == by,
        }
    }
}

/// Something that is the case with a combatant for a while. One key may stand several times, each from a source of its
/// own (`by`): then it is the case until the last of them ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Key, as the system or the GM names it.
    pub key: String,
    /// When it ends.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ends: Ends,
    /// Why it is there, for the log and the row detail.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cause: String,
    /// Its source: who gave it, if that matters.
    #[serde(default, skip_serializing_if = "is_default")]
    pub by: Option<Id>,
    /// A number that belongs to it (a penalty, a target round), 0 without one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub value: i64,
}

impl Condition {
    /// A condition of the system that lasts until it is cleared.
    pub fn new(is: impl Into<Is>) -> Self {
        Self::named(is.into().0)
    }

    /// The same by its word, for what a GM names.
    pub fn named(key: &str) -> Self {
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

/// One fighter, mount, vehicle or other thing that takes part. In an encounter its sheet is a [`Row`]; in files and in
/// the event of its joining it is a [`Record`] of words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combatant<S = Row> {
    /// Unique in the fight.
    pub name: String,
    /// Whose side it is on.
    pub faction: FactionId,
    /// The group it belongs to for morale and the like; by default its faction's name.
    pub group: String,
    /// What the rulebook's sheet says of it, and what the system keeps there during the fight.
    pub sheet: S,
    /// What is the case with it now, in the order gained.
    #[serde(default, skip_serializing_if = "is_default")]
    pub conditions: Vec<Condition>,
    /// Who throws its dice, where that differs from its faction.
    #[serde(default, skip_serializing_if = "is_default")]
    pub roller: Option<Roller>,
    /// Hidden from the players' view.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hidden: bool,
    /// Taken out of the fight by the GM: not listed as a target, never acts.
    #[serde(default, skip_serializing_if = "is_default")]
    pub gone: bool,
    /// The GM's notes.
    #[serde(default, skip_serializing_if = "is_default")]
    pub notes: String,
}

impl<S> Combatant<S> {
    /// A combatant with this sheet.
    pub fn new(name: &str, faction: FactionId, sheet: S) -> Self {
        Self {
            name: name.to_owned(),
            faction,
            group: String::new(),
            sheet,
            conditions: Vec::new(),
            roller: None,
            hidden: false,
            gone: false,
            notes: String::new(),
        }
    }

    /// Whether a condition is on it.
    pub fn has(&self, is: impl Into<Is>) -> bool {
        self.condition(is).is_some()
    }

    /// The condition of that name, from whatever source; of several the first gained.
    pub fn condition(&self, is: impl Into<Is>) -> Option<&Condition> {
        self.named(is.into().0)
    }

    /// The condition under a word, for what a GM or a file names.
    pub fn named(&self, key: &str) -> Option<&Condition> {
        self.conditions
            .iter()
            .find(|condition| condition.key == key)
    }

    /// Puts a condition on it, in the place of what it replaces.
    pub(super) fn gain(&mut self, condition: Condition, replaces: Giver) {
        self.clear(&condition.key, replaces);
        self.conditions.push(condition);
    }

    /// Takes away what stands under a word from one giver or from all.
    pub(super) fn clear(&mut self, key: &str, giver: Giver) {
        self.conditions
            .retain(|old| old.key != key || !giver.gave(old));
    }

    /// The same with another sheet.
    fn with<T>(&self, sheet: T) -> Combatant<T> {
        Combatant {
            name: self.name.clone(),
            faction: self.faction,
            group: self.group.clone(),
            sheet,
            conditions: self.conditions.clone(),
            roller: self.roller,
            hidden: self.hidden,
            gone: self.gone,
            notes: self.notes.clone(),
        }
    }
}

impl Combatant<Record> {
    /// As it stands in an encounter whose sheets have these fields.
    pub(crate) fn seat(&self, fields: &'static Fields) -> Result<Combatant, Vec<Objection>> {
        Ok(self.with(Row::seat(fields, &self.sheet)?))
    }
}

impl Combatant {
    /// As files say it.
    pub(crate) fn in_words(&self) -> Combatant<Record> {
        self.with(self.sheet.record())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_letter_is_the_beginning_of_another() {
        let shown = [0, 24, 25, 49, 50, 75, 76, 724, 725].map(|number| Id(number).letter());
        let expected = [
            "a", "y", "za", "zy", "zzaa", "zzaz", "zzba", "zzzy", "zzzzaa",
        ];
        assert_eq!(shown, expected);
        for number in (0..2_000).chain([MOST - 1]) {
            let letter = Id(number).letter();
            assert_eq!(Id::from_letter(&letter), Some(Id(number)), "{letter}");
            assert!(!Id::begins_letter(&letter), "{letter}");
            for end in 1..letter.len() {
                assert!(Id::begins_letter(&letter[..end]), "{letter}");
                assert_eq!(Id::from_letter(&letter[..end]), None, "{letter}");
            }
        }
        for nobodys in [
            "", "z", "zz", "zzz", "zzzz", "ab", "zaa", "A", "1", "é", "zzA", "azz",
        ] {
            assert_eq!(Id::from_letter(nobodys), None, "{nobodys}");
        }
        for never in ["", "ab", "zab", "aa", "Z", "zzabc"] {
            assert!(!Id::begins_letter(never), "{never}");
        }
        assert_eq!(Id(MOST).letter(), format!("#{MOST}"));
    }
}
