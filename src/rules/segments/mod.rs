//! The system "Segments": everybody declares, then each attack has an initiative die of its own, and one ladder of
//! counts from the highest down to -5 carries everything.

mod acts;
mod combat;
mod flow;
mod policy;
mod screen;
mod sheet;
mod state;

use crate::encounter::{Draft, Encounter, Id, Is, Question, Schema};
use crate::rules::{Assets, Mind, Policy, System};

use sheet::schema::is;

/// The system.
pub struct Segments;

impl System for Segments {
    fn key(&self) -> &'static str {
        "segments"
    }

    fn name(&self) -> &'static str {
        "Segments"
    }

    fn assets(&self) -> Assets {
        crate::assets!(
            "segments",
            "wreckers_cove.ron",
            "drowned_gate.ron",
            "lamp_house.ron",
            "night_tide.ron"
        )
    }

    fn schema(&self) -> &'static Schema {
        &state::SCHEMA
    }
}

impl Policy for Segments {
    fn stands(&self, now: &Encounter, who: Id) -> bool {
        policy::stands(now, who)
    }

    fn life(&self, now: &Encounter, who: Id) -> (i64, i64) {
        policy::life(now, who)
    }

    fn gives_up(&self) -> Option<Is> {
        Some(is::SURRENDERED)
    }

    fn fill(&self, mind: &Mind<'_>, question: &Question) -> Draft {
        policy::fill(mind, question)
    }
}

#[cfg(test)]
mod tests;
