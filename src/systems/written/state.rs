//! What a fight of a written system keeps beside the sheets.

use std::collections::BTreeMap;

use crate::values::{FactionId, Id, PartKind};

crate::records! {
    /// Where the round stands.
    pub struct Round in "round" {
        /// Who picks next, where whoever has acted picks.
        pub picker: Option<Id>,
        /// The side that acts or begins.
        pub side: Option<FactionId>,
        /// The sides in the order of their numbers.
        pub sides: Vec<FactionId>,
        /// Whether a fight that is decided goes on in this round.
        pub goes_on: bool,
        /// What happens once a round and has happened.
        pub once: Vec<String>,
    }

    /// What the fight remembers from round to round.
    pub struct Memory in "memory" {
        /// What happens once a fight and has happened.
        pub once: Vec<String>,
    }

    /// Somebody's part in the round.
    pub struct Turn each "turn" {
        /// Whether its turn is over.
        pub acted: bool,
        /// Its number in the order.
        pub number: Option<i64>,
        /// What it has done in its turn.
        pub acts: i64,
        /// What is spent of each slot.
        pub spent: BTreeMap<String, i64>,
    }
}

/// The records of these types.
pub fn parts() -> Vec<PartKind> {
    crate::parts![Round, Memory, Turn]
}
