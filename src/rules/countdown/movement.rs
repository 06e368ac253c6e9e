//! Feet, turned backs, getting up (17.0.1.1, 17.0.2): what a form asks of movement, and how it is done.

use super::schema::is;
use super::sheet::fighter;
use super::state::{Booked, Fires, Slot};
use super::{fire, reactions, wounds};
use crate::encounter::{Condition, Encounter, Field, Id, Record, Resolver, Step};

/// How a part of a movement ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Going {
    /// As meant.
    On,
    /// Knocked down: the movement is over, the action is not (CTD-37).
    Floored,
    /// Stopped for good: the rest of the action is lost (CTD-37).
    Stopped,
}

/// Feet that somebody can still walk in this round (CTD-49).
pub fn feet_left(now: &Encounter, who: Id) -> i64 {
    let one = fighter(now, who);
    let slot = one.slot();
    let stuck =
        slot.rooted || one.held_by().is_some() || one.suffers(is::PRONE) || one.has(is::RUNNING);
    if stuck {
        0
    } else {
        (one.pace() - slot.moved).max(0)
    }
}

/// Whether somebody on the ground could get up now: it takes all movement of the round (CTD-59).
pub fn can_stand(now: &Encounter, who: Id) -> bool {
    let one = fighter(now, who);
    let slot = one.slot();
    one.suffers(is::PRONE) && !slot.rooted && slot.moved == 0 && one.held_by().is_none()
}

/// Fields for movement before and after an action. `melee` is whom a melee attack goes at.
pub fn fields(now: &Encounter, who: Id, set: &Record, melee: Option<Id>) -> Vec<Field> {
    let mut fields = Vec::new();
    if can_stand(now, who) {
        fields.push(
            Field::toggle("stand", "gets up", true)
                .hint("all movement of the round, no parting shots"),
        );
        return fields;
    }
    let left = feet_left(now, who);
    if left == 0 {
        return fields;
    }
    fields.push(Field::number("before", "moves before", 0, left, 0).unit("ft"));
    if set.int("before") > 0 {
        turning(now, who, "turning", melee, &mut fields);
    }
    fields.extend(after_fields(now, who, set, melee));
    if set.int("before") > 0 || set.int("after") > 0 {
        fields.extend(fire::fields(now, who));
    }
    fields
}

/// Fields for movement after an action.
pub fn after_fields(now: &Encounter, who: Id, set: &Record, melee: Option<Id>) -> Vec<Field> {
    let mut fields = Vec::new();
    let left = feet_left(now, who);
    if left == 0 {
        return fields;
    }
    fields.push(Field::number("after", "moves after", 0, left, 0).unit("ft"));
    if set.int("after") > 0 {
        let gone = set.who("turning");
        let mut near = near(now, who);
        near.retain(|id| !gone.contains(id));
        // Whom it goes back to in order to strike can be left a second time (CTD-55).
        near.extend(melee.filter(|id| !near.contains(id) && !now.allied(*id, who)));
        if !near.is_empty() {
            fields.push(turning_field(
                "turning_after",
                "then turns its back on",
                near,
            ));
        }
    }
    fields
}

/// Engaged opponents that it has not left on this count.
fn near(now: &Encounter, who: Id) -> Vec<Id> {
    let gone = &Booked::of(now, who).leaves;
    fighter(now, who)
        .engaged()
        .into_iter()
        .filter(|id| !gone.contains(id))
        .collect()
}

fn turning(now: &Encounter, who: Id, key: &str, stays_with: Option<Id>, fields: &mut Vec<Field>) {
    let near = near(now, who);
    if near.is_empty() {
        return;
    }
    let preset: Vec<Id> = near
        .iter()
        .copied()
        .filter(|id| Some(*id) != stays_with)
        .collect();
    let mut field = turning_field(key, "turns its back on", near);
    field.value = preset.into();
    fields.push(field);
}

fn turning_field(key: &str, label: &str, near: Vec<Id>) -> Field {
    let most = near.len();
    Field::pick(key, label, near.clone(), 0, most, near).hint("each may take a parting shot")
}

/// The field that says whose back is turned in a run or charge.
pub fn leaving_field(now: &Encounter, who: Id, except: Option<Id>) -> Option<Field> {
    let near: Vec<Id> = near(now, who)
        .into_iter()
        .filter(|id| Some(*id) != except)
        .collect();
    (!near.is_empty()).then(|| turning_field("turning", "turns its back on", near))
}

