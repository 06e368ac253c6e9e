//! Disarming, shoving and grappling (`ALT-80` to `ALT-85`, `ALT-89`, `ALT-98` to `ALT-101`).

use crate::rules::ruling;
use crate::systems::prelude::*;

use super::attack::{Attack, Means};
use super::checks::save;
use super::holds::{self, hold};
use super::{gear, mounts, wounds};
use crate::systems::alternation::Alternation;
use crate::systems::alternation::says::Says;
use crate::systems::alternation::sheet::schema::{Attribute, Carried};
use crate::systems::alternation::sheet::tables::BySize;
use crate::systems::alternation::sheet::weapon::{Weapon, droppable};
use crate::systems::alternation::state::bonds::{held, holder};
use crate::systems::alternation::state::fighter::steps_up;
use crate::systems::alternation::state::sides::on_field;

/// Resolves a non-lethal attack that was not dodged: the target's STR save, then the effect. Returns true if the
/// target was moved away.
pub fn maneuver(cx: &mut Resolver<'_>, attack: &Attack, target: Id) -> Step<bool> {
    let (by, name) = (attack.by, cx.name(target));
    if !on_field(cx.now(), target) {
        return Ok(false);
    }
    let smaller = steps_up(cx.now(), target, by);
    if smaller < 0 {
        cx.note(Says::IsLarger { who: target });
        return Ok(false);
    }
    if smaller > 0 {
        cx.note(Says::IsSmaller { who: target });
    } else {
        let means = attack.means.of(cx.now(), by);
        let title = say!(cx.now(), "{name} resists {means}");
        let hint = "if passed: no effect";
        if save(cx, "str-save", target, Attribute::Str, title, hint)? {
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

/// Makes the target drop or lose a weapon (`ALT-82`).
fn disarm(cx: &mut Resolver<'_>, attack: &Attack, target: Id) -> Step<()> {
    let weapons = droppable(cx.now(), target);
    let chosen = match (attack.prize, weapons.as_slice()) {
        (_, []) => {
            cx.note(Says::HoldsNoWeapon { who: target });
            return Ok(());
        }
        (Some(row), _) => weapons.into_iter().find(|weapon| weapon.row == Some(row)),
        (None, [only]) => Some(only.clone()),
        (None, _) => {
            let title = say!(cx.now(), "Which weapon does {} lose?", cx.name(target));
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

/// Moves the target of a shove; a larger attacker also hurts the target first. Holds between separated combatants end
/// (`ALT-83`, `ALT-89`, `ALT-100`).
fn shove(cx: &mut Resolver<'_>, attack: &Attack, target: Id, smaller: i64) -> Step<bool> {
    let (by, name) = (attack.by, cx.name(target));
    if smaller > 0 {
        let title = say!(cx.now(), "{} shoves {name}", cx.name(by));
        wounds::direct(cx, "shove-damage", by, target, title, Some(by))?;
        if !on_field(cx.now(), target) {
            return Ok(false);
        }
    }
    let halves = BySize::of(cx.now(), smaller).shove();
    cx.note(Says::IsMoved {
        who: target,
        halves,
    });
    for victim in held(cx.now(), target) {
        holds::let_go(cx, target, victim);
    }
    if let Some(by) = holder(cx.now(), target) {
        holds::let_go(cx, by, target);
    }
    mounts::carry_off(cx, target);
    if attack.hazard {
        let title = say!(cx.now(), "What does the hazard do to {name}?");
        ruling::follow(&Alternation, cx, &title, Some(target), "the hazard")?;
    }
    Ok(true)
}

/// Makes a combatant the only holder of the target (`ALT-84`, `ALT-85`).
fn grapple(cx: &mut Resolver<'_>, by: Id, target: Id) {
    if let Some(other) = holder(cx.now(), target) {
        cx.note(Says::AlreadyHeld {
            who: target,
            by: other,
        });
        return;
    }
    hold(cx, by, target);
}
