//! Implements rounds by sides: the order of sides and phases, and which sides act at once.

use crate::encounter::Encounter;
use crate::values::{Id, SideId};

use crate::systems::written::model::{Model, Order, Sides};
use crate::systems::written::play::look;
use crate::systems::written::play::state::{Round, Turn};

/// A part of a round: a phase, and the sides that act in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The phase, where there are any.
    pub phase: Option<&'static str>,
    /// The sides; several act at once.
    pub sides: Vec<SideId>,
}

/// The order by sides, if it is what is played.
pub fn played(model: &'static Model, now: &Encounter) -> Option<&'static Sides> {
    match look::order(model, now) {
        Order::Sides(sides) => Some(sides),
        _ => None,
    }
}

/// Whether a round has phases.
pub fn any(model: &'static Model, now: &Encounter) -> bool {
    played(model, now).is_some_and(|sides| !sides.phases.is_empty())
}

/// The parts of a round, in their order.
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

/// The phase that is played.
pub fn phase(model: &'static Model, now: &Encounter) -> Option<&'static str> {
    let all = parts(played(model, now)?, now);
    all.get(Round::of(now).part)?.phase
}

/// The first part of a round in which somebody still acts, and who; `acts` says whether somebody can do anything in a phase.
pub fn next(
    sides: &Sides,
    now: &Encounter,
    acts: impl Fn(Id, Option<&'static str>) -> bool,
) -> Option<(usize, Part, Vec<Id>)> {
    // Without phases whoever joins the side that began still acts.
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

/// Whether an order has rounds in which a turn is the whole round: slots are spent once in all its phases, and what is declared
/// before its dice is paid for then.
pub fn whole_round(model: &'static Model, now: &Encounter) -> bool {
    any(model, now) || model.actions.iter().any(|action| action.declared)
}
