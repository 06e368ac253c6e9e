//! Extinguishing flames, and reviving the unconscious (17.0.10, 17.0.16).

use super::acting::begin;
use crate::systems::countdown::combat::{Outcome, legal, movement, pending, targets};
use crate::systems::countdown::says::Says;
use crate::systems::countdown::state::pending::REVIVED;
use crate::systems::countdown::state::{Maneuver, RoundState, fighter};
use crate::systems::prelude::*;

/// Spends the whole round on putting out the flames (CTD-123). The effect comes at the end of the round.
pub fn extinguish(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(cx.now(), "{} puts out the flames", cx.name(who));
    let fitting = cx.form("extinguish", who, title, |f| {
        f.hint(|| "rolling or smothering; plain water does not work");
        Ok(f.toggle("fitting", "effective method", true))
    })?;
    let said = if fitting {
        Says::PutsFlamesOut { who }
    } else {
        Says::FightsFlamesInVain { who }
    };
    begin(cx, who, Maneuver::Extinguish, None, said);
    RoundState::change(cx, who, |its| {
        its.rooted = true;
        its.extinguishing = fitting;
    });
    Ok(())
}

/// Revives a combatant (CTD-154), who wakes at the end of the count.
pub fn revive(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(cx.now(), "{} revives a combatant", cx.name(who));
    let plan = fighter(cx.now(), who).planned();
    let declared = plan.target.filter(|_| plan.action == Maneuver::Revive);
    let (target, way) = cx.form("revive", who, title, |f| {
        let list = legal::revivable(f.now, who);
        let meant = declared.filter(|id| list.contains(id));
        let target = targets::ask_target(f, &list, meant.or(list.first().copied()), legal::NOT_YET);
        let way = movement::ask_way(f, who)?;
        Ok((f.need(target, "no one can be revived yet")?, way))
    })?;
    let said = Says::Revives { by: who, target };
    begin(cx, who, Maneuver::Revive, Some(target), said);
    if movement::before(cx, who, &way)? == Outcome::Stopped {
        return Ok(());
    }
    pending::add_condition(cx, target, Condition::new(REVIVED).by(who), false);
    movement::after(cx, who, &way)
}
