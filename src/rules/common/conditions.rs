//! Conditions that end with a round.

use crate::encounter::{Condition, Ends, Id, Is, Resolver};

/// Everybody's conditions whose last round this is end, each with a sentence; those that are `usual` share one.
pub fn round_over(cx: &mut Resolver<'_>, usual: &[Is]) {
    let (round, schema) = (cx.now().round, cx.now().schema);
    let over = |one: &Condition| matches!(one.ends, Ends::EndOfRound(last) if last <= round);
    let label = |key: &str| match usual.iter().any(|is| is.0 == key) {
        true => String::new(),
        false => schema.called(key),
    };
    let mut ended = Vec::new();
    let mut about = Vec::new();
    for is in usual {
        let shown = schema.condition(is.0).is_ok_and(|spec| !spec.silent);
        let ends = |id: &Id| {
            cx.get(*id)
                .conditions
                .iter()
                .any(|one| one.key == is.0 && over(one))
        };
        let bearers: Vec<Id> = cx.now().ids().filter(ends).collect();
        if shown && !bearers.is_empty() {
            let names = cx.now().names(&bearers);
            ended.push(format!("{} ({names})", schema.called(is.0)));
            about.extend(bearers);
        }
    }
    if !ended.is_empty() {
        cx.note(
            &about,
            format!("Over with the round: {}.", ended.join(", ")),
        );
    }
    for id in cx.now().ids() {
        cx.lose_over(id, over, label, "time is up");
    }
}
