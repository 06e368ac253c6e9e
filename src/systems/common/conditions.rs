//! Conditions that end with a round or with the fight.

use crate::systems::common::says::{Ended, Says};
use crate::systems::prelude::*;

/// Ends every condition that lasts until this round and logs each with a sentence. The `usual` conditions share one
/// sentence.
pub fn round_over(cx: &mut Resolver<'_>, usual: &[Is]) {
    let (round, schema) = (cx.now().round, cx.now().schema);
    turns_awaited(cx);
    let over = |one: &Condition| matches!(one.ends, Ends::EndOfRound(last) if last <= round);
    let label = |key: &str| {
        if usual.iter().any(|is| is.0 == key) {
            String::new()
        } else {
            schema.called(key)
        }
    };
    tell(cx, |which| Says::OverWithRound { which }, usual, over);
    for id in cx.now().ids() {
        cx.lose_over(id, over, label, Says::TimeIsUp {});
    }
}

/// Ends conditions that last until a turn, if the combatant had no turn by the latest round allowed.
pub fn turns_awaited(cx: &mut Resolver<'_>) {
    let (round, schema) = (cx.now().round, cx.now().schema);
    let over = |one: &Condition| matches!(one.ends, Ends::Turn { latest, .. } if latest <= round);
    for id in cx.now().ids() {
        cx.lose_over(id, over, |key| schema.called(key), Says::TimeIsUp {});
    }
}

/// Ends `these` conditions of all combatants with the fight and logs them in one sentence.
pub fn fight_over(cx: &mut Resolver<'_>, these: &[Is]) {
    tell(cx, |which| Says::OverWithFight { which }, these, |_| true);
    for id in cx.now().ids() {
        for is in these {
            cx.lose(id, *is, "", "");
        }
    }
}

/// Logs which of `these` conditions are `over`, and which combatants had them.
fn tell(
    cx: &mut Resolver<'_>,
    said: impl Fn(Commas<Ended>) -> Says,
    these: &[Is],
    over: impl Fn(&Condition) -> bool,
) {
    let schema = cx.now().schema;
    let mut ended = Vec::new();
    for is in these {
        let shown = schema.condition(is.0).is_ok_and(|spec| !spec.silent);
        let ends = |id: &Id| {
            let mut all = cx.get(*id).conditions.iter();
            all.any(|one| one.key == is.0 && over(one))
        };
        let bearers: Vec<Id> = cx.now().ids().filter(ends).collect();
        if shown && !bearers.is_empty() {
            ended.push(Ended::Condition {
                label: schema.called(is.0).into(),
                who: bearers,
            });
        }
    }
    if !ended.is_empty() {
        cx.note(said(Commas(ended)));
    }
}
