//! Six Seconds: a turn is a budget of six seconds; wounds against Toughness, morale against Will (contract `SEC`).

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
pub struct Seconds;

impl System for Seconds {
    fn key(&self) -> &'static str {
        "seconds"
    }

    fn name(&self) -> &'static str {
        "Six Seconds"
    }

    fn assets(&self) -> Assets {
        crate::assets!(
            "seconds",
            "salt_road.ron",
            "dry_well.ron",
            "caravan_fire.ron",
            "tomb_torch.ron"
        )
    }

    fn schema(&self) -> &'static Schema {
        &state::SCHEMA
    }
}

impl Policy for Seconds {
    fn stands(&self, now: &Encounter, who: Id) -> bool {
        policy::stands(now, who)
    }

    fn life(&self, now: &Encounter, who: Id) -> (i64, i64) {
        policy::life(now, who)
    }

    fn start(&self, mind: &Mind<'_>, offers: &[Offer]) -> Option<usize> {
        policy::start(mind, offers)
    }

    fn fill(&self, mind: &Mind<'_>, question: &Question) -> Draft {
        policy::fill(mind, question)
    }
}
