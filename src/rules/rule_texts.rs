//! The texts that make a system which is written as data, as a save keeps them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The files of a system that say how it plays, by their paths in its folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RuleTexts(pub BTreeMap<String, String>);

impl RuleTexts {
    /// Sixteen letters that are others as soon as one of the texts is.
    pub fn digest(&self) -> String {
        // FNV-1a of 64 bits, over the texts and what parts them.
        let texts = self.0.iter().flat_map(|(path, text)| [path, text]);
        let bytes = texts.flat_map(|text| text.bytes().chain([0]));
        let sum = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("{sum:016x}")
    }
}
