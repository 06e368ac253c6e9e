//! Holding an action: later in the round, when somebody acts, just before a caster (17.0.1.6, 17.0.13).

use super::acting::movement_form;
use super::action::Action;
use super::movement::{self, Going};
use super::schema::at;
use super::sheet::fighter;
use super::state::{Cycle, Hold, Plan, Slot};
use crate::encounter::{Choice, Encounter, Field, Id, Record, Resolver, Step};

/// Holding: later in this round, when somebody acts, or just before a caster (CTD-40 to CTD-47).
///
/// # Errors
/// [`crate::encounter::Stop`] until everything is answered.
pub fn hold(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let plan = fighter(cx.now(), who).plan().cloned().unwrap_or_default();
    let title = format!("{} holds", cx.name(who));
    let until = |now: &Encounter, set: &Record| hold_fields(now, who, plan.hold, &plan, set);
    let set = if fighter(cx.now(), who).holding().is_some() {
        // Who has hold of somebody stays where it is (CTD-172).
        cx.fields("hold", who, title, until)?
    } else {
        movement_form(cx, "hold", who, title, until)?
    };
    let hold = read_hold(&set);
    if hold == Hold::None {
        return cx.refuse("name whom it waits for");
    }
    Cycle::change(cx, |cycle| cycle.first = None);
    let mut plan = plan;
    plan.hold = hold;
    plan.round = cx.now().round;
    // A declared spell stays declared: its name is kept (CTD-20).
    plan.action = Action::Hold;
    plan.put(cx, who);
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
        cx.set(who, at::acted, true);
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
            let here = on.contains(id) && other.slot().hold == Hold::None;
            let past = other.acted() || other.initiative().is_none() || here;
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
    let own = fighter(now, who).initiative();
    now.present()
        .filter(|id| {
            let other = fighter(now, *id);
            let casts = other
                .plan()
                .is_some_and(|plan| plan.action == Action::Cast || !plan.spell.is_empty());
            let later = own.is_none() || other.initiative() < own;
            *id != who && other.able() && !other.acted() && casts && later
        })
        .collect()
}
