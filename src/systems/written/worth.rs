//! What an action is worth where nobody decides: the chance of each outcome times the harm it does on the mean.

use crate::dice::Dice;
use crate::encounter::Encounter;
use crate::rules::Mind;
use crate::values::{Id, Row};

use super::acts::{able, fitting, legal, most, strikes};
use super::changes::cannot_pay;
use super::look::{Cast, Scene, life, rows, up};
use super::model::{Action, Aim, Amount, Effect, Hurt, Model, Placed, Purse, Time, Way, Whom};
use super::state::Round;
use super::sum::Who;
use super::{throws, ticks};
use crate::rules::Legal;

/// An action with what it is done with and to.
#[derive(Clone, Debug)]
pub struct Best {
    /// The action.
    pub action: &'static Action,
    /// With what.
    pub with: Option<Row>,
    /// To whom: the one that it is for first, then others whom it would harm too.
    pub targets: Vec<Id>,
}

impl PartialEq for Best {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.action, other.action)
            && self.with == other.with
            && self.targets == other.targets
    }
}

/// What somebody does best in its turn: at whom its side goes, with what promises the most harm. Nothing where no action
/// harms anybody as things stand.
pub fn best(model: &'static Model, mind: &Mind<'_>, by: Id) -> Option<Best> {
    mind.once(by, || think(model, mind, by))
}

