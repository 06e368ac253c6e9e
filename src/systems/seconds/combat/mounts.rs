//! Costs and limits of controlling a mount, for its rider (SEC-120, SEC-121).

use super::gear::held;
use crate::systems::prelude::*;
use crate::systems::seconds::sheet::schema::at;
use crate::systems::seconds::sheet::tables::seconds;
use crate::systems::seconds::sheet::weapon::Weapon;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::mounts::{Control, Ridden, on_the_move, ridden_by, rides};

/// Returns the seconds of a rider's turn that controlling the mount takes (SEC-120).
pub fn reserved(now: &Encounter, id: Id) -> i64 {
    let mount = rides(now, id).map(|mount| fighter(now, mount));
    let controls = mount.is_some_and(|mount| mount.able());
    if controls && !fighter(now, id).mind.mount_mastery() {
        seconds(now, "control")
    } else {
        0
    }
}

/// Returns the reason why a mount takes no commands in this turn; `None` if it does (SEC-120).
pub fn uncontrolled(now: &Encounter, mount: Id) -> Option<&'static str> {
    let rider = ridden_by(now, mount)?;
    let one = fighter(now, rider);
    match Ridden::of(now, mount).control {
        // A mount without an able rider is run by the GM.
        _ if !one.able() => None,
        Control::GivenUp => Some("the rider gives the mount no commands this turn"),
        Control::Used => None,
        Control::Reserved if one.mind.mount_mastery() => None,
        Control::Reserved if one.body.reserved_seconds() == 0 => {
            Some("the rider has no seconds left for the mount")
        }
        Control::Reserved => None,
    }
}

/// Reasons of [`no_weapon`] and [`no_shield`], which the GM may overrule (SEC-121).
pub const REASONS: [&str; 2] = [
    "needs both hands, and the mount takes one",
    "one hand holds the weapon, the other the reins",
];

/// Returns the reason why the rider of a moving mount cannot use a weapon; `None` if they can (SEC-121).
pub fn no_weapon(now: &Encounter, rider: Id, weapon: &Weapon) -> Option<&'static str> {
    let both = weapon.hands_needed() == 2 && on_the_move(now, rider);
    both.then_some(REASONS[0])
}

/// Returns the reason why the rider of a moving mount cannot block; `None` if they can (SEC-121).
pub fn no_shield(now: &Encounter, rider: Id) -> Option<&'static str> {
    if !on_the_move(now, rider) {
        return None;
    }
    held(now, rider)
        .iter()
        .any(|one| one.hands_needed() == 1)
        .then_some(REASONS[1])
}

/// Uses the seconds reserved for a mount for a command of its rider (SEC-120).
pub fn commanded(cx: &mut Resolver<'_>, mount: Id) {
    let Some(rider) = ridden_by(cx.now(), mount) else {
        return;
    };
    if Ridden::of(cx.now(), mount).control == Control::Reserved {
        Ridden::change(cx, mount, |ridden| ridden.control = Control::Used);
        cx.set(rider, at::reserved_seconds, 0);
    }
}

/// Records that a mount moves or runs (SEC-121).
pub fn moves(cx: &mut Resolver<'_>, mount: Id) {
    if ridden_by(cx.now(), mount).is_some() {
        Ridden::change(cx, mount, |ridden| ridden.moving = true);
    }
}
