//! Countdown: declarations, d6 and DEX counted down, same number same moment (contract `CTD`).

mod acts;
mod combat;
mod flow;
mod policy;
mod screen;
mod sheet;
mod state;

use crate::encounter::{Draft, Encounter, Id, Question, Record, Row, Schema};
use crate::ron_text::Objection;

use super::{Action, Assets, Group, Mind, Next, Offer, Policy, Rules, Sheets, System};
use sheet::complete;
use state::round::{Phase, Round};

/// The system.
#[derive(Debug)]
pub struct Countdown;

impl System for Countdown {
    fn key(&self) -> &'static str {
        "countdown"
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
}

impl Sheets for Countdown {
    fn schema(&self) -> &'static Schema {
        &state::SCHEMA
    }

    fn complete(&self, sheet: &mut Row) {
        complete::complete(sheet);
    }

    fn objections(&self, sheet: &Row) -> Vec<Objection> {
        complete::objections(sheet)
    }

    fn improvised(&self, hit_points: i64) -> Record {
        complete::improvised(hit_points)
    }
}

impl Rules for Countdown {
    fn actions(&self) -> &'static [&'static Action] {
        acts::ACTIONS
    }

    fn capitals(&self) -> &'static [Group] {
        acts::capitals::CAPITALS
    }

    fn next(&self, now: &Encounter) -> Next {
        flow::next(now)
    }

    fn joins(&self, now: &Encounter, _who: Id) -> &'static str {
        match Round::of(now).phase {
            Phase::Surprise | Phase::Declare => "may declare in this round",
            Phase::Count => "will declare in the next round",
        }
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
