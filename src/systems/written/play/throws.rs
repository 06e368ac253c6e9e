//! Parts of a test's roll: dice, bonuses, target number and result.

use std::cmp::Ordering;

use crate::dice::{Dice, Tally};
use crate::encounter::Need;
use crate::resolver::{Natural, Roll, Rolled, say};

use super::look::{Hit, Scene, edge_of, row_name};
use crate::systems::written::model::{FAILED, Goal, Model, PASSED, Test};
use crate::systems::written::sums::sum::{Name, Sum, Who};
use crate::systems::written::sums::throw::Throw;
use crate::values::Id;

/// Returns the roll of a test by the `thrower` of the cast; `None` if the sheet does not have the test's dice. The hint
/// has the chance of each outcome.
pub fn roll(scene: &Scene<'_>, test: &Test) -> Option<Roll> {
    titled(scene, test).map(|roll| with_chances(scene.now.heard, roll))
}

/// Adds the chance of each outcome to the hint of a roll, if the roll has outcomes by margin.
pub fn with_chances(heard: bool, roll: Roll) -> Roll {
    if !heard || roll.degrees.steps.is_empty() {
        return roll;
    }
    let all = roll.chances().into_iter();
    let all = all.map(|(outcome, chance)| format!("{outcome} {:.0}%", 100.0 * chance));
    let all = all.collect::<Vec<String>>().join(", ");
    let hint = match &*roll.hint {
        "" => all,
        before => format!("{before} {all}"),
    };
    roll.hint(hint)
}

/// Returns the same roll as [`roll`], without the chances of outcomes.
pub fn titled(scene: &Scene<'_>, test: &Test) -> Option<Roll> {
    let who = scene.cast.who(Who::Thrower)?;
    let edges = scene.edges(test);
    let mut roll = untold(scene, test, edge_of(&edges))?;
    let now = scene.now;
    let title = say!(
        now,
        "{}: {}{}",
        now.name(who),
        test.label,
        against_words(scene, who)
    );
    roll = roll
        .title(title)
        .hint(edge_words(&edges))
        .words(test.words.0, test.words.1);
    roll.along = scene.dice_given(test);
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

/// Formats what a roll is against: the target, or for the roll of a target the row or the action, and the combatant who
/// uses it. "" if the roll is against nothing.
fn against_words(scene: &Scene<'_>, who: Id) -> String {
    let (now, cast) = (scene.now, scene.cast);
    let (source, row) = match cast.me {
        Some(me) if me != who => (me, &cast.with),
        _ => match cast.target.filter(|target| *target != who) {
            Some(target) => return format!(" against {}", now.name(target)),
            None => match cast.giver {
                Some(giver) if cast.cause.is_some() => (giver, &cast.cause),
                _ => return String::new(),
            },
        },
    };
    let source = now.name(source);
    // In a reaction, the row and the action are those of the attack and not of the reacting combatant.
    if cast.actor.is_some() {
        return format!(" against {source}");
    }
    let row = row.as_ref().map(row_name).filter(|name| !name.is_empty());
    let action = || Some(scene.model.action(cast.action)?.label.into());
    match row.or_else(action) {
        Some(means) => format!(" against {means} of {source}"),
        None => String::new(),
    }
}

/// Returns the same roll as [`roll`], without labels and hints.
pub fn untold(scene: &Scene<'_>, test: &Test, edge: Ordering) -> Option<Roll> {
    let who = scene.cast.who(Who::Thrower)?;
    let dice = edged(test.dice.dice(scene)?, edge);
    let mut bonus = sum(scene, test.label, &test.plus);
    for term in scene.added(test.key, test.kind).parts {
        bonus.add(term.label, term.value);
    }
    let mut roll = Roll::new(test.key, who, test.label, dice).bonus(bonus);
    roll = match &test.goal {
        Goal::Reaches(need, _) => roll.at_least(need.of(scene)),
        Goal::AtMost(need, _) => roll.at_most(need.of(scene)),
        Goal::None | Goal::Beats(..) => roll.high(),
    };
    roll.degrees.clone_from(&test.degrees);
    for (face, natural, called) in &test.naturals {
        roll = roll.always_called(*face, *natural == Natural::Is(0), called);
    }
    Some(roll.each_die(scene.model.reads_dice))
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
    let mut bonus = sum(scene, test.label, plus);
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
pub fn named(model: &'static Model, sum: &Sum, word: &'static str) -> &'static str {
    match sum.plain() {
        Some((Name::Field(_, place), _)) => model.label(*place),
        _ => word,
    }
}

/// Adds up the bonuses of a test. A bonus with the name of the test has no label, because the log has that name.
fn sum(scene: &Scene<'_>, test: &str, plus: &[(&'static str, Sum)]) -> Tally {
    let mut tally = Tally::new();
    for (word, sum) in plus {
        // "bonus" adds nothing to the number.
        let label = match named(scene.model, sum, word) {
            "bonus" => "",
            label if label == test => "",
            label => label,
        };
        tally.add(label, sum.of(scene));
    }
    tally
}

