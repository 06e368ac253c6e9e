//! Costs of an attack at its declaration, and the save to hit (`ALT-48` to `ALT-51`, `ALT-88`, `ALT-127`).

use super::attack::{Attack, Means};
use super::checks::save;
use super::holds::drop_holds;
use super::legal::beyond_half_range;
use super::{arms, gear};
use crate::systems::alternation::says::{Doubt, Says};
use crate::systems::alternation::sheet::schema::Attribute;
use crate::systems::alternation::state::bonds::holder;
use crate::systems::alternation::state::last::{Apart, Last};
use crate::systems::prelude::*;

/// Applies the costs of a declaration: ends holds that the attack does not allow, and marks the weapon as used
/// (`ALT-88`, `ALT-127`).
pub fn commit(cx: &mut Resolver<'_>, attack: &Attack) {
    let kept = match &attack.means {
        Means::Weapon(weapon) => weapon.hands_needed() <= 1 || weapon.unarmed(),
        Means::Disarm => {
            let mut targets = attack.aims.iter().map(|aim| aim.target);
            targets.all(|target| holder(cx.now(), target) == Some(attack.by))
        }
        Means::Shove | Means::Grapple => false,
    };
    if !kept {
        drop_holds(cx, attack.by, None);
    }
    if let Means::Weapon(weapon) = &attack.means {
        gear::mark_used(cx, attack.by, weapon);
    }
    let last = Last {
        weapon: arms::key_of(cx.now(), attack.by, &attack.means),
        target: attack.targets(),
    };
    last.put(cx, attack.by);
    if attack.means.ranged() {
        Apart::change(cx, |apart| {
            for target in attack.targets() {
                if target != attack.by {
                    let two = (attack.by.min(target), attack.by.max(target));
                    apart.between.insert(two, attack.distance);
                }
            }
        });
    }
}

/// Returns the reasons for a WIT save to hit (`ALT-48`, `ALT-49`, `ALT-51`).
pub fn doubts(now: &Encounter, attack: &Attack) -> Vec<Doubt> {
    let mut reasons = Vec::new();
    let Some(weapon) = attack.means.weapon().filter(|weapon| weapon.ranged()) else {
        if attack.dark && !attack.means.blast() {
            reasons.push(Doubt::Unseen {});
        }
        return reasons;
    };
    let target = attack.aims.first().map(|aim| aim.target);
    if beyond_half_range(now, attack, weapon, target) {
        reasons.push(Doubt::BeyondHalfRange {});
    }
    if attack.moving {
        reasons.push(Doubt::Moving {});
    }
    reasons
}

/// Rolls the WIT save to hit, if one is due (`ALT-51`).
pub fn hits(cx: &mut Resolver<'_>, attack: &Attack) -> Step<bool> {
    let reasons = doubts(cx.now(), attack);
    if reasons.is_empty() {
        return Ok(true);
    }
    let why = Commas(reasons);
    let hint = say!(cx.now(), "{}", why.show(cx.now()));
    let (by, name) = (attack.by, cx.name(attack.by));
    let means = say!(cx.now(), "{}", attack.means.words(cx.now()));
    let title = say!(cx.now(), "{name} attacks with {means}: WIT save to hit");
    let hit = save(cx, "wit-save", by, Attribute::Wit, title, hint)?;
    if !hit {
        if attack.damages() {
            for target in attack.targets() {
                cx.struck(by, target, false);
            }
        }
        cx.note(Says::Misses { by, why });
    }
    Ok(hit)
}
