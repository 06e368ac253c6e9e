//! Countdown: declarations, d6 and DEX counted down, same number same moment (contract `CTD`).

mod acts;
mod combat;
mod flow;
mod policy;
mod screen;
mod sheet;
mod state;

use crate::encounter::{Draft, Encounter, Id, Question, Schema};

use super::{Assets, Mind, Offer, Policy, System};

/// The system.
#[derive(Debug)]
pub struct Countdown;

impl System for Countdown {
    fn key(&self) -> &'static str {
        "countdown"
    }

    fn name(&self) -> &'static str {
        "Countdown"
    }

    fn assets(&self) -> Assets {
        crate::assets!(
            "countdown",
            "amber_ford.ron",
            "drowned_barrow.ron",
            "goat_track.ron",
            "oil_store.ron",
            "king_wakes.ron"
        )
    }

    fn schema(&self) -> &'static Schema {
        &state::SCHEMA
    }
}

impl Policy for Countdown {
    fn stands(&self, now: &Encounter, who: Id) -> bool {
        policy::stands(now, who)
    }

    fn life(&self, now: &Encounter, who: Id) -> (i64, i64) {
        policy::life(now, who)
    }

    fn supplies(&self, now: &Encounter, who: Id) -> Vec<(&'static str, i64)> {
        policy::supplies(now, who)
    }

    fn start(&self, mind: &Mind<'_>, offers: &[Offer]) -> Option<usize> {
        policy::start(mind, offers)
    }

    fn fill(&self, mind: &Mind<'_>, question: &Question) -> Draft {
        policy::fill(mind, question)
    }
}

#[cfg(test)]
mod tests;
