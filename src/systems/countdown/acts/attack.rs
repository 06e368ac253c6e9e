//! Attacks: a single attack, a routine or two weapons (17.0.1.2), and charges (17.0.1.8).

use super::acting::{ask_at, let_go, posture, use_action};
use crate::systems::countdown::combat::targets::{
    HELD, OUT, aimed_at, ask_target, next_target, targets,
};
use crate::systems::countdown::combat::{
    Assault, Outcome, Passages, Purpose, Strike, answers, attack, fire, gear, movement, pending,
};
use crate::systems::countdown::says::{Arms, Says};
use crate::systems::countdown::sheet::{Mode, Weapon, is};
use crate::systems::countdown::state::{Maneuver, Plan, RoundState, fighter};
use crate::systems::prelude::*;

/// Resolves a single attack, a routine or two weapons, with movement before and after (17.0.1.2, CTD-84, CTD-144 to
/// CTD-146).
pub fn attack(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let (mode, mut assault) = ask_at(cx, who, Maneuver::Attack, |f, plan| {
        // The declared weapon stays the default for the declared target.
        let (target, _) = aimed_at(f.now, who, plan);
        let other = target.filter(|_| target != plan.target);
        let mode = Mode::ask(f, who, &plan.weapon, other);
        let (weapon, purpose) = mode.first(&fighter(f.now, who));
        Ok((mode, Assault::ask(f, who, weapon, purpose, plan)?))
    })?;
    let target = assault.strike.target;
    use_action(cx, who, Maneuver::Attack, Some(target), mode.word());
    let with = match &mode {
        Mode::Routine => None,
        Mode::Both => Some(Arms::BothWeapons {}),
        Mode::Single(name) => Some(Arms::Weapon {
            weapon: name.clone().into(),
        }),
    };
    let by = who;
    cx.act(who, Says::Attacks { by, target, with });
    let_go(cx, who);
    let attacks: Vec<_> = mode.attacks(&fighter(cx.now(), who)).collect();
    for (weapon, _) in attacks {
        gear::draw(cx, who, &weapon);
    }
    if assault.way.stand {
        movement::before(cx, who, &assault.way)?;
        assault.way.stand = false;
    }
    assault.play(cx, |cx| blows(cx, &assault.strike, &mode))
}

/// Resolves the attacks of an action in order. Each attack has its own target and is resolved before the next one is
/// chosen (CTD-39, CTD-84).
fn blows(cx: &mut Resolver<'_>, first: &Strike, mode: &Mode) -> Step<()> {
    let who = first.by;
    attack::make(cx, first, who)?;
    let one = fighter(cx.now(), who);
    let others = mode.series(&one).skip(1);
    let others: Vec<_> = others
        .map(|(name, purpose)| (name.to_owned(), purpose))
        .collect();
    let mut last = first.target;
    for (name, purpose) in others {
        if pending::tell_stopped(cx, who) {
            return Ok(());
        }
        let Some(weapon) = fighter(cx.now(), who).weapon(&name) else {
            continue;
        };
        if let Some(why) = weapon.unusable() {
            let (by, weapon) = (who, name.into());
            cx.note(Says::CannotAttackWith { by, weapon, why });
        } else if let Some(strike) = next_blow(cx, first, weapon, purpose, last)? {
            strike.preview(cx);
            last = strike.target;
            attack::make(cx, &strike, who)?;
        }
    }
    Ok(())
}

/// Asks for the target and circumstances of the next attack of a series.
fn next_blow(
    cx: &mut Resolver<'_>,
    first: &Strike,
    weapon: Weapon,
    purpose: Purpose,
    last: Id,
) -> Step<Option<Strike>> {
    let who = first.by;
    let title = say!(
        cx.now(),
        "{}: next attack with {}",
        cx.name(who),
        weapon.name()
    );
    cx.form("blow", who, title, |f| {
        if !f.toggle("strikes", "attacks", true) {
            return Ok(None);
        }
        let now = f.now;
        let (list, others) = match fighter(now, who).held_by() {
            Some(holder) if weapon.melee() => (vec![holder], HELD),
            _ => (targets(now, who), OUT),
        };
        let wanted = next_target(now, who, last).filter(|id| list.contains(id));
        let target = ask_target(f, &list, wanted.or(list.first().copied()), others);
        let target = f.need(target, "there is no target")?;
        let strike = Strike::ask(f, who, weapon.clone(), target, purpose, Some(first));
        strike.reaches(f)?;
        Ok(Some(strike))
    })
}

/// Asks for the details of a charge: the attack, the distance in feet, opponents left behind, and fires on the way.
fn ask_charge(f: &mut Form<'_>, who: Id, plan: &Plan) -> Filled<(Strike, i64, Vec<Id>, Passages)> {
    let now = f.now;
    let most = fighter(now, who).pace() * 2;
    let lances = gear::lances(&fighter(now, who));
    let usual = lances.iter().position(|one| one.name() == plan.weapon);
    let weapon = Weapon::ask(f, &lances, usual.unwrap_or(0));
    let weapon = f.need(weapon, "has no weapon for a charge")?;
    let (wanted, why) = aimed_at(now, who, plan);
    f.hint(|| why);
    let target = ask_target(f, &targets(now, who), wanted, OUT);
    f.hint(|| format!("10 to {most}"));
    let distance = f.number("distance", "distance", 0..=10_000, "ft", most.clamp(10, 30));
    let straight = f.toggle("straight", "straight, clear path", true);
    let sight = f.toggle("sight", "target in sight at the start", true);
    let strike = target.map(|target| Strike::ask(f, who, weapon, target, Purpose::Charge, None));
    let turning = movement::ask_leaving(f, who, target);
    let fires = fire::ask(f, who);
    let strike = f.need(strike, "there is no target")?;
    f.refuse_if((!straight).then_some("a charge needs a straight, clear path"))?;
    f.refuse_if((!sight).then_some("a charge needs the target in sight at its start"))?;
    let limit = match distance {
        ..10 => Some("too short for a charge: enter at least 10".to_owned()),
        _ => (distance > most).then(|| format!("too far for a charge: enter at most {most}")),
    };
    f.refuse_if(limit.map(|limit| format!("{distance} feet is {limit}")))?;
    Ok((strike, distance, turning, fires))
}

/// Resolves a charge (CTD-64 to CTD-68).
pub fn charge(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let rows = |f: &mut Form<'_>, plan: &Plan| ask_charge(f, who, plan);
    let (strike, distance, turning, fires) = ask_at(cx, who, Maneuver::Charge, rows)?;
    let (target, weapon) = (strike.target, strike.weapon.name());
    use_action(cx, who, Maneuver::Charge, Some(target), weapon);
    let said = Says::Charges {
        by: who,
        target,
        feet: distance,
        weapon: weapon.to_owned().into(),
    };
    cx.act(who, said);
    let_go(cx, who);
    gear::draw(cx, who, &strike.weapon);
    posture(cx, who, is::CHARGED);
    strike.preview(cx);
    let replies = answers::ask_replies(cx, who, &[target], Some(target))?;
    RoundState::change(cx, who, |its| its.ran = true);
    let outcome = movement::depart(cx, who, distance, &turning, &fires)?;
    RoundState::change(cx, who, |its| its.rooted = true);
    if outcome != Outcome::Done {
        return Ok(());
    }
    attack::close_with(cx, who, target);
    attack::make(cx, &strike, who)?;
    answers::give_replies(cx, &replies)
}
