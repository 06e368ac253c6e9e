//! Next step of a fight, and the actions that may be started.

use crate::rules::{Action, CapitalGroup, Flow, Next, Offer};
use crate::systems::common::declarations;
use crate::systems::common::sides::{alone, may_suggest, suggest_end};
use crate::systems::prelude::*;
use crate::systems::segments::Segments;
use crate::text::capital;

use crate::systems::segments::acts::{self, ACTIONS, count};
use crate::systems::segments::state::{
    Kind, Phase, Round, done, may_declare, plan, sides, undeclared,
};

impl Flow for Segments {
    fn actions(&self) -> &'static [&'static Action] {
        ACTIONS
    }

    fn capitals(&self) -> &'static [CapitalGroup] {
        acts::capitals::CAPITALS
    }

    /// Returns the next step, automatic or offered to the GM.
    fn next(&self, now: &Encounter) -> Next {
        let round = Round::of(now);
        if round.phase == Phase::Act {
            return Next::Auto(match count::due(now) {
                Some(slot) => action(slot.kind).by(slot.who),
                None => acts::CLOSE_COUNT.of(),
            });
        }
        if may_suggest(round.go_on, || done(now))
            && let Some(title) = alone(now, &sides(now), "can still act")
        {
            return suggest_end(capital(&title), &acts::END, &acts::GO_ON);
        }
        match round.phase {
            Phase::Declare => match (undeclared(now).as_slice(), declared(now).as_slice()) {
                ([], []) => Next::Auto(acts::INITIATIVE.of()),
                ([], done) => declarations::all_declared(&acts::DECLARE, done, &acts::INITIATIVE),
                (waiting, done) => declaring(now, waiting, done),
            },
            _ if done(now) => Next::Auto(acts::ROUND_END.of()),
            _ => Next::Auto(acts::OPEN_COUNT.of()),
        }
    }

    /// Returns the offers after the fight: a skill or first aid, or resuming the fight.
    fn aftermath(&self, _now: &Encounter) -> Vec<Offer> {
        [&acts::SKILL, &acts::TAKE_UP]
            .map(|action| Offer::new(action.of()))
            .into()
    }
}

/// Returns the action that resolves a slot of this kind.
fn action(kind: Kind) -> &'static Action {
    match kind {
        Kind::Release => &acts::RELEASE,
        Kind::Other => &acts::OTHER,
        _ => &acts::ATTACK,
    }
}

/// Returns the combatants who have declared and may declare again.
fn declared(now: &Encounter) -> Vec<Id> {
    let declared = |id: &Id| may_declare(now, *id) && plan(now, *id).is_some();
    now.present().filter(declared).collect()
}

/// Returns the prompt for combatants without a declaration; combatants with one may declare again.
fn declaring(now: &Encounter, waiting: &[Id], done: &[Id]) -> Next {
    let mut rest: Vec<Offer> = Vec::new();
    for side in now.side_ids() {
        let of_side = |id: &&Id| now.get(**id).side == side;
        let left = waiting.iter().filter(of_side).count();
        if left > 1 && left < waiting.len() {
            rest.push(Offer::new(acts::DECLARE_SIDE.side(side)));
        }
    }
    rest.push(Offer::new(acts::DECLARE_REST.of()));
    let mut offers = declarations::offers(&acts::DECLARE, waiting, done, rest);
    if let Some(first) = offers.first_mut() {
        first.preset = true;
    }
    let title = match waiting {
        [one] => say!(now, "{} has not declared", now.name(*one)),
        many => say!(now, "{} combatants have not declared", many.len()),
    };
    let title = title.into();
    Next::Offers { title, offers }
}
