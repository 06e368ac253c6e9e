//! Other actions after the fight, and magical restoration (SPL-101, SPL-124, SPL-135, SPL-147, SPL-151).

use crate::systems::prelude::*;
use crate::systems::split_round::combat::{other_acts, recovery};
use crate::systems::split_round::says::Says;
use crate::systems::split_round::sheet::schema::{Drain, at, at_attack};
use crate::systems::split_round::sheet::weapon::Weapon;
use crate::systems::split_round::state::clock::{Clock, DAY, HOUR};
use crate::systems::split_round::state::fighter::fighter;

/// Resolves a heal check after the fight (SPL-135).
pub fn heal_check(cx: &mut Resolver<'_>) -> Step<()> {
    let up = |now: &Encounter| -> Vec<Id> {
        now.present().filter(|id| fighter(now, *id).up()).collect()
    };
    let all = up(cx.now());
    let skill = |id: &Id| {
        (
            fighter(cx.now(), *id).player(),
            fighter(cx.now(), *id).sheet.heal_skill(),
        )
    };
    let best = all.iter().copied().rev().max_by_key(skill);
    let title = "Who makes the heal check?";
    let healer = cx.pick("healer", None, title, all, 1, 1, best.into_iter().collect())?;
    match healer.first() {
        Some(healer) => other_acts::treat(cx, *healer),
        None => Ok(()),
    }
}

/// Returns the weapons with missiles on the ground (SPL-101, SPL-117).
pub fn lying(now: &Encounter) -> Vec<(Id, Weapon)> {
    let whose = |id: Id| Weapon::all(now, id).map(move |weapon| (id, weapon));
    let all = now.present().flat_map(whose);
    all.filter(|(_, weapon)| missiles(weapon) > 0).collect()
}

fn missiles(weapon: &Weapon) -> i64 {
    weapon.ammo_recoverable() + weapon.ammo_on_ground()
}

/// Asks the GM how many missiles are found (SPL-101).
pub fn recover(cx: &mut Resolver<'_>) -> Step<()> {
    let all = lying(cx.now());
    let found = cx.form("recover", None, "How many missiles are found?", |f| {
        let mut found = Vec::new();
        for (place, (id, weapon)) in all.iter().enumerate() {
            let most = missiles(weapon);
            let label = format!("{}'s {}", f.now.name(*id), weapon.name());
            f.hint(|| format!("{most} fired or spilled"));
            let key = format!("found{}", place + 1);
            found.push(f.number(&key, &label, 0..=most, "", most));
        }
        Ok(found)
    })?;
    cx.act(None, Says::Searches {});
    for ((id, weapon), found) in all.iter().zip(found) {
        let left = weapon.ammo().unwrap_or(0) + found;
        if let Some(ammo) = weapon.at(at_attack::ammo) {
            cx.change(*id, ammo, Some(left), Says::Missiles {}, Says::Found {});
        }
        weapon.set(cx, *id, at_attack::ammo_recoverable, 0);
        weapon.set(cx, *id, at_attack::ammo_on_ground, 0);
    }
    Ok(())
}

/// Sets the campaign clock (SPL-151).
pub fn clock(cx: &mut Resolver<'_>) -> Step<()> {
    let minutes = cx.form("clock", None, "Set the campaign clock", |f| {
        let now = Clock::now(f.now);
        let day = f.number("day", "day", 1..=99_999, "", now.div_euclid(DAY) + 1);
        let hour = f.number("hour", "hour", 0..=23, "", now.rem_euclid(DAY) / HOUR);
        let minute = f.number("minute", "minute", 0..=59, "", now.rem_euclid(HOUR));
        Ok((day - 1) * DAY + hour * HOUR + minute)
    })?;
    cx.act(None, Says::ClockSet { minutes });
    Clock::change(cx, |clock| clock.minutes = minutes);
    Ok(())
}

/// Kind of resource that magic can restore.
#[derive(Clone)]
enum Restores {
    Strains,
    Bone(usize),
    DrainedLevels,
    LostLevels,
    Drained(usize),
    Lost(usize),
}

