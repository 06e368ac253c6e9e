//! Events that a GM planned for later in the fight: a second wave, a torch that burns out, a bell.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::combatant::Combatant;
use crate::text::agree;
use crate::values::{Record, SideId};

/// Maximum number of planned events in a fight.
pub(crate) const MOST_SCHEDULED: usize = 200;

/// Time or trigger of a planned event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Due {
    /// Beginning of this round, or immediately if it has begun.
    Round(u32),
    /// Point at which at least half of a side are down or gone.
    HalfDown(SideId),
    /// Manual trigger by the GM.
    Manual,
}

/// Time or trigger of a planned event, with its side by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Timing {
    /// Beginning of this round.
    Round(u32),
    /// Point at which at least half of a side are down or gone.
    HalfDown(String),
    /// Manual trigger by the GM.
    Manual,
}

impl Timing {
    /// Describes the time in a few words: "in round 4".
    pub fn told(&self) -> String {
        match self {
            Timing::Round(round) => format!("in round {round}"),
            Timing::HalfDown(side) => format!("when half of {side} are down"),
            Timing::Manual => "when called".to_owned(),
        }
    }
}

/// Event that the GM planned. The event comes due once and is then removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scheduled {
    pub when: Due,
    /// Text for the log; may be "" if combatants arrive.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Combatants who join the fight then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arriving: Vec<Arrival>,
    /// True if hidden from the players even when it happens.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Saving throw that the event calls for, in the syntax of the `:save` line; "" without a saving throw.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub save: String,
}

/// Complete data of a combatant who joins later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrival {
    /// Combatant who arrives then. If the name is in use by then, the combatant gets another number.
    pub combatant: Arc<Combatant<Record>>,
    /// Links of the newcomer: kind, and the name of the other combatant.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<(String, String)>,
}

impl Scheduled {
    /// Describes the planned event: the GM's text, otherwise the arriving combatants.
    pub fn what(&self) -> String {
        if !self.text.is_empty() {
            return self.text.clone();
        }
        let mut kinds: Vec<(&str, i64)> = Vec::new();
        for one in &self.arriving {
            let name = one.combatant.name.as_str();
            let kind = match name.rsplit_once(' ') {
                Some((kind, number)) if number.parse::<u32>().is_ok() => kind,
                _ => name,
            };
            match kinds.iter_mut().find(|(other, _)| *other == kind) {
                Some((_, many)) => *many += 1,
                None => kinds.push((kind, 1)),
            }
        }
        let told = kinds.iter().map(|(kind, many)| match many {
            1 => (*kind).to_owned(),
            many => format!("{many} × {kind}"),
        });
        let told: Vec<String> = told.collect();
        let arrive = agree(self.arriving.len(), "arrives", "arrive");
        match told.as_slice() {
            [] => "nothing".to_owned(),
            told => format!("{} {arrive}", told.join(", ")),
        }
    }
}
