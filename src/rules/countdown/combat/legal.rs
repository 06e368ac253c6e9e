//! What somebody may do now, and why not (CTD-18 to CTD-25, T-9).

use crate::encounter::{Encounter, Id};

use super::gear::{dropped, lances, unloaded};
use super::targets::has_target;
use super::{modes, movement};
use crate::rules::countdown::sheet::conditions::is;
use crate::rules::countdown::sheet::flames;
use crate::rules::countdown::sheet::options::{DeclarationPolicy, DodgeWindow, Options};
use crate::rules::countdown::state::fighter::{Fighter, fighter};
use crate::rules::countdown::state::maneuver::Maneuver;
use crate::rules::countdown::state::plan::Plan;
use crate::rules::countdown::state::round::Round;

/// Why somebody may not do this on its number, if so.
pub fn cannot_do(now: &Encounter, who: Id, action: Maneuver) -> Option<String> {
    let one = fighter(now, who);
    bound(&one, action)
        .or_else(|| interrupted(&one, action))
        .or_else(|| cannot_declare(now, who, action))
}

/// Why somebody may not even announce this, if so.
pub fn cannot_declare(now: &Encounter, who: Id, action: Maneuver) -> Option<String> {
    let one = fighter(now, who);
    match action {
        Maneuver::Attack | Maneuver::Grab if one.no_attack() => {
            Some("no attack in this round, after the fumble".to_owned())
        }
        Maneuver::Attack | Maneuver::Grab | Maneuver::Charge if !has_target(now, who) => {
            Some("nobody is left to attack".to_owned())
        }
        Maneuver::Grab => one
            .holding()
            .map(|held| format!("has hold of {} already", now.name(held))),
        Maneuver::Charge => charge(&one),
        Maneuver::Cast => one.cannot_cast(),
        Maneuver::Run => stuck(&one).or_else(|| {
            one.has(is::FATIGUED)
                .then(|| "fatigued: walks only".to_owned())
        }),
        Maneuver::Move if movement::can_stand(now, who) => None,
        Maneuver::Move | Maneuver::Withdraw => stuck(&one),
        Maneuver::Keep => one
            .holding()
            .is_none()
            .then(|| "has hold of nobody".to_owned()),
        Maneuver::Reload => unloaded(&one)
            .is_empty()
            .then(|| "nothing to reload".to_owned()),
        Maneuver::Extinguish => flames(&one),
        Maneuver::Retrieve => dropped(&one)
            .is_empty()
            .then(|| "nothing of its own lies on the ground".to_owned()),
        Maneuver::Revive => revivable(now, who)
            .is_empty()
            .then(|| "nobody can be revived yet".to_owned()),
        Maneuver::Hold if Round::of(now).bottom => Some("no number is left to wait for".to_owned()),
        Maneuver::Attack | Maneuver::Dodge | Maneuver::Hold | Maneuver::Feat | Maneuver::Pass => {
            None
        }
    }
}

/// What the declaration has tied it to (CTD-19 to CTD-21).
fn bound(one: &Fighter<'_>, action: Maneuver) -> Option<String> {
    let options = Options(&one.now.options);
    let plan = one.plan()?;
    let spelled =
        plan.action == Maneuver::Cast || (plan.action == Maneuver::Hold && !plan.spell.is_empty());
    if options.declaration_policy() == DeclarationPolicy::Free {
        return None;
    }
    if action == Maneuver::Cast && !spelled {
        return Some("the spell was not declared this round".to_owned());
    }
    if plan.action == Maneuver::Dodge
        && options.dodge_window() == DodgeWindow::FromDeclaration
        && !matches!(action, Maneuver::Dodge | Maneuver::Pass)
    {
        return Some("has declared Dodge and dodges already".to_owned());
    }
    let keeps = action == plan.action || matches!(action, Maneuver::Hold | Maneuver::Pass);
    let released = plan.action == Maneuver::Hold;
    (options.declaration_policy() == DeclarationPolicy::Binding && !keeps && !released)
        .then(|| format!("has declared otherwise: {}", plan.text(one.now)))
}

