//! Passing seconds of a turn: costs, delayed effects and losses (SEC-28 to SEC-49).

use super::{delayed, mounts, possession};
use crate::systems::prelude::*;
use crate::systems::seconds::says::Says;
use crate::systems::seconds::sheet::schema::at;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::minds;
use crate::systems::seconds::state::turn::{Carried, Deed, Stage, TURN, Turn, seconds};

/// Returns the current cost of an action: set by the GM, or usual (SEC-30).
pub fn cost(now: &Encounter, who: Id, usual: i64) -> i64 {
    Turn::of(now, who).cost.unwrap_or(usual)
}

/// Returns the seconds still to be paid for an action, without the seconds already paid (SEC-32).
pub fn open(now: &Encounter, who: Id, deed: Deed<'_>, usual: i64) -> i64 {
    match &Turn::of(now, who).carried {
        Some(carried) if carried.is(deed) => carried.needed - carried.done,
        _ => cost(now, who, usual),
    }
}

/// Returns true if the seconds left are enough for an action.
pub fn fits(now: &Encounter, who: Id, deed: Deed<'_>, usual: i64) -> bool {
    open(now, who, deed, usual) <= seconds(now, who)
}

/// Pays for an action and resolves it when its last second is paid. The part that does not fit in the turn is carried
/// into the next (SEC-32, SEC-34). Other carried actions are lost (SEC-33). Delayed effects happen in between
/// (SEC-39).
pub fn take(
    cx: &mut Resolver<'_>,
    who: Id,
    deed: Deed<'_>,
    usual: i64,
    play: impl FnOnce(&mut Resolver<'_>) -> Step<()>,
) -> Step<()> {
    let (needed, left) = (open(cx.now(), who, deed, usual), seconds(cx.now(), who));
    if needed > 0 && left == 0 {
        return cx.refuse("no seconds are left in this turn");
    }
    // The body may have become shared in the middle of this turn (SEC-165).
    if needed > 0 && possession::to_announce(cx.now(), who) && !possession::announce(cx, who)? {
        return Ok(());
    }
    let paid = needed.min(left);
    let total = cost(cx.now(), who, usual);
    Turn::change(cx, who, |turn| turn.cost = None);
    if needed > 0 {
        let begun = carried(cx.now(), who, deed);
        if begun.is_none() {
            drop_carried(cx, who);
        }
        let (done, total) = begun.unwrap_or((0, total));
        if paid < needed {
            let carried = Carried {
                deed: deed.key.to_owned(),
                with: deed.with.to_owned(),
                told: deed.told.to_owned(),
                done: done + paid,
                needed: total,
            };
            Turn::change(cx, who, |turn| turn.carried = Some(carried));
            let (what, done) = (deed.told.to_owned().into(), done + paid);
            let said = match begun {
                Some(_) => Says::Continues {
                    who,
                    what,
                    done,
                    total,
                },
                None => Says::Begins {
                    who,
                    what,
                    done,
                    total,
                },
            };
            cx.act(who, said);
            spend(cx, who, paid);
            return pass(cx, who, paid, true);
        }
        spend(cx, who, paid);
        Turn::change(cx, who, |turn| turn.carried = None);
        pass(cx, who, paid, false)?;
        if !fighter(cx.now(), who).able() {
            cx.note(Says::CannotDoIt { who });
            return Ok(());
        }
    }
    play(cx)?;
    delayed::due(cx, who)
}

/// Returns the seconds done and needed of a carried action.
fn carried(now: &Encounter, who: Id, deed: Deed<'_>) -> Option<(i64, i64)> {
    let carried = Turn::of(now, who).carried.as_ref();
    let same = carried.filter(|carried| carried.is(deed))?;
    Some((same.done, same.needed))
}

/// Drops the carried action of a combatant (SEC-33).
pub fn drop_carried(cx: &mut Resolver<'_>, who: Id) {
    let Some(carried) = Turn::of(cx.now(), who).carried.clone() else {
        return;
    };
    Turn::change(cx, who, |turn| turn.carried = None);
    let said = Says::BreaksOff {
        who,
        what: carried.told.into(),
        done: carried.done,
        total: carried.needed,
    };
    cx.act(who, said);
}

/// Spends seconds of a turn; a mount does so at its rider's command (SEC-120).
fn spend(cx: &mut Resolver<'_>, who: Id, paid: i64) {
    let body = minds::body_of(cx.now(), who);
    mounts::commanded(cx, body);
    Turn::change(cx, who, |turn| turn.spent += paid);
    lose(cx, who, paid);
}

/// Takes seconds from a turn, and from the body that several share (SEC-161).
fn lose(cx: &mut Resolver<'_>, who: Id, paid: i64) {
    let left = cx.get(who).sheet.get(at::seconds_left) - paid;
    cx.set(who, at::seconds_left, left);
    let body = minds::body_of(cx.now(), who);
    let pool = cx.get(body).sheet.get(at::body_seconds_left) - paid;
    cx.set(body, at::body_seconds_left, pool);
    Turn::change(cx, who, |turn| {
        turn.fresh = false;
        turn.straight = 0;
    });
    // Another mind of the body loses the action it had begun there (SEC-161).
    for other in minds::occupants(cx.now(), body) {
        if other != who && paid > 0 {
            drop_carried(cx, other);
        }
    }
}

/// Passes seconds of a combatant's own turn: delayed effects due before the last second happen and, if `all` is true,
/// also effects due with the last second (SEC-38, SEC-39).
pub fn pass(cx: &mut Resolver<'_>, who: Id, seconds: i64, all: bool) -> Step<()> {
    Turn::change(cx, who, |turn| {
        turn.passed += seconds;
        for timer in &mut turn.timers {
            timer.left -= seconds;
        }
    });
    let last = if all { 0 } else { -1 };
    delayed::come(cx, who, last)
}

/// Passes the remaining seconds of a combatant's turn (SEC-38, SEC-46).
pub fn pass_rest(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let rest = (TURN - Turn::of(cx.now(), who).passed).max(0);
    pass(cx, who, rest, true)
}

/// Stuns a combatant for some seconds of its own turns: first the seconds of the current or delayed turn, then the
/// seconds of later turns (SEC-49, SEC-135).
pub fn stun(cx: &mut Resolver<'_>, who: Id, stunned: i64) -> Step<()> {
    let now = cx.now();
    let open = Turn::of(now, who).stage != Stage::Over;
    let lost = if open {
        stunned.min(seconds(now, who))
    } else {
        0
    };
    let wait = now.get(who).sheet.get(at::stun_seconds) + stunned - lost;
    let seconds = stunned;
    cx.act(who, Says::IsStunned { who, seconds });
    if lost > 0 {
        lose(cx, who, lost);
        drop_carried(cx, who);
    }
    cx.set(who, at::stun_seconds, wait);
    pass(cx, who, lost, true)
}
