//! The system "Segments": everybody declares, then each attack has an initiative die of its own, and one ladder of
//! counts from the highest down to -5 carries everything.

mod acts;
mod combat;
mod flow;
mod policy;
mod screen;
mod sheet;
mod state;

use crate::encounter::{Draft, Encounter, Id, Is, Question, Record, Row, Schema};
use crate::ron_text::Objection;
use crate::rules::{Action, Assets, Group, Mind, Next, Policy, Rules, Sheets, System};

use sheet::complete;
use sheet::schema::is;

/// The system.
pub struct Segments;

impl System for Segments {
    fn key(&self) -> &'static str {
        "segments"
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
}

impl Sheets for Segments {
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

impl Rules for Segments {
    fn actions(&self) -> &'static [&'static Action] {
        acts::ACTIONS
    }

    fn capitals(&self) -> &'static [Group] {
        acts::capitals::CAPITALS
    }

    fn next(&self, now: &Encounter) -> Next {
        flow::next(now)
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
