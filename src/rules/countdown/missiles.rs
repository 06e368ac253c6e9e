//! Shots and throws: loading, ammunition, and shots that stray into a melee (17.0.9, 17.0.12).

use super::attack;
use super::circumstances::{Circumstances, Range};
use super::schema::at_attack;
use super::sheet::{engaged, fighter};
use super::strike::{How, Strike};
use super::tables::Band;
use super::weapon::{Kind, State, Weapon};
use crate::encounter::{Id, Resolver, Step};
use crate::note;

/// A shot or throw uses up what it uses up (CTD-110, CTD-113, CTD-114).
pub fn spend(cx: &mut Resolver<'_>, by: Id, weapon: &Weapon) {
    match weapon.kind() {
        Kind::Missile => {
            if let Some(left) = weapon.ammo() {
                weapon.set(cx, by, at_attack::ammo, Some((left - 1).max(0)));
            }
            unload(cx, by, weapon);
        }
        Kind::Thrown | Kind::Grenade => match weapon.ammo() {
            Some(left) => {
                weapon.set(cx, by, at_attack::ammo, Some((left - 1).max(0)));
                if left <= 1 {
                    weapon.set(cx, by, at_attack::state, State::Spent);
                }
            }
            None => weapon.set(cx, by, at_attack::state, State::Spent),
        },
        Kind::Melee | Kind::Natural | Kind::Brawl => {}
    }
}

/// A missile that hit may be collected after the fight (CTD-179).
pub fn count_hit(cx: &mut Resolver<'_>, by: Id, weapon: &Weapon) {
    if weapon.kind() != Kind::Missile {
        return;
    }
    let hits = weapon.shots_hit().unwrap_or(0) + 1;
    weapon.set(cx, by, at_attack::shots_hit, Some(hits.min(9_999)));
}

/// The weapon needs reloading, or a loaded one is taken up in its stead (CTD-110, CTD-113).
fn unload(cx: &mut Resolver<'_>, by: Id, weapon: &Weapon) {
    if weapon.rof_rounds() <= 1 {
        return;
    }
    if weapon.preloaded() > 0 {
        weapon.set(cx, by, at_attack::preloaded, weapon.preloaded() - 1);
        note!(
            cx,
            &[],
            "{} drops the empty {} and takes a loaded one, {} left.",
            cx.name(by),
            weapon.name(),
            weapon.preloaded() - 1
        );
    } else {
        let rounds = weapon.rof_rounds() - 1;
        weapon.set(cx, by, at_attack::reload_left, rounds);
        let unit = if rounds == 1 { "round" } else { "rounds" };
        note!(
            cx,
            &[],
            "The {} needs {rounds} {unit} of reloading.",
            weapon.name()
        );
    }
}

/// A missed shot into a melee may hit allies, whom the GM names in order (CTD-115 to CTD-117).
pub fn stray(cx: &mut Resolver<'_>, strike: &Strike, actor: Id) -> Step<()> {
    if !strike.set.press {
        return Ok(());
    }
    let allies: Vec<Id> = cx
        .now()
        .present()
        .filter(|id| {
            *id != strike.by
                && *id != strike.target
                && cx.now().allied(*id, strike.by)
                && !fighter(cx.now(), *id).out()
        })
        .collect();
    if allies.is_empty() {
        return Ok(());
    }
    let preset: Vec<Id> = allies
        .iter()
        .copied()
        .filter(|id| engaged(cx.now(), *id, strike.target))
        .collect();
    let title = format!(
        "{} missed: which allies might be hit, in order?",
        cx.name(strike.by)
    );
    let most = allies.len();
    let named = cx.pick("stray", None, title, allies, 0, most, preset)?;
    // Who is hit instead stands where the shot went: within 5 feet only if so many were typed.
    let range = strike.set.range.map(|range| match range {
        Range::Close => Range::Within(Band::Short),
        typed => typed,
    });
    let set = Circumstances {
        range,
        ..Circumstances::default()
    };
    for ally in named {
        let shot = Strike {
            target: ally,
            how: How::Stray,
            set,
            ..strike.clone()
        };
        if attack::make(cx, &shot, actor, 0)? {
            break;
        }
    }
    Ok(())
}
