//! Counts: calling, joining and closing them (CTD-28 to CTD-46).

use crate::systems::common::moments::ACTION_END;
use crate::systems::countdown::combat::pending;
use crate::systems::countdown::says::Says;
use crate::systems::countdown::sheet::{CastingWindow, Options, at};
use crate::systems::countdown::state::{Casting, Hold, Round, RoundState, count};
use crate::systems::prelude::*;

/// Calls the next count (CTD-28).
pub fn call(cx: &mut Resolver<'_>) -> Step<()> {
    let Some(number) = count::next_number(cx.now()) else {
        return Ok(());
    };
    // The last count is over, but the GM may have restored a combatant's action.
    Round::change(cx, |round| round.bottom = false);
    open(cx, number);
    // Hidden combatants have their own sentence, so that players can still read the sentence about visible combatants.
    let on = count::on_count(cx.now());
    let hides = |id: &Id| cx.now().get(*id).hidden;
    let (hidden, seen): (Vec<Id>, Vec<Id>) = on.iter().partition(|id| hides(id));
    let (first, then) = if seen.is_empty() {
        (hidden, seen)
    } else {
        (seen, hidden)
    };
    let (who, count) = (first, number);
    cx.act(None, Says::CountCalled { who, count });
    if !then.is_empty() {
        cx.note(Says::ActToo { who: then });
    }
    Ok(())
}

fn open(cx: &mut Resolver<'_>, number: i64) {
    Round::change(cx, |round| {
        round.count = number;
        round.index += 1;
        round.open = true;
        round.started = false;
        round.first = None;
    });
}

/// Resolves another combatant of this count first (CTD-31).
pub fn first(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    Round::change(cx, |round| round.first = Some(who));
    Ok(())
}

/// Lets a holder join this count (CTD-42).
pub fn join(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let Round { index, count, .. } = *Round::of(cx.now());
    RoundState::change(cx, who, |its| {
        its.joined = Some(index);
        its.hold = Hold::None;
    });
    cx.act(who, Says::ActsOnCount { who, count });
    Ok(())
}

/// Lets a holder act on an unused count above the called count (CTD-42).
pub fn early(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let Some((least, most)) = count::empty_numbers(cx.now()) else {
        return cx.refuse("there is no free count before this count");
    };
    let title = say!(cx.now(), "On which count does {} act?", cx.name(who));
    let number = if least == most {
        least
    } else {
        cx.number("number", who, title, least, most, least)?
    };
    open(cx, number);
    join(cx, who)
}

/// Asks the remaining holders once, when no count is left. All holders who act do so together (CTD-45).
pub fn bottom(cx: &mut Resolver<'_>) -> Step<()> {
    let all = count::holders(cx.now());
    let most = all.len();
    let title = "No counts are left. Which holding combatants act now?";
    cx.others("does not hold");
    let acting = cx.pick("bottom", None, title, all.clone(), 0, most, all.clone())?;
    Round::change(cx, |round| round.bottom = true);
    let number = Round::of(cx.now()).count - 1;
    open(cx, number);
    let index = Round::of(cx.now()).index;
    let held = all.clone();
    let said = match acting.as_slice() {
        [] => Says::NobodyActsLast { held },
        some => Says::LastCount {
            who: some.to_vec(),
            held,
        },
    };
    cx.act(None, said);
    for id in all {
        let acts = acting.contains(&id);
        cx.set(id, at::acted, !acts);
        RoundState::change(cx, id, |its| {
            its.hold = Hold::None;
            its.joined = acts.then_some(index).or(its.joined);
        });
    }
    Ok(())
}

/// Closes the count and applies all pending effects together (CTD-38).
pub fn close(cx: &mut Resolver<'_>) -> Step<()> {
    let round = Round::of(cx.now());
    let index = round.index;
    let when = if round.bottom {
        Says::LastCountEnds {}
    } else {
        Says::CountEnds { count: round.count }
    };
    pending::apply(cx, when)?;
    let remembers = Options::of(cx.now()).casting_window() == CastingWindow::SinceDeclaration;
    for id in cx.now().ids() {
        if RoundState::of(cx.now(), id).acted_on == Some(index) {
            cx.moment(id, ACTION_END);
        }
        RoundState::change(cx, id, |its| {
            its.casting = Casting::None;
            its.aimed &= remembers;
        });
    }
    Round::change(cx, |round| {
        round.open = false;
        round.first = None;
        round.previous = Some(round.count);
    });
    open_holds(cx);
    Ok(())
}

/// Removes the trigger of holds that wait for a combatant who can no longer act (CTD-44).
fn open_holds(cx: &mut Resolver<'_>) {
    for id in count::holders(cx.now()) {
        let (Hold::For(other) | Hold::Before(other)) = RoundState::of(cx.now(), id).hold else {
            continue;
        };
        if count::waits_in_vain(cx.now(), other) {
            RoundState::change(cx, id, |its| its.hold = Hold::Open);
            cx.act(id, Says::NoLongerWaits { who: id, other });
        }
    }
}
