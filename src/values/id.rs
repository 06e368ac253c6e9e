//! Numbers of combatants and sides, and the target letters that the GM types.

use serde::{Deserialize, Serialize};

/// Number of a combatant, given in order of joining and kept for the whole fight.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Id(pub u32);

/// Number of combatants with one letter; `z` starts longer letters.
const SINGLE: u32 = 25;

/// Number of combatants with one or two letters.
const DOUBLE: u32 = 2 * SINGLE;

/// Number of further combatants for each additional pair of letters, without `zz`.
const BLOCK: u32 = 26 * 26 - 1;

/// Maximum length of target letters.
const MOST_LETTERS: usize = 64;

/// Number of combatants with letters.
const MOST: u32 = DOUBLE + (MOST_LETTERS as u32 / 2 - 1) * BLOCK;

impl Id {
    /// Returns the target letter: a to y, then za to zy, then zz and two letters. No letter is a prefix of another.
    pub fn letter(self) -> String {
        let sign = |number: u32| char::from(b'a' + u8::try_from(number % 26).unwrap_or_default());
        match self.0 {
            one @ 0..SINGLE => String::from(sign(one)),
            two @ SINGLE..DOUBLE => String::from_iter(['z', sign(two - SINGLE)]),
            more if more >= MOST => format!("#{more}"),
            more => {
                // Longer letters start with `zzzz`.
                let (blocks, place) = ((more - DOUBLE) / BLOCK, (more - DOUBLE) % BLOCK);
                let mut letters = "zz".repeat(blocks as usize + 1);
                letters.extend([sign(place / 26), sign(place)]);
                letters
            }
        }
    }

    /// Parses a target letter, even if the combatant does not exist.
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

    /// Returns the index in the list of combatants.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Number of a side, in the order in which the sides were added.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct SideId(pub u32);

impl SideId {
    /// Returns the index in the list of sides.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_target_letter_is_a_prefix_of_another() {
        let shown = [0, 24, 25, 49, 50, 75, 76, 724, 725].map(|number| Id(number).letter());
        let expected = [
            "a", "y", "za", "zy", "zzaa", "zzaz", "zzba", "zzzy", "zzzzaa",
        ];
        assert_eq!(shown, expected);
        for number in (0..2_000).chain([MOST - 1]) {
            let letter = Id(number).letter();
            assert_eq!(Id::from_letter(&letter), Some(Id(number)), "{letter}");
            for end in 1..letter.len() {
                assert_eq!(Id::from_letter(&letter[..end]), None, "{letter}");
            }
        }
        for nobodys in [
            "", "z", "zz", "zzz", "zzzz", "ab", "zaa", "A", "1", "é", "zzA", "azz",
        ] {
            assert_eq!(Id::from_letter(nobodys), None, "{nobodys}");
        }
        assert_eq!(Id(MOST).letter(), format!("#{MOST}"));
    }
}
