//! Turn order by sides and phases, also with sides that act simultaneously.

use crate::encounter::Encounter;
use crate::values::{Id, SideId};

use crate::systems::written::model::{Model, Order, Sides};
use crate::systems::written::play::look;
use crate::systems::written::play::state::{Round, Turn};

/// Part of a round: a phase, and the sides that act in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Phase, if the round has phases.
    pub phase: Option<&'static str>,
    /// Sides that act in this part, simultaneously if there are several.
    pub sides: Vec<SideId>,
}

/// Returns the order by sides, if the fight uses it.
pub fn played(model: &'static Model, now: &Encounter) -> Option<&'static Sides> {
    match look::order(model, now) {
        Order::Sides(sides) => Some(sides),
        _ => None,
    }
}

/// Returns true if a round has phases.
pub fn any(model: &'static Model, now: &Encounter) -> bool {
    played(model, now).is_some_and(|sides| !sides.phases.is_empty())
}

/// Returns the parts of a round in order.
pub fn parts(sides: &Sides, now: &Encounter) -> Vec<Part> {
    let round = Round::of(now);
    let mut groups: Vec<Vec<SideId>> = Vec::new();
    for side in round.sides.iter().copied().chain(now.side_ids()) {
        if groups.iter().flatten().any(|one| *one == side) {
            continue;
        }
        match groups.last_mut().filter(|_| round.tied.contains(&side)) {
            Some(group) => group.push(side),
            None => groups.push(vec![side]),
        }
    }
    let part = |phase: Option<&'static str>, sides: &Vec<SideId>| Part {
        phase,
        sides: sides.clone(),
    };
    let phases = sides.phases.iter().copied().map(Some);
    let phases: Vec<Option<&'static str>> = if sides.phases.is_empty() {
        vec![None]
    } else {
        phases.collect()
    };
    let mut all = Vec::new();
    if sides.by_phase {
        for phase in phases {
            all.extend(groups.iter().map(|group| part(phase, group)));
        }
    } else {
        for group in &groups {
            all.extend(phases.iter().map(|phase| part(*phase, group)));
        }
    }
    all
}

/// Returns the current phase.
pub fn phase(model: &'static Model, now: &Encounter) -> Option<&'static str> {
    let all = parts(played(model, now)?, now);
    all.get(Round::of(now).part)?.phase
}

/// Returns the first part of a round in which combatants still act, with its index and these combatants. `acts` returns
/// true if a combatant can act in a phase.
pub fn next(
    sides: &Sides,
    now: &Encounter,
    acts: impl Fn(Id, Option<&'static str>) -> bool,
) -> Option<(usize, Part, Vec<Id>)> {
    // Without phases, combatants who join the first side still act.
    let from = if sides.phases.is_empty() {
        0
    } else {
        Round::of(now).part
    };
    let parts = parts(sides, now).into_iter().enumerate().skip(from);
    parts
        .map(|(nth, part)| {
            let waits = |id: &Id| {
                let turn = Turn::of(now, *id);
                let over = match part.phase {
                    Some(_) => turn.parts > nth,
                    None => turn.acted,
                };
                part.sides.contains(&now.get(*id).side) && !over && acts(*id, part.phase)
            };
            let who = now.present().filter(waits).collect();
            (nth, part, who)
        })
        .find(|(_, _, who): &(usize, Part, Vec<Id>)| !who.is_empty())
}

/// Returns true if a turn lasts the whole round. Slots are then spent once for all its phases, and declared actions are
/// paid for before the order is rolled.
pub fn whole_round(model: &'static Model, now: &Encounter) -> bool {
    any(model, now) || model.actions.iter().any(|action| action.declared)
}