/// Resource that magic can restore: key, label, amount and kind.
type Restorable = (String, String, i64, Restores);

/// Returns the resources of a combatant that magic could restore (SPL-124, SPL-147).
fn restorable(now: &Encounter, who: Id) -> Vec<Restorable> {
    let sheet = fighter(now, who).sheet;
    let mut all: Vec<Restorable> = Vec::new();
    if recovery::needs_magic(now, who) {
        let label = "sprains and strains".to_owned();
        all.push(("strains".to_owned(), label, 1, Restores::Strains));
    }
    for (place, bone) in recovery::bones(now, who).iter().enumerate() {
        let word = format!("bone{}", place + 1);
        all.push((word, bone.label().to_owned(), 1, Restores::Bone(place)));
    }
    let levels = [
        (
            "drained",
            "temporarily drained levels",
            sheet.levels_drained_temp(),
            Restores::DrainedLevels,
        ),
        (
            "lost",
            "permanently lost levels",
            sheet.levels_lost_perm(),
            Restores::LostLevels,
        ),
    ];
    for (word, label, points, what) in levels.into_iter().filter(|(_, _, points, _)| *points > 0) {
        all.push((format!("levels-{word}"), label.to_owned(), points, what));
    }
    let drains = sheet.abilities_drained_temp().iter().enumerate();
    let lost = sheet.abilities_drained_perm().iter().enumerate();
    let drains =
        drains.map(|(place, row)| ("drained", "temporarily", row, Restores::Drained(place)));
    let lost = lost.map(|(place, row)| ("lost", "permanently", row, Restores::Lost(place)));
    for (word, how, row, what) in drains.chain(lost) {
        let drain = Drain(row);
        let ability = drain.ability();
        if drain.points() > 0 {
            let label = format!("{how} drained {}", ability.label());
            all.push((
                format!("{word}-{}", ability.word()),
                label,
                drain.points(),
                what,
            ));
        }
    }
    all
}

/// Returns the combatants with resources that magic could restore.
pub fn in_need(now: &Encounter) -> impl Iterator<Item = Id> + '_ {
    now.present().filter(|id| !restorable(now, *id).is_empty())
}

/// Restores a resource by magic, as the GM enters. Only magic can restore permanent losses (SPL-124, SPL-147).
pub fn magic(cx: &mut Resolver<'_>) -> Step<()> {
    let first = in_need(cx.now()).next();
    let (who, label, points, what) = cx.form("magic", None, "What does magic restore?", |f| {
        let now = f.now;
        f.others("has nothing to restore");
        let who = f.pick_one("target", "patient", || in_need(now), first);
        let who = f.need(who, "no combatant needs magical restoration")?;
        let all = restorable(now, who);
        let tell = |one: &Restorable| Choice::new(one.0.as_str(), one.1.as_str());
        let what = f.one_of("what", "restore", &all, 0, |one| &one.0, tell);
        let (_, label, most, what) = f.need(what, "nothing to restore")?;
        let points = match most {
            1 => 1,
            most => f.amount().number("points", "amount", 1..=most, "", most),
        };
        Ok((who, label, points, what))
    })?;
    let healed = label.into();
    cx.act(None, Says::MagicHeals { who, what: healed });
    match what {
        Restores::Strains => recovery::magic_heals(cx, who),
        Restores::Bone(place) => recovery::heal_bone(cx, who, place),
        Restores::DrainedLevels => {
            recovery::restore_levels(cx, who, at::levels_drained_temp, points);
        }
        Restores::LostLevels => recovery::restore_levels(cx, who, at::levels_lost_perm, points),
        Restores::Drained(place) => {
            recovery::restore_ability(cx, who, at::abilities_drained_temp, place, points);
        }
        Restores::Lost(place) => {
            recovery::restore_ability(cx, who, at::abilities_drained_perm, place, points);
        }
    }
    Ok(())
}
