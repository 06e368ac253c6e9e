//! An attack is rolled, with what follows from a natural 20 and 1 (17.0.1.2).

use crate::encounter::{Id, Resolver, Step};

use super::circumstances::Purpose;
use super::damage::{critical, hurt, stroke_of_luck};
use super::strike::Strike;
use super::{fumble, gear, grenade, stray};
use crate::rules::countdown::sheet::schema::Kind;
use crate::rules::countdown::sheet::tables::Damage;
use crate::rules::countdown::state::bonds::FLANKING;
use crate::rules::countdown::state::pending::Pending;
use crate::rules::countdown::state::round::RoundState;

/// Plays one attack through. `actor` is the one whose action is being resolved. Gives back whether it hit.
pub fn make(cx: &mut Resolver<'_>, strike: &Strike, actor: Id) -> Step<bool> {
    let harms = strike.harms(cx.now());
    let roll = strike.roll(cx.now());
    let rolled = cx.roll_quietly(&roll)?;
    cx.log_throw(&roll, &rolled);
    aim(cx, strike);
    if strike.purpose != Purpose::Stray {
        gear::spend(cx, strike.by, &strike.weapon);
    }
    let hit = rolled.passed();
    cx.struck(strike.by, strike.target, hit);
    if strike.weapon.kind() == Kind::Grenade {
        return grenade::land(cx, strike, &roll, &rolled, actor);
    }
    let mut damage = Damage::Regular;
    let mut extra = false;
    if hit && rolled.natural == 20 && harms && !strike.recoils(cx.now()) {
        (damage, extra) = critical(cx, strike, &roll, &rolled)?;
    }
    if rolled.natural == 1 && strike.purpose != Purpose::Stray {
        fumble::roll(cx, strike, actor)?;
    }
    if hit {
        hurt(cx, strike, damage, actor)?;
        if extra {
            stroke_of_luck(cx, strike, actor)?;
        }
        gear::count_hit(cx, strike.by, &strike.weapon);
    } else if strike.purpose != Purpose::Stray {
        stray::stray(cx, strike, actor)?;
    }
    Ok(hit)
}

/// The roll was aimed at somebody: it counts as attacked while casting (CTD-138); a melee attack engages (CTD-50).
pub fn aim(cx: &mut Resolver<'_>, strike: &Strike) {
    RoundState::change(cx, strike.target, |its| its.aimed = true);
    RoundState::change(cx, strike.by, |its| its.attacked = true);
    if strike.weapon.melee() && strike.purpose != Purpose::Parting {
        close_with(cx, strike.by, strike.target);
        if strike.circumstances.flank {
            cx.link(FLANKING, strike.by, strike.target);
        } else {
            cx.unlink(FLANKING, strike.by, strike.target);
        }
    }
}

/// From the end of the count on the two are engaged (CTD-50).
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
