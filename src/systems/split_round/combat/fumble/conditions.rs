//! Conditions caused by fumbles: trips, bumps, falls, strains, openings, loss of confidence (SPL-88, SPL-89, SPL-105,
//! SPL-109 to SPL-112, SPL-119).

use super::blows;
use crate::systems::prelude::*;
use crate::systems::split_round::combat::checks::{self, USUAL_DC};
use crate::systems::split_round::combat::strike::Strike;
use crate::systems::split_round::combat::{fear, losses};
use crate::systems::split_round::says::{Against, Says, Why};
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::sheet::options::Options;
use crate::systems::split_round::sheet::schema::{AltClass, Save};
use crate::systems::split_round::state::fighter::fighter;

/// Forbids attacks in the next `rounds` rounds. If a combatant trips twice, the later end counts (SPL-89).
pub fn trip(cx: &mut Resolver<'_>, by: Id, rounds: u32) {
    let round = cx.now().round;
    let old = fighter(cx.now(), by).condition(is::NO_ATTACK);
    let last = match old.map(|old| &old.ends) {
        Some(Ends::EndOfRound(end)) => *end,
        _ => 0,
    };
    let (first, last) = (i64::from(round) + 1, last.max(round + rounds));
    let tripped = Condition::new(is::NO_ATTACK)
        .ends(Ends::EndOfRound(last))
        .value(first);
    cx.gain_alone(by, tripped, Told::default());
    cx.note(Says::CannotAttack {
        who: by,
        first,
        last: last.into(),
    });
    if Options::of(cx.now()).trip_means_prone() {
        fall(cx, by);
    }
}

/// Knocks the combatant prone (SPL-120).
fn fall(cx: &mut Resolver<'_>, by: Id) {
    let prone = Condition::new(is::PRONE);
    cx.gain_alone(by, prone, Says::Prone {});
}

/// Bumps into the nearest combatant, chosen by the GM. Both lose their pending attacks and spells of this round, and
/// their long actions (SPL-88).
pub fn bump(cx: &mut Resolver<'_>, strike: &Strike) -> Step<()> {
    let from = blows::but(cx, &[strike.by]);
    let near = Some(strike.target);
    let title = say!(
        cx.now(),
        "{} bumps into the nearest combatant. Who is it?",
        cx.name(strike.by)
    );
    if let Some(other) = blows::named(cx, "bumped", title, from, near)? {
        losses::bump(cx, strike.by);
        losses::bump(cx, other);
    }
    Ok(())
}

/// Rolls Reflex DC 15; a failure means prone and no more actions this round (SPL-109). Natural attacks of a combatant
/// with more than two legs never cause a slip.
pub fn slip(cx: &mut Resolver<'_>, strike: &Strike) -> Step<()> {
    let by = strike.by;
    let many_legs = fighter(cx.now(), by).sheet.legs() > 2;
    if many_legs && strike.weapon.alt() == AltClass::Natural {
        cx.note(Says::TooManyLegs { who: by });
        return Ok(());
    }
    if !checks::save(cx, by, Save::Reflex, USUAL_DC, Against::Slip {})? {
        fall(cx, by);
        losses::void(cx, by, &Why::Fell {});
    }
    Ok(())
}

/// Rolls Fortitude DC 15; a failure means a strain. A new strain of the same kind restarts the count of rests (SPL-110,
/// SPL-111).
pub fn strain(cx: &mut Resolver<'_>, by: Id, arms: bool) -> Step<()> {
    let (which, what_for) = if arms {
        (is::STRAINED_ARMS, Against::StrainedArms {})
    } else {
        (is::STRAINED_LEG, Against::StrainedLeg {})
    };
    if !checks::save(cx, by, Save::Fort, USUAL_DC, what_for)? {
        let label = cx.now().schema.called(which.0);
        cx.gain_alone(by, Condition::new(which), label);
    }
    Ok(())
}

/// Gives the target of the attack an opening for one attack (SPL-105).
pub fn overreach(cx: &mut Resolver<'_>, target: Id) {
    cx.gain_alone(
        target,
        Condition::new(is::ADVANTAGE_NEXT),
        Says::AtAdvantage {},
    );
}

/// Rolls for loss of nerve before the target. With natural attacks, a combatant who inspires fear loses their nerve
/// only before a target who also inspires fear (SPL-112).
pub fn nerve(cx: &mut Resolver<'_>, strike: &Strike) -> Step<()> {
    let (one, other) = (
        fighter(cx.now(), strike.by),
        fighter(cx.now(), strike.target),
    );
    let fearless = one.sheet.inspires_fear() && !other.sheet.inspires_fear();
    if fearless && strike.weapon.alt() == AltClass::Natural {
        let (who, other) = (strike.by, strike.target);
        cx.note(Says::DoesNotFear { who, other });
        return Ok(());
    }
    fear::loss_of_nerve(cx, strike.by, strike.target)
}

/// Rolls Will DC 15; a failure means disadvantage until the combatant hits a foe (SPL-119).
pub fn rattled(cx: &mut Resolver<'_>, by: Id) -> Step<()> {
    if !checks::save(cx, by, Save::Will, USUAL_DC, Against::LossOfConfidence {})? {
        cx.gain_alone(by, Condition::new(is::RATTLED), Says::Rattled {});
    }
    Ok(())
}
