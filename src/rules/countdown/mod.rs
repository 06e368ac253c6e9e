//! Countdown: declarations, d6 and DEX counted down, same number same moment (contract `CTD`).

mod acts;
mod combat;
mod flow;
mod policy;
mod screen;
mod sheet;
mod state;

use crate::encounter::{
    Choice, Condition, Draft, Encounter, Ends, Id, Question, Record, Resolver, Row, Schema, Step,
};
use crate::ron_text::Objection;

use super::{
    Action, Assets, Group, Mind, Next, Offer, OrderRow, Panes, Policy, RowView, Rules, Sheets,
    System,
};
use acts::rulings;
use combat::{checks, wounds};
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

    fn harms(&self) -> Vec<Choice> {
        rulings::harms()
    }

    fn harm(
        &self,
        cx: &mut Resolver<'_>,
        target: Id,
        amount: i64,
        kind: &str,
        cause: &str,
    ) -> Step<()> {
        rulings::harm(cx, target, amount, kind, cause)
    }

    fn heal(&self, cx: &mut Resolver<'_>, target: Id, amount: i64, cause: &str) -> Step<()> {
        rulings::heal(cx, target, amount, cause)
    }

    fn saves(&self) -> Vec<Choice> {
        checks::all()
    }

    fn save(&self, cx: &mut Resolver<'_>, target: Id, kind: &str) -> Step<bool> {
        checks::ruled(cx, target, kind)
    }

    fn lasts(&self, now: &Encounter, rounds: u32) -> Ends {
        wounds::for_rounds(now, rounds.into())
    }

    fn afflict(
        &self,
        cx: &mut Resolver<'_>,
        target: Id,
        condition: Condition,
        label: &str,
    ) -> Step<()> {
        rulings::afflict(cx, target, condition, label)
    }

    fn relieve(&self, cx: &mut Resolver<'_>, target: Id, key: &str, label: &str) -> Step<()> {
        rulings::relieve(cx, target, key, label)
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

impl Panes for Countdown {
    fn headline(&self, now: &Encounter) -> String {
        screen::headline(now)
    }

    /// Ten seconds (CTD-01).
    fn round_lasts(&self) -> Option<u32> {
        Some(10)
    }

    fn order(&self, now: &Encounter) -> Vec<OrderRow> {
        screen::order(now)
    }

    fn row(&self, now: &Encounter, id: Id) -> RowView {
        screen::row(now, id)
    }

    fn field(&self, now: &Encounter) -> Vec<String> {
        screen::field(now)
    }
}

#[cfg(test)]
mod tests;
