//! Split Round: everybody plans and moves, then every d20 is thrown at once and the results are played out from the
//! highest total down, shots and spells before blows (contract `SPL`).

mod acts;
mod combat;
mod flow;
mod policy;
mod screen;
mod sheet;
mod state;

use crate::encounter::{Draft, Encounter, Id, Question, Schema};
use crate::rules::{Assets, Mind, Offer, Policy, System};

/// The system.
#[derive(Debug)]
pub struct SplitRound;

impl System for SplitRound {
    fn key(&self) -> &'static str {
        "split-round"
    }

    fn name(&self) -> &'static str {
        "Split Round"
    }

    fn assets(&self) -> Assets {
        crate::assets!(
            "split-round",
            "low_tide.ron",
            "under_the_arches.ron",
            "raft_fire.ron",
            "toll_gate.ron"
        )
    }

    fn schema(&self) -> &'static Schema {
        &state::SCHEMA
    }
}

impl Policy for SplitRound {
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
