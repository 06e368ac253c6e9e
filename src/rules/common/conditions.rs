//! Conditions: those that end with a round, and those of which a row of the screen says nothing of its own.

use crate::encounter::{Condition, Encounter, Ends, Id, Is, Resolver};

/// Everybody's conditions whose last round this is end, each with a sentence unless it is among the `silent`.
pub fn round_over(cx: &mut Resolver<'_>, silent: &[Is]) {
    let (round, schema) = (cx.now().round, cx.now().schema);
    let over = |one: &Condition| matches!(one.ends, Ends::EndOfRound(last) if last <= round);
    let label = |key: &str| match silent.iter().any(|is| is.0 == key) {
        true => String::new(),
        false => schema.called(key),
    };
    for id in cx.now().ids() {
        cx.lose_over(id, over, label, "time is up");
    }
}

/// The conditions of somebody that are not `told` already, in words.
pub fn others(now: &Encounter, id: Id, told: &[Is]) -> impl Iterator<Item = String> {
    let all = now.get(id).conditions.iter().map(|one| one.key.as_str());
    let untold = all.filter(|key| !told.iter().any(|is| is.0 == *key));
    untold.map(|key| now.schema.called(key))
}
