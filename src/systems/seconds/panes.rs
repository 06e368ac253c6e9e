//! Content of the screen: the order with the seconds of each turn, the rows of combatants, the top line.

use crate::rules::{Mark, OrderRow, Panes, RowView};
use crate::systems::common::sentences;
use crate::systems::prelude::*;
use crate::systems::seconds::Seconds;

use crate::systems::seconds::says::Downfall;
use crate::systems::seconds::sheet::conditions::{AIMS, is};
use crate::systems::seconds::sheet::schema::{Cover, Injury, InjuryLevel, Posture};
use crate::systems::seconds::state::fighter::{Fighter, fighter};
use crate::systems::seconds::state::round::Round;
use crate::systems::seconds::state::turn::{Carried, Stage, Turn, seconds};
use crate::systems::seconds::state::{cover, minds, mounts, order, sight};

impl Panes for Seconds {
    /// Returns the length of a round, six seconds (SEC-26).
    fn round_lasts(&self) -> Option<u32> {
        Some(6)
    }

    /// Returns the stage of the fight for the top line.
    fn headline(&self, now: &Encounter) -> String {
        match Round::of(now).acting().filter(|id| !now.get(*id).gone) {
            Some(id) => format!("{}, {} s left", now.name(id), seconds(now, id)),
            None if now.round == 0 => "initiative".to_owned(),
            None if Round::of(now).upkeep => match Round::of(now).beginning() {
                Some(id) => format!("start of {}'s turn", now.name(id)),
                None => "between turns".to_owned(),
            },
            None => "between turns".to_owned(),
        }
    }

    /// Returns the initiative order: the acting combatant with its seconds, delayed turns, actions that run over and
    /// delayed effects.
    fn order(&self, now: &Encounter) -> Vec<OrderRow> {
        if !now.fighting() {
            return Vec::new();
        }
        let acting = Round::of(now).acting().or(Round::of(now).beginning());
        let there = order::order(now).iter().enumerate();
        there
            .filter(|(_, id)| !fighter(now, **id).out() || !Turn::of(now, **id).timers.is_empty())
            .map(|(place, id)| {
                let row = OrderRow::new(mark(now, *id, place), *id, now.name(*id));
                row.detail(detail(now, *id)).current(acting == Some(*id))
            })
            .collect()
    }

    /// Returns the label of a combatant's defence.
    fn defence_is(&self) -> String {
        "T is the Target number of attacks, M is Minimum: more damage than this is a wound. The health is Toughness: this much damage leaves the target dying.".to_owned()
    }

    fn row(&self, now: &Encounter, id: Id) -> RowView {
        let one = fighter(now, id);
        let (toughness, wounds) = (one.toughness(), one.body.wounds());
        let most = (toughness + wounds).max(1);
        RowView {
            life: (toughness.max(0), most),
            defence: format!("T{} M{}", one.target(), one.minimum()),
            state: states(now, &one),
            gear: gear(&one),
            status: Vec::new(),
            stock: Vec::new(),
            health_word: word(&one).to_owned(),
            down: !one.able(),
            names: &NAMED,
        }
    }
}

fn mark(now: &Encounter, id: Id, place: usize) -> Mark {
    let (round, turn) = (Round::of(now), Turn::of(now, id));
    let one = fighter(now, id);
    let began = round.beginning();
    if round.acting().or(began) == Some(id) {
        Mark::Acting
    } else if !one.able() {
        Mark::Lost
    } else if turn.stage == Stage::Delaying {
        Mark::Held
    } else if round.under_way(id) || place >= round.place || mounts::rides_with(now, began, id) {
        Mark::Waiting
    } else if missed_round(now, id) {
        Mark::Lost
    } else {
        Mark::Done
    }
}

/// Returns true if a combatant joined after their place in this round had passed, so that they act from the next round
/// on.
fn missed_round(now: &Encounter, id: Id) -> bool {
    let round = Round::of(now);
    let place = round.order.iter().position(|one| *one == id);
    let called = place.is_some_and(|place| place < round.place);
    let began = round.beginning();
    let begins = began == Some(id) || mounts::rides_with(now, began, id);
    called && !begins && Turn::of(now, id).begun < now.round
}

/// Returns the detail shown at the right of a combatant's row in the order.
fn detail(now: &Encounter, id: Id) -> String {
    let (one, turn) = (fighter(now, id), Turn::of(now, id));
    let mut parts = Vec::new();
    match turn.stage {
        _ if one.out() => parts.push(one.downfall().map_or("", Downfall::short).to_owned()),
        Stage::Acting if Round::of(now).under_way(id) => {
            parts.push(format!("{} s", seconds(now, id)));
        }
        Stage::Delaying if one.able() => parts.push(format!("delays, {} s", seconds(now, id))),
        _ if missed_round(now, id) => parts.push("next round".to_owned()),
        _ => {}
    }
    parts.extend(under_way(turn));
    parts.join(", ")
}

