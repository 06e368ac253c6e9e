//! Value of an action's effects: the damage of each outcome and the worth of its conditions, times its chance.

use std::rc::Rc;

use crate::encounter::{self, Encounter};
use crate::resolver::Roll;
use crate::values::{Id, Row};

use super::harm::part;
use super::hindrance::{self, dice_mean};
use super::look::{self, Cast, Hit, Scene, cast_of_part, rows};
use super::settled::{Settled, settled};
use super::throws;
use crate::systems::written::model::{
    Action, Amount, Called, Effect, Hurt, Model, Need, Placed, Test, Way,
};
use crate::systems::written::sums::found::Found;
use crate::systems::written::sums::sum::{Sum, Who};

/// Returns `true` if an action with this row harms the target whatever the result.
pub fn harms_with(
    model: &'static Model,
    now: &Encounter,
    action: &'static Action,
    by: Id,
    with: Option<&Row>,
    target: Id,
) -> bool {
    let mut cast = Cast::of(by).on(Some(target)).with(with.cloned());
    cast.damage_alone = true;
    promised(&Scene::new(model, now, &cast), action) > 0.0
}

/// Returns the value of the current action's effects as a whole number of points.
pub fn of_action(scene: &Scene<'_>) -> i64 {
    let Some(action) = scene.model.action(scene.cast.action) else {
        return 0;
    };
    #[expect(clippy::cast_possible_truncation, reason = "harm is small")]
    let points = promised(scene, action).clamp(-1e6, 1e6).round() as i64;
    points
}

/// Returns the value of an action's effects in points of damage: the average damage, and the worth of conditions.
pub fn promised(scene: &Scene<'_>, action: &'static Action) -> f64 {
    let settled = settled_in(scene);
    let tested = action.test.as_ref();
    mean(scene, &settled, &action.does)
        + tested.map_or(0.0, |test| tested_mean(scene, &settled, test, &action.on))
}

/// Returns what the row and the answers of a scene settle.
fn settled_in(scene: &Scene<'_>) -> Rc<Settled> {
    let cast = scene.cast;
    settled(scene.model, cast.with.as_ref(), cast.asked.as_ref())
}

/// Returns the value of a test in points: the value of each outcome times its chance.
fn tested_mean(
    scene: &Scene<'_>,
    settled: &Settled,
    called: &'static Called,
    on: &'static [(&'static str, Vec<Placed>)],
) -> f64 {
    let counting = |effects: &'static [Placed]| effects.iter().any(|one| !settled.is_void(one));
    if !on.iter().any(|(_, effects)| counting(effects)) {
        return 0.0;
    }
    let Some(test) = scene.model.test(called, scene) else {
        return 0.0;
    };
    let means = on
        .iter()
        .map(|(on, effects)| (*on, mean(scene, settled, effects)));
    let means: Vec<(&str, f64)> = means.filter(|(_, mean)| *mean != 0.0).collect();
    let mut cast = scene.cast.clone();
    cast.thrower = look::thrower(test, cast.me, cast.target);
    let thrown = Scene::new(scene.model, scene.now, &cast);
    let own = settled.edges(test);
    let own = own.iter().map(|(label, sum)| (*label, sum.of(&thrown)));
    let edge = look::edge_of(&thrown.edges_with(own, test));
    let Some(mut roll) = throws::untold(&thrown, test, edge) else {
        return 0.0;
    };
    for (label, dice) in thrown.dice_given(test) {
        roll.bonus
            .add(label, (dice.least() + dice.most()).div_euclid(2));
    }
    let chances = throws::chances(test, &roll).into_iter();
    let all = chances.map(|(outcome, chance)| {
        let Some((_, effects)) = on.iter().find(|(on, _)| *on == outcome) else {
            return 0.0;
        };
        let mean = means.iter().find(|(on, _)| *on == outcome);
        chance
            * match mean {
                Some((_, mean)) => *mean,
                None => after(scene, settled, test, &roll, outcome, effects),
            }
    });
    all.sum()
}

