//! Delayed effects, which happen some seconds after the action that caused them (SEC-38 to SEC-42).

use super::area::{self, Blast};
use super::attack;
use super::called::Aim;
use super::circumstances;
use super::strike::{Pair, Strike};
use crate::systems::prelude::*;
use crate::systems::seconds::says::{At, Says};
use crate::systems::seconds::sheet::weapon::Weapon;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::minds;
use crate::systems::seconds::state::turn::{Timer, Turn};

/// Starts a delayed effect (SEC-38).
pub fn set(cx: &mut Resolver<'_>, who: Id, timer: Timer) {
    let said = Says::EffectSet {
        who,
        effect: timer.label.clone().into(),
        at: timer.target.map(|target| At::Target { target }),
        place: timer.place.clone().into(),
        seconds: timer.left,
    };
    cx.act(who, said);
    Turn::change(cx, who, |turn| turn.timers.push(timer));
}

/// Resolves the effects due with the second that has just passed.
pub fn due(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    come(cx, who, 0)
}

/// Resolves all effects with at most this many seconds left, in order (SEC-39).
pub fn come(cx: &mut Resolver<'_>, who: Id, last: i64) -> Step<()> {
    loop {
        let timers = &Turn::of(cx.now(), who).timers;
        let due = timers
            .iter()
            .enumerate()
            .filter(|(_, one)| one.left <= last);
        let Some((place, _)) = due.min_by_key(|(place, one)| (one.left, *place)) else {
            return Ok(());
        };
        let timer = timers[place].clone();
        Turn::change(cx, who, |turn| {
            turn.timers.remove(place);
        });
        comes(cx, who, &timer)?;
    }
}

/// Resolves a delayed effect: its attack roll, defences and damage happen now (SEC-41).
fn comes(cx: &mut Resolver<'_>, who: Id, timer: &Timer) -> Step<()> {
    let said = Says::TakesEffect {
        who,
        effect: timer.label.clone().into(),
        target: timer.target,
        place: timer.place.clone().into(),
    };
    cx.act(who, said);
    let weapons = fighter(cx.now(), who).weapons();
    let weapon = timer
        .weapon
        .and_then(|place| weapons.into_iter().nth(place));
    let Some(weapon) = weapon else {
        return Ok(());
    };
    let place = || match timer.place.as_str() {
        "" => String::new(),
        place => format!(" ({place})"),
    };
    let at = |id: Id| format!(" at {}", cx.name(id));
    let at = timer.target.map_or_else(place, at);
    let title = say!(cx.now(), "{}'s {}{at}", cx.name(who), weapon.name());
    if weapon.fills_area() {
        let mut blast = cx.form("comes", who, title, |f| Blast::ask(f, who, &weapon))?;
        blast.aimed_at = timer.target.map(|id| minds::body_of(cx.now(), id));
        return area::land(cx, &blast);
    }
    let Some(target) = timer.target.map(|id| minds::body_of(cx.now(), id)) else {
        return Ok(());
    };
    if !attack::left(cx, target) {
        return Ok(());
    }
    if !weapon.attack_roll() {
        return area::hurt(cx, who, &weapon, &[(target, 0)]);
    }
    let strike = cx.form("comes", who, title, |f| strike(f, who, &weapon, target))?;
    attack::make(cx, &[strike])
}

fn strike(f: &mut Form<'_>, by: Id, weapon: &Weapon, target: Id) -> Filled<Strike> {
    Ok(Strike {
        by,
        target,
        weapon: weapon.clone(),
        aim: Aim::Body,
        circumstances: circumstances::ask(f, by, weapon, target, "")?,
        combo: Pair::default(),
    })
}
