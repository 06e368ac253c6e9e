//! Critical hits, death, and their consequences for riders, holders and followers (`ALT-04` to `ALT-09`,
//! `ALT-109`, `ALT-119`).

use std::borrow::Cow;

use crate::encounter::Link;
use crate::systems::prelude::*;

use super::checks::save;
use super::holds::let_go;
use super::mounts::under_way;
use crate::systems::alternation::says::Says;
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::sheet::options::{CriticalDamage, Options, ZeroHealth};
use crate::systems::alternation::sheet::schema::{Attribute, at};
use crate::systems::alternation::state::bonds::{bond, riders};
use crate::systems::alternation::state::fighter::Fighter;
use crate::systems::alternation::state::sides::{on_field, standing, works};
use crate::systems::alternation::state::turn;

/// Applies damage, after size and armour. `from` is the source, if it is a combatant.
pub fn hurt(
    cx: &mut Resolver<'_>,
    who: Id,
    suffered: i64,
    from: Option<Id>,
    cause: impl Into<Told>,
) -> Step<()> {
    if suffered <= 0 || cx.get(who).has(is::DEAD) {
        return Ok(());
    }
    let fighter = Fighter::of(cx.now(), who);
    let (before, most) = (fighter.health(), fighter.max_health());
    let left = (before - suffered).max(0);
    let damage = HealthChange::damage(suffered);
    cx.change_health(
        who,
        at::health,
        Some(left),
        (damage, Says::Health {}),
        cause,
    );
    let was_out = cx.get(who).has(is::INCAPACITATED);
    if left == 0 {
        if zero_is_death(cx.now()) || before == 0 {
            die(cx, who, Told::default());
        } else if !was_out {
            fell(cx, who, Says::NoHealthLeft {}.into());
        }
    } else if critical(cx.now(), suffered, before, most) && !was_out {
        fell(cx, who, Says::CriticalDamage {}.into());
    }
    end_broken_bonds(cx)?;
    resume_fighting(cx, who, from)
}

/// Returns true if a combatant without health is dead (`ALT-07`).
pub fn zero_is_death(now: &Encounter) -> bool {
    Options::of(now).zero_health() == ZeroHealth::Dead
}

/// Returns true if a hit is critical (`ALT-06`).
pub fn critical(now: &Encounter, suffered: i64, before: i64, most: i64) -> bool {
    match Options::of(now).critical_damage() {
        CriticalDamage::HalfCurrent => 2 * suffered >= before,
        CriticalDamage::HalfMax => 2 * suffered >= most,
        CriticalDamage::Off => false,
    }
}

/// Kills a combatant and sets health to 0 (`ALT-07`). A vehicle is destroyed.
pub fn die(cx: &mut Resolver<'_>, who: Id, cause: Told) {
    cx.set(who, at::health, Some(0));
    let word = if Fighter::of(cx.now(), who).vehicle() {
        Says::VehicleDestroyed {}
    } else {
        Says::Dead {}
    };
    cx.gain(who, Condition::new(is::DEAD).because(cause), word);
}

/// Takes a combatant out of action; a vehicle can no longer move.
pub fn fell(cx: &mut Resolver<'_>, who: Id, cause: Told) {
    let word = if Fighter::of(cx.now(), who).vehicle() {
        Says::Wrecked {}
    } else {
        Says::Incapacitated {}
    };
    cx.gain(who, Condition::new(is::INCAPACITATED).because(cause), word);
}

/// Asks whether a surrendered character who was harmed by an enemy fights again (`ALT-119`).
fn resume_fighting(cx: &mut Resolver<'_>, who: Id, from: Option<Id>) -> Step<()> {
    let (now, name) = (cx.now(), cx.name(who));
    let harmed_by_enemy = from.is_some_and(|by| !now.allied(by, who));
    if !harmed_by_enemy || !now.get(who).has(is::SURRENDERED) || !works(now, who) {
        return Ok(());
    }
    let title = say!(
        now,
        "{name} had surrendered and was harmed. Does {name} fight again?"
    );
    if cx.confirm("resume", who, title, true)? {
        cx.lose(who, is::SURRENDERED, "", "");
        cx.lose(who, is::BROKEN, "", "");
        cx.note(Says::FightsAgain { who });
    }
    Ok(())
}

