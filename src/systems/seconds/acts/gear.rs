//! Drawing, stowing, aiming and loading of weapons (SEC-67, SEC-69, SEC-71, SEC-72, SEC-118).

use super::words::{AIM, CLEAR, GEAR, RELOAD};
use crate::systems::prelude::*;
use crate::systems::seconds::combat::form::ask_target;
use crate::systems::seconds::combat::gear::no_hands;
use crate::systems::seconds::combat::time::{fits, take};
use crate::systems::seconds::says::{Handling, Says};
use crate::systems::seconds::sheet::conditions::AIMS;
use crate::systems::seconds::sheet::options::Options;
use crate::systems::seconds::sheet::schema::{Held, Kind, at_attack};
use crate::systems::seconds::sheet::tables::seconds;
use crate::systems::seconds::sheet::weapon::Weapon;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::turn::{self, Deed, Loaders, Loading};

/// Returns the weapons that are objects, which a hand can take and drop.
fn things(now: &Encounter, who: Id) -> impl Iterator<Item = Weapon> {
    let all = fighter(now, who).arms();
    all.filter(|one| one.place.is_some() && one.hands_needed() > 0)
}

/// Returns the possible ways to handle the weapons at hand, with their costs.
fn handlings(now: &Encounter, who: Id) -> Vec<(String, Handling, Weapon, i64)> {
    things(now, who)
        .flat_map(|weapon| {
            let ways: &[Handling] = match weapon.held_in() {
                Held::Main | Held::Off => &[Handling::Sheathe, Handling::Drop],
                Held::Stowed => &[Handling::Draw],
                Held::Pack | Held::Dropped => &[Handling::Take],
            };
            ways.iter().map(move |way| (*way, weapon.clone()))
        })
        .map(|(way, weapon)| {
            let cost = match way {
                Handling::Draw | Handling::Sheathe => seconds(now, "draw"),
                Handling::Take => seconds(now, "take"),
                Handling::Drop => 0,
            };
            let word = format!("{}-{}", way.word(), weapon.name());
            (word, way, weapon, cost)
        })
        .collect()
}

/// Returns true if a weapon can be drawn, taken out, put away or dropped.
pub fn handles(now: &Encounter, who: Id) -> bool {
    things(now, who).next().is_some()
}

/// Draws, sheathes, takes out or drops a weapon (SEC-67).
pub fn handle(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(cx.now(), "{} handles a weapon", cx.name(who));
    let (_, way, weapon, cost) = cx.form("gear", who, title, |f| {
        let now = f.now;
        let all = handlings(now, who);
        let out = |way: Handling| matches!(way, Handling::Draw | Handling::Take);
        let barred = |way: Handling, weapon: &Weapon| {
            let why = out(way).then(|| no_hands(now, who, weapon));
            why.flatten()
        };
        let fit = |(_, way, weapon, _): &(String, Handling, Weapon, i64)| {
            out(*way) && barred(*way, weapon).is_none()
        };
        let preset = all.iter().position(fit).unwrap_or(0);
        let tell = |(word, way, weapon, cost): &(String, Handling, Weapon, i64)| {
            let label = format!("{} {}", way.label(), weapon.name());
            let choice = Choice::new(word, label).hint(format!("{cost} s"));
            choice.unless(barred(*way, weapon))
        };
        let chosen = f.one_of("what", "action", &all, preset, |(word, ..)| word, tell);
        let (word, way, weapon, cost) = f.need(chosen, "no weapon to handle")?;
        f.refuse_if(barred(way, &weapon))?;
        Ok((word, way, weapon, cost))
    })?;
    if cx.shows() {
        let all = handlings(cx.now(), who).into_iter();
        let told =
            all.map(|(_, way, weapon, cost)| format!("{} {} {cost} s", way.label(), weapon.name()));
        let told: Vec<String> = told.collect();
        cx.show(who, told.join("; "));
    }
    let told = format!("handling the {}", weapon.name());
    let deed = Deed {
        key: GEAR,
        with: weapon.name(),
        told: &told,
    };
    let body = fighter(cx.now(), who).flesh;
    take(cx, who, deed, cost, |cx| {
        let said = Says::Handles {
            who,
            how: way,
            weapon: weapon.name().to_owned().into(),
        };
        cx.act(who, said);
        let held = match way {
            Handling::Draw | Handling::Take => Held::Main,
            Handling::Sheathe => Held::Stowed,
            Handling::Drop => Held::Dropped,
        };
        weapon.set(cx, body, at_attack::held_in, held);
        Ok(())
    })
}

