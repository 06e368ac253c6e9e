//! Next step of a fight, in any system.

use crate::encounter::{Encounter, Stage};
use crate::resolver::Command;

use super::action::{Legal, Offer, allowed, due};
use super::schedule;
use super::system::{Next, System};

/// Returns the next step of the fight: a due event, the start of the fight, the consequence of a correction, or the
/// system's own next step. If the end of the fight is among the offers, the question names combatants who are still to
/// come.
pub fn next(system: &dyn System, now: &Encounter) -> Next {
    let actions = system.actions();
    if schedule::due(system, now).is_some() {
        return Next::Auto(Command::ruling(schedule::DUE, None));
    }
    if now.stage == Stage::Setup {
        return Next::Auto(actions[0].of());
    }
    if let Some(command) = due(actions, now) {
        return Next::Auto(command);
    }
    if now.over() {
        return aftermath(system, now);
    }
    match (system.next(now), schedule::awaited(system, now)) {
        (Next::Offers { title, offers }, Some(planned)) => match schedule::end(system, &offers) {
            Some(end) => waits_for(now, planned, title, offers, end),
            None => Next::Offers { title, offers },
        },
        (next, _) => next,
    }
}

/// Changes the offers if the end of the fight is among them while combatants are still to come. The question names
/// these combatants, and the default continues the fight.
fn waits_for(
    now: &Encounter,
    planned: usize,
    title: String,
    mut offers: Vec<Offer>,
    end: usize,
) -> Next {
    let title = format!("{title}; {}", now.scheduled[planned].told(now));
    if offers.len() > 1 && std::mem::take(&mut offers[end].preset) {
        let ends = offers.remove(end);
        offers.push(ends);
        offers[0].preset = true;
    }
    Next::Offers { title, offers }
}

/// Returns the offers after a fight or between two fights: all aftermath commands that make sense.
fn aftermath(system: &dyn System, now: &Encounter) -> Next {
    let makes_sense = |offer: &Offer| allowed(system.actions(), now, offer) != Legal::Absent;
    let mut offers = system.aftermath(now);
    offers.retain(makes_sense);
    let title = match now.stage {
        Stage::Between => "Between fights",
        _ => "The fight is over",
    };
    let title = title.to_owned();
    Next::Offers { title, offers }
}
