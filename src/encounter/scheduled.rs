//! What a GM has planned for later in the fight: a second wave, a torch that burns out, a bell.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::combatant::Combatant;
use crate::text::agree;
use crate::values::{Record, SideId};

/// More than this is planned in no fight.
pub(crate) const MOST_SCHEDULED: usize = 200;

/// When something planned happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Due {
    /// When this round begins, or at once if it has.
    Round(u32),
    /// When half of a side or more are down or gone.
    HalfDown(SideId),
    /// When the GM says so.
    Manual,
}

/// When something happens, its side by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Timing {
    /// When this round begins.
    Round(u32),
    /// When half of a side are down or gone.
    HalfDown(String),
    /// When the GM says so.
    Manual,
}

impl Timing {
    /// When it happens, in a few words: "in round 4".
    pub fn told(&self) -> String {
        match self {
            Timing::Round(round) => format!("in round {round}"),
            Timing::HalfDown(side) => format!("when half of {side} are down"),
            Timing::Manual => "when called".to_owned(),
        }
    }
}

/// Something planned. It is due once and then no longer planned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scheduled {
    pub when: Due,
    /// What the log says then; may be "" where somebody arrives.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Who joins the fight then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arriving: Vec<Arrival>,
    /// Whether hidden from the players when it happens either.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// The save that it calls for, as the `:save` line has it; "" without one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub save: String,
}

/// Somebody who joins later, whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrival {
    /// Who; the name gets another number where it is taken by then.
    pub combatant: Arc<Combatant<Record>>,
    /// Bonds: kind, and the name of the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<(String, String)>,
}

impl Scheduled {
    /// What happens: the GM's words, else who arrives.
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
