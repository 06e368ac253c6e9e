//! The actions on one's number: attack, charge, withdraw, run, hold, and the smaller ones (17.0.1, T-9).

use super::action::Action;
use super::legal;
use super::movement::{self, Going};
use super::sheet::{Fighter, condition, fighter, likely_target, targets};
use super::state::{Booked, Cycle, Hold, Plan, Slot};
use super::strike::{self, How, Strike};
use super::weapon::{Kind, Weapon};
use super::{attack, grapple, reactions, spell, wounds};
use crate::encounter::{Choice, Condition, Encounter, Ends, Field, Id, Record, Resolver, Step};

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
        Action::Charge => charge(cx, who),
        Action::Cast => spell::begin(cx, who),
        Action::Dodge => dodge(cx, who),
        Action::Hold => hold(cx, who),
        Action::Move => walk(cx, who),
        Action::Withdraw => withdraw(cx, who),
        Action::Run => run(cx, who),
        Action::Grab => grapple::grab(cx, who),
        Action::Keep => grapple::keep(cx, who),
        Action::Reload => reload(cx, who),
        Action::Extinguish => extinguish(cx, who),
        Action::Retrieve => retrieve(cx, who),
        Action::Revive => revive(cx, who),
        Action::Feat => feat(cx, who),
        Action::Pass => {
            begin(cx, who, Action::Pass, None, "");
            let text = format!("{} passes.", cx.name(who));
            cx.act(who, &[], text);
            Ok(())
        }
    }
}

