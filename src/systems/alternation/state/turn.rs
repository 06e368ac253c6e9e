//! A turn under way, of one character or of a mount or vehicle with those on it, and who can be given one (`ALT-26`,
//! `ALT-31`, `ALT-98`, `ALT-102`).

use crate::encounter::{Encounter, Event};
use crate::resolver::Resolver;
use crate::values::{Id, SideId};

use super::bonds::{holder, mount_of, riders};
use super::fighter::{Fighter, steps_up};
use super::round::{Round, activated, in_play, takes_part};
use super::sides::{on_field, runs, standing};
use crate::systems::alternation::sheet::schema::is;

crate::records! {
    /// A turn under way; none while it has no members.
    pub struct Turn in "turn" {
        /// All who take it together: one character, or a mount or vehicle and those on it (`ALT-102`).
        pub members: Vec<Id>,
        /// Who of them is asked what to do; the others are a key away.
        pub acting: Option<Id>,
        /// Members whose turn has ended before the others'.
        pub done: Vec<Id>,
        /// Members that reacted while it lasted.
        pub reacted: Vec<Id>,
    }
}

impl Turn {
    /// The turn under way, if there is one.
    pub fn under_way(now: &Encounter) -> Option<&Self> {
        let turn = Turn::of(now);
        (!turn.members.is_empty()).then_some(turn)
    }

    /// A mount or vehicle with those on it.
    pub fn unit(&self) -> bool {
        self.members.len() > 1
    }

    /// Whether a member can still do something in this turn.
    pub fn can_act(&self, now: &Encounter, id: Id) -> bool {
        runs(now, id) && !self.done.contains(&id) && unspent(now, id)
    }

    /// Who is asked what to do: whoever was chosen, else the first who still can.
    pub fn actor(&self, now: &Encounter) -> Option<Id> {
        let able = |id: &Id| self.can_act(now, *id);
        let chosen = self.acting.filter(able);
        chosen.or_else(|| self.members.iter().copied().find(able))
    }

    /// Whether nobody is left who could do anything. A vehicle needs somebody aboard (`ALT-128`).
    pub fn over(&self, now: &Encounter) -> bool {
        let driven = self.members.iter().any(|id| standing(now, *id));
        !driven || !self.members.iter().any(|id| self.can_act(now, *id))
    }
}

/// Whether somebody's turn of this round is neither used up nor given to anything else.
fn unspent(now: &Encounter, id: Id) -> bool {
    let one = now.get(id);
    let waits = one.has(is::RESERVED) || one.has(is::CARRIED);
    !waits && !Fighter::of(now, id).spent() && takes_part(now, id)
}

/// Whether somebody's turn is under way and it has not kept it for a reaction.
pub fn in_turn(now: &Encounter, id: Id) -> bool {
    Turn::of(now).members.contains(&id) && !now.get(id).has(is::RESERVED)
}

/// Ends one member's part of the turn under way (grabbed, broken free); the next who can act is asked.
pub fn out_of_turn(cx: &mut Resolver<'_>, id: Id) {
    let mut turn = Turn::of(cx.now()).clone();
    if turn.members.contains(&id) && !turn.done.contains(&id) {
        turn.done.push(id);
        turn.acting = turn.actor(cx.now());
        turn.put(cx);
        pass_on(cx);
    }
}

/// Hands the turn under way to the next member who can act, if the member who was acting no longer can.
pub fn pass_on(cx: &mut Resolver<'_>) {
    let actor = Turn::under_way(cx.now()).and_then(|turn| turn.actor(cx.now()));
    if actor.is_some() && cx.now().turn != actor {
        cx.emit(Event::Turn { who: actor });
    }
}

/// All who would be activated together with somebody, its carrier first (`ALT-102`). Enemies on one carrier go apart.
pub fn unit_of(now: &Encounter, id: Id) -> Vec<Id> {
    let with = |one: Id, other: Id| on_field(now, one) && now.allied(one, other);
    let carrier = mount_of(now, id).filter(|carrier| with(*carrier, id));
    let carrier = carrier.unwrap_or(id);
    let mut unit = riders(now, carrier);
    unit.retain(|rider| with(*rider, carrier));
    unit.insert(0, carrier);
    if unit.contains(&id) { unit } else { vec![id] }
}

/// Who is named when a unit goes: its first rider who can still go, else the carrier.
fn lead_of(now: &Encounter, unit: &[Id]) -> Id {
    let mut aboard = unit.iter().skip(1);
    let lead = aboard.find(|rider| eligible(now, **rider));
    lead.copied().unwrap_or(unit[0])
}

/// Whether somebody can be activated: one turn a round (`ALT-26`, `ALT-31`).
pub fn eligible(now: &Encounter, id: Id) -> bool {
    let stuck = || held_by_larger(now, id) && !now.get(id).has(is::BROKEN);
    standing(now, id) && unspent(now, id) && !stuck()
}

/// Held by somebody larger, so that it cannot break free by itself (`ALT-98`).
pub fn held_by_larger(now: &Encounter, id: Id) -> bool {
    holder(now, id).is_some_and(|by| steps_up(now, id, by) > 0)
}

/// Whether nobody is asked anything more in this round: nothing but passes and its end is left.
pub fn played_out(now: &Encounter) -> bool {
    let mut sides = in_play(now).into_iter();
    let rests = Turn::under_way(now).is_none();
    rests && (Round::of(now).done(now) || sides.all(|side| leads(now, side).is_empty()))
}

/// Who of a side can be activated, one for each unit, in roster order.
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

/// Sets a turn under way, with whose it is called.
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

/// Clears the turn under way.
pub fn clear_turn(cx: &mut Resolver<'_>) {
    Turn::default().put(cx);
    if cx.now().turn.is_some() {
        cx.emit(Event::Turn { who: None });
    }
}
