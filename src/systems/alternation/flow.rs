//! Next step of a fight, and the actions that may be started (`ALT-24` to `ALT-37`, `ALT-85`, `ALT-114`, `ALT-122`).

use crate::encounter::says::FirstTurn;
use crate::rules::{Action, CapitalGroup, Flow, Legal, Next, Offer, allowed, offered};
use crate::systems::alternation::Alternation;
use crate::systems::common::sides;
use crate::systems::prelude::*;

use crate::systems::alternation::acts::{self, ACTIONS, IN_TURN};
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::state::bonds::holder;
use crate::systems::alternation::state::fighter::Fighter;
use crate::systems::alternation::state::round::{Phase, Round, in_play, takes_part, up, willing};
use crate::systems::alternation::state::sides::{on_field, standing};
use crate::systems::alternation::state::turn::{self, Turn, held_by_larger, leads};

impl Flow for Alternation {
    fn actions(&self) -> &'static [&'static Action] {
        ACTIONS
    }

    fn capitals(&self) -> &'static [CapitalGroup] {
        acts::capitals::CAPITALS
    }

    /// Returns the next step of the fight.
    fn next(&self, now: &Encounter) -> Next {
        if let Some(turn) = Turn::under_way(now) {
            return if turn.over(now) {
                Next::Auto(acts::END_TURN.of())
            } else {
                in_turn(now, turn)
            };
        }
        let round = Round::of(now);
        let next = between_turns(now, round);
        // If no choice would come up for a while, the end is offered before passes, morale and a new round. If only one
        // side is left, the end is offered first.
        let alone = || matches!(next, Next::Auto(_)) || up(now).len() == 1;
        let asks = sides::may_suggest(round.plays_on, || turn::played_out(now));
        if asks && willing(now).len() <= 1 && alone() {
            let title = "The fight is decided".to_owned();
            return sides::suggest_end(title, &acts::END, &acts::PLAY_ON);
        }
        next
    }

    /// Returns offers after the fight: durability first.
    fn aftermath(&self, _now: &Encounter) -> Vec<Offer> {
        vec![
            Offer::new(acts::DURABILITY.of()).preset(),
            Offer::new(acts::END_STRETCH.of()),
            Offer::new(acts::REOPEN.of()),
        ]
    }

    fn joins(&self, now: &Encounter, who: Id) -> Option<FirstTurn> {
        Some(if takes_part(now, who) {
            FirstTurn::ActsNow {}
        } else {
            FirstTurn::ActsNext {}
        })
    }
}

/// Returns the next step of the round between two turns; the bonus round is followed by its end (`ALT-23`).
fn between_turns(now: &Encounter, round: &Round) -> Next {
    if round.done(now) {
        return Next::Auto(acts::END_ROUND.of());
    }
    let playing = in_play(now);
    if playing.is_empty() {
        return Next::Offers {
            title: "No one is left standing".to_owned(),
            offers: vec![Offer::new(acts::END.of()).preset()],
        };
    }
    match round.phase {
        Phase::First if !holds(now, round.holder) => Next::Auto(acts::INITIATIVE.of()),
        Phase::First => first(now, round, &playing),
        Phase::Pick => pick(now, round),
        Phase::Go if !playing.contains(&round.go) => Next::Auto(acts::SKIP.of()),
        Phase::Go => go(now, round.go),
    }
}

/// Returns true if the holder of the initiative has a combatant standing (`ALT-13`).
fn holds(now: &Encounter, holder: SideId) -> bool {
    now.members(holder).any(|id| standing(now, id))
}

/// Asks the holder to name the first side (`ALT-24`). In a bonus round of one side the choice is automatic
/// (`ALT-17`).
fn first(now: &Encounter, round: &Round, playing: &[SideId]) -> Next {
    if round.bonus
        && let [only] = playing
    {
        return Next::Auto(acts::FIRST.side(*only));
    }
    naming(now, round, playing, &acts::FIRST, Some(round.named))
}

fn pick(now: &Encounter, round: &Round) -> Next {
    let nameable = round.nameable(now);
    if let [only] = nameable.as_slice() {
        return Next::Auto(acts::NEXT.side(*only));
    }
    naming(now, round, &nameable, &acts::NEXT, None)
}

/// Asks the holder of the initiative to name a side; `action` is the action that names it.
fn naming(
    now: &Encounter,
    round: &Round,
    from: &[SideId],
    action: &Action,
    preset: Option<SideId>,
) -> Next {
    let preset = preset.filter(|side| from.contains(side));
    let preset = preset.or(from.first().copied());
    let offer = |side: &SideId| Offer {
        preset: Some(*side) == preset,
        ..Offer::new(action.side(*side)).by_letter()
    };
    let offers = from.iter().map(offer).chain(end(now)).collect();
    let holder = now.side_name(round.holder);
    Next::Offers {
        title: format!("Initiative: {holder}. Which side {}?", action.label),
        offers,
    }
}

