//! Initiative of the sides: the holder, the side to go, and passes (`ALT-12`, `ALT-13`, `ALT-24` to `ALT-29`,
//! `ALT-122`).

use crate::systems::alternation::says::Says;
use crate::systems::alternation::state::fighter::Fighter;
use crate::systems::alternation::state::round::{Phase, Round, alive, go_on};
use crate::systems::alternation::state::sides::standing;
use crate::systems::alternation::state::turn::{held_by_larger, leads, played_out};
use crate::systems::prelude::*;

use super::round_end::end_round;

/// Names the side that goes first or next.
pub fn name(cx: &mut Resolver<'_>, side: SideId) -> Step<()> {
    let round = Round::of(cx.now());
    let (first, lap_full) = (round.phase == Phase::First, round.lap_full(cx.now()));
    let holder = round.holder;
    let said = if first {
        Says::NamedFirst { holder, side }
    } else {
        Says::NamedNext { side }
    };
    cx.act(None, said);
    Round::change(cx, |round| {
        if first {
            round.named = side;
        } else if lap_full {
            round.lap.clear();
        }
        round.go = side;
        round.phase = Phase::Go;
    });
    Ok(())
}

/// Passes for a side, which then activates no combatant (`ALT-27`, `ALT-28`).
pub fn pass(cx: &mut Resolver<'_>, side: SideId) -> Step<()> {
    let forced = leads(cx.now(), side).is_empty();
    let now = cx.now();
    let able = |id: &Id| standing(now, *id) && !Fighter::of(now, *id).spent();
    let stuck = now.members(side).filter(able);
    let stuck: Vec<Id> = stuck.filter(|id| held_by_larger(now, *id)).collect();
    let none_stuck = stuck.is_empty();
    let said = match none_stuck {
        _ if !forced => Says::Pass { side },
        true => Says::PassWithNoOne { side },
        false => Says::PassHeld { side, who: stuck },
    };
    // A side with no one left to act passes each time another side has acted. The log shows this once per round.
    let idle = forced && none_stuck;
    if !idle || !Round::of(cx.now()).idle.contains(&side) {
        cx.act(None, said);
    }
    Round::change(cx, |round| {
        round.run += 1;
        if idle && !round.idle.contains(&side) {
            round.idle.push(side);
        }
        if !round.passed.contains(&side) {
            round.passed.push(side);
        }
    });
    go_on(cx);
    Ok(())
}

/// Declines the end of the fight: the round continues, or another begins (`ALT-122`).
pub fn play_on(cx: &mut Resolver<'_>) -> Step<()> {
    if played_out(cx.now()) {
        end_round(cx)?;
    }
    Round::change(cx, |round| round.plays_on = true);
    Ok(())
}

/// Gives the initiative to a side drawn at random from `from`, each with the same chance (`ALT-12`, `ALT-13`).
pub fn draw(cx: &mut Resolver<'_>, from: &[SideId], title: &'static str) -> Step<()> {
    let name = |(place, side): (usize, &SideId)| format!("{place} {}", cx.now().side_name(*side));
    let list: Vec<String> = (1..).zip(from).map(name).collect();
    let sides = u32::try_from(from.len()).unwrap_or(1);
    let roll = Roll::new("initiative", None, Says::InitiativeRoll {}, Dice::d(sides))
        .title(title)
        .hint(list.join(", "));
    let face = match sides {
        1 => 1,
        _ => cx.roll(roll)?.natural,
    };
    let holder = from[(face as usize).clamp(1, from.len()) - 1];
    cx.note(Says::InitiativeGoesTo { side: holder });
    give(cx, holder);
    Ok(())
}

/// Gives the initiative to a side.
pub fn give(cx: &mut Resolver<'_>, holder: SideId) {
    Round::change(cx, |round| {
        round.holder = holder;
        round.named = holder;
    });
}

/// Draws a new holder because the old one has no combatant standing (`ALT-13`).
pub fn redraw(cx: &mut Resolver<'_>) -> Step<()> {
    let from = alive(cx.now());
    let side = Round::of(cx.now()).holder;
    cx.act(None, Says::NoOneHoldsInitiative { side });
    draw(cx, &from, "Who holds the initiative now?")
}
