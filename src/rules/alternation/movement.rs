//! Moving, sprinting, and those who strike at somebody moving away (`ALT-32` to `ALT-35`, `ALT-70` to `ALT-72`,
//! `ALT-104`).

use crate::encounter::{Condition, Encounter, Field, Id, Record, Resolver, Step, half};

use super::arms::{self, Role};
use super::attack::play;
use super::reactions::{self, Reaction};
use super::round::cycle_after;
use super::schema::{at, is};
use super::sheet::{Fighter, held, holder, on_field, riders, standing, steps_up};
use super::turn::in_turn;
use super::{form, mounts, wounds};

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
    let set = cx.fields("move", who, title, |now, set| fields(now, set, who))?;
    let sprinting = set.flag("sprint") || Fighter::of(cx.now(), who).sheet().sprinting();
    let zones = set.int("zones");
    if zones == 0 && !set.flag("gone") {
        return cx.refuse("say how many zones: half a zone is 0.5");
    }
    let most = left(cx.now(), who, sprinting);
    if zones > most {
        return cx.refuse(format!(
            "{} can move {} zones more this turn",
            cx.name(who),
            half(most)
        ));
    }
    let past = 2 * (Fighter::of(cx.now(), who).moved() + zones)
        > Fighter::of(cx.now(), who).pace(sprinting);
    if past {
        cx.show(
            who,
            "more than half: no action is left this turn".to_owned(),
        );
    }
    if set.flag("sprint") {
        let hint = "sprinting may have a cost in the full game".to_owned();
        cx.show(who, hint);
    }
    let verb = if sprinting { "sprints" } else { "moves" };
    let name = cx.name(who);
    let text = if set.flag("gone") && zones == 0 {
        format!("{name} leaves the field.")
    } else {
        format!("{name} {verb} {} zones.", half(zones))
    };
    cx.act(who, &[], text);
    if sprinting {
        cx.set(who, at::sprinting, true);
    }
    if !strikes_at(cx, who, set.who("leaving"))? {
        return Ok(());
    }
    let moved = Fighter::of(cx.now(), who).moved() + zones;
    cx.set(who, at::zones_moved, moved);
    mounts::carry_along(cx, who);
    if set.has("drag") && !set.flag("drag") {
        for victim in held(cx.now(), who) {
            wounds::let_go(cx, who, victim);
        }
    }
    if set.has("sneaking") && !set.flag("sneaking") {
        wounds::reveal(cx, who, "moved without sneaking");
    }
    if set.flag("gone") {
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

fn fields(now: &Encounter, set: &Record, who: Id) -> Vec<Field> {
    let fighter = Fighter::of(now, who);
    let sprinting = set.flag("sprint") || fighter.sheet().sprinting();
    let retreats = now.get(who).has(is::BROKEN);
    let near = within_half(now, who, sprinting);
    let most = left(now, who, sprinting);
    let preset = if near == 0 || retreats {
        most
    } else {
        near.min(most)
    };
    let mut fields = vec![
        Field::halves("zones", "how far", 0, most.max(0), preset)
            .unit("zones")
            .hint(format!("{} keep the actions", half(near.min(most)))),
    ];
    if !fighter.sheet().sprinting()
        && fighter.moved() == 0
        && fighter.pace(true) > fighter.pace(false)
    {
        fields.push(Field::toggle("sprint", "sprint (whole turn)", false));
    }
    let foes = strikers(now, who);
    if !foes.is_empty() {
        let most = foes.len();
        fields.push(
            Field::pick("leaving", "moves away from", foes, 0, most, Vec::new())
                .hint("each of these may strike at it"),
        );
    }
    if now.get(who).has(is::CONCEALED) {
        fields.push(Field::toggle("sneaking", "sneaking", true));
    }
    if held(now, who)
        .iter()
        .any(|victim| steps_up(now, *victim, who) <= 0)
    {
        fields.push(Field::toggle("drag", "takes along whom it holds", true));
    }
    if retreats || now.get(who).has(is::SURRENDERED) {
        fields.push(Field::toggle("gone", "is gone from the fight", false));
    }
    fields
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
        let set = cx.fields("opportunity", striker, title, |now, set| {
            if set.get("strikes").is_some() && !set.flag("strikes") {
                return vec![Field::toggle("strikes", "strikes at it", true)];
            }
            let mut fields = vec![Field::toggle("strikes", "strikes at it", true)];
            fields.extend(form::fields(now, set, striker, &role));
            fields
        })?;
        if !set.flag("strikes") {
            continue;
        }
        let mut attack = form::read(cx, &set, striker, &role)?;
        reactions::spend(cx, striker);
        play(cx, &mut attack)?;
        if !goes_on(cx.now(), mover) {
            let text = format!("{} does not get away.", cx.name(mover));
            cx.note(&[mover], text);
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
