//! Initiative order: places and the next count (SEC-21 to SEC-25).

use crate::systems::prelude::*;

use super::fighter::fighter;
use super::mounts;
use super::round::{Initiative, Round};
use super::turn::Turn;

/// Returns true if a combatant rolls initiative. Objects do not, and mounts use their rider's place (SEC-25).
pub fn counts(now: &Encounter, id: Id) -> bool {
    let one = now.get(id);
    !one.gone && !fighter(now, id).object() && !mounted(now, id)
}

/// Returns true if a combatant acts on the count of a current or last rider.
fn mounted(now: &Encounter, id: Id) -> bool {
    mounts::ridden_by(now, id).is_some() || mounts::place_after(now, id).is_some()
}

/// Returns the combatants who have not rolled initiative.
pub fn newcomers(now: &Encounter) -> Vec<Id> {
    let new = |id: &Id| Initiative::of(now, *id).rolls.is_empty() && counts(now, *id);
    now.present().filter(new).collect()
}

/// Returns the order, first to last.
pub fn order(now: &Encounter) -> &[Id] {
    &Round::of(now).order
}

/// Sorts all combatants by their rolls, which are compared first to last, and puts each mount after its rider. The next
/// count stays the same (SEC-22, SEC-24, SEC-25).
pub fn arrange(cx: &mut Resolver<'_>) {
    let now = cx.now();
    let round = Round::of(now);
    let last = round.order[..round.place.min(round.order.len())]
        .last()
        .copied();
    let rolled = |id: &Id| !Initiative::of(now, *id).rolls.is_empty() && !mounted(now, *id);
    let mut order: Vec<Id> = now.ids().filter(rolled).collect();
    order.sort_by(|one, other| {
        let rolls = |id: &Id| &Initiative::of(now, *id).rolls;
        rolls(other).cmp(rolls(one)).then(one.cmp(other))
    });
    for mount in now.ids().filter(|id| mounted(now, *id)) {
        let rider = mounts::ridden_by(now, mount).or_else(|| mounts::place_after(now, mount));
        let behind = order.iter().position(|id| Some(*id) == rider);
        order.insert(behind.map_or(order.len(), |place| place + 1), mount);
    }
    // A combatant placed before the last called count has missed this round.
    let called = last.and_then(|last| order.iter().position(|id| *id == last));
    let place = called.map_or(0, |place| place + 1);
    Round::change(cx, |round| {
        round.order = order;
        round.place = place;
    });
}

/// Changes a combatant's rolls and sorts the order again. The next count stays the same, unless the combatant now
/// comes before it.
pub fn moved(cx: &mut Resolver<'_>, who: Id, rolls: Vec<i64>) {
    Initiative::change(cx, who, |initiative| initiative.rolls = rolls);
    Round::change(cx, |round| {
        let called = round.place.min(round.order.len());
        let before = round.order[..called].iter().position(|id| *id == who);
        round.order.retain(|id| *id != who);
        round.place = called - usize::from(before.is_some());
    });
    arrange(cx);
}

/// Returns the next count in this round. Combatants out of the fight have none, unless they have pending effects
/// (SEC-42, SEC-151).
pub fn next(now: &Encounter) -> Option<Id> {
    let round = Round::of(now);
    let due = |id: &&Id| {
        let one = fighter(now, **id);
        (!one.out() || !Turn::of(now, **id).timers.is_empty()) && !led(now, **id)
    };
    round.order.iter().skip(round.place).find(due).copied()
}

/// Returns true if the round is done: no turn is in progress or still to come.
pub fn all_done(now: &Encounter) -> bool {
    Round::of(now).acting().is_none() && next(now).is_none()
}

/// Returns true if a mount acts with its rider, on the rider's count (SEC-122).
fn led(now: &Encounter, id: Id) -> bool {
    let rider = mounts::ridden_by(now, id);
    rider.is_some_and(|rider| !fighter(now, rider).out() && order(now).contains(&rider))
}
