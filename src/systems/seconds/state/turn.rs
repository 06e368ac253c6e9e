//! Turns in a round: six seconds, actions that run into the next turn, and delayed effects.

use std::collections::BTreeMap;

use super::minds;
use super::round::Round;
use crate::systems::prelude::*;
use crate::systems::seconds::says::{At, Left};
use crate::systems::seconds::sheet::schema::at;

crate::records! {
    pub struct Turn each "turn" {
        /// Round of the latest turn.
        pub begun: u32,
        /// Stage of the latest turn.
        pub stage: Stage,
        /// True if no second is spent yet, so that the turn can be delayed (SEC-43).
        pub fresh: bool,
        /// Seconds spent so far, delayed or not (SEC-139, SEC-165).
        pub spent: i64,
        /// Number of the six seconds that have already passed for delayed effects (SEC-38).
        pub passed: i64,
        /// Straight movement immediately before the next action, in sixteenths of a metre (SEC-97).
        pub straight: i64,
        /// Cost of the next action, set by the GM (SEC-30).
        pub cost: Option<i64>,
        /// Action that runs into the next turn (SEC-32).
        pub carried: Option<Carried>,
        /// Pending delayed effects (SEC-38).
        pub timers: Vec<Timer>,
    }

    /// Action that is paid for over several turns.
    pub struct Carried {
        /// Keyword of the action.
        pub deed: String,
        /// Means of the action: the name of a weapon, a combo or a reminder.
        pub with: String,
        /// Label of the action.
        pub told: String,
        /// Number of seconds already paid.
        pub done: i64,
        /// Total cost in seconds.
        pub needed: i64,
    }

    /// Effect delayed by some seconds of its owner's turns.
    pub struct Timer {
        pub label: String,
        /// Number of seconds still left.
        pub left: i64,
        /// Index of the attack on the sheet; `None` for a reminder.
        pub weapon: Option<usize>,
        /// Target, if it is a combatant.
        pub target: Option<Id>,
        pub place: String,
    }

    /// Weapons that several combatants load together (SEC-72).
    pub struct Loaders each "loaders" {
        /// Progress by index of the weapon on the sheet.
        pub weapons: BTreeMap<usize, Loading>,
    }

    /// Progress of several loaders at one weapon.
    pub struct Loading {
        /// Last round in which a second was spent on the weapon.
        pub round: u32,
        /// Cost in seconds, set by the largest loader.
        pub seconds: i64,
    }

    /// Distances last entered for a combatant's attacks, in tenths of a metre (SEC-68), and its last target.
    pub struct Range each "range" {
        /// Distance to each target.
        pub to: BTreeMap<Id, i64>,
        /// Last target of an attack.
        pub last: Option<Id>,
    }
}

crate::words! {
    /// Stage of a combatant's turn in this round.
    pub enum Stage {
        /// Finished, or not begun yet.
        Over = "over",
        Acting = "acting",
        /// Delayed until later in the round (SEC-43).
        Delaying = "delaying",
    }
}

/// Action with a cost in seconds, as carried from turn to turn.
#[derive(Clone, Copy, Debug)]
pub struct Deed<'a> {
    /// Keyword of the action.
    pub key: &'a str,
    /// Means of the action. With another weapon, the action starts again.
    pub with: &'a str,
    /// Label: "an attack with sword".
    pub told: &'a str,
}

impl Carried {
    /// Formats means or label and the progress, such as "bow 2/4".
    pub fn short(&self) -> String {
        let what = if self.with.is_empty() {
            &self.told
        } else {
            &self.with
        };
        format!("{what}: {} of {} s", self.done, self.needed)
    }

    /// Returns true if the carried action is `deed`.
    pub fn is(&self, deed: Deed<'_>) -> bool {
        self.deed == deed.key && self.with == deed.with
    }
}

impl Timer {
    /// Returns the pending effect for a sentence: "fuse at Ann in 8 s".
    pub fn pending(&self) -> Left {
        Left::Effect {
            effect: self.label.clone().into(),
            at: self.target.map(|target| At::Target { target }),
            seconds: self.left,
        }
    }
}

impl Loaders {
    /// Returns the progress of the weapon at an index on the sheet.
    pub fn at(&self, place: Option<usize>) -> Loading {
        let own = place.and_then(|place| self.weapons.get(&place));
        own.cloned().unwrap_or_default()
    }
}

/// Seconds of a turn (SEC-26).
pub const TURN: i64 = 6;

/// Formats the seconds of a turn as a bar.
pub fn bar(left: i64) -> String {
    let left = left.clamp(0, TURN);
    let used = usize::try_from(TURN - left).unwrap_or(0);
    let left = usize::try_from(left).unwrap_or(0);
    format!("{}{}", "█".repeat(left), "░".repeat(used))
}

/// Returns the seconds a combatant may still use in this turn: its own seconds, limited by the seconds of a shared body
/// (SEC-29, SEC-161).
pub fn seconds(now: &Encounter, id: Id) -> i64 {
    let own = now.get(id).sheet.get(at::seconds_left);
    let body = minds::body_of(now, id);
    if minds::shared(now, body) {
        own.min(now.get(body).sheet.get(at::body_seconds_left))
    } else {
        own
    }
}

/// Returns the combatants who delay, in initiative order (SEC-47).
pub fn delaying(now: &Encounter) -> Vec<Id> {
    let waits = |id: &&Id| Turn::of(now, **id).stage == Stage::Delaying;
    Round::of(now).order.iter().filter(waits).copied().collect()
}
