//! Changes of the order by the GM: the side to go now, and the places in the rotation.

use crate::systems::alternation::says::Says;
use crate::systems::alternation::state::round::{Cycle, Phase, Round, cycle, in_play};
use crate::systems::prelude::*;

crate::words! {
    /// Change that the GM makes to a side in the order.
    enum Becomes {
        /// The side goes now.
        Goes = "goes" "acts now",
        /// The side gets another place in the rotation.
        Place = "place" "changes place in the order",
    }
}

/// Lets the GM choose, between two turns, the side to go now or the place of a side in the rotation.
pub fn order(cx: &mut Resolver<'_>) -> Step<()> {
    let (side, becomes, place) = cx.form("order", None, "Change the order", |f| {
        let now = f.now;
        let playing = in_play(now);
        let keyed = |side: SideId| (format!("s{}", side.0), side);
        let all: Vec<(String, SideId)> = playing.into_iter().map(keyed).collect();
        let tell = |(key, side): &(String, SideId)| Choice::new(key, now.side_name(*side));
        let goes = Round::of(now).go;
        let other = all.iter().position(|(_, side)| *side != goes);
        let preset = other.unwrap_or(0);
        let chosen = f.one_of("side", "side", &all, preset, |(key, _)| key, tell);
        let (_, side) = f.need(chosen, "no side is left")?;
        let becomes = f.option("becomes", "becomes", Becomes::Goes);
        let order = cycle(now);
        let here = order.iter().position(|one| *one == side).unwrap_or(0) as i64 + 1;
        let place = match becomes {
            Becomes::Goes => here,
            Becomes::Place => f.number("place", "place", 1..=order.len() as i64, "", here),
        };
        Ok((side, becomes, usize::try_from(place - 1).unwrap_or(0)))
    })?;
    match becomes {
        Becomes::Goes => {
            cx.act(None, Says::GoesNow { side });
            Round::change(cx, |round| {
                round.go = side;
                round.phase = Phase::Go;
                // Earlier passes do not end the round.
                round.run = 0;
                round.passed.clear();
            });
        }
        Becomes::Place => {
            let mut order = cycle(cx.now());
            order.retain(|one| *one != side);
            order.insert(place.min(order.len()), side);
            let sides = Commas(order.clone());
            cx.act(None, Says::ActInOrder { sides });
            Cycle::change(cx, |cycle| cycle.order = order);
        }
    }
    Ok(())
}
