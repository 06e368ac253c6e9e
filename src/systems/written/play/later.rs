//! What somebody begins now and what goes off later: it stands in the fight's records until then.

use crate::encounter::Encounter;
use crate::resolver::{Resolver, note};
use crate::values::{Id, Row};

use super::look::{row_name, rows};
use super::state::Later;
use crate::systems::written::model::{Action, Model};
use crate::systems::written::order::ticks;

/// What somebody has begun and what has not gone off yet.
pub fn begun(model: &'static Model, now: &Encounter, who: Id) -> Option<&'static Action> {
    match Later::of(now, who).action.as_str() {
        "" => None,
        key => model.action(key),
    }
}

/// Somebody begins with something that goes off so many ticks, or turns of its own, later.
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

/// The row that something begun is done with; `None` where the sheet has it no more.
pub fn row(model: &'static Model, now: &Encounter, who: Id, action: &Action) -> Option<Row> {
    let with = action.with?;
    let name = &Later::of(now, who).with;
    let all = rows(model, now, who, with.field);
    all.iter().find(|row| *row_name(row) == **name).cloned()
}

/// What somebody has begun is lost, if it has begun anything.
pub fn lose(cx: &mut Resolver<'_>, model: &'static Model, who: Id) {
    if let Some(action) = begun(model, cx.now(), who) {
        let what = told(cx.now(), who, action);
        note!(cx, &[who], "{} loses it: {what}.", cx.name(who));
        Later::clear(cx, who);
    }
}

/// Something begun, in words: "cast (hail)".
pub fn told(now: &Encounter, who: Id, action: &Action) -> String {
    match Later::of(now, who).with.as_str() {
        "" => action.label.to_owned(),
        with => format!("{} ({with})", action.label),
    }
}

/// When it goes off, in words.
pub fn when(model: &'static Model, now: &Encounter, who: Id) -> String {
    match (ticks::played(model, now), Later::of(now, who).turns) {
        (Some(_), _) => format!("on tick {}", ticks::stands(now, who)),
        (None, 0) => match begun(model, now, who).and_then(|action| action.phase) {
            Some(phase) => format!("in the phase: {phase}"),
            None => "in its next turn".to_owned(),
        },
        (None, turns) => format!("in {} turns", turns + 1),
    }
}
