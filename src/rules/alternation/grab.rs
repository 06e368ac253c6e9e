//! Disarming, shoving and grabbing, and getting free again (`ALT-80` to `ALT-89`, `ALT-98` to `ALT-101`).

use crate::encounter::{Encounter, Id, Resolver, Step, half};
use crate::rules::ruling;

use super::attack::{Attack, Means, drop_holds};
use super::schema::{Attribute, Carried, at};
use super::sheet::{bond, held, holder, on_field, save, standing, steps_up};
use super::tables::BySize;
use super::turn::{held_by_larger, out_of_turn};
use super::weapon::Weapon;
use super::{ALTERNATION, gear, wounds};
use crate::act;
use crate::note;

/// A non-lethal attack that was not dodged: the target's STR save, then what it does. Says whether the target was
/// moved away.
///
/// # Errors
/// Until it is answered.
pub fn maneuver(cx: &mut Resolver<'_>, attack: &Attack, target: Id) -> Step<bool> {
    let by = attack.by;
    if !on_field(cx.now(), target) {
        return Ok(false);
    }
    let smaller = steps_up(cx.now(), target, by);
    if smaller < 0 {
        note!(
            cx,
            &[target],
            "{} is larger: nothing happens.",
            cx.name(target)
        );
        return Ok(false);
    }
    if smaller > 0 {
        note!(
            cx,
            &[target],
            "{} is smaller and cannot resist.",
            cx.name(target)
        );
    } else {
        let title = format!(
            "{} resists {} of {}",
            cx.name(target),
            attack.means.words(),
            cx.name(by)
        );
        if save(
            cx,
            "str-save",
            target,
            Attribute::Str,
            title,
            "passed: nothing happens",
        )? {
            return Ok(false);
        }
    }
    match attack.means {
        Means::Disarm => disarm(cx, attack, target)?,
        Means::Shove => return shove(cx, attack, target, smaller),
        Means::Grapple => grapple(cx, by, target),
        Means::Weapon(_) => {}
    }
    Ok(false)
}

/// Drops or loses a weapon (`ALT-82`).
fn disarm(cx: &mut Resolver<'_>, attack: &Attack, target: Id) -> Step<()> {
    let weapons = gear::droppable(cx.now(), target);
    let chosen = match (attack.prize, weapons.as_slice()) {
        (_, []) => {
            note!(cx, &[target], "{} holds no weapon.", cx.name(target));
            return Ok(());
        }
        (Some(row), _) => weapons.into_iter().find(|weapon| weapon.row == Some(row)),
        (None, [only]) => Some(only.clone()),
        (None, _) => {
            let title = format!("Which weapon does {} lose?", cx.name(target));
            let weapon = cx.one_of("prize", attack.by, title, &weapons, 0, Weapon::choice)?;
            Some(weapon)
        }
    };
    if let Some(weapon) = chosen {
        if attack.takes {
            gear::take(cx, attack.by, target, &weapon);
        } else {
            gear::carry(cx, target, &weapon, Carried::Dropped);
        }
    }
    Ok(())
}

/// Moves the target, hurt first by a larger one; whoever is apart holds no more (`ALT-83`, `ALT-89`, `ALT-100`).
fn shove(cx: &mut Resolver<'_>, attack: &Attack, target: Id, smaller: i64) -> Step<bool> {
    let by = attack.by;
    if smaller > 0 {
        let title = format!("{} shoves {}", cx.name(by), cx.name(target));
        wounds::direct(cx, "shove-damage", by, target, title, Some(by))?;
        if !on_field(cx.now(), target) {
            return Ok(false);
        }
    }
    let zones = shove_distance(cx.now(), smaller);
    note!(
        cx,
        &[target],
        "{} is moved {} zones.",
        cx.name(target),
        half(zones)
    );
    for victim in held(cx.now(), target) {
        wounds::let_go(cx, target, victim);
    }
    if let Some(by) = holder(cx.now(), target) {
        wounds::let_go(cx, by, target);
    }
    if attack.hazard {
        let title = format!("{} is in the hazard: what follows?", cx.name(target));
        ruling::follow(&ALTERNATION, cx, &title)?;
    }
    Ok(true)
}