/// Aims at a target (SEC-69).
pub fn aim(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let cost = Options::of(cx.now()).aim_seconds();
    let deed = Deed {
        key: AIM,
        with: "",
        told: "aiming",
    };
    let title = say!(cx.now(), "Who does {} aim at?", cx.name(who));
    let target = if fits(cx.now(), who, deed, cost) {
        Some(cx.form("aim", who, title, |f| ask_target(f, who, None, ""))?)
    } else {
        None
    };
    take(cx, who, deed, cost, |cx| {
        let Some(target) = target else {
            return Ok(());
        };
        cx.act(who, Says::AimsAt { who, target });
        cx.unlink_all(|link| link.kind == AIMS && link.from == who);
        cx.link(AIMS, who, target);
        Ok(())
    })
}

/// Returns true if a combatant can aim (SEC-69, SEC-70).
pub fn can_aim(now: &Encounter, who: Id) -> bool {
    let mut all = fighter(now, who).arms();
    all.any(|one| one.kind() == Kind::Ranged && one.drawn())
}

/// Returns the unloaded weapons that a combatant may load: their own weapons and, if they have hands, weapons of allies
/// that several combatants can load together. Examples are an engine larger than its owner and a weapon whose shared
/// loading has begun (SEC-72).
fn unloaded(now: &Encounter, who: Id) -> impl Iterator<Item = (Id, Weapon)> {
    let of = |id: Id| {
        let weapons = fighter(now, id).arms();
        let open = weapons.filter(|one| one.needs_reload() && !one.loaded() && one.drawn());
        open.map(move |weapon| (id, weapon))
    };
    let one = fighter(now, who);
    let helps = one.body.hands() > 0;
    let allies = now.present().filter(move |_| helps);
    let allies = allies.filter(move |id| now.allied(*id, who) && *id != one.flesh);
    let served = move |(id, weapon): &(Id, Weapon)| {
        let its = fighter(now, *id);
        its.made_for(weapon) > its.scale() || its.object() || pool(now, *id, weapon) > 0
    };
    of(one.flesh).chain(allies.flat_map(of).filter(served))
}

/// Returns the seconds already spent on the shared loading of a weapon. They are lost if no second is added for a whole
/// round (SEC-72).
fn pool(now: &Encounter, owner: Id, weapon: &Weapon) -> i64 {
    if Loaders::of(now, owner).at(weapon.place).round + 1 < now.round {
        0
    } else {
        weapon.reload_progress()
    }
}

/// Returns true if a weapon can be reloaded.
pub fn can_reload(now: &Encounter, who: Id) -> bool {
    unloaded(now, who).next().is_some()
}

/// Returns the seconds needed to load a weapon: more if it is made for larger hands (SEC-71).
fn loading(now: &Encounter, who: Id, owner: Id, weapon: &Weapon) -> i64 {
    let loader = fighter(now, who).scale();
    let made = fighter(now, owner).made_for(weapon);
    weapon.reload_seconds() + 4 * (made - loader).max(0)
}

/// Returns true if a weapon of this name can be loaded now; "" means any weapon.
pub fn can_reload_named(now: &Encounter, who: Id, name: &str) -> bool {
    unloaded(now, who).any(|(_, weapon)| name.is_empty() || weapon.name() == name)
}

