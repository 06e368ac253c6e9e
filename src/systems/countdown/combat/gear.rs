//! Drawing, unloading, dropping and picking up weapons (CTD-89, CTD-92, CTD-110 to CTD-114).

use crate::systems::countdown::says::Says;
use crate::systems::countdown::sheet::{Kind, State, Weapon, at, at_attack};
use crate::systems::countdown::state::{Fighter, fighter};
use crate::systems::prelude::*;

/// Returns the weapons that satisfy `fits`.
fn those(one: &Fighter<'_>, fits: impl Fn(&Weapon) -> bool) -> Vec<Weapon> {
    one.weapons().into_iter().filter(fits).collect()
}

/// Returns the weapons that need reloading.
pub fn unloaded(one: &Fighter<'_>) -> Vec<Weapon> {
    let whole = |weapon: &Weapon| matches!(weapon.state(), State::Ready | State::Stowed);
    those(one, |weapon| weapon.reload_left() > 0 && whole(weapon))
}

/// Returns the weapons on the ground.
pub fn dropped(one: &Fighter<'_>) -> Vec<Weapon> {
    those(one, |weapon| weapon.state() == State::Dropped)
}

/// Returns the weapons for a charge; drawing a weapon is free (CTD-64, CTD-89).
pub fn lances(one: &Fighter<'_>) -> Vec<Weapon> {
    let usable = |weapon: &Weapon| weapon.melee() && weapon.unusable().is_none();
    those(one, |weapon| weapon.can_charge() && usable(weapon))
}

/// Draws a weapon that is not in hand, which is free (CTD-89).
pub fn draw(cx: &mut Resolver<'_>, who: Id, weapon: &Weapon) {
    let one = fighter(cx.now(), who);
    let wielded = [one.primary(), one.secondary()].contains(&weapon.name());
    if wielded || weapon.place.is_none() || !matches!(weapon.kind(), Kind::Melee | Kind::Missile) {
        return;
    }
    cx.set(who, at::primary, Some(weapon.name().into()));
    if weapon.state() == State::Stowed {
        weapon.set(cx, who, at_attack::state, State::Ready);
    }
    let weapon = weapon.name().to_owned().into();
    cx.note(Says::Draws { who, weapon });
}

/// Puts a weapon back in hand.
pub fn pick_up(cx: &mut Resolver<'_>, who: Id, weapon: &Weapon) {
    weapon.set(cx, who, at_attack::state, State::Ready);
    weapon.set(cx, who, at_attack::recover_round, None);
    let one = fighter(cx.now(), who);
    let empty = one
        .primary_weapon()
        .is_none_or(|primary| primary.state() != State::Ready && primary.name() != weapon.name());
    if empty {
        cx.set(who, at::primary, Some(weapon.name().into()));
    }
}

/// Drops the primary weapon of a disarmed combatant (CTD-92).
pub fn disarm(cx: &mut Resolver<'_>, id: Id) {
    let one = fighter(cx.now(), id);
    let held = |weapon: &Weapon| !weapon.bodily() && weapon.state() == State::Ready;
    let Some(weapon) = one.primary_weapon().filter(held) else {
        cx.note(Says::HasNothingToLose { who: id });
        return;
    };
    weapon.set(cx, id, at_attack::state, State::Dropped);
    let weapon = weapon.name().to_owned().into();
    cx.note(Says::IsDisarmed { who: id, weapon });
}

/// Spends ammunition or the thrown weapon (CTD-110, CTD-113, CTD-114).
pub fn spend(cx: &mut Resolver<'_>, by: Id, weapon: &Weapon) {
    if weapon.melee() {
        return;
    }
    let left = weapon.ammo().map(|left| (left - 1).max(0));
    weapon.set(cx, by, at_attack::ammo, left);
    if weapon.kind() == Kind::Missile {
        unload(cx, by, weapon);
    } else if left.unwrap_or(0) == 0 {
        weapon.set(cx, by, at_attack::state, State::Spent);
    }
}

/// Counts a hit with a missile or with one of several thrown weapons, for collection after the fight. A single thrown
/// weapon is not counted, because its own state shows where it is (CTD-114, CTD-179).
pub fn count_hit(cx: &mut Resolver<'_>, by: Id, weapon: &Weapon) {
    let one_of_many = weapon.kind() == Kind::Thrown && weapon.ammo().is_some();
    if weapon.kind() == Kind::Missile || one_of_many {
        let hits = weapon.shots_hit().unwrap_or(0) + 1;
        weapon.set(cx, by, at_attack::shots_hit, Some(hits));
    }
}

/// Unloads the weapon, or replaces it with a loaded spare (CTD-110, CTD-113).
fn unload(cx: &mut Resolver<'_>, by: Id, weapon: &Weapon) {
    if weapon.rof_rounds() <= 1 {
        return;
    }
    let (arm, spares) = (weapon.name().to_owned().into(), weapon.preloaded() - 1);
    if spares >= 0 {
        weapon.set(cx, by, at_attack::preloaded, spares);
        cx.note(Says::TakesSpare {
            who: by,
            weapon: arm,
            left: spares,
        });
    } else {
        let rounds = weapon.rof_rounds() - 1;
        weapon.set(cx, by, at_attack::reload_left, rounds);
        cx.note(Says::NeedsReloading {
            who: by,
            weapon: arm,
            rounds,
        });
    }
}
