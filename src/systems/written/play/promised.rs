//! Average damage of an action: the damage of each outcome times its chance.

use crate::dice::Dice;
use crate::encounter::{Encounter, Need};
use crate::resolver::Roll;
use crate::values::{Id, Row};

use super::look::{Cast, Hit, Scene, rows};
use super::throws;
use crate::systems::written::model::{
    Action, Amount, Called, Effect, Hurt, Model, Placed, Test, Way,
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
    let cast = Cast::of(by).on(Some(target)).with(with.cloned());
    promised(&Scene::new(model, now, &cast), action) > 0.0
}

/// Returns the average damage of an action in points.
pub fn promised(scene: &Scene<'_>, action: &'static Action) -> f64 {
    let tested = action.test.as_ref();
    mean(scene, &action.does) + tested.map_or(0.0, |test| tested_mean(scene, test, &action.on))
}

/// Returns the average damage of a test in points: the damage of each outcome times its chance.
fn tested_mean(
    scene: &Scene<'_>,
    called: &'static Called,
    on: &'static [(&'static str, Vec<Placed>)],
) -> f64 {
    let Some(test) = scene.model.test(called, scene) else {
        return 0.0;
    };
    let mut cast = scene.cast.clone();
    cast.thrower = throws::thrower(test, cast.me, cast.target);
    let thrown = Scene::new(scene.model, scene.now, &cast);
    let edge = throws::edge_of(&thrown.edges(test));
    let Some(mut roll) = throws::untold(&thrown, test, edge) else {
        return 0.0;
    };
    for (label, dice) in thrown.dice_given(test) {
        roll.bonus
            .add(label, (dice.least() + dice.most()).div_euclid(2));
    }
    let chances = throws::chances(test, &roll).into_iter();
    let all = chances.map(|(outcome, chance)| {
        let on = on.iter().find(|(on, _)| *on == outcome);
        chance
            * on.map_or(0.0, |(_, effects)| {
                after(scene, test, &roll, outcome, effects)
            })
    });
    all.sum()
}

/// Returns the average damage of the effects of an outcome. If there is no damage without the numbers of the roll, the
/// average total counts.
fn after(
    scene: &Scene<'_>,
    test: &'static Test,
    roll: &Roll,
    outcome: &'static str,
    effects: &'static [Placed],
) -> f64 {
    let plain = mean(scene, effects);
    if plain > 0.0 || effects.is_empty() {
        return plain;
    }
    let passed = test.passes(outcome);
    let middle = roll.dice.least().saturating_add(roll.dice.most());
    let middle = middle.div_euclid(2).saturating_add(roll.bonus.total());
    let (total, margin) = match roll.need {
        Some(Need::AtLeast(need)) if passed => (middle.max(need), (middle - need).max(0)),
        Some(Need::AtLeast(need)) => (middle.min(need - 1), (middle - need).min(-1)),
        Some(Need::AtMost(need)) if passed => (middle.min(need), (need - middle).max(0)),
        Some(Need::AtMost(need)) => (middle.max(need + 1), (need - middle).min(-1)),
        None => (middle, 0),
    };
    let mut cast = scene.cast.clone();
    cast.hit = Some(Hit {
        total,
        margin,
        ..throws::without(test, outcome)
    });
    mean(&Scene::new(scene.model, scene.now, &cast), effects)
}

/// Returns the average damage of effects to their target, in points.
fn mean(scene: &Scene<'_>, effects: &'static [Placed]) -> f64 {
    let sets = |placed: &Placed| matches!(placed.effect, Effect::Set(..));
    let Some(nth) = effects.iter().position(sets) else {
        return effects
            .iter()
            .map(|placed| mean_of(scene, &placed.effect))
            .sum();
    };
    // A value that an effect sets, such as the name of an attack, counts for the effects after it.
    let (before, rest) = effects.split_at(nth);
    let before: f64 = before
        .iter()
        .map(|placed| mean_of(scene, &placed.effect))
        .sum();
    let Some((set, rest)) = rest.split_first().filter(|(_, rest)| !rest.is_empty()) else {
        return before;
    };
    let mut cast = scene.cast.clone();
    if let Effect::Set(who, place, to) = &set.effect
        && let Some(who) = scene.cast.who(*who)
    {
        cast.assumed.push((who, *place, to.find(scene)));
    }
    before + mean(&Scene::new(scene.model, scene.now, &cast), rest)
}

fn mean_of(scene: &Scene<'_>, effect: &'static Effect) -> f64 {
    match effect {
        Effect::Harm(hurt) if hurt.who == Who::Target => points(scene, hurt),
        Effect::If(sum, this, that) => {
            let holds = sum.is(scene);
            let (taken, other) = if holds { (this, that) } else { (that, this) };
            // The outcome is not known before the roll. Effects that depend on it count half if there is no other
            // damage.
            match mean(scene, taken) {
                0.0 if sum.is_of_throw() => mean(scene, other) / 2.0,
                points => points,
            }
        }
        Effect::Do(piece) => mean(scene, &scene.model.pieces[*piece].does),
        Effect::AsOne(effects) | Effect::Every(_, effects) => mean(scene, effects),
        Effect::Repeat(times, effects) => {
            let times = i32::try_from(times.of(scene).clamp(0, 20)).unwrap_or(0);
            f64::from(times) * mean(scene, effects)
        }
        Effect::Choose { options, .. } => {
            chosen(scene, options).map_or(0.0, |way| of_way(scene, way))
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
            let part = all.find(|action| action.key == *key && action.part_only);
            part.map_or(0.0, |action| {
                let mut cast = scene.cast.clone();
                cast.asked = action.unasked();
                promised(&Scene::new(scene.model, scene.now, &cast), action)
            })
        }
        Effect::Test(called, on) => tested_mean(scene, called, on),
        // The amount is unknown before the function runs.
        Effect::Lua(_, true) => 1.0,
        Effect::Lua(_, false)
        | Effect::Harm(_)
        | Effect::Heal(_)
        | Effect::Set(..)
        | Effect::SetWith(..)
        | Effect::SetScene(..)
        | Effect::Gain(..)
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

/// Returns the possible answer with the highest value; the first one if the file gives no values.
pub fn chosen(scene: &Scene<'_>, options: &'static [Way]) -> Option<&'static Way> {
    let open = |way: &&Way| way.when.as_ref().is_none_or(|when| when.is(scene));
    let mut open = options.iter().filter(open);
    let first = open.next()?;
    if options.iter().all(|way| way.worth.is_none()) {
        return Some(first);
    }
    let better = |best: (&'static Way, f64), way: &'static Way| {
        let worth = of_way(scene, way);
        if worth > best.1 { (way, worth) } else { best }
    };
    Some(open.fold((first, of_way(scene, first)), better).0)
}

/// Returns the value of an option in points of damage.
fn of_way(scene: &Scene<'_>, way: &'static Way) -> f64 {
    match &way.worth {
        Some(worth) => f64::from(i32::try_from(worth.of(scene)).unwrap_or(i32::MAX)),
        None => mean(scene, &way.does),
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
    let points = if half { points / 2.0 } else { points };
    if points > 0.0 {
        points * by_nature(scene, hurt, points)
    } else {
        0.0
    }
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
    #[expect(clippy::cast_possible_truncation, reason = "harm is small")]
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

/// Returns the average of dice from their limits, because tactics need it often.
fn dice_mean(dice: &Dice) -> f64 {
    let middle = dice.least().saturating_add(dice.most().min(1_000));
    f64::from(i32::try_from(middle).unwrap_or(i32::MAX)) / 2.0
}
