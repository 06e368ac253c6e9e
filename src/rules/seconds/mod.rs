//! Six Seconds: a turn is a budget of six seconds; wounds against Toughness, morale against Will (contract `SEC`).

mod acts;
mod combat;
mod flow;
mod policy;
mod screen;
mod sheet;
mod state;

use crate::encounter::{
    Choice, Condition, Draft, Encounter, Id, Question, Record, Resolver, Row, Schema, Step,
};
use crate::ron_text::Objection;

use super::{
    Action, Assets, Group, Mind, Next, Offer, OrderRow, Panes, Policy, RowView, Rules, Sheets,
    System,
};
use acts::rulings;
use sheet::complete;

/// The system.
#[derive(Debug)]
pub struct Seconds;

impl System for Seconds {
    fn key(&self) -> &'static str {
        "seconds"
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
}

impl Sheets for Seconds {
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

impl Rules for Seconds {
    fn actions(&self) -> &'static [&'static Action] {
        acts::ACTIONS
    }

    fn capitals(&self) -> &'static [Group] {
        acts::capitals::CAPITALS
    }

    fn next(&self, now: &Encounter) -> Next {
        flow::next(now)
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
        rulings::saves()
    }

    fn save(&self, cx: &mut Resolver<'_>, target: Id, kind: &str) -> Step<bool> {
        rulings::save(cx, target, kind)
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

impl Panes for Seconds {
    fn headline(&self, now: &Encounter) -> String {
        screen::headline(now)
    }

    /// Six seconds (SEC-26).
    fn round_lasts(&self) -> Option<u32> {
        Some(6)
    }

    fn order(&self, now: &Encounter) -> Vec<OrderRow> {
        screen::order(now)
    }

    fn row(&self, now: &Encounter, id: Id) -> RowView {
        screen::row(now, id)
    }
}
