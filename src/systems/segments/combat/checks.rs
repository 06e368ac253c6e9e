//! Percentile checks: attribute checks by degree (SEG-01, 4.1), and PER against unseen foes (SEG-80).

use crate::systems::prelude::*;
use crate::systems::segments::says::Says;
use crate::systems::segments::state::{Attribute, Deeds, fighter, per_degree};

/// Creates a d100 roll under a chance.
pub fn percentile(key: &'static str, who: Id, what: impl Into<Told>, chance: Tally) -> Roll {
    let roll = Roll::new(key, who, what, Dice::d(100));
    roll.at_most(chance.total()).reasons(chance)
}

/// Returns the degree of a PER roll against a foe that the combatant cannot see. Rolls PER if it has not been rolled
/// this round (SEG-80).
pub fn per_roll(cx: &mut Resolver<'_>, blind: Id, foe: Id) -> Step<i64> {
    if let Some(degree) = per_degree(cx.now(), blind, foe) {
        return Ok(degree);
    }
    let what = Says::PerAgainst { foe };
    let degree = check_degree(cx, "per", blind, what, Attribute::Per, 2)?;
    Deeds::change(cx, blind, |deeds| {
        deeds.sensed.insert(foe, degree);
    });
    Ok(degree)
}

/// Rolls an attribute check and returns its degree. The log shows degrees up to `good` as passed (SEG-02).
pub fn check_degree(
    cx: &mut Resolver<'_>,
    key: &'static str,
    who: Id,
    what: impl Into<Told>,
    attribute: Attribute,
    good: i64,
) -> Step<i64> {
    let roll = degree_dice(cx.now(), key, who, what, attribute, good);
    let rolled = cx.roll_quietly(&roll)?;
    let degree = fighter(cx.now(), who).degree(attribute, i64::from(rolled.natural));
    let word = degree_word(degree, attribute);
    cx.log_throw(&roll.words(word.clone(), word), &rolled);
    Ok(degree)
}

/// Creates the roll of an attribute check by degree.
pub fn degree_dice(
    now: &Encounter,
    key: &'static str,
    who: Id,
    what: impl Into<Told>,
    attribute: Attribute,
    good: i64,
) -> Roll {
    let one = fighter(now, who);
    let chance = one.check_chance(attribute, good);
    let name = attribute.label();
    // For PER against an unseen enemy, all worse degrees have the same effect (SEG-80).
    let worst = if key == "per" { good } else { 4 };
    let up_to = |n: i64| format!("{n}x {name} up to {}", one.check_chance(attribute, n));
    Roll::new(key, who, what, Dice::d(100))
        .at_most(chance)
        .hint((1..=worst).map(up_to).collect::<Vec<_>>().join(", "))
}

/// Returns the degree as shown in the log.
pub fn degree_word(degree: i64, attribute: Attribute) -> String {
    match (degree, attribute.label()) {
        (5.., name) => format!("5x {name} or worse"),
        (_, name) => format!("{degree}x {name}"),
    }
}
