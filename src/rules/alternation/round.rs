//! The round: whose go it is, who may be activated, when it is over (`ALT-11` to `ALT-31`). What the round has to
//! remember between two commands stands here.

use crate::dice::Dice;
use crate::encounter::{Encounter, Event, FactionId, Id, Resolver, Roll, Step};

use super::groups;
use super::options::{TurnOrder, options};
use super::schema::{at, is};
use super::sheet::{Fighter, bond, on_field, standing};
use super::turn::{held_by_larger, leads};
use crate::act;
use crate::note;

crate::words! {
    /// What a round waits for.
    pub enum Phase {
        /// The holder of the initiative names the first faction.
        First = "first",
        /// A faction activates or passes.
        Go = "go",
        /// The holder names the next faction (option `turn_order`).
        Pick = "pick",
    }
}

crate::records! {
    /// Where the round stands.
    pub struct Round in "round" {
        /// Holds the initiative (`ALT-12`).
        pub holder: FactionId,
        /// Was named first last time.
        pub named: FactionId,
        /// What it waits for.
        pub phase: Phase,
        /// Whose go it is, or who went last.
        pub go: FactionId,
        /// Passes in a row (`ALT-29`).
        pub run: i64,
        /// The bonus round of the ambushers (`ALT-17`).
        pub bonus: bool,
        /// Factions that passed since the last activation.
        pub passed: Vec<FactionId>,
        /// Factions that went in this lap, where the holder names each.
        pub lap: Vec<FactionId>,
        /// The GM plays this round on although only one faction still fights (`ALT-122`).
        pub plays_on: bool,
    }

    /// The rotation (`ALT-11`).
    pub struct Cycle in "cycle" {
        /// The factions in their order; those that came later are not in it.
        pub order: Vec<FactionId>,
    }

    /// The ambush that the fight began with.
    pub struct Ambush in "ambush" {
        /// Those in it, who alone act in the bonus round (`ALT-17`).
        pub who: Vec<Id>,
    }
}

impl Round {
    /// Whether enough factions have passed in a row (`ALT-29`).
    pub fn over(&self, now: &Encounter) -> bool {
        let playing = in_play(now);
        if self.phase == Phase::First || playing.is_empty() {
            return false;
        }
        if options(now).turn_order() == TurnOrder::HolderPicksNext {
            playing.iter().all(|faction| self.passed.contains(faction))
        } else {
            self.run >= playing.len() as i64
        }
    }

    /// Whom the holder may name next, where it names each (option `turn_order`).
    pub fn nameable(&self, now: &Encounter) -> Vec<FactionId> {
        let playing = in_play(now);
        let missing: Vec<FactionId> = playing
            .iter()
            .copied()
            .filter(|faction| !self.lap.contains(faction) && *faction != self.go)
            .collect();
        if !missing.is_empty() {
            return missing;
        }
        let others: Vec<FactionId> = playing
            .iter()
            .copied()
            .filter(|faction| *faction != self.go)
            .collect();
        if others.is_empty() { playing } else { others }
    }
}

/// The factions in their rotation; those that came later stand last (`ALT-11`, `ALT-16`).
pub fn cycle(now: &Encounter) -> Vec<FactionId> {
    let mut order = Cycle::of(now).order.clone();
    order.retain(|faction| faction.index() < now.factions.len());
    for faction in now.faction_ids() {
        if !order.contains(&faction) {
            order.push(faction);
        }
    }
    order
}

/// Factions that count now, in their rotation: those with somebody standing, in the bonus round only ambushers.
pub fn in_play(now: &Encounter) -> Vec<FactionId> {
    let counts = |id: Id| standing(now, id) && takes_part(now, id);
    cycle(now)
        .into_iter()
        .filter(|faction| now.members(*faction).any(counts))
        .collect()
}

/// Whether somebody may act and react in this round at all (`ALT-18`).
pub fn takes_part(now: &Encounter, id: Id) -> bool {
    !Round::of(now).bonus || Ambush::of(now).who.contains(&id)
}

/// Factions that have anybody standing, in their rotation.
fn alive(now: &Encounter) -> Vec<FactionId> {
    cycle(now)
        .into_iter()
        .filter(|faction| now.members(*faction).any(|id| standing(now, id)))
        .collect()
}

/// The next faction after `from` in the rotation that counts; `from` itself when it is the only one.
fn next_in_cycle(now: &Encounter, from: FactionId) -> Option<FactionId> {
    let order = cycle(now);
    let playing = in_play(now);
    let place = order.iter().position(|faction| *faction == from)?;
    (1..=order.len())
        .map(|step| order[(place + step) % order.len()])
        .find(|faction| playing.contains(faction))
}

/// Factions in the rotation from the one after `from` on, `from` last.
pub fn cycle_after(now: &Encounter, from: FactionId) -> Vec<FactionId> {
    let order = cycle(now);
    let place = order
        .iter()
        .position(|faction| *faction == from)
        .unwrap_or(0);
    (1..=order.len())
        .map(|step| order[(place + step) % order.len()])
        .collect()
}