/// Refuses more feet than are left (CTD-49).
///
/// # Errors
/// [`crate::encounter::Stop::Refused`] with the sum.
pub fn check(cx: &mut Resolver<'_>, who: Id, set: &Record) -> Step<()> {
    let sum = set.int("before") + set.int("after");
    let left = feet_left(cx.now(), who);
    if sum > left && sum > 0 {
        let feet = fighter(cx.now(), who).pace();
        let why = if left < feet {
            format!("{sum} feet are more than the {left} that are left in this round")
        } else {
            format!("{sum} feet are more than the {feet} of a round")
        };
        return cx.refuse(why);
    }
    Ok(())
}

/// The part before the action: gets up, or walks.
///
/// # Errors
/// [`crate::encounter::Stop`] until the dice of those left behind are there.
pub fn before(cx: &mut Resolver<'_>, who: Id, set: &Record) -> Step<Going> {
    if set.flag("stand") {
        stand(cx, who);
        return Ok(Going::On);
    }
    let feet = set.int("before");
    if feet == 0 {
        return Ok(Going::On);
    }
    depart(cx, who, feet, set.who("turning"), set)
}

/// Gets up: at once for its own rolls, for the others when the count is over (CTD-34, CTD-35, CTD-59).
fn stand(cx: &mut Resolver<'_>, who: Id) {
    cx.lose(who, is::PRONE, "", "");
    cx.gain(who, Condition::new(is::RISING), "");
    // What a reaction of this count did to it is not undone by getting up before.
    Slot::change(cx, who, |slot| slot.rooted = true);
    let text = format!("{} gets up.", cx.name(who));
    cx.note(&[who], text);
}

/// The part after the action, unless it was knocked down on the way.
///
/// # Errors
/// [`crate::encounter::Stop`] until the dice of those left behind are there.
pub fn after(cx: &mut Resolver<'_>, who: Id, set: &Record) -> Step<()> {
    let feet = set.int("after").min(feet_left(cx.now(), who));
    if feet == 0 || wounds::stopped(cx.now(), who) {
        return Ok(());
    }
    let way = if set.int("before") > 0 {
        Record::new()
    } else {
        set.clone()
    };
    depart(cx, who, feet, set.who("turning_after"), &way)?;
    Ok(())
}

/// A distance in words.
pub fn in_feet(feet: i64) -> String {
    if feet == 1 {
        "1 foot".to_owned()
    } else {
        format!("{feet} feet")
    }
}

/// Walks so many feet, away from some, perhaps through fire.
///
/// # Errors
/// [`crate::encounter::Stop`] until the dice of those left behind are there.
pub fn depart(
    cx: &mut Resolver<'_>,
    who: Id,
    feet: i64,
    turning: &[Id],
    way: &Record,
) -> Step<Going> {
    let text = format!("{} moves {}.", cx.name(who), in_feet(feet));
    cx.note(&[who], text);
    Slot::change(cx, who, |slot| slot.moved += feet);
    if !turning.is_empty() {
        let left = turning.to_vec();
        Booked::change(cx, who, |booked| {
            booked.closes.retain(|id| !left.contains(id));
            booked.leaves.extend(left);
        });
        reactions::parting_shots(cx, who, turning)?;
    }
    if !Fires::of(cx.now()).burning.is_empty() && !wounds::stopped(cx.now(), who) {
        fire::pass(cx, who, way)?;
    }
    going(cx, who)
}

/// What reactions and flames have made of a movement (CTD-37).
fn going(cx: &mut Resolver<'_>, who: Id) -> Step<Going> {
    if wounds::stopped(cx.now(), who) {
        let text = format!(
            "{} is stopped: the rest of its action is lost.",
            cx.name(who)
        );
        cx.note(&[who], text);
        return Ok(Going::Stopped);
    }
    if reactions::floored(cx.now(), who) {
        Slot::change(cx, who, |slot| slot.rooted = true);
        let text = format!("{} goes down and moves no farther.", cx.name(who));
        cx.note(&[who], text);
        return Ok(Going::Floored);
    }
    Ok(Going::On)
}
