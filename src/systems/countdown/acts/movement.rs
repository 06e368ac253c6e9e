//! Actions that are mostly movement: dodging, moving, withdrawing, running (17.0.1.4, 17.0.1.7, 17.0.2).

use crate::encounter::Condition;
use crate::resolver::{Form, Resolver, Step, act};
use crate::values::{Id, Words as _};

use super::acting::{ask, begin, let_go, posture, use_action};
use crate::systems::countdown::combat::{
    Movement, Outcome, Purpose, Strike, answers, attack, fire, movement, pending, targets,
};
use crate::systems::countdown::sheet::{Fist, Weapon, is};
use crate::systems::countdown::state::{Maneuver, Pending, RoundState, fighter};

/// Parry and dodge (CTD-74).
pub fn dodge(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let way = ask(cx, who, Maneuver::Dodge, |f| movement::ask_way(f, who))?;
    begin(cx, who, Maneuver::Dodge, None, "parries and dodges: AC +2.");
    posture(cx, who, is::DODGE);
    movement::before(cx, who, &way)?;
    movement::after(cx, who, &way)
}

/// Movement and nothing else.
pub fn go(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let (way, closes) = ask(cx, who, Maneuver::Move, |f| {
        let mut way = Movement::default();
        if movement::can_stand(f.now, who) {
            way.stand = movement::ask_stand(f, true);
            return Ok((way, Vec::new()));
        }
        let left = movement::feet_left(f.now, who);
        way.before = f.number("feet", "feet", 0..=left, "ft", left);
        way.turning = movement::ask_leaving(f, who, None);
        let closes = targets::ask_closes(f, who, None);
        way.fires = fire::ask(f, who);
        Ok((way, closes))
    })?;
    begin(cx, who, Maneuver::Move, None, "only moves.");
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

/// The rows of a fighting withdrawal: how many feet, who comes after it, and the blow at one of them.
fn ask_retreat(f: &mut Form<'_>, who: Id) -> (i64, Vec<Id>, Option<Strike>) {
    let one = fighter(f.now, who);
    let near = one.engaged();
    let most = (one.pace() / 2).min(movement::feet_left(f.now, who));
    let feet = f.number("feet", "backs off", 0..=most, "ft", most);
    if near.is_empty() {
        return (feet, Vec::new(), None);
    }
    f.hint(|| "the others are left behind");
    let from = || near.iter().copied();
    let follows = f.pick("follows", "who follows", from, 0, near.len(), near.clone());
    let first = follows.first().copied();
    if first.is_none() || one.no_attack() || !f.toggle("strike", "fights on", true) {
        return (feet, follows, None);
    }
    let mut melee = one.in_hand();
    melee.retain(|weapon| weapon.melee() && weapon.unusable().is_none());
    melee.extend(Fist::ALL.iter().copied().map(Weapon::bare));
    let weapon = Weapon::ask(f, &melee, 0);
    let target = targets::ask_target(f, &follows, first);
    let strike = weapon.zip(target);
    let strike = strike.map(|(with, at)| Strike::ask(f, who, with, at, Purpose::Plain, None));
    (feet, follows, strike)
}

/// Backing off at half speed, facing the foe, fighting on if somebody follows (CTD-58).
pub fn withdraw(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let rows = |f: &mut Form<'_>| Ok(ask_retreat(f, who));
    let (feet, follows, strike) = ask(cx, who, Maneuver::Withdraw, rows)?;
    let target = strike.as_ref().map(|strike| strike.target);
    use_action(cx, who, Maneuver::Withdraw, target, "");
    let name = cx.name(who);
    let how = format!("over {feet} feet, without parting shots");
    act!(cx, who, &[], "{name} makes a fighting withdrawal {how}.");
    let_go(cx, who);
    let mut left = fighter(cx.now(), who).engaged();
    left.retain(|id| !follows.contains(id));
    Pending::change(cx, who, |pending| pending.leaves.extend(left));
    RoundState::change(cx, who, |its| {
        its.moved += feet;
        its.rooted = true;
    });
    if let Some(strike) = strike {
        strike.preview(cx);
        attack::make(cx, &strike, who)?;
    }
    Ok(())
}

/// Running away: twice the movement, no attacks and no reactions until the end of the round (CTD-60); out of the fight
/// with the count, if the GM says that it gets away (CTD-182).
pub fn run(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let (feet, turning, fires, gone) = ask(cx, who, Maneuver::Run, |f| {
        let one = fighter(f.now, who);
        let most = one.pace() * 2 - one.this_round().moved;
        let feet = f.number("feet", "feet", 0..=most, "ft", most);
        let turning = movement::ask_leaving(f, who, None);
        let fires = fire::ask(f, who);
        f.hint(|| "out of the fight unless it is stopped");
        Ok((feet, turning, fires, f.toggle("gone", "gets away", false)))
    })?;
    begin(cx, who, Maneuver::Run, None, "runs away.");
    posture(cx, who, is::RUNNING);
    RoundState::change(cx, who, |its| its.ran = true);
    let outcome = movement::depart(cx, who, feet, &turning, &fires)?;
    RoundState::change(cx, who, |its| its.rooted = true);
    if gone && outcome == Outcome::Done {
        // Those who act on the same count still find it there (CTD-34).
        pending::add_condition(cx, who, Condition::new(is::FLED), false);
    }
    Ok(())
}
