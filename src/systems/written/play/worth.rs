//! Value of actions for automatic combatants: the chance of each outcome times its average damage and the worth of its
//! conditions.

use crate::encounter::Encounter;
use crate::rules::Mind;
use crate::values::{Id, Row};

use super::acts::{is_able, may_harm, most, possible, possible_among, ticks_of, untimely};
use super::changes::cannot_pay;
use super::harm::{harms, strikes};
use super::hindrance;
use super::look::{Cast, Scene, life, up};
use super::promised::{chosen, of_action, of_way, promised};
use super::state::Round;
use crate::systems::written::model::{
    Action, Aim, Effect, Model, Placed, Purse, Reaction, Way, Whom, any_effect, find_effect,
};
use crate::systems::written::sums::sum::{Sum, Who};
use crate::systems::written::table::all_effects;

/// Action with its row and targets.
#[derive(Clone, Debug)]
pub struct Best {
    pub action: &'static Action,
    pub with: Option<Row>,
    /// Targets: the main target first, then other combatants who would be harmed as well.
    pub targets: Vec<Id>,
}

impl PartialEq for Best {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.action, other.action)
            && self.with == other.with
            && self.targets == other.targets
    }
}

/// Returns the best action of a combatant in their turn: the action with the most expected damage against the target of
/// their side's tactics. `None` if no action harms a target now.
pub fn best(model: &'static Model, mind: &Mind<'_>, by: Id) -> Option<Best> {
    mind.once(by, || think(model, mind, by, None))
}

/// Returns the action that a reaction performs on a target of its own choice; `None` for any other reaction.
pub fn performed(model: &'static Model, reaction: &'static Reaction) -> Option<&'static Action> {
    reaction
        .does
        .iter()
        .find_map(|placed| match &placed.effect {
            Effect::Act(key, None, _) => model.action(key),
            _ => None,
        })
}

/// Returns true if an action is only part of other actions, and a reaction or an automatic step performs it with a row
/// and a target of its own choice.
pub fn is_called(model: &'static Model, action: &'static Action) -> bool {
    let acts = |effects: &'static [Placed]| {
        any_effect(
            effects,
            |effect| matches!(effect, Effect::Act(key, None, _) if *key == action.key),
        )
    };
    let called = || {
        let mut steps = model.steps.iter().map(|step| step.does.as_slice());
        let mut reactions = model.reactions.iter();
        action.part_only && (reactions.any(|one| acts(&one.does)) || steps.any(acts))
    };
    *action.called.get_or_init(called)
}

/// Returns the best use of an action that is part of another action.
pub fn best_part(
    model: &'static Model,
    mind: &Mind<'_>,
    by: Id,
    action: &'static Action,
) -> Option<Best> {
    think(model, mind, by, Some(action))
}

fn think(
    model: &'static Model,
    mind: &Mind<'_>,
    by: Id,
    part: Option<&'static Action>,
) -> Option<Best> {
    let now = mind.now;
    let mut all: Vec<(i64, Best)> = Vec::new();
    let declaring = Round::of(now).declaring;
    let whole: &'static [Action] = &model.actions;
    let actions = match part {
        Some(part) => std::slice::from_ref(part),
        None => whole,
    };
    for action in actions {
        let timely = if part.is_some() {
            true
        } else if declaring {
            action.declared
        } else {
            untimely(model, now, action, by).is_none()
        };
        if action.any_time || action.gm_menu || !timely || !promises(model, action) {
            continue;
        }
        let is_foe = |id: Id| !now.allied(id, by) && mind.sees(by, id) && up(model, now, id);
        // A side does not aim at enemies whom it does not see, or at allies, unless the file gives the action a value.
        let among = |id: Id| is_foe(id) || (action.worth.is_some() && now.allied(id, by));
        let Some(fits) = possible_among(model, now, action, by, among) else {
            continue;
        };
        // An action without targets may choose one later. It is evaluated against each combatant.
        let whom: Vec<Option<Id>> = match action.aim {
            Aim::Me if strikes(model, action) => now.present().map(Some).collect(),
            _ => Vec::new(),
        };
        let fits = fits.flat_map(|(with, target)| match whom.as_slice() {
            [] => vec![(with, target)],
            all => all.iter().map(|one| (with.clone(), *one)).collect(),
        });
        for (with, target) in fits {
            let weighed = target.map_or(action.worth.is_some(), among);
            if !weighed {
                continue;
            }
            let mut cast = Cast::of(by).on(target).with(with.clone());
            cast.asked = action.unasked();
            cast.action = action.key;
            cast.estimate = Some(of_action);
            let scene = Scene::new(model, now, &cast);
            let worth = 100 * worth(&scene, action) / ticks_of(&scene, action);
            if worth > 0 {
                let targets = target.into_iter().collect();
                let best = Best {
                    action,
                    with,
                    targets,
                };
                all.push((worth, best));
            }
        }
    }
    // Harmful actions choose the target of the side's tactics; actions with a value in the file compete with them.
    let foe = |one: &Best| {
        one.targets
            .first()
            .copied()
            .filter(|id| !now.allied(*id, by))
    };
    let mut targets: Vec<Id> = all.iter().filter_map(|(_, one)| foe(one)).collect();
    targets.sort_unstable();
    targets.dedup();
    let target = if targets.is_empty() {
        None
    } else {
        Some(mind.target(by, targets, |id| mind.left(by, id, life(model, now, id)))?)
    };
    // An action with several targets counts its value for each target.
    let beside = |best: &Best| -> Vec<(i64, Id)> {
        let others = all.iter().filter(|(_, other)| {
            std::ptr::eq(other.action, best.action)
                && other.with == best.with
                && other.targets != best.targets
                && foe(other).is_some() == foe(best).is_some()
        });
        let most = most(model, now, best.action, by, best.with.as_ref()).saturating_sub(1);
        let others = others.filter_map(|(worth, one)| Some((*worth, *one.targets.first()?)));
        let mut others: Vec<(i64, Id)> = others.collect();
        others.sort_by_key(|(worth, id)| (-worth, *id));
        others.truncate(most);
        others
    };
    let on = all
        .iter()
        .filter(|(_, one)| foe(one).is_none() || foe(one) == target);
    let (_, mut best, others) = on
        .map(|(worth, one)| {
            let others = beside(one);
            let more: i64 = others.iter().map(|(worth, _)| worth).sum();
            (worth.saturating_add(more), one.clone(), others)
        })
        .max_by_key(|(worth, ..)| *worth)?;
    best.targets.extend(others.into_iter().map(|(_, id)| id));
    Some(best)
}

