//! Requirements for an attack: reach, range, sight, hands, size (`ALT-43`, `ALT-50`, `ALT-80`, `ALT-96`, `ALT-97`,
//! `ALT-99`, `ALT-101`).

use crate::systems::prelude::*;
use crate::text::counted;
use crate::values::decimal;

use super::attack::{Attack, Means};
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::sheet::tables::BySize;
use crate::systems::alternation::sheet::weapon::{Weapon, ZONE, droppable};
use crate::systems::alternation::state::bonds::{held, holder};
use crate::systems::alternation::state::fighter::{Fighter, steps_up};

/// Returns the reason why an attack on a target is illegal; `None` if it is legal (`ALT-43`, `ALT-50`, `ALT-80`,
/// `ALT-82`, `ALT-84`, `ALT-99`, `ALT-101`).
pub fn objection(now: &Encounter, attack: &Attack, target: Id) -> Option<String> {
    let (name, by) = (now.name(target), now.name(attack.by));
    if let Means::Weapon(weapon) = &attack.means {
        let unusable = weapon.unusable();
        if let Some(why) = unusable.or_else(|| too_few_hands(now, attack.by, weapon)) {
            return Some(why);
        }
        if weapon.ranged() {
            return shot_objection(now, attack, weapon, target);
        }
        let reach = if Fighter::of(now, attack.by).massive() {
            ZONE
        } else {
            0
        };
        return (attack.distance > reach).then(|| {
            let means = attack.means.words(now);
            format!("{name} is not nearby: {by} cannot reach {name} with {means}")
        });
    }
    let why = if attack.distance > 0 {
        format!("{name} is not nearby")
    } else if target == attack.by {
        "the target must be another combatant".to_owned()
    } else if Fighter::of(now, target).vehicle() {
        format!("{name} is a vehicle: vehicles cannot be disarmed, shoved or grabbed")
    } else if steps_up(now, attack.by, target) > 0 {
        format!("{name} is larger than {by} and cannot be disarmed, shoved or grabbed by {by}")
    } else if attack.means == Means::Disarm && droppable(now, target).is_empty() {
        format!("{name} holds no weapon")
    } else if attack.means != Means::Grapple {
        return None;
    } else if let Some(other) = holder(now, target) {
        format!("{name} is already held by {}", now.name(other))
    } else if hands(now, attack.by).1 <= 0 {
        format!("{by} needs a free hand to grab")
    } else {
        return None;
    };
    Some(why)
}

/// Returns the number of smaller combatants held, and the number of free hands (`ALT-101`).
fn hands(now: &Encounter, by: Id) -> (i64, i64) {
    let held = held(now, by).into_iter();
    let smaller = held.filter(|victim| steps_up(now, *victim, by) > 0);
    let smaller = smaller.count() as i64;
    (smaller, Fighter::of(now, by).sheet().hands() - smaller)
}

/// Returns the reason why a weapon cannot be used: it needs hands that hold smaller combatants (`ALT-101`).
pub fn too_few_hands(now: &Encounter, by: Id, weapon: &Weapon) -> Option<String> {
    let ((smaller, free), needed) = (hands(now, by), weapon.hands_needed());
    (smaller > 0 && needed > free).then(|| {
        let (by, name, free) = (now.name(by), weapon.name(), counted(free.max(0), "hand"));
        format!("{by} holds {smaller}: {free} free, but the {name} takes {needed}")
    })
}

fn shot_objection(now: &Encounter, attack: &Attack, weapon: &Weapon, target: Id) -> Option<String> {
    let (name, by) = (now.name(target), attack.by);
    let (scale, range) = reach(now, weapon, by, Some(target));
    let unseen = "a ranged attack needs a visible target";
    if attack.distance * scale > range {
        let (distance, range) = (decimal(attack.distance, 2), quarter(range, scale));
        Some(format!(
            "distance {distance} is beyond the range of {range} against {name}"
        ))
    } else if attack.moving && beyond_half_range(now, attack, weapon, Some(target)) {
        Some("a moving attacker shoots up to half range only".to_owned())
    } else if weapon.blast() {
        None
    } else if attack.dark {
        Some(format!("{name} is unseen: {unseen}"))
    } else if now.get(target).has(is::CONCEALED) && !now.allied(by, target) {
        Some(format!("{name} is concealed: {unseen}"))
    } else {
        None
    }
}

/// Formats a range of `range` half zones divided by `scale`.
fn quarter(range: i64, scale: i64) -> String {
    let thousandths = range * 500 / scale;
    let text = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Returns the scale of a weapon against a target, and the weapon's range in half zones. Distances are multiplied by
/// the scale before they are compared with the range, so that fractions are kept (`ALT-97`).
fn reach(now: &Encounter, weapon: &Weapon, by: Id, target: Option<Id>) -> (i64, i64) {
    let target = target.filter(|_| !weapon.blast());
    let steps = target.map_or(0, |target| steps_up(now, by, target));
    let times = BySize::of(now, steps.abs()).range();
    if steps >= 0 {
        (1, weapon.reach() * times)
    } else {
        (times, weapon.reach())
    }
}

/// Returns true if a shot goes beyond half the weapon's range against the target (`ALT-49`).
pub fn beyond_half_range(
    now: &Encounter,
    attack: &Attack,
    weapon: &Weapon,
    target: Option<Id>,
) -> bool {
    let (scale, range) = reach(now, weapon, attack.by, target);
    2 * attack.distance * scale > range
}

/// Returns the greatest distance in half zones within half the range.
pub fn easy_distance(now: &Encounter, weapon: &Weapon, by: Id, target: Option<Id>) -> i64 {
    let (scale, range) = reach(now, weapon, by, target);
    range / (2 * scale)
}
