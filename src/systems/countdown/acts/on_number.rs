//! Offers on a combatant's count: the declared action first, unless it has become impossible (CTD-19, CTD-23).

use crate::rules::Legal;
use crate::systems::prelude::*;

use crate::systems::countdown::combat::{legal, targets};
use crate::systems::countdown::state::{Hold, Maneuver, Plan, fighter};

/// Returns the preferred action: the declared action, or after a hold the declared spell or an attack.
fn wanted(now: &Encounter, who: Id) -> Maneuver {
    let one = fighter(now, who);
    let Some(plan) = one.plan() else {
        return Maneuver::Pass;
    };
    let its = one.this_round();
    let held = its.hold != Hold::None || its.joined.is_some();
    match plan.action {
        Maneuver::Hold if held && plan.spell.is_empty() => Maneuver::Attack,
        Maneuver::Hold if held => Maneuver::Cast,
        declared => declared,
    }
}

pub fn preset(now: &Encounter, who: Id) -> Maneuver {
    let may = |action: &Maneuver| {
        legal::cannot_do(now, who, *action).is_none()
            && (*action != Maneuver::Attack || targets::likely_target(now, who, None).is_some())
    };
    let ways = [wanted(now, who), Maneuver::Attack, Maneuver::Dodge];
    ways.into_iter().find(may).unwrap_or(Maneuver::Pass)
}

/// Returns the legality of an action. The preferred action is shown even if it is refused.
pub fn legal(now: &Encounter, who: Id, action: Maneuver) -> Legal {
    if action != wanted(now, who) && !legal::listed(now, who, action) {
        return Legal::Absent;
    }
    Legal::unless(legal::cannot_do(now, who, action))
}

/// Returns the label of an action. If Enter carries out the declaration, the label shows it in full.
pub fn words(now: &Encounter, who: Id, action: Maneuver) -> String {
    let name = now.name(who);
    let plan = fighter(now, who).plan();
    let plan = plan.filter(|plan| plan.action == action && preset(now, who) == action);
    match plan.filter(|plan| in_vain(now, who, plan).is_none()) {
        Some(plan) => format!("{name} {}", plan.text(now)),
        None => format!("{name}: {}", action.label()),
    }
}

/// Returns the declared action that has become impossible, with the reason (CTD-23).
pub fn lost(now: &Encounter, who: Id) -> Option<String> {
    let plan = fighter(now, who).plan()?;
    let cannot = || legal::cannot_do(now, who, plan.action).filter(|_| !held(now, who, plan));
    let why = cannot().or_else(|| in_vain(now, who, plan))?;
    Some(format!("declared: {}, but {why}", plan.text(now)))
}

/// Returns the reason why the action is not possible as declared; `None` if it is possible.
fn in_vain(now: &Encounter, who: Id, plan: &Plan) -> Option<String> {
    legal::lost(now, who, plan).filter(|_| !held(now, who, plan))
}

/// Returns true if the combatant has held as declared, so that the awaited combatant no longer matters.
fn held(now: &Encounter, who: Id, plan: &Plan) -> bool {
    plan.action == Maneuver::Hold && wanted(now, who) != Maneuver::Hold
}

/// Returns the hint of an action: the combatant that it would release, the effect of a pass, or the state of its
/// declaration (CTD-25, CTD-173).
pub fn hint(now: &Encounter, who: Id, action: Maneuver) -> String {
    let one = fighter(now, who);
    if let Some(held) = one.holding()
        && !matches!(action, Maneuver::Keep | Maneuver::Hold)
    {
        return format!("lets go of {}", now.name(held));
    }
    match one.plan().filter(|plan| plan.action == action) {
        None if action == Maneuver::Pass => "loses the action".to_owned(),
        Some(plan) => match in_vain(now, who, plan) {
            Some(why) => format!("declared, but {why}"),
            None => "declared".to_owned(),
        },
        None => String::new(),
    }
}

/// Resolves an action on the combatant's count, unless it is refused.
pub fn play(
    cx: &mut Resolver<'_>,
    who: Id,
    action: Maneuver,
    rule: fn(&mut Resolver<'_>, Id) -> Step<()>,
) -> Step<()> {
    match legal::cannot_do(cx.now(), who, action) {
        Some(why) => cx.refuse(why),
        None => rule(cx, who),
    }
}
