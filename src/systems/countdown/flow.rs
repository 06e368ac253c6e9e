//! Next step of the fight, and the actions that may be started (section 3 of the contract).

use crate::encounter::says::FirstTurn;
use crate::rules::{Action, CapitalGroup, Flow, Next, Offer, offered};
use crate::systems::common;
use crate::systems::common::sides::{alone, suggest_end};
use crate::systems::countdown::Countdown;
use crate::systems::prelude::*;
use crate::text::capital;

use crate::systems::countdown::acts::{self, ACTIONS, ON_NUMBER, on_number};
use crate::systems::countdown::state::count::{self, Closing};
use crate::systems::countdown::state::{Phase, Round, declarations, sides};

impl Flow for Countdown {
    fn actions(&self) -> &'static [&'static Action] {
        ACTIONS
    }

    fn capitals(&self) -> &'static [CapitalGroup] {
        acts::capitals::CAPITALS
    }

    fn next(&self, now: &Encounter) -> Next {
        let round = Round::of(now);
        let fresh = round.phase == Phase::Count || sides::between_rounds(now);
        match round.phase {
            _ if fresh && sides::suggested(now) => suggestion(now),
            Phase::Surprise => Next::Auto(acts::SURPRISE.of()),
            Phase::Declare => declarations(now),
            Phase::Count if round.open => counting(now),
            Phase::Count => between_counts(now),
        }
    }

    /// Returns the offers after the fight: pass time, collect weapons, or resume the fight. None is preselected, so that
    /// a repeated Enter does not pass time.
    fn aftermath(&self, _now: &Encounter) -> Vec<Offer> {
        [&acts::ADVANCE, &acts::COLLECT, &acts::TAKE_UP]
            .map(|action| Offer::new(action.of()))
            .into()
    }

    fn joins(&self, now: &Encounter, _who: Id) -> Option<FirstTurn> {
        Some(match Round::of(now).phase {
            Phase::Surprise | Phase::Declare => FirstTurn::DeclaresNow {},
            Phase::Count => FirstTurn::DeclaresNext {},
        })
    }
}

/// Offers the end of the fight, between two counts or rounds (CTD-177).
fn suggestion(now: &Encounter) -> Next {
    let title = alone(now, &sides::standing(now), "is left standing").unwrap_or_default();
    suggest_end(capital(&title), &acts::END, &acts::GO_ON)
}

/// Offers the declarations of all combatants; Enter declares for the next combatant (CTD-18).
fn declarations(now: &Encounter) -> Next {
    let (open, done) = declarations::open_and_done(now);
    let Some(first) = open.first().copied() else {
        return match done.as_slice() {
            [] => Next::Auto(acts::END_ROUND.of()),
            done => common::declarations::all_declared(&acts::DECLARE, done, &acts::INITIATIVE),
        };
    };
    let rest = vec![Offer::new(acts::CLOSE_DECLARATIONS.of())];
    let mut offers = vec![Offer::new(acts::USUAL.by(first)).preset()];
    offers.extend(common::declarations::offers(
        &acts::DECLARE,
        &open,
        &done,
        rest,
    ));
    let (round, name) = (now.round, now.name(first));
    let title = say!(now, "Round {round}: what does {name} do?").into();
    Next::Offers { title, offers }
}

fn between_counts(now: &Encounter) -> Next {
    Next::Auto(match count::next_number(now) {
        _ if count::round_done(now) => acts::END_ROUND.of(),
        Some(_) => acts::COUNT.of(),
        None => acts::BOTTOM.of(),
    })
}

fn counting(now: &Encounter) -> Next {
    if let Some(caster) = count::just_before(now).first() {
        return Next::Auto(acts::JUST_BEFORE.by(*caster));
    }
    let queue = count::queue(now);
    let Some(current) = queue.first().copied() else {
        return Next::Auto(match count::closing(now) {
            Closing::Saves => acts::SPELL_SAVES.of(),
            Closing::Spell(caster) => acts::SPELL.by(caster),
            Closing::Close => acts::CLOSE_COUNT.of(),
        });
    };
    let mut offers = maneuvers(now, current);
    let others = queue.iter().skip(1);
    offers.extend(others.map(|id| Offer::new(acts::FIRST.by(*id))));
    if count::joinable(now) {
        let earlier = count::empty_numbers(now).is_some();
        let mut holders = count::holders(now);
        holders.retain(|id| !queue.contains(id));
        for id in holders {
            offers.push(Offer::new(acts::JOIN.by(id)));
            offers.extend(earlier.then(|| Offer::new(acts::EARLY.by(id))));
        }
    }
    let title = say!(now, "{}", acting(now, current)).into();
    Next::Offers { title, offers }
}

/// Returns the title of a turn: the count, the acting combatant, and why their declaration is no longer possible.
fn acting(now: &Encounter, who: Id) -> String {
    let round = Round::of(now);
    let count = if round.bottom {
        "Last count".to_owned()
    } else {
        format!("Count {}", round.count)
    };
    let (name, lost) = (now.name(who), on_number::lost(now, who));
    let lost = lost.map_or(String::new(), |lost| format!(" ({lost})"));
    format!("{count}: {name} acts{lost}")
}

/// Returns the actions of a combatant on their count, with the default of Enter first.
fn maneuvers(now: &Encounter, who: Id) -> Vec<Offer> {
    let mut offers = offered(ACTIONS, ON_NUMBER, now, who);
    let preset = on_number::preset(now, who).word();
    for offer in &mut offers {
        offer.preset = offer.command.action == preset;
    }
    offers.sort_by_key(|offer| !offer.preset);
    offers
}
