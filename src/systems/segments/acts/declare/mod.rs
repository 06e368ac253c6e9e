//! Declaration of a combatant: one form that shows the costs before you accept it, and the reason if a combination is
//! refused (4.4, 4.5).

mod attacks;
pub mod describe;
mod form;
mod legal;

use crate::resolver::Draft;
use crate::systems::prelude::*;
use form::declaration;

use crate::systems::common::declarations;
use crate::systems::segments::says::Says;
use crate::systems::segments::state::{
    Declared, MainAction, Plan, fighter, left_to_declare, undeclared,
};
use describe::{declared, describe_costs};

/// Asks for the declaration of a combatant and saves it. Refuses illegal combinations.
pub fn declare(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(cx.now(), "{} declares", cx.name(who));
    let plan = cx.form("declare", who, title, |f| Ok(declaration(f, who)))?;
    accept(cx, who, plan)
}

/// Declares the default actions for all combatants of a side who have not declared.
pub fn side(cx: &mut Resolver<'_>, side: SideId) -> Step<()> {
    let its = left_of_side(cx.now(), side);
    as_suggested(cx, its)
}

/// Returns the combatants of a side who have not declared.
pub fn left_of_side(now: &Encounter, side: SideId) -> Vec<Id> {
    let mut its = undeclared(now);
    its.retain(|id| now.get(*id).side == side);
    its
}

/// Declares the default actions for all remaining combatants of all sides.
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

/// Returns the default declaration of a combatant.
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
    let said = Says::Declares {
        who,
        plan: declared(cx.now(), who, &plan),
    };
    cx.act(who, said);
    if let Some(spell) = fighter(cx.now(), who).carried().map(str::to_owned)
        && !(plan.action == MainAction::Spell && plan.spell == spell)
    {
        let spell = spell.into();
        cx.note(Says::DropsSpell { who, spell });
    }
    Declared::change(cx, who, |declared| declared.this = Some(plan));
    Ok(())
}