fn think(model: &'static Model, mind: &Mind<'_>, by: Id) -> Option<Best> {
    let now = mind.now;
    let mut all: Vec<(i64, Best)> = Vec::new();
    for action in &model.actions {
        let open = match Round::of(now).declaring {
            _ if action.any_time => continue,
            true if !action.declared => continue,
            true => able(model, now, action, by),
            false => legal(model, now, action, by),
        };
        if open != Legal::Yes {
            continue;
        }
        // What is on nobody yet asks whom by the way: it is weighed against each.
        let whom: Vec<Option<Id>> = match action.aim {
            Aim::Me if strikes(model, action) => now.present().map(Some).collect(),
            _ => Vec::new(),
        };
        let fits = fitting(model, now, action, by).into_iter();
        let fits = fits.flat_map(|(with, target)| match whom.as_slice() {
            [] => vec![(with, target)],
            all => all.iter().map(|one| (with.clone(), *one)).collect(),
        });
        for (with, target) in fits {
            let foe = target
                .filter(|id| !now.allied(*id, by) && mind.sees(by, *id) && up(model, now, *id));
            let hidden = target.is_some_and(|id| !now.allied(id, by)) && foe.is_none();
            if hidden || (foe.is_none() && action.worth.is_none()) {
                continue;
            }
            let cast = Cast::of(by).on(target).with(with.clone());
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
    // What harms foes goes at whom its side goes at; what the file says the worth of stands beside it.
    let foe = |one: &Best| {
        one.targets
            .first()
            .copied()
            .filter(|id| !now.allied(*id, by))
    };
    let mut targets: Vec<Id> = all.iter().filter_map(|(_, one)| foe(one)).collect();
    targets.sort_unstable();
    targets.dedup();
    let target = match targets.is_empty() {
        true => None,
        false => Some(mind.target(by, targets, |id| mind.left(by, id, life(model, now, id)))?),
    };
    // What may be done to several counts for each of them.
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

/// How long an action keeps somebody from its next one, where that is counted: in ticks.
fn ticks_of(scene: &Scene<'_>, action: &Action) -> i64 {
    if ticks::played(scene.model, scene.now).is_none() {
        return 1;
    }
    let costs = action.costs.iter();
    let costs = costs.filter(|(purse, _)| *purse == Purse::Ticks);
    let all = costs.map(|(_, sum)| sum).chain(&action.takes);
    all.map(|sum| sum.of(scene).max(0)).sum::<i64>().max(1)
}

/// Whether somebody could strike as things stand, in whatever phase.
pub fn could_strike(model: &'static Model, mind: &Mind<'_>, by: Id) -> bool {
    let mut strikes = model.actions.iter().filter(|action| strikes(model, action));
    strikes.any(|action| !action.declared && able(model, mind.now, action, by) == Legal::Yes)
}

/// Whether somebody has left of its turn what a strike takes.
fn can_pay_a_strike(model: &'static Model, now: &Encounter, by: Id) -> bool {
    let cast = Cast::of(by);
    let scene = Scene::new(model, now, &cast);
    let mut strikes = model.actions.iter().filter(|action| strikes(model, action));
    strikes.any(|action| {
        let mut slots = action.costs.chunks(1);
        slots.all(|cost| match cost {
            [(Purse::Slot(_), _)] => cannot_pay(model, &scene, by, cost).is_none(),
            _ => true,
        })
    })
}

/// Actions that harm nobody and may bring somebody to where it can: those with a step, as long as it could strike behind
/// it.
pub fn toward(model: &'static Model, now: &Encounter, by: Id) -> Vec<&'static str> {
    let can_strike = can_pay_a_strike(model, now, by);
    let steps = model.actions.iter().filter(|_| can_strike);
    let steps = steps.filter(|action| {
        action
            .does
            .iter()
            .any(|placed| matches!(placed.effect, Effect::Step(_)))
    });
    let ends = model.actions.iter();
    // Getting up, shaking off: what only a condition makes possible.
    let ends = ends.filter(|action| {
        action.needs.iter().any(|need| need.silent)
            && action
                .does
                .iter()
                .any(|placed| matches!(placed.effect, Effect::Lose(Whom::One(Who::Me), _)))
    });
    ends.chain(steps).map(|action| action.key).collect()
}

/// Hundredths of a point of harm on the mean, or what the system's file says it is worth.
fn worth(scene: &Scene<'_>, action: &'static Action) -> i64 {
    if let Some(worth) = &action.worth {
        return worth.of(scene).clamp(0, 1_000_000) * 100;
    }
    #[expect(clippy::cast_possible_truncation, reason = "harm is small")]
    let hundredths = (promised(scene, action).clamp(0.0, 1e9) * 100.0) as i64;
    hundredths
}

/// Points of harm on the mean that an action promises.
fn promised(scene: &Scene<'_>, action: &'static Action) -> f64 {
    let mut all = mean(scene, &action.does);
    if let Some(called) = &action.test
        && let Some(test) = scene.model.test(called, scene)
    {
        let mut cast = scene.cast.clone();
        cast.thrower = throws::thrower(test, cast.me, cast.target);
        let thrown = Scene::new(scene.model, scene.now, &cast);
        if let Some(roll) = throws::roll(&thrown, test) {
            for (outcome, chance) in throws::chances(test, &roll) {
                let on = action.on.iter().find(|(on, _)| *on == outcome);
                all += chance * on.map_or(0.0, |(_, effects)| mean(scene, effects));
            }
        }
    }
    all
}

/// Points of harm on the mean, to whom an action is on.
fn mean(scene: &Scene<'_>, effects: &'static [Placed]) -> f64 {
    let all = effects.iter();
    all.map(|placed| mean_of(scene, &placed.effect)).sum()
}

fn mean_of(scene: &Scene<'_>, effect: &'static Effect) -> f64 {
    match effect {
        Effect::Harm(hurt) if hurt.who == Who::Target => points(scene, hurt),
        Effect::If(sum, this, that) => mean(scene, if sum.is(scene) { this } else { that }),
        Effect::Do(piece) => mean(scene, &scene.model.pieces[*piece].does),
        Effect::AsOne(effects) | Effect::Every(_, effects) => mean(scene, effects),
        Effect::Choose { options, .. } => {
            let open = |way: &&Way| way.when.as_ref().is_none_or(|when| when.is(scene));
            let first = options.iter().find(open);
            first.map_or(0.0, |way| mean(scene, &way.does))
        }
        Effect::Each(list, times, effects) => {
            let rows = scene
                .cast
                .me
                .map(|me| rows(scene.model, scene.now, me, *list));
            let all = rows.iter().flat_map(|rows| rows.iter()).map(|row| {
                let mut cast = scene.cast.clone().with(Some(row.clone()));
                cast.list = Some(*list);
                let scene = Scene::new(scene.model, scene.now, &cast);
                let times = i32::try_from(times.of(&scene).clamp(0, 20)).unwrap_or(0);
                f64::from(times) * mean(&scene, effects)
            });
            all.sum()
        }
        Effect::Act(key, _) => {
            let mut all = scene.model.actions.iter();
            let part = all.find(|action| action.key == *key && action.time == Time::Part);
            part.map_or(0.0, |action| promised(scene, action))
        }
        Effect::Test(_, on) => {
            on.iter()
                .map(|(_, effects)| mean(scene, effects))
                .fold(0.0, f64::max)
                / 2.0
        }
        // Nobody knows how much a function does: something, where it harms at all.
        Effect::Lua(_, true) => 1.0,
        _ => 0.0,
    }
}

fn points(scene: &Scene<'_>, hurt: &'static Hurt) -> f64 {
    let whole = |number: i64| -> f64 { f64::from(i32::try_from(number).unwrap_or(i32::MAX)) };
    let mean = match &hurt.amount {
        Amount::Asked => 1.0,
        Amount::Points(sum) => whole(sum.of(scene)),
        Amount::Dice(throw) => throw.dice(scene).as_ref().map_or(1.0, dice_mean),
    };
    let times = hurt
        .throws
        .as_ref()
        .map_or(1.0, |sum| whole(sum.of(scene).clamp(1, 20)));
    let less = hurt.less.as_ref().map_or(0.0, |sum| whole(sum.of(scene)));
    let least = hurt.least.as_ref().map_or(0.0, |sum| whole(sum.of(scene)));
    let points = (mean * times - less).max(least).max(0.0);
    let half = hurt.half.as_ref().is_some_and(|sum| sum.is(scene));
    if half { points / 2.0 } else { points }
}

/// The mean of dice, without counting them out: policies are asked often.
fn dice_mean(dice: &Dice) -> f64 {
    let middle = dice.least().saturating_add(dice.most().min(1_000));
    f64::from(i32::try_from(middle).unwrap_or(i32::MAX)) / 2.0
}
