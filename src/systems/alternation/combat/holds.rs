//! Holding combatants, and releasing them (`ALT-84` to `ALT-88`, `ALT-101`).

use crate::systems::alternation::says::Says;
use crate::systems::alternation::state::bonds::{bond, held, holder};
use crate::systems::alternation::state::fighter::steps_up;
use crate::systems::alternation::state::sides::{on_field, standing};
use crate::systems::alternation::state::turn::out_of_turn;
use crate::systems::prelude::*;

/// Holds a target, whose turn ends if it is in progress.
pub fn hold(cx: &mut Resolver<'_>, by: Id, target: Id) {
    if holder(cx.now(), target).is_some() || !standing(cx.now(), by) {
        return;
    }
    cx.link(bond::HOLDING, by, target);
    cx.note(Says::Grabbed { who: target, by });
    out_of_turn(cx, target);
}

/// Releases a held combatant.
pub fn let_go(cx: &mut Resolver<'_>, holder: Id, victim: Id) {
    if cx.now().linked(bond::HOLDING, holder, victim) {
        cx.unlink(bond::HOLDING, holder, victim);
        if on_field(cx.now(), victim) {
            cx.note(Says::LetsGo {
                who: holder,
                of: victim,
            });
        }
    }
}

/// Releases held combatants of the holder's size, because the action ends such holds; smaller combatants stay held
/// (`ALT-88`, `ALT-101`).
pub fn drop_holds(cx: &mut Resolver<'_>, by: Id, except: Option<Id>) {
    for victim in held(cx.now(), by) {
        if Some(victim) != except && steps_up(cx.now(), victim, by) <= 0 {
            let_go(cx, by, victim);
        }
    }
}
