//! Parts of a test's roll: dice, bonuses, target number and result.

use std::cmp::Ordering;

use crate::dice::{Dice, Tally};
use crate::encounter::Need;
use crate::resolver::{Roll, Rolled, say};
use crate::values::Id;

use super::look::{Hit, Scene};
use crate::systems::written::model::{FAILED, Goal, Model, PASSED, Test};
use crate::systems::written::sums::sum::{Name, Sum, Who};
use crate::systems::written::sums::throw::Throw;

/// Returns the roll of a test by the `thrower` of the cast; `None` if the sheet does not have the test's dice.
pub fn roll(scene: &Scene<'_>, test: &Test) -> Option<Roll> {
    let who = scene.cast.who(Who::Thrower)?;
    let edges = scene.edges(test);
    let mut roll = untold(scene, test, edge_of(&edges))?;
    let now = scene.now;
    let other = scene.cast.target.filter(|target| *target != who);
    let title = match other {
        Some(target) => say!(
            now,
            "{}: {} against {}",
            now.name(who),
            test.label,
            now.name(target)
        ),
        None => say!(now, "{}: {}", now.name(who), test.label),
    };
    let mut hints = vec![edge_words(&edges)];
    if let (true, Goal::Bands(_)) = (now.heard, &test.goal) {
        let all = chances(test, &roll).into_iter();
        let all = all.map(|(outcome, chance)| format!("{outcome} {:.0}%", 100.0 * chance));
        hints.push(all.collect::<Vec<String>>().join(", "));
    }
    hints.retain(|hint| !hint.is_empty());
    roll = roll
        .title(title)
        .hint(hints.join(" "))
        .words(test.words.0, test.words.1);
    if let Goal::Reaches(need, against) | Goal::AtMost(need, against) = &test.goal {
        roll = roll.against(named(scene.model, need, against));
    }
    // The roll of the acting combatant completes the line of the action.
    let told = scene.cast.told.strip_suffix('.');
    if let (Some(told), true) = (told, scene.cast.me == Some(who)) {
        roll = roll.told(told.to_owned());
    }
    Some(roll)
}

/// Returns the same roll as [`roll`], without labels and hints.
pub fn untold(scene: &Scene<'_>, test: &Test, edge: Ordering) -> Option<Roll> {
    let who = scene.cast.who(Who::Thrower)?;
    let dice = edged(test.dice.dice(scene)?, edge);
    let mut bonus = sum(scene, &test.plus);
    for term in scene.added(test.key, test.kind).parts {
        bonus.add(term.label, term.value);
    }
    let mut roll = Roll::new(test.key, who, test.label, dice).bonus(bonus);
    roll = match &test.goal {
        Goal::Reaches(need, _) => roll.at_least(need.of(scene)),
        Goal::AtMost(need, _) => roll.at_most(need.of(scene)),
        Goal::None | Goal::Beats(..) | Goal::Bands(_) => roll.high(),
    };
    for (face, outcome) in &test.naturals {
        roll = roll.always(*face, *face, *outcome == PASSED);
    }
    Some(roll)
}

