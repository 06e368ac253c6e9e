//! State of the round: the side to go, the sides that count, the end of the round (`ALT-11` to `ALT-31`).

use crate::encounter::Event;
use crate::systems::common::sides;
use crate::systems::prelude::*;

use super::fighter::Fighter;
use super::groups;
use super::sides::standing;
use crate::systems::alternation::says::Says;
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::sheet::options::{Options, TurnOrder};
use crate::systems::alternation::sheet::schema::at;

crate::words! {
    /// Phase of a round.
    pub enum Phase {
        /// The holder of the initiative names the first side.
        First = "first",
        /// A side activates or passes.
        Go = "go",
        /// The holder names the next side (option `turn_order`).
        Pick = "pick",
    }
}

crate::records! {
    /// State of the round.
    pub struct Round in "round" {
        /// Side that holds the initiative (`ALT-12`).
        pub holder: SideId,
        /// Side that was named first in the last round.
        pub named: SideId,
        /// Phase of the round.
        pub phase: Phase,
        /// Side to go, or the side that went last.
        pub go: SideId,
        /// Number of consecutive passes (`ALT-29`).
        pub run: i64,
        /// True in the bonus round of the ambushers (`ALT-17`).
        pub bonus: bool,
        /// Sides that passed since the last activation.
        pub passed: Vec<SideId>,
        /// Sides whose forced pass has been logged in this round.
        pub idle: Vec<SideId>,
        /// Sides that went in this lap, if the holder names each side.
        pub lap: Vec<SideId>,
        /// True if the GM declined the end with one side left, in this round or at the end of the last round
        /// (`ALT-122`).
        pub plays_on: bool,
    }

    /// Rotation of the sides in a round (`ALT-11`).
    pub struct Cycle in "cycle" {
        /// Sides in rotation order, without sides that joined later.
        pub order: Vec<SideId>,
    }

    /// Ambush at the start of the fight.
    pub struct Ambush in "ambush" {
        /// Ambushers, who alone act in the bonus round (`ALT-17`).
        pub who: Vec<Id>,
    }
}

impl Round {
    /// Returns true if enough sides have passed in a row (`ALT-29`).
    pub fn over(&self, now: &Encounter) -> bool {
        let (passed, playing) = self.passes(now);
        self.phase != Phase::First && playing > 0 && passed >= playing
    }

    /// Returns true if only the end of the round is left. A bonus round is also done when no ambusher is standing
    /// (`ALT-23`).
    pub fn done(&self, now: &Encounter) -> bool {
        self.over(now) || self.bonus && in_play(now).is_empty()
    }

    /// Returns the number of sides that have passed in a row, and the number of all sides in play. If they are equal,
    /// the round is over (`ALT-29`).
    pub fn passes(&self, now: &Encounter) -> (usize, usize) {
        let playing = in_play(now);
        let passed = match Options::of(now).turn_order() {
            TurnOrder::HolderPicksNext => {
                let playing = playing.iter();
                playing.filter(|side| self.passed.contains(side)).count()
            }
            _ => usize::try_from(self.run).unwrap_or(0).min(playing.len()),
        };
        (passed, playing.len())
    }

    /// Returns the sides that the holder may name next (option `turn_order`).
    pub fn nameable(&self, now: &Encounter) -> Vec<SideId> {
        let mut others = in_play(now);
        others.retain(|side| *side != self.go);
        let missing = others.iter().copied();
        let missing: Vec<_> = missing.filter(|side| !self.lap.contains(side)).collect();
        match (missing.is_empty(), others.is_empty()) {
            (false, _) => missing,
            (true, false) => others,
            (true, true) => in_play(now),
        }
    }

    /// Returns true if every side that counts has acted in this cycle.
    pub fn lap_full(&self, now: &Encounter) -> bool {
        let mut playing = in_play(now).into_iter();
        playing.all(|side| self.lap.contains(&side) || side == self.go)
    }
}

