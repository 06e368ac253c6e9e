//! Combatants who join in the middle of a round (section 3).

use super::declare::declare;
use super::initiative::{prep, roll_for, stooping};
use crate::systems::prelude::*;
use crate::systems::segments::says::Says;
use crate::systems::segments::state::{Deeds, Phase, Round, has_to_declare, undeclared};

/// Returns true if a combatant joined in the middle of this round and the GM has not yet decided if they act in it.
pub fn is_new(now: &Encounter, who: Id) -> bool {
    let between = now.fighting() && Round::of(now).phase == Phase::Between;
    between && has_to_declare(now, who) && !Deeds::of(now, who).waits
}

/// Adds a combatant in the middle of the round. They declare from the next round on, unless the GM lets them act in
/// this round (section 3).
pub fn arrive(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(cx.now(), "Does {} join this round?", cx.name(who));
    if cx.confirm("join", who, title, false)? {
        return join_in(cx, who);
    }
    cx.act(who, Says::ActsNextRound { who });
    Deeds::change(cx, who, |deeds| deeds.waits = true);
    Ok(())
}

/// Declares and rolls immediately for a late combatant, who acts only on counts below the current count (section 3).
pub fn late(cx: &mut Resolver<'_>) -> Step<()> {
    let possible = undeclared(cx.now());
    let who = cx.form("late", None, "Join the round at once", |f| {
        let first = possible.first().copied();
        f.others("has declared");
        let who = f.pick_one("who", "who", || possible.iter().copied(), first);
        f.need(who, "pick who joins")
    })?;
    join_in(cx, who)
}

fn join_in(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    declare(cx, who)?;
    let open = Round::of(cx.now()).count;
    if stooping(cx.now()).contains(&who) {
        prep(cx)?;
    }
    roll_for(cx, &[who], open.map_or(i64::MAX, |open| open - 1))
}
