//! What every action of a round begins with.

use crate::encounter::{Condition, Ends, Id, Is, Resolver};

use super::wounds;
use crate::rules::common::moments::NEXT_ACTION;
use crate::rules::countdown::sheet::conditions::is;
use crate::rules::countdown::state::fighter::fighter;
use crate::rules::countdown::state::maneuver::Maneuver;
use crate::rules::countdown::state::round::{Round, RoundState};

/// The action of the round is used (CTD-25). Whoever holds somebody and does something else lets go (CTD-173).
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
        // A Dodge given up ends here (option `declaration_policy` = `free`).
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

/// Lets go of whomever it holds, since it does something else (CTD-173).
pub fn let_go(cx: &mut Resolver<'_>, who: Id) {
    if let Some(held) = fighter(cx.now(), who).holding() {
        let text = format!("{} lets go of {}.", cx.name(who), cx.name(held));
        wounds::release(cx, who, held, &text);
    }
}

/// A posture counts from the moment it is taken up to the end of the round (CTD-36).
pub fn posture(cx: &mut Resolver<'_>, who: Id, is: Is) {
    let ends = Ends::EndOfRound(cx.now().round);
    cx.gain(who, Condition::new(is).ends(ends), "");
}
