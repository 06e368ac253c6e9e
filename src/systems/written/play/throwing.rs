//! Rolls of a test: for one combatant, for several together, or opposed.

use std::borrow::Cow;

use crate::dice::Tally;
use crate::resolver::{Resolver, Roll, Rolled, Step, note};
use crate::text::capital;
use crate::values::{Id, Is, nearest};

use super::lasting;
use super::look::{self, Cast, Hit, Scene};
use super::throws;
use crate::systems::written::model::{Again, Called, Ending, Goal, Model, Test};
use crate::systems::written::sums::sum::{Sum, Who};
use crate::systems::written::sums::throw::Throw;

/// Rolls a test with a further bonus. The cast keeps the result. Returns the roll, if dice were rolled, for a later
/// [reroll](again).
pub fn throw(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    test: &'static Test,
    more: Tally,
    cast: &mut Cast,
) -> Step<Option<Roll>> {
    cast.thrower = look::thrower(test, cast.me, cast.target);
    if let Some(hit) = decided(cx, model, test, cast) {
        cast.hit = Some(hit);
        return Ok(None);
    }
    let edges = edge_words(cx, model, test, cast);
    let roll = throws::titled(&Scene::new(model, cx.now(), cast), test);
    let Some(mut roll) = roll else {
        return cx.refuse(format!("there are no dice for {} on the sheet", test.label));
    };
    cast.told.clear();
    roll.bonus.parts.extend(more.parts);
    if let Goal::Beats(dice, plus) = &test.goal {
        let other = against(cx, model, test, dice, plus, cast)?;
        roll = roll.at_least(nearest(other.total.saturating_add(1)));
    }
    roll = throws::with_chances(cx.now().heard, roll);
    let (roll, rolled) = if roll.along.is_empty() {
        let rolled = rolled(cx, &roll)?;
        (roll, rolled)
    } else {
        let (key, title) = (roll.key.clone(), roll.title.clone());
        let (roll, rolled) = cx.rolls_along(key, title, vec![roll])?.remove(0);
        cx.log_throw(&roll, &rolled);
        (roll, rolled)
    };
    tell_edges(cx, edges);
    came_out(cx, model, test, &roll, &rolled, cast);
    Ok(Some(roll))
}

/// Rolls dice and logs them. Without dice there is nothing to type, so the number counts at once.
fn rolled(cx: &mut Resolver<'_>, roll: &Roll) -> Step<Rolled> {
    if roll.dice.count() > 0 {
        return cx.roll(roll.clone());
    }
    let rolled = roll.rolled(Vec::new(), 0);
    cx.log_throw(roll, &rolled);
    Ok(rolled)
}

/// Rerolls a test and keeps the better roll, or the new one.
pub fn again(
    cx: &mut Resolver<'_>,
    test: &'static Test,
    roll: &Roll,
    again: Again,
    cast: &mut Cast,
) -> Step<()> {
    let rolled = rolled(cx, roll)?;
    let new = throws::hit(test, roll, &rolled);
    let better = |old: &Hit| {
        let high = !matches!(test.goal, Goal::AtMost(..));
        let worth = |hit: &Hit| (hit.passed, hit.margin, if high { hit.total } else { 0 });
        worth(&new) >= worth(old)
    };
    let counts = again == Again::New || cast.hit.as_ref().is_none_or(better);
    if counts {
        tell_band(cx, test, &new, cast.thrower);
        cast.hit = Some(new);
    } else {
        note!(cx, &[], "The first roll counts, because it was better.");
    }
    Ok(())
}

/// Logs a roll that was made together with other rolls, and logs its advantage. The cast keeps the result.
pub fn fell(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    test: &'static Test,
    roll: &Roll,
    rolled: &Rolled,
    cast: &mut Cast,
) {
    let edges = edge_words(cx, model, test, cast);
    cx.log_throw(roll, rolled);
    tell_edges(cx, edges);
    came_out(cx, model, test, roll, rolled, cast);
}

/// Stores the result of a roll in the cast, and removes the conditions that the roll uses up.
fn came_out(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    test: &'static Test,
    roll: &Roll,
    rolled: &Rolled,
    cast: &mut Cast,
) {
    let hit = throws::hit(test, roll, rolled);
    tell_band(cx, test, &hit, cast.thrower);
    thrown(cx, model, test, cast.thrower);
    cast.hit = Some(hit);
}

/// Logs the outcome of a roll by name, if the test has its own outcomes and no target number. With a target number, the
/// line of the roll already has the outcome.
fn tell_band(cx: &mut Resolver<'_>, test: &Test, hit: &Hit, who: Option<Id>) {
    if matches!(test.goal, Goal::None) && !test.degrees.steps.is_empty() {
        let who: Vec<Id> = who.into_iter().collect();
        let name = test.name_of(hit.outcome);
        note!(cx, &who, "{}: {name}.", capital(test.label));
    }
}

