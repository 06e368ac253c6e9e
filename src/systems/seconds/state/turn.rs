//! Everybody's turn in a round: six seconds, what runs over, what comes later.

use std::collections::BTreeMap;

use crate::encounter::Encounter;
use crate::values::Id;

use super::minds;
use super::round::Round;
use crate::systems::seconds::sheet::schema::at;

crate::records! {
    pub struct Turn each "turn" {
        /// The round whose turn of it began last.
        pub begun: u32,
        /// How far that turn is.
        pub stage: Stage,
        /// Nothing was spent of it yet: it can be delayed (SEC-43).
        pub fresh: bool,
        /// Seconds spent of it, whether it was delayed or not (SEC-139, SEC-165).
        pub spent: i64,
        /// Seconds of its six that have passed for what is delayed (SEC-38).
        pub passed: i64,
        /// Sixteenths of a metre moved just now, with no second in between (SEC-97).
        pub straight: i64,
        /// What the GM has the next action cost (SEC-30).
        pub cost: Option<i64>,
        /// The action that runs over (SEC-32).
        pub carried: Option<Carried>,
        /// What will come of it later (SEC-38).
        pub timers: Vec<Timer>,
    }

    /// An action that is not done yet.
    pub struct Carried {
        /// The word of its action.
        pub deed: String,
        /// With what, or what it is: the name of a weapon, a combo, a reminder.
        pub with: String,
        /// What it is called.
        pub told: String,
        /// Number of seconds already paid.
        pub done: i64,
        /// Seconds that it takes.
        pub needed: i64,
    }

    /// An effect that comes after some seconds of its owner's turns.
    pub struct Timer {
        pub label: String,
        /// Number of seconds still left.
        pub left: i64,
        /// The place of its attack on the sheet; `None` for what only reminds.
        pub weapon: Option<usize>,
        /// At whom, if it is somebody.
        pub target: Option<Id>,
        pub place: String,
    }

    /// Who loads somebody's weapons together with others (SEC-72). Earlier saves have one round and its seconds for all of
    /// them.
    pub struct Loaders each "loaders" {
        /// The round in which a second went into any of them last.
        pub round: u32,
        /// The seconds that it takes.
        pub seconds: i64,
        /// Each by its place on the sheet.
        pub weapons: BTreeMap<usize, Loading>,
    }

    /// Several at one weapon.
    pub struct Loading {
        /// The round in which a second went into it last.
        pub round: u32,
        /// The seconds that it takes, by the largest of them.
        pub seconds: i64,
    }

    /// What somebody's attacks were: the distances last entered, in tenths of a metre (SEC-68), and whom the last went at.
    pub struct Range each "range" {
        /// To whom how far.
        pub to: BTreeMap<Id, i64>,
        /// Whom it attacked last.
        pub last: Option<Id>,
    }
}

crate::words! {
    /// How far somebody's turn of this round is.
    pub enum Stage {
        /// Over, or not begun.
        Over = "over",
        Acting = "acting",
        /// Kept for later (SEC-43).
        Delaying = "delaying",
    }
}

/// An action that costs seconds, as it is carried from turn to turn.
#[derive(Clone, Copy, Debug)]
pub struct Deed<'a> {
    /// The word of its action.
    pub key: &'a str,
    /// With what: of one of another weapon nothing is carried over.
    pub with: &'a str,
    /// What it is called: "an attack with sword".
    pub told: &'a str,
}

impl Carried {
    /// What it is, and how far, in a few letters.
    pub fn short(&self) -> String {
        let what = if self.with.is_empty() {
            &self.told
        } else {
            &self.with
        };
        format!("{what} {}/{}", self.done, self.needed)
    }

    /// Whether it is this action.
    pub fn is(&self, deed: Deed<'_>) -> bool {
        self.deed == deed.key && self.with == deed.with
    }
}

impl Timer {
    /// Formats a pending effect, such as "fuse at Ann in 8 s".
    pub fn told(&self, now: &Encounter) -> String {
        let at = self
            .target
            .map(|target| format!(" at {}", now.name(target)));
        format!(
            "{}{} in {} s",
            self.label,
            at.unwrap_or_default(),
            self.left
        )
    }
}

impl Loaders {
    /// How far it is with the weapon at a place on the sheet.
    pub fn at(&self, place: Option<usize>) -> Loading {
        let own = place.and_then(|place| self.weapons.get(&place));
        own.cloned().unwrap_or(Loading {
            round: self.round,
            seconds: self.seconds,
        })
    }
}

/// Seconds of a turn (SEC-26).
pub const TURN: i64 = 6;

/// The seconds of a turn as a bar that fills.
pub fn bar(left: i64) -> String {
    let left = left.clamp(0, TURN);
    let used = usize::try_from(TURN - left).unwrap_or(0);
    let left = usize::try_from(left).unwrap_or(0);
    format!("{}{}", "█".repeat(left), "░".repeat(used))
}

/// The seconds that somebody may still use in this turn: its own, and those of the body that it shares (SEC-29, SEC-161).
pub fn seconds(now: &Encounter, id: Id) -> i64 {
    let own = now.get(id).sheet.get(at::seconds_left);
    let body = minds::body_of(now, id);
    if minds::shared(now, body) {
        own.min(now.get(body).sheet.get(at::body_seconds_left))
    } else {
        own
    }
}

/// Whoever delays, in the order of initiative (SEC-47).
pub fn delaying(now: &Encounter) -> Vec<Id> {
    let waits = |id: &&Id| Turn::of(now, **id).stage == Stage::Delaying;
    Round::of(now).order.iter().filter(waits).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::{Loaders, Loading};
    use crate::values::{Record, Stored as _, Value};

    #[test]
    fn what_earlier_saves_keep_of_loading_counts_for_every_weapon() {
        let old = Record::new()
            .with("round", Value::Int(2))
            .with("seconds", Value::Int(8));
        let mut loaders = Loaders::restore(Some(&Value::Record(old))).expect("it opens");
        let (round, seconds) = (2, 8);
        assert_eq!(loaders.at(Some(1)), Loading { round, seconds });
        let own = Loading {
            round: 3,
            seconds: 12,
        };
        loaders.weapons.insert(0, own.clone());
        assert_eq!(
            Loaders::restore(loaders.store().as_ref()),
            Ok(loaders.clone())
        );
        assert_eq!(loaders.at(Some(0)), own);
    }
}
