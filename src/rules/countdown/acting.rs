//! The actions on one's number: attack, charge, withdraw, run, hold, and the smaller ones (17.0.1, T-9).

use super::action::Action;
use super::legal;
use super::movement::{self, Going};
use super::schema::{at, at_attack, is};
use super::sheet::{Fighter, aimed_at, fighter, next_target, targets};
use super::state::{Cycle, Hold, Slot};
use super::strike::{self, How, Strike};
use super::weapon::{Kind, State, Weapon};
use super::{attack, charge, chores, grapple, hold, reactions, spell, walk, wounds};
use crate::encounter::{Condition, Encounter, Ends, Field, Id, Is, Record, Resolver, Step};

/// Plays an action on its number through.
///
/// # Errors
/// [`crate::encounter::Stop`] until everything is answered, or when the action is not legal.
pub fn perform(cx: &mut Resolver<'_>, who: Id, action: Action) -> Step<()> {
    if let Some(why) = legal::refusal(cx.now(), who, action, false) {
        return cx.refuse(why);
    }
    match action {
        Action::Attack => attack_action(cx, who),
        Action::Charge => charge::charge(cx, who),
        Action::Cast => spell::begin(cx, who),
        Action::Dodge => walk::dodge(cx, who),
        Action::Hold => hold::hold(cx, who),
        Action::Move => walk::walk(cx, who),
        Action::Withdraw => walk::withdraw(cx, who),
        Action::Run => walk::run(cx, who),
        Action::Grab => grapple::grab(cx, who),
        Action::Keep => grapple::keep(cx, who),
        Action::Reload => chores::reload(cx, who),
        Action::Extinguish => chores::extinguish(cx, who),
        Action::Retrieve => chores::retrieve(cx, who),
        Action::Revive => chores::revive(cx, who),
        Action::Feat => chores::feat(cx, who),
        Action::Pass => {
            begin(cx, who, Action::Pass, None, "");
            let text = format!("{} passes.", cx.name(who));
            cx.act(who, &[], text);
            let_go(cx, who);
            Ok(())
        }
    }
}

