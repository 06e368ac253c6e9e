//! Countdown of a round: combatants on each count, holders, and the steps left to do (CTD-28 to CTD-48).

use crate::systems::prelude::*;

use super::fighter::{Fighter, fighter};
use super::maneuver::Maneuver;
use super::plan::Hold;
use super::round::{Casting, Phase, Round, RoundState};

/// Returns the highest count of a combatant who has not acted and does not hold (CTD-28).
pub fn next_number(now: &Encounter) -> Option<i64> {
    let all = now.present().map(|id| fighter(now, id));
    all.filter(|one| one.yet_to_act() && one.this_round().hold == Hold::None)
        .filter_map(|one| one.initiative())
        .max()
}

/// Returns true if the round is over: no count and no holder is left, or no combatant is able to declare.
pub fn round_done(now: &Encounter) -> bool {
    let round = Round::of(now);
    match round.phase {
        Phase::Surprise => false,
        Phase::Declare => now.present().all(|id| !fighter(now, id).able()),
        Phase::Count => !round.open && next_number(now).is_none() && holders(now).is_empty(),
    }
}

/// Returns all combatants who hold, in roster order.
pub fn holders(now: &Encounter) -> Vec<Id> {
    let holds = |one: Fighter<'_>| one.this_round().hold != Hold::None && one.yet_to_act();
    let all = now.present();
    all.filter(|id| holds(fighter(now, *id))).collect()
}

/// Returns true if the awaited combatant can no longer act, so that the hold has no trigger (CTD-44).
pub fn waits_in_vain(now: &Encounter, other: Id) -> bool {
    !fighter(now, other).yet_to_act()
}

/// Returns all combatants of the open count, including combatants who have acted: combatants with this count, holders
/// who joined, and holders who wait for one of these (CTD-30, CTD-41, CTD-46).
pub fn on_count(now: &Encounter) -> Vec<Id> {
    let round = Round::of(now);
    if !round.open {
        return Vec::new();
    }
    let index = Some(round.index);
    let (mut on, mut waiting) = (Vec::new(), Vec::new());
    for id in now.ids() {
        let one = fighter(now, id);
        let its = one.this_round();
        let called =
            !round.bottom && its.hold == Hold::None && one.initiative() == Some(round.count);
        if its.acted_on == index || (called || its.joined == index) && one.yet_to_act() {
            on.push(id);
        } else if let Hold::For(other) = its.hold
            && one.yet_to_act()
        {
            waiting.push((id, other));
        }
    }
    while let Some(place) = waiting.iter().position(|(_, other)| on.contains(other)) {
        on.push(waiting.remove(place).0);
        on.sort();
    }
    on
}

/// Returns the combatants still to act on this count, in prompt order: the GM's choice, declared holds, declared
/// charges, then the others, each group in roster order (CTD-31).
pub fn queue(now: &Encounter) -> Vec<Id> {
    let first = Round::of(now).first;
    let mut left = on_count(now);
    left.retain(|id| fighter(now, *id).yet_to_act());
    left.sort_by_cached_key(|id| {
        let one = fighter(now, *id);
        // A combatant who declared a hold acts before the combatants who wait for them.
        let holds = one.does(Maneuver::Hold) && one.this_round().hold == Hold::None;
        let holds = holds && one.this_round().joined.is_none();
        let charges = one.does(Maneuver::Charge);
        (Some(*id) != first, !holds, !charges, *id)
    });
    left
}

/// Returns the casters whose delayed spell comes just before another combatant on this count, in roster order
/// (CTD-47).
pub fn just_before(now: &Encounter) -> Vec<Id> {
    let before = |id: &Id| match fighter(now, *id).this_round().hold {
        Hold::Before(other) => Some(other),
        _ => None,
    };
    let mut holders = holders(now);
    holders.retain(|id| before(id).is_some_and(|other| !fighter(now, other).acted()));
    if !holders.is_empty() {
        let on = on_count(now);
        holders.retain(|id| before(id).is_some_and(|other| on.contains(&other)));
    }
    holders
}

/// Returns true if holders can still join this count: no action has been taken on it (CTD-42).
pub fn joinable(now: &Encounter) -> bool {
    let round = Round::of(now);
    round.open && !round.started && !round.bottom
}

/// Returns the range of unused counts above the called count, on which a holder can act (CTD-42).
pub fn empty_numbers(now: &Encounter) -> Option<(i64, i64)> {
    let round = Round::of(now);
    let least = round.count + 1;
    let most = round.previous? - 1;
    let touched = now
        .ids()
        .any(|id| fighter(now, id).this_round().acted_on == Some(round.index));
    (joinable(now) && !touched && least <= most).then_some((least, most))
}

/// Step that a count still needs before it is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// Saves of attacked casters.
    Saves,
    /// Release of a spell.
    Spell(Id),
    /// Close of the count.
    Close,
}

/// Returns the next step of the open count, once all its combatants have acted.
pub fn closing(now: &Encounter) -> Closing {
    if !casting(now, Casting::Begun).is_empty() {
        return Closing::Saves;
    }
    let released = casting(now, Casting::Safe).into_iter();
    let over = released.chain(casting(now, Casting::Lost));
    over.min().map_or(Closing::Close, Closing::Spell)
}

/// Returns the combatants whose spell is at this stage, in roster order.
pub fn casting(now: &Encounter, stage: Casting) -> Vec<Id> {
    now.ids()
        .filter(|id| RoundState::of(now, *id).casting == stage)
        .collect()
}