/// Returns the result of a roll.
pub fn hit(test: &Test, roll: &Roll, rolled: &Rolled) -> Hit {
    let margin = match roll.need {
        Some(Need::AtLeast(need)) => rolled.total - need,
        Some(Need::AtMost(need)) => need - rolled.total,
        None => 0,
    };
    let outcome = match (rolled.degree, &test.goal) {
        (Some(nth), _) => test.outcomes.get(nth).copied().unwrap_or(FAILED),
        // A test called by the GM against a number can fail.
        (None, Goal::None) if rolled.outcome != Some(false) => PASSED,
        _ if rolled.passed() => PASSED,
        _ => FAILED,
    };
    let passed = test.passes(outcome);
    let raises = match test.raise {
        Some(raise) if margin > 0 && passed => margin / raise,
        _ => 0,
    };
    Hit {
        total: rolled.total,
        natural: rolled.natural.into(),
        margin,
        raises,
        passed,
        outcome,
        test: test.key,
        kind: test.kind,
        dice: counted(roll, rolled),
    }
}

/// Returns the results of the dice that count, if a rule reads them. In a pool of successes all dice count.
fn counted(roll: &Roll, rolled: &Rolled) -> Vec<u32> {
    if !roll.each_die {
        return Vec::new();
    }
    let faces = rolled.faces.iter().copied();
    if roll.dice.counts() {
        return faces.collect();
    }
    let kept = roll.dice.kept(&rolled.faces);
    let kept = faces.zip(kept).filter(|(_, kept)| *kept);
    kept.map(|(face, _)| face).collect()
}

/// Returns the result of a test whose outcome is automatic.
pub fn without(test: &Test, outcome: &'static str) -> Hit {
    Hit {
        total: 0,
        natural: 0,
        margin: 0,
        raises: 0,
        passed: test.passes(outcome),
        outcome,
        test: test.key,
        kind: test.kind,
        dice: Vec::new(),
    }
}

/// Returns the chance of each outcome of a test, from 0 to 1, as far as the chance is known before the roll.
pub fn chances(test: &Test, roll: &Roll) -> Vec<(&'static str, f64)> {
    match &test.goal {
        Goal::Beats(..) => {
            // The opponent's dice are not known: each outcome is as likely as any other.
            let each = 1.0 / test.outcomes.len().max(1) as f64;
            let all = test.outcomes.iter();
            all.map(|outcome| (*outcome, each)).collect()
        }
        _ if !test.degrees.steps.is_empty() => {
            let chances = roll.chances().into_iter().map(|(_, chance)| chance);
            test.outcomes.iter().copied().zip(chances).collect()
        }
        Goal::None => vec![(PASSED, 1.0)],
        Goal::Reaches(..) | Goal::AtMost(..) => {
            let passes = roll.chance().unwrap_or(0.0);
            vec![(PASSED, passes), (FAILED, 1.0 - passes)]
        }
    }
}
