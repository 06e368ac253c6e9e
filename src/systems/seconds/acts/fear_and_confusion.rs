//! Actions forced by fear or confusion: flight, and GM replacements of a random behaviour (SEC-138, SEC-139).

use crate::systems::prelude::*;
use crate::systems::seconds::combat::confusion::{self, scatter};
use crate::systems::seconds::combat::forfeit;
use crate::systems::seconds::says::Says;
use crate::systems::seconds::sheet::conditions::is;
use crate::systems::seconds::sheet::tables::Whim;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::minds::{Mind, in_body};
use crate::systems::seconds::state::mounts::ridden_by;

/// Flees by the fastest means; a roll decides between several open ways (SEC-138).
pub fn flee(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let (ways, gone) = cx.form("flee", who, format!("{} flees. How?", cx.name(who)), |f| {
        f.hint(|| "a d8 gives the direction");
        let ways = f.toggle("ways", "several escape routes", false);
        f.hint(|| "out of the fight");
        let gone = f.toggle("gone", "gets away", false);
        Ok((ways, gone))
    })?;
    Mind::change(cx, who, |mind| mind.fleeing = true);
    let inside = in_body(cx.now(), who);
    cx.act(who, Says::Flees { who, inside });
    if ways {
        scatter(cx, who)?;
    }
    if gone {
        get_away(cx, who)?;
    }
    Ok(())
}

/// Leaves the fight at full speed, together with the rider (SEC-190).
pub fn get_away(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let rider = ridden_by(cx.now(), who).filter(|id| !fighter(cx.now(), *id).out());
    for id in std::iter::once(who).chain(rider) {
        cx.gain(id, Condition::new(is::FLED), Says::OutOfFight {});
        forfeit::helpless(cx, id);
        forfeit::timers(cx, id)?;
    }
    Ok(())
}

/// Replaces a random behaviour by GM ruling (SEC-139).
pub fn replace(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(cx.now(), "What does {} do instead?", cx.name(who));
    let whim = cx.form("instead", who, title, |f| {
        let all: Vec<Whim> = Whim::ALL
            .iter()
            .copied()
            .filter(|one| !matches!(one, Whim::Longer | Whim::Scream))
            .collect();
        Ok(f.option_of("whim", "does", &all, Whim::Nearest))
    })?;
    cx.act(who, Says::BehavesInstead { who, whim });
    confusion::apply(cx, who, whim)
}
