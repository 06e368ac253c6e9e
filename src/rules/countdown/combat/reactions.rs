//! Attacks out of turn: parting shots and free attacks (17.0.2, 17.0.4).

use std::borrow::Cow;

use crate::encounter::{Encounter, Id, Resolver, Step, Words as _};
use crate::rules::common::chances;
use crate::say;

use super::attack;
use super::circumstances::Purpose;
use super::strike::Strike;
use crate::rules::countdown::sheet::conditions::is;
use crate::rules::countdown::sheet::schema::Kind;
use crate::rules::countdown::sheet::weapon::{Fist, Weapon};
use crate::rules::countdown::state::bonds::engaged;
use crate::rules::countdown::state::fighter::{Fighter, fighter};

/// Asks whether a reaction is taken and how. With no weapon nothing is asked.
fn offer(
    cx: &mut Resolver<'_>,
    key: &'static str,
    by: Id,
    target: Id,
    weapons: &[Weapon],
    purpose: Purpose,
    title: Cow<'static, str>,
) -> Step<Option<Strike>> {
    if weapons.is_empty() {
        return Ok(None);
    }
    let strike = cx.form(key, by, title, |f| {
        if !f.toggle("strikes", "takes it", true) {
            return Ok(None);
        }
        let Some(weapon) = Weapon::ask(f, weapons, 0) else {
            return Ok(None);
        };
        let strike = Strike::ask(f, by, weapon, target, purpose, None);
        strike.reaches(f)?;
        Ok(Some(strike))
    })?;
    match &strike {
        Some(strike) => strike.preview(cx),
        None => {
            let what = match purpose {
                Purpose::Parting => "a parting shot",
                _ => "a free attack",
            };
            chances::forgone(cx, by, target, what);
        }
    }
    Ok(strike)
}

/// Whether a held combatant may use this weapon against somebody: hand to hand only at its holder (CTD-172).
pub fn within_hold(one: &Fighter<'_>, weapon: &Weapon, target: Id) -> bool {
    !weapon.melee() || one.held_by().is_none_or(|holder| holder == target)
}

/// Turning the back on engaged opponents: each may take one parting shot, in roster order, all of them simultaneous
/// (CTD-52 to CTD-57). What came of it, [`super::pending::stopped`] says.
pub fn parting_shots(cx: &mut Resolver<'_>, mover: Id, left: &[Id]) -> Step<()> {
    let mut left = left.to_vec();
    left.sort();
    for by in left {
        let one = fighter(cx.now(), by);
        if let Some(why) = one.cannot_react() {
            chances::barred(cx, by, why, "parting shot");
            continue;
        }
        let weapons: Vec<Weapon> = one
            .in_hand()
            .into_iter()
            .filter(|weapon| {
                !matches!(weapon.kind(), Kind::Brawl | Kind::Grenade)
                    && weapon.unusable().is_none()
                    && within_hold(&one, weapon, mover)
            })
            .collect();
        if weapons.is_empty() {
            chances::barred(cx, by, "has nothing fit in hand", "parting shot");
            continue;
        }
        let title = say!(
            cx.now(),
            "{} turns away from {}: parting shot by {}?",
            cx.name(mover),
            one.name(),
            one.name()
        );
        if let Some(strike) = offer(cx, "parting", by, mover, &weapons, Purpose::Parting, title)? {
            attack::make(cx, &strike, mover)?;
        }
    }
    Ok(())
}

/// After a sloppy blow its target may attack the fumbler at once (CTD-99 to CTD-101).
pub fn free_attack(cx: &mut Resolver<'_>, fumbled: &Strike, actor: Id) -> Step<()> {
    let (by, target) = (fumbled.target, fumbled.by);
    let one = fighter(cx.now(), by);
    if let Some(why) = one.cannot_react() {
        chances::barred(cx, by, why, "free attack");
        return Ok(());
    }
    let near = fumbled.weapon.melee() || engaged(cx.now(), by, target);
    let mut weapons: Vec<Weapon> = one
        .in_hand()
        .into_iter()
        .filter(|weapon| {
            let reaches = if near {
                weapon.melee()
            } else {
                weapon.kind() == Kind::Missile
            };
            reaches && weapon.unusable().is_none()
        })
        .collect();
    if near {
        weapons.extend(Fist::ALL.iter().copied().map(Weapon::bare));
    }
    weapons.retain(|weapon| within_hold(&one, weapon, target));
    if weapons.is_empty() {
        chances::barred(cx, by, "has nothing that reaches", "free attack");
        return Ok(());
    }
    let title = say!(
        cx.now(),
        "{} left an opening: free attack by {}?",
        cx.name(target),
        one.name()
    );
    if let Some(strike) = offer(cx, "free", by, target, &weapons, Purpose::Free, title)? {
        attack::make(cx, &strike, actor)?;
    }
    Ok(())
}

/// Whether a reaction has knocked the mover down, which ends its movement (CTD-37).
pub fn knocked_down(now: &Encounter, mover: Id) -> bool {
    fighter(now, mover).pending().provoked(is::PRONE)
}
