//! Ladder of a round: the slots of all combatants, on counts from high to low, each with its progress (SEG-50).

use crate::systems::prelude::*;

use super::fighter::fighter;
use super::round::{Phase, Round};
use super::sides::asking_order;

/// Last count of a round.
pub const LAST_COUNT: i64 = -5;

crate::words! {
    /// Kind of action on the ladder.
    pub enum Kind {
        Attack = "attack",
        /// Action described by the GM.
        Other = "other",
        /// Start of a spell.
        Cast = "cast",
        Release = "release",
        /// Movement from this count on.
        Move = "move",
        Free = "free",
        /// Shield that becomes ready.
        Shield = "shield",
        /// Potion that takes effect.
        Potion = "potion",
    }

    /// Progress of a slot.
    pub enum Progress {
        Due = "due",
        Done = "done",
        /// Attack without a target, or skipped. Movement after the last attack still counts the slot.
        Idle = "idle",
        Lost = "lost",
    }
}

impl Kind {
    /// Returns true if the action is rolled or decided in the middle of its count, in asking order.
    pub fn acts(self) -> bool {
        matches!(self, Kind::Attack | Kind::Other | Kind::Release)
    }
}

crate::records! {
    /// Slots of a combatant on the ladder.
    pub struct Ladder each "ladder" {
        /// All slots, sorted by number.
        pub slots: Vec<Slot>,
    }

    /// One entry of the ladder.
    pub struct Slot {
        pub who: Id,
        /// Number of the slot: attacks from 1, then spell, movement, Free Action, shield and potion.
        pub number: i64,
        pub kind: Kind,
        pub count: i64,
        pub target: Option<Id>,
        /// Previous target and the count of the change, if the target changed on the slot's own count.
        pub turned: Option<(Id, i64)>,
        pub what: String,
        /// True in melee, false at range.
        pub melee: bool,
        /// Feet covered, for movement.
        pub feet: i64,
        /// Pace of the movement in feet per round, fixed at its start (SEG-33).
        pub pace: i64,
        /// Last count of a movement.
        pub until: i64,
        /// Progress of the slot.
        pub progress: Progress,
        /// Reason for the loss of the slot, or for its count.
        pub why: String,
        /// Count on which the slot was lost or done; `None` if that was on no count.
        pub ended: Option<i64>,
    }
}

/// Number of the slot in which a spell starts.
pub const CAST: i64 = 20;
/// Number of the slot in which a spell is released.
pub const RELEASE: i64 = 21;
/// Number of the slot for movement.
pub const MOVE: i64 = 30;
/// Number of the slot for Free Actions.
pub const FREE: i64 = 40;
/// Number of the slot for the shield.
pub const SHIELD: i64 = 50;
/// Number of the slot for the potion.
pub const POTION: i64 = 51;

impl Slot {
    /// Creates a slot that is due.
    pub fn due(who: Id, number: i64, kind: Kind, count: i64) -> Self {
        Self {
            who,
            number,
            kind,
            count,
            until: count,
            ..Self::default()
        }
    }

    /// Sets the weapon, spell or description of the slot.
    #[must_use]
    pub fn called(mut self, what: &str) -> Self {
        what.clone_into(&mut self.what);
        self
    }

    /// Puts the slot on the ladder, replacing the slot with the same number.
    pub fn put(self, cx: &mut Resolver<'_>) {
        Ladder::change(cx, self.who, |ladder| ladder.set(self));
    }

    /// Returns the slot with its progress, the count on which it ended, and the reason.
    #[must_use]
    pub fn ended(mut self, progress: Progress, on: Option<i64>, why: &str) -> Self {
        self.progress = progress;
        self.ended = on;
        if !why.is_empty() {
            why.clone_into(&mut self.why);
        }
        self
    }

    /// Saves the slot as done or skipped, on its own count.
    pub fn finish(&self, cx: &mut Resolver<'_>, progress: Progress, why: &str) {
        let ended = self.clone().ended(progress, Some(self.count), why);
        ended.put(cx);
    }

    /// Returns true if the slot is due and its combatant can still act. Stunned combatants continue to move (SEG-72).
    pub fn stands(&self, now: &Encounter) -> bool {
        let one = fighter(now, self.who);
        self.progress == Progress::Due
            && match self.kind {
                Kind::Move => one.active(),
                _ => one.able(),
            }
    }