/// Returns true if a combatant could attack now, in any phase.
pub fn could_strike(model: &'static Model, mind: &Mind<'_>, by: Id) -> bool {
    let mut strikes = model.actions.iter().filter(|action| strikes(model, action));
    strikes.any(|action| !action.declared && is_able(model, mind.now, action, by))
}

/// Returns true if a combatant still has the slots for an attack in this turn.
fn can_pay_a_strike(model: &'static Model, now: &Encounter, by: Id) -> bool {
    let cast = Cast::of(by);
    let scene = Scene::new(model, now, &cast);
    let own = model.actions.iter().filter(|action| !action.part_only);
    let mut strikes = own.filter(|action| strikes(model, action));
    strikes.any(|action| {
        let mut slots = action.costs.chunks(1);
        slots.all(|cost| match cost {
            [(Purse::Slot(_), _)] => cannot_pay(model, &scene, by, cost).is_none(),
            _ => true,
        })
    })
}

/// Returns the harmless actions that may enable an attack: actions that end a condition, and moves while an attack can
/// still follow.
pub fn toward(model: &'static Model, now: &Encounter, by: Id) -> Vec<&'static Action> {
    let can_strike = can_pay_a_strike(model, now, by);
    let steps = model.actions.iter().filter(|_| can_strike);
    let steps = steps.filter(|action| steps_on(action));
    let ends = model.actions.iter().filter(|action| frees(action));
    ends.chain(steps).collect()
}

/// Returns true if an action moves the acting combatant.
fn steps_on(action: &Action) -> bool {
    let mut does = action.does.iter();
    does.any(|placed| matches!(placed.effect, Effect::Step(_)))
}

/// Returns true if an action ends a condition of the acting combatant, such as getting up.
fn frees(action: &Action) -> bool {
    let mut does = action.does.iter();
    action.needs.iter().any(|need| need.silent)
        && does.any(|placed| {
            matches!(
                placed.effect,
                Effect::Lose(Whom::One(Who::Me), ..) | Effect::Escape
            )
        })
}

/// Returns true if an action may have a value: the action harms, it may hinder its target, or the file gives a value.
fn promises(model: &'static Model, action: &'static Action) -> bool {
    *action.promises.get_or_init(|| {
        let mut on = action.on.iter().map(|(_, effects)| effects);
        let answers = action.unasked();
        let of_answers = |sum: &'static Sum| hindrance::answered(sum, answers.as_ref());
        let weighs = |effects: &'static [Placed]| {
            harms(model, effects)
                || weighs(model, effects)
                || hindrance::burdens(model, effects, &of_answers)
        };
        action.worth.is_some() || weighs(&action.does) || on.any(|effects| weighs(effects))
    })
}

/// Returns true if an option of a choice has a value in the file.
fn weighs(model: &'static Model, effects: &'static [Placed]) -> bool {
    any_effect(effects, |effect| {
        if let Effect::Choose { options, .. } = effect {
            options.iter().any(|way| way.worth.is_some())
        } else if let Effect::Do(piece) = effect {
            weighs(model, &model.pieces[*piece].does)
        } else if let Effect::Act(key, ..) = effect {
            let mut parts = model.actions.iter();
            // A part of an action is never a part of itself, so the recursion ends.
            parts.any(|part| part.key == *key && part.part_only && promises(model, part))
        } else {
            false
        }
    })
}

