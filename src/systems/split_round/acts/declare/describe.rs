//! Text of a plan: with targets for the log and the menus, and without targets for the pane, which shows their letters.

use crate::systems::prelude::*;
use crate::systems::split_round::says::{At, Part};
use crate::systems::split_round::state::other_act::{Deed, DeedKind};
use crate::systems::split_round::state::plan::{Blow, Bonus, Main, Plan};

/// Returns the name of an act.
pub fn deed(deed: &Deed) -> String {
    match deed.kind {
        DeedKind::Something if deed.what.trim().is_empty() => "something".to_owned(),
        DeedKind::Something => deed.what.trim().to_owned(),
        kind if deed.weapon.is_empty() => kind.label().to_owned(),
        kind => format!("{}, {}", kind.label(), deed.weapon),
    }
}

/// Returns the name of a bonus action.
pub fn bonus(plan: &Plan) -> String {
    match plan.bonus_what.trim() {
        "" => plan.bonus.label().to_owned(),
        what => what.to_owned(),
    }
}

/// Returns the weapon, spell or act of the plan, for use in a reason.
pub fn thing(plan: &Plan) -> String {
    match (plan.bonus_what.trim(), plan.bonus) {
        ("", Bonus::Potion) => "potion".to_owned(),
        ("", Bonus::Item) => "magic item".to_owned(),
        _ => bonus(plan),
    }
}

/// Returns the text of a plan with the distance last, such as "longbow on Cultist, drinks a potion, 30 ft".
pub fn plan(now: &Encounter, plan: &Plan) -> String {
    parts(plan, true).show(now)
}

/// Returns the text of a plan without its targets.
pub fn brief(now: &Encounter, plan: &Plan) -> String {
    parts(plan, false).show(now)
}

/// Returns the targets of a plan without duplicates.
pub fn targets(plan: &Plan) -> Vec<Id> {
    let blows = plan.blows.iter().chain(&plan.off_hand);
    let mut all: Vec<Id> = blows.filter_map(|blow| blow.target).collect();
    all.extend(&plan.targets);
    all.sort();
    all.dedup();
    all
}

/// Returns the parts of a plan for the log, with targets if `aimed` is true.
pub fn parts(plan: &Plan, aimed: bool) -> Commas<Part> {
    let at = |targets: &[Id]| {
        let whom = targets.to_vec();
        (aimed && !whom.is_empty()).then_some(At::Targets { whom })
    };
    let blow = |blow: &Blow, times: usize| Part::Attacks {
        weapon: blow.weapon.clone().into(),
        at: at(blow.target.as_slice()),
        sneak: blow.sneak,
        times: times as i64,
    };
    let alike = |one: &Blow, next: &Blow| {
        let target = |blow: &Blow| blow.target.filter(|_| aimed);
        (&one.weapon, one.sneak, target(one)) == (&next.weapon, next.sneak, target(next))
    };
    let mut parts = Vec::new();
    if plan.stand {
        parts.push(Part::StandsUp {});
    }
    if plan.charge {
        parts.push(Part::Charges {});
    }
    match plan.main {
        Main::Attack if plan.rush => {
            let target = plan.blows.first().and_then(|blow| blow.target);
            let at = at(target.as_slice());
            parts.push(Part::Rushes { at });
        }
        Main::Attack => {
            let blows = plan.blows.chunk_by(alike);
            parts.extend(blows.map(|alike| blow(&alike[0], alike.len())));
        }
        Main::Cast => parts.push(Part::Casts {
            spell: plan.spell.clone().into(),
            at: at(&plan.targets),
        }),
        Main::Other => parts.push(Part::Acts {
            what: deed(&plan.deed).into(),
        }),
        Main::GoOn => parts.push(Part::GoesOn {}),
        Main::Nothing => {}
    }
    parts.extend(plan.off_hand.iter().map(|one| blow(one, 1)));
    if plan.bonus != Bonus::None {
        let what = bonus(plan).into();
        parts.push(Part::Acts { what });
    }
    if plan.gone {
        parts.push(Part::GetsAway {});
    }
    if plan.feet > 0 {
        parts.push(Part::Moves { feet: plan.feet });
    }
    if plan.contested.is_some() {
        parts.push(Part::Contested {});
    }
    if parts.is_empty() {
        parts.push(Part::Nothing {});
    }
    Commas(parts)
}
