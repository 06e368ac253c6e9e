//! What heals by time, by hand and by magic: strains, sprains, bones (SPL-122 to SPL-124, SPL-144, SPL-148, SPL-149).

use crate::encounter::Encounter;
use crate::resolver::{Resolver, note};
use crate::values::{Id, Is, Key, List, Row, Words as _};

use crate::systems::split_round::sheet::schema::{
    Bone, Drain, Integrity, at, at_attack, at_bone, at_drain, is,
};
use crate::systems::split_round::sheet::weapon::Weapon;
use crate::systems::split_round::state::fighter::fighter;

/// Long rests after which a strain is over (SPL-122, SPL-123).
const RESTS: i64 = 3;

/// Weekly saves after which a bone is healed (SPL-149).
const SAVES: i64 = 3;

/// Both kinds of strains.
const STRAINS: [Is; 2] = [is::STRAINED_ARMS, is::STRAINED_LEG];

/// Whether somebody has what any magical healing ends (SPL-124).
pub fn needs_magic(now: &Encounter, who: Id) -> bool {
    let one = fighter(now, who);
    STRAINS.iter().any(|strain| one.has(*strain)) || one.weapons().any(|one| one.sprained())
}

/// Magical healing, of whatever amount, ends sprains and strains (SPL-124).
pub fn magic_heals(cx: &mut Resolver<'_>, who: Id) {
    for strain in STRAINS {
        cx.lose_named(who, strain.0, "magic");
    }
    end_sprains(cx, who);
}

/// A long rest is one of the three of each strain, and the end of every sprain (SPL-95, SPL-144).
pub fn long_rest(cx: &mut Resolver<'_>, who: Id) {
    for strain in STRAINS {
        let Some(mut its) = cx.get(who).condition(strain).cloned() else {
            continue;
        };
        its.value += 1;
        if its.value >= RESTS {
            cx.lose_named(who, strain.0, "rested");
        } else {
            cx.gain_alone(who, its, "");
        }
    }
    end_sprains(cx, who);
}

fn end_sprains(cx: &mut Resolver<'_>, who: Id) {
    let sprained: Vec<Weapon> = fighter(cx.now(), who)
        .weapons()
        .filter(|weapon| weapon.sprained())
        .collect();
    for weapon in sprained {
        weapon.set(cx, who, at_attack::sprained, false);
        note!(
            cx,
            &[who],
            "{}'s {} is no longer sprained.",
            cx.name(who),
            weapon.name()
        );
    }
}

pub fn bones(now: &Encounter, who: Id) -> Vec<Bone> {
    let rows = now.get(who).sheet.get(at::broken_bones);
    rows.iter().cloned().map(Bone).collect()
}

fn keep(cx: &mut Resolver<'_>, who: Id, bones: Vec<Bone>) {
    let rows: Vec<Row> = bones.into_iter().map(|bone| bone.0).collect();
    cx.set(who, at::broken_bones, List::<Bone>::of(rows));
}

/// A bone is set: from now on it mends (SPL-148).
pub fn set_bone(cx: &mut Resolver<'_>, who: Id, place: usize) {
    let mut all = bones(cx.now(), who);
    if let Some(bone) = all.get_mut(place) {
        bone.0.set(at_bone::set, true);
        note!(cx, &[who], "The {} is set.", bone.label());
        keep(cx, who, all);
    }
}

/// A bone has passed one more of its weekly saves; with the third it is healed (SPL-149).
pub fn bone_mends(cx: &mut Resolver<'_>, who: Id, place: usize) {
    let mut all = bones(cx.now(), who);
    let Some(bone) = all.get_mut(place) else {
        return;
    };
    let made = bone.saves_made() + 1;
    if made >= SAVES {
        heal_bone(cx, who, place);
    } else {
        bone.0.set(at_bone::saves_made, made);
        keep(cx, who, all);
    }
}

/// A bone is whole again, and so is the attack that it carries (SPL-96, SPL-149).
pub fn heal_bone(cx: &mut Resolver<'_>, who: Id, place: usize) {
    let mut all = bones(cx.now(), who);
    if place >= all.len() {
        return;
    }
    let bone = all.remove(place);
    note!(
        cx,
        &[who],
        "{}'s {} has healed.",
        cx.name(who),
        bone.label()
    );
    let others = all.iter().any(|other| other.attack() == bone.attack());
    keep(cx, who, all);
    let attack = bone.attack().filter(|_| !others);
    if let Some(weapon) = attack.and_then(|name| Weapon::named(cx.now(), who, name))
        && weapon.integrity() == Integrity::BoneBroken
    {
        weapon.set(cx, who, at_attack::integrity, Integrity::Ok);
    }
}

/// So many levels come back, at most those that are gone (SPL-146, SPL-147).
pub fn restore_levels(cx: &mut Resolver<'_>, who: Id, which: Key<i64>, levels: i64) {
    let gone = cx.get(who).sheet.get(which);
    cx.change(who, which, gone - levels, "lost levels", "recovered");
}

/// So many points of an ability come back (SPL-143, SPL-147).
pub fn restore_ability(
    cx: &mut Resolver<'_>,
    who: Id,
    which: Key<List<Drain>>,
    place: usize,
    points: i64,
) {
    let mut rows = cx.get(who).sheet.get(which).to_vec();
    let Some(row) = rows.get_mut(place) else {
        return;
    };
    let left = row.get(at_drain::points) - points;
    let ability = Drain(&*row).ability().label();
    note!(cx, &[who], "{} recovers {points} {ability}.", cx.name(who));
    if left > 0 {
        row.set(at_drain::points, left);
    } else {
        rows.remove(place);
    }
    cx.set(who, which, List::<Drain>::of(rows));
}
