//! Turns: their start (U1 to U7), delay, continuation and end (SEC-27, SEC-28, SEC-43 to SEC-49).

use crate::encounter::Event;
use crate::systems::prelude::*;

use crate::systems::common::moments::{NEXT_TURN, TURN_END};
use crate::systems::common::says::Says as CommonSays;
use crate::systems::seconds::combat::mounts::reserved;
use crate::systems::seconds::combat::time::{drop_carried, pass, pass_rest};
use crate::systems::seconds::combat::{affliction, confusion, morale, turns, wounds};
use crate::systems::seconds::says::Says;
use crate::systems::seconds::sheet::conditions::is;
use crate::systems::seconds::sheet::schema::at;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::minds::{Bound, Mind};
use crate::systems::seconds::state::mounts::{self, Control, Ridden};
use crate::systems::seconds::state::order;
use crate::systems::seconds::state::round::{Round, Seat};
use crate::systems::seconds::state::turn::{self, Stage, TURN, Turn, delaying};

/// Number of seconds of a turn that a disabled creature can use (SEC-137).
const DISABLED: i64 = 3;

/// Begins the turn of a combatant: ends a delayed turn, runs the upkeep and sets the seconds of this turn. The turn of
/// a mount begins together with its rider's (SEC-27, SEC-46, SEC-122).
pub fn begin(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let place = order::order(cx.now()).iter().position(|id| *id == who);
    Round::change(cx, |round| {
        round.place = place.unwrap_or(round.place) + 1;
        round.upkeep = true;
        round.asked.clear();
    });
    let mount = mounts::rides(cx.now(), who).filter(|mount| !fighter(cx.now(), *mount).out());
    let both: Vec<Id> = std::iter::once(who).chain(mount).collect();
    cx.act(who, CommonSays::TurnOf { who });
    for id in &both {
        lapse(cx, *id)?;
    }
    for id in &both {
        upkeep(cx, *id)?;
    }
    for id in &both {
        Turn::change(cx, *id, |turn| turn.stage = Stage::Acting);
    }
    let able = both
        .iter()
        .copied()
        .find(|id| fighter(cx.now(), *id).able());
    let on = able.unwrap_or(who);
    seat(cx, on, both.into_iter().find(|id| *id != on));
    Ok(())
}

/// Ends a delayed turn that was not taken: the remaining seconds pass (SEC-46).
fn lapse(cx: &mut Resolver<'_>, id: Id) -> Step<()> {
    let turn = Turn::of(cx.now(), id);
    if turn.begun == 0 || turn.passed >= TURN {
        return Ok(());
    }
    cx.note(Says::DelayedTurnLost { who: id });
    over(cx, id)
}

/// Resolves the steps U1 to U7 of the upkeep (SEC-27).
fn upkeep(cx: &mut Resolver<'_>, id: Id) -> Step<()> {
    cx.moment(id, NEXT_TURN);
    turns::marks(cx, id);
    cx.set(id, at::moved_squares, 0);
    cx.set(id, at::high_speed_bonus, 0);
    if let Some(mount) = mounts::rides(cx.now(), id) {
        Ridden::change(cx, mount, |ridden| {
            ridden.moving = false;
            ridden.control = Control::Reserved;
        });
    }
    Turn::change(cx, id, |turn| {
        turn.passed = 0;
        turn.straight = 0;
        turn.cost = None;
    });
    affliction::upkeep(cx, id)?;
    wounds::upkeep(cx, id)?;
    morale::upkeep(cx, id)?;
    // The GM's modifier of the die never makes a turn longer or shorter than possible.
    let staggered = turns::stagger(cx, id)?.clamp(0, TURN);
    let now = cx.now();
    let waiting = now.get(id).sheet.get(at::stun_seconds);
    let stunned = (staggered + waiting).min(TURN);
    cx.set(id, at::stun_seconds, waiting - (stunned - staggered));
    let able = |now: &Encounter| {
        let one = fighter(now, id);
        one.able()
    };
    if stunned < TURN && able(cx.now()) {
        confusion::upkeep(cx, id)?;
    }
    let (left, reserved) = seconds(cx.now(), id, stunned);
    let lost = Mind::of(cx.now(), id).bound == Bound::Lost || !able(cx.now());
    cx.set(id, at::seconds_left, if lost { 0 } else { left });
    cx.set(id, at::reserved_seconds, reserved);
    let pool = cx.get(id).sheet.get(at::body_seconds_left) - stunned - reserved;
    cx.set(id, at::body_seconds_left, pool);
    let round = cx.now().round;
    Turn::change(cx, id, |turn| {
        turn.begun = round;
        turn.fresh = true;
        turn.spent = 0;
    });
    if stunned > 0 {
        cx.note(Says::IsStunned {
            who: id,
            seconds: stunned,
        });
        drop_carried(cx, id);
    }
    pass(cx, id, stunned, true)
}

/// Returns the seconds of a turn, and the seconds reserved for the mount (U7, SEC-28).
fn seconds(now: &Encounter, id: Id, stunned: i64) -> (i64, i64) {
    let one = fighter(now, id);
    let mut left = TURN - stunned;
    if one.has(is::DISABLED) {
        left = left.min(DISABLED);
    }
    let reserved = reserved(now, id).min(left);
    (left - reserved, reserved)
}

