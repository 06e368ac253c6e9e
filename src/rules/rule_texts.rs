//! Files of a system that is written as data, as a save stores them.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::text::packed::{pack, unpack};

/// Maximum total size of the files of a saved system, in bytes.
const LIMIT: usize = 4 * 1024 * 1024;

/// Files of a system that contain its rules, by their paths in its folder.
///
/// A save stores them as one word: RON, compressed, in base64. This reduces the rules of Open d20 from 57 KB to 14 KB.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleTexts(pub BTreeMap<String, String>);

/// Refusal of a compressed word that does not contain files.
pub(crate) const DAMAGED: &str =
    "the rules of the system are damaged: restore the file from a copy";

impl RuleTexts {
    /// Reads the compressed word that a save contains; `None` if it is damaged.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        let bytes = STANDARD.decode(word).ok()?;
        let (text, _) = unpack(&bytes, LIMIT)?;
        ron::from_str(&text).ok().map(Self)
    }

    /// Returns a digest of sixteen letters, which changes if any file changes.
    pub fn digest(&self) -> String {
        // FNV-1a with 64 bits over the files, with a separator after each.
        let texts = self.0.iter().flat_map(|(path, text)| [path, text]);
        let bytes = texts.flat_map(|text| text.bytes().chain([0]));
        let sum = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("{sum:016x}")
    }
}

impl Serialize for RuleTexts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = ron::to_string(&self.0).map_err(serde::ser::Error::custom)?;
        serializer.serialize_str(&STANDARD.encode(pack(&text)))
    }
}

impl<'de> Deserialize<'de> for RuleTexts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let texts = Self::from_word(&String::deserialize(deserializer)?);
        texts.ok_or_else(|| D::Error::custom(DAMAGED))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_stored_as_one_compressed_string() {
        let texts =
            ["system.ron", "rules.lua"].map(|path| (path.to_owned(), "(a, b)\n".repeat(500)));
        let texts = RuleTexts(texts.into());
        let word = ron::to_string(&texts).expect("written");
        assert!(word.len() < 200, "{word}");
        assert_eq!(ron::from_str::<RuleTexts>(&word), Ok(texts));
        for damaged in ["\"eJz\"", "\"?\"", "\"\""] {
            let why = ron::from_str::<RuleTexts>(damaged).expect_err(damaged);
            assert!(why.to_string().contains(DAMAGED), "{why}");
        }
    }
}