/// The action of the round is used (CTD-25). Whoever holds somebody and does something else lets go (CTD-173).
pub fn begin(cx: &mut Resolver<'_>, who: Id, action: Action, target: Option<Id>, weapon: &str) {
    let mut cycle = Cycle::of(cx.now());
    let index = cycle.index;
    cycle.started = true;
    cycle.first = None;
    cycle.save(cx);
    let mut plan = fighter(cx.now(), who).plan().unwrap_or_default();
    if plan.action == Action::Dodge && action != Action::Dodge {
        // A Dodge given up ends here (option `declaration_policy` = `free`).
        cx.lose(who, condition::DODGE, "", "");
    }
    plan.round = cx.now().round;
    plan.action = action;
    if target.is_some() {
        plan.target = target;
    }
    if !weapon.is_empty() {
        weapon.clone_into(&mut plan.weapon);
    }
    plan.save(cx, who);
    cx.set(who, "acted", true);
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
    let wielded = [one.word("primary"), one.word("secondary")].contains(&weapon.name.as_str());
    if wielded || weapon.place.is_none() || !matches!(weapon.kind, Kind::Melee | Kind::Missile) {
        return;
    }
    cx.set(who, "primary", weapon.name.clone());
    if let Some(path) = weapon.path("state").filter(|_| weapon.state == "stowed") {
        cx.set(who, &path, "ready");
    }
    let text = format!("{} draws the {}.", cx.name(who), weapon.name);
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
            (one.word("primary").to_owned(), How::Primary),
            (one.word("secondary").to_owned(), How::Secondary),
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
    let plan = fighter(cx.now(), who).plan().unwrap_or_default();
    let title = format!("{} attacks", cx.name(who));
    let set = cx.form("attack", who, title, |now, set| {
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
        let wanted = likely_target(now, who, holder.or(plan.target));
        let list = match holder {
            Some(holder) => vec![holder],
            None => targets(now, who),
        };
        fields.push(target_field(list, holder.or(wanted)));
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
    let title = format!("{}: next attack, {}", cx.name(who), weapon.name);
    let set = cx.form("blow", who, title, |now, set| {
        let mut fields = vec![Field::toggle("take", "attacks", true)];
        if set.has("take") && !set.flag("take") {
            return fields;
        }
        let list = match fighter(now, who).held_by() {
            Some(holder) if weapon.melee() => vec![holder],
            _ => targets(now, who),
        };
        let wanted = likely_target(now, who, Some(last)).filter(|id| list.contains(id));
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

/// A charge (CTD-64 to CTD-68).
fn charge(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let plan = fighter(cx.now(), who).plan().unwrap_or_default();
    let most = fighter(cx.now(), who).feet() * 2;
    let title = format!("{} charges", cx.name(who));
    let set = cx.form("charge", who, title, |now, set| {
        let lances = legal::lances(&fighter(now, who));
        let first = lances
            .iter()
            .find(|weapon| weapon.name == plan.weapon)
            .or(lances.first())
            .cloned();
        let Some(first) = first else {
            return Vec::new();
        };
        let mut fields = Vec::new();
        if lances.len() > 1 {
            fields.push(Field::choice(
                "weapon",
                "with",
                reactions::choices(&lances),
                &first.name,
            ));
        }
        let weapon = lances
            .iter()
            .find(|weapon| weapon.name == set.word("weapon"))
            .unwrap_or(&first);
        let wanted = likely_target(now, who, plan.target);
        fields.push(target_field(targets(now, who), wanted));
        let target = set.one("target").or(wanted);
        fields.push(
            Field::number("distance", "distance", 0, 10_000, most.clamp(10, 30))
                .unit("ft")
                .hint(format!("10 to {most}")),
        );
        fields.push(Field::toggle(
            "straight",
            "path straight and fairly clear",
            true,
        ));
        fields.push(Field::toggle("sight", "in sight at the start", true));
        fields.extend(strike::fields(now, who, weapon, target, How::Charge, set));
        fields.extend(movement::leaving_field(now, who, target));
        fields.extend(super::fire::fields(now, who));
        fields
    })?;
    let Some(target) = set.one("target") else {
        return cx.refuse("there is nobody to charge");
    };
    let distance = set.int("distance");
    if !set.flag("straight") {
        return cx.refuse("a charge needs a straight and fairly clear path");
    }
    if !set.flag("sight") {
        return cx.refuse("a charge needs the target in sight at its start");
    }
    if distance < 10 {
        return cx.refuse(format!(
            "{distance} feet are too short for a charge: at least 10"
        ));
    }
    if distance > most {
        return cx.refuse(format!(
            "{distance} feet are too far for a charge: at most {most}"
        ));
    }
    let lances = legal::lances(&fighter(cx.now(), who));
    let wanted = match set.word("weapon") {
        "" => plan.weapon.as_str(),
        name => name,
    };
    let Some(weapon) = lances
        .iter()
        .find(|weapon| weapon.name == wanted)
        .or(lances.first())
        .cloned()
    else {
        return cx.refuse("has no weapon fit for charging");
    };
    let strike = Strike {
        by: who,
        target,
        weapon,
        how: How::Charge,
        set: set.clone(),
    };
    begin(cx, who, Action::Charge, Some(target), &strike.weapon.name);
    let text = format!(
        "{} charges {} over {distance} feet with {}.",
        cx.name(who),
        cx.name(target),
        strike.weapon.name
    );
    cx.act(who, &[target], text);
    let_go(cx, who);
    draw(cx, who, &strike.weapon);
    posture(cx, who, condition::CHARGED);
    strike.preview(cx);
    let replies = reactions::ask_replies(cx, who, &[target], Some(target))?;
    Slot::change(cx, who, |slot| slot.ran = true);
    let going = movement::depart(cx, who, distance, set.who("turning"), &set)?;
    Slot::change(cx, who, |slot| slot.rooted = true);
    if going != Going::On {
        return Ok(());
    }
    attack::make(cx, &strike, who, 0)?;
    reactions::give_replies(cx, &replies)
}

/// A posture counts from the moment it is taken up to the end of the round (CTD-36).
pub fn posture(cx: &mut Resolver<'_>, who: Id, key: &str) {
    let ends = Ends::EndOfRound(cx.now().round);
    cx.gain(who, Condition::new(key).ends(ends), "");
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
    let set = cx.form(key, who, title, |now, set| {
        let mut fields = more(now, set);
        fields.extend(movement::fields(now, who, set, None));
        fields
    })?;
    movement::check(cx, who, &set)?;
    Ok(set)
}

/// Parry and dodge (CTD-74).
fn dodge(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = format!("{} dodges", cx.name(who));
    let set = movement_form(cx, "dodge", who, title, |_, _| Vec::new())?;
    begin(cx, who, Action::Dodge, None, "");
    let text = format!("{} parries and dodges: AC +2.", cx.name(who));
    cx.act(who, &[], text);
    let_go(cx, who);
    posture(cx, who, condition::DODGE);
    if movement::before(cx, who, &set)? == Going::On {
        movement::after(cx, who, &set)?;
    }
    Ok(())
}

/// Movement and nothing else.
fn walk(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = format!("{} moves", cx.name(who));
    let set = cx.form("move", who, title, |now, set| {
        let mut fields = Vec::new();
        if movement::can_stand(now, who) {
            return movement::fields(now, who, set, None);
        }
        let left = movement::feet_left(now, who);
        fields.push(Field::number("feet", "feet", 0, left, left).unit("ft"));
        fields.extend(movement::leaving_field(now, who, None));
        fields.extend(closes_field(now, who, None));
        fields.extend(super::fire::fields(now, who));
        fields
    })?;
    begin(cx, who, Action::Move, None, "");
    let text = format!("{} only moves.", cx.name(who));
    cx.act(who, &[], text);
    let_go(cx, who);
    if set.flag("stand") {
        movement::before(cx, who, &set)?;
        return Ok(());
    }
    let replies = reactions::ask_replies(cx, who, set.who("closes"), None)?;
    for id in set.who("closes").to_vec() {
        attack::close_with(cx, who, id);
    }
    let turning = set.who("turning").to_vec();
    if movement::depart(cx, who, set.int("feet"), &turning, &set)? == Going::On {
        reactions::give_replies(cx, &replies)?;
    }
    Ok(())
}

/// Backing off at half speed, facing the foe, fighting on if somebody follows (CTD-58).
fn withdraw(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let most = (fighter(cx.now(), who).feet() / 2).min(movement::feet_left(cx.now(), who));
    let title = format!("{} withdraws fighting", cx.name(who));
    let pick = |now: &Encounter, set: &Record| {
        let one = fighter(now, who);
        let melee: Vec<Weapon> = one
            .in_hand()
            .into_iter()
            .filter(|weapon| weapon.melee() && weapon.unusable().is_none())
            .chain([Weapon::punch(), Weapon::kick()])
            .collect();
        let weapon = melee
            .iter()
            .find(|weapon| weapon.name == set.word("weapon"))
            .or(melee.first())
            .cloned()
            .unwrap_or_else(Weapon::punch);
        (melee, weapon)
    };
    let set = cx.form("withdraw", who, title, |now, set| {
        let one = fighter(now, who);
        let near = one.engaged();
        let mut fields = vec![Field::number("feet", "backs off", 0, most, most).unit("ft")];
        if near.is_empty() {
            return fields;
        }
        fields.push(
            Field::pick(
                "follows",
                "who follows",
                near.clone(),
                0,
                near.len(),
                near.clone(),
            )
            .hint("the others are left behind"),
        );
        let follows = if set.has("follows") {
            set.who("follows").to_vec()
        } else {
            near
        };
        if follows.is_empty() || one.no_attack() {
            return fields;
        }
        fields.push(Field::toggle("strike", "fights on", true));
        if set.has("strike") && !set.flag("strike") {
            return fields;
        }
        let (melee, weapon) = pick(now, set);
        fields.push(Field::choice(
            "weapon",
            "with",
            reactions::choices(&melee),
            &melee[0].name,
        ));
        let wanted = follows.first().copied();
        fields.push(target_field(follows, wanted));
        let target = set.one("target").or(wanted);
        fields.extend(strike::fields(now, who, &weapon, target, How::Plain, set));
        fields
    })?;
    let target = set.one("target").filter(|_| set.flag("strike"));
    begin(cx, who, Action::Withdraw, target, "");
    let text = format!(
        "{} makes a fighting withdrawal over {} feet, without parting shots.",
        cx.name(who),
        set.int("feet")
    );
    cx.act(who, &[], text);
    let_go(cx, who);
    let left: Vec<Id> = fighter(cx.now(), who)
        .engaged()
        .into_iter()
        .filter(|id| !set.who("follows").contains(id))
        .collect();
    Booked::change(cx, who, |booked| booked.leaves.extend(left));
    Slot::change(cx, who, |slot| {
        slot.moved += set.int("feet");
        slot.rooted = true;
    });
    if let Some(target) = target {
        let (_, weapon) = pick(cx.now(), &set);
        let strike = Strike {
            by: who,
            target,
            weapon,
            how: How::Plain,
            set,
        };
        strike.preview(cx);
        attack::make(cx, &strike, who, 0)?;
    }
    Ok(())
}

/// Running away: twice the movement, no attacks and no reactions until the end of the round (CTD-60).
fn run(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = format!("{} runs away", cx.name(who));
    let set = cx.form("run", who, title, |now, _| {
        let most = fighter(now, who).feet() * 2 - fighter(now, who).slot().moved;
        let mut fields = vec![Field::number("feet", "feet", 0, most, most).unit("ft")];
        fields.extend(movement::leaving_field(now, who, None));
        fields.extend(super::fire::fields(now, who));
        fields
    })?;
    begin(cx, who, Action::Run, None, "");
    let text = format!("{} runs away.", cx.name(who));
    cx.act(who, &[], text);
    let_go(cx, who);
    posture(cx, who, condition::RUNNING);
    Slot::change(cx, who, |slot| slot.ran = true);
    let turning = set.who("turning").to_vec();
    movement::depart(cx, who, set.int("feet"), &turning, &set)?;
    Slot::change(cx, who, |slot| slot.rooted = true);
    Ok(())
}

/// Holding: later in this round, when somebody acts, or just before a caster (CTD-40 to CTD-47).
fn hold(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let plan = fighter(cx.now(), who).plan().unwrap_or_default();
    let title = format!("{} holds", cx.name(who));
    let set = movement_form(cx, "hold", who, title, |now, set| {
        hold_fields(now, who, plan.hold, &plan, set)
    })?;
    let hold = read_hold(&set);
    if hold == Hold::None {
        return cx.refuse("name whom it waits for");
    }
    let mut cycle = Cycle::of(cx.now());
    cycle.first = None;
    cycle.save(cx);
    let mut plan = plan;
    plan.hold = hold;
    plan.round = cx.now().round;
    // A declared spell stays declared: its name is kept (CTD-20).
    plan.action = Action::Hold;
    plan.save(cx, who);
    Slot::change(cx, who, |slot| slot.hold = hold);
    let text = match hold {
        Hold::For(other) => format!("{} holds until {} acts.", cx.name(who), cx.name(other)),
        Hold::Before(other) => {
            format!(
                "{} delays the spell until just before {} acts.",
                cx.name(who),
                cx.name(other)
            )
        }
        Hold::Open | Hold::None => format!("{} holds.", cx.name(who)),
    };
    cx.act(who, &[], text);
    if movement::before(cx, who, &set)? == Going::Stopped {
        cx.set(who, "acted", true);
        Slot::change(cx, who, |slot| slot.hold = Hold::None);
    }
    Ok(())
}

/// The fields of a hold, whether declared or taken on the number.
pub fn hold_fields(
    now: &Encounter,
    who: Id,
    preset: Hold,
    plan: &Plan,
    set: &Record,
) -> Vec<Field> {
    let counting = Cycle::of(now).open;
    let on = super::count::on_count(now);
    let others: Vec<Id> = now
        .present()
        .filter(|id| {
            let other = fighter(now, *id);
            let past = other.acted() || other.number().is_none() || on.contains(id);
            *id != who && other.able() && !(counting && past)
        })
        .collect();
    let casters: Vec<Id> = if plan.action == Action::Cast || !plan.spell.is_empty() {
        casters_to_come(now, who)
    } else {
        Vec::new()
    };
    let mut options = vec![Choice::new("open", "until the GM says so")];
    if !others.is_empty() {
        options.push(Choice::new("for", "until somebody acts"));
    }
    if !casters.is_empty() {
        options.push(Choice::new("before", "until just before a caster's spell"));
    }
    let (kind, until) = match preset {
        Hold::For(id) if others.contains(&id) => ("for", Some(id)),
        Hold::Before(id) if casters.contains(&id) => ("before", Some(id)),
        _ => ("open", None),
    };
    let chosen = match set.word("until") {
        "" => kind,
        word => word,
    };
    let list = match chosen {
        "for" => others,
        "before" => casters,
        _ => Vec::new(),
    };
    let mut fields = vec![Field::choice("until", "waits", options, kind)];
    if !list.is_empty() {
        let first = until
            .filter(|id| list.contains(id))
            .or_else(|| list.iter().copied().find(|id| !now.allied(*id, who)))
            .or(list.first().copied());
        fields.push(Field::pick(
            "for",
            "for whom",
            list,
            1,
            1,
            first.into_iter().collect(),
        ));
    }
    fields
}

/// The hold that a form describes.
pub fn read_hold(set: &Record) -> Hold {
    match (set.word("until"), set.one("for")) {
        ("for", Some(id)) => Hold::For(id),
        ("before", Some(id)) => Hold::Before(id),
        ("for" | "before", None) => Hold::None,
        _ => Hold::Open,
    }
}

/// Other casters with a lower number whose declared spell is still to come (CTD-47).
fn casters_to_come(now: &Encounter, who: Id) -> Vec<Id> {
    let own = fighter(now, who).number();
    now.present()
        .filter(|id| {
            let other = fighter(now, *id);
            let casts = other
                .plan()
                .is_some_and(|plan| plan.action == Action::Cast || !plan.spell.is_empty());
            let later = own.is_none() || other.number() < own;
            *id != who && other.able() && !other.acted() && casts && later
        })
        .collect()
}

/// One round of reloading (CTD-111); it counts at the end of the round.
fn reload(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let weapons = legal::unloaded(&fighter(cx.now(), who));
    let Some(first) = weapons.first() else {
        return cx.refuse("nothing to reload");
    };
    let mut weapon = first.clone();
    if weapons.len() > 1 {
        let title = format!("{} reloads", cx.name(who));
        let name = cx.choose(
            "reload",
            who,
            title,
            reactions::choices(&weapons),
            &first.name,
        )?;
        if let Some(chosen) = weapons.iter().find(|weapon| weapon.name == name) {
            weapon = chosen.clone();
        }
    }
    begin(cx, who, Action::Reload, None, "");
    let_go(cx, who);
    let text = format!("{} reloads the {} all round.", cx.name(who), weapon.name);
    cx.act(who, &[], text);
    Slot::change(cx, who, |slot| {
        slot.rooted = true;
        slot.reloading = weapon.place.and_then(|place| i64::try_from(place).ok());
    });
    Ok(())
}

/// The whole round on the flames (CTD-123); it counts at the end of the round.
fn extinguish(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = format!("{} fights the flames", cx.name(who));
    let set = cx.form("extinguish", who, title, |_, _| {
        vec![
            Field::toggle("fitting", "with a fitting method", true)
                .hint("rolling, smothering; plain water does not help"),
        ]
    })?;
    begin(cx, who, Action::Extinguish, None, "");
    let fitting = set.flag("fitting");
    let how = if fitting {
        ""
    } else {
        ", with nothing that helps"
    };
    let text = format!("{} fights the flames all round{how}.", cx.name(who));
    cx.act(who, &[], text);
    let_go(cx, who);
    Slot::change(cx, who, |slot| {
        slot.rooted = true;
        slot.extinguishing = fitting;
    });
    Ok(())
}

/// A dropped weapon is taken up (CTD-89).
fn retrieve(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = format!("{} takes up a weapon", cx.name(who));
    let set = movement_form(cx, "retrieve", who, title, |now, _| {
        let weapons = legal::dropped(&fighter(now, who));
        match weapons.first() {
            Some(first) => {
                vec![Field::choice(
                    "weapon",
                    "which",
                    reactions::choices(&weapons),
                    &first.name,
                )]
            }
            None => Vec::new(),
        }
    })?;
    let weapons = legal::dropped(&fighter(cx.now(), who));
    let Some(weapon) = weapons
        .iter()
        .find(|weapon| weapon.name == set.word("weapon"))
        .cloned()
    else {
        return cx.refuse("nothing of its own lies on the ground");
    };
    begin(cx, who, Action::Retrieve, None, "");
    let text = format!("{} takes up the {}.", cx.name(who), weapon.name);
    cx.act(who, &[], text);
    let_go(cx, who);
    if movement::before(cx, who, &set)? != Going::On {
        return Ok(());
    }
    pick_up(cx, who, &weapon);
    movement::after(cx, who, &set)
}

/// A weapon is back in the hand.
pub fn pick_up(cx: &mut Resolver<'_>, who: Id, weapon: &Weapon) {
    if let (Some(state), Some(recover)) = (weapon.path("state"), weapon.path("recover_round")) {
        cx.set(who, &state, "ready");
        cx.unset(who, &recover);
    }
    let one = fighter(cx.now(), who);
    let empty = one
        .wielded("primary")
        .is_none_or(|primary| primary.state != "ready" && primary.name != weapon.name);
    if empty {
        cx.set(who, "primary", weapon.name.clone());
    }
}

/// Somebody is brought round (CTD-154); it comes to at the end of the count.
fn revive(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = format!("{} revives somebody", cx.name(who));
    let set = movement_form(cx, "revive", who, title, |now, _| {
        let list = legal::revivable(now, who);
        let first = list
            .iter()
            .copied()
            .find(|id| now.allied(*id, who))
            .or(list.first().copied());
        vec![target_field(list, first)]
    })?;
    let Some(target) = set.one("target") else {
        return cx.refuse("nobody can be revived yet");
    };
    begin(cx, who, Action::Revive, Some(target), "");
    let text = format!("{} brings {} round.", cx.name(who), cx.name(target));
    cx.act(who, &[target], text);
    let_go(cx, who);
    if movement::before(cx, who, &set)? == Going::Stopped {
        return Ok(());
    }
    wounds::book_condition(cx, target, Condition::new(wounds::REVIVED).by(who), false);
    movement::after(cx, who, &set)
}

/// Anything else, with a DC check if the GM wants one (CTD-24).
fn feat(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = format!("{} does something else", cx.name(who));
    let set = movement_form(cx, "feat", who, title, |now, set| {
        let one = fighter(now, who);
        let mut fields = vec![
            Field::text("what", "what", "a feat"),
            Field::choice(
                "check",
                "check",
                vec![
                    Choice::new("none", "none"),
                    Choice::new("STR", "STR").hint(format!("{:+}", one.str_mod())),
                    Choice::new("DEX", "DEX").hint(format!("{:+}", one.dex_mod())),
                    Choice::new("other", "another ability"),
                ],
                "none",
            ),
        ];
        if set.word("check") == "other" {
            fields.push(Field::number("modifier", "modifier", -10, 10, 0));
        }
        if !matches!(set.word("check"), "" | "none") {
            fields.push(Field::number("dc", "DC", 1, 60, 15));
        }
        fields
    })?;
    begin(cx, who, Action::Feat, None, "");
    let what = set.word("what").trim().to_owned();
    let text = format!("{}: {}.", cx.name(who), what.trim_end_matches('.'));
    cx.act(who, &[], text);
    let_go(cx, who);
    if movement::before(cx, who, &set)? == Going::Stopped {
        return Ok(());
    }
    let one = fighter(cx.now(), who);
    let ability = match set.word("check") {
        "STR" => Some(("STR", one.str_mod())),
        "DEX" => Some(("DEX", one.dex_mod())),
        "other" => Some(("ability", set.int("modifier"))),
        _ => None,
    };
    if let Some(ability) = ability {
        wounds::check(cx, who, "feat-check", ability, set.int("dc"), &what)?;
    }
    movement::after(cx, who, &set)
}
