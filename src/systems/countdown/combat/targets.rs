//! Possible and default targets of actions.

use std::borrow::Cow;

use crate::systems::common::sides::{likeliest, sees};
use crate::systems::prelude::*;

use super::modes;
use crate::systems::countdown::state::{Plan, engaged, fighter};

/// Returns all other combatants who can be targeted: foes first, and on each side standing combatants first.
pub fn targets(now: &Encounter, by: Id) -> Vec<Id> {
    likeliest(now, by, |id| {
        let one = fighter(now, id);
        (id != by && !one.out()).then_some(!one.up())
    })
}

/// Returns the standing foes known to the combatant's side: foes whom the combatant can harm first, then engaged foes.
fn standing_foes(now: &Encounter, by: Id) -> Vec<Id> {
    let up = |id: &Id| !now.allied(*id, by) && fighter(now, *id).up() && sees(now, by, *id);
    let mut foes: Vec<Id> = now.present().filter(up).collect();
    foes.sort_by_key(|id| (!modes::may_harm(now, by, *id), !engaged(now, by, *id)));
    foes
}

/// Returns the default target: the wanted foe while still standing, else an engaged foe, the first standing foe, or a
/// foe on the ground. Never an ally. Pending effects do not count, because combatants do not know them yet (CTD-33).
pub fn likely_target(now: &Encounter, by: Id, wanted: Option<Id>) -> Option<Id> {
    wanted
        .filter(|id| fighter(now, *id).up())
        .or_else(|| standing_foes(now, by).first().copied())
        .or_else(|| {
            let foe = |id: &Id| !now.allied(*id, by) && sees(now, by, *id);
            targets(now, by).into_iter().find(foe)
        })
}

/// Returns the default target of the next attack in a series: the last target, unless pending damage will fell it
/// (CTD-39).
pub fn next_target(now: &Encounter, by: Id, last: Id) -> Option<Id> {
    let stays = |id: &Id| {
        let one = fighter(now, *id);
        one.up() && one.pending().total() < one.hp()
    };
    let mut foes = [last].into_iter().chain(standing_foes(now, by));
    foes.find(stays)
        .or_else(|| likely_target(now, by, Some(last)))
}

/// Returns the default target of an action, and the reason if it is not the declared target (CTD-23).
pub fn aimed_at(now: &Encounter, by: Id, plan: &Plan) -> (Option<Id>, String) {
    let declared = plan.foe(now, by);
    match fallen(now, plan, declared) {
        None if finishes(now, plan) => (plan.target, String::new()),
        why => (likely_target(now, by, declared), why.unwrap_or_default()),
    }
}

/// Returns true if an attack was declared on an unconscious combatant who can still be killed (CTD-23, CTD-152).
fn finishes(now: &Encounter, plan: &Plan) -> bool {
    let there = |id: Id| !fighter(now, id).out();
    plan.finishing && plan.action.strikes() && plan.target.is_some_and(there)
}

/// Returns the heading of an action with a target, or a question for a new target if the declared target fell (CTD-23).
pub fn at_whom(now: &Encounter, by: Id, plan: &Plan, does: [&str; 2]) -> Cow<'static, str> {
    let ([does, verb], name) = (does, now.name(by));
    match fallen(now, plan, plan.foe(now, by)) {
        None => say!(now, "{name} {does}"),
        Some(why) => say!(now, "{why}. Who does {name} {verb}?"),
    }
}

/// Returns the reason why the combatant `about` is no longer a target, or `None`. An unconscious target of a finishing
/// attack is still a target.
pub fn fallen(now: &Encounter, plan: &Plan, about: Option<Id>) -> Option<String> {
    let lost = about.filter(|id| !fighter(now, *id).up())?;
    if Some(lost) == plan.target && finishes(now, plan) {
        return None;
    }
    let word = fighter(now, lost).downfall();
    Some(format!("{} {word}", now.name(lost)))
}

/// Reason why a dead or fled combatant is not a target.
pub const OUT: &str = "is dead, or has fled";

/// Reason why a held combatant in melee can only target the holder.
pub const HELD: &str = "does not hold the attacker";

/// Asks for the target of an action. `others` is the reason why other combatants are not possible.
pub fn ask_target(
    f: &mut Form<'_>,
    list: &[Id],
    preset: Option<Id>,
    others: &'static str,
) -> Option<Id> {
    let from = || list.iter().copied();
    f.others(others);
    let picked = f.pick("target", "target", from, 1, 1, Vec::from_iter(preset));
    picked.first().copied()
}

/// Asks which combatants are near the impact of a missile. No combatant is preselected, so that a letter always adds a
/// combatant.
pub fn ask_near(
    cx: &mut Resolver<'_>,
    key: &'static str,
    title: impl Into<String>,
    all: Vec<Id>,
) -> Step<Vec<Id>> {
    if all.is_empty() {
        return Ok(all);
    }
    let most = all.len();
    cx.others("is not near the impact");
    cx.pick(key, None, title, all, 0, most, Vec::new())
}

/// Asks for an optional target. The default is the wanted target if it is in the list.
pub fn ask_maybe(f: &mut Form<'_>, list: &[Id], meant: Option<Id>) -> Option<Id> {
    let preset = meant.filter(|id| list.contains(id)).into_iter().collect();
    let from = || list.iter().copied();
    f.others(OUT);
    f.pick("target", "at", from, 0, 1, preset).first().copied()
}

/// Asks which combatants the actor closes with. The default is the target, unless the target is already engaged.
pub fn ask_closes(f: &mut Form<'_>, who: Id, target: Option<Id>) -> Vec<Id> {
    let now = f.now;
    let near = fighter(now, who).engaged();
    let mut foes = targets(now, who);
    foes.retain(|id| !now.allied(*id, who) && !near.contains(id));
    if foes.is_empty() {
        return Vec::new();
    }
    let preset = Vec::from_iter(target.filter(|id| foes.contains(id)));
    f.hint(|| "enemies with long weapons may react");
    let from = || foes.iter().copied();
    f.others("is already engaged, or not an enemy");
    f.pick("closes", "closes with", from, 0, foes.len(), preset)
}
