//! Changes of the initiative order by the GM.

use crate::systems::prelude::*;
use crate::systems::seconds::says::Says;
use crate::systems::seconds::state::order::{self, counts};
use crate::systems::seconds::state::round::Initiative;

/// Moves a combatant before another one, or to the end if no other is chosen. The combatant's rolls are adjusted, so
/// that the order stays the same when combatants join later.
pub fn change(cx: &mut Resolver<'_>) -> Step<()> {
    let (who, before) = cx.form("order", None, "Change the initiative order", |f| {
        let now = f.now;
        let all: Vec<Id> = order::order(now)
            .iter()
            .copied()
            .filter(|id| counts(now, *id))
            .collect();
        let from = || all.iter().copied();
        f.others("is not in the order");
        let who = f.pick_one("who", "who", from, all.last().copied());
        let who = f.need(who, "the order is empty")?;
        let others = || from().filter(|id| *id != who);
        let next = order::next(now).filter(|next| *next != who);
        f.hint(|| "none: after all others");
        let next = next.into_iter().collect();
        f.others("is not in the order");
        let before = f.pick("before", "acts before", others, 0, 1, next);
        Ok((who, before.first().copied()))
    })?;
    let said = match before {
        Some(before) => Says::GmActsBefore { who, before },
        None => Says::GmActsLast { who },
    };
    cx.act(who, said);
    let now = cx.now();
    let others = order::order(now).iter().copied();
    let others: Vec<Id> = others.filter(|id| *id != who && counts(now, *id)).collect();
    let rolls = |id: Id| Initiative::of(now, id).rolls.clone();
    let place = before.and_then(|next| others.iter().position(|id| *id == next));
    let rolls = match place {
        Some(place) => {
            let behind = rolls(others[place]);
            // The new rolls are higher than the next combatant's and lower than the previous combatant's.
            let ahead = place.checked_sub(1).map(|ahead| rolls(others[ahead]));
            let ahead = ahead.filter(|ahead| ahead.starts_with(&behind));
            let more = ahead.and_then(|ahead| ahead.get(behind.len()).copied());
            [behind, vec![more.map_or(0, |more| more - 1)]].concat()
        }
        None => {
            let mut last = others.last().map_or_else(Vec::new, |id| rolls(*id));
            match last.last_mut() {
                Some(least) => *least -= 1,
                None => last.push(0),
            }
            last
        }
    };
    order::moved(cx, who, rolls);
    Ok(())
}