/// Loads a weapon, alone or with other combatants (SEC-71, SEC-72).
pub fn reload(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(cx.now(), "{} reloads", cx.name(who));
    let (owner, weapon, pays) = cx.form("reload", who, title, |f| {
        let now = f.now;
        let named =
            |(id, weapon): (Id, Weapon)| (format!("{}-{}", id.letter(), weapon.name()), id, weapon);
        let all: Vec<_> = unloaded(now, who).map(named).collect();
        let tell = |(word, id, weapon): &(String, Id, Weapon)| {
            let label = if *id == fighter(now, who).flesh {
                weapon.name().to_owned()
            } else {
                format!("{} ({})", weapon.name(), now.name(*id))
            };
            let cost = loading(now, who, *id, weapon);
            let hint = match pool(now, *id, weapon) {
                0 => format!("{cost} s"),
                done => format!("{done} of {cost} s"),
            };
            Choice::new(word, label).hint(hint)
        };
        let chosen = f.one_of("weapon", "weapon", &all, 0, |(word, ..)| word, tell);
        let (_, owner, weapon) = f.need(chosen, "every weapon is loaded")?;
        let shared = pool(now, owner, &weapon) > 0 || owner != fighter(now, who).flesh;
        let together = f.toggle("together", "shared loading", shared);
        let left = turn::seconds(now, who).max(1);
        let pays = together.then(|| f.number("seconds", "seconds spent", 1..=left, "s", left));
        Ok((owner, weapon, pays))
    })?;
    let cost = loading(cx.now(), who, owner, &weapon);
    let told = format!("loading {}", weapon.name());
    let deed = Deed {
        key: RELOAD,
        with: weapon.name(),
        told: &told,
    };
    if let Some(pays) = pays {
        return together(cx, who, owner, &weapon, cost, pays);
    }
    take(cx, who, deed, cost, |cx| {
        loaded(cx, who, owner, &weapon);
        Ok(())
    })
}

fn loaded(cx: &mut Resolver<'_>, who: Id, owner: Id, weapon: &Weapon) {
    let said = Says::FinishesLoading {
        who,
        owner,
        weapon: weapon.name().to_owned().into(),
    };
    cx.act(who, said);
    weapon.set(cx, owner, at_attack::loaded, true);
    weapon.set(cx, owner, at_attack::reload_progress, 0);
    Loaders::change(cx, owner, |all| {
        all.weapons.retain(|place, _| Some(*place) != weapon.place)
    });
}

/// Loads one weapon together: the seconds of all loaders add up to a cost set by the largest loader (SEC-72).
fn together(
    cx: &mut Resolver<'_>,
    who: Id,
    owner: Id,
    weapon: &Weapon,
    own: i64,
    pays: i64,
) -> Step<()> {
    let now = cx.now();
    let loading = Loaders::of(now, owner).at(weapon.place);
    let done = pool(now, owner, weapon);
    // For a larger loader the weapon is relatively smaller.
    let known = Some(loading.seconds).filter(|seconds| done > 0 && *seconds > 0);
    let most = known.map_or(own, |seconds| seconds.min(own));
    let paid = pays.min(most - done).max(1);
    let told = format!("loading {}", weapon.name());
    let deed = Deed {
        key: RELOAD,
        with: "",
        told: &told,
    };
    let round = now.round;
    take(cx, who, deed, paid, |cx| {
        let done = done + paid;
        let said = Says::Loads {
            who,
            owner,
            weapon: weapon.name().to_owned().into(),
            paid,
            done,
            total: most,
        };
        cx.act(who, said);
        let loading = Loading {
            round,
            seconds: most,
        };
        let at = weapon.place.map(|place| (place, loading));
        Loaders::change(cx, owner, |all| all.weapons.extend(at));
        weapon.set(cx, owner, at_attack::reload_progress, done);
        if done >= most {
            loaded(cx, who, owner, weapon);
        }
        Ok(())
    })
}

fn jammed(now: &Encounter, who: Id) -> Option<Weapon> {
    fighter(now, who).arms().find(|one| one.jammed())
}

/// Returns true if a weapon is jammed.
pub fn can_clear(now: &Encounter, who: Id) -> bool {
    jammed(now, who).is_some()
}

/// Clears a jam (SEC-118, RD-47).
pub fn clear(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let Some(weapon) = jammed(cx.now(), who) else {
        return cx.refuse("no weapon is jammed");
    };
    let told = format!("clearing {}", weapon.name());
    let deed = Deed {
        key: CLEAR,
        with: weapon.name(),
        told: &told,
    };
    let body = fighter(cx.now(), who).flesh;
    let cost = seconds(cx.now(), CLEAR);
    take(cx, who, deed, cost, |cx| {
        let name = weapon.name().to_owned().into();
        cx.act(who, Says::ClearsJam { who, weapon: name });
        weapon.set(cx, body, at_attack::jammed, false);
        Ok(())
    })
}
