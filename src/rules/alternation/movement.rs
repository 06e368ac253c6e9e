//! Moving, sprinting, and those who strike at somebody moving away (`ALT-32` to `ALT-35`, `ALT-70` to `ALT-72`,
//! `ALT-104`).

use crate::encounter::{Condition, Encounter, Filled, Form, Id, Resolver, Step, half};

use super::arms::{self, Role};
use super::attack::play;
use super::reactions::{self, Reaction};
use super::round::cycle_after;
use super::schema::{at, is};
use super::sheet::{Fighter, held, holder, on_field, riders, standing, steps_up};
use super::turn::in_turn;
use super::{form, mounts, wounds};
use crate::note;

/// Half zones somebody can still move this turn (`ALT-32`, `ALT-35`, `ALT-104`). `sprinting` counts beside what is
/// set already.
pub fn left(now: &Encounter, who: Id, sprinting: bool) -> i64 {
    let fighter = Fighter::of(now, who);
    let full = fighter.pace(sprinting || fighter.sheet().sprinting());
    let most = if fighter.acted() || mounts::held_to_half(now, who) {
        full / 2
    } else {
        full
    };
    (most - fighter.moved()).max(0)
}

/// Half zones somebody can still move and keep its actions.
fn within_half(now: &Encounter, who: Id, sprinting: bool) -> i64 {
    let fighter = Fighter::of(now, who);
    let full = fighter.pace(sprinting || fighter.sheet().sprinting());
    (full / 2 - fighter.moved()).max(0)
}

/// A move, or a part of one.
///
/// # Errors
/// Until it is answered.
pub fn go(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = format!("{} moves", cx.name(who));
    let plan = cx.form("move", who, title, |f| plan(f, who))?;
    let sprinting = plan.sprint || Fighter::of(cx.now(), who).sheet().sprinting();
    let zones = plan.zones;
    let past = 2 * (Fighter::of(cx.now(), who).moved() + zones)
        > Fighter::of(cx.now(), who).pace(sprinting);
    if past {
        cx.show(
            who,
            "more than half: no action is left this turn".to_owned(),
        );
    }
    if plan.sprint {
        let hint = "sprinting may have a cost in the full game".to_owned();
        cx.show(who, hint);
    }
    let verb = if sprinting { "sprints" } else { "moves" };
    let name = cx.name(who);
    let text = if plan.gone && zones == 0 {
        format!("{name} leaves the field.")
    } else {
        format!("{name} {verb} {} zones.", half(zones))
    };
    cx.act(who, &[], text);
    if sprinting {
        cx.set(who, at::sprinting, true);
    }
    if !strikes_at(cx, who, &plan.leaving)? {
        return Ok(());
    }
    let moved = Fighter::of(cx.now(), who).moved() + zones;
    cx.set(who, at::zones_moved, moved);
    mounts::carry_along(cx, who);
    if plan.lets_go {
        for victim in held(cx.now(), who) {
            wounds::let_go(cx, who, victim);
        }
    }
    if plan.shows_itself {
        wounds::reveal(cx, who, "moved without sneaking");
    }
    if plan.gone {
        flee(cx, who)?;
    }
    Ok(())
}

/// Somebody is gone from the fight, with whatever it rides on (`ALT-09`, `ALT-114`).
///
/// # Errors
/// Until what follows from it is answered.
pub fn flee(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let mut all = vec![who];
    all.extend(riders(cx.now(), who));
    for one in all {
        if on_field(cx.now(), one) {
            cx.gain(one, Condition::new(is::FLED), "gone from the fight");
            cx.lose(one, is::BROKEN, "", "");
        }
    }
    wounds::settle(cx)
}

/// A move as the form says it.
struct Plan {
    /// Half zones.
    zones: i64,
    /// Begins to sprint.
    sprint: bool,
    /// Whom it moves away from.
    leaving: Vec<Id>,
    /// Concealed, and does not sneak.
    shows_itself: bool,
    /// Does not take along whom it holds.
    lets_go: bool,
    /// Is gone from the fight.
    gone: bool,
}