/// Returns the value of the effects of an outcome, for an average total of the roll that gives this outcome.
fn after(
    scene: &Scene<'_>,
    settled: &Settled,
    test: &'static Test,
    roll: &Roll,
    outcome: &'static str,
    effects: &'static [Placed],
) -> f64 {
    if effects.iter().all(|one| settled.is_void(one)) {
        return 0.0;
    }
    let passed = test.passes(outcome);
    let middle = roll.dice.least().saturating_add(roll.dice.most());
    let middle = middle.div_euclid(2).saturating_add(roll.bonus.total());
    let (total, margin) = match roll.need {
        Some(encounter::Need::AtLeast(need)) if passed => {
            (middle.max(need), (middle - need).max(0))
        }
        Some(encounter::Need::AtLeast(need)) => (middle.min(need - 1), (middle - need).min(-1)),
        Some(encounter::Need::AtMost(need)) if passed => (middle.min(need), (need - middle).max(0)),
        Some(encounter::Need::AtMost(need)) => (middle.max(need + 1), (need - middle).min(-1)),
        None => (middle, 0),
    };
    let mut cast = scene.cast.clone();
    cast.hit = Some(Hit {
        total,
        margin,
        ..throws::without(test, outcome)
    });
    mean(&Scene::new(scene.model, scene.now, &cast), settled, effects)
}

/// Returns the value of effects on their target, in points of damage.
fn mean(scene: &Scene<'_>, settled: &Settled, effects: &'static [Placed]) -> f64 {
    let counting = |placed: &'static Placed| !settled.is_void(placed);
    let Some(last) = effects.iter().rposition(counting) else {
        return 0.0;
    };
    let mut points = 0.0;
    for (nth, placed) in effects[..=last].iter().enumerate() {
        if counting(placed) {
            points += mean_of(scene, settled, placed);
        }
        // A value that an effect sets, such as the name of an attack, counts for the effects after it.
        if let Effect::Set(who, place, to) = &placed.effect
            && let Some(who) = scene.cast.who(*who)
        {
            let to = to.find(scene);
            if scene.field(who, *place) != to {
                let mut cast = scene.cast.clone();
                cast.assumed.push((who, *place, to));
                let after = Scene::new(scene.model, scene.now, &cast);
                return points + mean(&after, settled, &effects[nth + 1..=last]);
            }
        }
    }
    points
}

fn mean_of(scene: &Scene<'_>, settled: &Settled, placed: &'static Placed) -> f64 {
    match &placed.effect {
        Effect::Harm(hurt) if hurt.who == Who::Target => {
            let points = points(scene, hurt);
            if points > 0.0 {
                points * by_nature(scene, hurt, points)
            } else {
                0.0
            }
        }
        Effect::If(sum, this, that) => {
            let holds = settled.holds(placed, sum);
            let holds = holds.unwrap_or_else(|| sum.is(scene));
            let (taken, other) = if holds { (this, that) } else { (that, this) };
            // The outcome is not known before the roll. Effects that depend on it count half if nothing else
            // has a value.
            match mean(scene, settled, taken) {
                0.0 if sum.is_of_throw() && (holds || sum.may_hold(scene)) => {
                    mean(scene, settled, other) / 2.0
                }
                points => points,
            }
        }
        Effect::Do(piece) => mean(scene, settled, &scene.model.pieces[*piece].does),
        Effect::AsOne(effects) | Effect::Every(_, effects) => mean(scene, settled, effects),
        Effect::Repeat(times, effects) => {
            let times = i32::try_from(times.of(scene).clamp(0, 20)).unwrap_or(0);
            f64::from(times) * mean(scene, settled, effects)
        }
        Effect::Choose { options, gm, .. } => {
            chosen(scene, options, *gm).map_or(0.0, |way| of_way(scene, way))
        }
        Effect::Each(list, times, effects) => {
            let rows = scene.cast.me.map(|me| rows(scene.now, me, *list));
            let mut cast = scene.cast.clone();
            cast.list = Some(*list);
            let all = rows.iter().flat_map(|rows| rows.iter()).map(|row| {
                cast.with = Some(row.clone());
                let scene = Scene::new(scene.model, scene.now, &cast);
                let times = i32::try_from(times.of(&scene).clamp(0, 20)).unwrap_or(0);
                if times == 0 {
                    return 0.0;
                }
                f64::from(times) * mean(&scene, &settled_in(&scene), effects)
            });
            all.sum()
        }
        Effect::Act(key, _, row) => part(scene.model, key).map_or(0.0, |action| {
            let Some(mut cast) = cast_of_part(scene, action, row.as_ref()) else {
                return 0.0;
            };
            cast.asked = action.unasked();
            cast.action = action.key;
            let scene = Scene::new(scene.model, scene.now, &cast);
            // A part with a row that cannot be used now, such as a spent breath weapon, has no value.
            let usable = |need: &Need| need.sum.is_of_target() || need.sum.is(&scene);
            if cast.with.is_some() && !action.needs.iter().all(usable) {
                return 0.0;
            }
            promised(&scene, action)
        }),
        Effect::Test(called, on) => tested_mean(scene, settled, called, on),
        // The amount is unknown before the function runs.
        Effect::Lua(_, true) => 1.0,
        Effect::Gain(whom, named, terms, levels) => {
            hindrance::value(scene, *whom, named, terms.as_deref(), levels.as_ref())
        }
        Effect::Lua(_, false)
        | Effect::Harm(_)
        | Effect::Heal(_)
        | Effect::Set(..)
        | Effect::SetWith(..)
        | Effect::SetScene(..)
        | Effect::Lose(..)
        | Effect::Escape
        | Effect::Step(_)
        | Effect::Note(_)
        | Effect::Retarget(_)
        | Effect::Less(_)
        | Effect::Reroll(_)
        | Effect::Push(..)
        | Effect::Hold
        | Effect::React(_)
        | Effect::Outcome(_) => 0.0,
    }
}