/// The action of the round is used (CTD-25). Whoever holds somebody and does something else lets go (CTD-173).
pub fn begin(cx: &mut Resolver<'_>, who: Id, action: Action, target: Option<Id>, weapon: &str) {
    let index = Cycle::of(cx.now()).index;
    Cycle::change(cx, |cycle| {
        cycle.started = true;
        cycle.first = None;
    });
    let mut plan = fighter(cx.now(), who).plan().cloned().unwrap_or_default();
    if plan.action == Action::Dodge && action != Action::Dodge {
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
    let text = format!("{} draws the {}.", cx.name(who), weapon.name());
    cx.note(&[], text);
}

/// The single attacks of a way to attack, with what each is made for.
fn series(one: &Fighter<'_>, mode: &str) -> Vec<(String, How)> {
    match mode {
        "routine" => one
            .routine()
            .into_iter()
            .map(|name| (name, How::Plain))
            .collect(),
        "both" => vec![
            (one.primary().to_owned(), How::Primary),
            (one.secondary().to_owned(), How::Secondary),
        ],
        name => vec![(name.to_owned(), How::Plain)],
    }
}

fn first_of(now: &Encounter, who: Id, mode: &str) -> (Weapon, How) {
    let one = fighter(now, who);
    let (name, how) = series(&one, mode)
        .into_iter()
        .next()
        .unwrap_or(("punch".to_owned(), How::Plain));
    (one.weapon(&name).unwrap_or_else(Weapon::punch), how)
}

/// The pick of a target.
pub fn target_field(list: Vec<Id>, preset: Option<Id>) -> Field {
    Field::pick("target", "target", list, 1, 1, preset.into_iter().collect())
}

/// Whom a melee attack brings it to close quarters with: the target, unless they are engaged already.
pub fn closes_field(now: &Encounter, who: Id, target: Option<Id>) -> Option<Field> {
    let near = fighter(now, who).engaged();
    let foes: Vec<Id> = targets(now, who)
        .into_iter()
        .filter(|id| !now.allied(*id, who) && !near.contains(id))
        .collect();
    let preset: Vec<Id> = target.filter(|id| foes.contains(id)).into_iter().collect();
    let most = foes.len();
    (!foes.is_empty()).then(|| {
        Field::pick("closes", "closes with", foes, 0, most, preset)
            .hint("those with long weapons may answer")
    })
}

/// One attack, a routine or two weapons, with movement before and after (17.0.1.2, CTD-84, CTD-144 to CTD-146).
fn attack_action(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let plan = fighter(cx.now(), who).plan().cloned().unwrap_or_default();
    let title = format!("{} attacks", cx.name(who));
    let set = cx.fields("attack", who, title, |now, set| {
        let mut fields = Vec::new();
        let modes = legal::modes(now, who);
        let preset = legal::usual_mode(now, who, &plan.weapon);
        let mode = match set.word("weapon") {
            "" => preset.clone(),
            mode => mode.to_owned(),
        };
        fields.push(Field::choice("weapon", "with", modes, &preset));
        let (weapon, how) = first_of(now, who, &mode);
        let holder = fighter(now, who).held_by().filter(|_| weapon.melee());
        let (wanted, why) = aimed_at(now, who, holder.or(plan.foe(now, who)));
        let list = match holder {
            Some(holder) => vec![holder],
            None => targets(now, who),
        };
        fields.push(target_field(list, holder.or(wanted)).hint(why));
        let target = set.one("target").or(wanted);
        fields.extend(strike::fields(now, who, &weapon, target, how, set));
        let melee = target.filter(|_| weapon.melee());
        fields.extend(movement::fields(now, who, set, melee));
        if melee.is_some_and(|target| !super::sheet::engaged(now, who, target)) {
            fields.extend(closes_field(now, who, melee));
        }
        fields
    })?;
    let Some(target) = set.one("target") else {
        return cx.refuse("there is nobody to attack");
    };
    movement::check(cx, who, &set)?;
    let mode = set.word("weapon").to_owned();
    let (weapon, how) = first_of(cx.now(), who, &mode);
    let first = Strike {
        by: who,
        target,
        weapon,
        how,
        set: set.clone(),
    };
    if first.out_of_range(cx.now()) {
        return cx.refuse("beyond long range: it cannot be hit");
    }
    begin(cx, who, Action::Attack, Some(target), &mode);
    let with = match mode.as_str() {
        "routine" => String::new(),
        "both" => " with both weapons".to_owned(),
        name => format!(" with {name}"),
    };
    let text = format!("{} attacks {}{with}.", cx.name(who), cx.name(target));
    cx.act(who, &[target], text);
    let_go(cx, who);
    for (name, _) in series(&fighter(cx.now(), who), &mode) {
        if let Some(weapon) = fighter(cx.now(), who).weapon(&name) {
            draw(cx, who, &weapon);
        }
    }
    if set.flag("stand") {
        movement::before(cx, who, &set)?;
    }
    first.preview(cx);
    let replies = reactions::ask_replies(cx, who, set.who("closes"), None)?;
    for id in set.who("closes").to_vec() {
        attack::close_with(cx, who, id);
    }
    let going = if set.flag("stand") {
        Going::On
    } else {
        movement::before(cx, who, &set)?
    };
    let short = going == Going::Floored && first.weapon.melee() && !set.who("closes").is_empty();
    if going == Going::Stopped || short {
        if short {
            cx.note(&[who], "It does not reach its target.");
        }
        return Ok(());
    }
    blows(cx, &first, &mode)?;
    reactions::give_replies(cx, &replies)?;
    movement::after(cx, who, &set)
}

/// Every attack of the action in order, each complete before the next, each with a target of its own (CTD-39, CTD-84).
fn blows(cx: &mut Resolver<'_>, first: &Strike, mode: &str) -> Step<()> {
    let who = first.by;
    attack::make(cx, first, who, 0)?;
    let list = series(&fighter(cx.now(), who), mode);
    let mut last = first.target;
    for (name, how) in list.into_iter().skip(1) {
        if wounds::stopped(cx.now(), who) {
            let text = format!(
                "{} is stopped: the rest of its action is lost.",
                cx.name(who)
            );
            cx.note(&[who], text);
            return Ok(());
        }
        let Some(weapon) = fighter(cx.now(), who).weapon(&name) else {
            continue;
        };
        if let Some(why) = weapon.unusable() {
            let text = format!("No attack with the {name}: {why}.");
            cx.note(&[who], text);
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
    let set = cx.fields("blow", who, title, |now, set| {
        let mut fields = vec![Field::toggle("take", "attacks", true)];
        if set.has("take") && !set.flag("take") {
            return fields;
        }
        let list = match fighter(now, who).held_by() {
            Some(holder) if weapon.melee() => vec![holder],
            _ => targets(now, who),
        };
        let wanted = next_target(now, who, last).filter(|id| list.contains(id));
        let wanted = wanted.or(list.first().copied());
        fields.push(target_field(list, wanted));
        let target = set.one("target").or(wanted);
        let mut circumstances = strike::fields(now, who, &weapon, target, how, set);
        if target == Some(first.target) {
            for field in &mut circumstances {
                if let Some(value) = first.set.get(&field.key) {
                    field.value = value.clone();
                }
            }
        }
        fields.extend(circumstances);
        fields
    })?;
    let Some(target) = set.one("target").filter(|_| set.flag("take")) else {
        return Ok(None);
    };
    let strike = Strike {
        by: who,
        target,
        weapon,
        how,
        set,
    };
    if strike.out_of_range(cx.now()) {
        return cx.refuse("beyond long range: it cannot be hit");
    }
    strike.preview(cx);
    Ok(Some(strike))
}

/// A posture counts from the moment it is taken up to the end of the round (CTD-36).
pub fn posture(cx: &mut Resolver<'_>, who: Id, is: Is) {
    let ends = Ends::EndOfRound(cx.now().round);
    cx.gain(who, Condition::new(is).ends(ends), "");
}

/// Movement that belongs to an action without attack: the form is asked only if something can be moved.
pub fn movement_form(
    cx: &mut Resolver<'_>,
    key: &str,
    who: Id,
    title: String,
    more: impl Fn(&Encounter, &Record) -> Vec<Field>,
) -> Step<Record> {
    let any = !movement::fields(cx.now(), who, &Record::new(), None).is_empty()
        || !more(cx.now(), &Record::new()).is_empty();
    if !any {
        return Ok(Record::new());
    }
    let set = cx.fields(key, who, title, |now, set| {
        let mut fields = more(now, set);
        fields.extend(movement::fields(now, who, set, None));
        fields
    })?;
    movement::check(cx, who, &set)?;
    Ok(set)
}
