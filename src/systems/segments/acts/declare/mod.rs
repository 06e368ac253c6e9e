//! The declaration of a combatant: one form, its cost shown before it is accepted, refused with the reason (4.4, 4.5).

mod attacks;
pub mod describe;
mod form;
mod legal;

use crate::encounter::Encounter;
use crate::resolver::{Draft, Form, Resolver, Step, act, note, say};
use crate::values::{Id, SideId};
use form::declaration;

use crate::systems::common::declarations;
use crate::systems::segments::state::{
    Declared, MainAction, Plan, fighter, left_to_declare, undeclared,
};
use describe::{describe, describe_costs};

/// Asks for somebody's declaration and keeps it; what may not be declared together is refused.
pub fn declare(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(cx.now(), "{} declares", cx.name(who));
    let plan = cx.form("declare", who, title, |f| Ok(declaration(f, who)))?;
    accept(cx, who, plan)
}

/// Everyone of a side who has not declared repeats, or attacks as Enter would.
pub fn side(cx: &mut Resolver<'_>, side: SideId) -> Step<()> {
    let its = left_of_side(cx.now(), side);
    as_suggested(cx, its)
}

/// Whoever of a side has not declared.
pub fn left_of_side(now: &Encounter, side: SideId) -> Vec<Id> {
    let mut its = undeclared(now);
    its.retain(|id| now.get(*id).side == side);
    its
}

/// The same of all sides.
pub fn rest(cx: &mut Resolver<'_>) -> Step<()> {
    let rest = left_to_declare(cx.now());
    as_suggested(cx, rest)
}

fn as_suggested(cx: &mut Resolver<'_>, left: Vec<Id>) -> Step<()> {
    for who in declarations::meant(cx, left, "default actions")? {
        let plan = suggested(cx.now(), who);
        accept(cx, who, plan)?;
    }
    Ok(())
}

/// The form as Enter would answer it.
pub fn suggested(now: &Encounter, who: Id) -> Plan {
    declaration(&mut Form::new(now, &Draft::new(), false), who)
}

fn accept(cx: &mut Resolver<'_>, who: Id, plan: Plan) -> Step<()> {
    if cx.shows() {
        for line in describe_costs(cx.now(), who, &plan) {
            cx.show(None, line);
        }
    }
    if let Err(why) = plan.legal(cx.now(), who) {
        return cx.refuse(why);
    }
    let what = say!(cx.now(), "{}", describe(cx.now(), who, &plan));
    act!(cx, who, &[], "{} declares: {what}.", cx.name(who));
    if let Some(spell) = fighter(cx.now(), who).carried().map(str::to_owned)
        && !(plan.action == MainAction::Spell && plan.spell == spell)
    {
        let dropped = "carried over from the last round is dropped";
        note!(cx, &[who], "The {spell} {dropped}.");
    }
    Declared::change(cx, who, |declared| declared.this = Some(plan));
    Ok(())
}
