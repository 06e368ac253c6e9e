//! Reactions before they are resolved: the combatants who may react, and their question.

use crate::encounter::Encounter;
use crate::resolver::Resolver;
use crate::text::capital;
use crate::values::Id;

use super::acts::{part_of, price};
use super::changes::{cannot_pay, has_been, stands_so, with_names};
use super::look::{self, Cast, Scene, cast_of_part, up};
use super::throws;
use crate::systems::written::model::{Effect, Goal, Model, Moment, Reaction};
use crate::systems::written::sums::sum::{Sum, Who};

/// Returns true if a combatant may react to an attack.
pub fn may_react(
    cx: &Resolver<'_>,
    model: &'static Model,
    reaction: &'static Reaction,
    blow: &Cast,
    about: Id,
    who: Id,
) -> bool {
    let mut all = std::iter::once(who);
    !reactors_of(cx, model, reaction, blow, about, &mut all).is_empty()
}

/// Returns the combatants among `all` who may react to an attack.
fn reactors_of(
    cx: &Resolver<'_>,
    model: &'static Model,
    reaction: &'static Reaction,
    blow: &Cast,
    about: Id,
    all: &mut dyn Iterator<Item = Id>,
) -> Vec<Id> {
    let is_there = |who: &Id| {
        (reaction.of_throw || Some(*who) != blow.me)
            && stands_so(cx, reaction.aim, *who, about)
            && !has_been(cx, reaction.once, reaction.key, *who)
            && up(model, cx.now(), *who)
    };
    let mut all = all.filter(is_there).peekable();
    if all.peek().is_none() {
        return Vec::new();
    }
    let mut own = Cast {
        actor: blow.me,
        ..blow.clone()
    };
    let may = |who: &Id| {
        (own.me, own.thrower) = (Some(*who), Some(*who));
        can_react(cx, model, reaction, &own, *who)
    };
    all.filter(may).collect()
}

/// Returns true if a combatant meets the requirements of a reaction, can pay for it and can perform its actions.
fn can_react(
    cx: &Resolver<'_>,
    model: &'static Model,
    reaction: &'static Reaction,
    own: &Cast,
    who: Id,
) -> bool {
    let scene = Scene::new(model, cx.now(), own);
    look::holds(reaction.when.as_ref(), &scene)
        && cannot_pay(model, &scene, who, &reaction.costs).is_none()
        && can_perform(model, cx.now(), reaction, own, who)
}

/// Returns true if a reaction that performs actions can perform at least one of them. A combatant without a melee weapon,
/// for example, has no opportunity attack.
fn can_perform(
    model: &'static Model,
    now: &Encounter,
    reaction: &'static Reaction,
    own: &Cast,
    who: Id,
) -> bool {
    let possible = |(key, on, row): (&'static str, Option<Who>, Option<&'static Sum>)| {
        let target = on.and_then(|who| own.who(who));
        let costs = &reaction.costs;
        model.action(key).is_some_and(|action| {
            cast_of_part(&Scene::new(model, now, own), action, row)
                .is_some_and(|own| part_of(model, now, action, who, &own, target, costs).is_some())
        })
    };
    let mut performed = reaction
        .does
        .iter()
        .filter_map(|placed| match &placed.effect {
            Effect::Act(key, on, row) => Some((*key, *on, row.as_ref())),
            _ => None,
        });
    reaction.test.is_some() || performed.clone().next().is_none() || performed.any(possible)
}

/// Returns the combatants who may react to an attack.
pub fn reactors(
    cx: &Resolver<'_>,
    model: &'static Model,
    reaction: &'static Reaction,
    blow: &Cast,
    about: Id,
) -> Vec<Id> {
    let mut all = cx.now().present();
    reactors_of(cx, model, reaction, blow, about, &mut all)
}

/// Formats the question whether the only one of these combatants reacts, or which of them reacts, with the attack and
/// the costs.
pub fn asked(
    cx: &Resolver<'_>,
    model: &'static Model,
    reaction: &'static Reaction,
    all: &[Id],
    blow: &Cast,
) -> String {
    let label = reaction.label;
    let who = all.first().copied().filter(|_| all.len() == 1);
    let own = Cast {
        me: who,
        actor: blow.me,
        ..Cast::default()
    };
    let question = match (reaction.question, who) {
        ("", Some(who)) => format!("{}: {label}?", cx.name(who)),
        ("", None) => format!("{}: which combatants?", capital(label)),
        (question, Some(_)) => with_names(cx, question, &own),
        (question, None) => with_names(cx, &question.replace("{self}", "anyone"), &own),
    };
    if !cx.shows() && !cx.heard() {
        return question;
    }
    let mut facts = Vec::new();
    match (reaction.at, &blow.hit) {
        (Moment::Hurting | Moment::Hurt, _) => facts.push(format!("{} {}", blow.hurt, "damage")),
        (Moment::Thrown, Some(hit)) => {
            let test = model.tests.iter().find(|test| test.key == hit.test);
            facts.extend(test.map(|test| {
                let need = match &test.goal {
                    Goal::Reaches(need, against) => {
                        let goal = hit.total - hit.margin;
                        match throws::named(model, need, against) {
                            "" => format!(" vs {goal}"),
                            against => format!(" vs {against} {goal}"),
                        }
                    }
                    _ => String::new(),
                };
                format!(
                    "{} {}{need}, {}",
                    test.label,
                    hit.total,
                    test.name_of(hit.outcome)
                )
            }));
        }
        _ => {}
    }
    let own = Cast {
        me: who,
        actor: blow.me,
        thrower: who,
        ..blow.clone()
    };
    let price = who.map(|who| price(model, cx.now(), &reaction.costs, who, &own));
    facts.extend(
        price
            .filter(|price| !price.is_empty())
            .map(|price| format!("costs {price}")),
    );
    if facts.is_empty() {
        question
    } else {
        format!("{question} {}", capital(&facts.join("; ")))
    }
}
