//! Opportunity attacks (SPL-36 to SPL-43).

use super::strike::{Purpose, Strike, Thrown};
use super::{attack, edge};
use crate::systems::prelude::*;
use crate::systems::split_round::says::{Barred, Says, Unready};
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::sheet::weapon::Weapon;
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::turn::{Turn, long};

/// Returns the reason why a combatant has no reaction now, or `None` (SPL-36 to SPL-38).
pub fn no_reaction(now: &Encounter, who: Id) -> Option<Unready> {
    let one = fighter(now, who);
    if !one.up() {
        Some(Unready::CannotAct)
    } else if one.has(is::SURPRISED) {
        Some(Unready::Surprised)
    } else if Turn::of(now, who).reacted {
        Some(Unready::HasReacted)
    } else if long(now, who).is_some() {
        Some(Unready::IsBusy)
    } else if one.has(is::CONCENTRATING) {
        Some(Unready::Concentrates)
    } else {
        None
    }
}

/// Returns the reason why a combatant cannot attack with any weapon, or `None` (SPL-36, SPL-88, SPL-89).
fn kept(now: &Encounter, by: Id) -> Option<Barred> {
    let barred = || fighter(now, by).barred(now.round);
    let unready = no_reaction(now, by).map(|why| Barred::Unready { why });
    unready.or_else(barred)
}

/// Returns the reason why a combatant cannot make an opportunity attack now, or `None` (SPL-37, SPL-40).
pub fn unable(now: &Encounter, by: Id) -> Option<Barred> {
    let none = weapons(now, by).is_empty();
    none.then(|| kept(now, by).unwrap_or(Barred::NoWeapon {}))
}

/// Returns the weapons for an opportunity attack, cracked weapons last (SPL-40).
fn weapons(now: &Encounter, by: Id) -> Vec<Weapon> {
    let one = fighter(now, by);
    if kept(now, by).is_some() {
        return Vec::new();
    }
    let fit = |weapon: &Weapon| weapon.melee() && weapon.unusable().is_none();
    let mut all: Vec<Weapon> = one.weapons().filter(fit).collect();
    all.sort_by_key(Weapon::cracked);
    all
}

/// Offers opportunity attacks on a combatant who moves away, in the given order. Each attack is resolved before the
/// next is offered (SPL-39 to SPL-43). Returns true if the mover is felled, which ends the offers.
pub fn all(cx: &mut Resolver<'_>, mover: Id, order: &[Id]) -> Step<bool> {
    for by in order {
        if cx.now().allied(*by, mover) {
            continue;
        }
        let weapons = weapons(cx.now(), *by);
        if let Some(why) = unable(cx.now(), *by) {
            cx.note_aside(*by, Says::HasNoOpportunity { by: *by, why });
            continue;
        }
        strike(cx, *by, mover, &weapons)?;
        if !fighter(cx.now(), mover).up() {
            return Ok(true);
        }
    }
    Ok(false)
}

fn strike(cx: &mut Resolver<'_>, by: Id, mover: Id, weapons: &[Weapon]) -> Step<()> {
    let title = say!(
        cx.now(),
        "{} leaves {}'s reach. Does {} attack?",
        cx.name(mover),
        cx.name(by),
        cx.name(by)
    );
    let struck = cx.form("opportunity", by, title, |f| {
        if !f.toggle("strikes", "attack", true) {
            return Ok(None);
        }
        Ok(f.one_of(
            "weapon",
            "weapon",
            weapons,
            0,
            |weapon| weapon.name(),
            Weapon::choice,
        ))
    })?;
    let Some(weapon) = struck else {
        cx.note(Says::ForgoesOpportunity { by, at: mover });
        return Ok(());
    };
    let strike = Strike {
        by,
        target: mover,
        weapon,
        purpose: Purpose::Opportunity,
        adjust: 0,
        sneak: false,
    };
    Turn::change(cx, by, |turn| turn.reacted = true);
    cx.act(by, Says::MakesOpportunityAttack { by, target: mover });
    let edge = strike.edge(cx.now());
    let rolled = cx.roll(strike.roll(cx.now(), "opportunity-roll"))?;
    edge::tell(cx, by, &edge);
    edge::spent(cx, by);
    let thrown = Thrown {
        natural: rolled.natural.into(),
        total: rolled.total,
    };
    attack::resolve(cx, &strike, thrown)?;
    Ok(())
}