/// Returns the sides in their rotation; sides that joined later come last (`ALT-11`, `ALT-16`).
pub fn cycle(now: &Encounter) -> Vec<SideId> {
    let mut order = Cycle::of(now).order.clone();
    order.retain(|side| side.index() < now.sides.len());
    for side in now.side_ids() {
        if !order.contains(&side) {
            order.push(side);
        }
    }
    order
}

/// Returns the sides in play, in their rotation: sides with combatants standing, and in the bonus round only sides with
/// ambushers standing.
pub fn in_play(now: &Encounter) -> Vec<SideId> {
    let counts = |id: Id| standing(now, id) && takes_part(now, id);
    sides::left(now, cycle(now), counts)
}

/// Returns true if a combatant may act and react in this round (`ALT-18`).
pub fn takes_part(now: &Encounter, id: Id) -> bool {
    !Round::of(now).bonus || Ambush::of(now).who.contains(&id)
}

/// Returns the sides with combatants standing, in their rotation.
pub fn alive(now: &Encounter) -> Vec<SideId> {
    sides::left(now, cycle(now), |id| standing(now, id))
}

/// Returns the sides with combatants who are standing and willing to fight. Broken combatants are not willing
/// (`ALT-122`).
pub fn willing(now: &Encounter) -> Vec<SideId> {
    let fights = |id: Id| standing(now, id) && !now.get(id).has(is::BROKEN);
    sides::left(now, cycle(now), fights)
}

/// Returns the sides with combatants standing, willing or not.
pub fn up(now: &Encounter) -> Vec<SideId> {
    sides::left(now, cycle(now), |id| standing(now, id))
}

/// Returns the sides in the rotation from the one after `from`, with `from` last.
pub fn cycle_after(now: &Encounter, from: SideId) -> Vec<SideId> {
    let order = cycle(now);
    let place = order.iter().position(|side| *side == from).unwrap_or(0);
    let steps = 1..=order.len();
    steps
        .map(|step| order[(place + step) % order.len()])
        .collect()
}

/// Begins a round with its number, fresh turns for all combatants and new morale counts (`ALT-24`, `ALT-111`,
/// `ALT-112`).
pub fn begin(cx: &mut Resolver<'_>, number: u32) {
    let text = match number {
        0 => Says::BonusRound {},
        _ => Says::Round {
            number: number.into(),
        },
    };
    let text = text.into();
    cx.emit(Event::Round { number, text });
    for id in cx.now().ids() {
        refresh(cx, id);
    }
    groups::count_standing(cx);
    Round::change(cx, |round| {
        round.phase = Phase::First;
        round.run = 0;
        round.passed.clear();
        round.lap.clear();
        round.idle.clear();
        round.bonus = number == 0;
        round.plays_on = false;
    });
}

fn refresh(cx: &mut Resolver<'_>, id: Id) {
    for key in [at::spent, at::reacted, at::sprinting, at::main_used] {
        cx.set(id, key, false);
    }
    for key in [at::reactions_this_round, at::zones_moved, at::bonus_used] {
        cx.set(id, key, 0);
    }
    let health = Fighter::of(cx.now(), id).health();
    cx.set(id, at::health_at_round_start, Some(health));
}

/// Records an activation, which ends the run of passes (`ALT-29`).
pub fn activated(cx: &mut Resolver<'_>) {
    Round::change(cx, |round| {
        round.run = 0;
        round.passed.clear();
    });
}

/// Ends the go of a side and moves to the next side (`ALT-25`).
pub fn go_on(cx: &mut Resolver<'_>) {
    let round = Round::of(cx.now());
    if Options::of(cx.now()).turn_order() == TurnOrder::HolderPicksNext {
        Round::change(cx, |round| {
            if !round.lap.contains(&round.go) {
                round.lap.push(round.go);
            }
            round.phase = Phase::Pick;
        });
        return;
    }
    let playing = in_play(cx.now());
    let mut next = cycle_after(cx.now(), round.go).into_iter();
    if let Some(next) = next.find(|side| playing.contains(side)) {
        Round::change(cx, |round| round.go = next);
    }
}