    /// Returns the target as other combatants see it on a count. A change of target on that count is not visible yet
    /// (SEG-81).
    pub fn target_seen(&self, on: i64) -> Option<Id> {
        match self.turned {
            Some((from, count)) if count == on => Some(from),
            _ => self.target,
        }
    }

    /// Returns true if the slot is done or still due.
    pub fn counts(&self) -> bool {
        matches!(self.progress, Progress::Due | Progress::Done)
    }

    /// Returns true if the slot counted as an attack on a count, including a slot that was lost on that count.
    pub fn counts_on(&self, on: i64) -> bool {
        self.counts() || self.ended == Some(on)
    }
}

impl Ladder {
    /// Replaces the slot with the same number.
    pub fn set(&mut self, slot: Slot) {
        self.slots.retain(|one| one.number != slot.number);
        self.slots.push(slot);
        self.slots.sort_by_key(|one| one.number);
    }
}

/// Returns all slots of the round, by combatant and number.
pub fn slots(now: &Encounter) -> impl Iterator<Item = &Slot> {
    let ladders = now.parts.each::<Ladder>();
    ladders.flat_map(|ladder| &ladder.slots)
}

/// Returns the slots that are due on a count, have one of these kinds, and belong to combatants who can still act.
fn due(now: &Encounter, count: i64, fits: impl Fn(Kind) -> bool) -> impl Iterator<Item = &Slot> {
    slots(now).filter(move |slot| slot.count == count && fits(slot.kind) && slot.stands(now))
}

/// Returns all due slots on a count, in asking order.
pub fn due_on(now: &Encounter, count: i64, fits: impl Fn(Kind) -> bool) -> Vec<Slot> {
    let mut due: Vec<Slot> = due(now, count, fits).cloned().collect();
    due.sort_by_key(|slot| asking_order(now, slot.who));
    due
}

/// Returns the first due slot on a count, in asking order.
pub fn first_due(now: &Encounter, count: i64, fits: impl Fn(Kind) -> bool) -> Option<&Slot> {
    due(now, count, fits).min_by_key(|slot| asking_order(now, slot.who))
}

/// Returns the highest count below the open count that has a due slot of a combatant who can still act.
pub fn next_count(now: &Encounter) -> Option<i64> {
    let open = Round::of(now).count;
    let to_come = |count: i64| count >= LAST_COUNT && open.is_none_or(|open| count < open);
    let stands = slots(now).filter(|slot| to_come(slot.count) && slot.stands(now));
    stands.map(|slot| slot.count).max()
}

/// Returns true if the round is over: its ladder exists and no slot is left.
pub fn done(now: &Encounter) -> bool {
    Round::of(now).phase == Phase::Between && next_count(now).is_none()
}

/// Returns the melee attacks of this round against a combatant, including attacks that changed to another target on
/// their own count.
pub fn melee_attacks_on(now: &Encounter, target: Id) -> impl Iterator<Item = &Slot> {
    slots(now).filter(move |slot| {
        let before = slot.turned.map(|(from, _)| from);
        slot.melee
            && slot.kind == Kind::Attack
            && (slot.target == Some(target) || before == Some(target))
    })
}

/// Returns all slots of a combatant, by number.
pub fn slots_of(now: &Encounter, who: Id) -> &[Slot] {
    &Ladder::of(now, who).slots
}

/// Returns slot `number` of a combatant.
pub fn slot(now: &Encounter, who: Id, number: i64) -> Option<&Slot> {
    slots_of(now, who).iter().find(|slot| slot.number == number)
}

/// Removes all due slots of a combatant, but movement only if the combatant is out of the fight. Returns true if there
/// were any.
pub fn strike_off(cx: &mut Resolver<'_>, who: Id, why: &str) -> bool {
    let on = Round::of(cx.now()).count;
    let active = fighter(cx.now(), who).active();
    let mut any = false;
    Ladder::change(cx, who, |ladder| {
        for slot in &mut ladder.slots {
            if slot.progress == Progress::Due && !(slot.kind == Kind::Move && active) {
                *slot = std::mem::take(slot).ended(Progress::Lost, on, why);
                any = true;
            }
        }
    });
    any
}