/// Returns advantage, disadvantage or neither. A single source of either cancels any number of sources of the other.
pub fn edge_of(all: &[(&'static str, i64)]) -> Ordering {
    let better = all.iter().any(|(_, edge)| *edge > 0);
    let worse = all.iter().any(|(_, edge)| *edge < 0);
    better.cmp(&worse)
}

/// Formats the sources of advantage and disadvantage; "" if there are none.
pub fn edge_words(all: &[(&'static str, i64)]) -> String {
    let named = |better: bool| -> Vec<&str> {
        let one = all.iter().filter(|(_, edge)| (*edge > 0) == better);
        one.map(|(label, _)| *label).collect()
    };
    let (better, worse) = (named(true), named(false));
    match (better.is_empty(), worse.is_empty()) {
        (true, true) => String::new(),
        (false, true) => format!("Advantage: {}.", better.join(", ")),
        (true, false) => format!("Disadvantage: {}.", worse.join(", ")),
        (false, false) => format!(
            "Advantage ({}) and disadvantage ({}) cancel each other.",
            better.join(", "),
            worse.join(", ")
        ),
    }
}

/// Returns the opposing roll, which the test must beat.
pub fn against(
    scene: &Scene<'_>,
    test: &Test,
    dice: &Throw,
    plus: &[(&'static str, Sum)],
) -> Option<Roll> {
    let who = scene.cast.who(Who::Thrower)?;
    let edges = scene.given_edges(test);
    let dice = edged(dice.dice(scene)?, edge_of(&edges));
    let now = scene.now;
    let title = say!(now, "{} resists: {}", now.name(who), test.label);
    let mut bonus = sum(scene, plus);
    for term in scene.added(test.key, test.kind).parts {
        bonus.add(term.label, term.value);
    }
    let roll = Roll::new("against", who, test.label, dice).hint(edge_words(&edges));
    Some(roll.title(title).bonus(bonus).high())
}

/// Returns the dice with advantage (the better counts) or disadvantage (the worse counts).
fn edged(dice: Dice, edge: Ordering) -> Dice {
    match edge {
        Ordering::Greater => dice.edged(true),
        Ordering::Less => dice.edged(false),
        Ordering::Equal => dice,
    }
}

/// Returns the label of a target number: the label of the field, if the target number is a plain field.
fn named(model: &'static Model, sum: &Sum, word: &'static str) -> &'static str {
    match sum.plain() {
        Some((Name::Field(_, place), _)) => model.label(*place),
        _ => word,
    }
}

fn sum(scene: &Scene<'_>, plus: &[(&'static str, Sum)]) -> Tally {
    let mut tally = Tally::new();
    for (word, sum) in plus {
        // "bonus" adds nothing to the number.
        let label = match named(scene.model, sum, word) {
            "bonus" => "",
            label => label,
        };
        tally.add(label, sum.of(scene));
    }
    tally
}

/// Returns the result of a roll.
pub fn hit(test: &Test, roll: &Roll, rolled: &Rolled) -> Hit {
    let natural = rolled.natural;
    let margin = match roll.need {
        Some(Need::AtLeast(need)) => rolled.total - need,
        Some(Need::AtMost(need)) => need - rolled.total,
        None => 0,
    };
    let fixed = test.naturals.iter().find(|(face, _)| *face == natural);
    let outcome = match &test.goal {
        Goal::Bands(bands) => {
            let band = bands.iter().find(|(least, _)| rolled.total >= *least);
            let band = band.or(bands.last()).map_or(FAILED, |(_, name)| *name);
            fixed.map_or(band, |(_, outcome)| *outcome)
        }
        // A test called by the GM against a number can fail.
        Goal::None if rolled.outcome != Some(false) => PASSED,
        _ if rolled.passed() => PASSED,
        _ => FAILED,
    };
    let best = match &test.goal {
        Goal::Bands(bands) => bands.first().map(|(_, name)| *name),
        _ => Some(PASSED),
    };
    let passed = best == Some(outcome);
    let raises = match test.raise {
        Some(raise) if margin > 0 && passed => margin / raise,
        _ => 0,
    };
    Hit {
        total: rolled.total,
        natural: natural.into(),
        margin,
        raises,
        passed,
        outcome,
        test: test.key,
        kind: test.kind,
    }
}

/// Returns the log text of a result.
pub fn word(test: &Test, hit: &Hit) -> &'static str {
    match hit.outcome {
        PASSED => test.words.0,
        FAILED => test.words.1,
        other => other,
    }
}

/// Returns the result of a test whose outcome is automatic.
pub fn without(test: &Test, outcome: &'static str) -> Hit {
    Hit {
        total: 0,
        natural: 0,
        margin: 0,
        raises: 0,
        passed: outcome == PASSED,
        outcome,
        test: test.key,
        kind: test.kind,
    }
}

/// Returns the chance of each outcome of a test, from 0 to 1, as far as the chance is known before the roll.
pub fn chances(test: &Test, roll: &Roll) -> Vec<(&'static str, f64)> {
    match &test.goal {
        Goal::Bands(bands) => {
            let odds = roll.dice.odds();
            let bonus = roll.bonus.total();
            let mut above = i64::MAX;
            let mut all = Vec::new();
            for (place, (least, name)) in bands.iter().enumerate() {
                let least = if place + 1 == bands.len() {
                    i64::MIN
                } else {
                    *least
                };
                let within = odds.when(|total| {
                    let total = total.saturating_add(bonus);
                    total >= least && total < above
                });
                all.push((*name, within));
                above = least;
            }
            all
        }
        Goal::None => vec![(PASSED, 1.0)],
        Goal::Beats(..) => vec![(PASSED, 0.5), (FAILED, 0.5)],
        Goal::Reaches(..) | Goal::AtMost(..) => {
            let passes = roll.chance().unwrap_or(0.0);
            vec![(PASSED, passes), (FAILED, 1.0 - passes)]
        }
    }
}

/// Returns the combatant who rolls a test.
pub fn thrower(test: &Test, me: Option<Id>, target: Option<Id>) -> Option<Id> {
    match test.thrower {
        Who::Target => target.or(me),
        _ => me,
    }
}
