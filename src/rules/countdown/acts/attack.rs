//! Attacking: one attack, a routine, two weapons (17.0.1.2).

use crate::act;
use crate::encounter::{Id, Resolver, Step};
use crate::note;
use crate::say;

use crate::rules::countdown::combat::acting::{let_go, use_action};
use crate::rules::countdown::combat::assault::arrives;
use crate::rules::countdown::combat::gear::draw;
use crate::rules::countdown::combat::targets::{ask_target, at_whom, next_target, targets};
use crate::rules::countdown::combat::{
    Assault, Outcome, Purpose, Strike, answers, attack, movement, pending,
};
use crate::rules::countdown::sheet::{Mode, Weapon};
use crate::rules::countdown::state::{Maneuver, fighter};

/// One attack, a routine or two weapons, with movement before and after (17.0.1.2, CTD-84, CTD-144 to CTD-146).
pub fn attack(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let plan = fighter(cx.now(), who).planned();
    let declared = plan.foe(cx.now(), who);
    let title = at_whom(cx.now(), who, declared, ["attacks", "attack"]);
    let (mode, assault) = cx.form("attack", who, title, |f| {
        let mode = Mode::ask(f, who, &plan.weapon);
        let (weapon, purpose) = mode.first(&fighter(f.now, who));
        Ok((mode, Assault::ask(f, who, weapon, purpose, &plan)?))
    })?;
    let Assault {
        strike: first,
        way,
        closes,
    } = assault;
    let target = first.target;
    use_action(cx, who, Maneuver::Attack, Some(target), mode.word());
    let with = match &mode {
        Mode::Routine => String::new(),
        Mode::Both => " with both weapons".to_owned(),
        Mode::Single(name) => format!(" with {name}"),
    };
    act!(
        cx,
        who,
        &[target],
        "{} attacks {}{with}.",
        cx.name(who),
        cx.name(target)
    );
    let_go(cx, who);
    let attacks: Vec<_> = mode.attacks(&fighter(cx.now(), who)).collect();
    for (weapon, _) in attacks {
        draw(cx, who, &weapon);
    }
    if way.stand {
        movement::before(cx, who, &way)?;
    }
    first.preview(cx);
    let replies = answers::close_in(cx, who, &closes)?;
    let outcome = if way.stand {
        Outcome::Done
    } else {
        movement::before(cx, who, &way)?
    };
    if !arrives(cx, &first, &closes, outcome) {
        return Ok(());
    }
    blows(cx, &first, &mode)?;
    answers::give_replies(cx, &replies)?;
    movement::after(cx, who, &way)
}

/// Every attack of the action in order, each complete before the next, each with a target of its own (CTD-39, CTD-84).
fn blows(cx: &mut Resolver<'_>, first: &Strike, mode: &Mode) -> Step<()> {
    let who = first.by;
    attack::make(cx, first, who)?;
    let one = fighter(cx.now(), who);
    let others = mode.series(&one).skip(1);
    let others: Vec<_> = others
        .map(|(name, purpose)| (name.to_owned(), purpose))
        .collect();
    let mut last = first.target;
    for (name, purpose) in others {
        if pending::tell_stopped(cx, who) {
            return Ok(());
        }
        let Some(weapon) = fighter(cx.now(), who).weapon(&name) else {
            continue;
        };
        if let Some(why) = weapon.unusable() {
            note!(cx, &[who], "No attack with the {name}: {why}.");
            continue;
        }
        let Some(strike) = next_blow(cx, first, weapon, purpose, last)? else {
            continue;
        };
        last = strike.target;
        attack::make(cx, &strike, who)?;
    }
    Ok(())
}

/// Asks for the target and circumstances of the next attack of a series.
fn next_blow(
    cx: &mut Resolver<'_>,
    first: &Strike,
    weapon: Weapon,
    purpose: Purpose,
    last: Id,
) -> Step<Option<Strike>> {
    let who = first.by;
    let title = say!(cx.now(), "{}: next attack, {}", cx.name(who), weapon.name());
    let strike = cx.form("blow", who, title, |f| {
        if !f.toggle("strikes", "attacks", true) {
            return Ok(None);
        }
        let now = f.now;
        let list = match fighter(now, who).held_by() {
            Some(holder) if weapon.melee() => vec![holder],
            _ => targets(now, who),
        };
        let wanted = next_target(now, who, last).filter(|id| list.contains(id));
        let target = ask_target(f, &list, wanted.or(list.first().copied()));
        let ask = |target| Strike::ask(f, who, weapon.clone(), target, purpose, Some(first));
        let strike = target.map(ask);
        let strike = f.need(strike, "there is nobody to attack")?;
        strike.reaches(f)?;
        Ok(Some(strike))
    })?;
    if let Some(strike) = &strike {
        strike.preview(cx);
    }
    Ok(strike)
}
