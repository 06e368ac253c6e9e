//! Changes of the order by the GM: combatants who act now or get another number.

use crate::resolver::{Resolver, Step, act};
use crate::values::Id;

use crate::systems::countdown::sheet::at;
use crate::systems::countdown::state::{Hold, Round, RoundState, count, fighter};

crate::words! {
    /// Change that the GM makes to a combatant in the order.
    enum Becomes {
        /// Acts on the open count, else on the next.
        Now = "now" "acts now",
        /// Gets another number.
        Number = "number" "has another number",
    }
}

/// Lets the GM add a combatant to the count, or give it another number.
pub fn order(cx: &mut Resolver<'_>) -> Step<()> {
    let (who, becomes, number) = cx.form("order", None, "The order by hand", |f| {
        let now = f.now;
        let open = |id: &Id| fighter(now, *id).able() && !fighter(now, *id).acted();
        let all = || now.present().filter(open);
        f.others("has acted, or cannot");
        let who = f.pick_one("who", "who", all, all().next());
        let who = f.need(who, "everybody has acted")?;
        let becomes = f.option("becomes", "becomes", Becomes::Now);
        let round = Round::of(now);
        let its = fighter(now, who).initiative().unwrap_or(round.count);
        let number = match becomes {
            Becomes::Number => f.number("number", "number", -99..=99, "", its),
            Becomes::Now if round.open => round.count,
            // No combatant is called before it.
            Becomes::Now => count::next_number(now).map_or(its, |most| most + 1),
        };
        Ok((who, becomes, number))
    })?;
    let name = cx.name(who);
    match becomes {
        Becomes::Now => act!(cx, who, &[who], "Ruled: {name} acts now."),
        Becomes::Number => act!(cx, who, &[who], "Ruled: {name} acts on {number}."),
    }
    cx.set(who, at::initiative, Some(number));
    let Round { index, open, .. } = *Round::of(cx.now());
    RoundState::change(cx, who, |its| {
        its.hold = Hold::None;
        its.joined = (becomes == Becomes::Now && open).then_some(index);
    });
    Ok(())
}
