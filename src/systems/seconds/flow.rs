//! Next step of the fight, and the actions that may be started (section 3 of the contract).

use crate::rules::{Action, CapitalGroup, Flow, Next, Offer, offered};
use crate::systems::common::sides::{alone, may_suggest, suggest_end};
use crate::systems::prelude::*;
use crate::systems::seconds::Seconds;
use crate::text::capital;

use crate::systems::seconds::acts::{self, ACTIONS, IN_TURN, legal};
use crate::systems::seconds::combat::form;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::round::Round;
use crate::systems::seconds::state::turn::{Turn, bar, delaying, seconds};
use crate::systems::seconds::state::{minds, mounts, order, sides};

impl Flow for Seconds {
    fn actions(&self) -> &'static [&'static Action] {
        ACTIONS
    }

    fn capitals(&self) -> &'static [CapitalGroup] {
        acts::capitals::CAPITALS
    }

    fn next(&self, now: &Encounter) -> Next {
        if !order::newcomers(now).is_empty() {
            return Next::Auto(acts::INITIATIVE.of());
        }
        if now.round == 0 {
            return Next::Auto(acts::ROUND.of());
        }
        // A turn that is finished ends first.
        let over = Round::of(now).acting().is_some_and(|who| done(now, who));
        if !over
            && may_suggest(Round::of(now).went_on, || order::all_done(now))
            && let Some(title) = alone(now, &sides::left(now), "can fight on")
        {
            return suggest_end(capital(&title), &acts::END, &acts::GO_ON);
        }
        match Round::of(now).acting() {
            Some(who) => acting(now, who),
            None => between(now),
        }
    }

    /// Returns offers after the fight: experience, passing time. None is preselected, so that a repeated Enter changes
    /// nothing.
    fn aftermath(&self, _now: &Encounter) -> Vec<Offer> {
        [&acts::AWARD, &acts::TIME, &acts::TAKE_UP]
            .map(|action| Offer::new(action.of()))
            .into()
    }
}

/// Returns the step between two turns: the next count, unless a delaying combatant acts first (SEC-44, SEC-45). Affray
/// does not ask again if nothing has happened since the same combatants delayed or declined.
fn between(now: &Encounter) -> Next {
    let next = order::next(now);
    let command = match next {
        Some(next) => acts::TURN.by(next),
        None => acts::ROUND.of(),
    };
    let waiting = delaying(now);
    let asked = &Round::of(now).asked;
    // Before their own next turn, they always have the choice, because it ends the delayed turn.
    let lapses = next.is_some_and(|next| waiting.contains(&next));
    if !lapses && waiting.iter().all(|id| asked.contains(id)) {
        return Next::Auto(command);
    }
    let title = match next {
        Some(next) => format!("Between two turns. {} is next", now.name(next)),
        None => format!("End of round {}", now.round),
    };
    let mut offers = vec![Offer::new(command).preset()];
    offers.extend(held(now, &waiting));
    Next::Offers { title, offers }
}

/// Returns the combatants who may take their delayed turn here (SEC-47). The delayed turn of a mount waits for its
/// rider's (SEC-122).
fn held<'a>(now: &'a Encounter, waiting: &'a [Id]) -> impl Iterator<Item = Offer> + 'a {
    let led = |id: Id| {
        mounts::ridden_by(now, id)
            .is_some_and(|rider| waiting.contains(&rider) && fighter(now, rider).able())
    };
    let may = move |id: &&Id| fighter(now, **id).able() && !led(**id);
    let able = waiting.iter().filter(may);
    able.map(|id| Offer::new(acts::ACT_NOW.by(*id)))
}

/// Returns true if a combatant can do nothing more in the current turn. A mind that could still leave its body is not
/// done (SEC-169).
fn done(now: &Encounter, id: Id) -> bool {
    let one = fighter(now, id);
    if minds::inside(now, id) && one.powerless() && !one.helpless() {
        // The mind may still leave the body (SEC-168).
        return false;
    }
    let spent = seconds(now, id) == 0 && !minds::inside(now, id);
    !one.able() || spent || legal::whim_done(now, id)
}

/// Returns the prompt of a turn: its actions, and the combatants who delay (SEC-44).
fn acting(now: &Encounter, who: Id) -> Next {
    let other = Round::of(now).turns.last().and_then(|seat| seat.beside);
    let beside = other.filter(|id| !done(now, *id));
    // A rider without seconds may still use the seconds reserved for the mount (SEC-120).
    let may = |id: &Id| acts::mounts::can_give_up(now, *id);
    let idle = other.filter(|id| beside.is_none() && may(id));
    if done(now, who) && (beside.is_some() || !may(&who)) {
        return Next::Auto(match beside.or(idle) {
            Some(other) => acts::SWITCH.by(other),
            None => acts::END_TURN.by(who),
        });
    }
    if acts::minds::to_announce(now, who) && Turn::of(now, who).spent == 0 {
        return Next::Auto(acts::ANNOUNCE.by(who));
    }
    let mut offers = offered(ACTIONS, IN_TURN, now, who);
    let allows = legal::allows(now, who);
    offers.retain(|one| allows(&one.command));
    let carried = Turn::of(now, who).carried.as_ref();
    let carried = carried.filter(|_| acts::no_going_on(now, who).is_none());
    // If the fight continues with one side left, Enter never attacks that side. With only hidden foes left it does not
    // attack either, since none of them is suggested as a target.
    let fights = || {
        let goes_on = !Round::of(now).went_on || sides::left(now).len() > 1;
        goes_on && form::foe(now, who).is_some()
    };
    let free = || {
        if fights() {
            acts::ATTACK.key
        } else {
            acts::END_TURN.key
        }
    };
    // An attack that began earlier continues only while there is a target to suggest.
    let strikes = |deed: &str| [acts::ATTACK.key, acts::COMBO.key].contains(&deed);
    let carried = carried.filter(|one| !strikes(&one.deed) || fights());
    let usual = || {
        if done(now, who) {
            acts::END_TURN.key
        } else {
            carried.map_or_else(free, |one| one.deed.as_str())
        }
    };
    let preset = legal::first(now, who).unwrap_or_else(usual);
    let possible = |key: &str| {
        let mut all = offers.iter();
        all.any(|offer| offer.command.action == key)
    };
    let preset = if possible(preset) {
        preset
    } else if carried.is_some() && possible(free()) {
        free()
    } else {
        acts::END_TURN.key
    };
    for offer in &mut offers {
        offer.preset = offer.command.action == preset;
    }
    offers.sort_by_key(|offer| !offer.preset);
    offers.extend(beside.map(|id| Offer::new(acts::SWITCH.by(id)).by_letter()));
    offers.extend(idle.map(|id| Offer::new(acts::GIVE_UP.by(id))));
    let waiting = delaying(now);
    offers.extend(held(now, &waiting));
    let left = seconds(now, who);
    let bound = || legal::told(now, who).map(|bound| format!(" ({bound})"));
    let title = say!(
        now,
        "{}: {left} of 6 seconds left {}{}",
        now.name(who),
        bar(left),
        bound().unwrap_or_default()
    );
    Next::Offers {
        title: title.into(),
        offers,
    }
}
