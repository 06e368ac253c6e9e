//! Legality of actions in a turn: the seconds left, and the limits of fear and confusion (SEC-28, SEC-138, SEC-139,
//! T-8).

use crate::resolver::Command;
use crate::systems::prelude::*;

use super::movement::{no_move, no_run};
use super::words::{ATTACK, COMBO, END_TURN, FLEE, LEAVE_BODY, MOVE, OTHER, POSTURE, RUN};
use crate::rules::Legal;
use crate::systems::seconds::combat::mounts;
use crate::systems::seconds::sheet::conditions::is;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::minds::{Bound, Mind};
use crate::systems::seconds::state::turn::{Turn, seconds};

/// Returns the legality of an action of the acting combatant: they need seconds left, and `why` must be `None`.
pub fn acting(now: &Encounter, who: Id, why: Option<&'static str>) -> Legal {
    let none = || (seconds(now, who) == 0).then_some("no seconds left");
    let wild = || mounts::uncontrolled(now, fighter(now, who).flesh);
    Legal::unless(why.or_else(wild).or_else(none)).only_if(fighter(now, who).able())
}

/// Returns the keywords of the actions that a restricted turn allows, besides ending the turn.
fn left(bound: Bound) -> &'static [&'static str] {
    match bound {
        Bound::Free | Bound::Lost => &[],
        Bound::Flight => &[FLEE, MOVE, RUN, POSTURE, ATTACK, COMBO, OTHER],
        Bound::Deadliest => &[ATTACK, COMBO],
        Bound::Weakest => &[ATTACK],
        Bound::Throw => &[ATTACK, OTHER],
        Bound::Walk => &[MOVE],
        Bound::Run => &[RUN, MOVE],
    }
}

/// Returns the restriction of a combatant's turn. A combatant who panics during the turn flees from then on (SEC-138).
fn bound(now: &Encounter, who: Id) -> Bound {
    match Mind::of(now, who).bound {
        Bound::Free if fighter(now, who).feels(is::PANICKED) => Bound::Flight,
        bound => bound,
    }
}

/// Returns a function that returns true for an action allowed by the restriction of the combatant's turn. A combatant
/// at Will 0 may only leave the body that they share (SEC-168).
pub fn allows(now: &Encounter, who: Id) -> impl Fn(&Command) -> bool {
    let (bound, able) = (bound(now, who), fighter(now, who).able());
    move |command| {
        let action = command.action.as_ref();
        match action {
            END_TURN => true,
            LEAVE_BODY if bound == Bound::Free => true,
            _ if !able => false,
            _ => bound == Bound::Free || left(bound).contains(&action),
        }
    }
}

/// Returns the first action of a restricted turn, unless the GM changes it (SEC-138, SEC-139).
pub fn first(now: &Encounter, who: Id) -> Option<&'static str> {
    let bound = bound(now, who);
    if bound == Bound::Flight && Mind::of(now, who).fleeing {
        return Some(match (no_run(now, who), no_move(now, who)) {
            (None, _) => RUN,
            (Some(_), None) => MOVE,
            (Some(_), Some(_)) => END_TURN,
        });
    }
    left(bound).first().copied()
}

/// Describes the restriction of a turn for the title of the prompt.
pub fn told(now: &Encounter, who: Id) -> Option<&'static str> {
    let bound = bound(now, who);
    (bound != Bound::Free).then(|| bound.label())
}

/// Seconds of a confused walk (T-8).
const WALK: i64 = 3;

/// Returns true if a combatant has carried out the random behaviour, so that the remaining seconds are lost (SEC-139).
pub fn whim_done(now: &Encounter, who: Id) -> bool {
    let turn = Turn::of(now, who);
    match Mind::of(now, who).bound {
        Bound::Deadliest | Bound::Weakest | Bound::Throw => {
            turn.spent > 0 && turn.carried.is_none()
        }
        Bound::Walk => turn.spent >= WALK,
        Bound::Free | Bound::Flight | Bound::Run | Bound::Lost => false,
    }
}

/// Returns true if panic forces a combatant to flee, so that the action to flee is possible (SEC-138).
pub fn flees(now: &Encounter, who: Id) -> bool {
    bound(now, who) == Bound::Flight
}

/// Returns true if a table has decided a combatant's behaviour, which the GM may replace (SEC-139).
pub fn whimsical(now: &Encounter, who: Id) -> bool {
    let one = fighter(now, who);
    one.feels(is::CONFUSED) && !one.feels(is::LUCID) && Turn::of(now, who).fresh
}
