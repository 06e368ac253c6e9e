//! Recovery from strains, sprains and broken bones, by time, care or magic (SPL-122 to SPL-124, SPL-144, SPL-148,
//! SPL-149).

use crate::systems::prelude::*;
use crate::values::Key;

use crate::systems::split_round::says::Says;
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::sheet::schema::{
    Bone, Drain, Integrity, at, at_attack, at_bone, at_drain,
};
use crate::systems::split_round::sheet::weapon::Weapon;
use crate::systems::split_round::state::fighter::fighter;

/// Number of long rests that end a strain (SPL-122, SPL-123).
const RESTS: i64 = 3;

/// Number of passed weekly saves that heal a bone (SPL-149).
const SAVES: i64 = 3;

/// Both kinds of strains.
const STRAINS: [Is; 2] = [is::STRAINED_ARMS, is::STRAINED_LEG];

/// Returns true if a combatant has a condition that any magical healing ends (SPL-124).
pub fn needs_magic(now: &Encounter, who: Id) -> bool {
    let one = fighter(now, who);
    STRAINS.iter().any(|strain| one.has(*strain)) || one.weapons().any(|one| one.sprained())
}

/// Ends sprains and strains by magical healing of any amount (SPL-124).
pub fn magic_heals(cx: &mut Resolver<'_>, who: Id) {
    for strain in STRAINS {
        cx.lose_named(who, strain.0, Says::Magic {});
    }
    end_sprains(cx, who);
}

/// Counts a long rest for each strain, and ends all sprains (SPL-95, SPL-144).
pub fn long_rest(cx: &mut Resolver<'_>, who: Id) {
    for strain in STRAINS {
        let Some(mut its) = cx.get(who).condition(strain).cloned() else {
            continue;
        };
        its.value += 1;
        if its.value >= RESTS {
            cx.lose_named(who, strain.0, Says::Rested {});
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
        let weapon = weapon.name().to_owned().into();
        cx.note(Says::NoLongerSprained { who, weapon });
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

/// Sets a bone, which starts to heal (SPL-148).
pub fn set_bone(cx: &mut Resolver<'_>, who: Id, place: usize) {
    let mut all = bones(cx.now(), who);
    if let Some(bone) = all.get_mut(place) {
        bone.0.set(at_bone::set, true);
        let bone = bone.label().to_owned().into();
        cx.note(Says::BoneSet { who, bone });
        keep(cx, who, all);
    }
}

/// Counts a passed weekly save of a bone; the third passed save heals the bone (SPL-149).
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

/// Heals a bone, so that its attack can be used again (SPL-96, SPL-149).
pub fn heal_bone(cx: &mut Resolver<'_>, who: Id, place: usize) {
    let mut all = bones(cx.now(), who);
    if place >= all.len() {
        return;
    }
    let bone = all.remove(place);
    let name = bone.label().to_owned().into();
    cx.note(Says::BoneHealed { who, bone: name });
    let others = all.iter().any(|other| other.attack() == bone.attack());
    keep(cx, who, all);
    let attack = bone.attack().filter(|_| !others);
    if let Some(weapon) = attack.and_then(|name| Weapon::named(cx.now(), who, name))
        && weapon.integrity() == Integrity::BoneBroken
    {
        weapon.set(cx, who, at_attack::integrity, Integrity::Ok);
    }
}

/// Restores levels, at most the number lost (SPL-146, SPL-147).
pub fn restore_levels(cx: &mut Resolver<'_>, who: Id, which: Key<i64>, levels: i64) {
    let gone = cx.get(who).sheet.get(which);
    let label = Says::LostLevels {};
    cx.change(who, which, gone - levels, label, Says::Recovered {});
}

/// Restores points of an ability (SPL-143, SPL-147).
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
    let said = Says::RecoversAbility {
        who,
        points,
        ability: Drain(&*row).ability(),
    };
    cx.note(said);
    if left > 0 {
        row.set(at_drain::points, left);
    } else {
        rows.remove(place);
    }
    cx.set(who, which, List::<Drain>::of(rows));
}
