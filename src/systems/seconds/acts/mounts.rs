//! Mounting, dismounting, and control of a mount (SEC-25, SEC-120 to SEC-122).

use crate::systems::prelude::*;
use crate::systems::seconds::says::Says;
use crate::systems::seconds::sheet::conditions::RIDES;
use crate::systems::seconds::sheet::schema::at;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::mounts::{self, Control, Ridden};
use crate::systems::seconds::state::order;

/// Puts a combatant on a mount, or lets them dismount (SEC-25).
pub fn mount(cx: &mut Resolver<'_>) -> Step<()> {
    let (rider, mount) = cx.form("mount", None, "Who mounts or dismounts?", |f| {
        let now = f.now;
        let there = || now.present().filter(|id| !fighter(now, *id).out());
        let rider = f.pick_one("rider", "rider", there, now.turn);
        let rider = f.need(rider, "choose the rider")?;
        let riding = mounts::rides(now, rider);
        let off = f.toggle("off", "dismounts", riding.is_some());
        if off {
            f.refuse_if(riding.is_none().then_some("the rider has no mount"))?;
            return Ok((rider, None));
        }
        let free = || there().filter(|id| *id != rider && mounts::ridden_by(now, *id).is_none());
        let first = free().find(|id| now.allied(*id, rider) && fighter(now, *id).scale() > 0);
        f.others("carries a rider or is out of the fight");
        let mount = f.pick_one("mount", "mount", free, first);
        Ok((rider, Some(f.need(mount, "choose the mount")?)))
    })?;
    if let Some(old) = mounts::rides(cx.now(), rider) {
        keeps_place(cx, rider, old);
        cx.unlink(RIDES, rider, old);
        let (who, mount) = (rider, old);
        cx.act(rider, Says::Dismounts { who, mount });
    }
    if let Some(mount) = mount {
        cx.act(rider, Says::Mounts { who: rider, mount });
        cx.link(RIDES, rider, mount);
        Ridden::change(cx, mount, |ridden| {
            *ridden = Ridden {
                after: Some(rider),
                control: Control::GivenUp,
                moving: false,
            }
        });
    }
    order::arrange(cx);
    Ok(())
}

/// Keeps a mount on its rider's count for the rest of the encounter (SEC-25).
fn keeps_place(cx: &mut Resolver<'_>, rider: Id, mount: Id) {
    if Ridden::of(cx.now(), mount).after != Some(rider) {
        Ridden::change(cx, mount, |ridden| ridden.after = Some(rider));
    }
}

/// Seats the riders at the start of the fight.
pub fn seat_riders(cx: &mut Resolver<'_>) {
    let bonds = cx.now().links.to_vec();
    for bond in bonds.into_iter().filter(|bond| bond.kind == RIDES) {
        keeps_place(cx, bond.from, bond.to);
    }
}

/// Returns true if a combatant still has seconds reserved for a mount that had no command in this turn (SEC-120).
pub fn can_give_up(now: &Encounter, who: Id) -> bool {
    let mount = mounts::rides(now, who);
    let waits = mount.is_some_and(|mount| Ridden::of(now, mount).control == Control::Reserved);
    waits && fighter(now, who).able() && now.get(who).sheet.get(at::reserved_seconds) > 0
}

/// Gives the seconds reserved for a mount back to its rider: the mount takes no commands this turn (SEC-120).
pub fn give_up(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let Some(mount) = mounts::rides(cx.now(), who) else {
        return cx.refuse("the rider has no mount");
    };
    cx.act(who, Says::GivesNoCommands { who, mount });
    let reserved = cx.get(who).sheet.get(at::reserved_seconds);
    let left = cx.get(who).sheet.get(at::seconds_left);
    cx.change(
        who,
        at::seconds_left,
        left + reserved,
        Says::SecondsLeft {},
        "",
    );
    cx.set(who, at::reserved_seconds, 0);
    Ridden::change(cx, mount, |ridden| ridden.control = Control::GivenUp);
    Ok(())
}