/// Makes the turn of a combatant and its partner the current one.
fn seat(cx: &mut Resolver<'_>, on: Id, beside: Option<Id>) {
    let seat = Seat {
        on: Some(on),
        beside,
    };
    Round::change(cx, |round| {
        round.turns.push(seat);
        round.upkeep = false;
        round.asked.clear();
    });
    cx.emit(Event::Turn { who: Some(on) });
}

/// Ends or delays the current turn; the turn that it interrupted continues.
fn unseat(cx: &mut Resolver<'_>) -> Vec<Id> {
    let seat = Round::of(cx.now())
        .turns
        .last()
        .cloned()
        .unwrap_or_default();
    Round::change(cx, |round| {
        round.turns.pop();
    });
    let who = Round::of(cx.now()).acting();
    cx.emit(Event::Turn { who });
    seat.on.into_iter().chain(seat.beside).collect()
}

/// Lets the remaining seconds of a turn pass, and shortens durations in turns (SEC-29, SEC-134).
pub fn end(cx: &mut Resolver<'_>, _who: Id) -> Step<()> {
    for id in unseat(cx) {
        let unused = turn::seconds(cx.now(), id);
        if unused > 0 {
            cx.act(id, Says::EndsTurn { who: id, unused });
        }
        over(cx, id)?;
    }
    Ok(())
}

/// Returns the seconds that the acting combatant and the partner leave unused at the end of a turn.
pub fn unused(now: &Encounter, _who: Id) -> String {
    let seat = Round::of(now).turns.last().cloned().unwrap_or_default();
    let both = seat.on.into_iter().chain(seat.beside);
    let left = both.map(|id| (id, turn::seconds(now, id)));
    let left = left.filter(|(_, left)| *left > 0);
    let told = left.map(|(id, left)| {
        if seat.on == Some(id) {
            format!("{left} s unused")
        } else {
            format!("{left} s unused by {}", now.name(id))
        }
    });
    let mut told: Vec<String> = told.collect();
    let idle = |id: &Id| is_idle(now, *id);
    let begun = seat.on.into_iter().chain(seat.beside).filter(idle);
    let begun = begun.filter_map(|id| Turn::of(now, id).carried.as_ref());
    told.extend(begun.map(|carried| format!("loses {}", carried.told)));
    told.join(", ")
}

/// Returns true if a combatant has not used any seconds yet, or has lost them to confusion or a veto.
fn is_idle(now: &Encounter, id: Id) -> bool {
    let lost = Mind::of(now, id).bound == Bound::Lost;
    lost || (Turn::of(now, id).fresh && now.get(id).sheet.get(at::seconds_left) > 0)
}

fn over(cx: &mut Resolver<'_>, id: Id) -> Step<()> {
    // A begun action continues with the first seconds of a turn (SEC-32).
    if is_idle(cx.now(), id) {
        drop_carried(cx, id);
    }
    cx.set(id, at::seconds_left, 0);
    Turn::change(cx, id, |turn| {
        turn.stage = Stage::Over;
        turn.fresh = false;
    });
    pass_rest(cx, id)?;
    turns::over(cx, id);
    cx.moment(id, TURN_END);
    if Mind::of(cx.now(), id) != &Mind::default() {
        Mind::change(cx, id, |mind| {
            mind.bound = Bound::Free;
            mind.announced = false;
            mind.fleeing = false;
        });
    }
    Ok(())
}

/// Delays a turn, including the mount's if the combatant rides (SEC-43, SEC-122).
pub fn delay(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    cx.act(who, Says::Delays { who });
    for id in unseat(cx) {
        drop_carried(cx, id);
        Turn::change(cx, id, |turn| turn.stage = Stage::Delaying);
    }
    // All delaying combatants could have acted in this turn, in which nothing has happened.
    let asked = delaying(cx.now());
    Round::change(cx, |round| round.asked = asked);
    Ok(())
}

/// Returns the reason why a turn cannot be delayed; `None` if it can (SEC-43, SEC-48).
pub fn no_delay(now: &Encounter, who: Id) -> Option<&'static str> {
    let seat = Round::of(now).turns.last().cloned().unwrap_or_default();
    let both = || seat.on.into_iter().chain(seat.beside);
    let spent = |id: Id| !Turn::of(now, id).fresh;
    if both().any(spent) {
        return Some("seconds already spent");
    }
    let empty = now.get(who).sheet.get(at::seconds_left) == 0;
    empty.then_some("no seconds left")
}

/// Takes a delayed turn, between two actions of any combatant (SEC-44, SEC-45, SEC-47).
pub fn act_now(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let said = match Round::of(cx.now()).acting() {
        Some(other) => Says::ActsNowDuring { who, other },
        None => Says::ActsNow { who },
    };
    cx.act(who, said);
    let waits = |id: &Id| Turn::of(cx.now(), *id).stage == Stage::Delaying;
    let mount = mounts::rides(cx.now(), who).filter(waits);
    for id in std::iter::once(who).chain(mount) {
        Turn::change(cx, id, |turn| {
            turn.stage = Stage::Acting;
            turn.fresh = false;
        });
    }
    seat(cx, who, mount);
    Ok(())
}

/// Switches between rider and mount (SEC-122).
pub fn switch(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    Round::change(cx, |round| {
        if let Some(seat) = round.turns.last_mut() {
            seat.beside = seat.on;
            seat.on = Some(who);
        }
    });
    cx.emit(Event::Turn { who: Some(who) });
    Ok(())
}