/// Returns the actions that run into the next turn, and delayed effects.
fn under_way(turn: &Turn) -> impl Iterator<Item = String> {
    let timers = turn.timers.iter();
    let timers = timers.map(|one| format!("{} in {} s", one.label, one.left));
    turn.carried.iter().map(Carried::short).chain(timers)
}

/// Conditions that a row already shows in words.
static NAMED: [Is; 4] = [is::DEAD, is::DESTROYED, is::DYING, is::BROKEN];

/// Returns a combatant's health as players see it: dead, down, or the state of their Toughness.
fn word(one: &Fighter<'_>) -> &'static str {
    if one.dead() {
        "dead"
    } else if one.helpless() {
        "down"
    } else {
        // From four wounds on, the health is "badly hurt", the worst state.
        let wounds = one.body.wounds();
        sentences::health((6 - wounds).max(0), 6)
    }
}

/// Returns all states of a combatant, the most important first.
fn states(now: &Encounter, one: &Fighter<'_>) -> Vec<String> {
    let id = one.id;
    let mut states: Vec<String> = Vec::new();
    if one.has(is::DEAD) || one.has(is::DESTROYED) {
        return vec![one.downfall().map_or("", Downfall::short).to_owned()];
    }
    if minds::inside(now, id) {
        states.push(format!("inside {}", now.name(one.flesh)));
    }
    let others = minds::occupants(now, id);
    if others.len() > 1 && !minds::inside(now, id) {
        states.push(format!("possessed by {}", now.names(&others[1..])));
    }
    if one.has(is::DYING) {
        states.push(format!("dying, DC {}", one.body.dying_dc().unwrap_or(0)));
    }
    if one.feels(is::BROKEN) {
        states.push(format!("broken, DC {}", one.mind.broken_dc().unwrap_or(0)));
    }
    match one.body.wounds() {
        0 => {}
        1 => states.push("1 wound".to_owned()),
        wounds => states.push(format!("{wounds} wounds")),
    }
    states.extend(injuries(one));
    if one.mind.morale_penalties() > 0 {
        states.push(format!("Will {}/{}", one.will(), one.max_will()));
    }
    if one.posture() != Posture::Standing {
        states.push(one.posture().label().to_owned());
    }
    let behind = cover::effective(now, id);
    if behind != Cover::None {
        states.push(format!("{} cover", behind.label()));
    }
    if now.fighting() {
        states.extend(under_way(Turn::of(now, id)));
    }
    if one.body.flying() {
        states.push("flying".to_owned());
    }
    states.extend(sight::told(now, id));
    if one.body.high_speed_bonus() > 0 {
        states.push(format!("fast, Target {:+}", one.body.high_speed_bonus()));
    }
    if one.body.stun_seconds() > 0 {
        states.push(format!("stunned for {} s more", one.body.stun_seconds()));
    }
    states.extend(mounts::rides(now, id).map(|mount| format!("on {}", now.name(mount))));
    states.extend(
        now.links_from(AIMS, id)
            .map(|target| format!("aims at {}", now.name(target))),
    );
    states
}

/// Returns the hurt parts of a body, with a count of equal injuries: "arm disabled", "leg hurt (2)".
fn injuries(one: &Fighter<'_>) -> Vec<String> {
    let mut all: Vec<(String, usize)> = Vec::new();
    for hurt in one.body.injured_parts().iter().map(Injury) {
        let how = match hurt.level() {
            InjuryLevel::Minor => "hurt",
            InjuryLevel::Disabled => "disabled",
        };
        let text = format!("{} {how}", hurt.part().label());
        match all.iter_mut().find(|(known, _)| *known == text) {
            Some((_, count)) => *count += 1,
            None => all.push((text, 1)),
        }
    }
    let told = all.into_iter().map(|(text, count)| match count {
        1 => text,
        _ => format!("{text} ({count})"),
    });
    told.collect()
}

/// Returns the unusable weapons of a combatant who is alive.
fn gear(one: &Fighter<'_>) -> Vec<String> {
    let mut gear = Vec::new();
    if one.has(is::DEAD) || one.has(is::DESTROYED) {
        return gear;
    }
    for weapon in one.weapons() {
        if weapon.item_destroyed() || weapon.jammed() {
            let what = if weapon.jammed() {
                "jammed"
            } else {
                "destroyed"
            };
            gear.push(format!("{} {what}", weapon.name()));
        } else if weapon.needs_reload() && !weapon.loaded() {
            gear.push(format!("{} empty", weapon.name()));
        }
    }
    gear
}
