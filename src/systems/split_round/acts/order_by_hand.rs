//! Changes of the queue by the GM.

use crate::systems::prelude::*;
use crate::systems::split_round::combat::queue;
use crate::systems::split_round::says::Says;
use crate::systems::split_round::state::turn::{Progress, Turn};

/// Returns the pending items after the current item, in order.
pub fn due(now: &crate::encounter::Encounter) -> Vec<(Id, usize, String)> {
    let all = queue::all(now).into_iter();
    let due = all.filter(|(.., item)| item.progress == Progress::Due);
    let due = due.skip(1);
    due.map(|(who, place, item)| (who, place, item.what.clone()))
        .collect()
}

/// Lets the GM set the place of an item. From then on, the whole queue keeps this order regardless of the totals.
pub fn order(cx: &mut Resolver<'_>) -> Step<()> {
    let ((who, place, what), nth) = cx.form("order", None, "Change the queue", |f| {
        let now = f.now;
        let all: Vec<(String, (Id, usize, String))> = due(now)
            .into_iter()
            .map(|one| (format!("{}-{}", one.0.letter(), one.1), one))
            .collect();
        let tell = |(key, (who, _, what)): &(String, (Id, usize, String))| {
            let what = if what.is_empty() { "action" } else { what };
            Choice::new(key, format!("{}: {what}", now.name(*who)))
        };
        let last = all.len().saturating_sub(1);
        let chosen = f.one_of("item", "move", &all, last, |(key, _)| key, tell);
        let (_, item) = f.need(chosen, "nothing is pending")?;
        let most = all.len() as i64;
        let nth = f.number("nth", "to position", 1..=most, "", 1);
        Ok((item, nth))
    })?;
    let what = if what.is_empty() { "action" } else { &what };
    let said = Says::MovesInQueue {
        who,
        what: what.to_owned().into(),
        position: nth,
    };
    cx.act(who, said);
    let mut order = due(cx.now());
    order.retain(|one| (one.0, one.1) != (who, place));
    // The new order starts after the current item, which the GM may also have placed.
    let mut open = queue::all(cx.now()).into_iter();
    let played = open.find(|(.., item)| item.progress == Progress::Due);
    let before = played.map_or(0, |(.., item)| item.nth);
    let at = usize::try_from(nth - 1).unwrap_or(0).min(order.len());
    order.insert(at, (who, place, String::new()));
    for (nth, (who, place, _)) in order.into_iter().enumerate() {
        Turn::change(cx, who, |turn| {
            if let Some(item) = turn.items.get_mut(place) {
                item.nth = before + nth as i64 + 1;
            }
        });
    }
    Ok(())
}
