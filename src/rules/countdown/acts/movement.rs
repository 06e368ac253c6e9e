//! Actions that are mostly movement: dodging, moving, withdrawing, running (17.0.1.4, 17.0.1.7, 17.0.2).

use crate::act;
use crate::encounter::{Condition, Filled, Form, Id, Resolver, Step, Words as _};
use crate::say;

use crate::rules::countdown::combat::acting::{let_go, posture, use_action};
use crate::rules::countdown::combat::movement::{self, ask_way};
use crate::rules::countdown::combat::targets::{ask_closes, ask_target};
use crate::rules::countdown::combat::{
    Movement, Outcome, Purpose, Strike, answers, attack, fire, pending,
};
use crate::rules::countdown::sheet::{Fist, Weapon, is};
use crate::rules::countdown::state::{Maneuver, Pending, RoundState, fighter};

/// Parry and dodge (CTD-74).
pub fn dodge(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(cx.now(), "{} dodges", cx.name(who));
    let way = match movement::movable(cx.now(), who) {
        true => cx.form("dodge", who, title, |f| ask_way(f, who))?,
        false => Movement::default(),
    };
    use_action(cx, who, Maneuver::Dodge, None, "");
    act!(cx, who, &[], "{} parries and dodges: AC +2.", cx.name(who));
    let_go(cx, who);
    posture(cx, who, is::DODGE);
    if movement::before(cx, who, &way)? == Outcome::Done {
        movement::after(cx, who, &way)?;
    }
    Ok(())
}

/// Movement and nothing else.
pub fn go(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(cx.now(), "{} moves", cx.name(who));
    let (way, closes) = cx.form("move", who, title, |f| {
        if movement::can_stand(f.now, who) {
            let way = Movement {
                stand: movement::ask_stand(f, true),
                ..Movement::default()
            };
            return Ok((way, Vec::new()));
        }
        let left = movement::feet_left(f.now, who);
        let before = f.number("feet", "feet", 0..=left, "ft", left);
        let turning = movement::ask_leaving(f, who, None);
        let closes = ask_closes(f, who, None);
        let way = Movement {
            before,
            turning,
            fires: fire::ask(f, who),
            ..Movement::default()
        };
        Ok((way, closes))
    })?;
    use_action(cx, who, Maneuver::Move, None, "");
    act!(cx, who, &[], "{} only moves.", cx.name(who));
    let_go(cx, who);
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

/// A fighting withdrawal, as its form gives it.
#[derive(Default)]
struct Retreat {
    feet: i64,
    /// Who comes after it.
    follows: Vec<Id>,
    /// The blow at one of them.
    strike: Option<Strike>,
}

fn ask_retreat(f: &mut Form<'_>, who: Id) -> Filled<Retreat> {
    let one = fighter(f.now, who);
    let near = one.engaged();
    let most = (one.pace() / 2).min(movement::feet_left(f.now, who));
    let mut retreat = Retreat {
        feet: f.number("feet", "backs off", 0..=most, "ft", most),
        ..Retreat::default()
    };
    if near.is_empty() {
        return Ok(retreat);
    }
    f.hint(|| "the others are left behind");
    let from = || near.iter().copied();
    retreat.follows = f.pick("follows", "who follows", from, 0, near.len(), near.clone());
    let first = retreat.follows.first().copied();
    if first.is_none() || one.no_attack() || !f.toggle("strike", "fights on", true) {
        return Ok(retreat);
    }
    let mut melee = one.in_hand();
    melee.retain(|weapon| weapon.melee() && weapon.unusable().is_none());
    melee.extend(Fist::ALL.iter().copied().map(Weapon::bare));
    let weapon = Weapon::ask(f, &melee, 0);
    if let (Some(weapon), Some(target)) = (weapon, ask_target(f, &retreat.follows, first)) {
        retreat.strike = Some(Strike::ask(f, who, weapon, target, Purpose::Plain, None));
    }
    Ok(retreat)
}

/// Backing off at half speed, facing the foe, fighting on if somebody follows (CTD-58).
pub fn withdraw(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(cx.now(), "{} withdraws fighting", cx.name(who));
    let Retreat {
        feet,
        follows,
        strike,
    } = cx.form("withdraw", who, title, |f| ask_retreat(f, who))?;
    let target = strike.as_ref().map(|strike| strike.target);
    use_action(cx, who, Maneuver::Withdraw, target, "");
    act!(
        cx,
        who,
        &[],
        "{} makes a fighting withdrawal over {feet} feet, without parting shots.",
        cx.name(who)
    );
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
    let title = say!(cx.now(), "{} runs away", cx.name(who));
    let (feet, turning, fires, gone) = cx.form("run", who, title, |f| {
        let one = fighter(f.now, who);
        let most = one.pace() * 2 - one.this_round().moved;
        let feet = f.number("feet", "feet", 0..=most, "ft", most);
        let turning = movement::ask_leaving(f, who, None);
        let fires = fire::ask(f, who);
        f.hint(|| "out of the fight unless it is stopped");
        Ok((feet, turning, fires, f.toggle("gone", "gets away", false)))
    })?;
    use_action(cx, who, Maneuver::Run, None, "");
    act!(cx, who, &[], "{} runs away.", cx.name(who));
    let_go(cx, who);
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
