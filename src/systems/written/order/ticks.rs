//! The order by ticks: everybody stands on one, whoever stands on the lowest acts, and what it does moves it on.

use crate::encounter::Encounter;
use crate::resolver::{Resolver, note};
use crate::values::Id;

use crate::systems::written::model::{Ending, Model, Order, Ticks, Ties};
use crate::systems::written::play::look;
use crate::systems::written::play::state::{Clock, Turn};

/// The order by ticks, if it is what is played.
pub fn played(model: &'static Model, now: &Encounter) -> Option<&'static Ticks> {
    match look::order(model, now) {
        Order::Ticks(ticks) => Some(ticks),
        _ => None,
    }
}

/// The tick where somebody stands.
pub fn stands(now: &Encounter, who: Id) -> i64 {
    Turn::of(now, who).number.unwrap_or(Clock::of(now).tick)
}

/// Whether somebody stands beyond the clock: what it has done has cost ticks.
pub fn moved(now: &Encounter, who: Id) -> bool {
    stands(now, who) > Clock::of(now).tick
}

/// Somebody stands so many ticks later, never behind the clock.
pub fn move_on(cx: &mut Resolver<'_>, who: Id, ticks: i64) {
    let clock = Clock::of(cx.now());
    let (tick, moves) = (clock.tick, clock.moves.saturating_add(1));
    let to = stands(cx.now(), who).saturating_add(ticks).max(tick);
    Clock::change(cx, |clock| clock.moves = moves);
    Turn::change(cx, who, |turn| {
        turn.number = Some(to);
        turn.since = moves;
    });
    note!(cx, &[who], "{} stands on tick {to}.", cx.name(who));
}

/// These as they act: whoever stands on the lowest tick first.
pub fn in_order(now: &Encounter, ticks: &Ticks, mut all: Vec<Id>) -> Vec<Id> {
    all.sort_by_key(|id| {
        let turn = Turn::of(now, *id);
        let tie = match ticks.ties {
            Ties::Waiting => (false, turn.since),
            Ties::Players => (!look::players(now, *id), turn.since),
            Ties::Together => (false, 0),
        };
        (stands(now, *id), tie, *id)
    });
    all
}

/// The clock goes on to where somebody stands; what has lasted its ticks by then is over.
pub fn clock_to(cx: &mut Resolver<'_>, model: &'static Model, who: Id) {
    let tick = stands(cx.now(), who).max(Clock::of(cx.now()).tick);
    Clock::change(cx, |clock| clock.tick = tick);
    if stands(cx.now(), who) < tick {
        Turn::change(cx, who, |turn| turn.number = Some(tick));
    }
    let timed = |key: &str| is_timed(model, key);
    for id in cx.now().ids() {
        let schema = cx.now().schema;
        let over = |one: &crate::encounter::Condition| timed(&one.key) && one.value <= tick;
        cx.lose_over(id, over, |key| schema.called(key), "time is up");
    }
}

/// Whether a condition ends after so many ticks; its number is the tick with which it does.
pub fn is_timed(model: &Model, key: &str) -> bool {
    let ends = model.condition(key).map(|spec| spec.ends.as_slice());
    ends.is_some_and(|ends| ends.iter().any(|end| matches!(end, Ending::Ticks(_))))
}
