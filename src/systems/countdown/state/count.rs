//! Implements the countdown of a round: who acts on which count, who holds, what is left to do (CTD-28 to CTD-48).

use crate::encounter::Encounter;
use crate::values::Id;

use super::fighter::{Fighter, fighter};
use super::maneuver::Maneuver;
use super::plan::Hold;
use super::round::{Casting, Phase, Round, RoundState};

/// The next number that somebody has who neither acted nor holds (CTD-28).
pub fn next_number(now: &Encounter) -> Option<i64> {
    let all = now.present().map(|id| fighter(now, id));
    all.filter(|one| one.yet_to_act() && one.this_round().hold == Hold::None)
        .filter_map(|one| one.initiative())
        .max()
}

/// Whether the round is done: nobody has a number left to act on, or anything to declare.
pub fn round_done(now: &Encounter) -> bool {
    let round = Round::of(now);
    match round.phase {
        Phase::Surprise => false,
        Phase::Declare => now.present().all(|id| !fighter(now, id).able()),
        Phase::Count => !round.open && next_number(now).is_none() && holders(now).is_empty(),
    }
}

/// Everybody who holds, in roster order.
pub fn holders(now: &Encounter) -> Vec<Id> {
    let holds = |one: Fighter<'_>| one.this_round().hold != Hold::None && one.yet_to_act();
    let all = now.present();
    all.filter(|id| holds(fighter(now, *id))).collect()
}

/// Whether whoever is waited for cannot act any more: the hold is an open one (CTD-44).
pub fn waits_in_vain(now: &Encounter, other: Id) -> bool {
    !fighter(now, other).yet_to_act()
}

/// Everybody who acts on the count that is open, those who have done so included: whoever has its number, joined, or
/// waits for one of them (CTD-30, CTD-41, CTD-46).
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

/// Who still has to act on this count, in prompt order: whom the GM wants first, those who mean to hold, declared
/// charges, then the others, each in roster order (CTD-31).
pub fn queue(now: &Encounter) -> Vec<Id> {
    let first = Round::of(now).first;
    let mut left = on_count(now);
    left.retain(|id| fighter(now, *id).yet_to_act());
    left.sort_by_cached_key(|id| {
        let one = fighter(now, *id);
        // Who means to hold says so before those who wait for it are asked.
        let holds = one.does(Maneuver::Hold) && one.this_round().hold == Hold::None;
        let holds = holds && one.this_round().joined.is_none();
        let charges = one.does(Maneuver::Charge);
        (Some(*id) != first, !holds, !charges, *id)
    });
    left
}

/// Casters whose delayed spell comes just before somebody on this count, in roster order (CTD-47).
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

/// Whether holders can still join this count: nothing has been done on it (CTD-42).
pub fn joinable(now: &Encounter) -> bool {
    let round = Round::of(now);
    round.open && !round.started && !round.bottom
}

/// Empty numbers above the one called, on which a holder can be released: from and to (CTD-42).
pub fn empty_numbers(now: &Encounter) -> Option<(i64, i64)> {
    let round = Round::of(now);
    let least = round.count + 1;
    let most = round.previous? - 1;
    let touched = now
        .ids()
        .any(|id| fighter(now, id).this_round().acted_on == Some(round.index));
    (joinable(now) && !touched && least <= most).then_some((least, most))
}

/// What a count still needs before it is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// Saves of attacked casters.
    Saves,
    /// A spell is released.
    Spell(Id),
    /// The count is closed.
    Close,
}

/// What is left to do on the open count before it is closed, if everybody on it has acted.
pub fn closing(now: &Encounter) -> Closing {
    if !casting(now, Casting::Begun).is_empty() {
        return Closing::Saves;
    }
    let released = casting(now, Casting::Safe).into_iter();
    let over = released.chain(casting(now, Casting::Lost));
    over.min().map_or(Closing::Close, Closing::Spell)
}

/// Everybody whose spell has come so far, in roster order.
pub fn casting(now: &Encounter, stage: Casting) -> Vec<Id> {
    now.ids()
        .filter(|id| RoundState::of(now, *id).casting == stage)
        .collect()
}
