//! Actions that are mostly movement: dodging, moving, withdrawing, running (17.0.1.4, 17.0.1.7, 17.0.2).

use super::acting::{ask, begin, let_go, posture, use_action};
use super::cast;
use crate::systems::countdown::combat::effects::spell_name;
use crate::systems::countdown::combat::movement::Retreat;
use crate::systems::countdown::combat::{
    Movement, Outcome, Purpose, Strike, answers, attack, fire, movement, pending, targets,
};
use crate::systems::countdown::says::Says;
use crate::systems::countdown::sheet::{Fist, Weapon, is};
use crate::systems::countdown::state::{Maneuver, RoundState, fighter};
use crate::systems::prelude::*;

/// Resolves parry and dodge (CTD-74).
pub fn dodge(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let way = ask(cx, who, Maneuver::Dodge, |f| movement::ask_way(f, who))?;
    begin(cx, who, Maneuver::Dodge, None, Says::Dodges { who });
    posture(cx, who, is::DODGE);
    movement::before(cx, who, &way)?;
    movement::after(cx, who, &way)
}

/// Resolves an action that consists only of movement.
pub fn go(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let (way, closes) = ask(cx, who, Maneuver::Move, |f| {
        let mut way = Movement::default();
        if movement::can_stand(f.now, who) {
            way.stand = movement::ask_stand(f, true);
            return Ok((way, Vec::new()));
        }
        let left = movement::feet_left(f.now, who);
        way.before = f.number("feet", "distance", 0..=left, "ft", left);
        way.turning = movement::ask_leaving(f, who, None);
        let closes = targets::ask_closes(f, who, None);
        way.fires = fire::ask(f, who);
        Ok((way, closes))
    })?;
    begin(cx, who, Maneuver::Move, None, Says::OnlyMoves { who });
    if way.stand {
        movement::before(cx, who, &way)?;
        return Ok(());
    }
    let replies = answers::close_in(cx, who, &closes)?;
    if movement::depart(cx, who, way.before, &way.turning, &way.fires)? == Outcome::Done {
        answers::give_replies(cx, &replies)?;
    }
    Ok(())
}

/// Asks for the attack in a fighting withdrawal, against one of the pursuers.
fn ask_blow(f: &mut Form<'_>, who: Id, follows: &[Id]) -> Option<Strike> {
    let one = fighter(f.now, who);
    let first = follows.first().copied();
    if first.is_none() || one.no_attack() || !f.toggle("strike", "attacks a pursuer", true) {
        return None;
    }
    let mut melee = one.in_hand();
    melee.retain(|weapon| weapon.melee() && weapon.unusable().is_none());
    melee.extend(Fist::ALL.iter().copied().map(Weapon::bare));
    let weapon = Weapon::ask(f, &melee, 0);
    let target = targets::ask_target(f, follows, first, "does not follow");
    let strike = weapon.zip(target);
    strike.map(|(with, at)| Strike::ask(f, who, with, at, Purpose::Plain, None))
}

/// Withdraws at half speed, facing the foe. The combatant may attack a pursuer, or cast the declared spell (CTD-58).
pub fn withdraw(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let rows = |f: &mut Form<'_>| {
        let back = Retreat::ask(f, who);
        let plan = fighter(f.now, who).planned();
        let spell = cast::may(f.now, who) && plan.action == Maneuver::Cast;
        let casts = spell && f.toggle("casts", &format!("casts {}", spell_name(&plan)), true);
        if casts {
            let (spell, target) = cast::ask_spell(f, who, &plan);
            return Ok((back, Some((spell, target)), None));
        }
        let strike = ask_blow(f, who, &back.follows);
        Ok((back, None, strike))
    };
    let (back, spell, strike) = ask(cx, who, Maneuver::Withdraw, rows)?;
    if let Some((spell, target)) = spell {
        return cast::backing_off(cx, who, spell, target, &back);
    }
    let target = strike.as_ref().map(|strike| strike.target);
    use_action(cx, who, Maneuver::Withdraw, target, "");
    let feet = back.feet;
    cx.act(who, Says::Withdraws { who, feet });
    let_go(cx, who);
    back.play(cx, who);
    if let Some(strike) = strike {
        strike.preview(cx);
        attack::make(cx, &strike, who)?;
    }
    Ok(())
}

/// Runs away: twice the movement, but no attacks and no reactions until the end of the round (CTD-60). If the GM
/// decides that the combatant gets away, they leave the fight at the end of the count (CTD-182).
pub fn run(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let (feet, turning, fires, gone) = ask(cx, who, Maneuver::Run, |f| {
        let one = fighter(f.now, who);
        let most = one.pace() * 2 - one.this_round().moved;
        let feet = f.number("feet", "distance", 0..=most, "ft", most);
        let turning = movement::ask_leaving(f, who, None);
        let fires = fire::ask(f, who);
        f.hint(|| "leaves the fight unless stopped");
        Ok((feet, turning, fires, f.toggle("gone", "gets away", false)))
    })?;
    begin(cx, who, Maneuver::Run, None, Says::RunsAway { who });
    posture(cx, who, is::RUNNING);
    RoundState::change(cx, who, |its| its.ran = true);
    let outcome = movement::depart(cx, who, feet, &turning, &fires)?;
    RoundState::change(cx, who, |its| its.rooted = true);
    if gone && outcome == Outcome::Done {
        // For combatants who act on the same count, the runner is still in the fight (CTD-34).
        pending::add_condition(cx, who, Condition::new(is::FLED), false);
    }
    Ok(())
}
