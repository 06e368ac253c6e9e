//! Mounts and vehicles: getting on and off, full speed, falling with the mount (`ALT-102` to `ALT-109`).

use crate::encounter::{Condition, Encounter, Ends, Id, Resolver, Step};

use super::attack::drop_holds;
use super::schema::{Attribute, at, is};
use super::sheet::{Fighter, bond, mount_of, on_field, riders, save, standing};
use super::turn::{Turn, out_of_turn};
use super::wounds;
use crate::act;
use crate::note;

/// Getting on or off costs half a zone (`ALT-107`).
pub const MOUNTING: i64 = 1;

/// What somebody can get on: carriers that still work, its own side's first.
pub fn carriers(now: &Encounter, who: Id) -> Vec<Id> {
    let mut all: Vec<Id> = now
        .present()
        .filter(|id| {
            *id != who
                && Fighter::of(now, *id).carrier()
                && on_field(now, *id)
                && !now.get(*id).has(is::INCAPACITATED)
                && mount_of(now, *id).is_none()
        })
        .collect();
    all.sort_by_cached_key(|id| !now.allied(*id, who));
    all
}

/// Whether a carrier has moved this round.
pub fn under_way(now: &Encounter, carrier: Id) -> bool {
    Fighter::of(now, carrier).moved() > 0
}

/// Gets on (`ALT-107`, `ALT-108`).
///
/// # Errors
/// Until it is answered.
pub fn mount(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = format!("{} gets on", cx.name(who));
    let (carrier, moving) = cx.form("mount", who, title, |f| {
        let now = f.now;
        let first = carriers(now, who).first().copied();
        let carrier = f.pick_one("carrier", "on what", || carriers(now, who), first);
        let preset = carrier.is_some_and(|carrier| under_way(now, carrier));
        let moving = f.toggle("under-way", "it is under way", preset);
        Ok((f.need(carrier, "there is nothing to get on")?, moving))
    })?;
    pay(cx, who)?;
    act!(
        cx,
        who,
        &[carrier],
        "{} gets on {}.",
        cx.name(who),
        cx.name(carrier)
    );
    if moving && !keeps_seat(cx, who)? {
        return Ok(());
    }
    if standing(cx.now(), who) {
        cx.link(bond::RIDING, who, carrier);
    }
    Ok(())
}

/// Gets off (`ALT-107`, `ALT-108`).
///
/// # Errors
/// Until it is answered.
pub fn dismount(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let Some(carrier) = mount_of(cx.now(), who) else {
        return cx.refuse("is not riding");
    };
    let title = format!("{} gets off {}", cx.name(who), cx.name(carrier));
    let moving = cx.form("dismount", who, title, |f| {
        let preset = under_way(f.now, carrier);
        Ok(f.toggle("under-way", "it is under way", preset))
    })?;
    pay(cx, who)?;
    act!(
        cx,
        who,
        &[carrier],
        "{} gets off {}.",
        cx.name(who),
        cx.name(carrier)
    );
    cx.unlink(bond::RIDING, who, carrier);
    if moving {
        keeps_seat(cx, who)?;
    }
    Ok(())
}

fn pay(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let moved = Fighter::of(cx.now(), who).moved() + MOUNTING;
    let left = super::movement::left(cx.now(), who, false);
    if left < MOUNTING {
        return cx.refuse("getting on or off takes half a zone of movement, and none is left");
    }
    cx.set(who, at::zones_moved, moved);
    drop_holds(cx, who, None);
    Ok(())
}

/// The AGI save of somebody getting on or off in motion; failed: falls for d4 direct damage.
fn keeps_seat(cx: &mut Resolver<'_>, who: Id) -> Step<bool> {
    let title = format!("{} gets on or off in motion", cx.name(who));
    if save(
        cx,
        "agi-save",
        who,
        Attribute::Agi,
        title,
        "fails: falls, d4 direct damage",
    )? {
        return Ok(true);
    }
    note!(cx, &[who], "{} falls.", cx.name(who));
    let title = format!("{} falls", cx.name(who));
    wounds::direct(cx, "fall-damage", who, who, title, None)?;
    Ok(false)
}

/// A mount or vehicle is out: its riders may have to save, and are on foot (`ALT-109`).
///
/// # Errors
/// Until it is answered.
pub fn carrier_fell(cx: &mut Resolver<'_>, carrier: Id) -> Step<()> {
    let aboard: Vec<Id> = riders(cx.now(), carrier);
    for rider in &aboard {
        cx.unlink(bond::RIDING, *rider, carrier);
    }
    let conscious: Vec<Id> = aboard
        .into_iter()
        .filter(|rider| on_field(cx.now(), *rider))
        .collect();
    if conscious.is_empty() {
        return Ok(());
    }
    let names = cx.now().names(&conscious);
    let title = format!(
        "{} is out: does {names} have to keep from falling?",
        cx.name(carrier)
    );
    let preset = under_way(cx.now(), carrier);
    let falling = cx.confirm("riders-fall", carrier, title, preset)?;
    note!(
        cx,
        &conscious,
        "{names} no longer ride {}.",
        cx.name(carrier)
    );
    if falling {
        for rider in conscious {
            if on_field(cx.now(), rider) {
                keeps_seat(cx, rider)?;
            }
        }
    }
    Ok(())
}

/// Whether a carrier in this turn has to stay within half its speed because one aboard has acted or reacted
/// (`ALT-104`).
pub fn held_to_half(now: &Encounter, carrier: Id) -> bool {
    let turn = Turn::of(now);
    riders(now, carrier).into_iter().any(|rider| {
        turn.members.contains(&rider)
            && (Fighter::of(now, rider).acted() || turn.reacted.contains(&rider))
    })
}

/// A carrier that has gone past half its speed carries everyone aboard out of this round (`ALT-104`).
pub fn carry_along(cx: &mut Resolver<'_>, carrier: Id) {
    if !Fighter::of(cx.now(), carrier).past_half() {
        return;
    }
    let round = cx.now().round;
    for rider in riders(cx.now(), carrier) {
        if !cx.get(rider).has(is::CARRIED) {
            let condition = Condition::new(is::CARRIED).ends(Ends::EndOfRound(round));
            cx.gain(rider, condition, "carried at full speed");
        }
    }
}

/// A member of a unit keeps its turn for a reaction (`ALT-103`).
pub fn reserve(cx: &mut Resolver<'_>, who: Id, said: bool) {
    let round = cx.now().round;
    let condition = Condition::new(is::RESERVED).ends(Ends::EndOfRound(round));
    cx.gain(
        who,
        condition,
        if said {
            "keeping the turn for a reaction"
        } else {
            ""
        },
    );
    if said {
        out_of_turn(cx, who);
    }
}

/// A member of a unit waits, and may react later (`ALT-103`).
pub fn wait(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    act!(cx, who, &[], "{} waits.", cx.name(who));
    reserve(cx, who, true);
    Ok(())
}