/// Deals direct damage of one die, without armour, cover and size (`ALT-04`).
pub fn direct(
    cx: &mut Resolver<'_>,
    key: &'static str,
    roller: Id,
    who: Id,
    title: impl Into<Cow<'static, str>>,
    from: Option<Id>,
) -> Step<()> {
    let health = Fighter::of(cx.now(), who).health();
    let mut roll = Roll::new(key, roller, Says::DirectDamage {}, Dice::d(4))
        .title(title)
        .hint(format!("ignores armour; health {health}"));
    if from.is_some() {
        roll = roll.high();
    }
    let damage = cx.roll(roll)?.total;
    hurt(cx, who, damage, from, Says::DirectDamage {})
}

/// Ends every bond that can no longer hold: fallen combatants release the combatants they hold, the dead are released,
/// and riders fall from their mounts (`ALT-09`, `ALT-109`).
pub fn end_broken_bonds(cx: &mut Resolver<'_>) -> Step<()> {
    loop {
        let mut links = cx.now().links.iter();
        let broken = links.find(|link| bond_broken(cx.now(), link)).cloned();
        let Some(Link { kind, from, to }) = broken else {
            turn::pass_on(cx);
            return Ok(());
        };
        if kind == bond::HOLDING {
            let_go(cx, from, to);
        } else if on_field(cx.now(), from) {
            carrier_fell(cx, to)?;
        } else {
            cx.unlink(&kind, from, to);
        }
    }
}

/// Returns true if a bond can no longer hold: holder or mount out of action, or a combatant dead or gone (`ALT-08`,
/// `ALT-09`, `ALT-109`).
pub fn bond_broken(now: &Encounter, bond: &Link) -> bool {
    match &*bond.kind {
        bond::HOLDING => !standing(now, bond.from) || !on_field(now, bond.to),
        bond::RIDING => !on_field(now, bond.from) || !works(now, bond.to),
        _ => false,
    }
}

/// Rolls the AGI save for mounting or dismounting in motion; a failure means a fall with d4 direct damage.
pub fn keeps_seat(cx: &mut Resolver<'_>, who: Id) -> Step<bool> {
    let name = cx.name(who);
    let title = say!(cx.now(), "{name} gets on or off in motion: AGI save");
    let hint = "failed: falls, d4 direct damage";
    if save(cx, "agi-save", who, Attribute::Agi, title, hint)? {
        return Ok(true);
    }
    cx.note(Says::Falls { who });
    let title = say!(cx.now(), "{name} falls: direct damage");
    direct(cx, "fall-damage", who, who, title, None)?;
    Ok(false)
}

/// Handles a fallen mount or vehicle: the riders may have to make a save, and are then on foot (`ALT-109`).
pub fn carrier_fell(cx: &mut Resolver<'_>, carrier: Id) -> Step<()> {
    let mut conscious = riders(cx.now(), carrier);
    for rider in &conscious {
        cx.unlink(bond::RIDING, *rider, carrier);
    }
    conscious.retain(|rider| on_field(cx.now(), *rider));
    if conscious.is_empty() {
        return Ok(());
    }
    let (names, name) = (cx.now().names(&conscious), cx.name(carrier));
    let title = say!(
        cx.now(),
        "{name} is out of the fight. Must {names} save against falling?"
    );
    let preset = under_way(cx.now(), carrier);
    let falling = cx.confirm("riders-fall", carrier, title, preset)?;
    cx.note(Says::Unseated {
        who: conscious.clone(),
        from: carrier,
    });
    for rider in conscious.into_iter().filter(|_| falling) {
        if on_field(cx.now(), rider) {
            keeps_seat(cx, rider)?;
        }
    }
    Ok(())
}
