//! The actions on one's number: attack, charge, withdraw, run, hold, and the smaller ones (17.0.1, T-9).

use super::maneuver::Maneuver;
use super::modes::Mode;
use super::movement::{self, Going, Way};
use super::schema::{at, at_attack, is};
use super::sheet::{aimed_at, engaged, fighter, next_target, targets};
use super::state::{Cycle, Hold, Plan, Slot};
use super::strike::{How, Strike};
use super::weapon::{Kind, State, Weapon};
use super::{attack, reactions, wounds};
use crate::act;
use crate::encounter::{Condition, Ends, Filled, Form, Id, Is, Resolver, Step};
use crate::note;

/// The action of the round is used (CTD-25). Whoever holds somebody and does something else lets go (CTD-173).
pub fn begin(cx: &mut Resolver<'_>, who: Id, action: Maneuver, target: Option<Id>, weapon: &str) {
    let index = Cycle::of(cx.now()).index;
    Cycle::change(cx, |cycle| {
        cycle.started = true;
        cycle.first = None;
    });
    let mut plan = fighter(cx.now(), who).plan().cloned().unwrap_or_default();
    if plan.action == Maneuver::Dodge && action != Maneuver::Dodge {
        // A Dodge given up ends here (option `declaration_policy` = `free`).
        cx.lose(who, is::DODGE, "", "");
    }
    plan.round = cx.now().round;
    plan.action = action;
    if target.is_some() {
        plan.target = target;
    }
    if !weapon.is_empty() {
        weapon.clone_into(&mut plan.weapon);
    }
    plan.put(cx, who);
    cx.set(who, at::acted, true);
    Slot::change(cx, who, |slot| {
        slot.acted_on = Some(index);
        slot.hold = Hold::None;
    });
}

/// Lets go of whomever it holds, since it does something else (CTD-173).
pub fn let_go(cx: &mut Resolver<'_>, who: Id) {
    if let Some(held) = fighter(cx.now(), who).holding() {
        let text = format!("{} lets go of {}.", cx.name(who), cx.name(held));
        wounds::release(cx, who, held, &text);
    }
}

/// A weapon that is not in hand is drawn, which is free (CTD-89).
pub fn draw(cx: &mut Resolver<'_>, who: Id, weapon: &Weapon) {
    let one = fighter(cx.now(), who);
    let wielded = [one.primary(), one.secondary()].contains(&weapon.name());
    if wielded || weapon.place.is_none() || !matches!(weapon.kind(), Kind::Melee | Kind::Missile) {
        return;
    }
    cx.set(who, at::primary, Some(weapon.name().into()));
    if weapon.state() == State::Stowed {
        weapon.set(cx, who, at_attack::state, State::Ready);
    }
    note!(cx, &[], "{} draws the {}.", cx.name(who), weapon.name());
}

/// The row that asks whom an action goes at.
pub fn ask_target(f: &mut Form<'_>, list: &[Id], preset: Option<Id>) -> Option<Id> {
    let preset = preset.into_iter().collect();
    let from = || list.iter().copied();
    f.pick("target", "target", from, 1, 1, preset)
        .first()
        .copied()
}

/// The row that asks whom somebody comes to close quarters with: a target, unless they are engaged already.
pub fn ask_closes(f: &mut Form<'_>, who: Id, target: Option<Id>) -> Vec<Id> {
    let now = f.now;
    let near = fighter(now, who).engaged();
    let mut foes = targets(now, who);
    foes.retain(|id| !now.allied(*id, who) && !near.contains(id));
    if foes.is_empty() {
        return Vec::new();
    }
    let preset = target.filter(|id| foes.contains(id)).into_iter().collect();
    f.hint(|| "those with long weapons may answer");
    let from = || foes.iter().copied();
    f.pick("closes", "closes with", from, 0, foes.len(), preset)
}

/// An attack with the movement that belongs to it, as its form gives it.
pub struct Assault {
    /// The attack, or the first of several.
    pub strike: Strike,
    /// The movement before and after.
    pub way: Way,
    /// Whom it closes with.
    pub closes: Vec<Id>,
}

