//! What Enter declares for somebody (CTD-18).

use crate::encounter::{Encounter, Id, Words as _};

use super::gear::{dropped, unloaded};
use super::legal::refusal;
use super::modes;
use super::targets::likely_target;
use crate::rules::countdown::sheet::weapon::Fist;
use crate::rules::countdown::state::bonds::engaged;
use crate::rules::countdown::state::fighter::fighter;
use crate::rules::countdown::state::maneuver::Maneuver;
use crate::rules::countdown::state::plan::{Hold, Plan};

/// What Enter declares for somebody: last round's action if it is still legal, else an attack (CTD-18). Who has to
/// reload and is left alone reloads.
pub fn usual(now: &Encounter, who: Id) -> Plan {
    let one = fighter(now, who);
    let legal = |action: Maneuver| refusal(now, who, action, true).is_none();
    let target = |wanted| likely_target(now, who, wanted).filter(|id| !now.allied(*id, who));
    let attack = |wanted: &str, at| Plan {
        round: now.round,
        action: Maneuver::Attack,
        target: target(at),
        weapon: modes::usual(now, who, wanted).word().to_owned(),
        ..Plan::default()
    };
    let last = Plan::last(now, who).cloned();
    let mut plan = match last {
        _ if one.holding().is_some() => Plan {
            action: Maneuver::Keep,
            ..Plan::default()
        },
        Some(last)
            if legal(last.action)
                && !matches!(
                    last.action,
                    Maneuver::Attack | Maneuver::Charge | Maneuver::Hold
                ) =>
        {
            Plan {
                target: last.target.filter(|id| fighter(now, *id).up()),
                ..last
            }
        }
        Some(last) if last.action == Maneuver::Hold => Plan {
            hold: match last.hold.until().filter(|id| fighter(now, *id).able()) {
                Some(_) => last.hold,
                None => Hold::Open,
            },
            ..last
        },
        Some(last)
            if last.action == Maneuver::Charge
                && legal(Maneuver::Charge)
                && last
                    .target
                    .is_some_and(|id| fighter(now, id).up() && !engaged(now, who, id)) =>
        {
            last
        }
        Some(last) => attack(&last.weapon, last.target),
        None => attack("", None),
    };
    plan.round = now.round;
    if plan.action == Maneuver::Attack {
        let bare = Fist::from_word(&plan.weapon).is_some();
        let primary_unloaded = unloaded(&one)
            .iter()
            .any(|weapon| weapon.name() == one.primary());
        if primary_unloaded && one.engaged().is_empty() && legal(Maneuver::Reload) {
            plan = Plan {
                round: now.round,
                action: Maneuver::Reload,
                ..Plan::default()
            };
        } else if plan.target.is_none() {
            plan = Plan {
                round: now.round,
                action: Maneuver::Pass,
                ..Plan::default()
            };
        } else if !legal(Maneuver::Attack) {
            plan = Plan {
                round: now.round,
                action: Maneuver::Dodge,
                ..Plan::default()
            };
        } else if bare && !dropped(&one).is_empty() {
            plan = Plan {
                round: now.round,
                action: Maneuver::Retrieve,
                ..Plan::default()
            };
        }
    }
    plan.declared = plan.action;
    plan
}
