//! Conditions that end with a round.

use crate::encounter::{Condition, Ends, Is, Resolver};

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