/// Half zones of a shove by somebody `steps` sizes larger.
fn shove_distance(now: &Encounter, steps: i64) -> i64 {
    BySize::of(now, steps).shove()
}

/// Grabs; one holder at a time (`ALT-84`, `ALT-85`).
fn grapple(cx: &mut Resolver<'_>, by: Id, target: Id) {
    if let Some(other) = holder(cx.now(), target) {
        note!(
            cx,
            &[target],
            "{} is held by {} already.",
            cx.name(target),
            cx.name(other)
        );
        return;
    }
    hold(cx, by, target);
}

/// One holds another, whose turn, if it is under way, is over.
pub fn hold(cx: &mut Resolver<'_>, by: Id, target: Id) {
    if holder(cx.now(), target).is_some() || !standing(cx.now(), by) {
        return;
    }
    cx.link(bond::HOLDING, by, target);
    note!(
        cx,
        &[target, by],
        "{} is grabbed by {}.",
        cx.name(target),
        cx.name(by)
    );
    out_of_turn(cx, target);
}

/// Tries to get free; takes the whole turn (`ALT-86`). One held by somebody larger cannot (`ALT-98`).
///
/// # Errors
/// Until it is rolled.
pub fn break_free(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let Some(by) = holder(cx.now(), who) else {
        return cx.refuse("nobody holds it");
    };
    if held_by_larger(cx.now(), who) {
        let why = format!(
            "{} is larger: only an ally can free {}",
            cx.name(by),
            cx.name(who)
        );
        return cx.refuse(why);
    }
    act!(
        cx,
        who,
        &[by],
        "{} tries to break free from {}.",
        cx.name(who),
        cx.name(by)
    );
    drop_holds(cx, who, None);
    let title = format!("{} breaks free from {}", cx.name(who), cx.name(by));
    if save(
        cx,
        "str-save",
        who,
        Attribute::Str,
        title,
        "passed: free; the turn is over either way",
    )? {
        cx.unlink(bond::HOLDING, by, who);
        note!(cx, &[who], "{} is free.", cx.name(who));
    }
    cx.set(who, at::spent, true);
    out_of_turn(cx, who);
    Ok(())
}

/// Whom somebody could free: allies that are held.
pub fn held_allies(now: &Encounter, by: Id) -> Vec<Id> {
    now.present()
        .filter(|id| {
            *id != by && now.allied(*id, by) && on_field(now, *id) && holder(now, *id).is_some()
        })
        .collect()
}

/// Frees a held ally by the helper's own STR save, as a main action (`ALT-87`).
///
/// # Errors
/// Until it is answered.
pub fn free_ally(cx: &mut Resolver<'_>, by: Id) -> Step<()> {
    let title = format!("{} frees", cx.name(by));
    let who = cx.form("free-ally", by, title, |f| {
        let now = f.now;
        let first = held_allies(now, by).first().copied();
        let who = f.pick_one("who", "whom", || held_allies(now, by), first);
        f.need(who, "no ally is held")
    })?;
    let Some(from) = holder(cx.now(), who) else {
        return cx.refuse("nobody holds it");
    };
    act!(
        cx,
        by,
        &[who, from],
        "{} tries to free {} from {}.",
        cx.name(by),
        cx.name(who),
        cx.name(from)
    );
    cx.set(by, at::main_used, true);
    drop_holds(cx, by, None);
    let title = format!(
        "{} frees {} from {}",
        cx.name(by),
        cx.name(who),
        cx.name(from)
    );
    if save(cx, "str-save", by, Attribute::Str, title, "passed: free")? {
        cx.unlink(bond::HOLDING, from, who);
        note!(cx, &[who], "{} is free.", cx.name(who));
    }
    Ok(())
}

/// Somebody lets go of all it holds by a word of the GM's (`ALT-88`).
pub fn open_hand(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    act!(cx, who, &[], "{} opens the hand.", cx.name(who));
    for victim in held(cx.now(), who) {
        wounds::let_go(cx, who, victim);
    }
    Ok(())
}
