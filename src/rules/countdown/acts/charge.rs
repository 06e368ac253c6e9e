//! Charging (17.0.1.8).

use crate::act;
use crate::encounter::{Filled, Form, Id, Resolver, Step};

use crate::rules::countdown::combat::acting::{let_go, posture, use_action};
use crate::rules::countdown::combat::gear::{self, draw};
use crate::rules::countdown::combat::targets::{aimed_at, ask_target, at_whom, targets};
use crate::rules::countdown::combat::{
    Outcome, Passages, Purpose, Strike, answers, attack, fire, movement,
};
use crate::rules::countdown::sheet::{Weapon, is};
use crate::rules::countdown::state::{Maneuver, Plan, RoundState, fighter};

/// A charge, as its form gives it.
struct Charge {
    strike: Strike,
    /// Feet.
    distance: i64,
    /// On whom it turns its back.
    turning: Vec<Id>,
    fires: Passages,
}

fn ask(f: &mut Form<'_>, who: Id, plan: &Plan) -> Filled<Charge> {
    let now = f.now;
    let most = fighter(now, who).pace() * 2;
    let lances = gear::lances(&fighter(now, who));
    let usual = lances.iter().position(|one| one.name() == plan.weapon);
    let weapon = Weapon::ask(f, &lances, usual.unwrap_or(0));
    let weapon = f.need(weapon, "has no weapon fit for charging")?;
    let (wanted, why) = aimed_at(now, who, plan.foe(now, who));
    f.hint(|| why);
    let target = ask_target(f, &targets(now, who), wanted);
    f.hint(|| format!("10 to {most}"));
    let distance = f.number("distance", "distance", 0..=10_000, "ft", most.clamp(10, 30));
    let straight = f.toggle("straight", "path straight and fairly clear", true);
    let sight = f.toggle("sight", "in sight at the start", true);
    let strike = target.map(|target| Strike::ask(f, who, weapon, target, Purpose::Charge, None));
    let turning = movement::ask_leaving(f, who, target);
    let fires = fire::ask(f, who);
    let strike = f.need(strike, "there is nobody to charge")?;
    f.refuse_if((!straight).then_some("a charge needs a straight and fairly clear path"))?;
    f.refuse_if((!sight).then_some("a charge needs the target in sight at its start"))?;
    f.refuse_if(match distance {
        ..10 => Some(format!(
            "{distance} feet are too short for a charge: at least 10"
        )),
        _ if distance > most => Some(format!(
            "{distance} feet are too far for a charge: at most {most}"
        )),
        _ => None,
    })?;
    Ok(Charge {
        strike,
        distance,
        turning,
        fires,
    })
}

/// A charge (CTD-64 to CTD-68).
pub fn charge(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let plan = fighter(cx.now(), who).planned();
    let declared = plan.foe(cx.now(), who);
    let title = at_whom(cx.now(), who, declared, ["charges", "charge"]);
    let Charge {
        strike,
        distance,
        turning,
        fires,
    } = cx.form("charge", who, title, |f| ask(f, who, &plan))?;
    let target = strike.target;
    use_action(
        cx,
        who,
        Maneuver::Charge,
        Some(target),
        strike.weapon.name(),
    );
    act!(
        cx,
        who,
        &[target],
        "{} charges {} over {distance} feet with {}.",
        cx.name(who),
        cx.name(target),
        strike.weapon.name()
    );
    let_go(cx, who);
    draw(cx, who, &strike.weapon);
    posture(cx, who, is::CHARGED);
    strike.preview(cx);
    let replies = answers::ask_replies(cx, who, &[target], Some(target))?;
    RoundState::change(cx, who, |its| its.ran = true);
    let outcome = movement::depart(cx, who, distance, &turning, &fires)?;
    RoundState::change(cx, who, |its| its.rooted = true);
    if outcome != Outcome::Done {
        return Ok(());
    }
    attack::make(cx, &strike, who)?;
    answers::give_replies(cx, &replies)
}