/// Returns the automatic outcome of a test, if there is one, and logs it.
fn decided(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    test: &'static Test,
    cast: &Cast,
) -> Option<Hit> {
    let (label, outcome) = Scene::new(model, cx.now(), cast).decided(test)?;
    let who = cast.who(Who::Thrower)?;
    let word = test.name_of(outcome);
    note!(
        cx,
        &[who],
        "{}, {}: {word} ({label}).",
        cx.name(who),
        test.label
    );
    Some(throws::without(test, outcome))
}

/// Returns the sources of advantage and disadvantage of a roll as a sentence for the log; "" if there are none or the
/// log is disabled.
fn edge_words(
    cx: &Resolver<'_>,
    model: &'static Model,
    test: &'static Test,
    cast: &Cast,
) -> String {
    if !cx.heard() {
        return String::new();
    }
    throws::edge_words(&Scene::new(model, cx.now(), cast).edges(test))
}

/// Logs the sources of advantage and disadvantage behind the roll.
fn tell_edges(cx: &mut Resolver<'_>, edges: String) {
    if !edges.is_empty() {
        cx.note_text(&[], edges);
    }
}

/// Rolls the opposing dice of a test.
fn against(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    test: &'static Test,
    dice: &Throw,
    plus: &[(&'static str, Sum)],
    cast: &Cast,
) -> Step<Rolled> {
    let mut other = cast.clone();
    other.thrower = if cast.thrower == cast.target {
        cast.me
    } else {
        cast.target
    };
    let roll = throws::against(&Scene::new(model, cx.now(), &other), test, dice, plus);
    let Some(roll) = roll else {
        return cx.refuse(format!(
            "there are no dice against {} on the sheet",
            test.label
        ));
    };
    let rolled = rolled(cx, &roll)?;
    thrown(cx, model, test, other.thrower);
    Ok(rolled)
}

/// Removes the conditions that a combatant's roll of a test uses up.
pub fn thrown(cx: &mut Resolver<'_>, model: &'static Model, test: &Test, who: Option<Id>) {
    let Some(who) = who else {
        return;
    };
    lasting::broken(cx, model, who, &[test.key, test.kind]);
    for condition in &model.conditions {
        let ends = condition.ends.iter().any(|end| match end {
            Ending::NextThrow(of) => *of == test.key || (!test.kind.is_empty() && *of == test.kind),
            _ => false,
        });
        if ends {
            cx.lose(who, Is(condition.key), condition.label, "");
        }
    }
}

/// Rolls the same test for several casts together, each with its own result. Skips combatants without dice.
pub fn tested_together(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    called: &'static Called,
    title: &str,
    casts: Vec<Cast>,
) -> Step<Vec<(Cast, &'static Test, Option<Roll>)>> {
    let mut all: Vec<(Cast, &'static Test, Option<Roll>)> = Vec::new();
    let mut rolls = Vec::new();
    for mut cast in casts {
        let Some(test) = model.test(called, &Scene::new(model, cx.now(), &cast)) else {
            continue;
        };
        cast.thrower = look::thrower(test, cast.me, cast.target);
        if let Some(hit) = decided(cx, model, test, &cast) {
            cast.hit = Some(hit);
            all.push((cast, test, None));
        } else if let Some(roll) = throws::roll(&Scene::new(model, cx.now(), &cast), test) {
            rolls.push(roll.clone());
            all.push((cast, test, Some(roll)));
        }
    }
    let key = rolls
        .first()
        .map_or(Cow::Borrowed(""), |roll| roll.key.clone());
    let rolled = cx.rolls_along(key, title, rolls)?.into_iter();
    let thrown = all.iter_mut().filter(|(.., roll)| roll.is_some());
    for ((cast, test, roll), (with_given, rolled)) in thrown.zip(rolled) {
        fell(cx, model, test, &with_given, &rolled, cast);
        *roll = Some(with_given);
    }
    all.retain(|(cast, ..)| cast.hit.is_some());
    Ok(all)
}

/// Ends an attack, and the conditions that end with it.
pub fn blow_over(cx: &mut Resolver<'_>, model: &'static Model) {
    let of_blow = |condition: &&crate::systems::written::model::Condition| {
        condition.ends.contains(&Ending::ThisBlow)
    };
    for condition in model.conditions.iter().filter(of_blow) {
        for id in cx.now().ids() {
            cx.lose(id, Is(condition.key), "", "");
        }
    }
}
