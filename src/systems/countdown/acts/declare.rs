//! Declarations, made before the initiative dice (2. Declare Action).

use super::acting::posture;
use super::hold::{NOBODY, ask_hold};
use super::suggested;
use crate::systems::common;
use crate::systems::countdown::combat::targets::{ask_maybe, ask_target, likely_target, targets};
use crate::systems::countdown::combat::{effects, legal, modes};
use crate::systems::countdown::says::Says;
use crate::systems::countdown::sheet::{DodgeWindow, Mode, Options, is};
use crate::systems::countdown::state::{Maneuver, Plan, declarations, fighter};
use crate::systems::prelude::*;

/// Asks for the declaration of one combatant or of several together (CTD-18).
pub fn declare(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(cx.now(), "{} declares", cx.name(who));
    for (id, plan) in cx.form("declare", who, title, |f| ask(f, who))? {
        announce(cx, id, plan);
    }
    Ok(())
}

/// Fills in the form of a declaration: the combatants and their action.
fn ask(f: &mut Form<'_>, who: Id) -> Filled<Vec<(Id, Plan)>> {
    let now = f.now;
    let usual = fighter(now, who).plan().cloned();
    let usual = usual.unwrap_or_else(|| suggested::suggested(now, who));
    let action = ask_action(f, who, usual.action);
    let mut plan = Plan {
        round: now.round,
        action,
        declared: action,
        ..Plan::default()
    };
    let mut unnamed = None;
    match action {
        Maneuver::Attack => {
            let unarmed = usual.weapon.is_empty();
            let target = unarmed.then(|| likely_target(now, who, usual.target));
            let mode = Mode::ask(f, who, &usual.weapon, target.flatten());
            mode.word().clone_into(&mut plan.weapon);
        }
        Maneuver::Cast => {
            f.hint(|| "optional: name of the spell");
            plan.spell = effects::spelled(&f.text("spell", "spell", effects::typed(&usual.spell)));
        }
        Maneuver::Hold => {
            let mut spell = usual.spell.clone();
            if fighter(now, who).cannot_cast().is_none() {
                f.hint(|| "empty: no spell is held");
                spell = f.text("spell", "spell", &usual.spell);
                spell.trim().clone_into(&mut plan.spell);
            }
            let casts = usual.action == Maneuver::Cast || !spell.is_empty();
            let hold = ask_hold(f, who, usual.hold, casts);
            unnamed = hold.is_none().then_some(NOBODY);
            plan.hold = hold.unwrap_or_default();
        }
        _ => {}
    }
    plan.target = ask_aim(f, who, &usual, action);
    let down = |id: Id| !fighter(now, id).up();
    plan.finishing = action.strikes() && plan.target.is_some_and(down);
    let mut others = declarations::undeclared(now);
    others.retain(|id| *id != who);
    let mut all = vec![who];
    if !others.is_empty() {
        let from = || others.iter().copied();
        f.others("has already declared, or cannot act");
        all.extend(f.pick("also", "also for", from, 0, others.len(), Vec::new()));
    }
    for id in &all {
        let why = legal::cannot_declare(now, *id, action);
        f.refuse_if(why.map(|why| format!("{}: {why}", now.name(*id))))?;
    }
    f.refuse_if(unnamed)?;
    let of = |id: Id| Plan {
        target: plan.target.filter(|target| *target != id),
        weapon: match action {
            Maneuver::Attack => modes::usual(now, id, &plan.weapon).word().to_owned(),
            _ => String::new(),
        },
        ..plan.clone()
    };
    Ok(all.into_iter().map(|id| (id, of(id))).collect())
}

fn ask_action(f: &mut Form<'_>, who: Id, usual: Maneuver) -> Maneuver {
    let now = f.now;
    let actions: Vec<Maneuver> = Maneuver::offered().collect();
    let preset = actions.iter().position(|action| *action == usual);
    let tell = |action: &Maneuver| {
        let listed = *action == usual || legal::listed(now, who, *action);
        listed.then(|| Choice::of(*action).unless(legal::cannot_declare(now, who, *action)))
    };
    let preset = preset.unwrap_or(0);
    f.one_offered("action", "does", &actions, preset, |one| one.word(), tell)
        .unwrap_or(usual)
}

/// Asks for the target of a declared action.
fn ask_aim(f: &mut Form<'_>, who: Id, usual: &Plan, action: Maneuver) -> Option<Id> {
    let now = f.now;
    if action == Maneuver::Revive {
        let list = legal::revivable(now, who);
        return ask_target(f, &list, list.first().copied(), legal::NOT_YET);
    }
    if !action.has_target() {
        return None;
    }
    let wanted = match action {
        Maneuver::Cast => usual.target,
        _ if usual.finishing => usual.target,
        _ => likely_target(now, who, usual.target),
    };
    f.hint(|| "optional until the count");
    ask_maybe(f, &targets(now, who), wanted)
}

/// Declares the default action of Enter (CTD-18).
pub fn usual(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let plan = suggested::suggested(cx.now(), who);
    announce(cx, who, plan);
    Ok(())
}

/// Makes all remaining combatants declare their default actions.
pub fn close(cx: &mut Resolver<'_>) -> Step<()> {
    let rest = declarations::left_to_declare(cx.now());
    let rest = common::declarations::meant(cx, rest, "default actions")?;
    let whom = rest.clone();
    cx.act(None, Says::DeclareRest { whom });
    for who in rest {
        let plan = suggested::suggested(cx.now(), who);
        let deed = plan.deed();
        cx.note(Says::WillDo { who, deed });
        stand(cx, who, plan);
    }
    Ok(())
}

/// Records and logs a declaration.
fn announce(cx: &mut Resolver<'_>, who: Id, plan: Plan) {
    let deed = plan.deed();
    cx.act(who, Says::Declares { who, deed });
    stand(cx, who, plan);
}

/// Records the declaration of a combatant. Dodge takes effect immediately (CTD-74).
fn stand(cx: &mut Resolver<'_>, who: Id, plan: Plan) {
    cx.lose(who, is::DODGE, "", "");
    let window = Options::of(cx.now()).dodge_window();
    if plan.action == Maneuver::Dodge && window == DodgeWindow::FromDeclaration {
        posture(cx, who, is::DODGE);
    }
    plan.put(cx, who);
}