/// Returns the value of an action in hundredths of a point: the value in the file, otherwise the value of the effects.
fn worth(scene: &Scene<'_>, action: &'static Action) -> i64 {
    if let Some(worth) = &action.worth {
        return worth.of(scene).clamp(0, 1_000_000) * 100;
    }
    #[expect(clippy::cast_possible_truncation, reason = "damage is a small number")]
    let hundredths = (promised(scene, action).clamp(0.0, 1e9) * 100.0) as i64;
    hundredths
}

/// Returns the key of the best option of a choice, if an option has a value.
pub fn choice(model: &'static Model, mind: &Mind<'_>, who: Id, key: &str) -> Option<&'static str> {
    let now = mind.now;
    let mut all = all_effects(model).into_iter();
    let (gm, options) = all.find_map(|effects| ways(effects, key))?;
    let foes = mind.foes(who, |id| up(model, now, id));
    let target = mind.target(who, foes, |id| mind.left(who, id, life(model, now, id)));
    let cast = Cast::of(who).on(target);
    let scene = Scene::new(model, now, &cast);
    let given = options.iter().any(|way| way.worth.is_some());
    let weighs = || options.iter().any(|way| of_way(&scene, way) > 0.0);
    (given || (!gm && weighs())).then_some(())?;
    Some(chosen(&scene, options, gm)?.key)
}

/// Returns true for the key of a question to the GM whose answers have no values.
pub fn is_for_gm(model: &'static Model, key: &str) -> bool {
    let mut all = all_effects(model).into_iter();
    let found = all.find_map(|effects| ways(effects, key));
    found.is_some_and(|(gm, options)| gm && options.iter().all(|way| way.worth.is_none()))
}

/// Returns the choice with this key, if it is among these effects: true if the GM answers it, and its options.
fn ways(effects: &'static [Placed], key: &str) -> Option<(bool, &'static [Way])> {
    find_effect(effects, &mut |effect| {
        let Effect::Choose {
            key: own,
            gm,
            options,
            ..
        } = effect
        else {
            return None;
        };
        (*own == key).then_some((*gm, options.as_slice()))
    })
}

/// Returns true if a combatant of the fight has the action: the requirements that hide the action hold, or refer to a
/// row or a target.
fn is_of_anybody(model: &'static Model, now: &Encounter, action: &'static Action) -> bool {
    now.present().any(|by| {
        let cast = Cast::of(by);
        let scene = Scene::new(model, now, &cast);
        let mut hiding = action
            .needs
            .iter()
            .filter(|need| need.silent && !need.sum.is_of_others());
        hiding.all(|need| need.sum.is(&scene))
    })
}

/// Lists everything that the odds leave out: actions that automatic combatants never choose, the effects of Lua
/// functions, and combatants who cannot harm others.
pub fn unweighed(model: &'static Model, now: &Encounter) -> Vec<String> {
    let never = model.actions.iter().filter(|action| {
        let own = !action.part_only && is_of_anybody(model, now, action);
        own && (action.any_time || !(promises(model, action) || steps_on(action) || frees(action)))
    });
    let mut all: Vec<String> = never.map(|action| action.label.to_owned()).collect();
    let unvalued = model.actions.iter();
    let unvalued = unvalued.filter(|action| finds_damage(model, now, action) == Some(false));
    all.extend(
        unvalued.map(|action| format!("{} (no damage found: give it a `value`)", action.label)),
    );
    if all_effects(model).into_iter().any(calls_lua) {
        all.push("the damage of functions in rules.lua".to_owned());
    }
    let idle: Vec<Id> = now
        .present()
        .filter(|id| !may_harm(model, now, *id))
        .collect();
    if !idle.is_empty() {
        let names = now.names(&idle);
        all.push(format!(
            "the actions of {names}, whose damage is not on the sheet"
        ));
    }
    all
}

/// Returns true if the tactics find damage in a harmful action without a `value`: for at least one combatant, row and
/// enemy. `None` if the action has a value, or is not possible for any combatant.
pub fn finds_damage(
    model: &'static Model,
    now: &Encounter,
    action: &'static Action,
) -> Option<bool> {
    let chosen = !action.part_only && !action.any_time && !action.gm_menu;
    if !chosen || action.worth.is_some() || !strikes(model, action) {
        return None;
    }
    let mut found = None;
    for by in now.present() {
        let Some(fits) = possible(model, now, action, by) else {
            continue;
        };
        for (with, target) in fits {
            let foe = |id: &Id| !now.allied(*id, by) && target.is_none_or(|target| target == *id);
            for foe in now.present().filter(foe) {
                let mut cast = Cast::of(by).on(Some(foe)).with(with.clone());
                cast.asked = action.unasked();
                if promised(&Scene::new(model, now, &cast), action) > 0.0 {
                    return Some(true);
                }
                found = Some(false);
            }
        }
    }
    found
}

fn calls_lua(effects: &'static [Placed]) -> bool {
    any_effect(effects, |effect| matches!(effect, Effect::Lua(_, true)))
}
