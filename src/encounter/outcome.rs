//! Outcomes that log lines mark, so that the GM sees hits, damage and deaths at a glance.

use std::ops::Range;

use super::event::{Event, HealthChange, Throw};
use super::state::Encounter;
use super::tell_roll;
use crate::values::Value;

/// Meaning of an event for the combatant that it happens to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Success,
    Failure,
    /// Success by a natural result, such as a critical hit.
    NaturalSuccess,
    NaturalFailure,
    Damage,
    Healing,
    /// Condition that ends the fight for its bearer.
    Death,
}

/// Part of a log line that names an outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Bytes of the text.
    pub at: Range<usize>,
    pub outcome: Outcome,
}

/// Returns the outcome of an event; `None` for most events.
pub(super) fn of(event: &Event, now: &Encounter) -> Option<Outcome> {
    match event {
        Event::Rolled(throw) => of_roll(throw),
        Event::Changed {
            from: Some(Value::Int(from)),
            to: Some(Value::Int(to)),
            health: Some(health),
            ..
        } if from != to => Some(match health {
            HealthChange::Wounds if from < to => Outcome::Damage,
            HealthChange::Wounds | HealthChange::Healing { .. } => Outcome::Healing,
            HealthChange::Damage { .. } => Outcome::Damage,
        }),
        Event::Gained { condition, .. } => {
            let spec = now.schema.condition(&condition.key).ok()?;
            spec.fatal.then_some(Outcome::Death)
        }
        _ => None,
    }
}

fn of_roll(throw: &Throw) -> Option<Outcome> {
    let natural = !throw.forced.is_empty();
    Some(match (throw.outcome?, natural) {
        (true, false) => Outcome::Success,
        (true, true) => Outcome::NaturalSuccess,
        (false, false) => Outcome::Failure,
        (false, true) => Outcome::NaturalFailure,
    })
}

/// Returns the bytes of `text` that name an outcome: the verdict of a roll, otherwise the whole text.
pub(super) fn place(event: &Event, text: &str) -> Range<usize> {
    match event {
        Event::Rolled(throw) => {
            let end = text.len() - tell_roll::ending(throw).len();
            end - throw.verdict.len()..end
        }
        _ => 0..text.len(),
    }
}
