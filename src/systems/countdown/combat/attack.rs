//! Attack rolls, the results of a natural 20 or 1, and missed shots into a melee (17.0.1.2, 17.0.12).

use super::circumstances::{Circumstances, Purpose, Range};
use super::damage::{critical, hurt, stroke_of_luck};
use super::strike::Strike;
use super::targets::ask_near;
use super::{fumble, gear, grenade};
use crate::systems::countdown::sheet::{Band, Damage, Kind};
use crate::systems::countdown::state::{FLANKING, Pending, RoundState, engaged, there};
use crate::systems::prelude::*;

/// Resolves one attack. The steps for a flask follow CTD-118. `actor` is the combatant whose action is being resolved.
/// Returns true on a hit.
pub fn make(cx: &mut Resolver<'_>, strike: &Strike, actor: Id) -> Step<bool> {
    let flask = strike.weapon.kind() == Kind::Grenade;
    let strays = strike.purpose == Purpose::Stray;
    let harms = strike.harms(cx.now());
    let roll = strike.roll(cx.now());
    let rolled = cx.roll(roll.clone())?;
    aim(cx, strike);
    if !strays {
        gear::spend(cx, strike.by, &strike.weapon);
    }
    let hit = rolled.passed();
    cx.struck(strike.by, strike.target, hit);
    let hurts = if flask {
        strike.touches(cx.now(), strike.target)
    } else {
        harms && !strike.recoils(cx.now())
    };
    let (mut damage, mut extra) = (Damage::Regular, false);
    if hit && rolled.natural == 20 && hurts {
        (damage, extra) = critical(cx, strike, &roll, &rolled)?;
    }
    if rolled.natural == 1 && !strays {
        fumble::roll(cx, strike, actor)?;
    }
    if hit {
        if flask {
            grenade::hit(cx, strike, damage)?
        } else {
            hurt(cx, strike, damage, actor)?
        }
        if extra {
            stroke_of_luck(cx, strike, actor)?;
        }
        gear::count_hit(cx, strike.by, &strike.weapon);
    }
    if flask {
        grenade::land(cx, strike, hit)?;
    } else if !hit && !strays {
        stray(cx, strike, actor)?;
    }
    Ok(hit)
}

/// Checks if a missed shot into a melee hits an ally, in the order in which the GM picks the allies (CTD-115 to
/// CTD-117).
pub fn stray(cx: &mut Resolver<'_>, strike: &Strike, actor: Id) -> Step<()> {
    if !strike.circumstances.press {
        return Ok(());
    }
    let (by, target) = (strike.by, strike.target);
    let ally = |id: &Id| cx.now().allied(*id, by) && ![by, target].contains(id);
    let allies = there(cx.now()).filter(ally).collect();
    let name = cx.name(by);
    let title = say!(
        cx.now(),
        "{name} missed. Which allies might be hit? Pick them in order."
    );
    let named = ask_near(cx, "stray", title, allies)?;
    // The allies are in the line of the shot, so they are within 5 feet only if the distance was typed.
    let range = strike.circumstances.range.map(|range| match range {
        Range::Close => Range::Within(Band::Short),
        typed => typed,
    });
    let circumstances = Circumstances {
        range,
        ..Circumstances::default()
    };
    for ally in named {
        let shot = Strike {
            target: ally,
            purpose: Purpose::Stray,
            circumstances,
            ..strike.clone()
        };
        if make(cx, &shot, actor)? {
            break;
        }
    }
    Ok(())
}

/// Records that a target was attacked. A caster who was attacked needs a save (CTD-138), and a melee attack engages
/// both combatants (CTD-50). Combatants who are already engaged can still separate if the target walks away on this
/// count (CTD-34).
pub fn aim(cx: &mut Resolver<'_>, strike: &Strike) {
    RoundState::change(cx, strike.target, |its| its.aimed = true);
    RoundState::change(cx, strike.by, |its| its.attacked = true);
    if strike.weapon.melee() && strike.purpose != Purpose::Parting {
        let now = cx.now();
        let left = Pending::of(now, strike.by).leaves.contains(&strike.target);
        if left || !engaged(now, strike.by, strike.target) {
            close_with(cx, strike.by, strike.target);
        }
        if strike.circumstances.flank {
            cx.link(FLANKING, strike.by, strike.target)
        } else {
            cx.unlink(FLANKING, strike.by, strike.target)
        }
    }
}

/// Engages two combatants from the end of the count on, even if the target moves on this count (CTD-50).
pub fn close_with(cx: &mut Resolver<'_>, by: Id, target: Id) {
    if !cx.now().allied(by, target) {
        Pending::change(cx, by, |pending| {
            pending.leaves.retain(|other| *other != target);
            if !pending.closes.contains(&target) {
                pending.closes.push(target);
            }
        });
    }
}
