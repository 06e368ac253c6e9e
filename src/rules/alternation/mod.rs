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

use crate::encounter::{Answer, Draft, Encounter, Id, Prompt, Question, Record, Row, Schema};
use crate::ron_text::Objection;
use crate::rules::{Action, Assets, Group, Mind, Next, Offer, Policy, Rules, Sheets, System};

use schema::at;
use sheet::complete;
use state::round;

/// The system.
pub struct Alternation;

impl System for Alternation {
    fn key(&self) -> &'static str {
        "alternation"
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
}

impl Sheets for Alternation {
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
        Record::new()
            .with(at::max_health.word(), hit_points)
            .with(at::health.word(), hit_points)
    }
}

impl Rules for Alternation {
    fn actions(&self) -> &'static [&'static Action] {
        acts::ACTIONS
    }

    fn capitals(&self) -> &'static [Group] {
        acts::capitals::CAPITALS
    }

    fn next(&self, now: &Encounter) -> Next {
        flow::next(now)
    }

    fn joins(&self, now: &Encounter, who: Id) -> &'static str {
        match round::takes_part(now, who) {
            true => "may act in this round",
            false => "will act from the next round on",
        }
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
