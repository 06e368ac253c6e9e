//! Fumble table on 2d4, row by row (T5).

use crate::systems::prelude::*;
use crate::values::Sheet as _;

use super::throw::throw;
use super::{blows, conditions};
use crate::systems::split_round::combat::strike::Strike;
use crate::systems::split_round::combat::{breakage, fetch, gear};
use crate::systems::split_round::says::Says;
use crate::systems::split_round::sheet::schema::{
    Bone, Integrity, StringState, Whereabouts, at, at_attack, at_bone,
};
use crate::systems::split_round::sheet::tables::{Fumble, Standard};
use crate::systems::split_round::sheet::weapon::Weapon;

/// Rolls on the table and resolves the result (SPL-82). Returns true if a break check was made.
pub fn play(cx: &mut Resolver<'_>, strike: &Strike) -> Step<bool> {
    let class = strike.weapon.class();
    let rows = Standard::all(cx.now());
    let rows = rows.filter_map(|(from, to, row)| Some((from, to, row.column(class)?.label())));
    let rows: Vec<_> = rows.collect();
    let Some(total) = throw(cx, strike, Dice::new(2, 4), rows)? else {
        return Ok(false);
    };
    match Standard::of(cx.now(), total).column(class) {
        Some(row) => befalls(cx, strike, row),
        None => Ok(false),
    }
}

/// Resolves a row of the table.
fn befalls(cx: &mut Resolver<'_>, strike: &Strike, row: Fumble) -> Step<bool> {
    let (by, target) = (strike.by, strike.target);
    cx.note(Says::Fumbles { by, row });
    let weapon = strike.weapon.again(cx.now(), by);
    // A counted thrown weapon, or a missile from a weapon without a string, is one piece of many (SPL-100).
    let unstrung = !weapon.strung();
    let piece = weapon.ammo().is_some() && unstrung;
    match row {
        Fumble::WeaponBreaks => return breakage::told_to_break(cx, by, &weapon, piece),
        Fumble::MissileBroken | Fumble::StringBreaks if unstrung && !piece => {
            return breakage::told_to_break(cx, by, &weapon, false);
        }
        Fumble::MissileBroken => gear::lose_missile(cx, by, &weapon),
        Fumble::StringBreaks if unstrung => gear::lose_missile(cx, by, &weapon),
        Fumble::StringBreaks => weapon.set(cx, by, at_attack::string, StringState::Broken),
        Fumble::Chipped => {
            let less = weapon.damage_penalty() + 1;
            weapon.set(cx, by, at_attack::damage_penalty, less);
        }
        Fumble::Drop => gear::put(cx, by, &weapon, Whereabouts::Dropped, 0),
        Fumble::Flies => fetch::flies(cx, strike, Dice::new(2, 10))?,
        Fumble::Cracked => breakage::crack(cx, by, &weapon),
        Fumble::BreakDouble => {
            blows::land(cx, strike, target, 2, 0)?;
            return breakage::told_to_break(cx, by, &weapon, piece);
        }
        Fumble::Sprain => weapon.set(cx, by, at_attack::sprained, true),
        Fumble::WristBroken => break_bone(cx, by, &weapon),
        Fumble::Trip1 => conditions::trip(cx, by, 1),
        Fumble::Trip2 => conditions::trip(cx, by, 2),
        Fumble::Bump => conditions::bump(cx, strike)?,
        Fumble::SelfD4 => {
            blows::own_die(cx, strike, 4, Says::OwnWeapon {})?;
        }
        Fumble::OwnBlowHalf => blows::wrong_angle(cx, strike)?,
        Fumble::Rebound => rebound(cx, strike)?,
        Fumble::BehindHalf => astray(cx, strike, Astray::Behind)?,
        Fumble::WrongTargetHalf => astray(cx, strike, Astray::Wrong)?,
        Fumble::NearestFull => astray(cx, strike, Astray::Nearest)?,
        Fumble::NearestOtherFull => astray(cx, strike, Astray::NearestOther)?,
    }
    Ok(false)
}

/// Victim of a hit that goes astray (SPL-85).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Astray {
    Behind,
    Wrong,
    Nearest,
    NearestOther,
}

/// Hits a victim of the GM's choice, regardless of AC (SPL-85).
fn astray(cx: &mut Resolver<'_>, strike: &Strike, on: Astray) -> Step<()> {
    let (by, target) = (strike.by, strike.target);
    let (whom, halves) = match on {
        Astray::Behind => ("Who is behind the target", 1),
        Astray::Wrong => ("Who is hit instead", 1),
        Astray::Nearest => ("Who is nearest", 0),
        Astray::NearestOther => ("Who else is nearest", 0),
    };
    let meant = match on {
        Astray::Behind | Astray::Nearest => vec![by],
        Astray::Wrong | Astray::NearestOther => vec![by, target],
    };
    let preset = (on == Astray::Nearest).then_some(target);
    let from = blows::but(cx, &meant);
    let title = say!(cx.now(), "{}'s attack goes astray. {whom}?", cx.name(by));
    match blows::named(cx, "astray", title, from, preset)? {
        Some(victim) => blows::land(cx, strike, victim, 1, halves),
        None => Ok(()),
    }
}

/// Hits a random combatant in range, possibly the target (SPL-86).
fn rebound(cx: &mut Resolver<'_>, strike: &Strike) -> Step<()> {
    let from = blows::but(cx, &[strike.by]);
    let title = say!(
        cx.now(),
        "{}'s missile rebounds. Who is in its range?",
        cx.name(strike.by)
    );
    let ticked = cx.pick("in-range", None, title, from.clone(), 0, from.len(), from)?;
    match blows::drawn(cx, ticked)? {
        Some(victim) => blows::land(cx, strike, victim, 1, 0),
        None => Ok(()),
    }
}

/// Breaks a bone, which makes the attack with it unusable until the bone heals (SPL-96).
fn break_bone(cx: &mut Resolver<'_>, by: Id, weapon: &Weapon) {
    if weapon.is_spell() {
        return;
    }
    let mut bone = Row::new(Bone::<()>::fields());
    bone.set(
        at_bone::label,
        format!("bone of the {}", weapon.name()).into(),
    );
    bone.set(at_bone::attack, Some(weapon.name().into()));
    let mut bones = cx.now().get(by).sheet.get(at::broken_bones).to_vec();
    bones.push(bone);
    cx.set(by, at::broken_bones, List::<Bone>::of(bones));
    weapon.set(cx, by, at_attack::integrity, Integrity::BoneBroken);
}
