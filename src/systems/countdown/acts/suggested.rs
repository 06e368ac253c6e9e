//! Default declaration of a combatant (CTD-18).

use crate::systems::common::sides::sees;
use crate::systems::prelude::*;

use crate::systems::countdown::combat::gear::{dropped, unloaded};
use crate::systems::countdown::combat::legal::cannot_declare;
use crate::systems::countdown::combat::targets::likely_target;
use crate::systems::countdown::combat::{Purpose, Strike, modes};
use crate::systems::countdown::sheet::Fist;
use crate::systems::countdown::state::{Hold, Maneuver, Plan, engaged, fighter};

/// Returns the default declaration: last round's action if it is still legal, else an attack (CTD-18). A combatant with
/// an unloaded weapon who is not engaged reloads.
pub fn suggested(now: &Encounter, who: Id) -> Plan {
    let last = Plan::last(now, who);
    // The last target may be hidden by now.
    let unseen = |id: Id| !sees(now, who, id);
    let last = last.map(|last| Plan {
        target: last.target.filter(|id| !unseen(*id)),
        hold: match last.hold.until() {
            Some(id) if unseen(id) => Hold::Open,
            _ => last.hold,
        },
        ..last.clone()
    });
    let mut plan = match &last {
        _ if fighter(now, who).holding().is_some() => only(Maneuver::Keep),
        Some(last) => again(now, who, last),
        None => attack(now, who, &Plan::default()),
    };
    if let Some(action) = instead_of(now, who, &plan) {
        plan = only(action);
    }
    plan.round = now.round;
    plan.declared = plan.action;
    plan
}

fn only(action: Maneuver) -> Plan {
    Plan {
        action,
        ..Plan::default()
    }
}

/// Returns last round's action if it is possible and makes sense, or a replacement.
fn again(now: &Encounter, who: Id, last: &Plan) -> Plan {
    let legal = || cannot_declare(now, who, last.action).is_none();
    let harms = |id| {
        let weapon = fighter(now, who).weapon(&last.weapon);
        weapon.is_none_or(|weapon| Strike::may_harm(now, who, &weapon, Purpose::Charge, id))
    };
    let afar = |id| fighter(now, id).up() && !engaged(now, who, id) && harms(id);
    match last.action {
        // A pass or a dodge is never repeated by default.
        Maneuver::Attack | Maneuver::Pass | Maneuver::Dodge => attack(now, who, last),
        Maneuver::Hold => Plan {
            hold: match last.hold.until().filter(|id| fighter(now, *id).able()) {
                Some(_) => last.hold,
                None => Hold::Open,
            },
            ..last.clone()
        },
        Maneuver::Charge if legal() && last.target.is_some_and(afar) => last.clone(),
        Maneuver::Charge => attack(now, who, last),
        _ if legal() => Plan {
            target: last.target.filter(|id| fighter(now, *id).up()),
            ..last.clone()
        },
        _ => attack(now, who, last),
    }
}

/// Returns an attack with the last weapon on the last target if possible, but never on an ally. The attack can harm its
/// target if the combatant can harm any foe (CTD-79).
fn attack(now: &Encounter, who: Id, last: &Plan) -> Plan {
    let wanted = last.target.filter(|id| modes::may_harm(now, who, *id));
    let target = likely_target(now, who, wanted);
    let target = target.filter(|id| !now.allied(*id, who));
    let weapon = modes::harmful(now, who, &last.weapon, target);
    Plan {
        target,
        weapon: weapon.word().to_owned(),
        ..only(Maneuver::Attack)
    }
}

/// Returns a replacement for an impossible or unwise attack; `None` if the attack is fine.
fn instead_of(now: &Encounter, who: Id, plan: &Plan) -> Option<Maneuver> {
    if plan.action != Maneuver::Attack {
        return None;
    }
    let one = fighter(now, who);
    let legal = |action| cannot_declare(now, who, action).is_none();
    let empty = unloaded(&one);
    let empty = empty.iter().any(|weapon| weapon.name() == one.primary());
    let bare = Fist::from_word(&plan.weapon).is_some();
    if empty && !one.is_engaged() && legal(Maneuver::Reload) {
        Some(Maneuver::Reload)
    } else if plan.target.is_none() {
        Some(Maneuver::Pass)
    } else if !legal(Maneuver::Attack) {
        Some(Maneuver::Dodge)
    } else if bare && !dropped(&one).is_empty() {
        Some(Maneuver::Retrieve)
    } else {
        None
    }
}
