//! Circumstances of an attack that the rules know: attackers, the melee around a target, its speed, light and aim.

use std::collections::BTreeSet;

use crate::systems::prelude::*;
use crate::systems::segments::sheet::{AimShots, Circumstance, Options, Speed, Stray, is, lights};
use crate::systems::segments::state::{
    Deeds, Kind, Pace, Plan, Scene, Slot, fighter, melee_attacks_on, plan, reaches, slots,
};

/// Returns the reason why an attack on a target is no longer possible, because the target is out of the fight or out of
/// melee reach; `None` if it is possible (SEG-22, SEG-98).
pub fn beyond(now: &Encounter, by: Id, target: Id, melee: bool) -> Option<&'static str> {
    if now.get(target).gone {
        Some("is gone")
    } else if !fighter(now, target).active() {
        Some("is down")
    } else if !reaches(now, by, target, melee) {
        Some("is out of reach")
    } else {
        None
    }
}

/// Counts the attackers of a target in melee, as seen by `by` on a count (SEG-81, SEG-83). The combatants in `besides`
/// are about to make a free attack on the target.
pub fn attackers(
    now: &Encounter,
    (by, with): (Id, &str),
    target: Id,
    on: i64,
    besides: &[Id],
) -> i64 {
    let seen = |slot: &Slot| {
        if slot.who == by {
            slot.target
        } else {
            slot.target_seen(on)
        }
    };
    let attacks = melee_attacks_on(now, target)
        .filter(|slot| seen(slot) == Some(target) && slot.counts_on(on))
        .filter(|slot| reaches(now, slot.who, target, true));
    let ids = attacks.map(|slot| slot.who).chain([by]);
    let ids: BTreeSet<Id> = ids.chain(besides.iter().copied()).collect();
    let attack = |id: &Id| *id == by || fighter(now, *id).able();
    let with = |id: Id| {
        let own =
            melee_attacks_on(now, target).filter(move |slot| slot.who == id && slot.who != by);
        let own = own.filter(|slot| slot.target == Some(target));
        own.map(|slot| slot.what.as_str())
            .chain((id == by).then_some(with))
    };
    let heads = |id: Id| heads(now, id, target, with(id));
    ids.into_iter().filter(attack).map(heads).sum()
}

/// Returns how many attackers a combatant counts as: one, or one for each full pair of tentacles on the target
/// (SEG-83). `with` has the names of the weapons used.
fn heads<'a>(now: &Encounter, who: Id, target: Id, mut with: impl Iterator<Item = &'a str>) -> i64 {
    let Some(plan) = plan(now, who) else {
        return 1;
    };
    let one = fighter(now, who);
    let with_tentacles = |name: &str| {
        one.weapons()
            .any(|one| one.tentacle_pairs() && one.name() == name)
    };
    (plan.tentacles_on(target, with.any(with_tentacles)) / 2).max(1)
}

/// Returns true if a foe has a melee attack on the combatant this round.
pub fn in_melee(now: &Encounter, who: Id) -> bool {
    melee_attacks_on(now, who).any(|slot| {
        slot.target == Some(who)
            && slot.counts()
            && fighter(now, slot.who).active()
            && reaches(now, slot.who, who, true)
    })
}

/// Returns the allies of the shooter and their opponents in the melee around a target (SEG-110).
pub fn melee_around(now: &Encounter, shooter: Id, target: Id) -> (BTreeSet<Id>, BTreeSet<Id>) {
    let blows = slots(now).filter(|slot| slot.kind == Kind::Attack && slot.melee && slot.counts());
    let blows = blows.filter(|slot| fighter(now, slot.who).active());
    let blows = blows.filter_map(|slot| Some((slot.who, slot.target?)));
    let near = |(by, whom): &(Id, Id)| reaches(now, *by, *whom, true);
    let strikes: Vec<(Id, Id)> = blows.filter(near).collect();
    let met = strikes.iter().filter_map(|(by, whom)| match target {
        target if target == *by => Some(*whom),
        target if target == *whom => Some(*by),
        _ => None,
    });
    let mut friends: BTreeSet<Id> = met.collect();
    friends.retain(|id| ![shooter, target].contains(id));
    friends.retain(|id| now.allied(*id, shooter) && fighter(now, *id).active());
    let fights = |(by, whom): &&(Id, Id)| friends.contains(whom) && !now.allied(*by, shooter);
    let opponents = strikes.iter().filter(fights).map(|(by, _)| *by);
    let opponents = opponents.chain([target]).collect();
    (friends, opponents)
}

/// Returns the highest total at which a shot into a melee flies toward an ally (T-11).
pub fn stray_threshold(now: &Encounter, friends: i64, opponents: i64) -> i64 {
    let row = Stray::of(now, friends);
    let printed = match opponents {
        ..=1 => row.one(),
        2 => row.two(),
        3.. => row.three(),
    };
    (printed + 10 * (friends - 3).max(0) - 5 * (opponents - 3).max(0)).max(5)
}

/// Returns the speed of a target by its declaration (SEG-99).
pub fn speed_of(now: &Encounter, target: Id) -> Speed {
    let one = fighter(now, target);
    if one.has(is::NO_MOVEMENT) || one.aims() {
        return Speed::Stationary;
    }
    match plan(now, target).map(Plan::gait) {
        Some(Pace::Run) => Speed::Running,
        Some(Pace::Sprint) => Speed::Sprinting,
        Some(Pace::FastSprint) => Speed::FastSprinting,
        Some(Pace::Walk) | None => Speed::Walking,
    }
}

/// Returns the light in which a combatant fights: the light of the place, or the best light if the combatant sees in
/// the dark (SEG-84).
pub fn light_of(now: &Encounter, who: Id) -> Circumstance {
    let lights = lights(now);
    let place = &Scene::of(now).lighting;
    let sees = fighter(now, who).sheet.sees_in_dark();
    let there = lights.iter().find(|one| !sees && one.key == *place);
    there.or(lights.first()).cloned().unwrap_or_default()
}

/// Returns true if Careful Aim counts for the next shot of a combatant (SEG-100, SEG-102).
pub fn aim_counts(now: &Encounter, who: Id) -> bool {
    let one = fighter(now, who);
    let spent = Deeds::of(now, who).shot.is_some();
    (one.has(is::AIMING) && !(spent && Options::of(now).aim_shots() == AimShots::Next))
        || (one.has(is::AIM_KEPT) && !spent)
}
