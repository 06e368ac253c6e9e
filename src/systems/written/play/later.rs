//! Delayed actions, stored in the records of the fight until they take effect.

use crate::encounter::Encounter;
use crate::resolver::{Resolver, note};
use crate::values::{Id, Row};

use super::look::{row_name, rows};
use super::state::Later;
use crate::systems::written::model::{Action, Model};
use crate::systems::written::order::ticks;

/// Returns the delayed action of a combatant that has not taken effect yet.
pub fn begun(model: &'static Model, now: &Encounter, who: Id) -> Option<&'static Action> {
    match Later::of(now, who).action.as_str() {
        "" => None,
        key => model.action(key),
    }
}

/// Starts a delayed action that takes effect after a number of ticks, or of the combatant's turns.
pub fn begin(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    action: &'static Action,
    who: Id,
    (with, targets): (Option<&Row>, &[Id]),
    later: i64,
) {
    let turns = match ticks::played(model, cx.now()) {
        Some(_) if later > 0 => {
            ticks::move_on(cx, who, later);
            0
        }
        Some(_) => 0,
        None => (later - 1).max(0),
    };
    let begun = Later {
        action: action.key.to_owned(),
        with: with
            .map(|row| row_name(row).to_string())
            .unwrap_or_default(),
        targets: targets.to_vec(),
        turns,
    };
    begun.put(cx, who);
}

/// Returns the row of a delayed action; `None` if the sheet no longer has it.
pub fn row(now: &Encounter, who: Id, action: &Action) -> Option<Row> {
    let with = action.with?;
    let name = &Later::of(now, who).with;
    let all = rows(now, who, with.field);
    all.iter().find(|row| *row_name(row) == **name).cloned()
}

/// Cancels the delayed action of a combatant, if there is one.
pub fn lose(cx: &mut Resolver<'_>, model: &'static Model, who: Id) {
    if let Some(action) = begun(model, cx.now(), who) {
        let what = told(cx.now(), who, action);
        note!(
            cx,
            &[who],
            "{} loses the delayed action: {what}.",
            cx.name(who)
        );
        Later::clear(cx, who);
    }
}

/// Formats a delayed action: "cast (hail)".
pub fn told(now: &Encounter, who: Id, action: &Action) -> String {
    match Later::of(now, who).with.as_str() {
        "" => action.label.to_owned(),
        with => format!("{} ({with})", action.label),
    }
}

/// Formats the time at which a delayed action takes effect.
pub fn when(model: &'static Model, now: &Encounter, who: Id) -> String {
    match (ticks::played(model, now), Later::of(now, who).turns) {
        (Some(_), _) => format!("on tick {}", ticks::stands(now, who)),
        (None, 0) => match begun(model, now, who).and_then(|action| action.phase) {
            Some(phase) => format!("in the {phase} phase"),
            None => "on the next turn".to_owned(),
        },
        (None, turns) => format!("in {} turns", turns + 1),
    }
}
