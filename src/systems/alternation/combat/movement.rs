//! Movement allowance, opportunity attacks and leaving for good (`ALT-32` to `ALT-35`, `ALT-70` to `ALT-72`,
//! `ALT-104`).

use super::arms::{self, Role};
use super::play::play;
use super::reaction::{self, Reaction};
use super::{form, mounts, wounds};
use crate::systems::alternation::says::Says;
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::state::bonds::{held, holder, riders};
use crate::systems::alternation::state::fighter::Fighter;
use crate::systems::alternation::state::round::cycle_after;
use crate::systems::alternation::state::sides::{on_field, runs};
use crate::systems::alternation::state::turn::in_turn;
use crate::systems::prelude::*;

/// Returns the half zones a combatant can still move this turn (`ALT-32`, `ALT-35`, `ALT-104`). With `sprinting`, the
/// result is for a sprint, even if none has begun.
pub fn left(now: &Encounter, who: Id, sprinting: bool) -> i64 {
    let fighter = Fighter::of(now, who);
    if fighter.acted() || mounts::held_to_half(now, who) {
        return within_half(now, who, sprinting);
    }
    let full = fighter.pace(sprinting || fighter.sheet().sprinting());
    (full - fighter.moved()).max(0)
}

/// Returns the half zones a combatant can still move without losing actions.
pub fn within_half(now: &Encounter, who: Id, sprinting: bool) -> i64 {
    let fighter = Fighter::of(now, who);
    let full = fighter.pace(sprinting || fighter.sheet().sprinting());
    (full / 2 - fighter.moved()).max(0)
}

/// Removes a combatant from the fight, together with the mount or vehicle (`ALT-09`, `ALT-114`).
pub fn flee(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let mut all = vec![who];
    all.extend(riders(cx.now(), who));
    for one in all {
        if on_field(cx.now(), one) {
            cx.gain(one, Condition::new(is::FLED), Says::GoneFromFight {});
            cx.lose(one, is::BROKEN, "", "");
        }
    }
    wounds::end_broken_bonds(cx)
}

/// Returns the enemies that could attack a combatant who moves away (`ALT-70`), in the order in which they are asked
/// (`ALT-72`).
pub fn strikers(now: &Encounter, mover: Id) -> Vec<Id> {
    let role = role(now, mover);
    // Bare hands always qualify, unless they hold a combatant.
    let armed = |id: Id| held(now, id).is_empty() || !arms::arms(now, id, &role).is_empty();
    let mut all = Vec::new();
    for side in cycle_after(now, now.get(mover).side) {
        all.extend(now.members(side).filter(|id| {
            !now.allied(*id, mover) && reaction::can(now, *id, Reaction::Opportunity) && armed(*id)
        }));
    }
    all
}

fn role(now: &Encounter, mover: Id) -> Role {
    let mut leaving = riders(now, mover);
    leaving.retain(|id| on_field(now, *id));
    leaving.insert(0, mover);
    Role::Opportunity { leaving }
}

/// Asks each enemy in `left`, from whom the combatant moves away, for an opportunity attack. Returns true if the
/// movement continues (`ALT-71`, `ALT-72`).
pub fn strikes_at(cx: &mut Resolver<'_>, mover: Id, left: &[Id]) -> Step<bool> {
    for striker in strikers(cx.now(), mover) {
        if !left.contains(&striker) || !reaction::can(cx.now(), striker, Reaction::Opportunity) {
            continue;
        }
        let role = role(cx.now(), mover);
        let (name, whom) = (cx.name(mover), cx.name(striker));
        let title = say!(
            cx.now(),
            "{name} moves away. Does {whom} make an opportunity attack?"
        );
        let strike = cx.form("opportunity", striker, title, |f| {
            if !f.toggle("strikes", "makes the attack", false) {
                return Ok(None);
            }
            form::attack(f, striker, &role).map(Some)
        })?;
        let Some(mut attack) = strike else {
            cx.note(Says::ForgoesAttack {
                by: striker,
                at: mover,
            });
            continue;
        };
        form::preview(cx, &attack);
        reaction::spend(cx, striker);
        play(cx, &mut attack)?;
        let now = cx.now();
        if !runs(now, mover) || holder(now, mover).is_some() || !in_turn(now, mover) {
            cx.note(Says::CannotMoveAway { who: mover });
            return Ok(false);
        }
    }
    Ok(true)
}
