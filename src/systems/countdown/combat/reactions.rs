//! Attacks out of turn: parting shots and free attacks (17.0.2, 17.0.4).

use super::attack;
use super::circumstances::Purpose;
use super::strike::Strike;
use crate::systems::countdown::says::{Barred, Chance, Says};
use crate::systems::countdown::sheet::{Fist, Kind, Weapon};
use crate::systems::countdown::state::{Fighter, engaged, fighter};
use crate::systems::prelude::*;

/// Offers a combatant an attack out of turn. If it is not possible, logs the reason. Otherwise asks if the combatant
/// attacks and with which weapon, and rolls the attack.
fn offer(
    cx: &mut Resolver<'_>,
    purpose: Purpose,
    by: Id,
    target: Id,
    mut weapons: Vec<Weapon>,
    actor: Id,
) -> Step<()> {
    let (key, what, nothing) = match purpose {
        Purpose::Parting => ("parting", Chance::Parting, Barred::NoWeapon),
        _ => ("free", Chance::Free, Barred::NoReach),
    };
    let (one, name, whom) = (fighter(cx.now(), by), cx.name(by), cx.name(target));
    weapons.retain(|weapon| weapon.unusable().is_none() && within_hold(&one, weapon, target));
    let nothing = weapons.is_empty().then_some(nothing);
    if let Some(why) = one.cannot_react().or(nothing) {
        cx.note_aside(by, Says::HasNoChance { by, why, what });
        return Ok(());
    }
    let title = match purpose {
        Purpose::Parting => say!(
            cx.now(),
            "{whom} turns away from {name}. Does {name} make a {}?",
            what.label()
        ),
        _ => say!(
            cx.now(),
            "{whom} leaves an opening. Does {name} make a {}?",
            what.label()
        ),
    };
    let strike = cx.form(key, by, title, |f| {
        if !f.toggle("strikes", "makes the attack", true) {
            return Ok(None);
        }
        let Some(weapon) = Weapon::ask(f, &weapons, 0) else {
            return Ok(None);
        };
        let strike = Strike::ask(f, by, weapon, target, purpose, None);
        strike.reaches(f)?;
        Ok(Some(strike))
    })?;
    let Some(strike) = strike else {
        let at = target;
        cx.note(Says::Forgoes { by, at, what });
        return Ok(());
    };
    strike.preview(cx);
    attack::make(cx, &strike, actor)?;
    Ok(())
}

/// Returns true if a combatant may use this weapon against a target. A held combatant may use only melee weapons, and
/// only against the holder (CTD-172).
pub fn within_hold(one: &Fighter<'_>, weapon: &Weapon, target: Id) -> bool {
    !weapon.melee() || one.held_by().is_none_or(|holder| holder == target)
}

/// Resolves the parting shots when a combatant leaves engaged opponents: one from each opponent, in roster order, all
/// simultaneous (CTD-52 to CTD-57). [`super::pending::stopped`] returns their result.
pub fn parting_shots(cx: &mut Resolver<'_>, mover: Id, left: &[Id]) -> Step<()> {
    let mut left = left.to_vec();
    left.sort();
    for by in left {
        let mut weapons = fighter(cx.now(), by).in_hand();
        weapons.retain(|weapon| !matches!(weapon.kind(), Kind::Brawl | Kind::Grenade));
        offer(cx, Purpose::Parting, by, mover, weapons, mover)?;
    }
    Ok(())
}

/// Resolves the free attack of the target on a fumbling attacker (CTD-99 to CTD-101).
pub fn free_attack(cx: &mut Resolver<'_>, fumbled: &Strike, actor: Id) -> Step<()> {
    let (by, target) = (fumbled.target, fumbled.by);
    let near = fumbled.weapon.melee() || engaged(cx.now(), by, target);
    let mut weapons = fighter(cx.now(), by).in_hand();
    weapons.retain(|weapon| {
        if near {
            weapon.melee()
        } else {
            weapon.kind() == Kind::Missile
        }
    });
    if near {
        weapons.extend(Fist::ALL.iter().copied().map(Weapon::bare));
    }
    offer(cx, Purpose::Free, by, target, weapons, actor)
}
