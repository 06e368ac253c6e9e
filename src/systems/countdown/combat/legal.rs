//! Legality of actions, with the reasons for refusals (CTD-18 to CTD-25, T-9).

use super::gear::{dropped, lances, unloaded};
use super::targets::fallen;
use super::{modes, movement};
use crate::systems::countdown::sheet::{DeclarationPolicy, DodgeWindow, Options, flames, is};
use crate::systems::countdown::state::{
    Fighter, Hold, Maneuver, Plan, Round, count, fighter, there,
};
use crate::systems::prelude::*;

/// Returns the reason why a combatant cannot take this action on their count; `None` if the action is legal.
pub fn cannot_do(now: &Encounter, who: Id, action: Maneuver) -> Option<String> {
    let one = fighter(now, who);
    bound(&one, action)
        .or_else(|| interrupted(&one, action))
        .or_else(|| cannot_declare(now, who, action))
}

/// Reason why attacks are not possible after a fumble (CTD-104).
pub const NO_ATTACK: &str = "no attack this round after the fumble";

/// Returns the reason why a combatant cannot declare this action; `None` if the declaration is legal. For a charge,
/// checks only what is known before target and distance (CTD-64).
pub fn cannot_declare(now: &Encounter, who: Id, action: Maneuver) -> Option<String> {
    let one = fighter(now, who);
    let stuck = || stuck(&one);
    let flames = || flames::due(now, who);
    let alone = || there(now).all(|id| id == who);
    let why = match action {
        Maneuver::Attack | Maneuver::Grab if one.no_attack() => NO_ATTACK,
        Maneuver::Attack | Maneuver::Grab | Maneuver::Charge if alone() => "there is no target",
        Maneuver::Grab => {
            let already = |held| format!("already holds {}", now.name(held));
            return one.holding().map(already);
        }
        Maneuver::Charge if one.no_attack() => NO_ATTACK,
        Maneuver::Charge if one.has(is::FATIGUED) => "fatigued combatants cannot charge",
        Maneuver::Move if movement::can_stand(now, who) => return None,
        Maneuver::Charge | Maneuver::Run | Maneuver::Move | Maneuver::Withdraw
            if stuck().is_some() =>
        {
            return stuck();
        }
        Maneuver::Charge if one.this_round().moved > 0 => {
            "has already moved: a charge takes the whole movement"
        }
        Maneuver::Charge if lances(&one).is_empty() => "has no weapon for a charge",
        Maneuver::Run if one.has(is::FATIGUED) => "fatigued combatants cannot run",
        Maneuver::Cast => return one.cannot_cast(),
        Maneuver::Keep if one.holding().is_none() => "holds no one",
        Maneuver::Reload if unloaded(&one).is_empty() => "no weapon needs reloading",
        // Flames can be put out only in the round in which they burn again (CTD-123).
        Maneuver::Extinguish if flames().is_empty() => "is not in flames",
        Maneuver::Extinguish if !flames().contains(&now.round.into()) => {
            "the flames can be put out in the next round, before they burn again"
        }
        Maneuver::Retrieve if dropped(&one).is_empty() => "has no weapon on the ground",
        Maneuver::Revive if revivable(now, who).is_empty() => "no one can be revived yet",
        Maneuver::Hold if Round::of(now).bottom => "there is no later count",
        _ => return None,
    };
    Some(why.to_owned())
}

/// Returns the reason why the declaration rules out this action, if any (CTD-19 to CTD-21).
fn bound(one: &Fighter<'_>, action: Maneuver) -> Option<String> {
    let options = Options::of(one.now);
    let plan = one.plan()?;
    let spelled =
        plan.action == Maneuver::Cast || (plan.action == Maneuver::Hold && !plan.spell.is_empty());
    if options.declaration_policy() == DeclarationPolicy::Free {
        return None;
    }
    if action == Maneuver::Cast && !spelled {
        return Some("no spell was declared this round".to_owned());
    }
    if plan.action == Maneuver::Dodge
        && options.dodge_window() == DodgeWindow::FromDeclaration
        && !matches!(action, Maneuver::Dodge | Maneuver::Pass)
    {
        return Some("has declared Dodge, which cannot change".to_owned());
    }
    let keeps = action == plan.action || matches!(action, Maneuver::Hold | Maneuver::Pass);
    let released = plan.action == Maneuver::Hold;
    (options.declaration_policy() == DeclarationPolicy::Binding && !keeps && !released)
        .then(|| format!("has declared another action: {}", plan.text(one.now)))
}

