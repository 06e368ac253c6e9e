//! Rounds: their start, and the steps at their end in order (5. Start Next Round, T-10).

use crate::encounter::Event;
use crate::systems::common::conditions::round_over;
use crate::systems::morale;
use crate::systems::prelude::*;

use crate::systems::countdown::combat::{fire, gear, pending, wounds};
use crate::systems::countdown::says::Says;
use crate::systems::countdown::sheet::{OF_A_ROUND, Options, at, at_attack, flames, is};
use crate::systems::countdown::state::{Phase, Round, RoundState, Wound, fighter};

/// Begins a round with its declarations.
pub fn begin(cx: &mut Resolver<'_>) {
    let number = cx.now().round + 1;
    let said = Says::Round {
        number: number.into(),
    };
    cx.emit(Event::Round {
        number,
        text: said.into(),
    });
    clear(cx, Phase::Declare);
}

/// Clears all counts and used actions.
pub fn clear(cx: &mut Resolver<'_>, phase: Phase) {
    for id in cx.now().ids() {
        cx.set(id, at::initiative, None);
        cx.set(id, at::acted, false);
        RoundState::clear(cx, id);
    }
    let round = Round::default();
    Round { phase, ..round }.put(cx);
}

/// Ends the round and begins the next (CTD-174).
pub fn end(cx: &mut Resolver<'_>) -> Step<()> {
    finish(cx)?;
    if Options::of(cx.now()).plain_morale() {
        let lost = |now: &Encounter, id| !fighter(now, id).up();
        let leads = |now: &Encounter, id| fighter(now, id).is_leader();
        for id in morale::check(cx, lost, leads, is::FLED, is::SURRENDERED)? {
            wounds::leave_count(cx, id);
        }
    }
    begin(cx);
    Ok(())
}

/// Logs the end of a round and runs its END step.
pub fn finish(cx: &mut Resolver<'_>) -> Step<()> {
    let number = i64::from(cx.now().round);
    let seconds = number * 10;
    cx.act(None, Says::RoundEnds { number, seconds });
    steps(cx)
}

/// Runs the END step of this round (T-10), in a fight and after it.
pub fn steps(cx: &mut Resolver<'_>) -> Step<()> {
    let round = cx.now().round;
    burns(cx)?;
    fire::end_of_round(cx)?;
    pending::apply(cx, Says::FlamesBurn {})?;
    reloading(cx);
    running(cx);
    fire::grow_older(cx, round);
    conditions(cx, round)?;
    for id in cx.now().ids() {
        let one = fighter(cx.now(), id);
        let due = one.wake_round().is_some_and(|due| due <= i64::from(round));
        if due && one.unconscious() {
            cx.act(id, Says::WakesUp { who: id });
            wounds::wake(cx, id, Says::TimeOver {});
        }
    }
    Ok(())
}

/// Applies the second damage of burning oil to combatants who did not spend the round putting out the flames (CTD-123,
/// CTD-124).
fn burns(cx: &mut Resolver<'_>) -> Step<()> {
    let round = i64::from(cx.now().round);
    for id in cx.now().ids() {
        let all = flames::due(cx.now(), id);
        let (due, later): (Vec<i64>, Vec<i64>) = all.iter().partition(|due| **due <= round);
        if due.is_empty() {
            continue;
        }
        let (name, one) = (cx.name(id), fighter(cx.now(), id));
        let mut cause = Says::BurnedDown {};
        if one.this_round().extinguishing {
            cx.act(id, Says::HasPutFlamesOut { who: id });
            cause = Says::PutOut {};
        } else if !one.dead() {
            cx.act(id, Says::KeepsBurning { who: id });
            for flask in 1..=due.len() {
                let title = match due.len() {
                    1 => format!("{name} keeps burning"),
                    flasks => format!("{name} keeps burning, flask {flask} of {flasks}"),
                };
                let roll = Roll::new("burn", id, Says::BurningOil {}, Dice::d(8)).title(title);
                let wound = Wound {
                    amount: cx.roll(roll)?.total,
                    cause: "burning oil".to_owned(),
                    by: flames::lit_by(cx.now(), id),
                    ..Wound::default()
                };
                pending::add_wound(cx, id, wound);
            }
        }
        flames::keep(cx, id, &later, cause);
    }
    Ok(())
}

/// Counts down the rounds of reloading (CTD-111).
fn reloading(cx: &mut Resolver<'_>) {
    for id in cx.now().ids() {
        let one = fighter(cx.now(), id);
        let place = one.this_round().reloading.filter(|_| one.up());
        let Some(weapon) = place.and_then(|place| one.weapons().into_iter().nth(place)) else {
            continue;
        };
        let left = (weapon.reload_left() - 1).max(0);
        weapon.set(cx, id, at_attack::reload_left, left);
        let said = match left {
            0 => Says::HasReloaded { who: id },
            left => Says::Reloads { who: id, left },
        };
        cx.act(id, said);
    }
}

/// Counts a round of running. A combatant is fatigued after rounds of running equal to 3 times CON (CTD-61).
fn running(cx: &mut Resolver<'_>) {
    for id in cx.now().ids() {
        let one = fighter(cx.now(), id);
        if !one.this_round().ran || one.dead() {
            continue;
        }
        let rounds = one.run_rounds() + 1;
        let tires = rounds >= one.con() * 3 && !one.has(is::FATIGUED);
        cx.set(id, at::run_rounds, rounds);
        if tires {
            cx.act(id, Says::HasRun { who: id, rounds });
            cx.gain(id, Condition::new(is::FATIGUED), Says::Fatigued {});
        }
    }
}

/// Ends conditions in their last round, including surprise and postures, and picks up dropped weapons (CTD-06, CTD-15,
/// CTD-102).
fn conditions(cx: &mut Resolver<'_>, round: u32) -> Step<()> {
    round_over(cx, &OF_A_ROUND);
    for id in cx.now().ids() {
        // Surprise without a set end lasts one round (CTD-14).
        let over = |one: &Condition| one.key == is::SURPRISED.0 && one.ends == Ends::WhenCleared;
        cx.lose_over(id, over, |_| "surprised".to_owned(), "");
        recover(cx, id, round)?;
    }
    Ok(())
}

/// Picks up a weapon dropped by a fumble, at the end of the round lost for it (CTD-102).
fn recover(cx: &mut Resolver<'_>, id: Id, round: u32) -> Step<()> {
    for weapon in gear::dropped(&fighter(cx.now(), id)) {
        let due = weapon.recover_round();
        if due.is_none_or(|due| due > i64::from(round)) {
            continue;
        }
        weapon.set(cx, id, at_attack::recover_round, None);
        let (name, thing) = (cx.name(id), weapon.name());
        let title = say!(cx.now(), "Did {name} pick up the {thing}?");
        if fighter(cx.now(), id).able() && cx.confirm("recover", id, title, true)? {
            gear::pick_up(cx, id, &weapon);
            let thing = thing.to_owned().into();
            cx.act(id, Says::PicksUp { who: id, thing });
        }
    }
    Ok(())
}