/// Why what somebody declared cannot be done as it was declared, if so: whom it was meant for is out of the fight, the
/// weapon cannot be used, whom it waits for has acted (CTD-23, CTD-43).
pub fn lost(now: &Encounter, who: Id, plan: &Plan) -> Option<String> {
    let fallen = |id: Id| {
        let word = fighter(now, id).downfall();
        (!word.is_empty()).then(|| format!("{} {word}", now.name(id)))
    };
    match plan.action {
        Maneuver::Hold => {
            let other = plan.hold.until()?;
            fallen(other).or_else(|| {
                let acted = fighter(now, other).acted();
                acted.then(|| format!("{} has acted already", now.name(other)))
            })
        }
        action if action.strikes() => plan.target.and_then(fallen).or_else(|| {
            let one = fighter(now, who);
            let mut ways = modes::offered(&one).into_iter();
            let way = ways.find(|way| way.mode.word() == plan.weapon)?;
            let why = way.refused.as_ref()?;
            Some(format!("{}: {why}", way.tell(&one).label))
        }),
        _ => None,
    }
}

/// Why it cannot walk, if so.
fn stuck(one: &Fighter<'_>) -> Option<String> {
    if let Some(holder) = one.held_by() {
        return Some(format!("held by {}", one.now.name(holder)));
    }
    if one.suffers(is::PRONE) {
        return Some("on the ground: gets up first".to_owned());
    }
    let its = one.this_round();
    (its.rooted || its.moved >= one.pace().max(1))
        .then(|| "has no movement left in this round".to_owned())
}

/// CTD-64: what can be said before target and distance are known.
fn charge(one: &Fighter<'_>) -> Option<String> {
    if one.no_attack() {
        return Some("no attack in this round, after the fumble".to_owned());
    }
    if one.has(is::FATIGUED) {
        return Some("fatigued: cannot charge".to_owned());
    }
    if let Some(why) = stuck(one) {
        return Some(why);
    }
    if one.this_round().moved > 0 {
        return Some("has moved already: a charge is the whole movement".to_owned());
    }
    lances(one)
        .is_empty()
        .then(|| "has no weapon fit for charging".to_owned())
}

/// CTD-22: whole-round actions that were not declared need a round without movement and attack rolls.
fn interrupted(one: &Fighter<'_>, action: Maneuver) -> Option<String> {
    if !action.whole_round() || one.does(action) {
        return None;
    }
    let its = one.this_round();
    if its.moved > 0 || its.rooted {
        return Some("takes the whole round, and it has moved".to_owned());
    }
    its.attacked
        .then(|| "takes the whole round, and it has attacked".to_owned())
}

/// Why there is nothing to put out, if so (CTD-123).
fn flames(one: &Fighter<'_>) -> Option<String> {
    let round = i64::from(one.now.round);
    let burns = flames::due(one.now, one.id);
    if burns.is_empty() {
        return Some("is not in flames".to_owned());
    }
    (!burns.contains(&round)).then(|| {
        "the flames burn again at the end of the next round: put them out in that".to_owned()
    })
}

/// Who can be revived now, allies first (CTD-154).
pub fn revivable(now: &Encounter, by: Id) -> Vec<Id> {
    let mut all: Vec<Id> = now
        .present()
        .filter(|id| {
            let other = fighter(now, *id);
            *id != by
                && other.unconscious()
                && !other.out()
                && other
                    .revive_round()
                    .is_some_and(|round| round <= i64::from(now.round))
        })
        .collect();
    all.sort_by_key(|id| !now.allied(*id, by));
    all
}

/// Whether an action is worth listing at all for somebody.
pub fn listed(now: &Encounter, who: Id, action: Maneuver) -> bool {
    let one = fighter(now, who);
    let unconscious = || {
        now.present()
            .any(|id| id != who && fighter(now, id).unconscious() && !fighter(now, id).out())
    };
    match action {
        Maneuver::Charge => one.weapons().iter().any(|weapon| weapon.can_charge()),
        Maneuver::Cast => one.can_cast(),
        Maneuver::Keep => one.holding().is_some(),
        Maneuver::Reload => !unloaded(&one).is_empty(),
        Maneuver::Extinguish => one.has(is::BURNING),
        Maneuver::Retrieve => !dropped(&one).is_empty(),
        Maneuver::Revive => unconscious(),
        Maneuver::Grab => one.holding().is_none(),
        Maneuver::Withdraw => one.is_engaged(),
        _ => true,
    }
}
