//! Turns of confused (SEC-139, T-8) and panicked combatants (SEC-138).

use super::movement::out_of_sight;
use super::{gear, turns};
use crate::systems::common::moments::NEXT_TURN;
use crate::systems::prelude::*;
use crate::systems::seconds::says::{DropCause, Says, Wind};
use crate::systems::seconds::sheet::conditions::is;
use crate::systems::seconds::sheet::schema::{Posture, at};
use crate::systems::seconds::sheet::tables::{Whim, Whims};
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::minds::{Bound, Mind};

/// Restricts a turn at its start if the combatant is confused or panicked.
pub fn upkeep(cx: &mut Resolver<'_>, id: Id) -> Step<()> {
    let one = fighter(cx.now(), id);
    let confused = one.feels(is::CONFUSED) && !one.feels(is::LUCID);
    let panicked = one.feels(is::PANICKED);
    if confused {
        let whim = roll(cx, id)?;
        apply(cx, id, whim)?;
    }
    if panicked && Mind::of(cx.now(), id).bound == Bound::Free {
        bind(cx, id, Bound::Flight);
    }
    Ok(())
}

/// Rolls the d20, and rerolls after a 1 and while the result does not apply (SEC-139).
fn roll(cx: &mut Resolver<'_>, id: Id) -> Step<Whim> {
    let (mut longer, mut screams) = (false, false);
    loop {
        let roll = Roll::new("confusion", id, Says::ConfusedRoll {}, Dice::d(20)).title(say!(
            cx.now(),
            "{} is confused. What do they do?",
            cx.name(id)
        ));
        let total = cx.roll(roll)?.total;
        let whim = Whims::of(cx.now(), total).whim();
        let again = (whim == Whim::Longer && longer) || (whim == Whim::Panic && screams);
        if again {
            cx.note(Says::RollAgain {})
        } else {
            cx.note(Says::Behaviour { whim })
        }
        match whim {
            Whim::Longer if longer => {}
            Whim::Longer => {
                longer = true;
                lengthen(cx, id)?;
            }
            Whim::Scream => screams = true,
            Whim::Panic if screams => {}
            whim => return Ok(whim),
        }
    }
}

/// Lengthens confusion by 1d6 turns: directly if it has a duration in turns, otherwise after its normal end (RD-35).
fn lengthen(cx: &mut Resolver<'_>, id: Id) -> Step<()> {
    let roll = Roll::new("confused-longer", id, Says::ConfusedLonger {}, Dice::d(6));
    let turns = cx.roll(roll)?.total;
    let confused = cx.get(id).condition(is::CONFUSED).cloned();
    match confused {
        Some(confused) if let Ends::EndOfRound(last) = confused.ends => {
            let ends = Ends::EndOfRound(last.saturating_add(u32::try_from(turns).unwrap_or(0)));
            cx.gain_alone(id, Condition { ends, ..confused }, "");
        }
        _ => Mind::change(cx, id, |mind| mind.longer += turns),
    }
    Ok(())
}

fn bind(cx: &mut Resolver<'_>, id: Id, bound: Bound) {
    Mind::change(cx, id, |mind| mind.bound = bound);
}

/// Rolls one of eight directions (SEC-02).
pub fn scatter(cx: &mut Resolver<'_>, id: Id) -> Step<Wind> {
    let roll = Roll::new("scatter", id, Says::DirectionRoll {}, Dice::d(8))
        .hint("1 is north, then clockwise");
    let place = usize::try_from(cx.roll(roll)?.total - 1).unwrap_or(0);
    let wind = Wind::ALL.get(place).copied().unwrap_or_default();
    cx.note(Says::Direction { wind });
    Ok(wind)
}

/// Applies a result to the turn; the GM may replace it.
pub fn apply(cx: &mut Resolver<'_>, id: Id, whim: Whim) -> Step<()> {
    let bound = match whim {
        Whim::Toward | Whim::Throw | Whim::Walk | Whim::Run => {
            scatter(cx, id)?;
            match whim {
                Whim::Toward => Bound::Deadliest,
                Whim::Throw => Bound::Throw,
                Whim::Walk => Bound::Walk,
                _ => Bound::Run,
            }
        }
        Whim::Disliked | Whim::Nearest => Bound::Deadliest,
        Whim::Weakest => Bound::Weakest,
        Whim::Panic => Bound::Flight,
        Whim::Drop => {
            gear::drop_held(cx, id, DropCause::Confused);
            Bound::Lost
        }
        Whim::Stare => Bound::Lost,
        Whim::Phantoms => {
            let flanked = Condition::new(is::FLANKED).ends(Ends::at(NEXT_TURN));
            let flanked = flanked.by(id).because(Says::ImaginaryFoes {});
            cx.gain(id, flanked, Says::Flanked {});
            Bound::Lost
        }
        Whim::Fall | Whim::Sit => {
            let posture = match whim {
                Whim::Fall => Posture::Prone,
                _ => Posture::Crouching,
            };
            let label = Says::ChangedPosture {};
            cx.change(id, at::posture, posture, label, Says::Confused {});
            out_of_sight(cx);
            Bound::Lost
        }
        Whim::Lucid => {
            let roll = Roll::new("lucid", id, Says::TurnsInControl {}, Dice::d(6));
            let turns = cx.roll(roll)?.total;
            turns::for_turns(cx, id, is::LUCID, turns, &Told::default());
            Bound::Free
        }
        Whim::Minute => {
            turns::for_turns(cx, id, is::LUCID, 10, &Told::default());
            Bound::Free
        }
        Whim::Control | Whim::Longer | Whim::Scream => Bound::Free,
    };
    bind(cx, id, bound);
    Ok(())
}
