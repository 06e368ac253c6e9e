//! What everybody means to do, said before any initiative die (2. Declare Action).

use super::acting::{posture, target_field};
use super::action::Action;
use super::hold::{hold_fields, read_hold};
use super::legal;
use super::schema::{DodgeWindow, Options, is};
use super::sheet::{fighter, likely_target, targets};
use super::spell;
use super::state::{Hold, Plan};
use crate::encounter::{Choice, Encounter, Field, Id, Record, Resolver, Step};

/// Everybody able who has not declared in this round, in roster order.
pub fn undeclared(now: &Encounter) -> Vec<Id> {
    now.present()
        .filter(|id| fighter(now, *id).able() && fighter(now, *id).plan().is_none())
        .collect()
}

/// Everybody who has declared in this round and still may change it.
pub fn declared(now: &Encounter) -> Vec<Id> {
    now.present()
        .filter(|id| fighter(now, *id).able() && fighter(now, *id).plan().is_some())
        .collect()
}

/// One declaration by the form, for one combatant or several in one go (CTD-18).
///
/// # Errors
/// [`crate::encounter::Stop`] until it is filled with something legal.
pub fn declare(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = format!("{} declares", cx.name(who));
    let set = cx.fields("declare", who, title, |now, set| fields(now, who, set))?;
    let Some(action) = Action::from_key(set.word("action")) else {
        return cx.refuse("choose an action");
    };
    let mut all = vec![who];
    all.extend(set.who("also"));
    for id in all {
        if let Some(why) = legal::refusal(cx.now(), id, action, true) {
            let name = cx.name(id);
            return cx.refuse(format!("{name}: {why}"));
        }
        let plan = read(cx.now(), id, action, &set);
        if action == Action::Hold && plan.hold == Hold::None {
            return cx.refuse("name whom it waits for");
        }
        put(cx, id, plan);
    }
    Ok(())
}

fn fields(now: &Encounter, who: Id, set: &Record) -> Vec<Field> {
    let usual = fighter(now, who)
        .plan()
        .cloned()
        .unwrap_or_else(|| legal::usual(now, who));
    let options: Vec<Choice> = Action::all()
        .filter(|action| legal::listed(now, who, *action))
        .map(|action| {
            let choice = Choice::new(action.key(), action.label());
            match legal::refusal(now, who, action, true) {
                Some(why) => choice.refused(why),
                None => choice,
            }
        })
        .collect();
    let mut fields = vec![Field::choice("action", "does", options, usual.action.key())];
    let action = Action::from_key(set.word("action")).unwrap_or(usual.action);
    match action {
        Action::Attack => fields.push(Field::choice(
            "weapon",
            "with",
            legal::modes(now, who),
            &legal::usual_mode(now, who, &usual.weapon),
        )),
        Action::Cast => fields.push(Field::text("spell", "spell", &usual.spell)),
        Action::Hold => {
            let mut plan = usual.clone();
            let casts = fighter(now, who).cannot_cast().is_none();
            if casts {
                fields.push(
                    Field::text("spell", "with the spell", &usual.spell)
                        .hint("leave it empty unless it means to cast"),
                );
                set.word("spell").clone_into(&mut plan.spell);
            }
            fields.extend(hold_fields(now, who, usual.hold, &plan, set));
        }
        _ => {}
    }
    if action == Action::Revive {
        let list = legal::revivable(now, who);
        let first = list.first().copied();
        fields.push(target_field(list, first));
    } else if action.has_target() {
        let list = targets(now, who);
        let preset: Vec<Id> = match action {
            Action::Cast => usual.target,
            _ => likely_target(now, who, usual.target),
        }
        .filter(|id| list.contains(id))
        .into_iter()
        .collect();
        fields.push(
            Field::pick("target", "at", list, 0, 1, preset)
                .hint("may be left open until its number"),
        );
    }
    let others: Vec<Id> = undeclared(now)
        .into_iter()
        .filter(|id| *id != who)
        .collect();
    if !others.is_empty() {
        let most = others.len();
        fields.push(Field::pick(
            "also",
            "the same for",
            others,
            0,
            most,
            Vec::new(),
        ));
    }
    fields
}

fn read(now: &Encounter, id: Id, action: Action, set: &Record) -> Plan {
    let spell = match (action, set.word("spell").trim()) {
        (Action::Cast, text) => spell::spelled(text),
        (Action::Hold, text) => text.to_owned(),
        _ => String::new(),
    };
    Plan {
        round: now.round,
        action,
        declared: action,
        target: set.one("target").filter(|target| *target != id),
        weapon: match action {
            Action::Attack => legal::usual_mode(now, id, set.word("weapon")),
            _ => String::new(),
        },
        spell,
        hold: if action == Action::Hold {
            read_hold(set)
        } else {
            Hold::None
        },
    }
}

/// Declares what Enter declares (CTD-18).
pub fn usual(cx: &mut Resolver<'_>, who: Id) {
    let plan = legal::usual(cx.now(), who);
    put(cx, who, plan);
}

/// Closes the declarations: everybody else as usual.
pub fn close(cx: &mut Resolver<'_>) {
    let rest = undeclared(cx.now());
    cx.act(None, &rest, "Declared:");
    for who in rest {
        let plan = legal::usual(cx.now(), who);
        let text = format!("{} {}.", cx.name(who), plan.text(cx.now()));
        cx.note(&[who], text);
        settle_on(cx, who, plan);
    }
}

/// A declaration is made and told.
fn put(cx: &mut Resolver<'_>, who: Id, plan: Plan) {
    let text = format!("{} {}.", cx.name(who), plan.text(cx.now()));
    let about: Vec<Id> = plan.target.into_iter().chain(plan.hold.until()).collect();
    cx.act(who, &about, format!("Declared: {text}"));
    settle_on(cx, who, plan);
}

/// A declaration stands; Dodge works from now on (CTD-74).
fn settle_on(cx: &mut Resolver<'_>, who: Id, plan: Plan) {
    cx.lose(who, is::DODGE, "", "");
    if plan.action == Action::Dodge
        && Options(&cx.now().options).dodge_window() == DodgeWindow::FromDeclaration
    {
        posture(cx, who, is::DODGE);
    }
    plan.put(cx, who);
}
