//! Which attacks the rules allow: reach, range, sight, hands, size (`ALT-43`, `ALT-50`, `ALT-80`, `ALT-96`, `ALT-97`,
//! `ALT-99`, `ALT-101`).

use crate::encounter::{Encounter, Id, decimal};
use crate::text::counted;

use super::attack::{Attack, Means};
use crate::rules::alternation::sheet::fighter::{Fighter, ZONE};
use crate::rules::alternation::sheet::people::{held, holder, steps_up};
use crate::rules::alternation::sheet::schema::is;
use crate::rules::alternation::sheet::tables::BySize;
use crate::rules::alternation::sheet::weapon::{Weapon, droppable};

/// Why an attack on a target is against the rules, if it is (`ALT-43`, `ALT-50`, `ALT-80`, `ALT-82`, `ALT-84`,
/// `ALT-99`, `ALT-101`).
pub fn objection(now: &Encounter, attack: &Attack, target: Id) -> Option<String> {
    let name = now.name(target);
    let by = now.name(attack.by);
    match &attack.means {
        Means::Weapon(weapon) => {
            if let Some(why) = weapon
                .unusable()
                .or_else(|| too_few_hands(now, attack.by, weapon))
            {
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
            (attack.distance > reach).then(|| {
                format!(
                    "{name} is not nearby: {by} cannot reach it with {}",
                    attack.means.words()
                )
            })
        }
        Means::Disarm | Means::Shove | Means::Grapple => {
            if attack.distance > 0 {
                return Some(format!("{name} is not nearby"));
            }
            if target == attack.by {
                return Some("nobody does that to themselves".to_owned());
            }
            if Fighter::of(now, target).vehicle() {
                return Some(format!(
                    "{name} is a vehicle: it cannot be disarmed, shoved or grabbed"
                ));
            }
            if steps_up(now, attack.by, target) > 0 {
                return Some(format!(
                    "{name} is larger than {by}: disarming, shoving and grabbing do nothing to it"
                ));
            }
            match attack.means {
                Means::Disarm if droppable(now, target).is_empty() => {
                    Some(format!("{name} holds no weapon"))
                }
                Means::Grapple => grapple_objection(now, attack.by, target),
                _ => None,
            }
        }
    }
}

fn grapple_objection(now: &Encounter, by: Id, target: Id) -> Option<String> {
    if let Some(other) = holder(now, target) {
        return Some(format!(
            "{} is held by {} already",
            now.name(target),
            now.name(other)
        ));
    }
    let smaller = held(now, by)
        .into_iter()
        .filter(|victim| steps_up(now, *victim, by) > 0)
        .count() as i64;
    let free = Fighter::of(now, by).sheet().hands() - smaller;
    (free <= 0).then(|| format!("{} has no hand free to grab with", now.name(by)))
}

/// Hands that hold smaller victims do not swing a weapon (`ALT-101`).
pub fn too_few_hands(now: &Encounter, by: Id, weapon: &Weapon) -> Option<String> {
    let smaller = held(now, by)
        .into_iter()
        .filter(|victim| steps_up(now, *victim, by) > 0)
        .count() as i64;
    let free = Fighter::of(now, by).sheet().hands() - smaller;
    (smaller > 0 && weapon.hands_needed() > free).then(|| {
        format!(
            "{} holds {smaller}: {} free, and the {} takes {}",
            now.name(by),
            counted(free.max(0), "hand"),
            weapon.name(),
            weapon.hands_needed()
        )
    })
}

fn shot_objection(now: &Encounter, attack: &Attack, weapon: &Weapon, target: Id) -> Option<String> {
    let name = now.name(target);
    let by = attack.by;
    if beyond_range(now, weapon, by, Some(target), attack.distance) {
        let (scale, range) = reach(now, weapon, by, Some(target), 1);
        return Some(format!(
            "{} zones is beyond the range of {} against {name}",
            decimal(attack.distance, 2),
            quarter(range, scale)
        ));
    }
    if attack.moving && beyond_half_range(now, weapon, by, Some(target), attack.distance) {
        return Some("nobody shoots beyond half range while moving".to_owned());
    }
    if weapon.blast() {
        return None;
    }
    if attack.dark {
        return Some(format!(
            "{name} cannot be seen: nobody shoots at what cannot be seen"
        ));
    }
    if now.get(target).has(is::CONCEALED) && !now.allied(by, target) {
        return Some(format!(
            "{name} is concealed: nobody shoots at what cannot be seen"
        ));
    }
    None
}

/// A range of `range` half zones divided by `scale`, as text.
fn quarter(range: i64, scale: i64) -> String {
    let thousandths = range * 500 / scale;
    let text = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The range of a weapon against a target, as (distance to compare, range to compare), both scaled so that fractions
/// are kept (`ALT-97`).
fn reach(
    now: &Encounter,
    weapon: &Weapon,
    by: Id,
    target: Option<Id>,
    distance: i64,
) -> (i64, i64) {
    let steps = match target {
        Some(target) if !weapon.blast() => steps_up(now, by, target),
        _ => 0,
    };
    if steps >= 0 {
        (distance, weapon.reach() * BySize::of(now, steps).range())
    } else {
        (distance * BySize::of(now, -steps).range(), weapon.reach())
    }
}

/// Whether a distance lies beyond the weapon's range against the target.
pub fn beyond_range(
    now: &Encounter,
    weapon: &Weapon,
    by: Id,
    target: Option<Id>,
    distance: i64,
) -> bool {
    let (distance, range) = reach(now, weapon, by, target, distance);
    distance > range
}

/// Whether a distance lies beyond half the weapon's range against the target (`ALT-49`).
pub fn beyond_half_range(
    now: &Encounter,
    weapon: &Weapon,
    by: Id,
    target: Option<Id>,
    distance: i64,
) -> bool {
    let (distance, range) = reach(now, weapon, by, target, distance);
    2 * distance > range
}

/// The greatest distance in half zones within half the range.
pub fn easy_distance(now: &Encounter, weapon: &Weapon, by: Id, target: Option<Id>) -> i64 {
    let (scale, range) = reach(now, weapon, by, target, 1);
    range / (2 * scale)
}
