//! First steps of every action in a round.

use crate::systems::common::moments::NEXT_ACTION;
use crate::systems::prelude::*;

use crate::systems::countdown::combat::{targets, wounds};
use crate::systems::countdown::says::Says;
use crate::systems::countdown::sheet::is;
use crate::systems::countdown::state::{Maneuver, Plan, Round, RoundState, fighter};

/// Shows the form of an action, under its keyword, with a heading that names the combatant and the action.
pub fn ask<T>(
    cx: &mut Resolver<'_>,
    who: Id,
    action: Maneuver,
    rows: impl Fn(&mut Form<'_>) -> Filled<T>,
) -> Step<T> {
    let title = say!(cx.now(), "{} {}", cx.name(who), action.verb());
    cx.form(action.word(), who, title, rows)
}

/// Shows the form of an action against a target. If the declared target has fallen, the heading asks for a new target.
pub fn ask_at<T>(
    cx: &mut Resolver<'_>,
    who: Id,
    action: Maneuver,
    rows: impl Fn(&mut Form<'_>, &Plan) -> Filled<T>,
) -> Step<T> {
    let plan = fighter(cx.now(), who).planned();
    let title = targets::at_whom(cx.now(), who, &plan, [action.verb(), action.word()]);
    cx.form(action.word(), who, title, |f| rows(f, &plan))
}

/// Logs the beginning of an action, and releases the combatant held by the actor.
pub fn begin(cx: &mut Resolver<'_>, who: Id, action: Maneuver, target: Option<Id>, said: Says) {
    use_action(cx, who, action, target, "");
    cx.act(who, said);
    let_go(cx, who);
}

/// Uses the action of the round (CTD-25). A holder who takes another action releases the held combatant (CTD-173).
pub fn use_action(
    cx: &mut Resolver<'_>,
    who: Id,
    action: Maneuver,
    target: Option<Id>,
    weapon: &str,
) {
    Round::change(cx, |round| {
        round.started = true;
        round.first = None;
    });
    let mut plan = fighter(cx.now(), who).planned();
    if plan.action == Maneuver::Dodge && action != Maneuver::Dodge {
        // A declared Dodge ends here if another action replaces it (option `declaration_policy` = `free`).
        cx.lose(who, is::DODGE, "", "");
    }
    plan.round = cx.now().round;
    plan.action = action;
    if target.is_some() {
        plan.target = target;
    }
    if !weapon.is_empty() {
        weapon.clone_into(&mut plan.weapon);
    }
    plan.put(cx, who);
    cx.moment(who, NEXT_ACTION);
    RoundState::acts(cx, who);
}

/// Releases the held combatant, because the holder takes another action (CTD-173).
pub fn let_go(cx: &mut Resolver<'_>, who: Id) {
    if let Some(held) = fighter(cx.now(), who).holding() {
        wounds::release(cx, who, held);
        cx.note(Says::LetsGo { who, of: held });
    }
}

/// Gives a combatant a posture, which takes effect immediately and lasts until the end of the round (CTD-36).
pub fn posture(cx: &mut Resolver<'_>, who: Id, is: Is) {
    let ends = Ends::EndOfRound(cx.now().round);
    cx.gain(who, Condition::new(is).ends(ends), "");
}
