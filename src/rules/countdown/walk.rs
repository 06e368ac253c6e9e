//! Actions that are mostly movement: dodging, moving, withdrawing, running (17.0.1.4, 17.0.1.7, 17.0.2).

use super::acting::{begin, closes_field, let_go, movement_form, posture, target_field};
use super::action::Action;
use super::movement::{self, Going};
use super::schema::is;
use super::sheet::fighter;
use super::state::{Booked, Slot};
use super::strike::{self, How, Strike};
use super::weapon::Weapon;
use super::{attack, reactions};
use crate::encounter::{Encounter, Field, Id, Record, Resolver, Step};

/// Parry and dodge (CTD-74).
///
/// # Errors
/// [`crate::encounter::Stop`] until everything is answered.
pub fn dodge(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = format!("{} dodges", cx.name(who));
    let set = movement_form(cx, "dodge", who, title, |_, _| Vec::new())?;
    begin(cx, who, Action::Dodge, None, "");
    let text = format!("{} parries and dodges: AC +2.", cx.name(who));
    cx.act(who, &[], text);
    let_go(cx, who);
    posture(cx, who, is::DODGE);
    if movement::before(cx, who, &set)? == Going::On {
        movement::after(cx, who, &set)?;
    }
    Ok(())
}

/// Movement and nothing else.
///
/// # Errors
/// [`crate::encounter::Stop`] until everything is answered.
pub fn walk(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = format!("{} moves", cx.name(who));
    let set = cx.fields("move", who, title, |now, set| {
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
///
/// # Errors
/// [`crate::encounter::Stop`] until everything is answered.
pub fn withdraw(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let most = (fighter(cx.now(), who).pace() / 2).min(movement::feet_left(cx.now(), who));
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
            .find(|weapon| weapon.name() == set.word("weapon"))
            .or(melee.first())
            .cloned()
            .unwrap_or_else(Weapon::punch);
        (melee, weapon)
    };
    let set = cx.fields("withdraw", who, title, |now, set| {
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
            melee[0].name(),
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
///
/// # Errors
/// [`crate::encounter::Stop`] until everything is answered.
pub fn run(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = format!("{} runs away", cx.name(who));
    let set = cx.fields("run", who, title, |now, _| {
        let most = fighter(now, who).pace() * 2 - fighter(now, who).slot().moved;
        let mut fields = vec![Field::number("feet", "feet", 0, most, most).unit("ft")];
        fields.extend(movement::leaving_field(now, who, None));
        fields.extend(super::fire::fields(now, who));
        fields
    })?;
    begin(cx, who, Action::Run, None, "");
    let text = format!("{} runs away.", cx.name(who));
    cx.act(who, &[], text);
    let_go(cx, who);
    posture(cx, who, is::RUNNING);
    Slot::change(cx, who, |slot| slot.ran = true);
    let turning = set.who("turning").to_vec();
    movement::depart(cx, who, set.int("feet"), &turning, &set)?;
    Slot::change(cx, who, |slot| slot.rooted = true);
    Ok(())
}
