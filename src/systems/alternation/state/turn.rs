//! Turn in progress, of one character or of a mount or vehicle with its riders, and the combatants who can be
//! activated (`ALT-26`, `ALT-31`, `ALT-98`, `ALT-102`).

use crate::encounter::Event;
use crate::systems::prelude::*;

use super::bonds::{holder, mount_of, riders};
use super::fighter::{Fighter, steps_up};
use super::round::{Round, activated, in_play, takes_part};
use super::sides::{on_field, runs, standing};
use crate::systems::alternation::sheet::conditions::is;

crate::records! {
    /// State of the turn in progress. Without members, no turn is in progress.
    pub struct Turn in "turn" {
        /// Combatants who take the turn together: one character, or a mount or vehicle and its riders (`ALT-102`).
        pub members: Vec<Id>,
        /// Member who acts now; one key switches to another member.
        pub acting: Option<Id>,
        /// Members whose turn has ended early.
        pub done: Vec<Id>,
        /// Members who reacted during the turn.
        pub reacted: Vec<Id>,
    }
}

impl Turn {
    /// Returns the turn in progress, if any.
    pub fn under_way(now: &Encounter) -> Option<&Self> {
        let turn = Turn::of(now);
        (!turn.members.is_empty()).then_some(turn)
    }

    /// Returns true for a mount or vehicle with its riders.
    pub fn unit(&self) -> bool {
        self.members.len() > 1
    }

    /// Returns true if a member can still act in this turn.
    pub fn can_act(&self, now: &Encounter, id: Id) -> bool {
        runs(now, id) && !self.done.contains(&id) && unspent(now, id)
    }

    /// Returns the member to act: the chosen member, else the first member who can still act.
    pub fn actor(&self, now: &Encounter) -> Option<Id> {
        let able = |id: &Id| self.can_act(now, *id);
        let chosen = self.acting.filter(able);
        chosen.or_else(|| self.members.iter().copied().find(able))
    }

    /// Returns true if no member can act any more. A vehicle needs a combatant aboard (`ALT-128`).
    pub fn over(&self, now: &Encounter) -> bool {
        let driven = self.members.iter().any(|id| standing(now, *id));
        !driven || !self.members.iter().any(|id| self.can_act(now, *id))
    }
}

/// Returns true if the turn of a combatant is still available in this round.
fn unspent(now: &Encounter, id: Id) -> bool {
    let one = now.get(id);
    let waits = one.has(is::RESERVED) || one.has(is::CARRIED);
    !waits && !Fighter::of(now, id).spent() && takes_part(now, id)
}

/// Returns true if a combatant takes part in the turn in progress and has not kept the turn for a reaction.
pub fn in_turn(now: &Encounter, id: Id) -> bool {
    Turn::of(now).members.contains(&id) && !now.get(id).has(is::RESERVED)
}

/// Ends one member's part of the turn in progress, for example when grabbed. The next member who can act follows.
pub fn out_of_turn(cx: &mut Resolver<'_>, id: Id) {
    let mut turn = Turn::of(cx.now()).clone();
    if turn.members.contains(&id) && !turn.done.contains(&id) {
        turn.done.push(id);
        turn.acting = turn.actor(cx.now());
        turn.put(cx);
        pass_on(cx);
    }
}

/// Passes the turn in progress to the next member who can act, if the acting member no longer can.
pub fn pass_on(cx: &mut Resolver<'_>) {
    let actor = Turn::under_way(cx.now()).and_then(|turn| turn.actor(cx.now()));
    if actor.is_some() && cx.now().turn != actor {
        cx.emit(Event::Turn { who: actor });
    }
}

/// Returns all combatants activated together with `id`, the carrier first (`ALT-102`). Enemies on one carrier act
/// separately.
pub fn unit_of(now: &Encounter, id: Id) -> Vec<Id> {
    let with = |one: Id, other: Id| on_field(now, one) && now.allied(one, other);
    let carrier = mount_of(now, id).filter(|carrier| with(*carrier, id));
    let carrier = carrier.unwrap_or(id);
    let mut unit = riders(now, carrier);
    unit.retain(|rider| with(*rider, carrier));
    unit.insert(0, carrier);
    if unit.contains(&id) { unit } else { vec![id] }
}

/// Returns the member who leads a unit: the first rider who can still act, else the carrier.
fn lead_of(now: &Encounter, unit: &[Id]) -> Id {
    let mut aboard = unit.iter().skip(1);
    let lead = aboard.find(|rider| eligible(now, **rider));
    lead.copied().unwrap_or(unit[0])
}

/// Returns true if a combatant can be activated: one turn a round (`ALT-26`, `ALT-31`).
pub fn eligible(now: &Encounter, id: Id) -> bool {
    let stuck = || held_by_larger(now, id) && !now.get(id).has(is::BROKEN);
    standing(now, id) && unspent(now, id) && !stuck()
}

/// Returns true if a larger combatant holds this combatant, who cannot break free alone (`ALT-98`).
pub fn held_by_larger(now: &Encounter, id: Id) -> bool {
    holder(now, id).is_some_and(|by| steps_up(now, id, by) > 0)
}

/// Returns true if only passes and the end of the round are left.
pub fn played_out(now: &Encounter) -> bool {
    let mut sides = in_play(now).into_iter();
    let rests = Turn::under_way(now).is_none();
    rests && (Round::of(now).done(now) || sides.all(|side| leads(now, side).is_empty()))
}

/// Returns the combatants of a side who can be activated, one for each unit, in roster order.
pub fn leads(now: &Encounter, side: SideId) -> Vec<Id> {
    let mut leads = Vec::new();
    for id in now.members(side) {
        if eligible(now, id) {
            let lead = lead_of(now, &unit_of(now, id));
            if !leads.contains(&lead) {
                leads.push(lead);
            }
        }
    }
    leads
}

/// Begins a turn and logs its name.
pub fn begin_turn(cx: &mut Resolver<'_>, who: Id) {
    let turn = Turn {
        members: unit_of(cx.now(), who),
        acting: Some(who),
        ..Turn::default()
    };
    turn.put(cx);
    cx.emit(Event::Turn { who: Some(who) });
    activated(cx);
}

/// Clears the turn in progress.
pub fn clear_turn(cx: &mut Resolver<'_>) {
    Turn::default().put(cx);
    if cx.now().turn.is_some() {
        cx.emit(Event::Turn { who: None });
    }
}
