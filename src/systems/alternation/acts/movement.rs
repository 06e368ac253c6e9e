//! Moving and sprinting (`ALT-32` to `ALT-35`).

use crate::systems::prelude::*;
use crate::values::decimal;

use crate::systems::alternation::combat::movement::{
    flee, left, strikers, strikes_at, within_half,
};
use crate::systems::alternation::combat::{concealment, holds, mounts};
use crate::systems::alternation::says::Says;
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::sheet::schema::at;
use crate::systems::alternation::state::bonds::held;
use crate::systems::alternation::state::fighter::{Fighter, steps_up};

/// Resolves a move, or a part of one.
pub fn go(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(cx.now(), "{} moves", cx.name(who));
    let plan = cx.form("move", who, title, |f| plan(f, who))?;
    let sprinting = plan.sprint || Fighter::of(cx.now(), who).sheet().sprinting();
    let zones = plan.zones;
    let fighter = Fighter::of(cx.now(), who);
    if 2 * (fighter.moved() + zones) > fighter.pace(sprinting) {
        cx.show(who, "more than half speed: no actions this turn");
    }
    if plan.sprint {
        cx.show(who, "a sprint may have a cost in the full rules");
    }
    let said = if plan.gone && zones == 0 {
        Says::LeavesField { who }
    } else {
        Says::Moves {
            who,
            halves: zones,
            sprints: sprinting,
        }
    };
    cx.act(who, said);
    if sprinting {
        cx.set(who, at::sprinting, true);
    }
    if !strikes_at(cx, who, &plan.leaving)? {
        return Ok(());
    }
    let moved = Fighter::of(cx.now(), who).moved() + zones;
    cx.set(who, at::zones_moved, moved);
    mounts::carry_along(cx, who);
    let held = held(cx.now(), who);
    if plan.lets_go {
        for victim in &held {
            holds::let_go(cx, who, *victim);
        }
    } else if !held.is_empty() {
        cx.note(Says::TakesAlong { held, by: who });
    }
    mounts::carry_off(cx, who);
    if plan.shows_itself {
        concealment::reveal(cx, who, Says::MovedOpenly {});
    }
    if plan.gone {
        flee(cx, who)?;
    }
    Ok(())
}

/// Move as described by its form.
struct Plan {
    /// Distance in half zones.
    zones: i64,
    sprint: bool,
    /// Enemies that the combatant moves away from.
    leaving: Vec<Id>,
    /// True if a concealed combatant does not sneak.
    shows_itself: bool,
    /// True if the combatant releases held combatants instead of taking them along.
    lets_go: bool,
    /// True if the combatant leaves the fight.
    gone: bool,
}

fn plan(f: &mut Form<'_>, who: Id) -> Filled<Plan> {
    let now = f.now;
    let fighter = Fighter::of(now, who);
    let may_sprint = !fighter.sheet().sprinting()
        && fighter.moved() == 0
        && fighter.pace(true) > fighter.pace(false);
    let sprinting = may_sprint && f.ahead("sprint", false);
    let retreats = now.get(who).has(is::BROKEN);
    let near = within_half(now, who, sprinting);
    let most = left(now, who, sprinting);
    let preset = if near == 0 || retreats {
        most
    } else {
        near.min(most)
    };
    f.hint(|| {
        format!(
            "up to {}: actions still possible",
            decimal(near.min(most), 2)
        )
    });
    let zones = f.decimal("zones", "distance", 2, 0..=most, "zones", preset);
    let sprint = may_sprint && f.toggle("sprint", "sprint, whole turn", false);
    let foes = strikers(now, who);
    let mut leaving = Vec::new();
    if !foes.is_empty() {
        f.hint(|| "each may make an opportunity attack");
        let (from, most) = (|| foes.iter().copied(), foes.len());
        f.others("cannot make an opportunity attack");
        leaving = f.pick("leaving", "moves away from", from, 0, most, leaving);
    }
    let shows_itself = now.get(who).has(is::CONCEALED) && !f.toggle("sneaking", "sneaking", true);
    let holds = |victim: &Id| steps_up(now, *victim, who) <= 0;
    let lets_go =
        held(now, who).iter().any(holds) && !f.toggle("drag", "drag the held combatant", true);
    let gone = (retreats || now.get(who).has(is::SURRENDERED))
        && f.toggle("gone", "leave the fight", false);
    f.refuse_if((zones == 0 && !gone).then_some("enter the number of zones, for example 0.5"))?;
    Ok(Plan {
        zones,
        sprint,
        leaving,
        shows_itself,
        lets_go,
        gone,
    })
}
