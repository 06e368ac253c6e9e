//! The system "Segments": everybody declares, then each attack has an initiative die of its own, and one ladder of
//! counts from the highest down to -5 carries everything.

mod acts;
mod combat;
mod flow;
mod policy;
mod screen;
mod sheet;
mod state;

use crate::encounter::{
    Choice, Condition, Draft, Encounter, Id, Is, Question, Record, Resolver, Row, Schema, Step,
    Words as _,
};
use crate::ron_text::Objection;
use crate::rules::{
    Action, Assets, Group, Mind, Next, OrderRow, Panes, Policy, RowView, Rules, Sheets, System,
};

use acts::rulings;
use combat::checks::{self, Save};
use combat::wounds::{self, Harm};
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

    fn harms(&self) -> Vec<Choice> {
        Choice::all::<Harm>()
    }

    fn harm(
        &self,
        cx: &mut Resolver<'_>,
        target: Id,
        amount: i64,
        kind: &str,
        cause: &str,
    ) -> Step<()> {
        match Harm::from_word(kind) {
            Some(harm) => wounds::harm(cx, target, amount, harm, cause),
            None => cx.broken(format!("there is no damage `{kind}`")),
        }
    }

    fn heal(&self, cx: &mut Resolver<'_>, target: Id, amount: i64, cause: &str) -> Step<()> {
        wounds::heal(cx, target, amount, cause);
        Ok(())
    }

    fn saves(&self) -> Vec<Choice> {
        Choice::all::<Save>()
    }

    fn save(&self, cx: &mut Resolver<'_>, target: Id, kind: &str) -> Step<bool> {
        match Save::from_word(kind) {
            Some(save) => checks::save(cx, target, save),
            None => cx.broken(format!("there is no save `{kind}`")),
        }
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
        rulings::relieve(cx, target, key, label);
        Ok(())
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

impl Panes for Segments {
    fn headline(&self, now: &Encounter) -> String {
        screen::headline(now)
    }

    /// Ten seconds (SEG-05).
    fn round_lasts(&self) -> Option<u32> {
        Some(10)
    }

    fn order(&self, now: &Encounter) -> Vec<OrderRow> {
        screen::order(now)
    }

    fn row(&self, now: &Encounter, id: Id) -> RowView {
        screen::row(now, id)
    }

    fn derived(&self, now: &Encounter, id: Id) -> Vec<String> {
        screen::derived(now, id)
    }
}

#[cfg(test)]
mod tests;