/// Returns the reason why the declared action is no longer possible: the target is out of the fight, the weapon cannot
/// be used, or the combatant to wait for will not act (CTD-23, CTD-43). `None` if the action is possible.
pub fn lost(now: &Encounter, who: Id, plan: &Plan) -> Option<String> {
    match plan.action {
        Maneuver::Hold => {
            let other = plan.hold.until()?;
            let why = || no_wait(now, who, plan.hold);
            fallen(now, plan, Some(other))
                .or_else(|| Some(format!("{} {}", now.name(other), why()?)))
        }
        action if action.strikes() => fallen(now, plan, plan.target).or_else(|| {
            let one = fighter(now, who);
            let mut ways = modes::offered(&one).into_iter();
            let way = ways.find(|way| way.mode.word() == plan.weapon)?;
            let why = way.refused.as_ref()?;
            Some(format!("{}: {why}", way.tell(&one).label))
        }),
        _ => None,
    }
}

/// Returns the reason why a combatant cannot wait for the other combatant of this hold; `None` if they can. The reason
/// is a predicate whose subject is the other combatant. A combatant can wait for an equal count, unless they are
/// already holding on that count (CTD-41, CTD-43). A spell can only come before the spell of a lower count (CTD-47).
pub fn no_wait(now: &Encounter, who: Id, hold: Hold) -> Option<&'static str> {
    let id = hold.until()?;
    let (one, other) = (fighter(now, who), fighter(now, id));
    let counting = Round::of(now).open;
    if !other.able() {
        return Some("cannot act");
    }
    if other.acted() {
        return Some("has already acted");
    }
    if counting && other.initiative().is_none() {
        return Some("has no count this round");
    }
    if hold == Hold::Before(id) {
        let casts = match other.plan() {
            Some(plan) => plan.action == Maneuver::Cast || !plan.spell.is_empty(),
            // The other combatant has not declared yet, but the last plan also waited for their spell.
            None => Plan::last(now, who).is_some_and(|last| last.hold == Hold::Before(id)),
        };
        let later = one.initiative().is_none() || other.initiative() < one.initiative();
        return match (casts, later) {
            (false, _) => Some("has no spell to cast this round"),
            (_, false) => Some("does not act on a lower count"),
            _ => None,
        };
    }
    let held = one.this_round().hold != Hold::None || one.this_round().joined.is_some();
    (held && count::on_count(now).contains(&id)).then_some("acts on this count")
}

/// Returns the reason why a combatant cannot walk, or `None`.
fn stuck(one: &Fighter<'_>) -> Option<String> {
    if let Some(holder) = one.held_by() {
        return Some(format!("held by {}", one.now.name(holder)));
    }
    if one.suffers(is::PRONE) {
        return Some("prone: get up first".to_owned());
    }
    let its = one.this_round();
    (its.rooted || its.moved >= one.pace().max(1))
        .then(|| "has no movement left this round".to_owned())
}

/// Returns the reason why an undeclared whole-round action is too late: the combatant has moved or attacked (CTD-22).
fn interrupted(one: &Fighter<'_>, action: Maneuver) -> Option<String> {
    if !action.whole_round() || one.does(action) {
        return None;
    }
    let its = one.this_round();
    let done = if its.moved > 0 || its.rooted {
        "moved"
    } else {
        its.attacked.then_some("attacked")?
    };
    Some(format!(
        "takes the whole round, but the combatant has {done}"
    ))
}

/// Reason why other combatants cannot be revived.
pub const NOT_YET: &str = "cannot be revived yet";

/// Returns the combatants who can be revived now, allies first (CTD-154).
pub fn revivable(now: &Encounter, by: Id) -> Vec<Id> {
    let due = |round: i64| round <= i64::from(now.round);
    let wakes = |one: Fighter<'_>| one.unconscious() && one.revive_round().is_some_and(due);
    let others = there(now).filter(|id| *id != by);
    let mut all: Vec<Id> = others.filter(|id| wakes(fighter(now, *id))).collect();
    all.sort_by_key(|id| !now.allied(*id, by));
    all
}

/// Returns true if the menu of a combatant should list an action.
pub fn listed(now: &Encounter, who: Id, action: Maneuver) -> bool {
    let one = fighter(now, who);
    match action {
        Maneuver::Charge => one.weapons().iter().any(|weapon| weapon.can_charge()),
        Maneuver::Cast => one.can_cast(),
        Maneuver::Keep => one.holding().is_some(),
        Maneuver::Reload => !unloaded(&one).is_empty(),
        Maneuver::Extinguish => one.has(is::BURNING),
        Maneuver::Retrieve => !dropped(&one).is_empty(),
        Maneuver::Revive => there(now).any(|id| id != who && fighter(now, id).unconscious()),
        Maneuver::Grab => one.holding().is_none(),
        Maneuver::Withdraw => one.is_engaged(),
        _ => true,
    }
}
