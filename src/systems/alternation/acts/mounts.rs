//! Mounting and dismounting (`ALT-107`, `ALT-108`).

use crate::systems::alternation::combat::holds::drop_holds;
use crate::systems::alternation::combat::mounts::under_way;
use crate::systems::alternation::combat::movement;
use crate::systems::alternation::combat::wounds::keeps_seat;
use crate::systems::alternation::says::Says;
use crate::systems::alternation::sheet::schema::at;
use crate::systems::alternation::state::bonds::{bond, mount_of};
use crate::systems::alternation::state::fighter::Fighter;
use crate::systems::alternation::state::sides::{standing, works};
use crate::systems::prelude::*;

/// Cost of mounting or dismounting: half a zone (`ALT-107`).
pub const MOUNTING: i64 = 1;

/// Returns the carriers that a combatant can mount: mounts and vehicles that still work, the combatant's own side
/// first.
pub fn carriers(now: &Encounter, who: Id) -> Vec<Id> {
    let carries = |id: &Id| Fighter::of(now, *id).carrier() && works(now, *id);
    let free = |id: &Id| *id != who && mount_of(now, *id).is_none();
    let mut all: Vec<Id> = now.present().filter(carries).filter(free).collect();
    all.sort_by_cached_key(|id| !now.allied(*id, who));
    all
}

/// Puts a combatant on a carrier, a mount or vehicle (`ALT-107`, `ALT-108`).
pub fn mount(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(cx.now(), "{} gets on", cx.name(who));
    let (carrier, moving) = cx.form("mount", who, title, |f| {
        let now = f.now;
        let first = carriers(now, who).first().copied();
        f.others("cannot carry the rider");
        let carrier = f.pick_one("carrier", "mount", || carriers(now, who), first);
        let preset = carrier.is_some_and(|carrier| under_way(now, carrier));
        let moving = f.toggle("under-way", "is in motion", preset);
        Ok((f.need(carrier, "there is no mount or vehicle")?, moving))
    })?;
    pay(cx, who)?;
    let mount = carrier;
    cx.act(who, Says::GetsOn { who, mount });
    if moving && !keeps_seat(cx, who)? {
        return Ok(());
    }
    if standing(cx.now(), who) {
        cx.link(bond::RIDING, who, carrier);
    }
    Ok(())
}

/// Dismounts from a carrier (`ALT-107`, `ALT-108`).
pub fn dismount(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let Some(carrier) = mount_of(cx.now(), who) else {
        return cx.refuse("is not riding");
    };
    let (name, mount) = (cx.name(who), cx.name(carrier));
    let title = say!(cx.now(), "{name} gets off {mount}");
    let moving = cx.form("dismount", who, title, |f| {
        let preset = under_way(f.now, carrier);
        Ok(f.toggle("under-way", "is in motion", preset))
    })?;
    pay(cx, who)?;
    let mount = carrier;
    cx.act(who, Says::GetsOff { who, mount });
    cx.unlink(bond::RIDING, who, carrier);
    if moving {
        keeps_seat(cx, who)?;
    }
    Ok(())
}

fn pay(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let moved = Fighter::of(cx.now(), who).moved() + MOUNTING;
    let left = movement::left(cx.now(), who, false);
    if left < MOUNTING {
        return cx.refuse("Getting on or off costs half a zone of movement, and none is left.");
    }
    cx.set(who, at::zones_moved, moved);
    drop_holds(cx, who, None);
    Ok(())
}
