//! The order of initiative: who has a place in it, and whose count comes next (SEC-21 to SEC-25).

use crate::encounter::Encounter;
use crate::resolver::Resolver;
use crate::values::Id;

use super::fighter::fighter;
use super::mounts;
use super::round::{Initiative, Round};
use super::turn::Turn;

/// Whether somebody rolls for a place: not what lies about, nor a mount, which has its rider's (SEC-25).
pub fn counts(now: &Encounter, id: Id) -> bool {
    let one = now.get(id);
    !one.gone && !fighter(now, id).object() && !mounted(now, id)
}

/// Whether it goes on the count of whoever rides it, or rode it last.
fn mounted(now: &Encounter, id: Id) -> bool {
    mounts::ridden_by(now, id).is_some() || mounts::place_after(now, id).is_some()
}

/// Whoever has still to roll.
pub fn newcomers(now: &Encounter) -> Vec<Id> {
    let new = |id: &Id| Initiative::of(now, *id).rolls.is_empty() && counts(now, *id);
    now.present().filter(new).collect()
}

/// Everybody's place, first to last.
pub fn order(now: &Encounter) -> &[Id] {
    &Round::of(now).order
}

/// Puts everybody in order: by their rolls, compared first to last, a mount behind its rider. Whose count has come stays
/// the same (SEC-22, SEC-24, SEC-25).
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
    // Whoever comes in before the last count that was called has missed this round.
    let called = last.and_then(|last| order.iter().position(|id| *id == last));
    let place = called.map_or(0, |place| place + 1);
    Round::change(cx, |round| {
        round.order = order;
        round.place = place;
    });
}

/// Gives somebody other rolls, and everybody the place that follows from them. It does not count as called: the count that
/// comes next stays the next, but for somebody who now stands before it.
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

/// Whose count comes next in this round: those who are out of the fight have none, unless something of theirs is still to
/// come (SEC-42, SEC-151).
pub fn next(now: &Encounter) -> Option<Id> {
    let round = Round::of(now);
    let due = |id: &&Id| {
        let one = fighter(now, **id);
        (!one.out() || !Turn::of(now, **id).timers.is_empty()) && !led(now, **id)
    };
    round.order.iter().skip(round.place).find(due).copied()
}

/// Whether the round is done: nobody's turn is under way or still to come.
pub fn all_done(now: &Encounter) -> bool {
    Round::of(now).acting().is_none() && next(now).is_none()
}

/// Whether a mount acts with its rider, on his count (SEC-122).
fn led(now: &Encounter, id: Id) -> bool {
    let rider = mounts::ridden_by(now, id);
    rider.is_some_and(|rider| !fighter(now, rider).out() && order(now).contains(&rider))
}
