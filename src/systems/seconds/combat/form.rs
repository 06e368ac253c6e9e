//! Rows of a form for one attack: weapon, target, aim and circumstances.

use std::borrow::Cow;

use super::called::{Aim, aims};
use super::circumstances::{self, called, keyed};
use super::gear::no_hands;
use super::mounts;
use super::strike::{Pair, Strike};
use crate::systems::common;
use crate::systems::prelude::*;
use crate::systems::seconds::sheet::conditions::is;
use crate::systems::seconds::sheet::schema::Weight;
use crate::systems::seconds::sheet::weapon::Weapon;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::turn::Range;
use crate::systems::seconds::state::{minds, sides, sight};

/// Returns the reason why a combatant cannot attack with a weapon now; `None` if they can.
pub fn unusable(now: &Encounter, by: Id, weapon: &Weapon) -> Option<&'static str> {
    let one = fighter(now, by);
    if let Some(why) = weapon.unusable() {
        return Some(why);
    }
    if one.has(is::DISABLED) && weapon.weight() != Weight::Light {
        return Some("disabled: light weapons only");
    }
    if one.feels(is::RAGING) && weapon.magic() {
        return Some("raging: no spells");
    }
    no_hands(now, by, weapon).or_else(|| mounts::no_weapon(now, one.flesh, weapon))
}

/// Returns the weapons that the attacker holds and still cannot use, each with the reason.
pub fn held_back(now: &Encounter, by: Id) -> String {
    let all = fighter(now, by).weapons().into_iter();
    let held = all.filter(|weapon| weapon.unusable().is_none());
    let told = held.filter_map(|weapon| {
        let why = unusable(now, by, &weapon)?;
        Some(format!("{}: {why}", weapon.name()))
    });
    told.collect::<Vec<String>>().join("; ")
}

/// Asks for the weapon. The default is the first usable weapon, or the weapon of the carried action.
pub fn ask_weapon(f: &mut Form<'_>, by: Id, wanted: &str, block: &str) -> Filled<Weapon> {
    let now = f.now;
    let all = fighter(now, by).weapons();
    let fit = |weapon: &Weapon| unusable(now, by, weapon).is_none();
    let wanted = |one: &Weapon| one.name() == wanted && fit(one);
    let wanted = all.iter().position(wanted);
    let preset = wanted.or_else(|| all.iter().position(fit)).unwrap_or(0);
    let mount = |weapon: &Weapon| mounts::no_weapon(now, fighter(now, by).flesh, weapon);
    let key = keyed("allowed", block);
    // The GM may overrule that the mount takes a hand (SEC-121).
    let allowed = f.ahead(&key, false);
    let barred = |weapon: &Weapon| {
        let why = unusable(now, by, weapon);
        why.filter(|why| !allowed || mount(weapon) != Some(why))
    };
    let weapon = match all.as_slice() {
        [only] => Some(only.clone()),
        _ => {
            let tell = |one: &Weapon| one.choice().unless(barred(one));
            f.one_of(
                &keyed("weapon", block),
                &called("weapon", block),
                &all,
                preset,
                |one| one.name(),
                tell,
            )
        }
    };
    let weapon = f.need(weapon, "no weapon can be used")?;
    if all.iter().any(|weapon| mount(weapon).is_some()) {
        f.hint(|| "the mount takes one hand");
        f.toggle(&key, &called("GM allows both hands", block), false);
    }
    f.refuse_if(barred(&weapon))?;
    Ok(weapon)
}

/// Asks whether a hiding attacker is revealed: the rules do not say, so the GM decides (RD-61).
pub fn ask_reveals(f: &mut Form<'_>, by: Id) -> bool {
    sight::hides(f.now, by)
        && f.hint(|| "the GM decides")
            .toggle("reveals", "revealed", false)
}

/// Asks for the target; the letter of a possessing combatant means the body it is in.
pub fn ask_target(f: &mut Form<'_>, by: Id, preset: Option<Id>, block: &str) -> Filled<Id> {
    let now = f.now;
    let from = || -> Vec<Id> {
        let inside = now.present().filter(|id| minds::inside(now, *id));
        let all = sides::targets(now, by).into_iter();
        all.chain(inside).collect()
    };
    let first = || preset.or_else(|| foe(now, by));
    f.others("is out of the fight");
    let target = f.pick_likely(
        &keyed("target", block),
        &called("target", block),
        from,
        first,
    );
    let target = f.need(target, "no target is left")?;
    Ok(minds::body_of(now, target))
}

/// Returns the likely foe: the standing foe attacked last, else a foe who attacked, else the first foe.
pub fn foe(now: &Encounter, by: Id) -> Option<Id> {
    let all = sides::targets(now, by);
    let stands = |id: &Id| {
        let one = fighter(now, *id);
        !now.allied(*id, by)
            && !one.body.is_object()
            && !one.helpless()
            && common::sides::sees(now, by, *id)
    };
    let foes: Vec<Id> = all.iter().copied().filter(stands).collect();
    let engaged = common::sides::engaged(&foes, by, |id| Range::of(now, id).last);
    let first = || {
        all.first()
            .copied()
            .filter(|id| common::sides::sees(now, by, *id))
    };
    engaged.or_else(first)
}

/// Asks for the part of the target to aim at.
fn ask_aim(f: &mut Form<'_>, target: Id, block: &str) -> Aim {
    if f.passes(&keyed("aim", block)) {
        return Aim::Body;
    }
    let now = f.now;
    let all: Vec<(Cow<'_, str>, Aim)> = aims(now, target)
        .into_iter()
        .map(|aim| (aim.word(), aim))
        .collect();
    let tell = |(_, aim): &(Cow<'_, str>, Aim)| aim.choice(now, target);
    let aim = f.one_of(
        &keyed("aim", block),
        &called("aimed at", block),
        &all,
        0,
        |(word, _)| word,
        tell,
    );
    aim.map_or(Aim::Body, |(_, aim)| aim)
}

/// Asks for one attack with a weapon. In a combo, the attack includes the modifiers of its components and has its own
/// block of rows. An earlier attack of the combo on the same target sets the default circumstances.
pub fn ask_strike(
    f: &mut Form<'_>,
    by: Id,
    weapon: Weapon,
    combo: Pair,
    block: &str,
    earlier: &[Strike],
) -> Filled<Strike> {
    let preset = earlier.last().map(|strike| strike.target);
    let target = ask_target(f, by, preset, block)?;
    let aim = ask_aim(f, target, block);
    let like = earlier
        .iter()
        .find(|strike| strike.target == target && strike.weapon.melee() == weapon.melee());
    let circumstances = match like {
        Some(strike) => strike.circumstances,
        None => circumstances::ask(f, by, &weapon, target, block)?,
    };
    Ok(Strike {
        by,
        target,
        weapon,
        aim,
        circumstances,
        combo,
    })
}
