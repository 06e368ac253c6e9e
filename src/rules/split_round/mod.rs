//! Split Round: everybody plans and moves, then every d20 is thrown at once and the results are played out from the
//! highest total down, shots and spells before blows (contract `SPL`).

mod acts;
mod combat;
mod flow;
mod policy;
mod screen;
mod sheet;
mod state;

use crate::encounter::{Draft, Encounter, Id, Question, Record, Row, Schema};
use crate::ron_text::Objection;
use crate::rules::{Action, Assets, Group, Mind, Next, Offer, Policy, Rules, Sheets, System};

use sheet::complete;
use state::round::{Phase, Round};

/// The system.
#[derive(Debug)]
pub struct SplitRound;

impl System for SplitRound {
    fn key(&self) -> &'static str {
        "split-round"
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
}

impl Sheets for SplitRound {
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

impl Rules for SplitRound {
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
            Phase::Decide => "may decide in this round",
            Phase::Attack | Phase::Over => "will decide in the next round",
        }
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
