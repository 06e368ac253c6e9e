//! Turn order by ticks: the combatant on the lowest tick acts, and each action moves the combatant to a later tick.

use crate::encounter::Encounter;
use crate::resolver::{Resolver, note};
use crate::values::Id;

use crate::systems::written::model::{Ending, Model, Order, Ticks, Ties};
use crate::systems::written::play::look;
use crate::systems::written::play::state::{Clock, Turn};

/// Returns the order by ticks, if the fight uses it.
pub fn played(model: &'static Model, now: &Encounter) -> Option<&'static Ticks> {
    match look::order(model, now) {
        Order::Ticks(ticks) => Some(ticks),
        _ => None,
    }
}

/// Returns the tick of a combatant.
pub fn stands(now: &Encounter, who: Id) -> i64 {
    Turn::of(now, who).number.unwrap_or(Clock::of(now).tick)
}

/// Returns true if a combatant's tick is after the clock, because actions have cost ticks.
pub fn moved(now: &Encounter, who: Id) -> bool {
    stands(now, who) > Clock::of(now).tick
}

/// Moves a combatant by a number of ticks, but never behind the clock.
pub fn move_on(cx: &mut Resolver<'_>, who: Id, ticks: i64) {
    let clock = Clock::of(cx.now());
    let (tick, moves) = (clock.tick, clock.moves.saturating_add(1));
    let to = stands(cx.now(), who).saturating_add(ticks).max(tick);
    Clock::change(cx, |clock| clock.moves = moves);
    Turn::change(cx, who, |turn| {
        turn.number = Some(to);
        turn.since = moves;
    });
    note!(cx, &[who], "{} is on tick {to}.", cx.name(who));
}

/// Sorts combatants by their ticks, lowest first.
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

/// Advances the clock to a combatant's tick, and ends the conditions whose ticks are over.
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

/// Returns true if a condition ends after a number of ticks. The value of the condition is then the tick of its end.
pub fn is_timed(model: &Model, key: &str) -> bool {
    let ends = model.condition(key).map(|spec| spec.ends.as_slice());
    ends.is_some_and(|ends| ends.iter().any(|end| matches!(end, Ending::Ticks(_))))
}
