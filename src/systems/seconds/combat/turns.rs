//! Durations in own turns, and effects at their start (SEC-19, SEC-134 to SEC-136).

use crate::systems::common;
use crate::systems::common::moments::NEXT_TURN;
use crate::systems::prelude::*;
use crate::systems::seconds::says::Says;
use crate::systems::seconds::sheet::conditions::is;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::turn::Turn;

/// Number of turns in a minute (SEC-26).
pub const MINUTE: i64 = 10;

/// Number of turns in an hour.
pub const HOUR: i64 = 60 * MINUTE;

/// Returns the end of a duration in own turns; the current turn counts while only its upkeep is done (SEC-134). It is
/// stored as a round number: each round has one turn, and an effect that ends with a round ends with the turn in it.
pub fn lasting(now: &Encounter, id: Id, turns: i64) -> Ends {
    let begun = Turn::of(now, id).begun >= now.round;
    let more = u32::try_from(turns.max(1)).unwrap_or(u32::MAX);
    Ends::EndOfRound(now.round.saturating_add(more) - u32::from(!begun))
}

/// Ends a turn, and all conditions that last until its end (SEC-134).
pub fn over(cx: &mut Resolver<'_>, id: Id) {
    let round = Turn::of(cx.now(), id).begun;
    up_to(cx, id, round);
}

/// Ends conditions that lasted until this turn or an earlier one; combatants unconscious or asleep until then wake
/// (SEC-141, SEC-142).
pub fn up_to(cx: &mut Resolver<'_>, id: Id, round: u32) {
    let schema = cx.now().schema;
    let due = |one: &Condition| matches!(one.ends, Ends::EndOfRound(last) if last <= round);
    let out = |one: &&Condition| one.key == is::UNCONSCIOUS.0 || one.key == is::SLEEPING.0;
    if cx.get(id).conditions.iter().filter(out).any(due) {
        wake(cx, id, &common::says::Says::TimeIsUp {}.into());
    }
    cx.lose_over(
        id,
        due,
        |key| schema.called(key),
        common::says::Says::TimeIsUp {},
    );
    control_over(cx, id);
}

/// Ends the lucid condition of a combatant who is no longer confused.
pub fn control_over(cx: &mut Resolver<'_>, id: Id) {
    if !cx.get(id).has(is::CONFUSED) {
        cx.lose(id, is::LUCID, "", "");
    }
}

/// Gives a condition for some of the combatant's own turns; the longer of two durations counts (SEC-136, SEC-179).
pub fn for_turns(cx: &mut Resolver<'_>, id: Id, is: Is, turns: i64, cause: &Told) {
    let ends = lasting(cx.now(), id, turns);
    let had = cx.get(id).condition(is).map(|one| &one.ends);
    let longer = match (had, &ends) {
        (None, _) => true,
        (Some(Ends::EndOfRound(old)), Ends::EndOfRound(new)) => new > old,
        (Some(_), _) => false,
    };
    if longer {
        let label = match had {
            None => cx.now().schema.called(is.0),
            Some(_) => String::new(),
        };
        let condition = Condition::new(is).ends(ends);
        let condition = condition.because(cause);
        cx.gain_alone(id, condition, label);
    }
}

/// Marks the turn that begins as the combatant's first turn after waking, if it is (SEC-19).
pub fn marks(cx: &mut Resolver<'_>, id: Id) {
    let mut woken = cx.get(id).conditions.iter();
    if woken.any(|one| one.key == is::FLAT_FOOTED.0 && one.value == 1) {
        let next = Condition::new(is::FLAT_FOOTED).ends(Ends::at(NEXT_TURN));
        cx.gain(id, next.because(Says::JustAwake {}), "");
    }
}

/// Rolls the die of a staggered creature, which loses this number of seconds of its turn. Helpless creatures and
/// creatures out of the fight do not roll (SEC-27, SEC-136).
pub fn stagger(cx: &mut Resolver<'_>, id: Id) -> Step<i64> {
    let one = fighter(cx.now(), id);
    if one.flesh != id || !one.has(is::STAGGERED) || one.helpless() || one.out() {
        return Ok(0);
    }
    let roll = Roll::new("stagger", id, Says::SecondsLost {}, Dice::d(6)).title(say!(
        cx.now(),
        "{} is staggered. How many seconds do they lose?",
        cx.name(id)
    ));
    Ok(cx.roll(roll)?.total)
}

/// Wakes a combatant, flat-footed against all others for its first turn (SEC-19, SEC-141, SEC-142).
pub fn wake(cx: &mut Resolver<'_>, id: Id, cause: &Told) {
    for is in [is::UNCONSCIOUS, is::SLEEPING, is::STABLE] {
        cx.lose(id, is, cx.now().schema.called(is.0), cause);
    }
    let mark = Condition::new(is::FLAT_FOOTED)
        .value(1)
        .because(Says::JustAwake {});
    cx.gain(id, mark, Says::FlatFooted {});
}
