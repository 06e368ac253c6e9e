//! When something that is planned happens, as people and files say it.

use super::scheduled::Due;
use super::state::Encounter;
use crate::values::unknown;

/// When something happens, its side by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Timing {
    /// When this round begins.
    Round(u32),
    /// When half of a side are down or gone.
    Half(String),
    /// When the GM says so.
    Called,
}

impl Timing {
    /// When it happens, in a few words: "in round 4".
    pub fn told(&self) -> String {
        match self {
            Timing::Round(round) => format!("in round {round}"),
            Timing::Half(side) => format!("when half of {side} are down"),
            Timing::Called => "when called".to_owned(),
        }
    }

    /// The same with its side as the fight has it.
    pub(crate) fn due(&self, now: &Encounter) -> Result<Due, String> {
        Ok(match self {
            Timing::Round(round) => Due::Round(*round),
            Timing::Half(name) => {
                let found = now
                    .faction_ids()
                    .find(|id| now.faction_name(*id) == name.trim());
                let names = now.factions.iter().map(|side| side.name.as_str());
                Due::Half(found.ok_or_else(|| unknown("faction", name, names))?)
            }
            Timing::Called => Due::Called,
        })
    }
}
