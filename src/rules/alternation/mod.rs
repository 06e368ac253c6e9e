//! **Alternation**: factions take it in strict rotation to activate one character or to pass; attacks hit without a
//! roll, and the answer to them is a reaction that costs the reacting character its turn. Contract prefix `ALT`.

mod acts;
mod combat;
mod flow;
mod policy;
mod screen;
mod sheet;
mod state;

pub use sheet::schema;

use crate::encounter::{Answer, Draft, Encounter, Id, Prompt, Question, Schema};
use crate::rules::{Assets, Mind, Offer, Policy, System};

/// The system.
pub struct Alternation;

impl System for Alternation {
    fn key(&self) -> &'static str {
        "alternation"
    }

    fn name(&self) -> &'static str {
        "Alternation"
    }

    fn assets(&self) -> Assets {
        crate::assets!(
            "alternation",
            "bridge.ron",
            "salvage.ron",
            "mail_road.ron",
            "ferry_house.ron",
            "culvert.ron"
        )
    }

    fn schema(&self) -> &'static Schema {
        &state::SCHEMA
    }
}

impl Policy for Alternation {
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

    fn answer(&self, mind: &Mind<'_>, prompt: &Prompt) -> Option<Answer> {
        policy::answer(mind, prompt)
    }
}