/// Begins a round: number, fresh turns, snapshots (`ALT-24`, `ALT-111`, `ALT-112`).
pub fn begin(cx: &mut Resolver<'_>, number: u32) {
    let text = if number == 0 {
        "Bonus round: only those in ambush act.".to_owned()
    } else {
        format!("Round {number}")
    };
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

/// A faction is named to go first, or next.
pub fn name(cx: &mut Resolver<'_>, faction: FactionId) -> Step<()> {
    let round = Round::of(cx.now());
    let (first, lap_full) = (round.phase == Phase::First, round.lap_full(cx.now()));
    let name = cx.now().faction_name(faction).to_owned();
    let text = if first {
        let by = cx.now().faction_name(round.holder);
        format!("{by} hold the initiative: {name} go first.")
    } else {
        format!("{name} go next.")
    };
    cx.act(None, &[], text);
    Round::change(cx, |round| {
        if first {
            round.named = faction;
        } else if lap_full {
            round.lap.clear();
        }
        round.go = faction;
        round.phase = Phase::Go;
    });
    Ok(())
}

impl Round {
    /// Whether every faction that counts has gone in this lap.
    fn lap_full(&self, now: &Encounter) -> bool {
        in_play(now)
            .iter()
            .all(|faction| self.lap.contains(faction) || *faction == self.go)
    }
}

/// The end of the fight is turned down for this round (`ALT-122`).
pub fn play_on(cx: &mut Resolver<'_>) -> Step<()> {
    Round::change(cx, |round| round.plays_on = true);
    Ok(())
}

/// A go begins as an activation: the run of passes ends (`ALT-29`).
pub fn activated(cx: &mut Resolver<'_>) {
    Round::change(cx, |round| {
        round.run = 0;
        round.passed.clear();
    });
}

/// A go was a pass (`ALT-27`, `ALT-28`).
pub fn pass(cx: &mut Resolver<'_>, faction: FactionId) -> Step<()> {
    let forced = leads(cx.now(), faction).is_empty();
    let name = cx.now().faction_name(faction).to_owned();
    let stuck: Vec<Id> = cx
        .now()
        .members(faction)
        .filter(|id| {
            standing(cx.now(), *id)
                && !Fighter::of(cx.now(), *id).spent()
                && held_by_larger(cx.now(), *id)
        })
        .collect();
    let text = if !forced {
        format!("{name} pass.")
    } else if stuck.is_empty() {
        format!("{name} have nobody left to act and pass.")
    } else {
        let stuck = cx.now().names(&stuck);
        format!("{name} pass: {stuck} cannot break free from a larger holder.")
    };
    cx.act(None, &[], text);
    Round::change(cx, |round| {
        round.run += 1;
        if !round.passed.contains(&faction) {
            round.passed.push(faction);
        }
    });
    go_on(cx);
    Ok(())
}

/// The go is over: on to the next faction (`ALT-25`).
pub fn go_on(cx: &mut Resolver<'_>) {
    let round = Round::of(cx.now());
    if options(cx.now()).turn_order() == TurnOrder::HolderPicksNext {
        Round::change(cx, |round| {
            if !round.lap.contains(&round.go) {
                round.lap.push(round.go);
            }
            round.phase = Phase::Pick;
        });
    } else if let Some(next) = next_in_cycle(cx.now(), round.go) {
        Round::change(cx, |round| round.go = next);
    }
}

/// Draws a faction at random among `from`, all equally likely (`ALT-12`, `ALT-13`).
///
/// # Errors
/// Until it is rolled.
pub fn draw(cx: &mut Resolver<'_>, from: &[FactionId], title: &str) -> Step<FactionId> {
    if let [only] = from {
        return Ok(*only);
    }
    let list: Vec<String> = from
        .iter()
        .enumerate()
        .map(|(place, faction)| format!("{} {}", place + 1, cx.now().faction_name(*faction)))
        .collect();
    let sides = u32::try_from(from.len()).unwrap_or(1);
    let roll = Roll::new("initiative", None, "initiative", Dice::d(sides))
        .title(title)
        .hint(list.join(", "));
    let face = cx.roll(roll)?.natural;
    Ok(from[(face as usize).clamp(1, from.len()) - 1])
}

/// The holder has nobody standing: a new one is drawn (`ALT-13`).
///
/// # Errors
/// Until it is rolled.
pub fn redraw(cx: &mut Resolver<'_>) -> Step<()> {
    let from = alive(cx.now());
    let lost = cx.now().faction_name(Round::of(cx.now()).holder).to_owned();
    act!(
        cx,
        None,
        &[],
        "{lost} have nobody left to hold the initiative."
    );
    let holder = draw(cx, &from, "Who holds the initiative now?")?;
    let name = cx.now().faction_name(holder).to_owned();
    note!(cx, &[], "{name} hold it now.");
    Round::change(cx, |round| {
        round.holder = holder;
        round.named = holder;
    });
    Ok(())
}

/// Whether a bond can no longer hold: holder or mount out of action, somebody dead or gone (`ALT-09`, `ALT-109`).
pub fn bond_broken(now: &Encounter, kind: &str, from: Id, to: Id) -> bool {
    match kind {
        bond::HOLDING => !standing(now, from) || !on_field(now, to),
        bond::RIDING => {
            !on_field(now, from) || !on_field(now, to) || now.get(to).has(is::INCAPACITATED)
        }
        _ => false,
    }
}