/// Offers the end if only one side still wants to fight (`ALT-122`). Only the action key accepts the end.
fn end(now: &Encounter) -> Option<Offer> {
    (willing(now).len() <= 1).then(|| Offer::new(acts::END.of()))
}

/// Asks a side to activate a combatant or pass (`ALT-25` to `ALT-28`).
fn go(now: &Encounter, side: SideId) -> Next {
    let leads = leads(now, side);
    if leads.is_empty() {
        return Next::Auto(acts::PASS.side(side));
    }
    let mut offers = Vec::new();
    for lead in &leads {
        activations(now, *lead, &mut offers);
    }
    if let Some(offer) = offers.iter_mut().find(|offer| may(now, offer)) {
        offer.preset = true;
    }
    let stuck =
        |id: &Id| held_by_larger(now, *id) && standing(now, *id) && !turn::eligible(now, *id);
    let goes = |id: &Id| {
        turn::unit_of(now, *id)
            .iter()
            .any(|one| leads.contains(one))
    };
    let waits = now.members(side).filter(|id| stuck(id) && !goes(id));
    offers.extend(waits.map(|id| Offer::new(acts::ACTIVATE.by(id)).by_letter()));
    offers.push(Offer::new(acts::PASS.side(side)));
    offers.extend(end(now));
    Next::Offers {
        title: say!(now, "{} to act: who takes a turn?", now.side_name(side)).into(),
        offers,
    }
}

/// Adds the actions with which a combatant can begin: an ordinary turn, breaking free, surrender.
fn activations(now: &Encounter, lead: Id, offers: &mut Vec<Offer>) {
    let broken = now.get(lead).condition(is::BROKEN);
    let alone = turn::unit_of(now, lead).len() == 1;
    let held = alone && holder(now, lead).is_some();
    let retreats = broken.is_none_or(|broken| broken.value != 1 || !alone);
    let ways = [
        (&acts::BREAK_FREE, held && !held_by_larger(now, lead)),
        (&acts::ACTIVATE, !held && retreats),
        (&acts::SURRENDER, alone && broken.is_some()),
    ];
    let open = ways.into_iter().filter(|(_, open)| *open);
    // Each combatant's letter chooses their first possible action.
    offers.extend(open.enumerate().map(|(place, (action, _))| Offer {
        by_letter: place == 0,
        ..Offer::new(action.by(lead))
    }));
}

/// Returns true if the rules allow an offer.
fn may(now: &Encounter, offer: &Offer) -> bool {
    allowed(ACTIONS, now, offer) == Legal::Yes
}

/// Returns the offers of a turn in progress for the acting combatant. Other members of a unit are chosen by letter.
fn in_turn(now: &Encounter, turn: &Turn) -> Next {
    let Some(actor) = turn.actor(now) else {
        return Next::Auto(acts::END_TURN.of());
    };
    let mut offers = offered(ACTIONS, IN_TURN, now, actor);
    let foe = |id| on_field(now, id) && !now.allied(id, actor);
    let foes = now.present().any(foe);
    let retreats = now.get(actor).has(is::BROKEN) && Fighter::of(now, actor).moved() == 0;
    let strikes = |offer: &Offer| retreats || foes && acts::ATTACK.is(&offer.command);
    let mut all = offers.iter();
    let strike = all.position(|offer| strikes(offer) && may(now, offer));
    let mut end = Offer::new(acts::END_TURN.of());
    let others = turn.members.iter().copied();
    let others = others.filter(|id| *id != actor && turn.can_act(now, *id));
    let switch = |id| Offer::new(acts::SWITCH.by(id)).by_letter();
    let mut others: Vec<Offer> = others.map(switch).collect();
    // Enter never ends a turn in which nothing has happened.
    let fresh = |id| Fighter::of(now, id).fresh();
    let next = others
        .iter()
        .position(|offer| offer.command.who.is_some_and(fresh));
    match (strike, next.filter(|_| !fresh(actor))) {
        (Some(place), _) => offers[place].preset = true,
        (None, Some(place)) => others[place].preset = true,
        (None, None) => end.preset = true,
    }
    offers.push(end);
    offers.extend(others);
    Next::Offers {
        title: say!(now, "What does {} do?", now.name(actor)).into(),
        offers,
    }
}
