//! Mounts and vehicles, with their speed and passengers (`ALT-102` to `ALT-106`).

use super::holds;
use crate::systems::alternation::says::Says;
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::state::bonds::{holder, riders};
use crate::systems::alternation::state::fighter::Fighter;
use crate::systems::alternation::state::turn::Turn;
use crate::systems::prelude::*;

/// Returns true if a carrier has moved this round.
pub fn under_way(now: &Encounter, carrier: Id) -> bool {
    Fighter::of(now, carrier).moved() > 0
}

/// Returns true if a carrier must stay within half speed this turn because a combatant aboard has acted or reacted
/// (`ALT-104`).
pub fn held_to_half(now: &Encounter, carrier: Id) -> bool {
    let turn = Turn::of(now);
    let did = |id: &Id| Fighter::of(now, *id).acted() || turn.reacted.contains(id);
    let mut riders = riders(now, carrier).into_iter();
    riders.any(|rider| turn.members.contains(&rider) && did(&rider))
}

/// Takes all combatants aboard out of this round after their carrier has moved more than half its speed (`ALT-104`).
pub fn carry_along(cx: &mut Resolver<'_>, carrier: Id) {
    if !Fighter::of(cx.now(), carrier).past_half() {
        return;
    }
    let round = cx.now().round;
    for rider in riders(cx.now(), carrier) {
        if !cx.get(rider).has(is::CARRIED) {
            let condition = Condition::new(is::CARRIED).ends(Ends::EndOfRound(round));
            cx.gain(rider, condition, Says::CarriedAtFullSpeed {});
        }
    }
}

/// Ends the holds between combatants aboard a carrier that moves away and combatants left behind (`ALT-89`).
pub fn carry_off(cx: &mut Resolver<'_>, carrier: Id) {
    let aboard = riders(cx.now(), carrier);
    for rider in &aboard {
        let goes = |id: Id| id == carrier || aboard.contains(&id);
        let along = |by: Id| goes(by) || holder(cx.now(), by).is_some_and(goes);
        if let Some(by) = holder(cx.now(), *rider).filter(|by| !along(*by)) {
            holds::let_go(cx, by, *rider);
        }
    }
}