fn plan(f: &mut Form<'_>, who: Id) -> Filled<Plan> {
    let now = f.now;
    let fighter = Fighter::of(now, who);
    let may_sprint = !fighter.sheet().sprinting()
        && fighter.moved() == 0
        && fighter.pace(true) > fighter.pace(false);
    let sprinting = may_sprint && f.ahead("sprint", false);
    let retreats = now.get(who).has(is::BROKEN);
    let near = within_half(now, who, sprinting);
    let most = left(now, who, sprinting);
    let preset = if near == 0 || retreats {
        most
    } else {
        near.min(most)
    };
    f.hint(|| format!("{} keep the actions", half(near.min(most))));
    let zones = f.halves("zones", "how far", 0..=most, "zones", preset);
    let sprint = may_sprint && f.toggle("sprint", "sprint (whole turn)", false);
    let foes = strikers(now, who);
    let leaving = if foes.is_empty() {
        Vec::new()
    } else {
        f.hint(|| "each of these may strike at it");
        let from = || foes.iter().copied();
        f.pick(
            "leaving",
            "moves away from",
            from,
            0,
            foes.len(),
            Vec::new(),
        )
    };
    let shows_itself = now.get(who).has(is::CONCEALED) && !f.toggle("sneaking", "sneaking", true);
    let holds = |victim: &Id| steps_up(now, *victim, who) <= 0;
    let lets_go =
        held(now, who).iter().any(holds) && !f.toggle("drag", "takes along whom it holds", true);
    let gone = (retreats || now.get(who).has(is::SURRENDERED))
        && f.toggle("gone", "is gone from the fight", false);
    f.refuse_if((zones == 0 && !gone).then_some("say how many zones: half a zone is 0.5"))?;
    Ok(Plan {
        zones,
        sprint,
        leaving,
        shows_itself,
        lets_go,
        gone,
    })
}

/// Enemies that could strike at somebody moving away (`ALT-70`), in the order in which they are asked (`ALT-72`).
fn strikers(now: &Encounter, mover: Id) -> Vec<Id> {
    let role = role(now, mover);
    // Bare hands always do, unless they are full.
    let armed = |id: Id| held(now, id).is_empty() || !arms::arms(now, id, &role).is_empty();
    let mut all = Vec::new();
    for faction in cycle_after(now, now.get(mover).faction) {
        all.extend(now.members(faction).filter(|id| {
            !now.allied(*id, mover) && reactions::can(now, *id, Reaction::Opportunity) && armed(*id)
        }));
    }
    all
}

fn role(now: &Encounter, mover: Id) -> Role {
    let mut leaving = vec![mover];
    leaving.extend(
        riders(now, mover)
            .into_iter()
            .filter(|id| on_field(now, *id)),
    );
    Role::Opportunity { leaving }
}

/// Asks those whom the mover leaves, one by one. Says whether the movement goes on (`ALT-71`, `ALT-72`).
fn strikes_at(cx: &mut Resolver<'_>, mover: Id, left: &[Id]) -> Step<bool> {
    let order: Vec<Id> = strikers(cx.now(), mover)
        .into_iter()
        .filter(|id| left.contains(id))
        .collect();
    for striker in order {
        if !reactions::can(cx.now(), striker, Reaction::Opportunity) {
            continue;
        }
        let role = role(cx.now(), mover);
        let title = format!("{} moves away from {}", cx.name(mover), cx.name(striker));
        let strike = cx.form("opportunity", striker, title, |f| {
            if !f.toggle("strikes", "strikes at it", true) {
                return Ok(None);
            }
            form::attack(f, striker, &role).map(Some)
        })?;
        let Some(mut attack) = strike else {
            continue;
        };
        form::preview(cx, &attack);
        reactions::spend(cx, striker);
        play(cx, &mut attack)?;
        if !goes_on(cx.now(), mover) {
            note!(cx, &[mover], "{} does not get away.", cx.name(mover));
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a mover can go on with its turn: a vehicle while it runs, anybody else while it stands free.
fn goes_on(now: &Encounter, mover: Id) -> bool {
    let able = standing(now, mover)
        || Fighter::of(now, mover).vehicle()
            && on_field(now, mover)
            && !now.get(mover).has(is::INCAPACITATED);
    able && holder(now, mover).is_none() && in_turn(now, mover)
}