impl Assault {
    /// The rows of an attack with a weapon: at whom, under which circumstances, and the movement around it.
    ///
    /// # Errors
    /// Refuses what is out of reach.
    pub fn ask(f: &mut Form<'_>, who: Id, weapon: Weapon, how: How, plan: &Plan) -> Filled<Self> {
        let now = f.now;
        let melee = weapon.melee();
        let holder = fighter(now, who).held_by().filter(|_| melee);
        let (wanted, why) = aimed_at(now, who, holder.or(plan.foe(now, who)));
        let list = holder.map_or_else(|| targets(now, who), |holder| vec![holder]);
        f.hint(|| why);
        let target = ask_target(f, &list, holder.or(wanted));
        let strike = target.map(|target| Strike::ask(f, who, weapon, target, how, None));
        let foe = target.filter(|_| melee);
        let way = Way::ask(f, who, foe);
        let closes = match foe.filter(|foe| !engaged(now, who, *foe)) {
            Some(_) => ask_closes(f, who, foe),
            None => Vec::new(),
        };
        let strike = f.need(strike, "there is nobody to attack")?;
        way.fits(f, who)?;
        strike.reaches(f)?;
        Ok(Self {
            strike,
            way,
            closes,
        })
    }
}

/// One attack, a routine or two weapons, with movement before and after (17.0.1.2, CTD-84, CTD-144 to CTD-146).
pub fn attack(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let plan = fighter(cx.now(), who).plan().cloned().unwrap_or_default();
    let title = format!("{} attacks", cx.name(who));
    let (mode, assault) = cx.form("attack", who, title, |f| {
        let mode = Mode::ask(f, who, &plan.weapon);
        let (weapon, how) = mode.first(&fighter(f.now, who));
        Ok((mode, Assault::ask(f, who, weapon, how, &plan)?))
    })?;
    let Assault {
        strike: first,
        way,
        closes,
    } = assault;
    let target = first.target;
    begin(cx, who, Maneuver::Attack, Some(target), mode.word());
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
    for (name, _) in mode.series(&fighter(cx.now(), who)) {
        if let Some(weapon) = fighter(cx.now(), who).weapon(&name) {
            draw(cx, who, &weapon);
        }
    }
    if way.stand {
        movement::before(cx, who, &way)?;
    }
    first.preview(cx);
    let replies = reactions::close_in(cx, who, &closes)?;
    let going = if way.stand {
        Going::On
    } else {
        movement::before(cx, who, &way)?
    };
    let short = going == Going::Floored && first.weapon.melee() && !closes.is_empty();
    if going == Going::Stopped || short {
        if short {
            cx.note(&[who], "It does not reach its target.");
        }
        return Ok(());
    }
    blows(cx, &first, &mode)?;
    reactions::give_replies(cx, &replies)?;
    movement::after(cx, who, &way)
}

/// Every attack of the action in order, each complete before the next, each with a target of its own (CTD-39, CTD-84).
fn blows(cx: &mut Resolver<'_>, first: &Strike, mode: &Mode) -> Step<()> {
    let who = first.by;
    attack::make(cx, first, who, 0)?;
    let list = mode.series(&fighter(cx.now(), who));
    let mut last = first.target;
    for (name, how) in list.into_iter().skip(1) {
        if wounds::stopped(cx.now(), who) {
            note!(
                cx,
                &[who],
                "{} is stopped: the rest of its action is lost.",
                cx.name(who)
            );
            return Ok(());
        }
        let Some(weapon) = fighter(cx.now(), who).weapon(&name) else {
            continue;
        };
        if let Some(why) = weapon.unusable() {
            note!(cx, &[who], "No attack with the {name}: {why}.");
            continue;
        }
        let Some(strike) = next_blow(cx, first, weapon, how, last)? else {
            continue;
        };
        last = strike.target;
        attack::make(cx, &strike, who, 0)?;
    }
    Ok(())
}

/// Asks for the target and circumstances of the next attack of a series.
fn next_blow(
    cx: &mut Resolver<'_>,
    first: &Strike,
    weapon: Weapon,
    how: How,
    last: Id,
) -> Step<Option<Strike>> {
    let who = first.by;
    let title = format!("{}: next attack, {}", cx.name(who), weapon.name());
    let strike = cx.form("blow", who, title, |f| {
        if !f.toggle("take", "attacks", true) {
            return Ok(None);
        }
        let now = f.now;
        let list = match fighter(now, who).held_by() {
            Some(holder) if weapon.melee() => vec![holder],
            _ => targets(now, who),
        };
        let wanted = next_target(now, who, last).filter(|id| list.contains(id));
        let target = ask_target(f, &list, wanted.or(list.first().copied()));
        let ask = |target| Strike::ask(f, who, weapon.clone(), target, how, Some(first));
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

/// Nothing is done on its number (CTD-23).
pub fn pass(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    begin(cx, who, Maneuver::Pass, None, "");
    act!(cx, who, &[], "{} passes.", cx.name(who));
    let_go(cx, who);
    Ok(())
}

/// A posture counts from the moment it is taken up to the end of the round (CTD-36).
pub fn posture(cx: &mut Resolver<'_>, who: Id, is: Is) {
    let ends = Ends::EndOfRound(cx.now().round);
    cx.gain(who, Condition::new(is).ends(ends), "");
}
