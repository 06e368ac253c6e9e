//! Changes of the order by the GM: a combatant acts now, or gets another count.

use crate::systems::countdown::says::Says;
use crate::systems::countdown::sheet::at;
use crate::systems::countdown::state::{Hold, Round, RoundState, count, fighter};
use crate::systems::prelude::*;

crate::words! {
    /// Change that the GM makes to a combatant in the order.
    enum Becomes {
        /// Acts on the open count, or on the next count if none is open.
        Now = "now" "acts now",
        /// Gets another count in this round.
        Number = "number" "acts on another count",
    }
}

/// Lets the GM add a combatant to the count, or give the combatant another count.
pub fn order(cx: &mut Resolver<'_>) -> Step<()> {
    let (who, becomes, number) = cx.form("order", None, "Change the order", |f| {
        let now = f.now;
        let open = |id: &Id| fighter(now, *id).able() && !fighter(now, *id).acted();
        let all = || now.present().filter(open);
        f.others("has already acted, or cannot act");
        let who = f.pick_one("who", "who", all, all().next());
        let who = f.need(who, "everyone has acted")?;
        let becomes = f.option("becomes", "change", Becomes::Now);
        let round = Round::of(now);
        let its = fighter(now, who).initiative().unwrap_or(round.count);
        let number = match becomes {
            Becomes::Number => f.number("number", "count", -99..=99, "", its),
            Becomes::Now if round.open => round.count,
            // The count is above all others, so that no other combatant is called first.
            Becomes::Now => count::next_number(now).map_or(its, |most| most + 1),
        };
        Ok((who, becomes, number))
    })?;
    let said = match becomes {
        Becomes::Now => Says::ActsNow { who },
        Becomes::Number => Says::ActsOn { who, count: number },
    };
    cx.act(who, said);
    cx.set(who, at::initiative, Some(number));
    let Round { index, open, .. } = *Round::of(cx.now());
    RoundState::change(cx, who, |its| {
        its.hold = Hold::None;
        its.joined = (becomes == Becomes::Now && open).then_some(index);
    });
    Ok(())
}