/// Returns the possible answer with the highest value; the first one of equal answers. If the GM answers and the file
/// gives no values, returns the first possible answer.
pub fn chosen(scene: &Scene<'_>, options: &'static [Way], gm: bool) -> Option<&'static Way> {
    let open = |way: &&Way| way.when.as_ref().is_none_or(|when| when.is(scene));
    let mut open = options.iter().filter(open);
    let first = open.next()?;
    if gm && options.iter().all(|way| way.worth.is_none()) {
        return Some(first);
    }
    let better = |best: (&'static Way, f64), way: &'static Way| {
        let worth = of_way(scene, way);
        if worth > best.1 { (way, worth) } else { best }
    };
    Some(open.fold((first, of_way(scene, first)), better).0)
}

/// Returns the value of an option in points of damage.
pub fn of_way(scene: &Scene<'_>, way: &'static Way) -> f64 {
    match &way.worth {
        Some(worth) => f64::from(i32::try_from(worth.of(scene)).unwrap_or(i32::MAX)),
        None => mean(scene, &settled_in(scene), &way.does),
    }
}

/// Returns the average points of damage before immunity, resistance and vulnerability.
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
    let doubled = hurt.doubled.as_ref().is_some_and(|sum| sum.is(scene));
    let factor = if doubled { 2.0 } else { 1.0 };
    let points = (mean * times * factor - less).max(least).max(0.0);
    let half = hurt.half.as_ref().is_some_and(|sum| sum.is(scene));
    if half { points / 2.0 } else { points }
}

/// Returns the factor by which immunity, resistance or vulnerability changes damage of a kind: 0, 0.5, 1 or 2.
fn by_nature(scene: &Scene<'_>, hurt: &'static Hurt, points: f64) -> f64 {
    let damage = &scene.model.damage;
    let natures = [
        (&damage.none, 0.0),
        (&damage.half, 0.5),
        (&damage.double, 2.0),
    ];
    let (Some(kind), Some(who)) = (&hurt.kind, scene.cast.who(hurt.who)) else {
        return 1.0;
    };
    let Found::Word(kind) = kind.find(scene) else {
        return 1.0;
    };
    #[expect(clippy::cast_possible_truncation, reason = "damage is a small number")]
    let own = Cast {
        hurt: points.ceil() as i64,
        hurt_kind: kind,
        with: scene.cast.with.clone(),
        ..Cast::of(who)
    };
    let scene = Scene::new(scene.model, scene.now, &own);
    let holds = |sum: &Option<Sum>| sum.as_ref().is_some_and(|sum| sum.is(&scene));
    let all = natures.into_iter().filter(|(sum, _)| holds(sum));
    all.map(|(_, part)| part).product()
}
